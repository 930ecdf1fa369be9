/* Any body for the endpoint RW_FUZZ_TARGET: the daemon answers, and what it answers is JSON. */
#include <stdint.h>

#include "fuzz.h"
#include "world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const world_question question = {
        .method = "POST", .target = RW_FUZZ_TARGET, .body = (const char *)data, .body_length = size};
    world_ask(&question);
    return 0;
}
