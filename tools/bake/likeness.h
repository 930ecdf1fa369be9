/* Names that somebody may have meant. Private to tools/bake. */
#ifndef RW_BAKE_LIKENESS_H
#define RW_BAKE_LIKENESS_H

#include <stdbool.h>

/* In both, `wanted` must not be empty, and upper and lower case of ASCII are one. */

/* `wanted` is a part of `name`. */
bool rw_name_contains(const char *name, const char *wanted);

/* `wanted` differs from `name`, or from what follows its last '|', '/' or ':', in a third of its own characters at
 * most. Never of names longer than 63 bytes. */
bool rw_name_is_near(const char *name, const char *wanted);

#endif
