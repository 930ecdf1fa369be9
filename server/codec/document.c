#include "codec/document.h"

#include <stdint.h>

#include "codec/canonical.h"
#include "codec/decode.h"
#include "codec/diagnostics.h"

bool rw_decode_keep_canonical(rw_decoder *decoder, rw_value root, const char **text, size_t *length)
{
    if (rw_problem_failed(decoder->problem) || decoder->no_memory || decoder->limits->canonical_known)
        return false;
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    if (rw_canonical_write(&buffer, root)) {
        *text = rw_decoder_text(decoder, buffer.data, buffer.length);
        *length = buffer.length;
    } else {
        decoder->no_memory = true;
    }
    rw_buffer_free(&buffer);
    return !decoder->no_memory;
}

static void decode_clip(rw_decoder *decoder, rw_value root, void *out)
{
    rw_clip_document *document = out;
    rw_decode_clip(decoder, NULL, root, document);
    rw_decode_keep_canonical(decoder, root, &document->canonical, &document->canonical_length);
}

static void decode_profile(rw_decoder *decoder, rw_value root, void *out)
{
    rw_profile_document *document = out;
    rw_decode_profile(decoder, NULL, root, true, document);
    rw_decode_keep_canonical(decoder, root, &document->canonical, &document->canonical_length);
}

bool rw_codec_clip_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                          rw_clip_document *document, rw_problem *problem)
{
    rw_clip_document read;
    if (!rw_decode_with(body, length, limits, arena, decode_clip, &read, problem))
        return false;
    *document = read;
    return true;
}

bool rw_codec_profile_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                             rw_profile_document *document, rw_problem *problem)
{
    rw_profile_document read;
    if (!rw_decode_with(body, length, limits, arena, decode_profile, &read, problem))
        return false;
    *document = read;
    return true;
}

static void *no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to compile the document");
    return NULL;
}

const rw_clip *rw_codec_clip_compile(const rw_clip_document *document, const char *prefix, rw_arena *arena,
                                     rw_problem *problem)
{
    const size_t size = rw_clip_size(&document->desc);
    void *memory = rw_arena_allocate(arena, size, 1);
    if (memory == NULL)
        return no_memory(problem);
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_clip *clip = NULL;
    const rw_status status = rw_clip_compile(&document->desc, memory, size, &clip, &diagnostics);
    if (status == RW_OK)
        return clip;
    rw_codec_add_diagnostics(problem, prefix, &diagnostics);
    if (!rw_problem_failed(problem))
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "the clip does not compile, but the solver does not say why");
    return NULL;
}

const rw_profile *rw_codec_profile_build(const rw_profile_document *document, const rw_clip *clip, void *memory,
                                         size_t size, rw_diagnostics *diagnostics)
{
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    const rw_profile_desc *desc = &document->desc;
    const rw_profile *profile = NULL;
    rw_status status = rw_profile_compile(desc, clip, memory, size, &profile, diagnostics);
    if (desc->kind == RW_PROFILE_PHASES &&
        rw_provider_check(&document->provider, &info.space, desc->phase_count, diagnostics) != RW_OK)
        status = RW_INVALID;
    return status == RW_OK ? profile : NULL;
}

void rw_codec_plan_fill(rw_plan *plan, const rw_profile_document *document, const rw_profile *profile,
                        const char **names)
{
    const size_t phases = rw_profile_phase_count(profile);
    for (size_t i = 0; i < phases; i++)
        names[i] = document->desc.phases[i].name;
    *plan = (rw_plan){.profile = profile,
                      .provider = document->provider,
                      .phase_names = phases > 0 ? names : NULL,
                      .severities = rw_plan_severities(profile)};
}

void rw_codec_profile_check(const rw_profile_document *document, const char *prefix, rw_problem *problem)
{
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    if (rw_profile_check(&document->desc, NULL, &diagnostics) != RW_OK)
        rw_codec_add_diagnostics(problem, prefix, &diagnostics);
}

const rw_profile *rw_codec_profile_compile(const rw_profile_document *document, const rw_clip *clip,
                                           const char *prefix, rw_arena *arena, rw_problem *problem)
{
    const size_t size = rw_profile_size(&document->desc, clip);
    void *memory = rw_arena_allocate(arena, size, 1);
    if (memory == NULL)
        return no_memory(problem);
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_profile *profile = rw_codec_profile_build(document, clip, memory, size, &diagnostics);
    if (profile != NULL)
        return profile;
    rw_codec_add_diagnostics(problem, prefix, &diagnostics);
    if (!rw_problem_failed(problem))
        rw_problem_set(problem, RW_PROBLEM_INTERNAL,
                       "the profile does not compile, but the solver does not say why");
    return NULL;
}

const rw_plan *rw_codec_plan_compile(const rw_profile_document *document, const rw_clip *clip, const char *prefix,
                                     rw_arena *arena, rw_problem *problem)
{
    const rw_profile *profile = rw_codec_profile_compile(document, clip, prefix, arena, problem);
    if (profile == NULL)
        return NULL;
    const size_t phases = rw_profile_phase_count(profile);
    rw_plan *plan = rw_arena_allocate(arena, 1, sizeof *plan);
    const char **names = rw_arena_allocate(arena, phases, sizeof *names);
    if (plan == NULL || names == NULL)
        return no_memory(problem);
    rw_codec_plan_fill(plan, document, profile, names);
    return plan;
}
