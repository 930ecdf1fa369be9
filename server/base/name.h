/*
 * Names of clips and profiles: [A-Za-z0-9][A-Za-z0-9._-]{0,127}, and references to them, `name` or `name@revision`.
 */
#ifndef RW_BASE_NAME_H
#define RW_BASE_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_NAME_MAX 128
#define RW_NAME_SIZE (RW_NAME_MAX + 1)
#define RW_REVISION_MAX INT64_C(999999999999999) /* 15 digits: exact as a double too */

/* One rule in words, for error details. */
#define RW_NAME_RULE "1 to 128 characters from A-Z a-z 0-9 . _ -, the first a letter or a digit"

typedef struct rw_name_reference {
    char name[RW_NAME_SIZE];
    int64_t revision; /* 1 or more; 0 when the reference pins none */
} rw_name_reference;

typedef enum rw_name_status {
    RW_NAME_OK = 0,
    RW_NAME_BAD_NAME,
    RW_NAME_BAD_REVISION /* after the @: not a positive decimal without leading zeros, or above RW_REVISION_MAX */
} rw_name_status;

bool rw_name_valid(const char *text, size_t length);

/* A revision as in a path segment: 1 .. RW_REVISION_MAX, decimal, no sign, no leading zeros. */
bool rw_revision_parse(const char *text, size_t length, int64_t *out);

/* Reads `name` or `name@revision`; *out is untouched unless the status is OK. */
rw_name_status rw_name_reference_parse(const char *text, size_t length, rw_name_reference *out);

#endif
