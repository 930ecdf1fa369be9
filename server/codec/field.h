/*
 * Objects of JSON into structs, by tables of fields. Private to the codec.
 *
 * A table names every member an object may have, its type and bounds, and where its value goes. Decoding goes through
 * the whole table and the whole object, reports everything that is wrong, and leaves the target's value as it was
 * where a member is absent or wrong: so the target must hold sound defaults before.
 */
#ifndef RW_CODEC_FIELD_H
#define RW_CODEC_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/problem.h"
#include "codec/arena.h"
#include "codec/limits.h"
#include "codec/tape.h"

/* Where a value lies: the way from it to the top. Lives on the stack of the decoding functions. */
typedef struct rw_json_path {
    const struct rw_json_path *parent;
    const char *key;      /* NULL: an element of an array */
    size_t index;
} rw_json_path;

/* What a decoding carries along. */
typedef struct rw_decoder {
    rw_arena *arena;
    rw_problem *problem;
    const rw_codec_limits *limits;
    const char *prefix; /* JSON pointer of the outermost value: "" for a body */
    bool no_memory;     /* the arena ran dry: nothing of the result may be used */
} rw_decoder;

typedef struct rw_field_spec rw_field_spec;

/* Decodes one value that is there and not null into `target` (the struct's start plus the spec's offset). Returns
 * whether it was sound; reports when it was not. Texts may be kept as they are: they live as long as the arena. */
typedef bool rw_field_decode(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                             const rw_field_spec *spec, void *target);

#define RW_FIELD_NO_FLAG ((size_t)-1)

struct rw_field_spec {
    const char *key;
    rw_field_decode *decode; /* NULL: the member is read-only and ignored */
    bool required;
    size_t offset; /* of the value in the target struct */
    size_t flag;   /* offset of a bool that tells that a sound value was given; RW_FIELD_NO_FLAG */
    double min, max;      /* see the decoding function */
    const void *more;     /* see the decoding function */
};

typedef struct rw_field_table {
    const rw_field_spec *specs;
    size_t count;
} rw_field_table;

#define RW_FIELD_SPECS_MAX 48 /* rows of all the tables that one object is decoded by */

#define RW_FIELD_TABLE(array) {(array), sizeof(array) / sizeof((array)[0])}

/* An optional member without bounds or flag; a required one. */
#define RW_FIELD(name, function, type, member) \
    {.key = (name), .decode = (function), .offset = offsetof(type, member), .flag = RW_FIELD_NO_FLAG}
#define RW_FIELD_REQUIRED(name, function, type, member) \
    {.key = (name), .decode = (function), .required = true, .offset = offsetof(type, member), \
     .flag = RW_FIELD_NO_FLAG}
#define RW_FIELD_READ_ONLY(name) {.key = (name), .flag = RW_FIELD_NO_FLAG}

/* Reports a wrong field at `path`. */
void rw_field_report(rw_decoder *decoder, const rw_json_path *path, rw_field_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* "an object", "a number", …; for error details. */
const char *rw_field_type_name(rw_value value);

/* Reports wrong_type, or null for a null. Always returns false. */
bool rw_field_wrong_type(rw_decoder *decoder, const rw_json_path *path, rw_value value, const char *expected);

/* Decodes an object by one or more tables, which name no member twice and have at most RW_FIELD_SPECS_MAX rows, into
 * `target`, in the order of the rows. Returns whether every member was sound; when `value` is no object at all, that is
 * the one thing reported. */
bool rw_field_object(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_table *tables,
                     size_t table_count, void *target);

/* A path step. */
rw_json_path rw_json_path_key(const rw_json_path *parent, const char *key);
rw_json_path rw_json_path_index(const rw_json_path *parent, size_t index);

/* Memory from the decoder's arena; NULL, and no_memory set, when there is none. */
void *rw_decoder_allocate(rw_decoder *decoder, size_t count, size_t size);
char *rw_decoder_text(rw_decoder *decoder, const char *text, size_t length);

#endif
