/*
 * Whole copies of a database file.
 */
#ifndef RW_STORE_SQLITE_COPY_H
#define RW_STORE_SQLITE_COPY_H

#include "store/sqlite_db.h"

/* Looks at the copy before it gets its name; anything but OK drops it. */
typedef rw_store_status (*rw_sqlite_copy_check)(void *context, const char *path, rw_problem *problem);

/* Copies an open database, as of one moment, to `path`, for the owner only. The copy is made under another name in the
 * same folder, checked (check may be NULL), synced, and only then given its name, replacing what stands there. */
rw_store_status rw_sqlite_copy(sqlite3 *source, const char *path, rw_sqlite_copy_check check, void *context,
                               rw_problem *problem);

#endif
