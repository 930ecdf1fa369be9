/* JSON pointers (RFC 6901) into Jansson's values. */
#ifndef RW_TESTS_API_POINTER_H
#define RW_TESTS_API_POINTER_H

#include <jansson.h>
#include <stdbool.h>

/* The value at a pointer, borrowed; NULL when there is none. */
json_t *pointer_get(json_t *root, const char *pointer);

/* Sets or adds the value at a pointer; in an array an index, or - for the end. The parent must exist. value is
 * borrowed. False when the place cannot be. */
bool pointer_set(json_t *root, const char *pointer, json_t *value);

/* Removes what is at a pointer; false when there is nothing. */
bool pointer_remove(json_t *root, const char *pointer);

#endif
