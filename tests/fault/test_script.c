/* The requests with which the daemon is tried when something fails are requests to all of its routes; and none of them
 * waits for the store on a thread that serves. */
#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/router.h"
#include "injected.h"
#include "support/client.h"
#include "support/metric.h"
#include "support/suite.h"

static bool leads_to(const rw_scripted *scripted, const rw_http_route *routes, size_t route_count,
                     const rw_http_route *wanted)
{
    rw_http_target target;
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(rw_http_target_parse(scripted->target, &target, &problem), "%s: %s", scripted->target, problem.detail);
    const rw_http_match match = rw_http_route_find(routes, route_count, rw_http_method_parse(scripted->method), &target);
    rw_problem_free(&problem);
    return match.route == wanted;
}

START_TEST(script__asks_every_route)
{
    size_t route_count, count;
    const rw_http_route *routes = rw_http_routes(&route_count);
    rw_scripted *script = rw_script_load(&count);
    for (size_t i = 0; i < route_count; i++) {
        bool asked = false;
        for (size_t j = 0; j < count && !asked; j++)
            asked = leads_to(&script[j], routes, route_count, &routes[i]);
        ck_assert_msg(asked, "no scripted request (tests/fault/injected.c) leads to %s of method %d", routes[i].template,
                      (int)routes[i].method);
    }
    rw_script_free(script, count);
}
END_TEST

static void send_scripted(rw_test_client *client, unsigned port, const rw_scripted *scripted)
{
    char head[1024];
    const char *type = strstr(scripted->headers, "Content-Type") == NULL ? "Content-Type: application/json\r\n" : "";
    rw_test_client_open(client, port);
    snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%sContent-Length: %zu\r\n\r\n", scripted->method,
             scripted->target, scripted->headers, scripted->body == NULL ? "" : type,
             scripted->body == NULL ? 0 : strlen(scripted->body));
    rw_test_client_send_text(client, head);
    if (scripted->body != NULL)
        rw_test_client_send_text(client, scripted->body);
}

static bool answered(const rw_test_client *client)
{
    struct pollfd poller = {.fd = client->fd, .events = POLLIN};
    return poll(&poller, 1, 0) != 0;
}

/* Waits until each has been answered or rests: the one thread that serves has called every handler, and serves on. */
static void await_all_begun(unsigned port, const rw_test_client *clients, size_t count)
{
    static const char in_flight[] = "rootwarp_http_requests_in_flight";
    size_t begun = 0;
    while (begun < count) {
        begun = 0;
        for (size_t i = 0; i < count; i++)
            begun += answered(&clients[i]) ? 1 : 0;
        begun += (size_t)rw_test_metric(port, in_flight) - 1;
    }
    rw_test_metric(port, in_flight);
}

/* On a database that is locked: true when all handlers came back while a write still waited. That is one more request; it
 * gives up after two seconds, and holds the store until then. */
static bool ask_all_beside_a_write(unsigned port, const rw_scripted *script, size_t count)
{
    size_t write = 0;
    while (write < count && strcmp(script[write].method, "PUT") != 0)
        write++;
    ck_assert_uint_lt(write, count);
    rw_test_client *clients = calloc(count + 1, sizeof *clients);
    ck_assert_ptr_nonnull(clients);
    send_scripted(&clients[count], port, &script[write]);
    rw_test_metric_await(port, "rootwarp_http_requests_in_flight", 2);
    for (size_t i = 0; i < count; i++)
        send_scripted(&clients[i], port, &script[i]);
    await_all_begun(port, clients, count + 1);
    const bool beside = !answered(&clients[count]);
    for (size_t i = 0; i <= count; i++)
        rw_test_client_close(&clients[i]);
    free(clients);
    return beside;
}

/* With a daemon of its own, which has read nothing of what the script asks of an older revision. */
static bool round_passes(const rw_scripted *script, size_t count)
{
    static const char *const arguments[] = {"--threads=1", NULL};
    static const char other_profile[] =
        "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":2}}";
    rw_injected injected;
    rw_injected_start(&injected, arguments);
    rw_script_documents(injected.server.port);
    rw_test_answer changed = rw_test_request(injected.server.port, "PUT", "/v1/profiles/lunge",
                                             "Content-Type: application/json\r\nIf-Match: *\r\n", other_profile);
    ck_assert_msg(changed.status == 200, "%d: %s", changed.status, changed.body);
    rw_test_answer_free(&changed);
    const int lock = rw_test_server_lock_database(&injected.server);
    const bool passes = ask_all_beside_a_write(injected.server.port, script, count);
    close(lock);
    rw_injected_end(&injected);
    return passes;
}

START_TEST(script__waits_for_the_store_on_no_thread_that_serves)
{
    size_t count;
    rw_scripted *script = rw_script_load(&count);
    bool passed = false;
    for (int round = 0; round < 3 && !passed; round++)
        passed = round_passes(script, count);
    ck_assert_msg(passed, "a handler waits for the store where connections are served: it lacks RW_HTTP_STORE, or does not "
                          "defer");
    rw_script_free(script, count);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("script");
    tcase_set_timeout(cases, 120);
    tcase_add_test(cases, script__asks_every_route);
    tcase_add_test(cases, script__waits_for_the_store_on_no_thread_that_serves);
    return rw_test_suite_run(cases);
}
