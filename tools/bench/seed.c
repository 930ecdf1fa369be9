#include "seed.h"

#include <stdio.h>

#include "codec/codec.h"
#include "documents.h"
#include "store/store.h"

typedef struct rw_seeder {
    rw_store *store;
    rw_buffer text;
    rw_problem problem;
} rw_seeder;

static bool put(rw_seeder *seeder, rw_store_kind kind, const char *name, const char *canonical, size_t length,
                const char *clip)
{
    const rw_store_put_request request = {.kind = kind,
                                          .name = name,
                                          .document = canonical,
                                          .document_length = length,
                                          .hash = rw_hash_bytes(canonical, length),
                                          .clip_name = clip};
    rw_store_put_result result;
    return rw_store_put(seeder->store, &request, &result, &seeder->problem) == RW_STORE_OK;
}

/* Stores the clip whose text was just written. */
static bool put_clip(rw_seeder *seeder, const char *name)
{
    rw_arena arena;
    rw_clip_document document;
    rw_arena_init(&arena);
    const bool stored = rw_buffer_ok(&seeder->text) &&
                        rw_codec_clip_decode(seeder->text.data, seeder->text.length, NULL, &arena, &document,
                                             &seeder->problem) &&
                        document.canonical != NULL &&
                        put(seeder, RW_STORE_CLIP, name, document.canonical, document.canonical_length, NULL);
    rw_arena_free(&arena);
    rw_buffer_clear(&seeder->text);
    return stored;
}

static bool put_profile(rw_seeder *seeder, const char *name)
{
    rw_arena arena;
    rw_profile_document document;
    rw_arena_init(&arena);
    const bool stored = rw_buffer_ok(&seeder->text) &&
                        rw_codec_profile_decode(seeder->text.data, seeder->text.length, NULL, &arena, &document,
                                                &seeder->problem) &&
                        document.canonical != NULL &&
                        put(seeder, RW_STORE_PROFILE, name, document.canonical, document.canonical_length,
                            document.clip);
    rw_arena_free(&arena);
    rw_buffer_clear(&seeder->text);
    return stored;
}

static bool fill(rw_seeder *seeder, const rw_seed *seed)
{
    char name[32], clip[32] = "lunge";
    rw_buffer *text = &seeder->text;
    bool sound = rw_document_clip_lunge(text) && put_clip(seeder, "lunge") && rw_document_clip_vault(text) &&
                 put_clip(seeder, "vault");
    for (unsigned i = 0; sound && i < RW_DOCUMENT_PHASE_PROFILES; i++) {
        snprintf(name, sizeof name, "phase-%05u", i);
        sound = rw_document_profile_phases(text, i) && put_profile(seeder, name);
    }
    for (unsigned i = 0; sound && i < seed->clips; i++) {
        snprintf(name, sizeof name, "clip-%05u", i);
        sound = rw_document_clip_long(text, i) && put_clip(seeder, name);
    }
    for (unsigned i = 0; sound && i < seed->profiles; i++) {
        snprintf(name, sizeof name, "reach-%05u", i);
        if (seed->clips > 0)
            snprintf(clip, sizeof clip, "clip-%05u", i % seed->clips);
        sound = rw_document_profile_reach(text, clip, i) && put_profile(seeder, name);
    }
    return sound;
}

bool rw_seed_folder(const char *folder, const rw_seed *seed)
{
    rw_seeder seeder = {.store = NULL};
    rw_buffer_init(&seeder.text, RW_DOCUMENT_MAXIMUM);
    rw_problem_init(&seeder.problem);
    const bool filled = rw_hash_start() &&
                        rw_store_open_sqlite(folder, NULL, &seeder.store, &seeder.problem) == RW_STORE_OK &&
                        fill(&seeder, seed);
    if (!filled) {
        rw_problem_conclude(&seeder.problem);
        fprintf(stderr, "rootwarp-bench: cannot fill \"%s\": %s\n", folder,
                seeder.problem.field_count > 0 ? seeder.problem.fields[0].detail : seeder.problem.detail);
    }
    rw_store_close(seeder.store);
    rw_buffer_free(&seeder.text);
    rw_problem_free(&seeder.problem);
    return filled;
}
