#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/answer.h"
#include "codec/codec.h"
#include "mutate.h"
#include "support.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define CLIP_SPACE "\"space\":\"unreal\",\"frame_rate\":2"
#define CLIP_ROOT "\"root\":{\"positions\":[[0,0,0],[50,0,0],[100,0,0]]}"
#define CLIP_WINDOWS "\"windows\":[{\"name\":\"hit\",\"start\":0,\"end\":1}]"

static const char sound_clip[] = "{" CLIP_SPACE "," CLIP_ROOT "," CLIP_WINDOWS "}";
static const char sound_reach[] =
    "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"hit\",\"scale_band\":{\"min\":0.3,\"max\":1.3}}";
static const char sound_phases[] =
    "{\"kind\":\"phases\",\"clip\":\"lunge\",\"phases\":[{\"start\":0,\"end\":0.5},{\"start\":0.5,\"end\":1}]}";

/* Everything that reading and compiling a clip has to say. */
static void judge_clip(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem_init(problem);
    rw_clip_document document;
    if (rw_codec_clip_decode(body, strlen(body), NULL, &arena, &document, problem))
        rw_codec_clip_compile(&document, "", &arena, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
}

static void judge_profile(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem_init(problem);
    rw_clip_document clip;
    ck_assert(rw_codec_clip_decode(sound_clip, strlen(sound_clip), NULL, &arena, &clip, problem));
    const rw_clip *compiled = rw_codec_clip_compile(&clip, "", &arena, problem);
    ck_assert_ptr_nonnull(compiled);
    rw_profile_document document;
    if (rw_codec_profile_decode(body, strlen(body), NULL, &arena, &document, problem))
        rw_codec_profile_compile(&document, compiled, "", &arena, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
}

typedef struct judged {
    const char *pointer;
    const char *value; /* NULL: the member is taken out */
    const char *errors;
    const char *code;
} judged;

static const judged clip_cases[] = {
    {"/frame_rate", "0", "/frame_rate out_of_range", "invalid_request"},
    {"/frame_rate", "-30", "/frame_rate out_of_range", "invalid_request"},
    {"/frame_rate", "1e7", "/frame_rate out_of_range", "invalid_request"},
    {"/root/positions/1", "[2e9,0,0]", "/root/positions/1/0 out_of_range", "invalid_request"},
    {"/root/rotations", "[[0,0,0,1],[0,0,0,1]]", "/root/rotations count_mismatch", "unprocessable"},
    {"/root/rotations", "[[0,0,0,1],[0,0,0,0],[0,0,0,1]]", "/root/rotations/1 zero_quaternion", "unprocessable"},
    {"/root/rotations", "[[0,0,0,1],[0,0,\"0\",0],[0,0,0,1]]", "/root/rotations/1/2 wrong_type", "invalid_request"},
    {"/space", "{\"forward\":\"+X\",\"right\":\"-X\",\"up\":\"+Z\",\"metres_per_unit\":1}", "/space/right inconsistent",
     "unprocessable"},
    {"/space", "{\"forward\":\"+X\",\"right\":\"+Y\",\"up\":\"+Z\",\"metres_per_unit\":0}",
     "/space/metres_per_unit out_of_range", "invalid_request"},
    {"/windows/0/end", "1.5", "/windows/0/end outside_clip", "unprocessable"},
    {"/windows/0/start", "1", "/windows/0/end empty_window", "unprocessable"},
    {"/windows/0/start", "-1", "/windows/0/start outside_clip", "unprocessable"},
    {"/events", "[{\"name\":\"a\",\"time\":3}]", "/events/0/time outside_clip", "unprocessable"},
    {"/tags", "[\"a\",\"b\",\"a\"]", "/tags/2 duplicate_name", "unprocessable"},
    /* What the clip's length decides is not judged where that is unknown. */
    {"/root/positions", "5", "/root/positions wrong_type", "invalid_request"},
    {"/frame_rate", "\"30\"", "/frame_rate wrong_type", "invalid_request"},
    {"/root", NULL, "/root missing", "invalid_request"},
};

START_TEST(clip__judged_by_reader_and_solver)
{
    const judged *tried = &clip_cases[_i];
    char *body = mutate(sound_clip, tried->pointer, tried->value);
    rw_problem problem;
    judge_clip(body, &problem);
    check_errors(&problem, tried->errors, body);
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, tried->code);
    rw_problem_free(&problem);
    free(body);
}
END_TEST

START_TEST(clip__says_everything_at_once)
{
    static const char body[] =
        "{\"space\":\"unreel\",\"frame_rate\":2,\"looop\":true,\"root\":{\"positions\":[[0,0,0],[1,0],[2,0,0]],"
        "\"rotations\":[[0,0,0,1],[0,0,0,1],[0,0,0,0]]},\"windows\":[{\"name\":\"\",\"start\":0,\"end\":9},7],"
        "\"events\":[{\"time\":null}]}";
    rw_problem problem;
    judge_clip(body, &problem);
    check_errors(&problem,
                 "/space unknown_value; /root/positions/1 too_short; /windows/0/name empty; /windows/1 wrong_type; "
                 "/events/0/name missing; /events/0/time null; /looop unknown_field; "
                 "/root/rotations/2 zero_quaternion; /windows/0/end outside_clip",
                 body);
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_REQUEST);
    ck_assert_ptr_nonnull(strstr(problem.fields[0].detail, "did you mean \"unreal\""));
    ck_assert_ptr_nonnull(strstr(problem.fields[6].detail, "did you mean \"loop\""));
    rw_problem_free(&problem);
}
END_TEST

