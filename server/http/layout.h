/*
 * Whether every byte of a head is accounted for. Pure functions on the buffer that a lenient HTTP library has taken
 * apart in place.
 *
 * Releases of libmicrohttpd before 1.0 forgive more than can be seen in what they hand over: they glue a folded line
 * to the name of its header, end the head at a line that begins with a colon, cut a value at a zero byte, and take a
 * line feed alone for the end of a line. A proxy may read such a head otherwise, and then a body becomes a request.
 * But the texts they hand over stay where they were received, with zero bytes for what stood between them. So in a
 * sound head each text lies right behind the one before it, and the last one at the head's end; wherever the library
 * forgave something there is a gap.
 */
#ifndef RW_HTTP_LAYOUT_H
#define RW_HTTP_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "http/http.h"

typedef struct rw_http_layout {
    const char *method;     /* where the head begins */
    size_t length;          /* of the head in the buffer, its empty line included */
    const char *target;     /* as in the request line */
    const char *target_end; /* the byte behind it; the target itself may have been decoded since */
    const char *version;
    const rw_http_pair *headers; /* in the order received, none left out */
    size_t header_count;
} rw_http_layout;

/* Method, target and version stand one blank apart. */
bool rw_http_layout_line_sound(const rw_http_layout *layout);

/* Each header is "name:", blanks, value and a line end of two bytes, and an empty line follows the last one. */
bool rw_http_layout_headers_sound(const rw_http_layout *layout);

#endif
