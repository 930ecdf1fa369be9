/* Bodies on tapes: which are taken, how they are gone through, and what happens without memory. That values and
 * refusals are those of the other reader is the matter of test_tape_mutation.c. */
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "codec/codec.h"
#include "codec/tape.h"
#include "failing_allocator.h"
#include "support.h"
#include "tape_oracle.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static rw_arena arena;
static rw_tape tape;

static void set_up(void)
{
    rw_arena_init(&arena);
}

static void tear_down(void)
{
    rw_arena_free(&arena);
}

static rw_value read_sound(const char *body)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(rw_tape_read(body, strlen(body), &limits, &arena, &tape, &problem), "%s: %s", body, problem.detail);
    ck_assert(!rw_problem_failed(&problem));
    return rw_tape_root(&tape);
}

/* The bound is one from above: whatever opens or parts counts. */
START_TEST(read__bounds_values)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.values = 5;
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(rw_tape_read("[1,2,{}]", 8, &limits, &arena, &tape, &problem));
    ck_assert(!rw_tape_read("[1,2,{\"a\":[3]}]", 15, &limits, &arena, &tape, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_BODY_TOO_LARGE);
    rw_problem_free(&problem);
    limits.values = 0;
    rw_problem_init(&problem);
    ck_assert(rw_tape_read("[1,2,{\"a\":[3]}]", 15, &limits, &arena, &tape, &problem));
}
END_TEST

#define DEEP15 "[[[[[[[[[[[[[[["
#define CLOSE15 "]]]]]]]]]]]]]]]"
#define KEYS8(p) \
    "\"" p "1\":1,\"" p "2\":2,\"" p "3\":3,\"" p "4\":4,\"" p "5\":5,\"" p "6\":6,\"" p "7\":7,\"" p "8\":8"

typedef struct body {
    const char *text;
    size_t length; /* 0: up to the zero byte */
} body;

static const body sound_bodies[] = {
    {"{}", 0},
    {"[]", 0},
    {"0", 0},
    {"-0", 0},
    {"\"\"", 0},
    {" \t\r\n null \n", 0},
    {"true", 0},
    {"[false,true,null]", 0},
    {"[[],{},[[]],[{}],{\"a\":{}}]", 0},
    {"{\"a\":[1,{\"b\":[2,3]},[]],\"c\":{\"d\":{}},\"\":0}", 0},
    {" [ 1 , -2.5e-3 , { \"a\" : [ ] } ] ", 0},
    {DEEP15 "[1]" CLOSE15, 0},
    {"{\"a\":{\"a\":1},\"b\":[{\"a\":1},{\"a\":2}]}", 0},
    {"[1E+2,1e-999,0.0,-0,-0.0e0,0e999,1e22,1e23,123456789012345678901234567890,4.9e-324,1.7976931348623157e308]", 0},
    {"[\"\x7F\",\"\xC2\x80\",\"\xE0\xA0\x80\",\"\xED\x9F\xBF\",\"\xEE\x80\x80\",\"\xF0\x90\x80\x80\",\"\xF4\x8F\xBF\xBF\"]",
     0},
    {"\"\\u00e9\\ud83d\\ude00\\\\\\/\\\"\\b\\f\\n\\r\\tabcdefghijklmnop\\u0001\\uFFFF\"", 0},
    {"{" KEYS8("a") "," KEYS8("b") "}", 0},
    {"{" KEYS8("a") "," KEYS8("b") "," KEYS8("c") "}", 0},
    {"{" KEYS8("a") "," KEYS8("\\u0061\\u0062") "," KEYS8("c") "}", 0},
    {"[\",,,,,,,,,,:::::::::[[[[[[[[[[{{{{{{{\"]", 0},
};

