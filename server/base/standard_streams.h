/*
 * Descriptors 0, 1 and 2 of a process that was started without some of them.
 */
#ifndef RW_BASE_STANDARD_STREAMS_H
#define RW_BASE_STANDARD_STREAMS_H

#include <stdbool.h>

/* Opens those that are closed, so that no file opened later becomes one of them and is written into by a printf. They
 * are opened the wrong way round: reading from the first or writing to the others still fails. To be called before
 * anything is opened. False when that cannot be done. */
bool rw_standard_streams_hold(void);

#endif
