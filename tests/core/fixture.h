/* Small clips, profiles and answers for the solver's unit tests. */
#ifndef RW_TEST_CORE_FIXTURE_H
#define RW_TEST_CORE_FIXTURE_H

#include <check.h>
#include <math.h>
#include <rootwarp/rootwarp.h>
#include <stdlib.h>
#include <string.h>

#define FIXTURE_SAMPLES 64

/* Everything that one resolve needs, with room for its answer. Not to be copied once compiled. */
typedef struct fixture {
    rw_vec3 positions[FIXTURE_SAMPLES];
    rw_quat rotations[FIXTURE_SAMPLES];
    rw_window windows[4];
    rw_event events[4];
    rw_phase_desc phases[4];
    rw_placement targets[4];
    rw_clip_desc clip_desc;
    rw_profile_desc profile_desc;
    const rw_clip *clip;
    const rw_profile *profile;
    rw_resolve_job job;
    rw_resolution answer;
    rw_phase_result phase_results[4];
    rw_window_result window_results[4];
    rw_event_result event_results[4];
    rw_diagnostic items[32];
    rw_diagnostics diagnostics;
    _Alignas(64) unsigned char clip_memory[16384];
    _Alignas(64) unsigned char profile_memory[8192];
} fixture;

/* A 1 s lunge of `travel` units straight ahead at 30 samples a second in a preset space, one window "attack" over all
 * of it, a reach profile with band 0.3 .. 1.3; actor at the origin. Nothing is compiled yet. */
fixture *fixture_lunge(const char *space, double travel);

/* The same clip with a phases profile: `count` equal phases. */
fixture *fixture_phases(const char *space, double travel, size_t count);

rw_status fixture_compile_clip(fixture *f);
rw_status fixture_compile(fixture *f); /* clip and profile */
rw_status fixture_resolve(fixture *f); /* of what is compiled */
void fixture_must_resolve(fixture *f); /* compiles, resolves, fails the test otherwise */

/* True when a wrong field of this pointer and fault was reported. */
bool fixture_reported(const fixture *f, const char *field, rw_fault fault);

rw_sample fixture_sample(const fixture *f, double elapsed);

#define ck_near(a, b, tolerance) ck_assert_double_eq_tol((a), (b), (tolerance))

#endif
