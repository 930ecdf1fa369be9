/*
 * Decoding functions of single values, for tables of fields. Private to the codec.
 *
 * The target's type is named for each. On a wrong value they report and leave the target as it was, unless said.
 */
#ifndef RW_CODEC_VALUE_H
#define RW_CODEC_VALUE_H

#include <rootwarp/rootwarp.h>

#include "codec/field.h"
#include "codec/reference.h"

/* double; within [min, max] where min < max, any finite number otherwise */
rw_field_decode rw_value_number;
/* bool */
rw_field_decode rw_value_bool;
/* const char *, in the arena; between min and max bytes (max 0: any), no control characters but line breaks and tabs
 * where `more` is not NULL */
rw_field_decode rw_value_text;
/* const char *, in the arena; a name as of a clip */
rw_field_decode rw_value_name;
/* rw_codec_reference: "name" or "name@revision"; `more` says of what, "profile" or "clip" */
rw_field_decode rw_value_reference;
/* int: the index of the text in `more`, a list of names (rw_value_names) */
rw_field_decode rw_value_enum;
/* rw_vec3, rw_quat: lists of three and four numbers */
rw_field_decode rw_value_vector;
rw_field_decode rw_value_rotation;
/* rw_range: {"min", "max"}, both required. Where one of them is wrong the target gets a sound range all the same. */
rw_field_decode rw_value_range;
/* rw_space: the name of a preset or an object with its axes */
rw_field_decode rw_value_space;
/* rw_value_tag_list: a list of texts, each once */
rw_field_decode rw_value_tags;

typedef struct rw_value_names {
    const char *const *names; /* NULL at the end */
} rw_value_names;

typedef struct rw_value_tag_list {
    size_t count;
    const char *const *items;
} rw_value_tag_list;

/* Reads [x, y, z] or [x, y, z, w] into numbers[0 .. count). */
bool rw_value_numbers(rw_decoder *decoder, const rw_json_path *path, rw_value value, double *numbers,
                      size_t count);

/* Reports a list that is longer than it may be. */
void rw_value_report_too_long(rw_decoder *decoder, const rw_json_path *path, size_t count, size_t limit);

#endif