static const body unsound_bodies[] = {
    {"", 0}, {" ", 0}, {"{", 0}, {"[", 0}, {"[[[[[[[[[[[[[[[[", 0}, {"[1", 0}, {"[1,", 0}, {"[1,]", 0}, {"[,1]", 0},
    {"[1 2]", 0}, {"[1}", 0}, {"{]", 0}, {"{\"a\":1]", 0}, {"[1]]", 0}, {"[1] 2", 0}, {"{}x", 0}, {"{}\0", 3},
    {"{1:2}", 0}, {"{\"a\"}", 0}, {"{\"a\":}", 0}, {"{\"a\" 1}", 0}, {"{\"a\":1,}", 0}, {"{,}", 0}, {"{a:1}", 0},
    {"{\"a\":1 \"b\":2}", 0}, {"\xEF\xBB\xBF{}", 0}, {"nul", 0}, {"nulll", 0}, {"True", 0}, {"fals", 0}, {"tru", 0},
    {"NaN", 0}, {"[Infinity]", 0}, {"[-Infinity]", 0}, {"'a'", 0}, {"[1/*x*/]", 0}, {"[\v1]", 0}, {"[\xC2\xA0" "1]", 0},
    {"01", 0}, {"-01", 0}, {"00", 0}, {"+1", 0}, {".5", 0}, {"1.", 0}, {"1.e5", 0}, {"1e", 0}, {"1e+", 0}, {"-", 0},
    {"--1", 0}, {"0x10", 0}, {"1e5.2", 0}, {"1_000", 0}, {"1e999", 0}, {"-1e309", 0}, {"1.7976931348623159e308", 0},
    {"1e99999999999999999999", 0}, {"[1,2,1e400]", 0},
    {"\"a", 0}, {"\"a\\", 0}, {"\"a\\\"", 0}, {"\"\\x\"", 0}, {"\"\\u12\"", 0}, {"\"\\u12", 0}, {"\"\\u00g0\"", 0},
    {"\"\\\0\"", 4}, {"\"\\u0000\"", 0}, {"\"a\0b\"", 5}, {"\"a\nb\"", 0}, {"\"abcdefghijk\x1F\"", 0}, {"\"\\ud800\"", 0},
    {"\"\\ud800\\u0041\"", 0}, {"\"\\udc00\"", 0}, {"\"\\ud800\\ud800\"", 0}, {"\"\\ud800\\n\"", 0}, {"\"\\ud83d\\ude0\"", 0},
    {"\"\x80\"", 0}, {"\"\xC0\xAF\"", 0}, {"\"\xC1\xBF\"", 0}, {"\"\xC3\"", 0}, {"\"\xC3", 0}, {"\"\xE0\x9F\xBF\"", 0},
    {"\"\xED\xA0\x80\"", 0}, {"\"\xE2\x82\"", 0}, {"\"\xF0\x8F\xBF\xBF\"", 0}, {"\"\xF4\x90\x80\x80\"", 0},
    {"\"\xF5\x80\x80\x80\"", 0}, {"\"\xFF\"", 0}, {"{\"\xFF\":1}", 0}, {"{\"a\\\\\xFF\":1}", 0},
    {"{\"a\":1,\"a\":2}", 0}, {"{\"\":1,\"\":2}", 0}, {"{\"a\":1,\"\\u0061\":2}", 0}, {"{\"\\u0061\":1,\"a\":2}", 0},
    {"{\"a\":{\"x\":[{}]},\"b\":[1,2],\"a\":2}", 0}, {"[{\"x~/y\":1,\"x~/y\":1}]", 0},
    {"{" KEYS8("a") "," KEYS8("b") ",\"a1\":0}", 0}, {"{" KEYS8("a") "," KEYS8("b") ",\"c\":0,\"c\":0}", 0},
    {"{" KEYS8("a") "," KEYS8("\\u0061") "}", 0}, {"{" KEYS8("a") "," KEYS8("b") "," KEYS8("\\u0061") "}", 0},
    {"{" KEYS8("a") "," KEYS8("b") "," KEYS8("c") ",\"x\":{\"y\":1,\"y\":2}}", 0},
    {DEEP15 "[[1]]" CLOSE15, 0}, {DEEP15 "[[]]" CLOSE15, 0}, {DEEP15 "[{}]" CLOSE15, 0},
};

