/*
 * pgbouncer in front of a test's PostgreSQL server: it lends its connections from transaction to transaction, so that
 * whoever asks meets another session each time. What goes wrong ends the program with a message.
 */
#ifndef RW_TEST_POOLER_H
#define RW_TEST_POOLER_H

#include "support/postgres.h"

/* Whether it is installed. */
bool rw_test_pooler_available(void);

/* Answers when it returns; its socket is in the server's folder. */
pid_t rw_test_pooler_start(const rw_test_postgres *server);
void rw_test_pooler_end(pid_t pooler);

/* The address, by way of it, of a database of this name, which is made when it is not there. (It passes on no parameter
 * that would tell a schema.) */
void rw_test_pooler_address(const rw_test_postgres *server, const char *database, char address[RW_TEST_ADDRESS_SIZE]);

#endif
