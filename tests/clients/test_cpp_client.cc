// What the C++ client adds to the C one: its thread. Asked of a port where nobody listens; examples/cpp asks a daemon.
#include "rootwarp_client.hpp"

#include <check.h>
#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace {

rootwarp::Options nobody()
{
    rootwarp::Options options;
    options.url = "http://127.0.0.1:1";
    options.patience_ms = 20000;
    options.attempts = 1;
    return options;
}

} // namespace

START_TEST(client__without_a_url_says_so)
{
    rootwarp::Client client{rootwarp::Options{}};
    ck_assert(!client);
    ck_assert_int_eq(client.ask("/v1/resolve", "{}").status, RWC_UNREACHABLE);
    ck_assert_int_eq(client.wait_ms(), 0);
}
END_TEST

START_TEST(client__tells_that_nobody_answers)
{
    rootwarp::Client client(nobody());
    ck_assert(static_cast<bool>(client));
    const rootwarp::Answer answer = client.ask(std::vector<std::string>{"{}", "{}"});
    ck_assert_int_eq(answer.status, RWC_UNREACHABLE);
    ck_assert_int_eq(answer.http, 0);
    ck_assert(answer.text.empty());
}
END_TEST

START_TEST(asker__delivers_in_order_and_may_be_asked_again)
{
    std::vector<int> seen;
    rootwarp::Asker asker(nobody());
    for (int i = 0; i < 20; i++)
        asker.ask("/v1/resolve", "{}", [&asker, &seen, i](const rootwarp::Answer &answer) {
            ck_assert_int_eq(answer.status, RWC_UNREACHABLE);
            seen.push_back(i);
            if (i == 19)
                asker.ask("/v1/resolve", "{}", [&seen](const rootwarp::Answer &) { seen.push_back(20); });
        });
    while (seen.size() < 21)
        if (asker.deliver() == 0)
            std::this_thread::yield();
    for (int i = 0; i <= 20; i++)
        ck_assert_int_eq(seen[static_cast<std::size_t>(i)], i);
    ck_assert_uint_eq(asker.deliver(), 0);
}
END_TEST

START_TEST(asker__keeps_the_answers_behind_a_call_that_throws)
{
    std::vector<int> seen;
    int thrown = 0;
    rootwarp::Asker asker(nobody());
    for (int i = 0; i < 20; i++)
        asker.ask("/v1/resolve", "{}", [&seen, i](const rootwarp::Answer &) {
            seen.push_back(i);
            if (i % 3 == 0)
                throw std::runtime_error("no JSON");
        });
    while (seen.size() < 20)
        try {
            if (asker.deliver() == 0)
                std::this_thread::yield();
        } catch (const std::runtime_error &) {
            thrown++;
        }
    for (int i = 0; i < 20; i++)
        ck_assert_int_eq(seen[static_cast<std::size_t>(i)], i);
    ck_assert_int_eq(thrown, 7);
}
END_TEST

START_TEST(asker__ends_with_questions_left)
{
    int called = 0;
    {
        rootwarp::Asker asker(nobody());
        for (int i = 0; i < 1000; i++)
            asker.ask("/v1/resolve", "{}", [&called](const rootwarp::Answer &) { called++; });
    }
    ck_assert_int_eq(called, 0);
}
END_TEST

int main()
{
    Suite *suite = suite_create("cpp_client");
    TCase *tc = tcase_create("cpp_client");
    tcase_add_test(tc, client__without_a_url_says_so);
    tcase_add_test(tc, client__tells_that_nobody_answers);
    tcase_add_test(tc, asker__delivers_in_order_and_may_be_asked_again);
    tcase_add_test(tc, asker__keeps_the_answers_behind_a_call_that_throws);
    tcase_add_test(tc, asker__ends_with_questions_left);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
