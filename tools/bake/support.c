#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

size_t rw_bake_utf8_length(const unsigned char *at)
{
    unsigned char a = at[0], b = a ? at[1] : 0;
    if (a < 0x80) return 1;
    bool second = (b & 0xc0) == 0x80;
    if (a >= 0xc2 && a <= 0xdf) return second ? 2 : 0;
    if (!second || (at[2] & 0xc0) != 0x80) return 0;
    if (a >= 0xe0 && a <= 0xef) return (a == 0xe0 && b < 0xa0) || (a == 0xed && b > 0x9f) ? 0 : 3;
    if (a >= 0xf0 && a <= 0xf4 && (at[3] & 0xc0) == 0x80)
        return (a == 0xf0 && b < 0x90) || (a == 0xf4 && b > 0x8f) ? 0 : 4;
    return 0;
}

void rw_bake_make_printable(char *text)
{
    for (unsigned char *at = (unsigned char *)text; *at;) {
        size_t length = rw_bake_utf8_length(at);
        if (length == 0 || *at < 0x20 || *at == 0x7f) *at = '?';
        at += length == 0 ? 1 : length;
    }
}

bool rw_bake_fail(rw_bake_error *error, const char *place, const char *format, ...)
{
    if (!error) return false;
    (void)snprintf(error->place, sizeof error->place, "%s", place ? place : "");
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error->detail, sizeof error->detail, format, arguments);
    va_end(arguments);
    rw_bake_make_printable(error->place);
    rw_bake_make_printable(error->detail);
    return false;
}

bool rw_bake_fail_memory(rw_bake_error *error, const char *place)
{
    return rw_bake_fail(error, place, "out of memory");
}

void *rw_bake_allocate(size_t count, size_t size)
{
    return count == 0 || size == 0 ? NULL : calloc(count, size);
}

char *rw_bake_copy_text(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool fail_errno(rw_bake_error *error, const char *what, const char *path, int code)
{
    char text[128];
    if (strerror_r(code, text, sizeof text) != 0) (void)snprintf(text, sizeof text, "error %d", code);
    return rw_bake_fail(error, "", "cannot %s \"%s\": %s", what, path, text);
}

static bool read_all(int fd, const char *path, size_t size, rw_bake_bytes *out, rw_bake_error *error)
{
    unsigned char *data = malloc(size + 1);
    if (!data) return rw_bake_fail_memory(error, "");
    size_t have = 0;
    while (have < size) {
        ssize_t got = read(fd, data + have, size - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            int code = errno;
            free(data);
            return fail_errno(error, "read", path, code);
        }
        if (got == 0) break;
        have += (size_t)got;
    }
    data[have] = 0;
    *out = (rw_bake_bytes){data, have};
    return true;
}

/* -1 after filling *error. O_NONBLOCK: opening a pipe must not wait for its writer. */
static int open_regular(const char *path, size_t *size, rw_bake_error *error)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        (void)fail_errno(error, "open", path, errno);
        return -1;
    }
    struct stat about;
    if (fstat(fd, &about) != 0)
        (void)fail_errno(error, "look at", path, errno);
    else if (!S_ISREG(about.st_mode))
        (void)rw_bake_fail(error, "", "\"%s\" is not a regular file; name an animation file", path);
    else if (about.st_size <= 0)
        (void)rw_bake_fail(error, "", "\"%s\" is empty", path);
    else {
        *size = (size_t)about.st_size;
        return fd;
    }
    (void)close(fd);
    return -1;
}

bool rw_bake_bytes_head(const char *path, size_t maximum, rw_bake_bytes *out, rw_bake_error *error)
{
    size_t size = 0;
    int fd = open_regular(path, &size, error);
    if (fd < 0) return false;
    bool done = read_all(fd, path, size < maximum ? size : maximum, out, error);
    (void)close(fd);
    return done;
}

bool rw_bake_bytes_read(const char *path, size_t maximum, rw_bake_bytes *out, rw_bake_error *error)
{
    size_t size = 0;
    int fd = open_regular(path, &size, error);
    if (fd < 0) return false;
    bool done = size <= maximum
                    ? read_all(fd, path, size, out, error)
                    : rw_bake_fail(error, "", "\"%s\" has %zu bytes; at most %zu are read", path, size, maximum);
    (void)close(fd);
    return done;
}

void rw_bake_bytes_free(rw_bake_bytes *bytes)
{
    if (!bytes) return;
    free(bytes->data);
    *bytes = (rw_bake_bytes){NULL, 0};
}

bool rw_bake_locale_enter(rw_bake_locale *locale, rw_bake_error *error)
{
    locale->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (locale->c == (locale_t)0) return rw_bake_fail_memory(error, "");
    locale->before = uselocale(locale->c);
    return true;
}

void rw_bake_locale_leave(rw_bake_locale *locale)
{
    (void)uselocale(locale->before);
    freelocale(locale->c);
}

/* The shape of a decimal number, and, while that is exact, its digits as an integer and its power of ten. */
typedef struct decimal {
    bool negative, exact;
    uint64_t digits;
    long power;
} decimal;

static const char *scan_digits(const char *at, const char *end, long step, decimal *out)
{
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        if (out->digits < (uint64_t)100000000000000) {
            out->digits = out->digits * 10 + (uint64_t)(*at - '0');
            out->power -= step;
        } else {
            out->exact = false;
        }
    }
    return at;
}

static const char *scan_exponent(const char *at, const char *end, decimal *out)
{
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    const char *first = at;
    long exponent = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        exponent = exponent < 100000 ? exponent * 10 + (*at - '0') : exponent;
    out->power += negative ? -exponent : exponent;
    return at == first ? NULL : at;
}

static bool scan_decimal(const char *text, size_t length, decimal *out)
{
    const char *at = text, *end = text + length;
    *out = (decimal){.exact = true};
    if (at < end && (*at == '-' || *at == '+')) out->negative = *at++ == '-';
    const char *whole = at;
    at = scan_digits(at, end, 0, out);
    size_t count = (size_t)(at - whole);
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        at = scan_digits(at, end, 1, out);
        count += (size_t)(at - fraction);
    }
    if (count == 0) return false;
    if (at < end && (*at == 'e' || *at == 'E')) at = scan_exponent(at + 1, end, out);
    return at == end;
}

bool rw_bake_number(const char *text, size_t length, double *out)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    decimal parts;
    if (!scan_decimal(text, length, &parts)) return false;
    /* Both the digits and the power of ten are doubles, so one operation rounds once, and correctly. */
    if (parts.exact && parts.power >= -22 && parts.power <= 22) {
        double digits = (double)parts.digits;
        double value = parts.power < 0 ? digits / powers[-parts.power] : digits * powers[parts.power];
        *out = parts.negative ? -value : value;
        return true;
    }
    char *end = NULL;
    double value = strtod(text, &end);
    if (end != text + length) return false;
    *out = value;
    return true;
}
