#include "console.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGE_SIZE = 4096 };

static bool colours_wanted(FILE *stream)
{
    const char *no_colour = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no_colour != NULL && no_colour[0] != '\0')
        return false;
    if (terminal == NULL || strcmp(terminal, "dumb") == 0)
        return false;
    return isatty(fileno(stream)) == 1;
}

rw_console rw_console_make(FILE *out, FILE *err)
{
    return (rw_console){
        .out = out,
        .err = err,
        .command = "",
        .colour_out = colours_wanted(out),
        .colour_err = colours_wanted(err),
        .progress = isatty(fileno(err)) == 1,
    };
}

const char *rw_colour_start(bool colours, rw_colour colour)
{
    if (!colours)
        return "";
    switch (colour) {
    case RW_COLOUR_BOLD: return "\033[1m";
    case RW_COLOUR_GOOD: return "\033[32m";
    case RW_COLOUR_WARNING: return "\033[33m";
    case RW_COLOUR_BAD: return "\033[31m";
    case RW_COLOUR_NONE: break;
    }
    return "";
}

const char *rw_colour_end(bool colours, rw_colour colour)
{
    return colours && colour != RW_COLOUR_NONE ? "\033[0m" : "";
}

/* The code points U+202A..U+202E and U+2066..U+2069 change the order in which a terminal shows what follows. */
static bool reorders(const unsigned char *bytes, size_t left)
{
    if (left < 3 || bytes[0] != 0xE2)
        return false;
    return (bytes[1] == 0x80 && bytes[2] >= 0xAA && bytes[2] <= 0xAE) ||
           (bytes[1] == 0x81 && bytes[2] >= 0xA6 && bytes[2] <= 0xA9);
}

void rw_console_clean(FILE *stream, const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < length; i++) {
        bool c1 = bytes[i] == 0xC2 && i + 1 < length && bytes[i + 1] >= 0x80 && bytes[i + 1] <= 0x9F;
        if (bytes[i] < 0x20 || bytes[i] == 0x7F)
            fprintf(stream, "\\x%02X", bytes[i]);
        else if (c1) {
            fprintf(stream, "\\x%02X", bytes[i + 1]);
            i += 1;
        } else if (reorders(bytes + i, length - i)) {
            fprintf(stream, "\\u20%02X", 0x20 + ((bytes[i + 1] & 1) << 6) + (bytes[i + 2] - 0xA0));
            i += 2;
        } else
            putc(bytes[i], stream);
    }
}

static void message(rw_console *console, rw_colour colour, const char *label, const char *format, va_list arguments)
{
    char text[MESSAGE_SIZE];
    int length = vsnprintf(text, sizeof text, format, arguments);
    if (length < 0)
        return;
    rw_console_progress_end(console);
    fprintf(console->err, "rootwarp%s%s: ", console->command[0] != '\0' ? " " : "", console->command);
    if (label[0] != '\0')
        fprintf(console->err, "%s%s:%s ", rw_colour_start(console->colour_err, colour), label,
                rw_colour_end(console->colour_err, colour));
    rw_console_clean(console->err, text, strlen(text));
    fputs((size_t)length >= sizeof text ? "…\n" : "\n", console->err);
    fflush(console->err);
}

void rw_console_error(rw_console *console, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(console, RW_COLOUR_BAD, "error", format, arguments);
    va_end(arguments);
}

void rw_console_warning(rw_console *console, const char *format, ...)
{
    if (console->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    message(console, RW_COLOUR_WARNING, "warning", format, arguments);
    va_end(arguments);
}

void rw_console_note(rw_console *console, const char *format, ...)
{
    if (console->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    message(console, RW_COLOUR_NONE, "", format, arguments);
    va_end(arguments);
}

void rw_console_progress(rw_console *console, const char *format, ...)
{
    if (!console->progress)
        return;
    char text[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    if (isatty(fileno(console->err)) == 1) {
        fputs("\r\033[K", console->err);
        rw_console_clean(console->err, text, strlen(text));
        console->progress_open = true;
    } else {
        rw_console_clean(console->err, text, strlen(text));
        putc('\n', console->err);
    }
    fflush(console->err);
}

void rw_console_progress_end(rw_console *console)
{
    if (!console->progress_open)
        return;
    fputs("\r\033[K", console->err);
    fflush(console->err);
    console->progress_open = false;
}

int rw_console_finish(rw_console *console, int code)
{
    rw_console_progress_end(console);
    errno = 0;
    bool failed = ferror(console->out) != 0;
    if (fflush(console->out) != 0)
        failed = true;
    if (!failed)
        return code;
    rw_console_error(console, "cannot write to standard output: %s", errno != 0 ? strerror(errno) : "a write failed");
    return RW_EXIT_OUTPUT;
}
