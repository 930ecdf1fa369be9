/*
 * What an operator does to a store's file: copy it while it is in use, look whether it is sound, and put a copy in
 * its place.
 */
#ifndef RW_STORE_MAINTENANCE_H
#define RW_STORE_MAINTENANCE_H

#include "store/store.h"

/* What verification counted. */
typedef struct rw_store_verification {
    int64_t documents, revisions, heads, changes;
    int64_t sequence; /* the newest of the log: the catalogue's version */
    size_t faults;
} rw_store_verification;

/* Told each fault in a sentence without a full stop at its end. */
typedef void (*rw_store_fault_sink)(void *context, const char *fault);

/* At most so many faults are told one by one; all are counted. */
#define RW_STORE_FAULTS_TOLD_MAX 100

/*
 * Looks at all of a database: SQLite's own structure, keys and constraints; the schema's history; each document
 * against its hash; each head against a revision with a document; each profile revision against its clip's; the
 * change log for gaps and for revisions that neither exist nor were purged. `path` is a data folder or a database
 * file, which may be in use: writers wait meanwhile. Nothing is written, but for the end of a transaction that a crash
 * cut short.
 *
 * OK when it could be looked at, faults or not. ERROR (store_unsuitable): there is none, or it is another program's;
 * CORRUPT: it is no database.
 */
rw_store_status rw_store_verify_sqlite(const char *path, rw_store_fault_sink sink, void *context,
                                       rw_store_verification *out, rw_problem *problem);

/*
 * Copies the database of a data folder, which may be in use, to `file`: as of one moment, verified, synced, for the
 * owner only, and under its name only when it is whole. Writers wait meanwhile, as long as their patience lasts.
 * Refuses to replace what stands there unless told. Codes: store_unsuitable, store_busy, store_full, store_corrupt.
 */
rw_store_status rw_store_backup_sqlite(const char *data_folder, const char *file, bool replace,
                                       rw_store_verification *out, rw_problem *problem);

/*
 * Makes `file` the database of a data folder, which is made when it is not there and may not be in use. The copy is
 * verified before it takes the place of anything; what stood there is kept as "rootwarp.db.before-restore". Refuses to
 * replace a database unless told. Whatever happens, the folder has the old one or the new one, whole.
 * Codes as for backup, and store_locked, store_too_new.
 */
rw_store_status rw_store_restore_sqlite(const char *file, const char *data_folder, bool replace,
                                        rw_store_verification *out, rw_problem *problem);

#endif
