/* Several daemons on one PostgreSQL, with what happens to daemons, databases and networks. */
#include <arpa/inet.h>
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "replicas.h"
#include "support/crowd.h"
#include "support/pooler.h"
#include "support/postgres_proxy.h"
#include "support/process.h"

enum { WRITES = 24, READERS = 3 };

static const char question[] = "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40},"
                               "\"target\":{\"position\":[250,0,0],\"radius\":40}}";

static void set_up(void)
{
    use_schema(NULL);
    for (size_t i = 0; i < REPLICAS; i++)
        start_replica(&replicas[i], NULL);
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(replicas[0].port, 0, false), 201);
}

static void tear_down(void)
{
    for (size_t i = 0; i < REPLICAS; i++)
        if (replicas[i].pid != 0)
            rw_test_server_end(&replicas[i]);
    rw_test_postgres_end(&database);
}

/* The same question to each, none older than the version: the same bytes. */
static void expect_same_answers(const char *version)
{
    char headers[RW_TEST_HEADER_SIZE + 128];
    char *first = NULL;
    snprintf(headers, sizeof headers, "%sX-Min-Catalog-Version: %s\r\n", json, version);
    for (size_t i = 0; i < REPLICAS; i++) {
        rw_test_answer answer = rw_test_request(replicas[i].port, "POST", "/v1/resolve", headers, question);
        ck_assert_msg(answer.status == 200, "%d: %s", answer.status, answer.body);
        if (first == NULL)
            first = strdup(answer.body);
        ck_assert_str_eq(answer.body, first);
        rw_test_answer_free(&answer);
    }
    free(first);
}

START_TEST(write__through_one_is_seen_by_all_and_answered_alike)
{
    int64_t times[WRITES * (REPLICAS - 1)];
    size_t count = 0;
    for (int i = 1; i <= WRITES; i++) {
        char version[RW_TEST_HEADER_SIZE];
        const size_t writer = (size_t)i % REPLICAS;
        rw_test_answer answer = put_profile(replicas[writer].port, i, true);
        const int64_t since = rw_clock_monotonic_ns();
        ck_assert_msg(answer.status == 200, "%d: %s", answer.status, answer.body);
        rw_test_answer_header(&answer, "X-Catalog-Version", version);
        rw_test_answer_free(&answer);
        ck_assert_int_ge(version_of(replicas[writer].port), number_of(version)); /* its own at once */
        if (i % 4 == 0)
            expect_same_answers(version);
        for (size_t r = 0; r < REPLICAS; r++)
            if (r != writer)
                times[count++] = await_version(replicas[r].port, number_of(version), since);
    }
    qsort(times, count, sizeof *times, compare_times);
    printf("a write is seen by the other replicas after: median %.0f ms, longest of %zu %.0f ms\n",
           (double)times[count / 2] / 1e6, count, (double)times[count - 1] / 1e6);
}
END_TEST

/* Whoever waits at one replica goes on when another has written; its own deadline is beyond the patience of the test.
 */
START_TEST(changes__waiting_ends_with_another_replicas_write)
{
    rw_test_client client;
    char request[256];
    await_version(replicas[1].port, 2, rw_clock_monotonic_ns());
    rw_test_client_open(&client, replicas[1].port);
    snprintf(request, sizeof request, "GET /v1/changes?since=2&wait=30 HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n",
             replicas[1].port);
    rw_test_client_send_text(&client, request);
    expect_status(put_profile(replicas[0].port, 1, true), 200);
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_msg(answer.status == 200 && strstr(answer.body, "\"lunge\"") != NULL, "%d: %s", answer.status,
                  answer.body);
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
}
END_TEST

/* The command line works on the database, and says nothing of its address. */
START_TEST(token__that_the_command_line_makes_counts_everywhere)
{
    char variable[RW_TEST_ADDRESS_SIZE + 32];
    char *program = rw_test_program("rootwarp");
    snprintf(variable, sizeof variable, "ROOTWARP_STORE=%s", address);
    const char *const create[] = {program, "token", "create", "--name", "t", "--scopes", "admin", NULL};
    const char *const variables[] = {variable, NULL};
    rw_test_result result = rw_test_run(create, variables);
    ck_assert_msg(result.status == 0, "%d: %s", result.status, result.err);
    rw_test_result_free(&result);
    for (size_t i = 0; i < REPLICAS; i++) {
        const int64_t since = rw_clock_monotonic_ns();
        for (int status = 0; status != 401;) {
            rw_test_answer answer = rw_test_request(replicas[i].port, "GET", "/v1/profiles/lunge", "", NULL);
            status = answer.status;
            rw_test_answer_free(&answer);
            ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "replica %zu asks for no token", i);
            pause_briefly();
        }
    }
    free(program);
}
END_TEST

