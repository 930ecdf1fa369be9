/* A data folder with a catalogue, a backup of another one, and what upkeep does to them. What goes wrong fails the test,
 * which is told `when`. */
#ifndef RW_TESTS_FAULT_UPKEEP_H
#define RW_TESTS_FAULT_UPKEEP_H

#include "base/hash.h"
#include "store/store.h"
#include "support/folder.h"

typedef struct rw_upkeep {
    char folder[RW_TEST_PATH_SIZE]; /* holds the others */
    char data[RW_TEST_PATH_SIZE + 16], backup[RW_TEST_PATH_SIZE + 16];
    char made[RW_TEST_PATH_SIZE + 16]; /* what a backup or an export makes; not there yet */
} rw_upkeep;

/* With an empty data folder. */
void rw_upkeep_make(rw_upkeep *place);

/* Puts a clip "lunge" of three revisions into the data folder, and a backup of that and a clip "spare" beside it. */
void rw_upkeep_fill(const rw_upkeep *place);

/* Another place with what a process would find that is started now: all but what was made. */
void rw_upkeep_copy(const rw_upkeep *from, rw_upkeep *to);

void rw_upkeep_remove(rw_upkeep *place);

/* Nothing is done where there is no such file. */
void rw_upkeep_copy_file(const char *from, const char *to);

/* The content hash of a store's whole catalogue. */
bool rw_upkeep_export(rw_store *store, rw_hash *hash, rw_problem *problem);

/* The same of a data folder, which opening it brings up to date. */
rw_hash rw_upkeep_content(const char *data, const char *when);

bool rw_upkeep_same(const rw_hash *a, const rw_hash *b);

/* Verification of a folder or file finds nothing. */
void rw_upkeep_check_sound(const char *path, const char *when);

/* For rw_store_verify_sqlite(): fails the test; context is what to say. */
void rw_upkeep_complain(void *context, const char *fault);

#endif
