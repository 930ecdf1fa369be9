/* Every field of every body, wrong in every way: each is named, with its code, and nothing else is. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "mutate.h"
#include "support.h"

typedef enum type {
    NUMBER,
    SWITCH,
    TEXT,       /* at least one byte */
    FREE_TEXT,  /* may be empty */
    WORD,       /* one of a list */
    NAME,
    REFERENCE,
    VECTOR,
    ROTATION,
    RANGE,
    SPACE,
    OBJECT,
    LIST,       /* may be empty */
    FULL_LIST,  /* may not */
    ID,
    SCALAR, /* a text, a number or a switch */
} type;

typedef struct field {
    const char *pointer;
    type type;
    bool required;
} field;

typedef bool decode_body(const char *body, rw_problem *problem);

typedef struct document {
    const char *name;
    decode_body *decode;
    const char *sound;
    const field *fields;
    size_t field_count;
} document;

/* What is wrong for a type; the suffix is what the error's pointer has behind the field's. */
typedef struct wrong {
    type type;
    const char *value;
    const char *suffix;
    const char *code;
} wrong;

#define LONG_64 "0123456789012345678901234567890123456789012345678901234567890123"
#define LONG_512 LONG_64 LONG_64 LONG_64 LONG_64 LONG_64 LONG_64 LONG_64 LONG_64
#define LONG_2560 LONG_512 LONG_512 LONG_512 LONG_512 LONG_512

static const wrong wrongs[] = {
    {NUMBER, "\"5\"", "", "wrong_type"},
    {NUMBER, "true", "", "wrong_type"},
    {NUMBER, "[]", "", "wrong_type"},
    {NUMBER, "{}", "", "wrong_type"},
    {SWITCH, "1", "", "wrong_type"},
    {SWITCH, "\"true\"", "", "wrong_type"},
    {TEXT, "5", "", "wrong_type"},
    {TEXT, "[]", "", "wrong_type"},
    {TEXT, "\"\"", "", "empty"},
    {TEXT, "\"" LONG_2560 "\"", "", "too_long"},
    {TEXT, "\"a\\u0001b\"", "", "bad_text"},
    {FREE_TEXT, "5", "", "wrong_type"},
    {FREE_TEXT, "\"" LONG_2560 "\"", "", "too_long"},
    {FREE_TEXT, "\"a\\u0001b\"", "", "bad_text"},
    {WORD, "5", "", "wrong_type"},
    {WORD, "\"\"", "", "empty"},
    {WORD, "\"nonsense\"", "", "unknown_value"},
    {WORD, "\"\\u0001\"", "", "unknown_value"},
    {NAME, "5", "", "wrong_type"},
    {NAME, "\"\"", "", "empty"},
    {NAME, "\"a b\"", "", "bad_name"},
    {NAME, "\".a\"", "", "bad_name"},
    {NAME, "\"" LONG_64 LONG_64 "0\"", "", "bad_name"},
    {REFERENCE, "5", "", "wrong_type"},
    {REFERENCE, "\"\"", "", "empty"},
    {REFERENCE, "\"a b\"", "", "bad_name"},
    {REFERENCE, "\"a@\"", "", "bad_name"},
    {REFERENCE, "\"a@0\"", "", "bad_name"},
    {REFERENCE, "\"a@-1\"", "", "bad_name"},
    {REFERENCE, "\"a@1.5\"", "", "bad_name"},
    {VECTOR, "5", "", "wrong_type"},
    {VECTOR, "{\"x\":1}", "", "wrong_type"},
    {VECTOR, "[]", "", "empty"},
    {VECTOR, "[1,2]", "", "too_short"},
    {VECTOR, "[1,2,3,4]", "", "too_long"},
    {VECTOR, "[1,\"2\",3]", "/1", "wrong_type"},
    {VECTOR, "[1,2,null]", "/2", "null"},
    {VECTOR, "[NaN,2,3]", "/0", "not_finite"},
    {VECTOR, "[1,1e999,3]", "/1", "out_of_range"},
    {ROTATION, "5", "", "wrong_type"},
    {ROTATION, "[]", "", "empty"},
    {ROTATION, "[0,0,1]", "", "too_short"},
    {ROTATION, "[0,0,0,1,0]", "", "too_long"},
    {ROTATION, "[0,0,0,true]", "/3", "wrong_type"},
    {ROTATION, "[0,0,0,Infinity]", "/3", "not_finite"},
    {RANGE, "5", "", "wrong_type"},
    {RANGE, "[1,2]", "", "wrong_type"},
    {RANGE, "{\"min\":1}", "/max", "missing"},
    {RANGE, "{\"max\":1}", "/min", "missing"},
    {RANGE, "{\"min\":null,\"max\":1}", "/min", "null"},
    {RANGE, "{\"min\":1,\"max\":\"2\"}", "/max", "wrong_type"},
    {RANGE, "{\"min\":1,\"max\":2,\"mean\":3}", "/mean", "unknown_field"},
    {RANGE, "{\"min\":1,\"max\":2,\"min\":1}", "/min", "duplicate_key"},
    {SPACE, "5", "", "wrong_type"},
    {SPACE, "\"\"", "", "empty"},
    {SPACE, "\"unrael\"", "", "unknown_value"},
    {SPACE, "[]", "", "wrong_type"},
    {SPACE, "{\"right\":\"+Y\",\"up\":\"+Z\",\"metres_per_unit\":1}", "/forward", "missing"},
    {SPACE, "{\"forward\":\"+X\",\"right\":\"+Q\",\"up\":\"+Z\",\"metres_per_unit\":1}", "/right", "unknown_value"},
    {SPACE, "{\"forward\":\"+X\",\"right\":\"+Y\",\"up\":5,\"metres_per_unit\":1}", "/up", "wrong_type"},
    {SPACE, "{\"forward\":\"\",\"right\":\"+Y\",\"up\":\"+Z\",\"metres_per_unit\":1}", "/forward", "empty"},
    {SPACE, "{\"forward\":\"+X\",\"right\":\"+Y\",\"up\":\"+Z\"}", "/metres_per_unit", "missing"},
    {OBJECT, "5", "", "wrong_type"},
    {OBJECT, "[]", "", "wrong_type"},
    {OBJECT, "\"x\"", "", "wrong_type"},
    {LIST, "5", "", "wrong_type"},
    {LIST, "{}", "", "wrong_type"},
    {FULL_LIST, "5", "", "wrong_type"},
    {FULL_LIST, "{}", "", "wrong_type"},
    {FULL_LIST, "[]", "", "empty"},
    {SCALAR, "[]", "", "wrong_type"},
    {SCALAR, "{\"a\":1}", "", "wrong_type"},
    {SCALAR, "\"" LONG_2560 "\"", "", "too_long"},
    {SCALAR, "\"a\\u0001b\"", "", "bad_text"},
    {ID, "true", "", "wrong_type"},
    {ID, "[]", "", "wrong_type"},
    {ID, "\"\"", "", "empty"},
    {ID, "\"" LONG_64 LONG_64 "0\"", "", "too_long"},
    {ID, "1.5", "", "not_integer"},
    {ID, "9007199254740992", "", "out_of_range"},
};