static char *run_cli(const char *command, const char *file, const char *data)
{
    char *program = rw_test_program("rootwarp");
    const bool import = strcmp(command, "import") == 0;
    const char *const argv[] = {program,
                                command,
                                import ? file : "--output",
                                import ? "--data" : file,
                                import ? data : "--data",
                                import ? NULL : data,
                                NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_msg(result.status == 0, "%s: %d: %s", command, result.status, result.err);
    char *said = strdup(result.err);
    rw_test_result_free(&result);
    free(program);
    return said;
}

static void expect_same_file(const char *a, const char *b)
{
    char *first = rw_test_file_read(a, NULL), *second = rw_test_file_read(b, NULL);
    ck_assert_uint_gt(strlen(first), 100);
    ck_assert_str_eq(first, second);
    free(first);
    free(second);
}

/* Database, folder, another database: the same bytes, and the same content hash, come out of each. */
START_TEST(store__moves_to_a_folder_and_back)
{
    char folder[RW_TEST_PATH_SIZE], files[3][RW_TEST_PATH_SIZE + 8], data[RW_TEST_PATH_SIZE + 8];
    char other[RW_TEST_ADDRESS_SIZE], schema[64];
    char *said[3];
    for (int i = 1; i <= 4; i++)
        expect_status(put_profile(replicas[0].port, i, true), 200);
    rw_test_folder_make(folder);
    for (size_t i = 0; i < 3; i++)
        snprintf(files[i], sizeof files[i], "%s/%zu", folder, i);
    snprintf(data, sizeof data, "%s/data", folder);
    said[0] = run_cli("export", files[0], address);
    free(run_cli("import", files[0], data));
    said[1] = run_cli("export", files[1], data);
    snprintf(schema, sizeof schema, "moved_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_postgres_address(&database, NULL, schema, other);
    free(run_cli("import", files[1], other));
    said[2] = run_cli("export", files[2], other);
    ck_assert_ptr_nonnull(strstr(said[0], "content hash"));
    for (size_t i = 1; i < 3; i++) {
        expect_same_file(files[0], files[i]);
        ck_assert_str_eq(said[i], said[0]);
    }
    for (size_t i = 0; i < 3; i++)
        free(said[i]);

    /* Into a database that daemons serve: they take it over. The clip and the profile are there already. */
    free(run_cli("import", files[2], address));
    await_version(replicas[1].port, 6, rw_clock_monotonic_ns());
    rw_test_folder_remove(folder);
}
END_TEST

/* A request as a client with one retry sends it; false when both fail. Threads may not use what fails a test. */
static int status_of(unsigned port, const char *request)
{
    const struct timeval patience = {.tv_sec = 20};
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    char answer[4096] = "";
    int status = 0;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(fd, (const struct sockaddr *)&where, sizeof where) == 0 &&
        send(fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request) &&
        recv(fd, answer, sizeof answer - 1, 0) > 0)
        sscanf(answer, "HTTP/1.1 %d", &status);
    close(fd);
    return status;
}

typedef struct load {
    pthread_t threads[READERS];
    unsigned ports[REPLICAS];
    size_t port_count;
    atomic_bool stop;
    atomic_long asked, retried, failed;
} load;

static void *read_on(void *argument)
{
    load *self = argument;
    char request[512];
    snprintf(request, sizeof request,
             "POST /v1/resolve HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
             json, strlen(question), question);
    while (!atomic_load(&self->stop)) {
        const size_t number = (size_t)atomic_fetch_add(&self->asked, 1);
        const int first = status_of(self->ports[number % self->port_count], request);
        if (first == 200)
            continue;
        atomic_fetch_add(&self->retried, 1);
        const int second = status_of(self->ports[(number + 1) % self->port_count], request);
        if (second == 200)
            continue;
        atomic_fetch_add(&self->failed, 1);
        fprintf(stderr, "read %zu: status %d from replica %zu, then %d\n", number, first, number % self->port_count,
                second);
    }
    return NULL;
}

static void start_load(load *self, size_t count)
{
    memset(self, 0, sizeof *self);
    self->port_count = count;
    for (size_t i = 0; i < count; i++)
        self->ports[i] = replicas[i].port;
    /* The end of a daemon that is killed is told by a signal, which would break off a reader's call. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (size_t i = 0; i < READERS; i++)
        ck_assert_int_eq(pthread_create(&self->threads[i], NULL, read_on, self), 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Until so many more have been answered. */
static void let_pass(load *self, long count)
{
    const long until = atomic_load(&self->asked) + count;
    const int64_t since = rw_clock_monotonic_ns();
    while (atomic_load(&self->asked) < until) {
        ck_assert_msg(rw_clock_monotonic_ns() - since < 4 * PATIENCE_NS, "the readers stand still");
        pause_briefly();
    }
}

static void end_load(load *self)
{
    atomic_store(&self->stop, true);
    for (size_t i = 0; i < READERS; i++)
        pthread_join(self->threads[i], NULL);
    printf("%ld reads, %ld with a retry, %ld failed\n", atomic_load(&self->asked), atomic_load(&self->retried),
           atomic_load(&self->failed));
    ck_assert_int_eq(atomic_load(&self->failed), 0);
}

static void await_all_current(void)
{
    const long long version = version_of(replicas[0].port);
    for (size_t i = 1; i < REPLICAS; i++)
        await_version(replicas[i].port, version, rw_clock_monotonic_ns());
}

START_TEST(replica__that_is_killed_costs_a_retry)
{
    load reads;
    await_all_current();
    start_load(&reads, REPLICAS);
    let_pass(&reads, 200);
    kill(replicas[2].pid, SIGKILL);
    rw_test_wait(replicas[2].pid);
    close(replicas[2].out);
    replicas[2].pid = 0;
    let_pass(&reads, 200);
    expect_status(put_profile(replicas[0].port, 1, true), 200); /* what it held is free */
    end_load(&reads);
    rw_test_folder_remove(replicas[2].folder);
}
END_TEST

/* Asks until a replica has noticed what became of the database. */
static void await_put(unsigned port, int number, int status)
{
    const int64_t since = rw_clock_monotonic_ns();
    for (;;) {
        rw_test_answer answer = put_profile(port, number, true);
        const bool done = answer.status == status;
        char value[RW_TEST_HEADER_SIZE];
        if (answer.status == 503)
            ck_assert_str_ne(rw_test_answer_header(&answer, "Retry-After", value), "");
        else
            ck_assert_msg(answer.status == 200, "%d: %s", answer.status, answer.body);
        rw_test_answer_free(&answer);
        if (done)
            return;
        ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "no PUT answers %d", status);
        pause_briefly();
    }
}

static void await_age(unsigned port)
{
    const int64_t since = rw_clock_monotonic_ns();
    for (bool found = false; !found;) {
        char value[RW_TEST_HEADER_SIZE];
        rw_test_answer answer = rw_test_request(port, "GET", "/v1/profiles/lunge", "", NULL);
        ck_assert_int_eq(answer.status, 200);
        found = *rw_test_answer_header(&answer, "X-Catalog-Age", value) != '\0';
        rw_test_answer_free(&answer);
        ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "no X-Catalog-Age");
        pause_briefly();
    }
}

