/*
 * Daemons on a PostgreSQL server of a test's own: what the tests of several of them share. What goes wrong fails the
 * test.
 */
#ifndef RW_TEST_REPLICAS_H
#define RW_TEST_REPLICAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/client.h"
#include "support/metric.h"
#include "support/postgres.h"
#include "support/server.h"

enum { REPLICAS = 3 };

#define PATIENCE_NS INT64_C(30000000000)

extern const char json[], if_any[]; /* headers */
extern const char clip[];           /* the clip "lunge", with the window "attack" */

extern rw_test_postgres database;
extern rw_test_server replicas[REPLICAS];
extern char address[RW_TEST_ADDRESS_SIZE]; /* of the database, for daemons that are started next */

/* Starts a server, and sets the address to a schema of its own there; socket_folder: NULL for the server's own. */
void use_schema(const char *socket_folder);

/* A daemon at the address, with one more argument or NULL. */
void start_replica(rw_test_server *server, const char *more);

/* The profile "lunge" of the clip, numbered, or as it never was before: then its version is returned. */
rw_test_answer put_profile(unsigned port, int number, bool exists);
long long put_new(unsigned port);

void expect_status(rw_test_answer answer, int status);
void pause_briefly(void);

/* Of a header; the empty catalogue's version 0 is not told. */
long long number_of(const char *text);

/* Of the catalogue that answers; and the wait for it, which returns the time since. */
long long version_of(unsigned port);
int64_t await_version(unsigned port, long long version, int64_t since);

/* Of two int64_t, for qsort. */
int compare_times(const void *a, const void *b);

#endif
