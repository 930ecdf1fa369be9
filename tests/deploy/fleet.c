#include "fleet.h"

#include <arpa/inet.h>
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "fault/injected.h"
#include "support/process.h"

#define HAPROXY "/usr/sbin/haproxy"
#define HAPROXY_FILE "deploy/compose/haproxy.cfg"

bool rw_fleet_available(void)
{
    return access(HAPROXY, X_OK) == 0 && rw_test_postgres_available();
}

void rw_fleet_pause(int64_t since, const char *what)
{
    const struct timespec step = {.tv_nsec = 2000000};
    ck_assert_msg(rw_clock_monotonic_ns() - since < FLEET_PATIENCE_NS, "%s: it takes too long", what);
    nanosleep(&step, NULL);
}

/* ---- what one asks ---- */

/* haproxy writes the names of headers in small letters. */
long long rw_fleet_number(const rw_call_answer *answer, const char *header)
{
    const size_t length = strlen(header);
    const char *head = answer->received.data;
    for (const char *line = head == NULL ? NULL : strstr(head, "\r\n");
         line != NULL && line + 4 < head + answer->head_length; line = strstr(line + 2, "\r\n"))
        if (strncasecmp(line + 2, header, length) == 0 && line[2 + length] == ':')
            return strtoll(line + 3 + length, NULL, 10);
    return 0;
}

long long rw_fleet_version(rw_caller *caller)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    const rw_call_end end = rw_caller_ask(caller, "GET", "/v1/profiles/fleet", "", NULL, &answer);
    const long long version = end == RW_CALL_ANSWERED ? rw_fleet_number(&answer, "X-Catalog-Version") : 0;
    rw_call_answer_free(&answer);
    return version;
}

bool rw_fleet_write(rw_caller *caller, int number, rw_call_answer *answer)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.%d}}",
             100 + number);
    return rw_caller_ask(caller, "PUT", "/v1/profiles/fleet", number == 0 ? "" : "If-Match: *\r\n", text, answer) ==
           RW_CALL_ANSWERED;
}

/* ---- the parts ---- */

static void start_replica(rw_fleet *fleet, size_t replica, bool again)
{
    rw_test_server *server = &fleet->replicas[replica];
    char listen[64] = "127.0.0.1:0";
    if (again)
        snprintf(listen, sizeof listen, "127.0.0.1:%u", server->port);
    const char *const arguments[] = {"--store",  fleet->address, "--threads=2", fleet->argument,
                                     "--listen", listen,         NULL};
    if (again)
        rw_test_server_restart(server, arguments);
    else
        rw_test_server_start(server, arguments);
}

/* A socket of a free port, which haproxy inherits. */
static int listen_for_haproxy(unsigned *port)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&here, sizeof here), 0);
    ck_assert_int_eq(listen(fd, 128), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&here, &size), 0);
    *port = ntohs(here.sin_port);
    return fd;
}

static void start_haproxy(rw_fleet *fleet)
{
    char variables[1 + 2 * FLEET_REPLICAS][64], log[RW_TEST_PATH_SIZE];
    const char *given[2 + 2 * FLEET_REPLICAS] = {NULL};
    const char *const argv[] = {HAPROXY, "-db", "-f", HAPROXY_FILE, NULL};
    const int fd = listen_for_haproxy(&fleet->port);
    snprintf(variables[0], sizeof *variables, "ROOTWARP_BIND=fd@%d", fd);
    for (size_t i = 0; i < FLEET_REPLICAS; i++) {
        const unsigned port = fleet->replicas[i].port;
        snprintf(variables[1 + 2 * i], sizeof *variables, "ROOTWARP_REPLICA_%zu=127.0.0.1:%u", i + 1, port);
        snprintf(variables[2 + 2 * i], sizeof *variables, "ROOTWARP_HEALTH_%zu=%u", i + 1, port);
    }
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        given[i] = variables[i];
    snprintf(log, sizeof log, "%.400s/haproxy", fleet->replicas[0].folder);
    fleet->haproxy = rw_test_spawn(argv, given, log, log);
    close(fd);
}

