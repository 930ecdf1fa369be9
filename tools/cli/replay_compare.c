#include "replay_compare.h"

#include "tree.h"

#include <stdio.h>
#include <string.h>

/* A pointer that is being walked along; what does not fit is left out, and the walk goes on. */
typedef struct rw_walk {
    const rw_tree *then, *now;
    char pointer[RW_REPLAY_POINTER_SIZE];
    size_t length;
    size_t then_at, now_at; /* where they differ */
    bool other_solver;      /* some solver_version differs; */
    ptrdiff_t longer;       /* by so many bytes the ones now are longer than those then */
} rw_walk;

static void push_bytes(rw_walk *walk, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count && walk->length + 3 < sizeof walk->pointer; i++) {
        const char *escaped = bytes[i] == '~' ? "~0" : bytes[i] == '/' ? "~1" : NULL;
        if (escaped != NULL) {
            memcpy(walk->pointer + walk->length, escaped, 2);
            walk->length += 2;
        } else {
            walk->pointer[walk->length++] = bytes[i];
        }
    }
    walk->pointer[walk->length] = '\0';
}

static void push(rw_walk *walk, const char *bytes, size_t count)
{
    if (walk->length + 2 < sizeof walk->pointer)
        walk->pointer[walk->length++] = '/';
    push_bytes(walk, bytes, count);
}

static void pop(rw_walk *walk, size_t length)
{
    walk->length = length;
    walk->pointer[length] = '\0';
}

static const char *key_of(const rw_tree *tree, size_t at, size_t *length)
{
    *length = tree->values[at].key_end - tree->values[at].key_start;
    return tree->text + tree->values[at].key_start;
}

static bool same_key(const rw_walk *walk, size_t then, size_t now)
{
    size_t then_length, now_length;
    const char *one = key_of(walk->then, then, &then_length), *other = key_of(walk->now, now, &now_length);
    return then_length == now_length && memcmp(one, other, then_length) == 0;
}

static bool same_text(const rw_walk *walk, size_t then, size_t now)
{
    const rw_tree_value *one = &walk->then->values[then], *other = &walk->now->values[now];
    const size_t length = one->end - one->start;
    return length == other->end - other->start &&
           memcmp(walk->then->text + one->start, walk->now->text + other->start, length) == 0;
}

/* Whether the member is the solver's version, which is then dealt with. */
static bool pass_version(rw_walk *walk, size_t then, size_t now)
{
    static const char name[] = "solver_version";
    size_t length;
    const char *key = key_of(walk->then, then, &length);
    if (length != sizeof name - 1 || memcmp(key, name, length) != 0 || !rw_tree_is(walk->then, then, RW_TREE_NUMBER) ||
        !rw_tree_is(walk->now, now, RW_TREE_NUMBER))
        return false;
    const rw_tree_value *one = &walk->then->values[then], *other = &walk->now->values[now];
    walk->other_solver = walk->other_solver || !same_text(walk, then, now);
    walk->longer += (ptrdiff_t)(other->end - other->start) - (ptrdiff_t)(one->end - one->start);
    return true;
}

static bool note(rw_walk *walk, size_t then, size_t now)
{
    walk->then_at = then;
    walk->now_at = now;
    return true;
}

static bool differs(rw_walk *walk, size_t then, size_t now);

/* Members are compared in their order, which is part of an answer. One that is there on one side only differs from
 * nothing. */
