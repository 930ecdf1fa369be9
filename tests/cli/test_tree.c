#include "tree.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static rw_tree parse(const char *text)
{
    rw_tree tree;
    rw_tree_error error;
    ck_assert_msg(rw_tree_parse(text, strlen(text), &tree, &error), "%s: %s", text, error.detail);
    return tree;
}

START_TEST(tree__refuses_what_is_no_json_and_says_where)
{
    static const struct {
        const char *text;
        size_t line, column;
    } cases[] = {
        {"", 1, 1},           {"  ", 1, 3},           {"{", 1, 2},         {"[1,]", 1, 4},     {"{\"a\":1,}", 1, 8},
        {"{\"a\" 1}", 1, 6},  {"{a:1}", 1, 2},        {"[1 2]", 1, 4},     {"tru", 1, 1},      {"nul", 1, 1},
        {"01", 1, 1},         {"+1", 1, 1},           {"1.", 1, 1},        {".5", 1, 1},       {"1e", 1, 1},
        {"1e999", 1, 1},      {"\"a", 1, 3},          {"\"\\x\"", 1, 4},   {"\"\\u12g4\"", 1, 6}, {"\"\n\"", 1, 2},
        {"1 1", 1, 3},        {"[1,\n\n 2,\n  x]", 4, 3}, {"\xEF\xBB\xBF{}", 1, 1}, {"'a'", 1, 1}, {"NaN", 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rw_tree tree;
        rw_tree_error error;
        bool read = rw_tree_parse(cases[i].text, strlen(cases[i].text), &tree, &error);
        ck_assert_msg(!read, "\"%s\" was read", cases[i].text);
        ck_assert_msg(error.line == cases[i].line && error.column == cases[i].column, "\"%s\": line %zu, column %zu: %s",
                      cases[i].text, error.line, error.column, error.detail);
    }
}
END_TEST

START_TEST(tree__bounds_the_depth)
{
    char text[2 * RW_TREE_DEPTH + 4] = "";
    rw_tree tree;
    rw_tree_error error;
    memset(text, '[', RW_TREE_DEPTH);
    memset(text + RW_TREE_DEPTH, ']', RW_TREE_DEPTH);
    ck_assert(rw_tree_parse(text, 2 * RW_TREE_DEPTH, &tree, &error));
    rw_tree_free(&tree);
    memset(text, '[', RW_TREE_DEPTH + 1);
    memset(text + RW_TREE_DEPTH + 1, ']', RW_TREE_DEPTH + 1);
    ck_assert(!rw_tree_parse(text, 2 * RW_TREE_DEPTH + 2, &tree, &error));
    ck_assert_str_eq(error.detail, "nested too deeply");
}
END_TEST

START_TEST(tree__finds_members_and_elements)
{
    rw_tree tree = parse(" { \"a\" : [ 1 , { \"b\" : null } , \"x\" ] , \"c\" : { } , \"a\" : 2 } ");
    ck_assert(rw_tree_is(&tree, 0, RW_TREE_OBJECT));
    ck_assert(rw_tree_is(&tree, rw_tree_find(&tree, 0, "a"), RW_TREE_ARRAY));
    ck_assert(rw_tree_is(&tree, rw_tree_find(&tree, 0, "a.1.b"), RW_TREE_NULL));
    ck_assert_double_eq(rw_tree_number(&tree, rw_tree_find(&tree, 0, "a.0"), -1), 1);
    ck_assert(rw_tree_text_equal(&tree, rw_tree_find(&tree, 0, "a.2"), "x"));
    static const char *const absent[] = {"b", "a.3", "a.x", "a.0.b", "c.d", "a.99999999999999999999999999"};
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++)
        ck_assert_uint_eq(rw_tree_find(&tree, 0, absent[i]), RW_TREE_NONE);
    ck_assert_uint_eq(rw_tree_find(&tree, RW_TREE_NONE, "a"), RW_TREE_NONE);
    ck_assert_uint_eq(rw_tree_first(&tree, rw_tree_find(&tree, 0, "c")), RW_TREE_NONE);
    rw_tree_free(&tree);
}
END_TEST

START_TEST(tree__walks_children_in_order)
{
    rw_tree tree = parse("[[1,[2]],{\"k\":[3]},4]");
    size_t count = 0;
    for (size_t at = rw_tree_first(&tree, 0); at != RW_TREE_NONE; at = rw_tree_after(&tree, 0, at))
        count++;
    ck_assert_uint_eq(count, 3);
    rw_tree_free(&tree);
}
END_TEST

START_TEST(tree__resolves_escapes)
{
    rw_tree tree = parse("[\"a\\n\\\"\\\\\\/\\u00e4\\u20AC\\uD83D\\uDE00\", \"\\uD800x\", \"\\u0000\", 1.50, true]");
    static const char *const texts[] = {"a\n\"\\/\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "\xEF\xBF\xBDx", "\xEF\xBF\xBD",
                                        "1.50", "true"};
    size_t index = 0;
    for (size_t at = rw_tree_first(&tree, 0); at != RW_TREE_NONE; at = rw_tree_after(&tree, 0, at)) {
        char *text = rw_tree_text(&tree, at);
        ck_assert_str_eq(text, texts[index++]);
        free(text);
    }
    ck_assert_ptr_null(rw_tree_text(&tree, RW_TREE_NONE));
    rw_tree_free(&tree);
    rw_tree_free(NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree");
    TCase *tests = tcase_create("tree");
    tcase_add_test(tests, tree__refuses_what_is_no_json_and_says_where);
    tcase_add_test(tests, tree__bounds_the_depth);
    tcase_add_test(tests, tree__finds_members_and_elements);
    tcase_add_test(tests, tree__walks_children_in_order);
    tcase_add_test(tests, tree__resolves_escapes);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
