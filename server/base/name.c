#include "base/name.h"

#include <string.h>

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool is_alphanumeric(char character)
{
    return is_digit(character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

bool rw_name_valid(const char *text, size_t length)
{
    if (length < 1 || length > RW_NAME_MAX || !is_alphanumeric(text[0]))
        return false;
    for (size_t i = 1; i < length; i++) {
        if (!is_alphanumeric(text[i]) && text[i] != '.' && text[i] != '_' && text[i] != '-')
            return false;
    }
    return true;
}

bool rw_revision_parse(const char *text, size_t length, int64_t *out)
{
    if (length < 1 || text[0] == '0')
        return false;
    int64_t revision = 0;
    for (size_t i = 0; i < length; i++) {
        if (!is_digit(text[i]))
            return false;
        revision = revision * 10 + (text[i] - '0');
        if (revision > RW_REVISION_MAX)
            return false;
    }
    *out = revision;
    return true;
}

rw_name_status rw_name_reference_parse(const char *text, size_t length, rw_name_reference *out)
{
    const char *at = length > 0 ? memchr(text, '@', length) : NULL;
    const size_t name_length = at != NULL ? (size_t)(at - text) : length;
    if (!rw_name_valid(text, name_length))
        return RW_NAME_BAD_NAME;
    int64_t revision = 0;
    if (at != NULL && !rw_revision_parse(at + 1, length - name_length - 1, &revision))
        return RW_NAME_BAD_REVISION;
    memcpy(out->name, text, name_length);
    out->name[name_length] = '\0';
    out->revision = revision;
    return RW_NAME_OK;
}
