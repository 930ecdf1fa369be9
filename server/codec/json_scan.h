/*
 * A strict reader of JSON's grammar (RFC 8259) that builds nothing: it says whether a text is well formed and within
 * bounds, and if not what is wrong, where, and under which JSON pointer. It never recurses and allocates nothing.
 */
#ifndef RW_CODEC_JSON_SCAN_H
#define RW_CODEC_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/problem.h"

typedef enum rw_json_fault {
    RW_JSON_SOUND = 0,
    RW_JSON_EMPTY,       /* nothing but white space */
    RW_JSON_BOM,         /* begins with a byte order mark */
    RW_JSON_SYNTAX,      /* something that may not stand here */
    RW_JSON_CUT_SHORT,   /* ends before the value does */
    RW_JSON_TRAILING,    /* something follows the value */
    RW_JSON_BAD_UTF8,    /* bytes that are no UTF-8 */
    RW_JSON_CONTROL,     /* a bare control character in a text */
    RW_JSON_BAD_ESCAPE,  /* a backslash with something JSON does not know */
    RW_JSON_NUL,         /* the character U+0000 in a text */
    RW_JSON_SURROGATE,   /* half a surrogate pair */
    RW_JSON_BAD_NUMBER,  /* a leading zero or plus, a point without digits */
    RW_JSON_NOT_A_VALUE, /* NaN, Infinity */
    RW_JSON_TOO_DEEP,
    RW_JSON_TOO_MANY_KEYS,
} rw_json_fault;

typedef struct rw_json_place {
    size_t offset; /* bytes before the place */
    size_t line;   /* from 1 */
    size_t column; /* characters into the line, from 1 */
    char pointer[RW_PROBLEM_POINTER_MAX + 1];
} rw_json_place;

/* Scans text[0 .. length). depth: at most RW_CODEC_DEPTH_MAX; keys: of one object. *place is set when the result is
 * not RW_JSON_SOUND. */
rw_json_fault rw_json_scan(const char *text, size_t length, size_t depth, size_t keys, rw_json_place *place);

/* The place of the token that holds the byte before `offset`, in a text that is sound. */
void rw_json_locate(const char *text, size_t length, size_t offset, rw_json_place *place);

#endif
