/* Reads the JSON that a server or the codec has written, to show it to people and to splice requests. A document
 * becomes a flat list of values, parents before children; nothing is converted, so that a number is shown with the
 * digits it came with. Strict RFC 8259 but for duplicate keys, of which the first counts. */
#ifndef RW_CLI_TREE_H
#define RW_CLI_TREE_H

#include <stdbool.h>
#include <stddef.h>

#define RW_TREE_NONE ((size_t)-1)
#define RW_TREE_DEPTH 64

typedef enum rw_tree_kind {
    RW_TREE_NULL,
    RW_TREE_FALSE,
    RW_TREE_TRUE,
    RW_TREE_NUMBER,
    RW_TREE_STRING,
    RW_TREE_ARRAY,
    RW_TREE_OBJECT,
} rw_tree_kind;

typedef struct rw_tree_value {
    rw_tree_kind kind;
    size_t start, end; /* bytes of the text; of a string without its quotes */
    size_t key_start, key_end; /* of a member's key, without quotes; equal where there is none */
    size_t count;      /* members or elements */
    size_t next;       /* index of the value after this one and all that is in it */
} rw_tree_value;

typedef struct rw_tree {
    const char *text; /* borrowed */
    size_t length;
    rw_tree_value *values; /* values[0] is the document */
    size_t value_count, value_capacity;
} rw_tree;

typedef struct rw_tree_error {
    size_t line, column; /* from 1; columns count bytes */
    const char *detail;  /* static text */
} rw_tree_error;

/* False, with *error filled and *out untouched, when the text is not one JSON document. */
bool rw_tree_parse(const char *text, size_t length, rw_tree *out, rw_tree_error *error);

/* Takes NULL. */
void rw_tree_free(rw_tree *tree);

/* Member of an object by a path of keys separated by '.', or element of an array by a number in it; RW_TREE_NONE when
 * there is none. `at` may be RW_TREE_NONE, so that look-ups chain. */
size_t rw_tree_find(const rw_tree *tree, size_t at, const char *path);

/* First element or member, and the one after; RW_TREE_NONE at the end. */
size_t rw_tree_first(const rw_tree *tree, size_t at);
size_t rw_tree_after(const rw_tree *tree, size_t parent, size_t at);

bool rw_tree_is(const rw_tree *tree, size_t at, rw_tree_kind kind);

/* The number; `otherwise` when it is none. */
double rw_tree_number(const rw_tree *tree, size_t at, double otherwise);

/* A string with its escapes resolved, any other scalar as it stands, in a copy for the caller to free(); NULL when
 * there is no such value or no memory. */
char *rw_tree_text(const rw_tree *tree, size_t at);

bool rw_tree_text_equal(const rw_tree *tree, size_t at, const char *text);

#endif