static const judged reach_cases[] = {
    {"/scale_band/min", "0", "/scale_band/min out_of_range", "invalid_request"},
    {"/scale_band/min", "2", "/scale_band/max inconsistent", "unprocessable"},
    {"/window", "\"miss\"", "/window unknown_name", "unprocessable"},
    {"/plane", "\"full\"", "", "none"},
    {"/clip", "5", "/clip wrong_type", "invalid_request"},
    {"/phases", "[]", "/phases not_allowed", "invalid_request"},
    {"/times", "\"seconds\"", "/times not_allowed", "invalid_request"},
    {"/anchor", "[0,0,0]", "/anchor unknown_field", "invalid_request"},
    {"/kind", "\"reech\"", "/kind unknown_value", "invalid_request"},
    {"/turn_cap", "0", "/turn_cap out_of_range", "invalid_request"},
    {"/conditions", "{\"max_angle\":181}", "/conditions/max_angle out_of_range", "invalid_request"},
};

START_TEST(reach__judged_by_reader_and_solver)
{
    const judged *tried = &reach_cases[_i];
    char *body = mutate(sound_reach, tried->pointer, tried->value);
    rw_problem problem;
    judge_profile(body, &problem);
    check_errors(&problem, tried->errors, body);
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, tried->code);
    rw_problem_free(&problem);
    free(body);
}
END_TEST

static const judged phases_cases[] = {
    {"/phases/0/end", "2", "/phases/0/end outside_clip", "unprocessable"},
    {"/phases/1/start", "0.4", "/phases/1/start overlap", "unprocessable"},
    {"/phases/0/rotation_offset", "[0,0,0,0]", "/phases/0/rotation_offset zero_quaternion", "unprocessable"},
    {"/phases/0/translation_offset", "[0,0,2e9]", "/phases/0/translation_offset/2 out_of_range", "invalid_request"},
    {"/phases/0/land", "\"clip\"", "/phases/0/land not_allowed", "invalid_request"},
    {"/phases/1/axes", "{\"w\":{}}", "/phases/1/axes/w unknown_field", "invalid_request"},
    {"/phases/1", "7", "/phases/1 wrong_type", "invalid_request"},
    {"/window", "\"hit\"", "/window not_allowed", "invalid_request"},
    {"/method", "\"axis\"", "/method not_allowed", "invalid_request"},
};

START_TEST(phases__judged_by_reader_and_solver)
{
    const judged *tried = &phases_cases[_i];
    char *body = mutate(sound_phases, tried->pointer, tried->value);
    rw_problem problem;
    judge_profile(body, &problem);
    check_errors(&problem, tried->errors, body);
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, tried->code);
    rw_problem_free(&problem);
    free(body);
}
END_TEST

START_TEST(phases__count_is_bounded)
{
    char body[8192];
    size_t length = (size_t)snprintf(body, sizeof body, "{\"kind\":\"phases\",\"clip\":\"c\",\"phases\":[");
    for (int i = 0; i < RW_MAX_PHASES + 1; i++)
        length += (size_t)snprintf(body + length, sizeof body - length, "%s{\"start\":%d,\"end\":%d}",
                                   i > 0 ? "," : "", i, i + 1);
    snprintf(body + length, sizeof body - length, "]}");
    rw_problem problem;
    judge_profile(body, &problem);
    check_errors(&problem, "/phases too_long", body);
    rw_problem_free(&problem);
}
END_TEST

