#include "support/pooler.h"

#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/* Of its socket; beside the server's, which has 5432. */
#define POOLER_PORT "6432"
#define PATIENCE_STEPS 1500
#define STEP_NS 20000000L

static const char settings[] = "[databases]\n"
                               "* = host=%s user=postgres\n"
                               "[pgbouncer]\n"
                               "pool_mode = transaction\n"
                               "listen_addr =\n"
                               "listen_port = " POOLER_PORT "\n"
                               "unix_socket_dir = %s\n"
                               "auth_type = any\n"
                               "max_client_conn = 200\n"
                               "default_pool_size = 4\n"
                               "server_idle_timeout = 2\n"
                               "server_login_retry = 1\n"
                               "log_connections = 0\n"
                               "log_disconnections = 0\n";

bool rw_test_pooler_available(void)
{
    char path[RW_TEST_PATH_SIZE];
    return rw_test_postgres_available() && rw_test_postgres_program("pgbouncer", path);
}

static void await_answer(const rw_test_postgres *server, pid_t pooler)
{
    const struct timespec step = {.tv_nsec = STEP_NS};
    char address[RW_TEST_ADDRESS_SIZE];
    snprintf(address, sizeof address, "postgres://postgres@/postgres?host=%s&port=" POOLER_PORT, server->folder);
    for (int i = 0; i < PATIENCE_STEPS; i++) {
        if (PQping(address) == PQPING_OK)
            return;
        if (waitpid(pooler, NULL, WNOHANG) == pooler)
            break;
        nanosleep(&step, NULL);
    }
    fprintf(stderr, "test pooler: it does not answer; see %s/log\n", server->folder);
    exit(EXIT_FAILURE);
}

pid_t rw_test_pooler_start(const rw_test_postgres *server)
{
    char program[RW_TEST_PATH_SIZE];
    char file[RW_TEST_PATH_SIZE + 16];
    snprintf(file, sizeof file, "%s/pgbouncer.ini", server->folder);
    FILE *out = fopen(file, "w");
    if (out == NULL || fprintf(out, settings, server->folder, server->folder) < 0 || fclose(out) != 0 ||
        !rw_test_postgres_program("pgbouncer", program)) {
        fprintf(stderr, "test pooler: cannot write %s\n", file);
        exit(EXIT_FAILURE);
    }
    char *const argv[] = {program, file, NULL};
    const pid_t pooler = rw_test_postgres_spawn(server, argv);
    await_answer(server, pooler);
    return pooler;
}

void rw_test_pooler_end(pid_t pooler)
{
    kill(pooler, SIGKILL);
    waitpid(pooler, NULL, 0);
}

void rw_test_pooler_address(const rw_test_postgres *server, const char *database, char address[RW_TEST_ADDRESS_SIZE])
{
    char sql[256];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pg_database WHERE datname = '%s'", database);
    char *count = rw_test_postgres_run(server, sql);
    if (strcmp(count, "0") == 0) {
        snprintf(sql, sizeof sql, "CREATE DATABASE \"%s\"", database);
        free(rw_test_postgres_run(server, sql));
    }
    free(count);
    snprintf(address, RW_TEST_ADDRESS_SIZE, "postgres://postgres@/%s?host=%s&port=" POOLER_PORT, database,
             server->folder);
}
