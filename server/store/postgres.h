/*
 * Opening a store on PostgreSQL, which many daemons share. What store.h and access.h promise holds across all of them:
 * a change log in commit order, one writer at a time, each change with its entry in the audit log.
 *
 * A store keeps a few connections and makes them anew when they break. What could not be done because the database did
 * not answer, or took no writes, is UNAVAILABLE (store_unavailable); a read, and a change that certainly was not made,
 * has then been tried a second time already, and of a commit whose answer was lost it has been looked up whether it was
 * made. While the database is away calls fail at once: one of them, or rw_store_ping, tries it again now and then.
 *
 * No prepared statements or session settings are used, so that a pooler that hands connections from transaction to
 * transaction may stand in between. Only who listens (rw_store_listen) has a connection of its own beside the others,
 * which is of no use behind such a pooler.
 */
#ifndef RW_STORE_POSTGRES_H
#define RW_STORE_POSTGRES_H

#include "store/store.h"

typedef struct rw_store_postgres_options {
    int connections_max;      /* kept or in use at once, 1 or more */
    int connect_timeout_s;    /* 2 or more; an address that says connect_timeout wins */
    int statement_timeout_ms; /* longest statement but for reading the whole catalogue; also the longest wait for the
                               * other writers and for a free connection */
    bool read_only;           /* change nothing, the schema included; calls that would write answer READ_ONLY */
} rw_store_postgres_options;

rw_store_postgres_options rw_store_postgres_options_default(void);

/* Whether a text is meant as the address of a PostgreSQL database: it begins with postgres:// or postgresql://. */
bool rw_store_postgres_named(const char *address);

/*
 * Opens the store at an address as libpq takes it, postgres://USER:PASSWORD@HOST:PORT/DATABASE?PARAMETERS, and brings
 * its schema up to date; several may do so at once. options may be NULL. Codes it sets on failure: store_unsuitable
 * (also when this build has no libpq), store_too_new, store_unavailable, store_busy, out_of_memory,
 * internal. No message holds the address or a password. *store is owned by the caller.
 */
rw_store_status rw_store_open_postgres(const char *address, const rw_store_postgres_options *options, rw_store **store,
                                       rw_problem *problem);

#endif
