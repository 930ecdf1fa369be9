/*
 * The folder a store lives in: made when absent, refused when unsuitable, and held against every other process.
 */
#ifndef RW_STORE_DATA_FOLDER_H
#define RW_STORE_DATA_FOLDER_H

#include "base/problem.h"
#include "store/store.h"

typedef struct rw_data_folder {
    char *path;
    int lock; /* descriptor of the locked file; -1 when not open */
} rw_data_folder;

/* Codes on failure: store_locked, store_unsuitable, store_full, out_of_memory. Release with rw_data_folder_close. */
rw_store_status rw_data_folder_open(const char *path, rw_data_folder *folder, rw_problem *problem);

/* The same, but when another process holds the folder: OK with lock -1. */
rw_store_status rw_data_folder_open_beside(const char *path, rw_data_folder *folder, rw_problem *problem);

/* Gives the folder up. Takes NULL. The lock file stays: removing it would let two processes lock two files. */
void rw_data_folder_close(rw_data_folder *folder);

/* Whether an errno says that no more can be written: the disk, the quota or the largest size of a file. */
bool rw_store_error_is_full(int error);

/* "folder/name", owned by the caller; NULL without memory. */
char *rw_data_folder_join(const rw_data_folder *folder, const char *name);

#endif
