#include "pointer.h"

#include <stdlib.h>
#include <string.h>

enum { TOKEN_MAX = 256 };

/* Takes the next reference token off a pointer that begins with /; ~1 and ~0 decoded. */
static const char *next_token(const char *pointer, char token[TOKEN_MAX])
{
    size_t length = 0;
    for (pointer++; *pointer != '\0' && *pointer != '/'; pointer++) {
        char character = *pointer;
        if (character == '~' && (pointer[1] == '0' || pointer[1] == '1'))
            character = *++pointer == '0' ? '~' : '/';
        if (length + 1 < TOKEN_MAX)
            token[length++] = character;
    }
    token[length] = '\0';
    return pointer;
}

static json_t *child(json_t *parent, const char *token)
{
    if (json_is_array(parent)) {
        char *end = NULL;
        unsigned long index = strtoul(token, &end, 10);
        return end == token || *end != '\0' ? NULL : json_array_get(parent, index);
    }
    return json_object_get(parent, token);
}

json_t *pointer_get(json_t *root, const char *pointer)
{
    char token[TOKEN_MAX];
    while (root != NULL && *pointer == '/') {
        pointer = next_token(pointer, token);
        root = child(root, token);
    }
    return *pointer == '\0' ? root : NULL;
}

/* The container of what a pointer names, and its last token. */
static json_t *parent_of(json_t *root, const char *pointer, char token[TOKEN_MAX])
{
    while (*pointer == '/') {
        pointer = next_token(pointer, token);
        if (*pointer == '\0')
            return root;
        root = child(root, token);
    }
    return NULL;
}

bool pointer_set(json_t *root, const char *pointer, json_t *value)
{
    char token[TOKEN_MAX];
    json_t *parent = parent_of(root, pointer, token);
    if (json_is_array(parent)) {
        if (strcmp(token, "-") == 0)
            return json_array_append(parent, value) == 0;
        return child(parent, token) != NULL && json_array_set(parent, strtoul(token, NULL, 10), value) == 0;
    }
    return json_is_object(parent) && json_object_set(parent, token, value) == 0;
}

bool pointer_remove(json_t *root, const char *pointer)
{
    char token[TOKEN_MAX];
    json_t *parent = parent_of(root, pointer, token);
    if (parent == NULL || child(parent, token) == NULL)
        return false;
    if (json_is_array(parent))
        return json_array_remove(parent, strtoul(token, NULL, 10)) == 0;
    return json_object_del(parent, token) == 0;
}
