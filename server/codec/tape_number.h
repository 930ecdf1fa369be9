/* The numbers of a tape. Private to it. */
#ifndef RW_CODEC_TAPE_NUMBER_H
#define RW_CODEC_TAPE_NUMBER_H

#include <stddef.h>

/*
 * Reads the number that the text begins with, which has a minus or a digit for its first byte, and after the number
 * one that no number has, as a zero byte. Returns its length and stores the nearest double; or returns 0, with *out
 * untouched, where RFC 8259 does not write numbers like this or a double does not reach.
 */
size_t rw_tape_read_number(const char *text, double *out);

#endif
