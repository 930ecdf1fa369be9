/* The reader of the codec's tapes against the one it has to agree with. */
#ifndef RW_TESTS_FUZZ_TAPE_ORACLE_H
#define RW_TESTS_FUZZ_TAPE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

#include "codec/limits.h"

#define TAPE_ORACLE_TEXT_SIZE 1200

/*
 * Reads the body by rw_tape_read() and by rw_json_read(). They agree when both take it, with the same values to the
 * last bit, or both refuse it with the same problem. Where they do not, `difference` says how. *taken: the second
 * reader took it.
 */
bool tape_oracle_agree(const char *body, size_t length, const rw_codec_limits *limits, bool *taken,
                       char difference[TAPE_ORACLE_TEXT_SIZE]);

#endif
