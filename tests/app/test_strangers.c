/* What somebody without any right tries on a daemon that runs as it is by default. */
#include <string.h>

#include "support/client.h"
#include "support/server.h"
#include "support/suite.h"

#define CLIP "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0]]}}"

static rw_test_server server;

/* A browser sends some requests for any page without asking the server first: those whose body has no type, or that
 * have no body. */
START_TEST(page__of_elsewhere_changes_nothing_on_an_open_daemon)
{
    static const char *const pages[] = {"Origin: http://evil.example\r\n", "Origin: null\r\n",
                                        "Origin: http://localhost:3000\r\n", "Sec-Fetch-Site: cross-site\r\n",
                                        "Sec-Fetch-Site: same-site\r\n"};
    rw_test_server_start(&server, NULL);
    rw_test_answer answer = rw_test_request(server.port, "PUT", "/v1/clips/walk", "", CLIP);
    ck_assert_int_eq(answer.status, 201);
    rw_test_answer_free(&answer);
    rw_test_answer export = rw_test_request(server.port, "GET", "/v1/export", "", NULL);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        const struct {
            const char *method, *target, *body;
        } tries[] = {
            {"POST", "/v1/import", export.body},
            {"POST", "/v1/clips/walk/purge", NULL},
            {"POST", "/v1/validate", "{\"profile\":{}}"},
            {"PUT", "/v1/clips/run", CLIP},
            {"DELETE", "/v1/clips/walk", NULL},
        };
        for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
            answer = rw_test_request(server.port, tries[k].method, tries[k].target, pages[i], tries[k].body);
            ck_assert_msg(answer.status == 403 && strstr(answer.body, "\"code\":\"cross_origin\"") != NULL,
                          "%s %s of %s: %d %s", tries[k].method, tries[k].target, pages[i], answer.status, answer.body);
            rw_test_answer_free(&answer);
        }
    }
    answer = rw_test_request(server.port, "POST", "/v1/import?dry_run=true",
                             "Origin: http://localhost\r\nSec-Fetch-Site: same-origin\r\n", export.body);
    ck_assert_msg(answer.status == 200, "of its own page: %d %s", answer.status, answer.body);
    rw_test_answer_free(&answer);
    rw_test_answer_free(&export);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("strangers");
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, page__of_elsewhere_changes_nothing_on_an_open_daemon);
    return rw_test_suite_run(cases);
}
