#include <stdlib.h>

#include "conformance.h"
#include "store/maintenance.h"

static rw_store_status open_sqlite(const char *folder, rw_store **store, rw_problem *problem)
{
    return rw_store_open_sqlite(folder, NULL, store, problem);
}

static void fail_with(void *context, const char *fault)
{
    ck_abort_msg("%s: %s", (const char *)context, fault);
}

static void expect_sound(const char *folder)
{
    rw_store_verification counts;
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_verify_sqlite(folder, fail_with, (void *)(uintptr_t)folder, &counts, &problem) != RW_STORE_OK)
        ck_abort_msg("verify: %s", problem.detail);
    ck_assert_uint_eq(counts.faults, 0);
    rw_problem_free(&problem);
}

int main(void)
{
    const conformance_backend backend = {.open = open_sqlite, .expect_sound = expect_sound};
    SRunner *runner = srunner_create(conformance_suite("store on SQLite", &backend));
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