/* The canonical text of a sound document; release with free(). */
static char *canonical_clip(const char *body)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_clip_document document;
    ck_assert(rw_codec_clip_decode(body, strlen(body), NULL, &arena, &document, &problem));
    check_errors(&problem, "", body);
    ck_assert_uint_eq(strlen(document.canonical), document.canonical_length);
    char *text = malloc(document.canonical_length + 1);
    ck_assert_ptr_nonnull(text);
    memcpy(text, document.canonical, document.canonical_length + 1);
    rw_arena_free(&arena);
    return text;
}

START_TEST(canonical__same_meaning_same_bytes)
{
    static const char expected[] =
        "{\"description\":\"\xC3\xA9\",\"frame_rate\":5,\"root\":{\"positions\":[[0,0.1,-1000]]},"
        "\"source\":{\"b\":1,\"c\":true,\"file\":\"x\"},\"space\":\"unreal\"}";
    static const char *const writings[] = {
        "{\"description\":\"\xC3\xA9\",\"frame_rate\":5,\"root\":{\"positions\":[[0,0.1,-1000]]},"
        "\"source\":{\"b\":1,\"c\":true,\"file\":\"x\"},\"space\":\"unreal\"}",
        " {\"space\" : \"unreal\", \"source\":{\"file\":\"x\",\"c\":true,\"b\":1.0},\n\"root\":{\"positions\":"
        "[[-0, 1e-1, -1e3]]}, \"frame_rate\":5.0,\t\"description\":\"\\u00e9\"}",
        "{\"frame_rate\":50e-1,\"description\":\"\\u00E9\",\"root\":{\"positions\":[[-0.0,0.10,-1000.000]]},"
        "\"space\":\"\\u0075nreal\",\"source\":{\"c\":true,\"b\":10E-1,\"file\":\"x\"}}",
        "{\"name\":\"n\",\"revision\":3,\"content_hash\":\"h\",\"created_at\":\"t\",\"derived\":{\"duration\":[null]},"
        "\"findings\":[],\"frame_rate\":5,\"description\":\"\xC3\xA9\",\"root\":{\"positions\":[[0,0.1,-1000]]},"
        "\"space\":\"unreal\",\"source\":{\"c\":true,\"b\":1,\"file\":\"x\"}}",
    };
    for (size_t i = 0; i < COUNT(writings); i++) {
        char *text = canonical_clip(writings[i]);
        ck_assert_str_eq(text, expected);
        free(text);
    }
}
END_TEST

START_TEST(canonical__is_its_own_canonical_text)
{
    char *once = canonical_clip(sound_clip);
    char *twice = canonical_clip(once);
    ck_assert_str_eq(once, twice);
    free(once);
    free(twice);
}
END_TEST

START_TEST(canonical__keeps_what_differs)
{
    char *plain = canonical_clip(sound_clip);
    static const judged changes[] = {
        {"/loop", "false", NULL, NULL},
        {"/frame_rate", "2.0000000000000004", NULL, NULL},
        {"/root/positions/0/0", "5e-324", NULL, NULL},
        {"/windows/0/name", "\"Hit\"", NULL, NULL},
        {"/tags", "[]", NULL, NULL},
    };
    for (size_t i = 0; i < COUNT(changes); i++) {
        char *body = mutate(sound_clip, changes[i].pointer, changes[i].value);
        char *text = canonical_clip(body);
        ck_assert_str_ne(text, plain);
        free(text);
        free(body);
    }
    free(plain);
}
END_TEST

