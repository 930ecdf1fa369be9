/* The keys of objects on a tape: whether one stands twice. Private to it. */
#ifndef RW_CODEC_TAPE_KEYS_H
#define RW_CODEC_TAPE_KEYS_H

#include "codec/tape.h"

/* Whether an object that is still open has the key already: compares it with the members that are complete. */
bool rw_tape_has_key(const rw_tape *tape, uint32_t object, uint32_t key);

/* Whether a key of a complete object stands twice. order[0 .. count) is room for as many numbers as there are members.
 * Sorts: n log n comparisons at worst, whoever chose the keys. */
bool rw_tape_repeats_key(rw_value object, uint32_t *order);

#endif
