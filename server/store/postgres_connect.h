/*
 * Connecting. What a server says beside its answers, a warning that it is about to go, for example, libpq writes to
 * standard error unless it is told otherwise, and only a connection that exists can be told: so none is made in one call.
 */
#ifndef RW_STORE_POSTGRES_CONNECT_H
#define RW_STORE_POSTGRES_CONNECT_H

#include "store/postgres_db.h"

/* Begins to connect, to be gone on with by PQconnectPoll. NULL without memory. */
PGconn *rw_pg_connect_begin(const char *address, const rw_store_postgres_options *options);

/* Connects to the first of the address's hosts that lets us; each has as long as connect_timeout says. The connection is
 * the caller's to finish, and its status tells whether there is one; else *silent says that a host said nothing. NULL
 * without memory. */
PGconn *rw_pg_connect(const char *address, const rw_store_postgres_options *options, bool *silent);

#endif
