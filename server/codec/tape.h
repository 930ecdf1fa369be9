/*
 * Bytes to a tape of JSON: the values of a body in one flat list, in the order in which they are written. Private to
 * the codec.
 *
 * A list node (array or object) is followed by what it holds and knows where that ends; in an object each key is a
 * node before its value. So nothing is linked, nothing is looked up to go on, and one piece of memory holds it all:
 *
 *     {"a":[1,2],"b":null}     object(2, ends at 7)  text a  array(2, ends at 5)  1  2  text b  null
 *
 * Memory, all from the arena: the body once more, in which texts lose their escapes and are ended by a zero byte; and
 * 16 bytes a value and a key, which is at most 8 bytes for each byte of the body (a resolve request has 2 to 4). So
 * 1 MiB takes at most 9 MiB, when it is all commas. They are one allocation, whatever is read. An object of more than
 * RW_TAPE_FEW_KEYS keys needs 4 to 8 bytes a key besides. A tape is read by any number of threads.
 */
#ifndef RW_CODEC_TAPE_H
#define RW_CODEC_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/problem.h"
#include "codec/arena.h"
#include "codec/limits.h"
#include "codec/pointer.h"

#define RW_TAPE_LENGTH_MAX 0x7FFFFFFF /* bytes of a body */
#define RW_TAPE_FEW_KEYS 16 /* objects with more are checked for duplicate keys when they end, by sorting */

typedef enum rw_tape_type {
    RW_TAPE_ABSENT = 0, /* no value at all: a member that the object does not have */
    RW_TAPE_NULL,
    RW_TAPE_FALSE,
    RW_TAPE_TRUE,
    RW_TAPE_NUMBER,
    RW_TAPE_TEXT,
    RW_TAPE_ARRAY,
    RW_TAPE_OBJECT,
} rw_tape_type;

/* Fields are private. */
typedef struct rw_tape_node {
    uint32_t offset; /* in the body, of the first byte */
    uint32_t type;
    union {
        double number;
        uint32_t length; /* of a text, which begins behind its quote */
        struct {
            uint32_t count, end; /* elements or members; index of the node behind the last of them */
        } list;
    } as;
} rw_tape_node;

/* Fields are private. */
typedef struct rw_tape {
    const char *text;
    const rw_tape_node *nodes;
} rw_tape;

/*
 * Reads body[0 .. length), which may be NULL when length is 0, as one JSON value.
 *
 * Takes what rw_json_read() takes, with the same values, and refuses what it refuses, with the same problem: of a
 * body that is refused rw_json_read() says where and why. Numbers are the nearest doubles, whatever the locale.
 *
 * Returns false, with *tape untouched, and the problem set to invalid_json, too_many_fields, body_too_large or
 * out_of_memory; to body_too_large also for more than RW_TAPE_LENGTH_MAX bytes.
 */
bool rw_tape_read(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena, rw_tape *tape,
                  rw_problem *problem);

/* A value of a tape, to be passed by value. One with a NULL tape is absent; every function takes that. */
typedef struct rw_value {
    const rw_tape *tape;
    uint32_t index;
} rw_value;

/* In the arena, or a literal; ended by a zero byte, and without one inside. */
typedef struct rw_tape_string {
    const char *data;
    size_t length;
} rw_tape_string;

/* Goes through an array or an object. */
typedef struct rw_tape_iterator {
    rw_value key; /* absent in an array */
    rw_value value;
    uint32_t next, end;
    bool object;
} rw_tape_iterator;

static inline rw_value rw_tape_root(const rw_tape *tape)
{
    return (rw_value){.tape = tape};
}

/* Private: of a value that is there. */
static inline const rw_tape_node *rw_tape_node_of(rw_value value)
{
    return &value.tape->nodes[value.index];
}

static inline rw_tape_type rw_tape_type_of(rw_value value)
{
    return value.tape == NULL ? RW_TAPE_ABSENT : (rw_tape_type)rw_tape_node_of(value)->type;
}

