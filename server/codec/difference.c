#include "codec/difference.h"

#include "codec/canonical.h"
#include "codec/limits.h"
#include "codec/pointer.h"
#include "codec/tape.h"

typedef struct walk {
    rw_json_writer *writer;
    char text[1024];
    rw_pointer pointer;
} walk;

static void tell(walk *at, rw_value before, rw_value after)
{
    rw_json_object_begin(at->writer);
    rw_json_put_text(at->writer, "pointer", at->text);
    if (rw_tape_present(before)) {
        rw_json_key(at->writer, "before");
        rw_canonical_write_value(at->writer, before);
    }
    if (rw_tape_present(after)) {
        rw_json_key(at->writer, "after");
        rw_canonical_write_value(at->writer, after);
    }
    rw_json_object_end(at->writer);
}

static void compare(walk *at, rw_value before, rw_value after);

/* One level down, and up again. */
static void compare_member(walk *at, const char *key, size_t place, rw_value before, rw_value after)
{
    const rw_pointer here = at->pointer;
    if (key != NULL)
        rw_pointer_key(&at->pointer, key);
    else
        rw_pointer_index(&at->pointer, place);
    compare(at, before, after);
    at->pointer = here;
    at->text[here.length] = '\0';
}

/* Both have their keys sorted. */
static void compare_objects(walk *at, rw_value before, rw_value after)
{
    rw_tape_iterator left = rw_tape_iterate(before), right = rw_tape_iterate(after);
    bool has_left = rw_tape_next(&left), has_right = rw_tape_next(&right);
    while (has_left || has_right) {
        const int order = !has_left    ? 1
                          : !has_right ? -1
                                       : strcmp(rw_tape_text(left.key).data, rw_tape_text(right.key).data);
        const char *key = rw_tape_text(order <= 0 ? left.key : right.key).data;
        compare_member(at, key, 0, order <= 0 ? left.value : (rw_value){0}, order >= 0 ? right.value : (rw_value){0});
        if (order <= 0)
            has_left = rw_tape_next(&left);
        if (order >= 0)
            has_right = rw_tape_next(&right);
    }
}

static void compare_arrays(walk *at, rw_value before, rw_value after)
{
    rw_tape_iterator left = rw_tape_iterate(before), right = rw_tape_iterate(after);
    for (size_t place = 0;; place++) {
        const bool has_left = rw_tape_next(&left), has_right = rw_tape_next(&right);
        if (!has_left && !has_right)
            return;
        compare_member(at, NULL, place, has_left ? left.value : (rw_value){0}, has_right ? right.value : (rw_value){0});
    }
}

static bool same_leaf(rw_value before, rw_value after)
{
    const rw_tape_string left = rw_tape_text(before), right = rw_tape_text(after);
    return rw_tape_type_of(before) == rw_tape_type_of(after) && rw_tape_number(before) == rw_tape_number(after) &&
           left.length == right.length && memcmp(left.data, right.data, left.length) == 0;
}

/* Documents are bounded in depth, so the recursion is. */
static void compare(walk *at, rw_value before, rw_value after)
{
    if (rw_tape_is(before, RW_TAPE_OBJECT) && rw_tape_is(after, RW_TAPE_OBJECT))
        compare_objects(at, before, after);
    else if (rw_tape_is(before, RW_TAPE_ARRAY) && rw_tape_is(after, RW_TAPE_ARRAY))
        compare_arrays(at, before, after);
    else if (!same_leaf(before, after))
        tell(at, before, after);
}

bool rw_codec_write_differences(rw_json_writer *writer, const rw_codec_document_text *before,
                                const rw_codec_document_text *after, rw_arena *arena, rw_problem *problem)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    rw_tape left, right;
    if (!rw_tape_read(before->text, before->length, &limits, arena, &left, problem) ||
        !rw_tape_read(after->text, after->length, &limits, arena, &right, problem))
        return false;
    walk at = {.writer = writer};
    rw_pointer_init(&at.pointer, at.text, sizeof at.text);
    rw_json_array_begin(writer);
    compare(&at, rw_tape_root(&left), rw_tape_root(&right));
    rw_json_array_end(writer);
    return true;
}
