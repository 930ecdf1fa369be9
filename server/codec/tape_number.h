/* The numbers of a tape. Private to it. */
#ifndef RW_CODEC_TAPE_NUMBER_H
#define RW_CODEC_TAPE_NUMBER_H

/*
 * Reads the number that text[0 .. end) begins with; there must be a byte, and it is a minus or a digit. Returns where
 * it ends and stores the nearest double, or returns NULL, with *out untouched, where RFC 8259 does not write numbers
 * like this or a double does not reach. What follows the number is not looked at.
 */
const char *rw_tape_read_number(const char *text, const char *end, double *out);

#endif
