#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

#include "http/acceptor.h"
#include "http/listener.h"
#include "support/client.h"
#include "support/suite.h"

#define CLIENTS 8
#define PATIENCE_MS 10000

typedef struct acceptor_fixture {
    rw_http_listener listener;
    rw_http_acceptor *acceptor;
    atomic_uint allowed; /* connections that may be open */
    atomic_uint taken;
    atomic_int error; /* the last trouble */
    atomic_uint troubles;
    int fds[CLIENTS * 2];
    int events[2]; /* a pipe: a byte for everything that happens */
} acceptor_fixture;

static acceptor_fixture fixture;

static void tell(acceptor_fixture *own)
{
    ck_assert_int_eq(write(own->events[1], "", 1), 1);
}

static bool room(void *context)
{
    acceptor_fixture *own = context;
    return atomic_load(&own->taken) < atomic_load(&own->allowed);
}

static void take(void *context, int fd, const struct sockaddr *address, socklen_t length)
{
    acceptor_fixture *own = context;
    ck_assert_int_eq(address->sa_family, AF_INET);
    ck_assert_uint_eq(length, sizeof(struct sockaddr_in));
    own->fds[atomic_load(&own->taken)] = fd;
    atomic_fetch_add(&own->taken, 1);
    tell(own);
}

static void trouble(void *context, int error)
{
    acceptor_fixture *own = context;
    atomic_store(&own->error, error);
    if (atomic_fetch_add(&own->troubles, 1) == 0)
        tell(own);
}

static void await_event(void)
{
    char byte;
    struct pollfd poller = {.fd = fixture.events[0], .events = POLLIN};
    ck_assert_int_eq(poll(&poller, 1, PATIENCE_MS), 1);
    ck_assert_int_eq(read(fixture.events[0], &byte, 1), 1);
}

static void open_acceptor(void)
{
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE] = "";
    fixture = (acceptor_fixture){0};
    atomic_store(&fixture.allowed, CLIENTS);
    ck_assert_int_eq(pipe(fixture.events), 0);
    ck_assert_msg(rw_http_listener_open("127.0.0.1:0", false, &fixture.listener, message) == RW_HTTP_LISTENER_OK, "%s",
                  message);
    const rw_http_acceptor_calls calls = {.context = &fixture, .room = room, .take = take, .trouble = trouble};
    fixture.acceptor = rw_http_acceptor_start(fixture.listener.fd, &calls);
    ck_assert_ptr_nonnull(fixture.acceptor);
}

static void close_acceptor(void)
{
    rw_http_acceptor_stop(fixture.acceptor);
    for (unsigned i = 0; i < fixture.taken; i++)
        close(fixture.fds[i]);
    rw_http_listener_close(&fixture.listener);
    close(fixture.events[0]);
    close(fixture.events[1]);
}

START_TEST(accepted__sockets_do_not_block_and_are_not_inherited)
{
    rw_test_client client;
    rw_test_client_open(&client, fixture.listener.port);
    await_event();
    ck_assert_int_ne(fcntl(fixture.fds[0], F_GETFL) & O_NONBLOCK, 0);
    ck_assert_int_ne(fcntl(fixture.fds[0], F_GETFD) & FD_CLOEXEC, 0);
    rw_test_client_close(&client);
}
END_TEST

START_TEST(clients__beyond_the_limit_wait_until_there_is_room)
{
    rw_test_client clients[3];
    atomic_store(&fixture.allowed, 2);
    for (int i = 0; i < 3; i++)
        rw_test_client_open(&clients[i], fixture.listener.port);
    await_event();
    await_event();
    struct pollfd poller = {.fd = fixture.events[0], .events = POLLIN};
    ck_assert_int_eq(poll(&poller, 1, 30), 0);
    atomic_store(&fixture.allowed, 3);
    await_event();
    ck_assert_uint_eq(fixture.taken, 3);
    for (int i = 0; i < 3; i++)
        rw_test_client_close(&clients[i]);
}
END_TEST

