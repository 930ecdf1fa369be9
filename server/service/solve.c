#include <stdint.h>
#include <stdlib.h>

#include "service/internal.h"

void rw_service_scratch_init(rw_service_scratch *scratch)
{
    *scratch = (rw_service_scratch){0};
}

void rw_service_scratch_lend(rw_service_scratch *scratch, void *memory, size_t size)
{
    *scratch = (rw_service_scratch){.memory = memory, .size = size, .lent = true};
}

void rw_service_scratch_free(rw_service_scratch *scratch)
{
    if (scratch == NULL)
        return;
    if (!scratch->lent)
        free(scratch->memory);
    *scratch = (rw_service_scratch){0};
}

/* Only the arrays are set: the solver writes all the rest. Lays the three arrays of a resolution out one behind the other, the strictest alignment being that of double in
 * each of them. The counts are bounded by the limits of clips and profiles, so no product can overflow. */
static bool lay_out(const rw_profile *profile, rw_service_scratch *scratch, rw_resolution *resolution)
{
    rw_clip_info clip;
    rw_clip_describe(rw_profile_clip(profile), &clip);
    size_t phases = rw_profile_phase_count(profile);
    size_t windows = rw_profile_window_count(profile);
    size_t events = clip.event_count;

    size_t phase_bytes = phases * sizeof(rw_phase_result);
    size_t window_bytes = windows * sizeof(rw_window_result);
    size_t size = phase_bytes + window_bytes + events * sizeof(rw_event_result);
    if (size > scratch->size) {
        void *memory = malloc(size);
        if (memory == NULL)
            return false;
        rw_service_scratch_free(scratch);
        *scratch = (rw_service_scratch){.memory = memory, .size = size};
    }
    unsigned char *at = scratch->memory;
    resolution->phases = phases == 0 ? NULL : (rw_phase_result *)(void *)at;
    resolution->phase_capacity = phases;
    resolution->windows = windows == 0 ? NULL : (rw_window_result *)(void *)(at + phase_bytes);
    resolution->window_capacity = windows;
    resolution->events = events == 0 ? NULL : (rw_event_result *)(void *)(at + phase_bytes + window_bytes);
    resolution->event_capacity = events;
    return true;
}

bool rw_service_solve(const rw_service_profile *profile, const rw_resolve_job *job, rw_service_scratch *scratch,
                      rw_resolution *resolution, rw_diagnostics *diagnostics, rw_problem *problem)
{
    if (!rw_service_profile_usable(profile, problem))
        return false;
    if (!lay_out(profile->object, scratch, resolution)) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the answer's lists");
        return false;
    }
    rw_resolve_job own = *job;
    own.profile = profile->object;
    switch (rw_resolve(&own, resolution, diagnostics)) {
    case RW_OK:
        return true;
    case RW_INVALID:
        if (diagnostics->count > 0)
            return false;
        break;
    case RW_CAPACITY:
        break;
    }
    rw_problem_set(problem, RW_PROBLEM_INTERNAL, "the solver refused profile \"%s\" without a reason",
                   profile->document->name);
    return false;
}
