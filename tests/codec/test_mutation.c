/* Bodies broken at random, always the same way: no reader may crash, and what one takes has a canonical text that it
 * takes again. */
#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "support.h"

#define FOLDER "schema/examples/"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define ROUNDS 3000
#define BODY_MAX 8192

typedef void read_body(const char *body, size_t length);

static void check_problem(rw_problem *problem, bool read)
{
    const bool failed = rw_problem_conclude(problem);
    ck_assert(read || failed);
    if (failed)
        ck_assert_int_eq(rw_problem_info_get(problem->code)->http_status / 100, 4);
    rw_problem_free(problem);
}

static void read_clip(const char *body, size_t length)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_clip_document document;
    const bool read = rw_codec_clip_decode(body, length, NULL, &arena, &document, &problem);
    if (read && document.canonical != NULL) {
        rw_clip_document again;
        ck_assert(rw_codec_clip_decode(document.canonical, document.canonical_length, NULL, &arena, &again, &problem));
        ck_assert_str_eq(again.canonical, document.canonical);
    }
    if (read)
        rw_codec_clip_compile(&document, "", &arena, &problem);
    check_problem(&problem, read);
    rw_arena_free(&arena);
}

static void read_profile(const char *body, size_t length)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_profile_document document;
    const bool read = rw_codec_profile_decode(body, length, NULL, &arena, &document, &problem);
    if (read && document.canonical != NULL) {
        rw_profile_document again;
        ck_assert(
            rw_codec_profile_decode(document.canonical, document.canonical_length, NULL, &arena, &again, &problem));
        ck_assert_str_eq(again.canonical, document.canonical);
    }
    check_problem(&problem, read);
    rw_arena_free(&arena);
}

static void read_resolve(const char *body, size_t length)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_resolve_body batch;
    const bool read = rw_codec_resolve_decode(body, length, NULL, &arena, &batch, &problem);
    if (read)
        rw_codec_resolve_body_free(&batch);
    check_problem(&problem, read);
    rw_arena_free(&arena);
}

static void read_trajectory(const char *body, size_t length)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_trajectory_request request;
    const double *times;
    size_t count;
    const bool read = rw_codec_trajectory_decode(body, length, NULL, &arena, &request, &problem);
    if (read && !rw_problem_failed(&problem))
        rw_codec_trajectory_times(&request, 1, NULL, &arena, &times, &count, &problem);
    check_problem(&problem, read);
    rw_arena_free(&arena);
}

static void read_step(const char *body, size_t length)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_step_request request;
    check_problem(&problem, rw_codec_step_decode(body, length, NULL, &arena, &request, &problem));
    rw_arena_free(&arena);
}

static void read_validate(const char *body, size_t length)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_codec_validate_request request;
    const bool read = rw_codec_validate_decode(body, length, NULL, &arena, &request, &problem);
    if (read && request.has_clip)
        rw_codec_clip_compile(&request.clip, "/clip", &arena, &problem);
    check_problem(&problem, read);
    rw_arena_free(&arena);
}

typedef struct seed {
    const char *file;
    read_body *read;
} seed;

static const seed seeds[] = {
    {"lunge.clip", read_clip},
    {"lunge.profile", read_profile},
    {"vault.profile", read_profile},
    {"vault.resolve.request", read_resolve},
    {"batch.resolve.request", read_resolve},
    {"lunge.trajectory.request", read_trajectory},
    {"lunge.step.request", read_step},
    {"lunge.validate.request", read_validate},
};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Puts a piece of JSON, a byte, or a piece of the body itself where another piece was. */
static size_t break_body(char *body, size_t length, uint64_t *state)
{
    static const char *const pieces[] = {"null", "1e999", "-1",  "{}",    "[]",   "\"\"",   "NaN", ",",  "\\",
                                         "0",    "1e300", "{",   "]",     "\"",   "\\u0000", "\xFF", "1e-5", "true",
                                         "[[[[[[[[[[[[[[[[", "9007199254740993", "{\"a\":1,\"a\":1}", "\xC3\xA9"};
    const size_t at = next_random(state) % (length + 1);
    const size_t left = length - at;
    const size_t cut = next_random(state) % 8 < left ? next_random(state) % 8 : left;
    const char *piece = pieces[next_random(state) % COUNT(pieces)];
    char own[32];
    if (next_random(state) % 4 == 0) {
        const size_t from = next_random(state) % (length + 1);
        snprintf(own, sizeof own, "%.*s", (int)(length - from), body + from);
        piece = own;
    }
    const size_t size = strlen(piece);
    if (cut > left || length - cut + size > BODY_MAX)
        return length;
    memmove(body + at + size, body + at + cut, left - cut);
    memcpy(body + at, piece, size);
    return length - cut + size;
}

START_TEST(reader__survives_broken_bodies)
{
    char path[128];
    snprintf(path, sizeof path, FOLDER "%s.json", seeds[_i].file);
    size_t length;
    char *sound = read_file(path, &length);
    ck_assert_msg(sound != NULL && length < BODY_MAX, "%s", path);
    seeds[_i].read(sound, length);
    uint64_t state = UINT64_C(88172645463325252) + (uint64_t)_i;
    char body[BODY_MAX + 1];
    for (int round = 0; round < ROUNDS; round++) {
        memcpy(body, sound, length);
        size_t broken = length;
        const uint64_t times = 1 + next_random(&state) % 3;
        for (uint64_t i = 0; i < times; i++)
            broken = break_body(body, broken, &state);
        /* A body of just this size lets the sanitizer see a read past its end. */
        char *exact = malloc(broken > 0 ? broken : 1);
        ck_assert_ptr_nonnull(exact);
        memcpy(exact, body, broken);
        seeds[_i].read(exact, broken);
        free(exact);
    }
    free(sound);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mutation");
    TCase *tests = tcase_create("mutation");
    tcase_add_loop_test(tests, reader__survives_broken_bodies, 0, (int)COUNT(seeds));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
