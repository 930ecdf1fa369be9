/* Text for manual pages in the macros of man(7): what troff would take for a request or an escape is kept from it.
 * What did not fit into the buffer shows in rw_buffer_ok(). */
#ifndef RW_BASE_TROFF_H
#define RW_BASE_TROFF_H

#include "base/buffer.h"

/* A piece of a line. Its hyphens are minus signs, which a reader may copy into a terminal. */
void rw_troff_append(rw_buffer *out, const char *text);

/* The same, bold. */
void rw_troff_bold(rw_buffer *out, const char *text);

/* Lines, each ended by a line feed; one that begins like a request does not become one. */
void rw_troff_lines(rw_buffer *out, const char *text);

#endif