START_TEST(get__can_be_put_back)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_clip_document clip;
    ck_assert(rw_codec_clip_decode(sound_clip, strlen(sound_clip), NULL, &arena, &clip, &problem));
    const rw_clip *compiled = rw_codec_clip_compile(&clip, "", &arena, &problem);
    rw_profile_document profile;
    ck_assert(rw_codec_profile_decode(sound_phases, strlen(sound_phases), NULL, &arena, &profile, &problem));
    const rw_codec_document_head head = {
        .name = "lunge", .revision = 7, .content_hash = "abc", .created_at = "2026-01-01T00:00:00Z",
        .clip_revision = 2};
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;

    rw_json_writer_init(&writer, &buffer);
    rw_codec_write_clip(&writer, &head, clip.canonical, clip.canonical_length, compiled);
    ck_assert_ptr_nonnull(strstr(buffer.data, "\"derived\":{\"duration\":1,\"sample_count\":3,\"travel\":100,"));
    rw_clip_document clip_again;
    ck_assert(!rw_problem_failed(&problem));
    /* clip_revision belongs to profiles: a clip with one was not written by this server. */
    ck_assert(rw_codec_clip_decode(buffer.data, buffer.length, NULL, &arena, &clip_again, &problem));
    check_errors(&problem, "/clip_revision unknown_field", buffer.data);
    rw_problem_free(&problem);
    rw_buffer_clear(&buffer);
    rw_json_writer_init(&writer, &buffer);
    const rw_codec_document_head clip_head = {.name = "lunge", .revision = 7, .content_hash = "abc"};
    rw_codec_write_clip(&writer, &clip_head, clip.canonical, clip.canonical_length, compiled);
    ck_assert(rw_codec_clip_decode(buffer.data, buffer.length, NULL, &arena, &clip_again, &problem));
    ck_assert_str_eq(clip_again.canonical, clip.canonical);

    rw_buffer_clear(&buffer);
    rw_json_writer_init(&writer, &buffer);
    rw_codec_write_profile(&writer, &head, profile.canonical, profile.canonical_length, &profile);
    rw_profile_document profile_again;
    ck_assert(rw_codec_profile_decode(buffer.data, buffer.length, NULL, &arena, &profile_again, &problem));
    check_errors(&problem, "", buffer.data);
    ck_assert_str_eq(profile_again.canonical, profile.canonical);
    rw_buffer_free(&buffer);
    rw_arena_free(&arena);
}
END_TEST

START_TEST(clip__bounds_its_lists)
{
    rw_codec_limits limits = rw_codec_limits_default();
    limits.clip_samples = 2;
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_clip_document clip;
    ck_assert(rw_codec_clip_decode(sound_clip, strlen(sound_clip), &limits, &arena, &clip, &problem));
    rw_codec_clip_compile(&clip, "", &arena, &problem);
    check_errors(&problem, "/root/positions too_long", sound_clip);
    rw_problem_free(&problem);
    rw_arena_free(&arena);
}
END_TEST

START_TEST(clip__takes_a_long_one)
{
    enum { SAMPLES = 50000 };
    rw_buffer body;
    rw_buffer_init(&body, SIZE_MAX);
    rw_buffer_append_text(&body, "{\"space\":\"gltf\",\"frame_rate\":30,\"root\":{\"positions\":[");
    for (int i = 0; i < SAMPLES; i++) {
        rw_buffer_append_text(&body, i > 0 ? ",[" : "[");
        rw_buffer_append_number(&body, i * 0.01);
        rw_buffer_append_text(&body, ",0,0.5]");
    }
    rw_buffer_append_text(&body, "]}}");
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem problem;
    rw_problem_init(&problem);
    rw_clip_document clip;
    ck_assert(rw_codec_clip_decode(body.data, body.length, NULL, &arena, &clip, &problem));
    ck_assert(!rw_problem_failed(&problem));
    ck_assert_uint_eq(clip.desc.sample_count, SAMPLES);
    ck_assert_double_eq(clip.desc.positions[SAMPLES - 1].x, (SAMPLES - 1) * 0.01);
    rw_buffer_free(&body);
    rw_arena_free(&arena);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("document");
    TCase *tests = tcase_create("document");
    tcase_add_loop_test(tests, clip__judged_by_reader_and_solver, 0, (int)COUNT(clip_cases));
    tcase_add_test(tests, clip__says_everything_at_once);
    tcase_add_loop_test(tests, reach__judged_by_reader_and_solver, 0, (int)COUNT(reach_cases));
    tcase_add_loop_test(tests, phases__judged_by_reader_and_solver, 0, (int)COUNT(phases_cases));
    tcase_add_test(tests, phases__count_is_bounded);
    tcase_add_test(tests, canonical__same_meaning_same_bytes);
    tcase_add_test(tests, canonical__is_its_own_canonical_text);
    tcase_add_test(tests, canonical__keeps_what_differs);
    tcase_add_test(tests, get__can_be_put_back);
    tcase_add_test(tests, clip__bounds_its_lists);
    tcase_add_test(tests, clip__takes_a_long_one);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
