#include "store/row.h"

#include <string.h>

#include "store/write_rules.h"

rw_store_status rw_sql_row_damaged(rw_store_kind kind, const char *name, rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_CORRUPT,
                   "the database is damaged: a row or document of %s \"%s\" is not what was written",
                   rw_store_kind_text(kind), name);
    return RW_STORE_CORRUPT;
}

bool rw_sql_row_name(rw_sql_query *row, int column, char out[RW_NAME_SIZE])
{
    size_t length = 0;
    const char *text = rw_sql_column_text(row, column, &length);
    if (length >= RW_NAME_SIZE)
        return false;
    memcpy(out, text, length);
    out[length] = '\0';
    return true;
}

rw_store_status rw_sql_row_revision(rw_sql_query *row, rw_store_kind kind, rw_store_revision *out, rw_problem *problem)
{
    *out = (rw_store_revision){
        .kind = kind,
        .revision = rw_sql_column_int(row, RW_SQL_COLUMN_REVISION),
        .clip_revision = rw_sql_column_int(row, RW_SQL_COLUMN_CLIP_REVISION),
        .saved_at_ms = rw_sql_column_int(row, RW_SQL_COLUMN_SAVED_AT),
        .is_head = rw_sql_column_int(row, RW_SQL_COLUMN_IS_HEAD) != 0,
    };
    size_t length = 0;
    const char *hash = rw_sql_column_text(row, RW_SQL_COLUMN_HASH, &length);
    const bool sound = rw_sql_row_name(row, RW_SQL_COLUMN_NAME, out->name) &&
                       rw_sql_row_name(row, RW_SQL_COLUMN_CLIP_NAME, out->clip_name) &&
                       (out->revision == 0 || rw_hash_parse(hash, length, &out->hash));
    return sound ? RW_STORE_OK : rw_sql_row_damaged(kind, out->name, problem);
}

rw_store_status rw_sql_row_document(rw_sql_query *row, rw_store_revision *out, rw_problem *problem)
{
    size_t length = 0;
    const char *body = rw_sql_column_text(row, RW_SQL_COLUMN_BODY, &length);
    const rw_hash hash = rw_hash_bytes(body, length);
    if (!rw_hash_equal(&hash, &out->hash))
        return rw_sql_row_damaged(out->kind, out->name, problem);
    out->document = (char *)body;
    out->document_length = length;
    return RW_STORE_OK;
}
