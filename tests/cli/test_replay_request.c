/* Which recorded requests are asked again, and how they are pinned. */
#include "replay_request.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "http/http.h"
#include "support/suite.h"

static bool asks(const char *method, const char *target, const char *body)
{
    const rw_recording_entry entry = {
        .method = method, .target = target, .request = body, .request_length = strlen(body)};
    return rw_replay_may_ask(&entry);
}

/* What the daemon records is what is asked again, and nothing else: a new route of the solver needs both. */
START_TEST(routes__that_are_recorded_are_those_that_are_asked)
{
    size_t count, recorded = 0;
    const rw_http_route *routes = rw_http_routes(&count);
    for (size_t i = 0; i < count; i++) {
        char target[128] = "";
        const char *name = strchr(routes[i].template, '{');
        const size_t before = name != NULL ? (size_t)(name - routes[i].template) : strlen(routes[i].template);
        snprintf(target, sizeof target, "%.*s%s%s", (int)before, routes[i].template, name != NULL ? "lunge" : "",
                 name != NULL ? strchr(name, '}') + 1 : "");
        const bool wanted = (routes[i].flags & RW_HTTP_RECORDED) != 0;
        const char *method = rw_http_method_name(routes[i].method);
        recorded += wanted;
        ck_assert_msg(asks(method, target, "") == wanted, "%s %s", method, target);
    }
    ck_assert_uint_eq(recorded, 8);
}
END_TEST

START_TEST(request__of_another_kind_is_not_asked)
{
    static const char *const cases[][3] = {
        {"DELETE", "/v1/clips/lunge", ""},
        {"POST", "/v1/profiles/lunge/reach", ""},
        {"post", "/v1/resolve", "{}"},
        {"POST", "/v1/resolve/", "{}"},
        {"POST", "/v1/resolve?x=1", "{}"},
        {"POST", "@evil.example/v1/resolve", "{}"},
        {"GET", "/v1/profiles//reach", ""},
        {"GET", "/v1/profiles/a/b/reach", ""},
        {"GET", "/v1/profiles/a?/reach", ""},
        {"GET", "/v1/profiles/a/reach/more", ""},
        {"GET", "/v1/profiles/a/reached", ""},
        {"GET", "/v1/profiles/a/reach?x=#", ""},
        {"GET", "/v1/profiles/a/reach", "body"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(!asks(cases[i][0], cases[i][1], cases[i][2]), "%s %s", cases[i][0], cases[i][1]);
    ck_assert(asks("GET", "/v1/profiles/a/reach?scale=1E2&actor_radius=4", ""));
    ck_assert(asks("GET", "/v1/profiles/no%20name/reach", ""));
}
END_TEST

/* wanted NULL: nothing is pinned. */
static void expect_pinned(const char *request, const char *answer, const char *wanted)
{
    const rw_recording_entry entry = {.method = "POST",
                                      .target = "/v1/resolve",
                                      .request = request,
                                      .request_length = strlen(request),
                                      .answer = answer,
                                      .answer_length = strlen(answer)};
    rw_buffer target, body;
    rw_buffer_init(&target, 1024);
    rw_buffer_init(&body, 4096);
    const bool pinned = rw_replay_pin(&entry, &target, &body);
    ck_assert_msg(pinned == (wanted != NULL), "%s", request);
    if (pinned) {
        ck_assert_str_eq(target.data, "/v1/resolve");
        ck_assert_str_eq(body.data, wanted);
    }
    rw_buffer_free(&target);
    rw_buffer_free(&body);
}

START_TEST(pin__puts_the_revisions_that_answered_behind_the_names)
{
    expect_pinned("{\"profile\":\"a\"}", "{\"profile\":{\"name\":\"a\",\"revision\":3}}", "{\"profile\":\"a@3\"}");
    expect_pinned("{ \"partner\" : {\"clip\":\"c\"}, \"profile\": \"a\" }",
                  "{\"profile\":{\"name\":\"a\",\"revision\":3},\"partner\":{\"clip\":{\"name\":\"c\",\"revision\":12}}}",
                  "{ \"partner\" : {\"clip\":\"c@12\"}, \"profile\": \"a@3\" }");
    expect_pinned("{\"requests\":[{\"profile\":\"a\"},{\"profile\":\"b\"},{\"profile\":\"c@1\"},{\"profile\":\"a\"}]}",
                  "{\"results\":[{\"result\":{\"profile\":{\"name\":\"a\",\"revision\":1}}},{\"problem\":{}},"
                  "{\"result\":{\"profile\":{\"name\":\"c\",\"revision\":1}}},"
                  "{\"result\":{\"profile\":{\"name\":\"a\",\"revision\":1}}}]}",
                  "{\"requests\":[{\"profile\":\"a@1\"},{\"profile\":\"b\"},{\"profile\":\"c@1\"},{\"profile\":\"a@1\"}]}");
}
END_TEST

START_TEST(pin__leaves_alone_what_names_nothing)
{
    expect_pinned("{\"profile\":\"a@2\"}", "{\"profile\":{\"name\":\"a\",\"revision\":2}}", NULL);
    expect_pinned("{\"profile\":{}}", "{\"profile\":{\"name\":null,\"revision\":null}}", NULL);
    expect_pinned("{\"profile\":\"a\"}", "{\"profile\":{\"name\":\"a\",\"revision\":1e300}}", NULL);
    expect_pinned("{\"profile\":\"a\"}", "{\"profile\":{\"name\":\"b\",\"revision\":1}}", NULL);
    expect_pinned("{\"profile\":\"a\"}", "{\"code\":\"profile_not_found\"}", NULL);
    expect_pinned("{\"profile\":\"a\"}", "no JSON", NULL);
    expect_pinned("{\"profile\":", "{\"profile\":{\"name\":\"a\",\"revision\":3}}", NULL);
    expect_pinned("{\"requests\":[]}", "{\"results\":[{}]}", NULL);
    expect_pinned("[]", "{}", NULL);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("replay_request");
    tcase_add_test(cases, routes__that_are_recorded_are_those_that_are_asked);
    tcase_add_test(cases, request__of_another_kind_is_not_asked);
    tcase_add_test(cases, pin__puts_the_revisions_that_answered_behind_the_names);
    tcase_add_test(cases, pin__leaves_alone_what_names_nothing);
    return rw_test_suite_run(cases);
}
