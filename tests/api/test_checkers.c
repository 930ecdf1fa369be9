/* What the scenarios check with: a checker that lets everything pass would make every scenario pass. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "pointer.h"
#include "schema.h"

static json_t *parse(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, JSON_DECODE_ANY, &error);
    ck_assert_msg(value != NULL, "%s: %s", text, error.text);
    return value;
}

START_TEST(pointer__gets_sets_and_removes)
{
    json_t *root = parse("{\"a\": [1, {\"b/c\": 2, \"~\": 3}], \"\": 4}");
    json_t *five = json_integer(5);
    ck_assert_ptr_eq(pointer_get(root, ""), root);
    ck_assert_int_eq(json_integer_value(pointer_get(root, "/a/0")), 1);
    ck_assert_int_eq(json_integer_value(pointer_get(root, "/a/1/b~1c")), 2);
    ck_assert_int_eq(json_integer_value(pointer_get(root, "/a/1/~0")), 3);
    ck_assert_int_eq(json_integer_value(pointer_get(root, "/")), 4);
    static const char *const nowhere[] = {"/b", "/a/2", "/a/x", "/a/0/b", "a"};
    for (size_t i = 0; i < sizeof nowhere / sizeof nowhere[0]; i++)
        ck_assert_ptr_null(pointer_get(root, nowhere[i]));

    ck_assert(pointer_set(root, "/a/0", five) && pointer_set(root, "/new", five) && pointer_set(root, "/a/-", five));
    ck_assert_int_eq(json_integer_value(pointer_get(root, "/a/0")), 5);
    ck_assert_int_eq(json_integer_value(pointer_get(root, "/a/2")), 5);
    ck_assert(!pointer_set(root, "/a/9", five) && !pointer_set(root, "/b/c", five) && !pointer_set(root, "", five));
    ck_assert(pointer_remove(root, "/a/1") && pointer_remove(root, "/new"));
    ck_assert(!pointer_remove(root, "/new") && !pointer_remove(root, "/a/7"));
    ck_assert_uint_eq(json_array_size(json_object_get(root, "a")), 2);
    json_decref(five);
    json_decref(root);
}
END_TEST

typedef struct comparison_case {
    const char *expected, *actual;
    bool same;
} comparison_case;

static const comparison_case comparisons[] = {
    {"1", "1.0000000001", true},
    {"1", "1.00000001", false},
    {"1000", "1000.0000001", true},
    {"0", "1e-10", true},
    {"0", "1e-8", false},
    {"null", "null", true},
    {"null", "0", false},
    {"0", "null", false},
    {"\"a\"", "\"b\"", false},
    {"true", "false", false},
    {"{\"a\": 1}", "{\"a\": 1, \"b\": 2}", true},
    {"{\"a\": 1}", "{\"b\": 1}", false},
    {"[1, 2]", "[1, 2, 3]", false},
    {"[1, 2]", "[1, 3]", false},
    {"[{\"a\": [1]}]", "[{\"a\": [2]}]", false},
    {"{\"rotation\": [0, 0, 0, 1]}", "{\"rotation\": [0, 0, 0, 1]}", true},
    {"{\"rotation\": [0, -1, 0, -1e-17]}", "{\"rotation\": [0, 1, 0, 0]}", true},
    {"{\"rotation\": [0, 1, 0, 0]}", "{\"rotation\": [1, 0, 0, 0]}", false},
    {"{\"rotation\": [0, 0, 0, 1]}", "{\"rotation\": [0, 0, 1]}", false},
    {"{\"rotation\": \"face\"}", "{\"rotation\": \"face\"}", true},
};

START_TEST(compare__tells_same_from_different)
{
    const comparison_case *row = &comparisons[_i];
    json_t *expected = parse(row->expected);
    json_t *actual = parse(row->actual);
    char why[256] = "";
    ck_assert_msg(compare_json(expected, actual, 1e-9, why, sizeof why) == row->same, "%s and %s: %s", row->expected,
                  row->actual, why);
    ck_assert_int_eq(why[0] == '\0', row->same);
    json_decref(expected);
    json_decref(actual);
}
END_TEST

typedef struct schema_case {
    const char *schema, *value;
    bool valid;
} schema_case;

static const schema_case schemas[] = {
    {"{\"type\": \"number\"}", "1.5", true},
    {"{\"type\": \"number\"}", "\"1\"", false},
    {"{\"type\": \"integer\"}", "2", true},
    {"{\"type\": \"integer\"}", "2.0", true},
    {"{\"type\": \"integer\"}", "2.5", false},
    {"{\"type\": [\"number\", \"null\"]}", "null", true},
    {"{\"type\": [\"number\", \"null\"]}", "false", false},
    {"{\"enum\": [\"a\", 1]}", "1.0", true},
    {"{\"enum\": [\"a\", 1]}", "\"b\"", false},
    {"{\"const\": \"a\"}", "\"b\"", false},
    {"{\"minimum\": 0, \"maximum\": 1}", "1", true},
    {"{\"minimum\": 0, \"maximum\": 1}", "1.1", false},
    {"{\"exclusiveMinimum\": 0}", "0", false},
    {"{\"exclusiveMaximum\": 1}", "1", false},
    {"{\"minLength\": 2}", "\"a\"", false},
    {"{\"pattern\": \"^[a-z]+$\"}", "\"ab\"", true},
    {"{\"pattern\": \"^[a-z]+$\"}", "\"a1\"", false},
    {"{\"pattern\": \"^[a-z\"}", "\"a\"", false},
    {"{\"minItems\": 1}", "[]", false},
    {"{\"items\": {\"type\": \"number\"}}", "[1, \"a\"]", false},
    {"{\"prefixItems\": [{\"type\": \"string\"}], \"items\": {\"type\": \"number\"}}", "[\"a\", 1]", true},
    {"{\"prefixItems\": [{\"type\": \"string\"}], \"items\": {\"type\": \"number\"}}", "[1, 1]", false},
    {"{\"required\": [\"a\"]}", "{\"b\": 1}", false},
    {"{\"properties\": {\"a\": {\"type\": \"number\"}}}", "{}", true},
    {"{\"properties\": {\"a\": {\"type\": \"number\"}}}", "{\"a\": \"x\"}", false},
    {"{\"properties\": {\"a\": true}}", "{\"b\": 1}", false},
    {"{\"properties\": {\"a\": true}, \"additionalProperties\": true}", "{\"b\": 1}", true},
    {"{\"additionalProperties\": {\"type\": \"number\"}}", "{\"b\": \"x\"}", false},
    {"{\"additionalProperties\": false}", "{\"b\": 1}", false},
    {"{\"$ref\": \"#/s/name\"}", "\"x\"", true},
    {"{\"$ref\": \"#/s/name\"}", "1", false},
    {"{\"$ref\": \"#/s/none\"}", "1", false},
    {"{\"$ref\": \"#/s/loop\"}", "1", false},
    {"{\"allOf\": [{\"$ref\": \"#/s/a\"}, {\"$ref\": \"#/s/b\"}]}", "{\"a\": 1}", false},
    {"{\"oneOf\": [{\"$ref\": \"#/s/a\"}, {\"$ref\": \"#/s/b\"}]}", "{\"b\": 1}", true},
    {"{\"oneOf\": [{\"$ref\": \"#/s/a\"}, {\"$ref\": \"#/s/b\"}]}", "{\"c\": 1}", false},
    {"{\"oneOf\": [{\"type\": \"number\"}, {\"const\": 1}]}", "1", false},
    {"{\"anyOf\": [{\"type\": \"number\"}, {\"const\": 1}]}", "1", true},
    {"{\"anyOf\": [{\"type\": \"number\"}, {\"type\": \"null\"}]}", "\"x\"", false},
    {"{\"properties\": {\"n\": true}, \"oneOf\": [{\"properties\": {\"n\": true, \"r\": true}, \"required\": [\"r\"]},"
     " {\"properties\": {\"n\": true, \"p\": true}, \"required\": [\"p\"]}]}", "{\"n\": 1, \"p\": 2}", true},
    {"{\"properties\": {\"n\": true}, \"oneOf\": [{\"properties\": {\"n\": true, \"r\": true}, \"required\": [\"r\"]},"
     " {\"properties\": {\"n\": true, \"p\": true}, \"required\": [\"p\"]}]}", "{\"n\": 1, \"p\": 2, \"r\": 3}", false},
    {"{\"propertyNames\": {\"pattern\": \"^a\"}}", "{\"b\": 1}", false},
    {"{\"description\": \"anything\", \"x-unit\": \"metres\"}", "[1, {\"b\": null}]", true},
};

START_TEST(schema__tells_valid_from_invalid)
{
    const schema_case *row = &schemas[_i];
    json_t *document = parse("{\"s\": {\"name\": {\"type\": \"string\"}, \"loop\": {\"$ref\": \"#/s/loop\"},"
                             " \"a\": {\"properties\": {\"a\": true}, \"required\": [\"a\"]},"
                             " \"b\": {\"properties\": {\"b\": true}, \"required\": [\"b\"]}}}");
    json_t *schema = parse(row->schema);
    json_t *value = parse(row->value);
    char why[512] = "";
    bool valid = schema_check(document, schema, value, why, sizeof why);
    ck_assert_msg(valid == row->valid, "%s against %s: %s", row->value, row->schema, why);
    ck_assert(valid || why[0] != '\0');
    json_decref(value);
    json_decref(schema);
    json_decref(document);
}
END_TEST

START_TEST(schema__lint_finds_unknown_keywords_and_numbers_without_a_unit)
{
    static const struct {
        const char *schema;
        bool sound;
    } rows[] = {
        {"{\"properties\": {\"wrong\": {\"type\": \"number\", \"description\": \"metres\"}}}", true},
        {"{\"properties\": {\"a\": {\"type\": \"number\"}}}", false},
        {"{\"properties\": {\"a\": {\"type\": [\"integer\", \"null\"]}}}", false},
        {"{\"properties\": {\"a\": {\"$ref\": \"#/metres\"}}}", true},
        {"{\"properties\": {\"a\": {\"type\": \"string\", \"wrong\": null}}}", false},
        {"{\"items\": {\"wrong\": null}}", false},
        {"{\"oneOf\": [true, {\"wrong\": null}]}", false},
        {"{\"additionalProperties\": {\"wrong\": null}}", false},
        {"{\"items\": 5}", false},
    };
    json_t *document = parse("{\"metres\": {\"type\": \"number\", \"description\": \"metres\"}}");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *schema = parse(rows[i].schema);
        char why[256] = "";
        ck_assert_msg(schema_lint(document, schema, "s", why, sizeof why) == rows[i].sound, "%s: %s", rows[i].schema,
                      why);
        ck_assert_int_eq(why[0] == '\0', rows[i].sound);
        json_decref(schema);
    }
    json_decref(document);
}
END_TEST

START_TEST(schema__finds_the_operation_of_a_path)
{
    json_t *document = parse("{\"paths\": {\"/\": {\"get\": 1}, \"/c\": {\"get\": 2}, \"/c/{n}\": {\"get\": 3},"
                             " \"/c/list\": {\"get\": 4}, \"/c/{n}/r/{r}\": {\"put\": 5}}}");
    static const struct {
        const char *method, *path;
        int operation;
    } rows[] = {{"get", "/", 1},     {"get", "/?a=b", 1},   {"get", "/c?x", 2}, {"get", "/c/a", 3},
                {"get", "/c/list", 4}, {"put", "/c/a/r/1", 5}, {"get", "/d", 0},  {"put", "/c/a", 0},
                {"get", "/c/", 0},   {"get", "/c/a/", 0},   {"put", "/c//r/1", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *template = NULL;
        json_t *operation = schema_find_operation(document, rows[i].method, rows[i].path, &template);
        ck_assert_msg(json_integer_value(operation) == rows[i].operation, "%s %s", rows[i].method, rows[i].path);
    }
    json_decref(document);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("checkers");
    TCase *cases = tcase_create("checkers");
    tcase_add_test(cases, pointer__gets_sets_and_removes);
    tcase_add_loop_test(cases, compare__tells_same_from_different, 0, sizeof comparisons / sizeof comparisons[0]);
    tcase_add_loop_test(cases, schema__tells_valid_from_invalid, 0, sizeof schemas / sizeof schemas[0]);
    tcase_add_test(cases, schema__lint_finds_unknown_keywords_and_numbers_without_a_unit);
    tcase_add_test(cases, schema__finds_the_operation_of_a_path);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
