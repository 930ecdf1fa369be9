/*
 * The folder a store lives in: made when absent, refused when unsuitable, and held against every other process.
 */
#ifndef RW_STORE_DATA_FOLDER_H
#define RW_STORE_DATA_FOLDER_H

#include <stdbool.h>

#include "base/problem.h"
#include "store/store.h"

typedef struct rw_data_folder {
    char *path;
    int lock; /* descriptor of the locked file; -1 when not open, or not needed */
    bool read_only;
} rw_data_folder;

typedef enum rw_data_folder_use {
    RW_DATA_FOLDER_ALONE,
    RW_DATA_FOLDER_BESIDE, /* the same, but when another process holds the folder: OK with lock -1 */
    RW_DATA_FOLDER_READ    /* it must be there, nothing is made in it, and other readers share it. Where there is no lock
                            * file nobody has it open to write */
} rw_data_folder_use;

/* Codes on failure: store_locked, store_unsuitable, store_full, out_of_memory. Release with rw_data_folder_close. */
rw_store_status rw_data_folder_open(const char *path, rw_data_folder_use use, rw_data_folder *folder,
                                    rw_problem *problem);

/* Gives the folder up. Takes NULL. The lock file stays: removing it would let two processes lock two files. */
void rw_data_folder_close(rw_data_folder *folder);

/* Whether an errno says that no more can be written: the disk, the quota or the largest size of a file. */
bool rw_store_error_is_full(int error);

/* Sets the problem to "cannot <what> "<path>": <reason>" of an errno, and says what it means: FULL, NO_MEMORY or ERROR. */
rw_store_status rw_store_report_errno(const char *what, const char *path, int error, rw_problem *problem);

/* A new file without a name, in the folder, or in memory when the folder is read only. The caller closes it. */
rw_store_status rw_data_folder_scratch(const rw_data_folder *folder, int *descriptor, rw_problem *problem);

/* Makes durable which names the folder of a path has. False with errno. */
bool rw_data_folder_sync(const char *path);

/* "folder/name", owned by the caller; NULL without memory. */
char *rw_data_folder_join(const rw_data_folder *folder, const char *name);

#endif
