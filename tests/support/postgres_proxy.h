/*
 * Stands between a client and a PostgreSQL server and does to their connection what networks do. One thread of the test
 * program's; what goes wrong ends the program with a message.
 */
#ifndef RW_TEST_POSTGRES_PROXY_H
#define RW_TEST_POSTGRES_PROXY_H

#include <pthread.h>
#include <stdatomic.h>

#include "support/postgres.h"

typedef enum rw_test_proxy_mode {
    RW_TEST_PROXY_PASS = 0,
    RW_TEST_PROXY_CUT_BEFORE_COMMIT, /* the next COMMIT does not reach the server; then PASS */
    RW_TEST_PROXY_CUT_AFTER_COMMIT,  /* the next COMMIT is done, its answer does not reach the client; then PASS */
    RW_TEST_PROXY_SILENT,            /* nothing passes, nothing breaks */
    RW_TEST_PROXY_DEAF,              /* who listens is answered, and then never hears anything */
    RW_TEST_PROXY_NO_NOTIFY          /* the server does not understand NOTIFY */
} rw_test_proxy_mode;

typedef struct rw_test_proxy {
    char folder[RW_TEST_PATH_SIZE]; /* the socket's, for rw_test_postgres_address */
    char server_socket[RW_TEST_PATH_SIZE + 32];
    int listener;
    int wake[2];
    pthread_t thread;
    atomic_int mode; /* of rw_test_proxy_mode */
    atomic_int accepted;
    atomic_int refused; /* NOTIFYs that the server did not understand */
} rw_test_proxy;

void rw_test_proxy_start(rw_test_proxy *proxy, const rw_test_postgres *server);
void rw_test_proxy_end(rw_test_proxy *proxy);

#endif