/* Whether it is there and of that type. */
static inline bool rw_tape_is(rw_value value, rw_tape_type type)
{
    return rw_tape_type_of(value) == type;
}

static inline bool rw_tape_present(rw_value value)
{
    return value.tape != NULL;
}

static inline bool rw_tape_is_bool(rw_value value)
{
    return rw_tape_is(value, RW_TAPE_TRUE) || rw_tape_is(value, RW_TAPE_FALSE);
}

/* Always finite; 0 of what is no number. */
static inline double rw_tape_number(rw_value value)
{
    return rw_tape_is(value, RW_TAPE_NUMBER) ? rw_tape_node_of(value)->as.number : 0;
}

/* Valid UTF-8; the empty string of what is no text. */
static inline rw_tape_string rw_tape_text(rw_value value)
{
    if (!rw_tape_is(value, RW_TAPE_TEXT))
        return (rw_tape_string){"", 0};
    const rw_tape_node *node = rw_tape_node_of(value);
    return (rw_tape_string){value.tape->text + node->offset + 1, node->as.length};
}

/* Whether the string is these characters. */
static inline bool rw_tape_string_is(rw_tape_string string, const char *text)
{
    const size_t length = strlen(text);
    return string.length == length && memcmp(string.data, text, length) == 0;
}

/* Whether it is a text and that one. */
static inline bool rw_tape_text_is(rw_value value, const char *text)
{
    return rw_tape_is(value, RW_TAPE_TEXT) && rw_tape_string_is(rw_tape_text(value), text);
}

/* The elements of an array, the members of an object; 0 of anything else. */
static inline size_t rw_tape_count(rw_value value)
{
    const rw_tape_type type = rw_tape_type_of(value);
    return type == RW_TAPE_ARRAY || type == RW_TAPE_OBJECT ? rw_tape_node_of(value)->as.list.count : 0;
}

/* Where it begins in the body, a text with its quote. The value must be there. */
static inline size_t rw_tape_offset(rw_value value)
{
    return rw_tape_node_of(value)->offset;
}

/* Begins before the first element or member; of anything else than a list there is none. */
static inline rw_tape_iterator rw_tape_iterate(rw_value list)
{
    const rw_tape_type type = rw_tape_type_of(list);
    rw_tape_iterator iterator = {.value = {.tape = list.tape}, .object = type == RW_TAPE_OBJECT};
    if (type == RW_TAPE_ARRAY || type == RW_TAPE_OBJECT) {
        iterator.next = list.index + 1;
        iterator.end = rw_tape_node_of(list)->as.list.end;
    }
    return iterator;
}

/* The index of the node behind a value that is there. */
static inline uint32_t rw_tape_after(rw_value value)
{
    const rw_tape_node *node = rw_tape_node_of(value);
    return node->type >= RW_TAPE_ARRAY ? node->as.list.end : value.index + 1;
}

/* Goes on to the next; false when there is none. */
static inline bool rw_tape_next(rw_tape_iterator *iterator)
{
    if (iterator->next >= iterator->end)
        return false;
    if (iterator->object)
        iterator->key = (rw_value){iterator->value.tape, iterator->next++};
    iterator->value.index = iterator->next;
    iterator->next = rw_tape_after(iterator->value);
    return true;
}

/* The member with this key; absent where there is none or `object` is no object. Looks at one key after the other:
 * who wants many members goes through them once. */
rw_value rw_tape_get(rw_value object, const char *key);

/* The element at this place; absent past the end or where `array` is no array. Goes there one by one where elements
 * hold others: who wants all of them goes through them once. */
rw_value rw_tape_at(rw_value array, size_t place);

/* Whether it is an array of just so many numbers, which are put into numbers[0 .. count); untouched when not. */
bool rw_tape_numbers(rw_value array, size_t count, double *numbers);

/* Adds the way to the value, from the root of its tape, to a pointer. Looks at much of the tape: for errors. */
void rw_tape_locate(rw_value value, rw_pointer *pointer);

#endif
