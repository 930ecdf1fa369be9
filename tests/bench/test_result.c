#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "goals.h"
#include "report.h"

#define NONE ((double)NAN)

START_TEST(median__is_the_middle_of_what_there_is)
{
    rw_series series = {.count = 0};
    ck_assert(isnan(rw_series_median(&series)));
    rw_series_add(&series, NONE);
    ck_assert(isnan(rw_series_median(&series)));
    rw_series_add(&series, 5);
    ck_assert_double_eq(rw_series_median(&series), 5);
    rw_series_add(&series, 1);
    ck_assert_double_eq(rw_series_median(&series), 3);
    rw_series_add(&series, 100);
    ck_assert_double_eq(rw_series_median(&series), 5);
    for (int i = 0; i < 2 * RW_ROUNDS_MAX; i++)
        rw_series_add(&series, 7);
    ck_assert_uint_eq(series.count, RW_ROUNDS_MAX);
}
END_TEST

static const rw_goal *find(const rw_goal *goals, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++)
        if (strstr(goals[i].what, what) != NULL)
            return &goals[i];
    ck_abort_msg("there is no goal about \"%s\"", what);
    return NULL;
}

START_TEST(goals__are_unknown_where_nothing_was_measured)
{
    rw_result *result = calloc(1, sizeof *result);
    rw_goal goals[RW_GOALS_MAX];
    const size_t count = rw_goals_fill(result, goals);
    ck_assert_uint_gt(count, 15);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(isnan(goals[i].figure), "%s", goals[i].what);
        ck_assert_msg(!rw_goal_met(&goals[i]), "%s", goals[i].what);
    }
    free(result);
}
END_TEST

START_TEST(goals__take_the_figures_of_their_rows)
{
    rw_result *result = calloc(1, sizeof *result);
    rw_goal goals[RW_GOALS_MAX];
    result->row_count = 2;
    result->rows[0] = (rw_row){.id = RW_ROW_REACH, .items = 1};
    rw_series_add(&result->rows[0].cpu_ratio, 1.15);
    result->rows[1] = (rw_row){.id = RW_ROW_BATCH, .items = 1000};
    rw_series_add(&result->rows[1].sides[RW_SIDE_DAEMON].cpu, 250);
    rw_series_add(&result->rows[1].item_ratio, 0.25);
    rw_series_add(&result->rows[1].peer_ratio, 6.5);
    result->count_count = RW_COUNTS;
    result->counts[RW_COUNT_ALLOCATIONS_REACH] = (rw_count_row){.daemon = 3};
    size_t count = rw_goals_fill(result, goals);
    ck_assert(rw_goal_met(find(goals, count, "CPU of a reach resolve")));
    ck_assert_double_eq_tol(find(goals, count, "items a second and core")->figure, 400000, 1e-6);
    ck_assert(!rw_goal_met(find(goals, count, "items a second and core")));
    ck_assert_double_eq(find(goals, count, "against single reach")->figure, 4);
    ck_assert(!rw_goal_met(find(goals, count, "against single reach")));
    ck_assert(rw_goal_met(find(goals, count, "against Node")));
    ck_assert_double_eq(find(goals, count, "allocations of a reach")->figure, 3);
    ck_assert(!rw_goal_met(find(goals, count, "allocations of a reach")));
    free(result);
}
END_TEST

START_TEST(json__has_null_where_there_is_no_figure)
{
    rw_result *result = calloc(1, sizeof *result);
    rw_buffer out;
    rw_buffer_init(&out, 1 << 20);
    result->load_average = NONE;
    rw_report_json(result, &out);
    ck_assert(rw_buffer_ok(&out));
    ck_assert_ptr_nonnull(strstr(out.data, "\"load_average\":null"));
    ck_assert_ptr_nonnull(strstr(out.data, "\"http\":[]"));
    ck_assert_ptr_nonnull(strstr(out.data, "\"figure\":null,\"unit\":\"\",\"met\":null}"));
    rw_buffer_free(&out);
    free(result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bench: results");
    TCase *tcase = tcase_create("result");
    tcase_add_test(tcase, median__is_the_middle_of_what_there_is);
    tcase_add_test(tcase, goals__are_unknown_where_nothing_was_measured);
    tcase_add_test(tcase, goals__take_the_figures_of_their_rows);
    tcase_add_test(tcase, json__has_null_where_there_is_no_figure);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