static void expect_stale_service(unsigned port)
{
    await_age(port);
    rw_test_answer answer = rw_test_request(port, "GET", "/readyz?verbose", "", NULL);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_ptr_nonnull(strstr(answer.body, "what was read before is served"));
    rw_test_answer_free(&answer);
    /* A clip's text is not in memory. */
    answer = rw_test_request(port, "GET", "/v1/clips/lunge", "", NULL);
    ck_assert_msg(answer.status == 503 && strstr(answer.body, "store_unavailable") != NULL, "%d: %s", answer.status,
                  answer.body);
    rw_test_answer_free(&answer);
}

START_TEST(database__restarts_under_load)
{
    load reads;
    await_all_current();
    start_load(&reads, REPLICAS);
    let_pass(&reads, 100);
    rw_test_postgres_kill(&database);
    for (size_t i = 0; i < REPLICAS; i++) {
        await_put(replicas[i].port, 1, 503);
        expect_stale_service(replicas[i].port);
    }
    let_pass(&reads, 200);
    rw_test_postgres_restart(&database);
    for (size_t i = 0; i < REPLICAS; i++)
        await_put(replicas[i].port, 2 + (int)i, 200);
    await_all_current();
    end_load(&reads);
    ck_assert_int_eq(atomic_load(&reads.retried), 0);
    expect_status(rw_test_request(replicas[1].port, "GET", "/v1/clips/lunge", "", NULL), 200);
}
END_TEST

