/*
 * A PostgreSQL server of a test program's own, in a temporary folder, reached by a socket in that folder only. What goes
 * wrong ends the program with a message. It dies with the process that started it.
 */
#ifndef RW_TEST_POSTGRES_H
#define RW_TEST_POSTGRES_H

#include <stdbool.h>
#include <sys/types.h>

#include "support/folder.h"

#define RW_TEST_ADDRESS_SIZE 1200

typedef struct rw_test_postgres {
    char folder[RW_TEST_PATH_SIZE]; /* holds socket, data and log */
    pid_t pid;                      /* 0: not running */
} rw_test_postgres;

/* Whether the programs are installed. */
bool rw_test_postgres_available(void);

/* Makes a cluster and starts it; answers when it returns. */
void rw_test_postgres_start(rw_test_postgres *server);

/* Ends it at once, as a crash would, and starts it again on the same data. */
void rw_test_postgres_kill(rw_test_postgres *server);
void rw_test_postgres_restart(rw_test_postgres *server);

/* Ends it and removes everything. */
void rw_test_postgres_end(rw_test_postgres *server);

/* The address of the server's one database, in a schema of this name, which is made when it is not there; socket_folder:
 * where the socket is, NULL for the server's own. */
void rw_test_postgres_address(const rw_test_postgres *server, const char *socket_folder, const char *schema,
                              char address[RW_TEST_ADDRESS_SIZE]);

/* Runs statements over a connection of their own; the first column of the last row, "" when there is none, is the
 * caller's to free. */
char *rw_test_postgres_run(const rw_test_postgres *server, const char *sql);
char *rw_test_postgres_run_at(const char *address, const char *sql);

/* Runs statements over a connection that stays open, with what they lock, until it is let go. */
void *rw_test_postgres_hold(const char *address, const char *sql);
void rw_test_postgres_let_go(void *connection);

/* Finds a program, which Debian may keep out of the path; and starts one, argv[0], as the user that the server has, with
 * its output in the server's log. It dies with the process that started it. */
bool rw_test_postgres_program(const char *name, char path[RW_TEST_PATH_SIZE]);
pid_t rw_test_postgres_spawn(const rw_test_postgres *server, char *const *argv);

#endif
