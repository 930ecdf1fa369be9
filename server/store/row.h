/*
 * Rows as the types of store.h.
 */
#ifndef RW_STORE_ROW_H
#define RW_STORE_ROW_H

#include "store/sql.h"

/* The columns that a revision is read from, before a name and, where it is wanted, a document's body; in the statement
 * r is the revision, h its name's head, d its document. */
#define RW_SQL_REVISION_COLUMNS                                                                                        \
    "coalesce(r.revision, 0) AS revision, r.hash, r.clip_name, coalesce(r.clip_revision, 0), coalesce(r.saved_at, "    \
    "0), "                                                                                                             \
    "CASE WHEN r.revision = h.revision THEN 1 ELSE 0 END"

enum {
    RW_SQL_COLUMN_REVISION,
    RW_SQL_COLUMN_HASH,
    RW_SQL_COLUMN_CLIP_NAME,
    RW_SQL_COLUMN_CLIP_REVISION,
    RW_SQL_COLUMN_SAVED_AT,
    RW_SQL_COLUMN_IS_HEAD,
    RW_SQL_COLUMN_NAME,
    RW_SQL_COLUMN_BODY
};

/* Sets store_corrupt; returns CORRUPT. */
rw_store_status rw_sql_row_damaged(rw_store_kind kind, const char *name, rw_problem *problem);

/* False when the text is too long for a name. */
bool rw_sql_row_name(rw_sql_query *row, int column, char out[RW_NAME_SIZE]);

/* Everything but the document. */
rw_store_status rw_sql_row_revision(rw_sql_query *row, rw_store_kind kind, rw_store_revision *out, rw_problem *problem);

/* Points the record to the row's document, checked against its hash. Borrowed until the next row. */
rw_store_status rw_sql_row_document(rw_sql_query *row, rw_store_revision *out, rw_problem *problem);

#endif
