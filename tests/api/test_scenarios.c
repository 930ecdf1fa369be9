/* Every scenario against a daemon of its own. */
#include <check.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"

#define FOLDER "tests/api/"

static glob_t files;

START_TEST(scenario__goes_as_written)
{
    rw_test_server server;
    rw_test_server_start(&server, NULL);
    json_t *contract = api_contract(&server);
    scenario_run(files.gl_pathv[_i] + strlen(FOLDER), &server, contract);
    json_decref(contract);
    rw_test_server_end(&server);
}
END_TEST

/* A batch of more items, a body of more bytes than a daemon allows. */
START_TEST(limits__are_those_of_the_settings)
{
    static const char *const arguments[] = {"--max-batch-items", "2", "--max-body-bytes", "2KiB",
                                            "--max-document-bytes", "2KiB", NULL};
    rw_test_server server;
    rw_test_server_start(&server, arguments);
    json_t *contract = api_contract(&server);
    scenario_run("limits/small.json", &server, contract);
    json_decref(contract);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    if (glob(FOLDER "scenarios/*.json", 0, NULL, &files) != 0)
        return EXIT_FAILURE;
    Suite *suite = suite_create("api");
    TCase *cases = tcase_create("scenarios");
    tcase_add_loop_test(cases, scenario__goes_as_written, 0, (int)files.gl_pathc);
    tcase_add_test(cases, limits__are_those_of_the_settings);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    globfree(&files);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