/* Whether a replica has solved something, which nobody but haproxy asks it for. */
static bool is_used(unsigned port)
{
    rw_caller caller = RW_CALLER(port);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    const bool used = rw_caller_ask(&caller, "GET", "/metrics", "", NULL, &answer) == RW_CALL_ANSWERED &&
                      strstr(rw_call_body(&answer), "{route=\"/v1/resolve\",method=\"POST\",code=\"200\"}") != NULL;
    rw_call_answer_free(&answer);
    rw_caller_hang_up(&caller);
    return used;
}

static void await_use(const rw_fleet *fleet, size_t replica)
{
    rw_caller caller = RW_CALLER(fleet->port);
    rw_call_answer answer;
    char *question = rw_script_example("lunge-100.resolve.request");
    const int64_t since = rw_clock_monotonic_ns();
    rw_call_answer_init(&answer);
    while (!is_used(fleet->replicas[replica].port)) {
        rw_caller_ask(&caller, "POST", "/v1/resolve", "", question, &answer);
        rw_fleet_pause(since, "haproxy does not use a replica");
    }
    rw_call_answer_free(&answer);
    rw_caller_hang_up(&caller);
    free(question);
}

static void make_catalogue(const rw_fleet *fleet)
{
    rw_caller caller = RW_CALLER(fleet->replicas[0].port);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    rw_script_documents(caller.port);
    ck_assert(rw_fleet_write(&caller, 0, &answer));
    ck_assert_msg(answer.status == 201, "%d: %s", answer.status, rw_call_body(&answer));
    rw_call_answer_free(&answer);
    rw_caller_hang_up(&caller);
}

void rw_fleet_start(rw_fleet *fleet, const char *argument)
{
    *fleet = (rw_fleet){.argument = argument};
    rw_test_postgres_start(&fleet->database);
    rw_test_proxy_start(&fleet->between, &fleet->database);
    rw_test_postgres_address(&fleet->database, fleet->between.folder, "fleet", fleet->address);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        start_replica(fleet, i, false);
    make_catalogue(fleet);
    start_haproxy(fleet);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        await_use(fleet, i);
}

void rw_fleet_end(rw_fleet *fleet)
{
    /* All at once: each takes its time. */
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        kill(fleet->replicas[i].pid, SIGTERM);
    for (size_t i = 0; i < FLEET_REPLICAS; i++) {
        ck_assert_int_eq(rw_test_wait(fleet->replicas[i].pid), 0);
        close(fleet->replicas[i].out);
    }
    kill(fleet->haproxy, SIGTERM);
    rw_test_wait(fleet->haproxy);
    for (size_t i = 0; i < FLEET_REPLICAS; i++)
        rw_test_server_check_and_remove(&fleet->replicas[i]);
    rw_test_proxy_end(&fleet->between);
    rw_test_postgres_end(&fleet->database);
}

void rw_fleet_kill(rw_fleet *fleet, size_t replica)
{
    rw_test_server *server = &fleet->replicas[replica];
    kill(server->pid, SIGKILL);
    ck_assert_int_eq(rw_test_wait(server->pid), 128 + SIGKILL);
    close(server->out);
}

void rw_fleet_drain(rw_fleet *fleet, size_t replica)
{
    ck_assert_int_eq(rw_test_server_stop(&fleet->replicas[replica]), 0);
}

void rw_fleet_return(rw_fleet *fleet, size_t replica)
{
    start_replica(fleet, replica, true);
    await_use(fleet, replica);
}

/* ---- callers ---- */

