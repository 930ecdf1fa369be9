/* What verify costs, in calls of functions: the solver is compiled so that it counts them (rw_counted). A time would
 * depend on the machine. */
#include <check.h>
#include <math.h>
#include <rootwarp/rootwarp.h>
#include <stdlib.h>

#include "rotation.h"
#include "vec.h"

enum { SECONDS = 25, RATE = 120, SEEN_RATE = 20, TIMES = 2 };
enum { SAMPLES_MAX = TIMES * SECONDS * RATE + 1, SEEN_MAX = TIMES * SECONDS * SEEN_RATE };

static unsigned long calls;

/* What a compiler calls with -finstrument-functions, also for functions that it puts in line. */
void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)function;
    (void)site;
    calls++;
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}

typedef struct marathon {
    rw_window window;
    rw_window_result window_result;
    rw_resolution answer;
    size_t seen_count;
    rw_observation observed[SEEN_MAX];
    rw_deviation deviations[SEEN_MAX];
    rw_vec3 positions[SAMPLES_MAX];
    rw_quat rotations[SAMPLES_MAX];
    void *clip, *profile;
} marathon;

static const rw_profile *compile(marathon *m, rw_clip_desc *clip_desc, rw_method method)
{
    const rw_clip *clip = NULL;
    const rw_profile *profile = NULL;
    const size_t clip_size = rw_clip_size(clip_desc);
    m->clip = malloc(clip_size);
    ck_assert_int_eq(rw_clip_compile(clip_desc, m->clip, clip_size, &clip, NULL), RW_OK);
    rw_profile_desc desc = rw_profile_desc_default(RW_PROFILE_REACH);
    desc.window = "run";
    desc.scale_band = (rw_range){0.1, 10.0};
    desc.method = method;
    desc.easing = RW_EASING_SINE_IN_OUT;
    const size_t profile_size = rw_profile_size(&desc, clip);
    m->profile = malloc(profile_size);
    ck_assert_int_eq(rw_profile_compile(&desc, clip, m->profile, profile_size, &profile, NULL), RW_OK);
    return profile;
}

/* So many seconds on a winding way, one window over all of it, seen twenty times a second and 0.1 s late. */
static marathon *run(unsigned seconds, rw_method method)
{
    marathon *m = calloc(1, sizeof *m);
    ck_assert_ptr_nonnull(m);
    const size_t samples = seconds * RATE + 1;
    m->window = (rw_window){.name = "run", .end = seconds};
    rw_clip_desc clip_desc = {.space = *rw_space_preset("unity"),
                              .frame_rate = RATE,
                              .sample_count = samples,
                              .positions = m->positions,
                              .rotation_count = samples,
                              .rotations = m->rotations,
                              .window_count = 1,
                              .windows = &m->window};
    rw_vec3 at = {0};
    for (size_t i = 0; i < samples; i++) {
        m->rotations[i] = rw_space_yaw(&clip_desc.space, 60.0 * sin(0.01 * (double)i));
        m->positions[i] = at;
        at = rw_add(at, rw_rotate(m->rotations[i], rw_v(0.0, 0.0, 4.0 / RATE)));
    }
    rw_resolve_job job = rw_resolve_job_default(compile(m, &clip_desc, method));
    job.target.placement.position = rw_v(1.5 * seconds, 0.0, 2.5 * seconds);
    m->answer.windows = &m->window_result;
    m->answer.window_capacity = 1;
    ck_assert_int_eq(rw_resolve(&job, &m->answer, NULL), RW_OK);
    rw_sampler sampler;
    rw_sampler_init(&sampler, &m->answer);
    m->seen_count = (size_t)seconds * SEEN_RATE;
    for (size_t i = 0; i < m->seen_count; i++) {
        rw_sample sample;
        const double elapsed = m->answer.duration * (double)i / (double)(m->seen_count - 1);
        rw_sampler_at(&sampler, rw_max(elapsed - 0.1, 0.0), &sample);
        m->observed[i] = (rw_observation){elapsed, sample.pose.position, true, sample.pose.rotation};
    }
    return m;
}

static void forget(marathon *m)
{
    free(m->clip);
    free(m->profile);
    free(m);
}

static unsigned long verify(marathon *m, double late, size_t failed)
{
    rw_verification v;
    const rw_tolerance tolerance = {1e-6, 1e-5, late};
    const unsigned long before = calls;
    ck_assert_int_eq(rw_verify(&m->answer, m->observed, m->seen_count, tolerance, m->deviations, &v, NULL), RW_OK);
    ck_assert_uint_eq(v.failed, failed);
    return calls - before;
}

static void turn_round(marathon *m)
{
    for (size_t i = 0; i < m->seen_count / 2; i++) {
        const rw_observation o = m->observed[i];
        m->observed[i] = m->observed[m->seen_count - 1 - i];
        m->observed[m->seen_count - 1 - i] = o;
    }
}

static void step_aside(marathon *m)
{
    for (size_t i = 0; i < m->seen_count; i++)
        m->observed[i].position.y += 0.5;
}

/* Twice as long a track on twice as long a path costs twice as much, and a little for putting it in order. */
static void expect_twice(unsigned long one, unsigned long two, const char *what)
{
    ck_assert_uint_gt(one, 0);
    ck_assert_msg(two <= one * TIMES + one / 4, "%s: %lu calls, and %lu for twice as much", what, one, two);
}

START_TEST(cost__grows_as_the_track_does)
{
    static const rw_method methods[] = {RW_METHOD_SKEW, RW_METHOD_PATH, RW_METHOD_AXIS, RW_METHOD_TIME};
    marathon *one = run(SECONDS, methods[_i]);
    marathon *two = run(TIMES * SECONDS, methods[_i]);
    expect_twice(verify(one, 0.25, 0), verify(two, 0.25, 0), "in order");
    turn_round(one);
    turn_round(two);
    expect_twice(verify(one, 0.25, 0), verify(two, 0.25, 0), "back to front");
    step_aside(one);
    step_aside(two);
    expect_twice(verify(one, 1.0, one->seen_count), verify(two, 1.0, two->seen_count), "beside the path");
    forget(one);
    forget(two);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("verify_cost");
    TCase *cases = tcase_create("verify_cost");
    tcase_add_loop_test(cases, cost__grows_as_the_track_does, 0, 4);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
