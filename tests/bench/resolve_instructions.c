/* One reach resolve, over and over, for callgrind: from the bytes of a request to the bytes of its answer.
 *
 *     resolve_instructions EXAMPLES ROUNDS [ANSWER]
 *
 * callgrind is told to collect within the functions called measured_…; see instructions.sh. With ANSWER the last answer
 * goes into that file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/service.h"
#include "solve.h"

/* Not inlined: callgrind knows functions by their names. */
#define MEASURED __attribute__((noinline)) static

typedef struct subject {
    solved compiled;
    rw_service_profile profile;
    rw_service_scratch scratch;
    char *request;
    size_t request_length;
    rw_arena arena;
    rw_codec_resolve_body body;
    rw_resolution resolution;
    rw_buffer answer;
    rw_problem problem;
} subject;

MEASURED bool measured_read(subject *at)
{
    return rw_codec_resolve_decode(at->request, at->request_length, NULL, &at->arena, &at->body, &at->problem) &&
           at->body.items[0].problem.code == RW_PROBLEM_NONE;
}

MEASURED bool measured_solve(subject *at)
{
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    return rw_service_solve(&at->profile, &at->body.items[0].request.job, &at->scratch, &at->resolution, &diagnostics,
                            &at->problem);
}

MEASURED bool measured_write(subject *at)
{
    static const rw_codec_provenance provenance = {
        .profile_name = "lunge",
        .profile_revision = 1,
        .profile_hash = "1575ed786fd8fe895468c8b46602f11a14d9eb7b2a2c56745990a8c693f63ad8",
        .clip_name = "lunge",
        .clip_revision = 1,
        .clip_hash = "616d1d36fb21a2cad81e44ad76d2a71a07ea78c961b98cf368c216dcab9d2f58"};
    const rw_codec_answer answer = {.provenance = &provenance,
                                    .plan = at->compiled.plan,
                                    .resolution = &at->resolution,
                                    .space = at->resolution.space,
                                    .play_rate = 1};
    rw_json_writer writer;
    rw_json_writer_init(&writer, &at->answer);
    rw_codec_write_resolution(&writer, at->body.items[0].request.id, &answer);
    return rw_buffer_ok(&at->answer);
}

MEASURED void measured_release(subject *at)
{
    rw_codec_resolve_body_free(&at->body);
    rw_arena_reset(&at->arena);
}

MEASURED bool measured_all(subject *at)
{
    const bool sound = measured_read(at) && measured_solve(at) && measured_write(at);
    measured_release(at);
    return sound;
}

/* Ended by a zero byte; NULL when it cannot be read. */
static char *read_example(const char *folder, const char *name, size_t *length)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    rw_buffer text;
    rw_buffer_init(&text, SIZE_MAX);
    char piece[1024];
    for (size_t got = 1; file != NULL && got > 0;) {
        got = fread(piece, 1, sizeof piece, file);
        rw_buffer_append(&text, piece, got);
    }
    if (file != NULL && fclose(file) == 0)
        return rw_buffer_steal(&text, length);
    fprintf(stderr, "resolve_instructions: cannot read %s\n", path);
    return NULL;
}

static bool prepare(subject *at, const char *folder)
{
    static const rw_catalog_document document = {.name = "lunge", .revision = 1};
    size_t length = 0;
    char *clip = read_example(folder, "lunge.clip.json", &length);
    char *profile = read_example(folder, "lunge.profile.json", &length);
    at->request = read_example(folder, "lunge-100.resolve.request.json", &at->request_length);
    const bool sound =
        clip != NULL && profile != NULL && at->request != NULL && solved_compile(&at->compiled, clip, profile);
    free(clip);
    free(profile);
    rw_service_scratch_init(&at->scratch);
    rw_arena_init(&at->arena);
    rw_buffer_init(&at->answer, SIZE_MAX);
    rw_problem_init(&at->problem);
    at->profile = (rw_service_profile){.document = &document,
                                       .clip = {.document = &document, .object = at->compiled.clip},
                                       .object = at->compiled.profile,
                                       .plan = at->compiled.plan};
    return sound;
}

static void release(subject *at)
{
    rw_problem_free(&at->problem);
    rw_buffer_free(&at->answer);
    rw_arena_free(&at->arena);
    rw_service_scratch_free(&at->scratch);
    free(at->request);
    solved_free(&at->compiled);
}

static bool keep_answer(const subject *at, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    const bool written = fwrite(at->answer.data, 1, at->answer.length, file) == at->answer.length;
    return fclose(file) == 0 && written;
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: resolve_instructions EXAMPLES ROUNDS [ANSWER]\n");
        return 2;
    }
    subject at = {.request = NULL};
    bool sound = prepare(&at, arguments[1]);
    const long rounds = strtol(arguments[2], NULL, 10);
    for (long i = 0; sound && i < rounds; i++) {
        rw_buffer_clear(&at.answer);
        sound = measured_all(&at);
    }
    if (sound && count > 3)
        sound = keep_answer(&at, arguments[3]);
    release(&at);
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
