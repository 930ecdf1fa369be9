#include "schema.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "pointer.h"

enum { DEPTH_MAX = 64 };

typedef struct check {
    json_t *document;
    char *why;
    size_t why_size;
    char path[512];
    unsigned depth;
} check;

static bool check_value(check *at, json_t *schema, json_t *value);

static bool fail(const check *at, const char *what, const json_t *detail)
{
    char *text = detail == NULL ? NULL : json_dumps(detail, JSON_ENCODE_ANY | JSON_COMPACT);
    snprintf(at->why, at->why_size, "%s: %s%s%.200s", at->path[0] == '\0' ? "/" : at->path, what,
             text == NULL ? "" : " ", text == NULL ? "" : text);
    free(text);
    return false;
}

json_t *schema_follow(json_t *document, json_t *object)
{
    for (int i = 0; i < DEPTH_MAX; i++) {
        const char *reference = json_string_value(json_object_get(object, "$ref"));
        if (reference == NULL || reference[0] != '#')
            return object;
        object = pointer_get(document, reference + 1);
    }
    return NULL;
}

/* Types */

static bool type_is(const char *type, const json_t *value)
{
    if (strcmp(type, "integer") == 0)
        return json_is_number(value) && floor(json_number_value(value)) == json_number_value(value);
    return (strcmp(type, "object") == 0 && json_is_object(value)) ||
           (strcmp(type, "array") == 0 && json_is_array(value)) ||
           (strcmp(type, "string") == 0 && json_is_string(value)) ||
           (strcmp(type, "number") == 0 && json_is_number(value)) ||
           (strcmp(type, "boolean") == 0 && json_is_boolean(value)) ||
           (strcmp(type, "null") == 0 && json_is_null(value));
}

static bool type_allowed(const json_t *type, const json_t *value)
{
    if (json_is_string(type))
        return type_is(json_string_value(type), value);
    for (size_t i = 0; i < json_array_size(type); i++)
        if (type_is(json_string_value(json_array_get(type, i)), value))
            return true;
    return false;
}

static bool listed(const json_t *list, const json_t *value)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        if (json_equal(item, value) || (json_is_number(item) && json_is_number(value) &&
                                        json_number_value(item) == json_number_value(value)))
            return true;
    }
    return false;
}

/* Bounds */

static bool within(const json_t *schema, const char *minimum, const char *maximum, double value)
{
    const json_t *low = json_object_get(schema, minimum);
    const json_t *high = json_object_get(schema, maximum);
    return (low == NULL || value >= json_number_value(low)) && (high == NULL || value <= json_number_value(high));
}

static bool check_number(const check *at, const json_t *schema, const json_t *value)
{
    double number = json_number_value(value);
    const json_t *above = json_object_get(schema, "exclusiveMinimum");
    const json_t *below = json_object_get(schema, "exclusiveMaximum");
    if (!within(schema, "minimum", "maximum", number) || (above != NULL && number <= json_number_value(above)) ||
        (below != NULL && number >= json_number_value(below)))
        return fail(at, "out of the documented range:", value);
    return true;
}

static bool check_string(const check *at, const json_t *schema, const json_t *value)
{
    if (!within(schema, "minLength", "maxLength", (double)json_string_length(value)))
        return fail(at, "not of the documented length:", value);
    const char *pattern = json_string_value(json_object_get(schema, "pattern"));
    if (pattern == NULL)
        return true;
    regex_t regex;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return fail(at, "the pattern of the schema does not compile:", json_object_get(schema, "pattern"));
    bool match = regexec(&regex, json_string_value(value), 0, NULL, 0) == 0;
    regfree(&regex);
    return match || fail(at, "does not match the documented pattern:", value);
}

/* Arrays and objects */

static bool check_array(check *at, json_t *schema, json_t *value)
{
    if (!within(schema, "minItems", "maxItems", (double)json_array_size(value)))
        return fail(at, "not of the documented count:", value);
    json_t *items = json_object_get(schema, "items");
    json_t *prefix = json_object_get(schema, "prefixItems");
    size_t path_length = strlen(at->path);
    for (size_t i = 0; i < json_array_size(value); i++) {
        json_t *item_schema = i < json_array_size(prefix) ? json_array_get(prefix, i) : items;
        if (item_schema == NULL)
            continue;
        snprintf(at->path + path_length, sizeof at->path - path_length, "/%zu", i);
        if (!check_value(at, item_schema, json_array_get(value, i)))
            return false;
        at->path[path_length] = '\0';
    }
    return true;
}

