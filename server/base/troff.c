#include "base/troff.h"

#include <string.h>

static void append(rw_buffer *out, const char *text, size_t length)
{
    static const char ellipsis[] = "…";
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\') {
            rw_buffer_append_text(out, "\\e");
        } else if (text[i] == '-') {
            rw_buffer_append_text(out, "\\-");
        } else if (strncmp(text + i, ellipsis, sizeof ellipsis - 1) == 0) {
            rw_buffer_append_text(out, "...");
            i += sizeof ellipsis - 2;
        } else {
            rw_buffer_append_char(out, text[i]);
        }
    }
}

void rw_troff_append(rw_buffer *out, const char *text)
{
    append(out, text, strlen(text));
}

void rw_troff_bold(rw_buffer *out, const char *text)
{
    rw_buffer_append_text(out, "\\fB");
    rw_troff_append(out, text);
    rw_buffer_append_text(out, "\\fR");
}

void rw_troff_lines(rw_buffer *out, const char *text)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        if (*text == '.' || *text == '\'')
            rw_buffer_append_text(out, "\\&");
        append(out, text, length);
        rw_buffer_append_char(out, '\n');
        text += length + (text[length] == '\n');
    }
}
