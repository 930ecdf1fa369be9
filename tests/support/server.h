/*
 * The real daemon, started for a test on a free port and with a data folder of its own. What goes wrong fails the
 * test.
 */
#ifndef RW_TEST_SERVER_H
#define RW_TEST_SERVER_H

#include <sys/types.h>

#include "support/folder.h"

typedef struct rw_test_server {
    pid_t pid;
    char folder[RW_TEST_PATH_SIZE];   /* holds everything of this daemon */
    char data[RW_TEST_PATH_SIZE];     /* its --data */
    char err[RW_TEST_PATH_SIZE];      /* its standard error, a file */
    int out;                          /* its standard output, a pipe */
    char first_line[RW_TEST_PATH_SIZE]; /* without the newline */
    unsigned port;
    unsigned admin_port; /* 0 without --admin */
} rw_test_server;

/* Starts `rootwarpd serve --listen 127.0.0.1:0 --data …` with further arguments (NULL at the end; NULL: none) and
 * waits for its first line; with --admin among them also for the second. */
void rw_test_server_start(rw_test_server *server, const char *const *arguments);

/* The same through a shell that first runs `preparation`, as in "ulimit -n 100;". */
void rw_test_server_start_prepared(rw_test_server *server, const char *preparation, const char *const *arguments);

/* Starts so many at once, none with --admin, and then waits for all. */
void rw_test_server_start_many(rw_test_server *servers, size_t count, const char *const *arguments);

/* Starts another daemon on the data folder of one that has been stopped but not removed. */
void rw_test_server_restart(rw_test_server *server, const char *const *arguments);

/* The same through a shell. */
void rw_test_server_restart_prepared(rw_test_server *server, const char *preparation, const char *const *arguments);

/* Locks the daemon's database as another process would that lets nobody else read or write, until the descriptor that is
 * returned is closed. */
int rw_test_server_lock_database(const rw_test_server *server);

/* SIGTERM, and waits for the end; returns the exit status. Standard output must have held nothing but the first line.
 * The files stay. */
int rw_test_server_stop(rw_test_server *server);

/* Checks that standard error held nothing but lines of the log, none of which is an error, then removes the files. The
 * daemon must have been stopped. */
void rw_test_server_check_and_remove(rw_test_server *server);

/* Stops, wants exit status 0, checks and removes. */
void rw_test_server_end(rw_test_server *server);

#endif