static void check_agreement(const body *tried, bool sound)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    const size_t length = tried->length > 0 ? tried->length : strlen(tried->text);
    char *exact = malloc(length > 0 ? length : 1);
    ck_assert_ptr_nonnull(exact);
    memcpy(exact, tried->text, length);
    char difference[TAPE_ORACLE_TEXT_SIZE];
    bool taken;
    ck_assert_msg(tape_oracle_agree(exact, length, &limits, &taken, difference), "%s: %s", tried->text, difference);
    ck_assert_msg(taken == sound, "%s: %s", tried->text, taken ? "taken" : "refused");
    free(exact);
}

START_TEST(read__takes_what_is_sound)
{
    for (size_t i = 0; i < COUNT(sound_bodies); i++)
        check_agreement(&sound_bodies[i], true);
}
END_TEST

START_TEST(read__refuses_what_is_not)
{
    for (size_t i = 0; i < COUNT(unsound_bodies); i++)
        check_agreement(&unsound_bodies[i], false);
}
END_TEST

/* Wherever a block of the reader ends: every kind of byte at every distance from the quotes and from the end. */
START_TEST(read__looks_at_every_byte)
{
    static const char *const odd[] = {"\"", "\\", "\x01", "\x1F", " ", "\x7F", "\x80", "\xC3\xA9", "\xF0\x9F\x98\x80",
                                      "\xFF", "\\n", "\\\"", "!", "#", "[", "]"};
    for (size_t before = 0; before < 20; before++) {
        for (size_t after = 0; after < 20; after++) {
            for (size_t i = 0; i < COUNT(odd); i++) {
                char text[64];
                snprintf(text, sizeof text, "\"%.*s%s%.*s\"", (int)before, "aaaaaaaaaaaaaaaaaaaa", odd[i], (int)after,
                         "zzzzzzzzzzzzzzzzzzzz");
                const bool sound = i == 4 || i == 5 || i == 7 || i == 8 || i > 9;
                check_agreement(&(body){text, 0}, sound);
            }
        }
    }
}
END_TEST

START_TEST(read__says_what_is_wrong)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    static const char text[] = "{\"target\":{\n  \"radius\": 1e999}}";
    rw_problem problem;
    rw_problem_init(&problem);
    tape = (rw_tape){.text = text};
    ck_assert(!rw_tape_read(text, sizeof text - 1, &limits, &arena, &tape, &problem));
    ck_assert_ptr_eq(tape.text, text);
    ck_assert_ptr_null(tape.nodes);
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_JSON);
    check_errors(&problem, "/target/radius out_of_range", text);
    ck_assert_ptr_nonnull(strstr(problem.detail, "line 2, column 13 (byte 24)"));
    rw_problem_free(&problem);
}
END_TEST

static void check_limits(const char *text, const rw_codec_limits *limits, bool sound)
{
    char difference[TAPE_ORACLE_TEXT_SIZE];
    bool taken;
    ck_assert_msg(tape_oracle_agree(text, strlen(text), limits, &taken, difference), "%s: %s", text, difference);
    ck_assert_msg(taken == sound, "%s: %s", text, taken ? "taken" : "refused");
}

START_TEST(read__bounds_keys_and_depth)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.keys = 2;
    limits.depth = 2;
    check_limits("{\"a\":{\"x\":1,\"y\":2},\"b\":[1,2,3]}", &limits, true);
    check_limits("{\"a\":{\"x\":1,\"y\":2,\"z\":3}}", &limits, false);
    check_limits("{\"a\":{\"x\":[]}}", &limits, false);
    limits.keys = 0;
    check_limits("[{},{}]", &limits, true);
    check_limits("{\"a\":1}", &limits, false);
    limits.depth = 0;
    check_limits("1", &limits, true);
    check_limits("[]", &limits, false);
}
END_TEST

START_TEST(read__bounds_depth_whatever_the_limits)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.depth = SIZE_MAX;
    for (size_t depth = RW_CODEC_DEPTH_MAX; depth <= RW_CODEC_DEPTH_MAX + 1; depth++) {
        char text[2 * (RW_CODEC_DEPTH_MAX + 1) + 1] = "";
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        check_limits(text, &limits, depth == RW_CODEC_DEPTH_MAX);
    }
}
END_TEST

