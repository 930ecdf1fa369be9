/* What every fuzz target defines: libFuzzer's entry, which replay.c calls too. */
#ifndef RW_TESTS_FUZZ_FUZZ_H
#define RW_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Takes any bytes; ends the process when they show a fault. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