static bool members_differ(rw_walk *walk, size_t then, size_t now)
{
    const bool object = rw_tree_is(walk->then, then, RW_TREE_OBJECT);
    size_t one = rw_tree_first(walk->then, then), other = rw_tree_first(walk->now, now);
    for (size_t index = 0; one != RW_TREE_NONE || other != RW_TREE_NONE; index++) {
        const size_t before = walk->length;
        const bool both = one != RW_TREE_NONE && other != RW_TREE_NONE && (!object || same_key(walk, one, other));
        if (object) {
            size_t length;
            const char *key = one != RW_TREE_NONE ? key_of(walk->then, one, &length) : key_of(walk->now, other, &length);
            push(walk, key, length);
        } else {
            char digits[24];
            push(walk, digits, (size_t)snprintf(digits, sizeof digits, "%zu", index));
        }
        if (!both)
            return note(walk, one, one != RW_TREE_NONE ? RW_TREE_NONE : other);
        if (!(object && pass_version(walk, one, other)) && differs(walk, one, other))
            return true;
        pop(walk, before);
        one = rw_tree_after(walk->then, then, one);
        other = rw_tree_after(walk->now, now, other);
    }
    return false;
}

/* Depth is bounded by that of trees. */
static bool differs(rw_walk *walk, size_t then, size_t now)
{
    const rw_tree_value *one = &walk->then->values[then], *other = &walk->now->values[now];
    if (one->kind != other->kind)
        return note(walk, then, now);
    if (one->kind == RW_TREE_OBJECT || one->kind == RW_TREE_ARRAY)
        return members_differ(walk, then, now);
    return !same_text(walk, then, now) && note(walk, then, now);
}

static rw_replay_value value_of(const rw_tree *tree, size_t at)
{
    rw_replay_value value = {0};
    if (at == RW_TREE_NONE)
        return value;
    const rw_tree_value *node = &tree->values[at];
    const bool quoted = node->kind == RW_TREE_STRING;
    const size_t start = node->start - quoted, length = node->end + quoted - start;
    size_t shown = length < sizeof value.text - 4 ? length : sizeof value.text - 4;
    while (shown < length && ((unsigned char)tree->text[start + shown] & 0xC0) == 0x80)
        shown--;
    snprintf(value.text, sizeof value.text, "%.*s%s", (int)shown, tree->text + start, shown < length ? "…" : "");
    value.number = node->kind == RW_TREE_NUMBER;
    if (value.number) {
        const double number = rw_tree_number(tree, at, 0);
        memcpy(&value.bits, &number, sizeof value.bits);
    }
    return value;
}

static size_t first_byte(const char *then, size_t then_length, const char *now, size_t now_length)
{
    size_t at = 0;
    while (at < then_length && at < now_length && then[at] == now[at])
        at++;
    return at;
}

rw_replay_verdict rw_replay_compare(const char *then, size_t then_length, const char *now, size_t now_length,
                                    rw_replay_difference *difference)
{
    const size_t byte = first_byte(then, then_length, now, now_length);
    if (byte == then_length && byte == now_length)
        return RW_REPLAY_EQUAL;
    rw_tree one = {0}, other = {0};
    rw_tree_error error;
    rw_replay_difference found = {.byte = byte};
    rw_replay_verdict verdict = RW_REPLAY_DIFFERS;
    if (rw_tree_parse(then, then_length, &one, &error) && rw_tree_parse(now, now_length, &other, &error)) {
        rw_walk walk = {.then = &one, .now = &other, .then_at = RW_TREE_NONE, .now_at = RW_TREE_NONE};
        found.json = differs(&walk, 0, 0);
        if (!found.json && walk.other_solver &&
            (ptrdiff_t)now_length - (ptrdiff_t)then_length == walk.longer)
            verdict = RW_REPLAY_ALIKE;
        memcpy(found.pointer, walk.pointer, sizeof found.pointer);
        found.then = value_of(&one, walk.then_at);
        found.now = value_of(&other, walk.now_at);
    }
    rw_tree_free(&one);
    rw_tree_free(&other);
    if (verdict == RW_REPLAY_DIFFERS)
        *difference = found;
    return verdict;
}

/* Places doubles on a line of whole numbers. */
static int64_t place(uint64_t bits)
{
    const int64_t magnitude = (int64_t)(bits & INT64_MAX);
    return bits >> 63 != 0 ? -magnitude : magnitude;
}

uint64_t rw_replay_distance(uint64_t one, uint64_t other)
{
    const int64_t a = place(one), b = place(other);
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}
