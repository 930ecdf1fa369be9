/* The manual page rootwarpd(8). */
#ifndef RW_APP_MANUAL_H
#define RW_APP_MANUAL_H

#include <stdbool.h>

#include "base/buffer.h"

/* Appends the page in the macros of man(7), with every setting. False without memory. */
bool rw_manual_write(rw_buffer *out);

#endif