/* A database that says nothing is worse than one that is gone: nothing breaks, everything waits. */
START_TEST(database__is_cut_off_under_load)
{
    rw_test_proxy proxy;
    load reads;
    char schema[64];
    snprintf(schema, sizeof schema, "cut_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_postgres_start(&database);
    rw_test_proxy_start(&proxy, &database);
    rw_test_postgres_address(&database, proxy.folder, schema, address);
    start_replica(&replicas[0], "--max-stale=0s");
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(replicas[0].port, 0, false), 201);
    start_load(&reads, 1);
    let_pass(&reads, 50);
    atomic_store(&proxy.mode, RW_TEST_PROXY_SILENT);
    await_put(replicas[0].port, 1, 503);
    await_age(replicas[0].port);
    expect_status(rw_test_request(replicas[0].port, "GET", "/readyz", "", NULL), 503);
    let_pass(&reads, 200);
    atomic_store(&proxy.mode, RW_TEST_PROXY_PASS);
    await_put(replicas[0].port, 2, 200);
    end_load(&reads);
    rw_test_server_end(&replicas[0]);
    rw_test_proxy_end(&proxy);
    rw_test_postgres_end(&database);
}
END_TEST

/* One round: true when all were answered from memory while no write was. */
static bool answered_beside_writes(unsigned port, atomic_int *mode)
{
    enum { PUTS = 24, ASKED = 48 };
    char write[512], read[1024];
    rw_test_crowd writes, reads;
    snprintf(write, sizeof write,
             "PUT /v1/clips/other HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Length: %zu\r\n\r\n%s", json, strlen(clip), clip);
    snprintf(read, sizeof read, "POST /v1/resolve HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Length: %zu\r\n\r\n%s", json,
             strlen(question), question);
    rw_test_crowd_open(&reads, port, ASKED);
    rw_test_crowd_ask(&reads, read);
    rw_test_crowd_expect(&reads, 200, 200);
    atomic_store(mode, RW_TEST_PROXY_SILENT);
    rw_test_crowd_open(&writes, port, PUTS);
    rw_test_crowd_ask(&writes, write);
    rw_test_metric_await(port, "rootwarp_http_requests_in_flight", PUTS + 1);
    for (int i = 0; i < 4; i++) {
        rw_test_crowd_ask(&reads, read);
        rw_test_crowd_expect(&reads, 200, 200);
    }
    expect_status(rw_test_request(port, "GET", "/readyz", "", NULL), 200);
    const bool beside = rw_test_crowd_answered(&writes) == 0;
    atomic_store(mode, RW_TEST_PROXY_PASS);
    rw_test_crowd_expect(&writes, 200, 503);
    rw_test_crowd_close(&writes);
    rw_test_crowd_close(&reads);
    return beside;
}

