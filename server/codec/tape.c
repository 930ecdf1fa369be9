#include "codec/tape.h"

rw_value rw_tape_get(rw_value object, const char *key)
{
    const rw_value absent = {.tape = NULL};
    if (!rw_tape_is(object, RW_TAPE_OBJECT))
        return absent;
    rw_tape_iterator member = rw_tape_iterate(object);
    while (rw_tape_next(&member)) {
        if (rw_tape_text_is(member.key, key))
            return member.value;
    }
    return absent;
}

rw_value rw_tape_at(rw_value array, size_t place)
{
    if (!rw_tape_is(array, RW_TAPE_ARRAY) || place >= rw_tape_count(array))
        return (rw_value){.tape = NULL};
    rw_tape_iterator element = rw_tape_iterate(array);
    if (element.end - element.next == rw_tape_count(array))
        return (rw_value){array.tape, element.next + (uint32_t)place};
    for (size_t i = 0; i <= place; i++)
        rw_tape_next(&element);
    return element.value;
}

bool rw_tape_numbers(rw_value array, size_t count, double *numbers)
{
    if (!rw_tape_is(array, RW_TAPE_ARRAY) || rw_tape_count(array) != count)
        return false;
    const rw_tape_node *nodes = rw_tape_node_of(array) + 1;
    for (size_t i = 0; i < count; i++) {
        if (nodes[i].type != RW_TAPE_NUMBER)
            return false;
    }
    for (size_t i = 0; i < count; i++)
        numbers[i] = nodes[i].as.number;
    return true;
}

/* Whether `inner` is `outer` or lies in it. */
static bool holds(rw_value outer, rw_value inner)
{
    if (rw_tape_is(outer, RW_TAPE_ARRAY) || rw_tape_is(outer, RW_TAPE_OBJECT))
        return inner.index >= outer.index && inner.index < rw_tape_node_of(outer)->as.list.end;
    return inner.index == outer.index;
}

void rw_tape_locate(rw_value value, rw_pointer *pointer)
{
    if (!rw_tape_present(value))
        return;
    rw_value list = rw_tape_root(value.tape);
    while (list.index != value.index) {
        rw_tape_iterator inner = rw_tape_iterate(list);
        size_t place = 0;
        while (rw_tape_next(&inner) && !holds(inner.value, value) && inner.key.index != value.index)
            place++;
        if (inner.object) {
            const rw_tape_string key = rw_tape_text(inner.key);
            rw_pointer_begin(pointer);
            rw_pointer_put(pointer, key.data, key.length);
        } else {
            rw_pointer_index(pointer, place);
        }
        if (inner.object && inner.key.index == value.index)
            return;
        list = inner.value;
    }
}
