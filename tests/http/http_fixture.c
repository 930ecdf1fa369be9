#include "http_fixture.h"

#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LARGE_ITEMS 10000
#define HUGE_BYTES ((size_t)32 * 1024 * 1024)

static void handle_small(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    (void)request;
    rw_http_response_static(response, 200, RW_HTTP_JSON, "{\"a\":1}", 7);
    rw_http_response_set_etag(response, "small");
}

static void handle_large(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    (void)request;
    rw_buffer body;
    rw_buffer_init(&body, HUGE_BYTES);
    rw_buffer_append_char(&body, '[');
    for (int i = 0; i < LARGE_ITEMS; i++)
        rw_buffer_append_format(&body, "%d,", i);
    rw_buffer_append_text(&body, "0]");
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    rw_http_response_set_etag(response, "large");
}

static void handle_huge(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    (void)request;
    rw_buffer body;
    rw_buffer_init(&body, HUGE_BYTES);
    if (rw_buffer_reserve(&body, HUGE_BYTES - 1))
        for (size_t i = 0; i < HUGE_BYTES / 16 - 1; i++)
            rw_buffer_append(&body, "0123456789abcdef", 16);
    rw_http_response_take(response, 200, "application/octet-stream", &body);
}

static void handle_item(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    rw_buffer body;
    rw_buffer_init(&body, HUGE_BYTES);
    if (request->method == RW_HTTP_DELETE) {
        rw_http_response_empty(response, 204);
        return;
    }
    if (request->method == RW_HTTP_POST)
        rw_buffer_append(&body, request->body, request->body_length);
    else
        rw_buffer_append_text(&body, rw_http_request_path(request, "name"));
    rw_http_response_take(response, 200, "application/octet-stream", &body);
}

static void handle_media(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    if (request->media == 0)
        rw_http_response_static(response, 200, RW_HTTP_JSON, "json", 4);
    else
        rw_http_response_static(response, 200, "text/csv", "csv", 3);
}

static void handle_fail(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    (void)context;
    rw_problem problem;
    rw_problem_init(&problem);
    rw_problem_set(&problem, RW_PROBLEM_INTERNAL, "broken on purpose");
    rw_http_problem(response, request, &problem);
    rw_problem_free(&problem);
}

static void handle_hold(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    const http_fixture *fixture = context->state;
    char byte = 'h';
    (void)request;
    if (write(fixture->held[1], &byte, 1) == 1 && read(fixture->release[0], &byte, 1) == 1)
        rw_http_response_static(response, 200, RW_HTTP_JSON, "\"held\"", 6);
}

static void handle_defer(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    http_fixture *fixture = context->state;
    if (rw_http_request_defer(request)) {
        atomic_fetch_add(&fixture->deferred, 1);
        rw_http_response_static(response, 500, RW_HTTP_JSON, "\"does not count\"", 16);
        rw_http_response_add_header(response, "Allow", "nothing");
        return;
    }
    rw_http_response_static(response, 200, RW_HTTP_JSON, "\"asked\"", 7);
}

static const char *const item_query[] = {"note", NULL};
static const char *const two_media[] = {RW_HTTP_JSON, "text/csv", NULL};
static const char *const any_media[] = {"application/octet-stream", NULL};

static const rw_http_route routes[] = {
    {RW_HTTP_GET, "/small", handle_small, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/large", handle_large, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/huge", handle_huge, NULL, any_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/items/{name}", handle_item, item_query, any_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_POST, "/items/{name}", handle_item, NULL, any_media, RW_HTTP_BODY_REQUIRED, RW_HTTP_PUBLIC},
    {RW_HTTP_DELETE, "/items/{name}", handle_item, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_POST, "/optional", handle_item, NULL, any_media, RW_HTTP_BODY_OPTIONAL, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/media", handle_media, NULL, two_media, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/hold", handle_hold, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/store", handle_hold, NULL, NULL, RW_HTTP_STORE, RW_HTTP_PUBLIC},
    {RW_HTTP_POST, "/store", handle_item, NULL, any_media, RW_HTTP_BODY_REQUIRED | RW_HTTP_STORE, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/defer", handle_defer, NULL, NULL, 0, RW_HTTP_PUBLIC},
    {RW_HTTP_GET, "/fail", handle_fail, NULL, NULL, 0, RW_HTTP_PUBLIC},
};

static uint64_t catalog_version(void *state)
{
    const http_fixture *fixture = state;
    return atomic_load(&fixture->version);
}

void http_fixture_init(http_fixture *fixture)
{
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
    memset(fixture, 0, sizeof *fixture);
    rw_test_folder_make(fixture->folder);
    rw_test_file_write(fixture->folder, "log", "", fixture->log_path);
    fixture->log_fd = open(fixture->log_path, O_WRONLY | O_APPEND | O_CLOEXEC);
    ck_assert_int_ge(fixture->log_fd, 0);
    ck_assert_int_eq(pipe(fixture->held), 0);
    ck_assert_int_eq(pipe(fixture->release), 0);
    ck_assert_msg(rw_http_listener_open("127.0.0.1:0", false, &fixture->listener, message) == RW_HTTP_LISTENER_OK,
                  "%s", message);
    fixture->settings = (rw_http_settings){
        .limits = {.max_body_bytes = 65536,
                   .max_connections = 64,
                   .head_deadline_ms = 20000,
                   .body_deadline_ms = 20000,
                   .reply_deadline_ms = 20000,
                   .idle_deadline_ms = 20000},
        .host_names = "",
    };
    atomic_store(&fixture->version, 42);
    fixture->context = (rw_http_context){
        .settings = &fixture->settings,
        .metrics = rw_metrics_new(),
        .log = rw_log_open(fixture->log_fd, RW_LOG_INFO),
        .catalog_version = catalog_version,
        .state = fixture,
    };
    fixture->options = (rw_http_options){
        .listener = &fixture->listener,
        .threads = 2,
        .store_threads = 2,
        .max_connections = 64,
        .metrics = fixture->context.metrics,
        .check_host = true,
        .routes = routes,
        .route_count = sizeof routes / sizeof *routes,
        .context = &fixture->context,
    };
}

void http_fixture_start(http_fixture *fixture)
{
    rw_problem problem;
    rw_problem_init(&problem);
    fixture->server = rw_http_server_start(&fixture->options, &problem);
    ck_assert_msg(fixture->server != NULL, "%s", problem.detail);
}

void http_fixture_wait_held(http_fixture *fixture)
{
    char byte = 0;
    struct pollfd poller = {.fd = fixture->held[0], .events = POLLIN};
    ck_assert_msg(poll(&poller, 1, 10000) == 1, "no handler waits");
    ck_assert_int_eq(read(fixture->held[0], &byte, 1), 1);
}

void http_fixture_release(http_fixture *fixture)
{
    ck_assert_int_eq(write(fixture->release[1], "r", 1), 1);
}

void http_fixture_end(http_fixture *fixture)
{
    rw_http_server_free(fixture->server);
    rw_http_listener_close(&fixture->listener);
    rw_log_close(fixture->context.log);
    rw_metrics_free(fixture->context.metrics);
    close(fixture->log_fd);
    for (int i = 0; i < 2; i++) {
        close(fixture->held[i]);
        close(fixture->release[i]);
    }
    rw_test_folder_remove(fixture->folder);
}
