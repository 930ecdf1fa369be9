/* The daemon is restarted again and again while clients ask it all the time. With a listening socket that outlives it,
 * no request fails; without one, none of a client that goes on trying to connect until the daemon has been there for two
 * seconds. How long anybody was refused is counted. */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "endurance.h"
#include "injected.h"
#include "load.h"
#include "support/suite.h"

#define CLIENTS 8
#define SHORT_RESTARTS 2
#define LONG_RESTARTS 10
#define PATIENCE_MS 2000
#define ANSWERS_BETWEEN 300 /* requests that are served between two restarts */
#define INHERITED 9         /* a descriptor of one digit, as the shell wants it */

enum { RESTART_ANSWERED, RESTART_WRITES, RESTART_RECONNECTS };

/* A socket that holds a port, and listens if it is to be inherited. */
static int open_socket(unsigned *port, bool listens)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t length = sizeof address;
    const int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on), 0);
    ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof address), 0);
    if (listens)
        ck_assert_int_eq(listen(fd, 512), 0);
    ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &length), 0);
    *port = ntohs(address.sin_port);
    return fd;
}

static void wait_answered(const rw_load *load, long more)
{
    const long wanted = rw_load_answered(load) + more;
    while (rw_load_answered(load) < wanted)
        nanosleep(&(const struct timespec){.tv_nsec = 1000000}, NULL);
}

static void restart_under_load(const char *table, bool inherited, bool fresh)
{
    rw_endurance endurance;
    rw_test_server server;
    unsigned port;
    char listen_at[32];
    const int fd = open_socket(&port, inherited);
    snprintf(listen_at, sizeof listen_at, "--listen=127.0.0.1:%u", port);
    const char *const arguments[] = {listen_at, NULL};
    const char *preparation = "";
    if (inherited) {
        ck_assert_int_eq(dup2(fd, INHERITED), INHERITED);
        preparation = "exec 3<&9 9<&-; export LISTEN_FDS=1 LISTEN_PID=$$;";
    }
    rw_endurance_begin(&endurance, table, SHORT_RESTARTS, LONG_RESTARTS);
    rw_test_server_start_prepared(&server, preparation, arguments);
    ck_assert_uint_eq(server.port, port);
    rw_script_documents(port);
    const rw_load_options options = {.port = port,
                                     .clients = CLIENTS,
                                     .write_every = 10,
                                     .fresh_connections = fresh,
                                     .retry_refused_ms = inherited ? 0 : PATIENCE_MS};
    rw_load *load = rw_load_start(&options);
    for (; endurance.done < endurance.total; endurance.done++) {
        wait_answered(load, ANSWERS_BETWEEN);
        rw_load_absent(load);
        ck_assert_int_eq(rw_test_server_stop(&server), 0);
        rw_test_server_restart_prepared(&server, preparation, arguments);
        rw_load_present(load);
    }
    wait_answered(load, ANSWERS_BETWEEN);
    const rw_load_counts counts = rw_load_stop(load);
    ck_assert_msg(counts.wrong == 0 && counts.refused == 0 && counts.broken == 0, "%ld wrong, %ld refused, %ld broken: %s",
                  counts.wrong, counts.refused, counts.broken, counts.first);
    rw_test_server_end(&server);
    if (inherited)
        close(INHERITED);
    close(fd);
    char patience[80] = "";
    if (!inherited)
        snprintf(patience, sizeof patience, ", the longest refused for %ld ms until it connected", counts.refused_ms);
    rw_endurance_end(&endurance, "%ld restarts, %s, %ld requests answered, %ld of them writes; none failed%s", endurance.done,
                     fresh ? "a connection for each request" : "connections kept", counts.right, counts.writes, patience);
}

START_TEST(restart__on_an_inherited_socket_fails_no_request)
{
    restart_under_load("restart_inherited", true, _i == 1);
}
END_TEST

START_TEST(restart__is_bridged_by_trying_to_connect_again)
{
    restart_under_load("restart_alone", false, _i == 1);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("restart");
    tcase_add_loop_test(cases, restart__on_an_inherited_socket_fails_no_request, 0, 2);
    tcase_add_loop_test(cases, restart__is_bridged_by_trying_to_connect_again, 0, 2);
    return rw_test_suite_run(cases);
}