START_TEST(read__refuses_what_is_too_long)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(!rw_tape_read("{}", (size_t)RW_TAPE_LENGTH_MAX + 1, &limits, &arena, &tape, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_BODY_TOO_LARGE);
    rw_problem_free(&problem);
}
END_TEST

START_TEST(read__takes_no_body_for_an_empty_one)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(!rw_tape_read(NULL, 0, &limits, &arena, &tape, &problem));
    check_errors(&problem, "(body) empty", "");
    rw_problem_free(&problem);
}
END_TEST

/* Ten thousand keys that differ at their ends only, in one object; then with one of them once more. */
START_TEST(read__finds_a_repeated_key_among_many)
{
    enum { KEYS = 10000, SIZE = 32 };
    rw_codec_limits limits = rw_codec_limits_default();
    limits.keys = SIZE_MAX;
    char *text = malloc((KEYS + 1) * SIZE + 1);
    ck_assert_ptr_nonnull(text);
    for (int repeated = -1; repeated < KEYS; repeated += repeated < 0 ? 1 : 1999) {
        size_t length = 0;
        for (int i = 0; i < KEYS; i++)
            length += (size_t)snprintf(text + length, SIZE, "%c\"aaaaaaaaaaaa%05d\":%d", i == 0 ? '{' : ',',
                                       (i * 7919) % KEYS, i);
        if (repeated >= 0)
            length += (size_t)snprintf(text + length, SIZE, ",\"aaaaaaaaaaaa%05d\":0", repeated);
        text[length++] = '}';
        char difference[TAPE_ORACLE_TEXT_SIZE];
        bool taken;
        rw_problem problem;
        rw_problem_init(&problem);
        const bool read = rw_tape_read(text, length, &limits, &arena, &tape, &problem);
        ck_assert_int_eq(read, repeated < 0);
        rw_problem_free(&problem);
        if (repeated > 0)
            ck_assert_msg(tape_oracle_agree(text, length, &limits, &taken, difference), "%s", difference);
    }
    free(text);
}
END_TEST

START_TEST(tape__is_gone_through)
{
    const rw_value root = read_sound("{\"a\":[1,[2,3],{\"b\":null}],\"c\":true,\"d\":\"x\\ty\",\"e\":{}}");
    static const char *const keys[] = {"a", "c", "d", "e"};
    static const rw_tape_type types[] = {RW_TAPE_ARRAY, RW_TAPE_TRUE, RW_TAPE_TEXT, RW_TAPE_OBJECT};
    static const size_t offsets[] = {5, 30, 39, 50};
    ck_assert_uint_eq(rw_tape_count(root), 4);
    rw_tape_iterator member = rw_tape_iterate(root);
    for (size_t i = 0; i < 4; i++) {
        ck_assert(rw_tape_next(&member));
        ck_assert(rw_tape_text_is(member.key, keys[i]));
        ck_assert(rw_tape_is(member.value, types[i]));
        ck_assert_uint_eq(rw_tape_offset(member.value), offsets[i]);
    }
    ck_assert(!rw_tape_next(&member));
    ck_assert(!rw_tape_next(&member));
    const rw_value list = rw_tape_get(root, "a");
    ck_assert_uint_eq(rw_tape_count(list), 3);
    ck_assert_double_eq(rw_tape_number(rw_tape_at(list, 0)), 1);
    ck_assert_double_eq(rw_tape_number(rw_tape_at(rw_tape_at(list, 1), 1)), 3);
    ck_assert(rw_tape_is(rw_tape_get(rw_tape_at(list, 2), "b"), RW_TAPE_NULL));
    rw_tape_iterator element = rw_tape_iterate(list);
    ck_assert(rw_tape_next(&element));
    ck_assert(!rw_tape_present(element.key));
    ck_assert(rw_tape_is_bool(rw_tape_get(root, "c")));
    const rw_tape_string text = rw_tape_text(rw_tape_get(root, "d"));
    ck_assert_uint_eq(text.length, 3);
    ck_assert_str_eq(text.data, "x\ty");
    ck_assert(rw_tape_string_is(text, "x\ty"));
    ck_assert(!rw_tape_string_is(text, "x\t"));
    ck_assert(!rw_tape_string_is(text, "x\tz"));
}
END_TEST

