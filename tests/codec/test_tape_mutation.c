/* Bodies made and broken at random, always the same way: both readers of JSON agree on every one of them. */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "tape_oracle.h"

#define FOLDER "schema/examples/"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define BODY_MAX 8192

/* With sanitizers everything takes many times as long. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ROUNDS 2000
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ROUNDS 2000
#endif
#endif
#ifndef ROUNDS
#define ROUNDS 15000
#endif

static const char *const seeds[] = {"lunge-900.resolve.request", "vault.resolve.request",    "batch.resolve.request",
                                    "wrong.resolve.request",     "lunge.trajectory.request", "lunge.step.request",
                                    "lunge.validate.request",    "lunge.profile"};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static size_t choose(uint64_t *state, size_t count)
{
    return (size_t)(next_random(state) % count);
}

/* Puts a piece of JSON, a byte, or a piece of the body itself where another piece was. */
static size_t break_body(char *body, size_t length, uint64_t *state)
{
    static const char *const pieces[] = {
        "null", "1e999", "-1", "{}", "[]", "\"\"", "NaN", ",", ":", "\\", "0", "1e300", "{", "}", "[", "]", "\"",
        "\\u0000", "\\u00e9", "\\ud83d\\ude00", "\\ud83d", "\\n", "\\/", "\xFF", "\xC3\xA9", "\xE2\x82\xAC",
        "\xF0\x9F\x98\x80", "\xED\xA0\x80", "\xC0\x80", "1e-5", "true", "false", "[[[[[[[[[[[[[[[[", "9007199254740993",
        "0.30000000000000004", "1.7976931348623159e308", "2.4703282292062328e-324", "-0", "-0.0", "00", "1.", ".5",
        "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":1}", "\n", " ", "\t", "\x0B", "\x1F", "\x7F", "+", "e", "E5",
        "\xEF\xBB\xBF", "/**/", "'"};
    const size_t at = choose(state, length + 1);
    const size_t left = length - at;
    const size_t wanted = choose(state, 8);
    const size_t cut = wanted < left ? wanted : left;
    const char *piece = pieces[choose(state, COUNT(pieces))];
    size_t size = strlen(piece);
    char own[32];
    const uint64_t kind = next_random(state) % 8;
    if (kind < 2) {
        const size_t from = choose(state, length + 1);
        size = length - from < sizeof own ? length - from : sizeof own;
        memcpy(own, body + from, size);
        piece = own;
    } else if (kind == 2) {
        own[0] = (char)next_random(state);
        size = 1;
        piece = own;
    }
    if (length - cut + size > BODY_MAX)
        return length;
    memmove(body + at + size, body + at + cut, left - cut);
    memcpy(body + at, piece, size);
    return length - cut + size;
}

/* A body that is put together. */
typedef struct maker {
    uint64_t *state;
    char *body;
    size_t length;
} maker;

static void put(maker *make, const char *text)
{
    const size_t size = strlen(text);
    if (make->length + size <= BODY_MAX / 2) {
        memcpy(make->body + make->length, text, size);
        make->length += size;
    }
}

static void put_space(maker *make)
{
    static const char *const spaces[] = {"", "", "", "", "", " ", "\n  ", "\t\r"};
    put(make, spaces[choose(make->state, COUNT(spaces))]);
}

static void put_digits(maker *make, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char digit[] = {(char)('0' + choose(make->state, 10)), '\0'};
        put(make, digit);
    }
}

static void put_number(maker *make)
{
    static const char *const exponents[] = {"", "", "", "e", "E", "e-", "e+"};
    if (choose(make->state, 3) == 0)
        put(make, "-");
    if (choose(make->state, 3) == 0) {
        put(make, "0");
    } else {
        put(make, "1");
        put_digits(make, choose(make->state, 20));
    }
    if (choose(make->state, 2) == 0) {
        put(make, ".");
        put_digits(make, 1 + choose(make->state, 20));
    }
    const char *exponent = exponents[choose(make->state, COUNT(exponents))];
    put(make, exponent);
    if (*exponent != '\0')
        put_digits(make, 1 + choose(make->state, 3));
}

