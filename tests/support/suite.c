#include "support/suite.h"

#include <stdlib.h>

int rw_test_suite_run(TCase *cases)
{
    Suite *suite = suite_create("rootwarp");
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
