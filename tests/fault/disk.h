/*
 * A disk that fails on demand: the default VFS of SQLite in this process, in front of the real one.
 *
 * It keeps what a loss of power would leave, too: of every file the bytes as of its last sync, and what was written
 * since. Nothing is ever synced for real, which would only cost time.
 */
#ifndef RW_TESTS_FAULT_DISK_H
#define RW_TESTS_FAULT_DISK_H

#include <stdbool.h>
#include <stdint.h>

typedef enum rw_disk_fault {
    RW_DISK_BROKEN, /* any call: an I/O error */
    RW_DISK_FULL,   /* a write: no space left */
    RW_DISK_SHORT,  /* a write: half of it is done, then an I/O error */
    RW_DISK_UNSYNCED, /* a sync: an I/O error */
    RW_DISK_POWER,  /* any call: the power is gone, and so is everything from now on */
    RW_DISK_FAULTS
} rw_disk_fault;

const char *rw_disk_fault_name(rw_disk_fault fault);

/* Becomes the default. Once a process. */
void rw_disk_install(void);

/* The calls that this fault concerns are counted from 1; those from .. until - 1 fail. from 0: none do. Also forgets
 * what was kept of files. */
void rw_disk_arm(rw_disk_fault fault, long from, long until);

/* No call fails any more, and nothing more is kept of files that are opened from now on. */
void rw_disk_mend(void);

/* Calls counted since it was armed, and whether one failed. */
long rw_disk_seen(void);
bool rw_disk_struck(void);

/* Writes into a folder what a loss of power at this moment leaves of each file: what was synced and, of the writes since,
 * none (choice 0), all (1) or any (other choices). */
void rw_disk_power_loss(const char *folder, uint64_t choice);

#endif
