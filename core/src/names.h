/* Tables of names: an enum's texts in its order. */
#ifndef RW_CORE_NAMES_H
#define RW_CORE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

const char *rw_name_at(const char *const *names, size_t count, size_t index, const char *otherwise);
bool rw_name_find(const char *const *names, size_t count, const char *text, size_t *index);
bool rw_text_equal(const char *a, const char *b);

#endif
