/* Any clip and any profile: what is taken has a canonical text that is taken again as it is, and compiling it ends. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "fuzz.h"

static void expect(bool right, const char *what, const rw_problem *problem)
{
    if (right)
        return;
    fprintf(stderr, "%s: %s\n", what, problem->detail);
    abort();
}

static const char clip_text[] = "{\"space\":\"unreal\",\"frame_rate\":4,\"root\":{\"positions\":[[0,0,0],[125,0,0],[250,0,0],"
                                "[375,0,0],[500,0,0]]},\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}";

static void try_clip(const char *body, size_t size, rw_arena *arena, rw_problem *problem)
{
    rw_clip_document document, again;
    if (!rw_codec_clip_decode(body, size, NULL, arena, &document, problem))
        return;
    if (document.canonical != NULL) {
        expect(rw_codec_clip_decode(document.canonical, document.canonical_length, NULL, arena, &again, problem),
               "the canonical text is refused", problem);
        expect(again.canonical != NULL && strcmp(again.canonical, document.canonical) == 0,
               "the canonical text of the canonical text differs", problem);
    }
    rw_codec_clip_compile(&document, "", arena, problem);
}

static void try_profile(const char *body, size_t size, rw_arena *arena, rw_problem *problem)
{
    rw_profile_document document, again;
    rw_clip_document clip_document;
    if (!rw_codec_profile_decode(body, size, NULL, arena, &document, problem))
        return;
    if (document.canonical != NULL) {
        expect(rw_codec_profile_decode(document.canonical, document.canonical_length, NULL, arena, &again, problem),
               "the canonical text is refused", problem);
        expect(again.canonical != NULL && strcmp(again.canonical, document.canonical) == 0,
               "the canonical text of the canonical text differs", problem);
    }
    rw_codec_profile_check(&document, "", problem);
    rw_problem clip_problem;
    rw_problem_init(&clip_problem);
    expect(rw_codec_clip_decode(clip_text, sizeof clip_text - 1, NULL, arena, &clip_document, &clip_problem),
           "the clip is refused", &clip_problem);
    const rw_clip *clip = rw_codec_clip_compile(&clip_document, "", arena, &clip_problem);
    expect(clip != NULL, "the clip does not compile", &clip_problem);
    const rw_plan *plan = rw_codec_plan_compile(&document, clip, "", arena, problem);
    rw_codec_findings findings;
    rw_codec_findings_init(&findings);
    if (plan != NULL)
        rw_codec_findings_add_profile(&findings, plan->profile);
    rw_codec_findings_free(&findings);
    rw_problem_free(&clip_problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    void (*const tries[])(const char *, size_t, rw_arena *, rw_problem *) = {try_clip, try_profile};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        rw_arena arena;
        rw_problem problem;
        rw_arena_init(&arena);
        rw_problem_init(&problem);
        tries[i]((const char *)data, size, &arena, &problem);
        if (rw_problem_conclude(&problem))
            expect(rw_problem_info_get(problem.code)->http_status / 100 == 4, "not the author's fault", &problem);
        rw_problem_free(&problem);
        rw_arena_free(&arena);
    }
    return 0;
}
