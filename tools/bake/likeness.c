#include "likeness.h"

#include <stddef.h>
#include <string.h>

enum { MOST_LENGTH = 63 };

static char fold(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool begins_with(const char *text, const char *part)
{
    while (*part && fold(*text) == fold(*part)) {
        text++;
        part++;
    }
    return *part == '\0';
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many characters to put in, leave out or replace. Both at most MOST_LENGTH long. */
static size_t edits_between(const char *a, const char *b)
{
    size_t row[MOST_LENGTH + 1];
    size_t width = strlen(b);
    for (size_t k = 0; k <= width; k++) row[k] = k;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t k = 0; k < width; k++) {
            size_t replaced = diagonal + (fold(a[i]) != fold(b[k]));
            diagonal = row[k + 1];
            row[k + 1] = smaller(replaced, smaller(diagonal, row[k]) + 1);
        }
    }
    return row[width];
}

static bool few_edits(const char *name, const char *wanted)
{
    size_t length = strlen(wanted);
    return length <= MOST_LENGTH && strlen(name) <= MOST_LENGTH && edits_between(name, wanted) <= length / 3;
}

bool rw_name_contains(const char *name, const char *wanted)
{
    for (const char *at = name; *at && *wanted; at++)
        if (begins_with(at, wanted)) return true;
    return false;
}

bool rw_name_is_near(const char *name, const char *wanted)
{
    const char *last = name;
    for (const char *at = name; *at; at++)
        if (*at == '|' || *at == '/' || *at == ':') last = at + 1;
    return *wanted && (few_edits(name, wanted) || few_edits(last, wanted));
}
