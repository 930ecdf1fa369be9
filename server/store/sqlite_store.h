/*
 * A store on SQLite: a data folder, and the database in it.
 */
#ifndef RW_STORE_SQLITE_STORE_H
#define RW_STORE_SQLITE_STORE_H

#include <sys/types.h>

#include "store/data_folder.h"
#include "store/sqlite_db.h"
#include "store/store_backend.h"

#define RW_SQLITE_FILE "rootwarp.db" /* in the data folder */

typedef struct rw_sqlite_store {
    rw_store base; /* first, so that one is the other */
    rw_data_folder folder;
    rw_sqlite_db db;
    char *path;   /* of the database file */
    dev_t device; /* what stood there when it was opened */
    ino_t inode;
} rw_sqlite_store;

#endif
