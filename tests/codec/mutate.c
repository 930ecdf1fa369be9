#include "mutate.h"

#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *step_into(json_t *value, const char *segment)
{
    return json_is_array(value) ? json_array_get(value, strtoul(segment, NULL, 10)) : json_object_get(value, segment);
}

/* Walks to the holder of the last segment, which is stored. */
static json_t *find_holder(json_t *root, const char *pointer, char last[64])
{
    json_t *holder = root;
    const char *at = pointer;
    ck_assert_int_eq(*at, '/');
    for (;;) {
        const size_t length = strcspn(at + 1, "/");
        ck_assert_uint_lt(length, 64);
        memcpy(last, at + 1, length);
        last[length] = '\0';
        at += 1 + length;
        if (*at == '\0')
            return holder;
        holder = step_into(holder, last);
        ck_assert_msg(holder != NULL, "nothing at %s", pointer);
    }
}

char *mutate(const char *sound, const char *pointer, const char *value)
{
    json_t *root = json_loads(sound, 0, NULL);
    ck_assert_msg(root != NULL, "not JSON: %s", sound);
    char last[64];
    json_t *holder = find_holder(root, pointer, last);
    if (value == NULL)
        ck_assert_int_eq(json_object_del(holder, last), 0);
    else if (json_is_array(holder))
        ck_assert_int_eq(json_array_set_new(holder, strtoul(last, NULL, 10), json_string("@")), 0);
    else
        ck_assert_int_eq(json_object_set_new(holder, last, json_string("@")), 0);
    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(15));
    ck_assert_ptr_nonnull(text);
    json_decref(root);
    if (value == NULL)
        return text;
    const char *mark = strstr(text, "\"@\"");
    ck_assert_ptr_nonnull(mark);
    const size_t size = strlen(text) + strlen(value) + 1;
    char *filled = malloc(size);
    ck_assert_ptr_nonnull(filled);
    snprintf(filled, size, "%.*s%s%s", (int)(mark - text), text, value, mark + 3);
    free(text);
    return filled;
}