static void put_text(maker *make)
{
    static const char *const parts[] = {
        "a", "b", "ab", "position", "rotation", "x", " ", "/", "~", "abcdefgh", "ijklmnopqrstuvwxyz", "\\\"", "\\\\",
        "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0061", "\\u00E9", "\\uffff", "\\ud83d\\ude00", "\x7F", "\xC3\xA9",
        "\xE2\x82\xAC", "\xF0\x9F\x98\x80", "{", "}", "[", "]", ",", ":"};
    put(make, "\"");
    for (size_t count = choose(make->state, 5); count > 0; count--)
        put(make, parts[choose(make->state, COUNT(parts))]);
    put(make, "\"");
}

static void put_key(maker *make, size_t place)
{
    char key[40];
    snprintf(key, sizeof key, "\"%s%zu\"", choose(make->state, 8) == 0 ? "\\u006b" : "k",
             choose(make->state, 64) == 0 && place > 0 ? place - 1 : place);
    if (choose(make->state, 6) == 0)
        put_text(make);
    else
        put(make, key);
}

static void put_value(maker *make, int depth);

static void put_list(maker *make, int depth, bool object)
{
    const size_t most = choose(make->state, 8) == 0 ? 40 : 5;
    const size_t count = choose(make->state, most);
    put(make, object ? "{" : "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            put(make, ",");
        put_space(make);
        if (object) {
            put_key(make, i);
            put_space(make);
            put(make, ":");
            put_space(make);
        }
        put_value(make, most > 5 ? 0 : depth - 1);
        put_space(make);
    }
    put(make, object ? "}" : "]");
}

static void put_value(maker *make, int depth)
{
    static const char *const words[] = {"true", "false", "null"};
    const size_t kind = choose(make->state, depth > 0 ? 8 : 4);
    if (kind >= 4)
        put_list(make, depth, kind < 6);
    else if (kind == 3)
        put_text(make);
    else if (kind == 2)
        put(make, words[choose(make->state, COUNT(words))]);
    else
        put_number(make);
}

/* Whether the second reader takes it. A copy of just the body's size lets a sanitizer see reads past its end. */
static bool check_body(const char *body, size_t length, const rw_codec_limits *limits)
{
    char *exact = malloc(length > 0 ? length : 1);
    ck_assert_ptr_nonnull(exact);
    memcpy(exact, body, length);
    char difference[TAPE_ORACLE_TEXT_SIZE];
    bool taken;
    const bool agree = tape_oracle_agree(exact, length, limits, &taken, difference);
    free(exact);
    ck_assert_msg(agree, "%s\n%.*s", difference, (int)length, body);
    return taken;
}

START_TEST(readers__agree_on_broken_examples)
{
    char path[128];
    snprintf(path, sizeof path, FOLDER "%s.json", seeds[_i]);
    size_t length;
    char *sound = read_file(path, &length);
    ck_assert_msg(sound != NULL && length < BODY_MAX, "%s", path);
    const rw_codec_limits limits = rw_codec_limits_default();
    ck_assert(check_body(sound, length, &limits));
    uint64_t state = UINT64_C(88172645463325252) + (uint64_t)_i;
    char body[BODY_MAX];
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(body, sound, length);
        size_t broken = length;
        for (size_t times = 1 + choose(&state, 3); times > 0; times--)
            broken = break_body(body, broken, &state);
        check_body(body, broken, &limits);
    }
    free(sound);
}
END_TEST

/* Of the bodies made here a good part is sound, others are not by one mistake. */
START_TEST(readers__agree_on_bodies_made_up)
{
    rw_codec_limits limits = rw_codec_limits_default();
    uint64_t state = UINT64_C(1181783497276652981) + (uint64_t)_i;
    char body[BODY_MAX];
    int taken = 0;
    for (int round = 0; round < ROUNDS; round++) {
        maker make = {.state = &state, .body = body};
        put_space(&make);
        put_list(&make, 5, round % 4 != 0);
        put_space(&make);
        size_t length = make.length;
        if (round % 3 == 0)
            length = break_body(body, length, &state);
        limits.keys = round % 16 == 0 ? 20 : 256;
        limits.depth = round % 16 == 1 ? 4 : 16;
        taken += check_body(body, length, &limits);
    }
    ck_assert_int_gt(taken, ROUNDS / 4);
    ck_assert_int_lt(taken, ROUNDS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tape_mutation");
    TCase *tests = tcase_create("tape_mutation");
    tcase_add_loop_test(tests, readers__agree_on_broken_examples, 0, (int)COUNT(seeds));
    tcase_add_loop_test(tests, readers__agree_on_bodies_made_up, 0, 6);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
