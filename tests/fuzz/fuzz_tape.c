/* Any bytes: both readers agree on them, within the usual limits and within narrow ones. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "tape_oracle.h"

static void check(const char *body, size_t length, const rw_codec_limits *limits)
{
    char difference[TAPE_ORACLE_TEXT_SIZE];
    bool taken;
    if (tape_oracle_agree(body, length, limits, &taken, difference))
        return;
    fprintf(stderr, "the readers differ: %s\n%.*s\n", difference, (int)(length < 4096 ? length : 4096), body);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rw_codec_limits limits = rw_codec_limits_default();
    check((const char *)data, size, &limits);
    limits.depth = 3;
    limits.keys = 4;
    check((const char *)data, size, &limits);
    return 0;
}
