/* Checks JSON against the part of JSON Schema that the OpenAPI document uses. */
#ifndef RW_TESTS_API_SCHEMA_H
#define RW_TESTS_API_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Whether `value` is what `schema` allows. `document` is where $ref points into. An object whose schema lists
 * properties may have no other, unless additionalProperties says so: in an answer every field is documented.
 * On a mismatch writes where and what to `why`. A keyword that this checker does not know is a mismatch too, so that
 * nothing is passed over in silence.
 */
bool schema_check(json_t *document, json_t *schema, json_t *value, char *why, size_t why_size);

/* Whether a schema, and every schema in it, has only keywords that schema_check() knows, and a description wherever a
 * member is a number: that is where its unit stands. On a mismatch writes where and what to `why`. `place` is what the
 * schema is called there. */
bool schema_lint(json_t *document, json_t *schema, const char *place, char *why, size_t why_size);

/* The operation (paths/<template>/<method>) that a request with this method (lower case) and path goes to, and its
 * template; NULL when the document has none. Of several templates that fit the one with the most literals counts. */
json_t *schema_find_operation(json_t *document, const char *method, const char *path, const char **template);

/* The object a $ref stands for, or the object itself. */
json_t *schema_follow(json_t *document, json_t *object);

#endif
