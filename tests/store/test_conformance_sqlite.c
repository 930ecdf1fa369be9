#include <stdlib.h>

#include "conformance.h"

static rw_store_status open_sqlite(const char *folder, rw_store **store, rw_problem *problem)
{
    return rw_store_open_sqlite(folder, NULL, store, problem);
}

int main(void)
{
    SRunner *runner = srunner_create(conformance_suite("store on SQLite", open_sqlite));
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
