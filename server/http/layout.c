#include "http/layout.h"

#include <stdint.h>
#include <string.h>

#define LINE_END 2

/* Numbers, because the texts need not lie in one object. */
static uintptr_t place(const char *text)
{
    return (uintptr_t)text;
}

bool rw_http_layout_line_sound(const rw_http_layout *layout)
{
    return place(layout->target) == place(layout->method) + strlen(layout->method) + 1 &&
           place(layout->version) == place(layout->target_end) + 1;
}

bool rw_http_layout_headers_sound(const rw_http_layout *layout)
{
    uintptr_t expected = place(layout->version) + strlen(layout->version) + LINE_END;
    for (size_t i = 0; i < layout->header_count; i++) {
        const rw_http_pair *header = &layout->headers[i];
        if (place(header->name) != expected)
            return false;
        const char *value = header->name + strlen(header->name) + 1;
        value += strspn(value, " \t");
        if (header->value != value)
            return false;
        expected = place(value) + strlen(value) + LINE_END;
    }
    return expected + LINE_END == place(layout->method) + layout->length;
}