/* The schema that a key has anywhere in a schema and what it is composed of. */
static bool known_property(check *at, json_t *schema, const char *key, unsigned depth)
{
    static const char *const compositions[] = {"allOf", "oneOf", "anyOf"};
    schema = schema_follow(at->document, schema);
    if (depth > DEPTH_MAX)
        return false;
    if (json_object_get(json_object_get(schema, "properties"), key) != NULL)
        return true;
    for (size_t c = 0; c < 3; c++) {
        json_t *branches = json_object_get(schema, compositions[c]);
        for (size_t i = 0; i < json_array_size(branches); i++)
            if (known_property(at, json_array_get(branches, i), key, depth + 1))
                return true;
    }
    return false;
}

static bool check_object(check *at, json_t *schema, json_t *value)
{
    json_t *required = json_object_get(schema, "required");
    for (size_t i = 0; i < json_array_size(required); i++)
        if (json_object_get(value, json_string_value(json_array_get(required, i))) == NULL)
            return fail(at, "lacks the required member", json_array_get(required, i));

    json_t *properties = json_object_get(schema, "properties");
    json_t *additional = json_object_get(schema, "additionalProperties");
    size_t path_length = strlen(at->path);
    const char *key;
    json_t *member;
    json_object_foreach(value, key, member)
    {
        snprintf(at->path + path_length, sizeof at->path - path_length, "/%s", key);
        json_t *member_schema = json_object_get(properties, key);
        if (member_schema == NULL && json_is_object(additional))
            member_schema = additional;
        if (member_schema != NULL && !check_value(at, member_schema, member))
            return false;
        bool closed = json_is_false(additional) || (properties != NULL && additional == NULL);
        if (member_schema == NULL && closed && !known_property(at, schema, key, 0))
            return fail(at, "is not documented:", member);
        at->path[path_length] = '\0';
    }
    return true;
}

/* Compositions */

static size_t count_matches(check *at, json_t *branches, json_t *value)
{
    size_t matches = 0;
    char path[sizeof at->path];
    memcpy(path, at->path, sizeof path);
    for (size_t i = 0; i < json_array_size(branches); i++) {
        matches += check_value(at, json_array_get(branches, i), value);
        memcpy(at->path, path, sizeof path);
    }
    return matches;
}

static bool check_compositions(check *at, json_t *schema, json_t *value)
{
    json_t *all = json_object_get(schema, "allOf");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (!check_value(at, json_array_get(all, i), value))
            return false;
    json_t *any = json_object_get(schema, "anyOf");
    if (any != NULL && count_matches(at, any, value) == 0)
        return json_array_size(any) == 1 ? false : fail(at, "is none of the documented forms (anyOf):", value);
    json_t *one = json_object_get(schema, "oneOf");
    if (one != NULL) {
        size_t matches = count_matches(at, one, value);
        if (matches != 1)
            return fail(at, matches == 0 ? "is none of the documented forms (oneOf):"
                                         : "is several of the documented forms (oneOf):", value);
    }
    return true;
}

/* Whether every keyword is one that is checked, or one that says nothing about validity. */
static bool keywords_known(const check *at, json_t *schema)
{
    static const char *const known[] = {
        "type", "properties", "required", "additionalProperties", "items", "prefixItems", "enum", "const", "$ref",
        "allOf", "oneOf", "anyOf", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum",
        "exclusiveMaximum", "pattern", "minLength", "maxLength", "description", "title", "example", "examples",
        "default", "format", "readOnly", "writeOnly", "deprecated", "contentMediaType", "$comment", "unit"};
    const char *key;
    json_t *value;
    json_object_foreach(schema, key, value)
    {
        bool found = strncmp(key, "x-", 2) == 0;
        for (size_t i = 0; !found && i < sizeof known / sizeof known[0]; i++)
            found = strcmp(known[i], key) == 0;
        if (!found) {
            json_t *name = json_string(key);
            fail(at, "the schema has a keyword that is not checked:", name);
            json_decref(name);
            return false;
        }
    }
    return true;
}