/* A right answer to a read. */
static bool read_once(const rw_fleet_load *load, rw_caller *caller, long number, rw_call_answer *answer,
                      rw_call_end *end)
{
    const bool solve = number % 4 != 0;
    *end = solve ? rw_caller_ask(caller, "POST", "/v1/resolve", "", load->question, answer)
                 : rw_caller_ask(caller, "GET", "/v1/profiles/lunge", "", NULL, answer);
    return *end == RW_CALL_ANSWERED && answer->status == 200 &&
           strstr(rw_call_body(answer), solve ? "\"verdict\"" : "\"scale_band\"") != NULL;
}

static void *read_on(void *argument)
{
    rw_fleet_load *load = argument;
    rw_caller caller = RW_CALLER(load->port);
    rw_call_answer answer;
    rw_call_end end;
    rw_call_answer_init(&answer);
    while (!atomic_load(&load->stop)) {
        const long number = atomic_fetch_add(&load->reads, 1);
        if (read_once(load, &caller, number, &answer, &end))
            continue;
        if (!atomic_flag_test_and_set(&load->first_taken))
            snprintf(load->first, sizeof load->first, "it ended as %d: %d %.100s", end, answer.status,
                     rw_call_body(&answer));
        atomic_fetch_add(&load->retried, 1);
        rw_caller_hang_up(&caller);
        if (!read_once(load, &caller, number, &answer, &end))
            atomic_fetch_add(&load->failed, 1);
    }
    rw_call_answer_free(&answer);
    rw_caller_hang_up(&caller);
    return NULL;
}

static void *write_on(void *argument)
{
    const struct timespec rest = {.tv_nsec = 20000000};
    rw_fleet_load *load = argument;
    rw_caller caller = RW_CALLER(load->port);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (int number = 1; !atomic_load(&load->stop); number++) {
        bool answered = rw_fleet_write(&caller, number, &answer);
        if (!answered || (answer.status != 200 && answer.status != 503))
            answered = rw_fleet_write(&caller, number, &answer);
        if (answered && answer.status == 200)
            atomic_fetch_add(&load->writes, 1);
        else if (answered && answer.status == 503)
            atomic_fetch_add(rw_fleet_number(&answer, "Retry-After") > 0 ? &load->put_off : &load->unexplained, 1);
        else
            atomic_fetch_add(&load->lost, 1);
        nanosleep(&rest, NULL);
    }
    rw_call_answer_free(&answer);
    rw_caller_hang_up(&caller);
    return NULL;
}

void rw_fleet_load_start(rw_fleet_load *load, const rw_fleet *fleet, bool writer)
{
    memset(load, 0, sizeof *load);
    atomic_flag_clear(&load->first_taken);
    load->port = fleet->port;
    load->question = rw_script_example("lunge-100.resolve.request");
    load->count = FLEET_READERS + (writer ? 1 : 0);
    /* The end of a daemon is told by a signal, which would break off a caller's call. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (size_t i = 0; i < load->count; i++)
        ck_assert_int_eq(pthread_create(&load->threads[i], NULL, i < FLEET_READERS ? read_on : write_on, load), 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void rw_fleet_load_pass(rw_fleet_load *load, long reads)
{
    const long until = atomic_load(&load->reads) + reads;
    const int64_t since = rw_clock_monotonic_ns();
    while (atomic_load(&load->reads) < until)
        rw_fleet_pause(since, "the readers stand still");
}

void rw_fleet_load_end(rw_fleet_load *load, rw_fleet_sums *sums)
{
    atomic_store(&load->stop, true);
    for (size_t i = 0; i < load->count; i++)
        pthread_join(load->threads[i], NULL);
    free(load->question);
    ck_assert_msg(atomic_load(&load->failed) == 0, "%ld of %ld reads failed with a retry, %ld without; the first: %s",
                  atomic_load(&load->failed), atomic_load(&load->reads), atomic_load(&load->retried), load->first);
    sums->reads += atomic_load(&load->reads);
    sums->retried += atomic_load(&load->retried);
    sums->writes += atomic_load(&load->writes);
    sums->put_off += atomic_load(&load->put_off);
}