START_TEST(descriptors__that_are_missing_are_told_and_waited_for)
{
    struct rlimit before, none;
    rw_test_client client;
    rw_test_client_open(&client, fixture.listener.port);
    await_event();
    rw_test_client other;
    ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    atomic_store(&fixture.allowed, 1);
    rw_test_client_open(&other, fixture.listener.port);
    none = before;
    none.rlim_cur = 3;
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
    atomic_store(&fixture.allowed, CLIENTS);
    await_event();
    ck_assert_int_eq(fixture.error, EMFILE);
    ck_assert_uint_eq(fixture.taken, 1);
    ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
    await_event();
    ck_assert_uint_eq(fixture.taken, 2);
    rw_test_client_close(&client);
    rw_test_client_close(&other);
}
END_TEST

static void fill_queue(rw_test_client clients[CLIENTS])
{
    atomic_store(&fixture.allowed, 0);
    for (int i = 0; i < CLIENTS; i++)
        rw_test_client_open(&clients[i], fixture.listener.port);
    ck_assert_uint_eq(fixture.taken, 0);
}

static void close_clients(rw_test_client clients[CLIENTS])
{
    for (int i = 0; i < CLIENTS; i++)
        rw_test_client_close(&clients[i]);
}

static void await_closed(void)
{
    while (rw_http_acceptor_open(fixture.acceptor))
        poll(NULL, 0, 1);
}

START_TEST(finish__takes_the_queue_and_then_closes_the_socket)
{
    rw_test_client clients[CLIENTS];
    fill_queue(clients);
    rw_http_acceptor_finish(fixture.acceptor);
    ck_assert(rw_http_acceptor_open(fixture.acceptor));
    atomic_store(&fixture.allowed, CLIENTS);
    await_closed();
    ck_assert_uint_eq(fixture.taken, CLIENTS);
    ck_assert(!rw_test_port_open(fixture.listener.port));
    close_clients(clients);
}
END_TEST

/* What is in the queue when there is no room has to wait for it. */
START_TEST(finish__takes_no_more_than_there_is_room_for)
{
    rw_test_client clients[CLIENTS];
    fill_queue(clients);
    atomic_store(&fixture.allowed, 2);
    rw_http_acceptor_finish(fixture.acceptor);
    await_event();
    await_event();
    struct pollfd poller = {.fd = fixture.events[0], .events = POLLIN};
    ck_assert_int_eq(poll(&poller, 1, 30), 0);
    ck_assert(rw_http_acceptor_open(fixture.acceptor));
    rw_http_acceptor_stop(fixture.acceptor);
    fixture.acceptor = NULL;
    ck_assert_uint_eq(fixture.taken, 2);
    close_clients(clients);
}
END_TEST

START_TEST(finish__of_a_socket_that_nobody_uses_is_soon_done)
{
    rw_http_acceptor_finish(fixture.acceptor);
    await_closed();
    ck_assert(!rw_test_port_open(fixture.listener.port));
}
END_TEST

START_TEST(stop__leaves_the_queue_to_the_next_process)
{
    rw_test_client clients[CLIENTS];
    fill_queue(clients);
    rw_http_acceptor_stop(fixture.acceptor);
    fixture.acceptor = NULL;
    ck_assert_uint_eq(fixture.taken, 0);
    for (int i = 0; i < CLIENTS; i++) {
        const int fd = accept(fixture.listener.fd, NULL, NULL);
        ck_assert_int_ge(fd, 0);
        close(fd);
    }
    close_clients(clients);
}
END_TEST

START_TEST(start__needs_a_descriptor)
{
    const rw_http_acceptor_calls calls = {.context = &fixture, .room = room, .take = take, .trouble = trouble};
    ck_assert_ptr_null(rw_http_acceptor_start(-1, &calls));
    rw_http_acceptor_stop(NULL);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("acceptor");
    tcase_add_checked_fixture(cases, open_acceptor, close_acceptor);
    tcase_add_test(cases, accepted__sockets_do_not_block_and_are_not_inherited);
    tcase_add_test(cases, clients__beyond_the_limit_wait_until_there_is_room);
    tcase_add_test(cases, descriptors__that_are_missing_are_told_and_waited_for);
    tcase_add_test(cases, finish__takes_the_queue_and_then_closes_the_socket);
    tcase_add_test(cases, finish__takes_no_more_than_there_is_room_for);
    tcase_add_test(cases, finish__of_a_socket_that_nobody_uses_is_soon_done);
    tcase_add_test(cases, stop__leaves_the_queue_to_the_next_process);
    tcase_add_test(cases, start__needs_a_descriptor);
    return rw_test_suite_run(cases);
}