static bool check_value(check *at, json_t *schema, json_t *value)
{
    if (json_is_true(schema))
        return true;
    schema = schema_follow(at->document, schema);
    if (!json_is_object(schema) || at->depth >= DEPTH_MAX)
        return fail(at, "the schema refers to nothing, or to itself", NULL);
    if (!keywords_known(at, schema))
        return false;
    const json_t *type = json_object_get(schema, "type");
    if (type != NULL && !type_allowed(type, value))
        return fail(at, "is not of the documented type:", value);
    const json_t *values = json_object_get(schema, "enum");
    if (values != NULL && !listed(values, value))
        return fail(at, "is none of the documented values:", value);
    const json_t *constant = json_object_get(schema, "const");
    if (constant != NULL && !json_equal(constant, value))
        return fail(at, "is not the documented value:", value);
    if (json_is_number(value) && !check_number(at, schema, value))
        return false;
    if (json_is_string(value) && !check_string(at, schema, value))
        return false;
    at->depth++;
    bool ok = (!json_is_array(value) || check_array(at, schema, value)) &&
              (!json_is_object(value) || check_object(at, schema, value)) && check_compositions(at, schema, value);
    at->depth--;
    return ok;
}

bool schema_check(json_t *document, json_t *schema, json_t *value, char *why, size_t why_size)
{
    check at = {.document = document, .why = why, .why_size = why_size};
    return check_value(&at, schema, value);
}

/* Lint */

static bool lint(check *at, json_t *schema);

static bool lint_at(check *at, const char *key, json_t *schema)
{
    size_t path_length = strlen(at->path);
    snprintf(at->path + path_length, sizeof at->path - path_length, "/%s", key);
    bool ok = lint(at, schema);
    if (ok)
        at->path[path_length] = '\0';
    return ok;
}

static bool has_number(const json_t *type)
{
    const char *name = json_string_value(type);
    if (name != NULL)
        return strcmp(name, "number") == 0 || strcmp(name, "integer") == 0;
    for (size_t i = 0; i < json_array_size(type); i++)
        if (has_number(json_array_get(type, i)))
            return true;
    return false;
}

/* A member that is a number says in words what it counts, itself or where it refers to. */
static bool lint_member(check *at, const char *key, json_t *member)
{
    json_t *followed = schema_follow(at->document, member);
    bool described = json_object_get(member, "description") != NULL || json_object_get(followed, "description") != NULL;
    if (has_number(json_object_get(followed, "type")) && !described) {
        json_t *name = json_string(key);
        fail(at, "is a number without a description:", name);
        json_decref(name);
        return false;
    }
    return lint_at(at, key, member);
}

static bool lint(check *at, json_t *schema)
{
    static const char *const lists[] = {"prefixItems", "allOf", "oneOf", "anyOf"};
    static const char *const singles[] = {"items", "additionalProperties"};
    if (json_is_boolean(schema))
        return true;
    if (!json_is_object(schema))
        return fail(at, "is no schema:", schema);
    if (!keywords_known(at, schema))
        return false;
    const char *key;
    json_t *member;
    json_object_foreach(json_object_get(schema, "properties"), key, member)
    {
        if (!lint_member(at, key, member))
            return false;
    }
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
        json_t *single = json_object_get(schema, singles[i]);
        if (single != NULL && !lint_at(at, singles[i], single))
            return false;
    }
    for (size_t l = 0; l < sizeof lists / sizeof lists[0]; l++) {
        json_t *branches = json_object_get(schema, lists[l]);
        for (size_t i = 0; i < json_array_size(branches); i++)
            if (!lint_at(at, lists[l], json_array_get(branches, i)))
                return false;
    }
    return true;
}

bool schema_lint(json_t *document, json_t *schema, const char *place, char *why, size_t why_size)
{
    check at = {.document = document, .why = why, .why_size = why_size};
    snprintf(at.path, sizeof at.path, "%s", place);
    return lint(&at, schema);
}

/* Paths */

/* Number of literal segments when the template fits the path (up to its query), else -1. */
static int template_fit(const char *template, const char *path)
{
    int literals = 0;
    while (*template == '/' && *path == '/') {
        size_t wanted = strcspn(template + 1, "/");
        size_t given = strcspn(path + 1, "/?");
        if (template[1] == '{') {
            if (given == 0)
                return -1;
        } else {
            if (wanted != given || memcmp(template + 1, path + 1, given) != 0)
                return -1;
            literals++;
        }
        template += 1 + wanted;
        path += 1 + given;
    }
    return *template == '\0' && (*path == '\0' || *path == '?') ? literals : -1;
}

json_t *schema_find_operation(json_t *document, const char *method, const char *path, const char **template)
{
    json_t *best = NULL;
    int best_fit = -1;
    const char *candidate;
    json_t *item;
    json_object_foreach(json_object_get(document, "paths"), candidate, item)
    {
        int fit = template_fit(candidate, path);
        if (fit <= best_fit)
            continue;
        best_fit = fit;
        best = json_object_get(item, method);
        *template = candidate;
    }
    return best;
}
