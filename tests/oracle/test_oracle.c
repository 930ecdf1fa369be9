/* The library against the second solver over seeded random cases. RW_ORACLE_CASES says how many. */
#include "compare.h"
#include "vary.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#define CASES 20000u
#define SAMPLES 6 /* of each trajectory */

typedef struct tally {
    unsigned long cases, knives, wrong;
    double worst;
    char worst_field[64];
} tally;

static unsigned long cases_wanted(void)
{
    const char *text = getenv("RW_ORACLE_CASES");
    return text != NULL ? strtoul(text, NULL, 10) : CASES;
}

static void compare_all(const rw_random_case *c, const oracle_answer *want, rw_random *random, oracle_report *report)
{
    const rw_resolution *got = &c->resolution;
    oracle_compare_resolution(want, got, report);
    double latest = (double)want->clip.duration * (c->clip_desc.loop ? 3.3 : 1.0);
    double times[3];
    for (size_t i = 0; i < 3; i++)
        times[i] = rw_random_between(random, 0.0, latest);
    oracle_compare_clip(&want->clip, c->clip, times, 3, report);
    if (report->differences > 0)
        return;
    rw_sampler sampler;
    rw_sampler_init(&sampler, got);
    for (int i = 0; i < SAMPLES; i++)
        oracle_compare_sample(want, &sampler, rw_random_between(random, -0.1, 1.1) * got->duration, report);
    double from = rw_random_between(random, 0.0, 1.0) * got->duration;
    double to = rw_random_between(random, 0.0, 1.0) * got->duration;
    oracle_compare_step(want, got, from, to, report);
    oracle_compare_peaks(want, got, report);
}

static void compare_case(uint64_t seed, rw_random_case *c, oracle_answer *want, tally *sum)
{
    static const rw_random_options anything = {false, false, false, false};
    rw_random random = {seed};
    rw_space space;
    oracle_report report = {.worst = 0.0};
    ck_assert_msg(rw_random_case_make(c, seed, anything), "case %llu was refused", (unsigned long long)seed);
    ck_assert_msg(rw_vary_case(c, seed, &space), "case %llu was refused", (unsigned long long)seed);
    ck_assert_int_eq(rw_resolve(&c->job, &c->resolution, NULL), RW_OK);
    ck_assert(oracle_resolve(&c->clip_desc, &c->profile_desc, &c->job, want));
    compare_all(c, want, &random, &report);
    sum->cases++;
    if (want->margin.least < 1 || want->margin.blur > 1e-4L) {
        sum->knives++; /* on the edge of a decision: either answer is right, and this case proves nothing */
    } else if (report.differences > 0) {
        sum->wrong++;
        fprintf(stderr, "case %llu: %s (nearest decision: %s, %.3Lg)\n", (unsigned long long)seed, report.first,
                want->margin.what != NULL ? want->margin.what : "none", want->margin.least);
    } else if (report.worst > sum->worst) {
        sum->worst = report.worst;
        snprintf(sum->worst_field, sizeof sum->worst_field, "%s", report.worst_field);
    }
    oracle_free(want);
}

START_TEST(random_cases__agree_with_the_second_solver)
{
    rw_random_case *c = malloc(sizeof *c);
    oracle_answer *want = malloc(sizeof *want);
    ck_assert(c != NULL && want != NULL);
    tally sum = {.worst_field = ""};
    for (uint64_t seed = 0; seed < cases_wanted() && sum.wrong < 20; seed++)
        compare_case(seed, c, want, &sum);
    free(want);
    free(c);
    fprintf(stderr, "%lu cases, %lu on a knife's edge, worst agreement %.2g (%s)\n", sum.cases, sum.knives, sum.worst,
            sum.worst_field);
    ck_assert_uint_eq(sum.wrong, 0);
    ck_assert_msg(sum.knives * 1000 <= sum.cases, "%lu of %lu cases prove nothing", sum.knives, sum.cases);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("oracle");
    TCase *cases = tcase_create("random");
    tcase_add_test(cases, random_cases__agree_with_the_second_solver);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
