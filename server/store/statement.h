/*
 * The statements that write: used inside a transaction by every operation that changes the catalogue.
 */
#ifndef RW_STORE_STATEMENT_H
#define RW_STORE_STATEMENT_H

#include "store/sql.h"
#include "store/write_rules.h"

/* The head of a name; one that does not exist and has no last revision when the name never was. */
rw_store_status rw_sql_read_head(rw_sql *sql, rw_store_kind kind, const char *name, rw_store_head *head,
                                 rw_problem *problem);

/* Writes a revision and, unless another has it already, its document. */
rw_store_status rw_sql_insert_revision(rw_sql *sql, const rw_store_revision *revision, rw_problem *problem);

/* Points a name, new or not, to a revision; 0: to none. */
rw_store_status rw_sql_move_head(rw_sql *sql, rw_store_kind kind, const char *name, int64_t revision,
                                 int64_t last_revision, rw_problem *problem);

/* What an entry of the audit log tells. */
typedef struct rw_sql_audit {
    const char *action;
    const char *subject;
    int64_t revision; /* 0: none */
    int64_t at_ms;
} rw_sql_audit;

rw_store_status rw_sql_append_audit(rw_sql *sql, const rw_origin *origin, const rw_sql_audit *entry,
                                    rw_problem *problem);

/* Adds to the change log what changed, and to the audit log, beside it, who did it: the action "clip.<verb>" or
 * "profile.<verb>". change->sequence is ignored, and *sequence gets the one that was given. */
rw_store_status rw_sql_log_change(rw_sql *sql, const rw_store_change *change, const char *verb, const rw_origin *origin,
                                  int64_t *sequence, rw_problem *problem);

#endif
