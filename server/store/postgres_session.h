/*
 * One connection, and the words that are exchanged over it.
 */
#ifndef RW_STORE_POSTGRES_SESSION_H
#define RW_STORE_POSTGRES_SESSION_H

#include "store/postgres_db.h"

/* Whether libpq understands the address. */
bool rw_pg_address_valid(const char *address);

/* Connects, or stores why not. NULL also without memory. */
rw_pg_session *rw_pg_session_open(const char *address, const rw_store_postgres_options *options,
                                  char reason[RW_PG_MESSAGE_SIZE]);
void rw_pg_session_close(rw_pg_session *session); /* takes NULL */

/* Forgets the last transaction. */
void rw_pg_session_reset(rw_pg_session *session);

/* The next result of what was sent, for the caller to clear; NULL at its end, or when the connection is lost. An error
 * among the results is noted. */
PGresult *rw_pg_session_result(rw_pg_session *session);

/* Sends a statement and notes when that fails. */
void rw_pg_session_note_unsent(rw_pg_session *session);

#endif