static bool decode_clip(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_clip_document clip;
    const bool read = rw_codec_clip_decode(body, strlen(body), NULL, &arena, &clip, problem);
    ck_assert(!read || (clip.canonical == NULL) == rw_problem_failed(problem));
    if (read)
        rw_codec_clip_compile(&clip, "", &arena, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
    return read;
}

static const char compiled_clip[] =
    "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[50,0,0],[100,0,0]]},"
    "\"windows\":[{\"name\":\"hit\",\"start\":0,\"end\":1}]}";

static bool decode_profile(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_clip_document clip;
    ck_assert(rw_codec_clip_decode(compiled_clip, strlen(compiled_clip), NULL, &arena, &clip, problem));
    const rw_clip *compiled = rw_codec_clip_compile(&clip, "", &arena, problem);
    ck_assert_ptr_nonnull(compiled);
    rw_profile_document profile;
    const bool read = rw_codec_profile_decode(body, strlen(body), NULL, &arena, &profile, problem);
    ck_assert(!read || (profile.canonical == NULL) == rw_problem_failed(problem));
    if (read)
        rw_codec_profile_compile(&profile, compiled, "", &arena, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
    return read;
}

static bool decode_resolve(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_resolve_body batch;
    const bool read = rw_codec_resolve_decode(body, strlen(body), NULL, &arena, &batch, problem);
    if (read) {
        ck_assert(!batch.batch);
        ck_assert_uint_eq(batch.count, 1);
        rw_problem_move(&batch.items[0].problem, problem);
        rw_codec_resolve_body_free(&batch);
    }
    rw_arena_free(&arena);
    return read;
}

static bool decode_trajectory(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_trajectory_request request;
    const bool read = rw_codec_trajectory_decode(body, strlen(body), NULL, &arena, &request, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
    return read;
}

static bool decode_step(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_step_request request;
    const bool read = rw_codec_step_decode(body, strlen(body), NULL, &arena, &request, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
    return read;
}

static bool decode_validate(const char *body, rw_problem *problem)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_codec_validate_request request;
    const bool read = rw_codec_validate_decode(body, strlen(body), NULL, &arena, &request, problem);
    rw_problem_conclude(problem);
    rw_arena_free(&arena);
    return read;
}

static const field clip_fields[] = {
    {"/space", SPACE, true},
    {"/frame_rate", NUMBER, true},
    {"/loop", SWITCH, false},
    {"/root", OBJECT, true},
    {"/root/positions", FULL_LIST, true},
    {"/root/positions/1", VECTOR, false},
    {"/root/rotations", FULL_LIST, false},
    {"/root/rotations/2", ROTATION, false},
    {"/windows", LIST, false},
    {"/windows/0", OBJECT, false},
    {"/windows/0/name", TEXT, true},
    {"/windows/0/start", NUMBER, true},
    {"/windows/0/end", NUMBER, true},
    {"/events", LIST, false},
    {"/events/0", OBJECT, false},
    {"/events/0/name", TEXT, true},
    {"/events/0/time", NUMBER, true},
    {"/times", WORD, false},
    {"/source", OBJECT, false},
    {"/source/file", SCALAR, false},
    {"/tags", LIST, false},
    {"/tags/1", TEXT, false},
    {"/description", FREE_TEXT, false},
};

static const field reach_fields[] = {
    {"/kind", WORD, true},
    {"/clip", NAME, true},
    {"/window", TEXT, true},
    {"/scale_band", RANGE, true},
    {"/contact_offset", NUMBER, false},
    {"/vertical", WORD, false},
    {"/plane", WORD, false},
    {"/conditions", OBJECT, false},
    {"/conditions/max_angle", NUMBER, false},
    {"/conditions/min_distance", NUMBER, false},
    {"/conditions/max_distance", NUMBER, false},
    {"/conditions/max_height", NUMBER, false},
    {"/rate", RANGE, false},
    {"/method", WORD, false},
    {"/easing", WORD, false},
    {"/rotation", WORD, false},
    {"/turn", WORD, false},
    {"/turn_cap", NUMBER, false},
    {"/max_speed", NUMBER, false},
    {"/tags", LIST, false},
    {"/tags/0", TEXT, false},
    {"/description", FREE_TEXT, false},
};

static const field phases_fields[] = {
    {"/kind", WORD, true},
    {"/clip", NAME, true},
    {"/times", WORD, false},
    {"/phases", FULL_LIST, true},
    {"/phases/0", OBJECT, false},
    {"/phases/0/name", TEXT, false},
    {"/phases/0/start", NUMBER, true},
    {"/phases/0/translation_offset", VECTOR, false},
    {"/phases/0/rotation_offset", ROTATION, false},
    {"/phases/0/rate", RANGE, false},
    {"/phases/0/axes", OBJECT, false},
    {"/phases/0/axes/y", OBJECT, false},
    {"/phases/0/axes/y/warp", SWITCH, false},
    {"/phases/0/axes/y/linear", SWITCH, false},
    {"/phases/0/axes/y/animate", SWITCH, false},
    {"/phases/1/end", NUMBER, true},
    {"/phases/1/method", WORD, false},
    {"/phases/1/easing", WORD, false},
    {"/phases/1/rotation", WORD, false},
    {"/phases/1/turn", WORD, false},
    {"/phases/1/turn_cap", NUMBER, false},
    {"/phases/1/anchor", VECTOR, false},
    {"/phases/1/land", WORD, false},
    {"/max_speed", NUMBER, false},
};

#define REQUEST_FIELDS \
    {"/id", ID, false}, {"/profile", REFERENCE, true}, {"/space", SPACE, false}, {"/time", NUMBER, false}, \
        {"/play_rate", NUMBER, false}, {"/actor", OBJECT, true}, {"/actor/position", VECTOR, true}, \
        {"/actor/rotation", ROTATION, true}, {"/actor/radius", NUMBER, false}, {"/actor/scale", NUMBER, false}, \
        {"/target", OBJECT, false}, {"/target/position", VECTOR, true}, {"/target/yaw", NUMBER, false}, \
        {"/target/radius", NUMBER, false}, {"/target/velocity", VECTOR, false}, {"/targets", FULL_LIST, false}, \
        {"/targets/0", OBJECT, false}, {"/targets/0/position", VECTOR, true}, \
        {"/targets/1/rotation", ROTATION, true}, {"/targets/0/yaw", NUMBER, false}

static const field resolve_fields[] = {REQUEST_FIELDS};

static const field trajectory_fields[] = {
    REQUEST_FIELDS,
    {"/rate", NUMBER, false},
    {"/from", NUMBER, false},
    {"/to", NUMBER, false},
    {"/authored", SWITCH, false},
    {"/offset", SWITCH, false},
};

static const field times_fields[] = {
    {"/times", FULL_LIST, true},
    {"/times/1", NUMBER, false},
};

static const field step_fields[] = {
    REQUEST_FIELDS,
    {"/from", NUMBER, true},
    {"/to", NUMBER, true},
};

static const field validate_fields[] = {
    {"/profile", OBJECT, true},
    {"/profile/kind", WORD, true},
    {"/profile/scale_band", RANGE, true},
    {"/clip", OBJECT, false},
    {"/clip/frame_rate", NUMBER, true},
    {"/clip/root/positions/0", VECTOR, false},
};

#define REQUEST \
    "\"id\":\"a\",\"profile\":\"p@3\",\"space\":\"unreal\",\"time\":0,\"play_rate\":1," \
    "\"actor\":{\"position\":[0,0,0],\"rotation\":[0,0,0,1],\"radius\":40,\"scale\":1}," \
    "\"target\":{\"position\":[900,0,0],\"yaw\":0,\"radius\":40,\"velocity\":[0,0,0]}," \
    "\"targets\":[{\"position\":[1,0,0],\"yaw\":90},{\"position\":[2,0,0],\"rotation\":[0,0,0,1]}]"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const document documents[] = {
    {"clip", decode_clip,
     "{\"space\":\"unreal\",\"frame_rate\":2,\"loop\":false,\"root\":{\"positions\":[[0,0,0],[50,0,0],[100,0,0]],"
     "\"rotations\":[[0,0,0,1],[0,0,0,1],[0,0,0,1]]},\"windows\":[{\"name\":\"hit\",\"start\":0,\"end\":1}],"
     "\"events\":[{\"name\":\"strike\",\"time\":0.5}],\"times\":\"seconds\",\"source\":{\"file\":\"a.fbx\","
     "\"take\":3},\"tags\":[\"one\",\"two\"],\"description\":\"a lunge\"}",
     clip_fields, COUNT(clip_fields)},
    {"reach profile", decode_profile,
     "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"hit\",\"scale_band\":{\"min\":0.3,\"max\":1.3},"
     "\"contact_offset\":0,\"vertical\":\"keep\",\"plane\":\"horizontal\",\"conditions\":{\"max_angle\":90,"
     "\"min_distance\":0,\"max_distance\":1000,\"max_height\":100},\"rate\":{\"min\":0.5,\"max\":2},"
     "\"method\":\"time\",\"easing\":\"linear\",\"rotation\":\"face\",\"turn\":\"offset\",\"turn_cap\":360,"
     "\"max_speed\":2000,\"tags\":[\"one\"],\"description\":\"\"}",
     reach_fields, COUNT(reach_fields)},
    {"phases profile", decode_profile,
     "{\"kind\":\"phases\",\"clip\":\"lunge\",\"times\":\"seconds\",\"phases\":[{\"name\":\"a\",\"start\":0,"
     "\"end\":0.5,\"translation_offset\":[0,0,0],\"rotation_offset\":[0,0,0,1],\"rate\":{\"min\":0.5,\"max\":2},"
     "\"axes\":{\"y\":{\"warp\":true,\"linear\":false,\"animate\":true}}},{\"start\":0.5,\"end\":1,"
     "\"method\":\"time\",\"easing\":\"sine_in_out\",\"rotation\":\"target\",\"turn\":\"slerp\",\"turn_cap\":360,"
     "\"anchor\":[0,0,0],\"land\":\"phase\"}],\"max_speed\":2000}",
     phases_fields, COUNT(phases_fields)},
    {"resolve", decode_resolve, "{" REQUEST "}", resolve_fields, COUNT(resolve_fields)},
    {"trajectory", decode_trajectory,
     "{" REQUEST ",\"rate\":30,\"from\":0,\"to\":1,\"authored\":true,\"offset\":true}", trajectory_fields,
     COUNT(trajectory_fields)},
    {"trajectory at times", decode_trajectory, "{" REQUEST ",\"times\":[0,0.5,1]}", times_fields,
     COUNT(times_fields)},
    {"step", decode_step, "{" REQUEST ",\"from\":0,\"to\":1}", step_fields, COUNT(step_fields)},
    {"validate", decode_validate,
     "{\"profile\":{\"kind\":\"reach\",\"window\":\"hit\",\"scale_band\":{\"min\":0.3,\"max\":1.3}},"
     "\"clip\":{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0]]}}}",
     validate_fields, COUNT(validate_fields)},
};

/* The body with `value` at the field gives exactly this error. */
static void check_one(const document *tried, const char *pointer, const char *value, const char *suffix,
                      const char *code)
{
    char *body = mutate(tried->sound, pointer, value);
    rw_problem problem;
    rw_problem_init(&problem);
    const bool read = tried->decode(body, &problem);
    char expected[256];
    snprintf(expected, sizeof expected, "%s%s %s", pointer, suffix, code);
    check_errors(&problem, expected, body);
    const char *expected_code =
        read ? (problem.has_form_field ? "invalid_request" : "unprocessable") : "invalid_json";
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, expected_code);
    ck_assert_uint_gt(strlen(problem.detail), 0);
    rw_problem_free(&problem);
    free(body);
}

/* A list that is too short or of the wrong kind changes what the solver thinks of the rest; only fields that do not
 * take others with them are tried below. */
START_TEST(body__sound_one_is_taken)
{
    const document *tried = &documents[_i];
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(tried->decode(tried->sound, &problem));
    check_errors(&problem, "", tried->sound);
    ck_assert(!rw_problem_failed(&problem));
}
END_TEST

START_TEST(body__every_field_wrong_in_every_way)
{
    const document *tried = &documents[_i];
    for (size_t f = 0; f < tried->field_count; f++) {
        const field *wanted = &tried->fields[f];
        if (wanted->required)
            check_one(tried, wanted->pointer, NULL, "", "missing");
        check_one(tried, wanted->pointer, "null", "", "null");
        check_one(tried, wanted->pointer, "NaN", "", "not_finite");
        check_one(tried, wanted->pointer, "-Infinity", "", "not_finite");
        check_one(tried, wanted->pointer, "1e999", "", "out_of_range");
        for (size_t w = 0; w < COUNT(wrongs); w++) {
            if (wrongs[w].type == wanted->type)
                check_one(tried, wanted->pointer, wrongs[w].value, wrongs[w].suffix, wrongs[w].code);
        }
    }
}
END_TEST

START_TEST(body__unknown_members_are_refused)
{
    const document *tried = &documents[_i];
    check_one(tried, "/bogus", "1", "", "unknown_field");
    for (size_t f = 0; f < tried->field_count; f++) {
        if (tried->fields[f].type != OBJECT || strcmp(tried->fields[f].pointer, "/source") == 0)
            continue;
        char pointer[128];
        snprintf(pointer, sizeof pointer, "%s/bogus", tried->fields[f].pointer);
        check_one(tried, pointer, "{\"a\":[]}", "", "unknown_field");
    }
}
END_TEST

START_TEST(body__must_be_an_object)
{
    const document *tried = &documents[_i];
    static const char *const bodies[] = {"5", "[]", "\"x\"", "true"};
    for (size_t i = 0; i < COUNT(bodies); i++) {
        rw_problem problem;
        rw_problem_init(&problem);
        ck_assert(tried->decode(bodies[i], &problem));
        check_errors(&problem, "(body) wrong_type", bodies[i]);
        rw_problem_free(&problem);
    }
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert(tried->decode("null", &problem));
    check_errors(&problem, "(body) null", "null");
    rw_problem_free(&problem);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fields");
    TCase *tests = tcase_create("fields");
    tcase_add_loop_test(tests, body__sound_one_is_taken, 0, (int)COUNT(documents));
    tcase_add_loop_test(tests, body__every_field_wrong_in_every_way, 0, (int)COUNT(documents));
    tcase_add_loop_test(tests, body__unknown_members_are_refused, 0, (int)COUNT(documents));
    tcase_add_loop_test(tests, body__must_be_an_object, 0, (int)COUNT(documents));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
