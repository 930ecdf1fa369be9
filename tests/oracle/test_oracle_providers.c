/* The library's obstacles and aligned pairs against the second solver, over seeded random ones. RW_ORACLE_CASES says
 * how many. */
#include "../property/random_provider.h"
#include "oracle.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CASES 20000u
#define TOLERANCE 1e-9

typedef struct tally {
    unsigned long cases, knives;
    double worst; /* share of the extent, or of a turn */
} tally;

static unsigned long cases_wanted(void)
{
    const char *text = getenv("RW_ORACLE_CASES");
    return text != NULL ? strtoul(text, NULL, 10) : CASES;
}

static void check_share(tally *sum, oracle_real want, double got, oracle_real extent, const char *what, uint64_t seed)
{
    double error = (double)(fabsl(want - got) / extent);
    ck_assert_msg(error <= TOLERANCE && !(got == 0.0 && signbit(got)), "case %llu: %s: want %.17g, got %.17g",
                  (unsigned long long)seed, what, (double)want, got);
    sum->worst = fmax(sum->worst, error);
}

static void check_point(tally *sum, oracle_pose want, const rw_placement *got, oracle_real extent, uint64_t seed)
{
    rw_quat q = got->rotation;
    oracle_real sign = want.r.x * q.x + want.r.y * q.y + want.r.z * q.z + want.r.w * q.w < 0 ? -1 : 1;
    check_share(sum, want.p.x, got->position.x, extent, "x", seed);
    check_share(sum, want.p.y, got->position.y, extent, "y", seed);
    check_share(sum, want.p.z, got->position.z, extent, "z", seed);
    check_share(sum, sign * want.r.x, q.x, 1, "rotation x", seed);
    check_share(sum, sign * want.r.y, q.y, 1, "rotation y", seed);
    check_share(sum, sign * want.r.z, q.z, 1, "rotation z", seed);
    check_share(sum, sign * want.r.w, q.w, 1, "rotation w", seed);
}

static void report(const char *what, const tally *sum)
{
    fprintf(stderr, "%s: %lu cases, %lu on a knife's edge, worst agreement %.2g\n", what, sum->cases, sum->knives,
            sum->worst);
    ck_assert_uint_le(sum->knives * 1000, sum->cases);
}

START_TEST(obstacle__agrees_with_the_second_solver)
{
    tally sum = {0};
    for (uint64_t seed = 0; seed < cases_wanted(); seed++) {
        rw_random_crossing c = rw_random_crossing_make(seed);
        rw_crossing_points got;
        oracle_crossing want;
        ck_assert_int_eq(rw_obstacle_points(&c.space, &c.actor, &c.obstacle, &c.rules, &got, NULL), RW_OK);
        oracle_obstacle(&c.space, &c.actor, &c.obstacle, &c.rules, &want);
        sum.cases++;
        if (want.margin.least < 1) {
            sum.knives++;
            continue;
        }
        ck_assert_msg(want.refusal == got.refusal && want.count == got.count, "case %llu: want %s, got %s (%s)",
                      (unsigned long long)seed, rw_refusal_name(want.refusal), rw_refusal_name(got.refusal),
                      want.margin.what);
        check_share(&sum, want.height, got.height, want.margin.extent, "height", seed);
        check_share(&sum, want.length, got.length, want.margin.extent, "length", seed);
        check_share(&sum, want.approach_angle, got.approach_angle, 360, "approach angle", seed);
        check_share(&sum, want.tilt, got.tilt, 360, "tilt", seed);
        for (size_t i = 0; i < want.count; i++)
            check_point(&sum, want.points[i], &got.points[i], want.margin.extent, seed);
    }
    report("obstacle", &sum);
}
END_TEST

START_TEST(align__agrees_with_the_second_solver)
{
    tally sum = {0};
    for (uint64_t seed = 0; seed < cases_wanted(); seed++) {
        rw_random_pair p = rw_random_pair_make(seed);
        rw_placement got;
        ck_assert_int_eq(rw_align_point(&p.space, &p.partner, &p.relative, &got, NULL), RW_OK);
        check_point(&sum, oracle_align(&p.space, &p.partner, &p.relative), &got, p.extent, seed);
        sum.cases++;
    }
    report("align", &sum);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("oracle providers");
    TCase *cases = tcase_create("random");
    tcase_set_timeout(cases, 3600.0);
    tcase_add_test(cases, obstacle__agrees_with_the_second_solver);
    tcase_add_test(cases, align__agrees_with_the_second_solver);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