START_TEST(tape__has_nothing_where_nothing_is)
{
    const rw_value root = read_sound("{\"a\":[1,2],\"b\":\"a\",\"c\":5}");
    const rw_value absent = rw_tape_get(root, "z");
    ck_assert(!rw_tape_present(absent));
    ck_assert_int_eq(rw_tape_type_of(absent), RW_TAPE_ABSENT);
    ck_assert_uint_eq(rw_tape_count(absent), 0);
    ck_assert(!rw_tape_is_bool(absent));
    ck_assert(!rw_tape_text_is(absent, ""));
    ck_assert_double_eq(rw_tape_number(absent), 0);
    ck_assert_uint_eq(rw_tape_text(absent).length, 0);
    ck_assert(!rw_tape_present(rw_tape_get(absent, "a")));
    ck_assert(!rw_tape_present(rw_tape_at(absent, 0)));
    rw_tape_iterator nothing = rw_tape_iterate(absent);
    ck_assert(!rw_tape_next(&nothing));
    nothing = rw_tape_iterate(rw_tape_get(root, "c"));
    ck_assert(!rw_tape_next(&nothing));
    ck_assert(!rw_tape_present(rw_tape_at(rw_tape_get(root, "a"), 2)));
    ck_assert(!rw_tape_present(rw_tape_at(root, 0)));
    ck_assert(!rw_tape_present(rw_tape_get(rw_tape_get(root, "a"), "a")));
    ck_assert_uint_eq(rw_tape_count(rw_tape_get(root, "b")), 0);
    ck_assert_double_eq(rw_tape_number(rw_tape_get(root, "b")), 0);
    ck_assert_uint_eq(rw_tape_text(rw_tape_get(root, "c")).length, 0);
}
END_TEST

START_TEST(tape__gives_lists_of_numbers)
{
    static const char *const others[] = {"[1,2]", "[1,2,3,4]", "[1,2,null]", "[1,[2],3]", "[[1,2,3]]", "{\"a\":1}", "3"};
    double numbers[3] = {7, 7, 7};
    for (size_t i = 0; i < COUNT(others); i++) {
        ck_assert(!rw_tape_numbers(read_sound(others[i]), 3, numbers));
        ck_assert(numbers[0] == 7 && numbers[1] == 7 && numbers[2] == 7);
    }
    ck_assert(rw_tape_numbers(read_sound("[1,-2.5,3e2]"), 3, numbers));
    ck_assert(numbers[0] == 1 && numbers[1] == -2.5 && numbers[2] == 300);
}
END_TEST

/* Every value of the tape, in its order, and a member's key as its value. */
START_TEST(tape__tells_where_a_value_lies)
{
    static const char *const pointers[] = {"", "/a", "/a", "/a/0", "/a/1", "/a/1/0", "/a/1/1", "/a/2", "/a/2/b~1~0c",
                                           "/a/2/b~1~0c", "/\xC3\xA9", "/\xC3\xA9", "/", "/"};
    const rw_value root = read_sound("{\"a\":[1,[2,[]],{\"b/~c\":null}],\"\\u00e9\":true,\"\":{}}");
    for (uint32_t i = 0; i < COUNT(pointers); i++) {
        char text[64];
        rw_pointer pointer;
        rw_pointer_init(&pointer, text, sizeof text);
        rw_tape_locate((rw_value){root.tape, i}, &pointer);
        ck_assert_str_eq(text, pointers[i]);
    }
    char text[64];
    rw_pointer pointer;
    rw_pointer_init(&pointer, text, sizeof text);
    rw_tape_locate((rw_value){.tape = NULL}, &pointer);
    ck_assert_str_eq(text, "");
}
END_TEST

/* Jansson's own calls of malloc are in its library, out of the linker's reach. */
static void *allocate(size_t size)
{
    return malloc(size);
}

