#include "codec/tape_keys.h"

static rw_tape_string key_at(const rw_tape *tape, uint32_t index)
{
    return rw_tape_text((rw_value){tape, index});
}

/* Any order will do: the shorter first, then by bytes. */
static int compare(const rw_tape *tape, uint32_t a, uint32_t b)
{
    const rw_tape_string first = key_at(tape, a);
    const rw_tape_string second = key_at(tape, b);
    if (first.length != second.length)
        return first.length < second.length ? -1 : 1;
    return memcmp(first.data, second.data, first.length);
}

bool rw_tape_has_key(const rw_tape *tape, uint32_t object, uint32_t key)
{
    rw_tape_iterator member = {.value = {.tape = tape}, .next = object + 1, .end = key, .object = true};
    while (rw_tape_next(&member)) {
        if (compare(tape, member.key.index, key) == 0)
            return true;
    }
    return false;
}

/* Lets order[root] sink in the heap order[0 .. count) to where no larger one is below it. */
static void sink(const rw_tape *tape, uint32_t *order, size_t root, size_t count)
{
    const uint32_t sinking = order[root];
    for (;;) {
        size_t child = 2 * root + 1;
        if (child >= count)
            break;
        if (child + 1 < count && compare(tape, order[child], order[child + 1]) < 0)
            child++;
        if (compare(tape, sinking, order[child]) >= 0)
            break;
        order[root] = order[child];
        root = child;
    }
    order[root] = sinking;
}

/* A heap sort needs neither memory nor recursion, and has no bad case. */
bool rw_tape_repeats_key(rw_value object, uint32_t *order)
{
    const rw_tape *tape = object.tape;
    size_t count = 0;
    rw_tape_iterator member = rw_tape_iterate(object);
    while (rw_tape_next(&member))
        order[count++] = member.key.index;
    for (size_t root = count / 2; root > 0; root--)
        sink(tape, order, root - 1, count);
    while (count > 1) {
        const uint32_t largest = order[0];
        order[0] = order[--count];
        sink(tape, order, 0, count);
        if (compare(tape, largest, order[0]) == 0)
            return true;
    }
    return false;
}