/* More writes wait than there are threads and connections to the database. */
START_TEST(database__that_says_nothing_holds_up_writes_alone)
{
    rw_test_proxy proxy;
    char schema[64];
    snprintf(schema, sizeof schema, "held_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_postgres_start(&database);
    rw_test_proxy_start(&proxy, &database);
    rw_test_postgres_address(&database, proxy.folder, schema, address);
    start_replica(&replicas[0], NULL);
    const unsigned port = replicas[0].port;
    expect_status(rw_test_request(port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(rw_test_request(port, "PUT", "/v1/clips/other", json, clip), 201);
    expect_status(put_profile(port, 0, false), 201);
    bool beside = false;
    for (int round = 0; round < 5 && !beside; round++) {
        await_put(port, round + 1, 200);
        beside = answered_beside_writes(port, &proxy.mode);
    }
    ck_assert_msg(beside, "reads were answered only when writes had given up");
    await_put(port, 9, 200);
    rw_test_server_end(&replicas[0]);
    rw_test_proxy_end(&proxy);
    rw_test_postgres_end(&database);
}
END_TEST

/* One round: true when the change log was looked at three times while all writes waited for their turn. */
static bool looked_beside_writes(unsigned port)
{
    enum { PUTS = 12 };
    static const char looks[] = "rootwarp_catalog_looks_total";
    char write[512];
    rw_test_crowd writes;
    snprintf(write, sizeof write,
             "PUT /v1/clips/other HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Length: %zu\r\n\r\n%s", json, strlen(clip), clip);
    void *turn = rw_test_postgres_hold(address, "BEGIN; SELECT * FROM counters FOR UPDATE");
    rw_test_crowd_open(&writes, port, PUTS);
    rw_test_crowd_ask(&writes, write);
    rw_test_metric_await(port, "rootwarp_http_requests_in_flight", PUTS + 1);
    rw_test_metric_await(port, looks, rw_test_metric(port, looks) + 3);
    const bool beside = rw_test_crowd_answered(&writes) == 0;
    rw_test_postgres_let_go(turn);
    rw_test_crowd_expect(&writes, 200, 503);
    rw_test_crowd_close(&writes);
    return beside;
}

/* Somebody else's transaction has the lock that orders writes. */
START_TEST(writes__that_wait_for_their_turn_leave_a_connection_to_look)
{
    use_schema(NULL);
    start_replica(&replicas[0], NULL);
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/other", json, clip), 201);
    bool beside = false;
    for (int round = 0; round < 5 && !beside; round++)
        beside = looked_beside_writes(replicas[0].port);
    ck_assert_msg(beside, "the change log was looked at only when writes had given up");
    rw_test_server_end(&replicas[0]);
    rw_test_postgres_end(&database);
}
END_TEST

/* A pooler that lends connections by the transaction: each statement of a daemon may meet another session. One of the
 * daemons was not told that nothing can be heard there. */
START_TEST(pooler__between_makes_no_difference)
{
    rw_test_postgres_start(&database);
    const pid_t pooler = rw_test_pooler_start(&database);
    rw_test_pooler_address(&database, "fleet", address);
    for (size_t i = 0; i < REPLICAS; i++)
        start_replica(&replicas[i], i == 0 ? NULL : "--store-notify=false");
    expect_status(rw_test_request(replicas[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(replicas[0].port, 0, false), 201);
    for (int i = 1; i <= 2 * REPLICAS; i++) {
        char version[RW_TEST_HEADER_SIZE];
        const size_t writer = (size_t)i % REPLICAS;
        rw_test_answer answer = put_profile(replicas[writer].port, i, true);
        ck_assert_msg(answer.status == 200, "%d: %s", answer.status, answer.body);
        rw_test_answer_header(&answer, "X-Catalog-Version", version);
        rw_test_answer_free(&answer);
        for (size_t r = 0; r < REPLICAS; r++)
            await_version(replicas[r].port, number_of(version), rw_clock_monotonic_ns());
        expect_same_answers(version);
    }
    rw_test_postgres_kill(&database);
    await_put(replicas[1].port, 7, 503);
    rw_test_postgres_restart(&database);
    await_put(replicas[1].port, 8, 200);
    await_version(replicas[0].port, version_of(replicas[1].port), rw_clock_monotonic_ns());
    for (size_t i = 0; i < REPLICAS; i++)
        rw_test_server_end(&replicas[i]);
    rw_test_pooler_end(pooler);
    rw_test_postgres_end(&database);
}
END_TEST

int main(void)
{
    if (!rw_test_postgres_available())
        return 77;
    Suite *suite = suite_create("replicas");
    TCase *cases = tcase_create("three");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, write__through_one_is_seen_by_all_and_answered_alike);
    tcase_add_test(cases, changes__waiting_ends_with_another_replicas_write);
    tcase_add_test(cases, token__that_the_command_line_makes_counts_everywhere);
    tcase_add_test(cases, store__moves_to_a_folder_and_back);
    tcase_add_test(cases, replica__that_is_killed_costs_a_retry);
    tcase_add_test(cases, database__restarts_under_load);
    suite_add_tcase(suite, cases);
    TCase *alone = tcase_create("cut off");
    tcase_add_test(alone, database__is_cut_off_under_load);
    tcase_add_test(alone, database__that_says_nothing_holds_up_writes_alone);
    tcase_add_test(alone, writes__that_wait_for_their_turn_leave_a_connection_to_look);
    if (rw_test_pooler_available())
        tcase_add_test(alone, pooler__between_makes_no_difference);
    suite_add_tcase(suite, alone);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