/* A body whose tape and whose keys each need memory of their own. */
static char *make_large_body(const char *end)
{
    enum { KEYS = 3000, SIZE = 24 };
    char *text = malloc(KEYS * SIZE + 64);
    ck_assert_ptr_nonnull(text);
    size_t length = 0;
    for (int i = 0; i < KEYS; i++)
        length += (size_t)snprintf(text + length, SIZE, "%c\"\\u006b%05d\":%d", i == 0 ? '{' : ',', i, i);
    snprintf(text + length, 64, "%s", end);
    return text;
}

static void check_allocations(const char *end, rw_problem_code code, unsigned long at_least)
{
    json_set_alloc_funcs(allocate, free);
    rw_codec_limits limits = rw_codec_limits_default();
    limits.keys = SIZE_MAX;
    char *text = make_large_body(end);
    unsigned long wanted = at_least;
    for (unsigned long n = 0; n <= wanted; n += n < 20 ? 1 : 97) {
        rw_problem problem;
        rw_problem_init(&problem);
        failing_allocator_arm(n);
        const bool read = rw_tape_read(text, strlen(text), &limits, &arena, &tape, &problem);
        const unsigned long seen = failing_allocator_seen();
        failing_allocator_arm(0);
        if (n == 0)
            wanted = seen;
        ck_assert_int_eq(read, n == 0 && code == RW_PROBLEM_NONE);
        ck_assert_int_eq(problem.code, n == 0 ? code : problem.code == code ? code : RW_PROBLEM_OUT_OF_MEMORY);
        ck_assert_uint_ge(wanted, at_least);
        rw_problem_free(&problem);
        rw_arena_free(&arena);
    }
    free(text);
}

START_TEST(read__survives_every_failed_allocation)
{
    check_allocations("}", RW_PROBLEM_NONE, 2);
    check_allocations(",\"k00001\":0}", RW_PROBLEM_INVALID_JSON, 3);
    check_allocations(",x}", RW_PROBLEM_INVALID_JSON, 2);
}
END_TEST

/* What the header promises, also with escapes. */
START_TEST(read__takes_memory_once)
{
    const rw_codec_limits limits = rw_codec_limits_default();
    enum { ITEMS = 1000 };
    static const char item[] = ",{\"profile\":\"l\\u0075nge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40}}";
    char *text = malloc(ITEMS * sizeof item);
    ck_assert_ptr_nonnull(text);
    for (int i = 0; i < ITEMS; i++)
        memcpy(text + (size_t)i * (sizeof item - 1), item, sizeof item);
    const size_t length = ITEMS * (sizeof item - 1);
    text[0] = '[';
    text[length] = ']';
    rw_problem problem;
    rw_problem_init(&problem);
    failing_allocator_arm(0);
    const bool read = rw_tape_read(text, length + 1, &limits, &arena, &tape, &problem);
    const unsigned long allocations = failing_allocator_seen();
    ck_assert(read);
    ck_assert_uint_eq(allocations, 1);
    ck_assert_uint_eq(rw_tape_count(rw_tape_root(&tape)), ITEMS);
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tape");
    TCase *tests = tcase_create("tape");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, read__takes_what_is_sound);
    tcase_add_test(tests, read__refuses_what_is_not);
    tcase_add_test(tests, read__looks_at_every_byte);
    tcase_add_test(tests, read__bounds_values);
    tcase_add_test(tests, read__says_what_is_wrong);
    tcase_add_test(tests, read__bounds_keys_and_depth);
    tcase_add_test(tests, read__bounds_depth_whatever_the_limits);
    tcase_add_test(tests, read__refuses_what_is_too_long);
    tcase_add_test(tests, read__takes_no_body_for_an_empty_one);
    tcase_add_test(tests, read__finds_a_repeated_key_among_many);
    tcase_add_test(tests, tape__is_gone_through);
    tcase_add_test(tests, tape__has_nothing_where_nothing_is);
    tcase_add_test(tests, tape__gives_lists_of_numbers);
    tcase_add_test(tests, tape__tells_where_a_value_lies);
    tcase_add_test(tests, read__survives_every_failed_allocation);
    tcase_add_test(tests, read__takes_memory_once);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
