/* Fuzzed bytes as a file, for readers that want a path. */
#ifndef RW_TESTS_FUZZ_FILE_H
#define RW_TESTS_FUZZ_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Writes the bytes into the one file of this process, in a folder of its own; its path. */
const char *fuzz_file_write(const uint8_t *data, size_t size);

#endif
