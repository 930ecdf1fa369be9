/* Short forms of store calls for tests; each checks nothing and reports through its arguments. */
#ifndef RW_TESTS_STORE_CALLS_H
#define RW_TESTS_STORE_CALLS_H

#include "store/store.h"

/* A put whose document is the text itself. clip_name is NULL for a clip. The precondition may be NULL. The problem,
 * which may be NULL, is freed first and then holds what the call reported. */
rw_store_status store_put(rw_store *store, const char *name, const char *clip_name, const char *document,
                          const rw_store_precondition *precondition, rw_store_put_result *result,
                          rw_problem *problem);

rw_store_status store_delete(rw_store *store, rw_store_kind kind, const char *name,
                             const rw_store_precondition *precondition, int64_t *sequence, rw_problem *problem);

/* Aborts the test unless the status is OK; returns the result. */
rw_store_put_result store_must_put(rw_store *store, const char *name, const char *clip_name, const char *document);

/* Aborts the test unless the head of the name has this revision and document. */
void store_expect_head(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                       const char *document);

/* If-Match: * */
extern const rw_store_precondition match_any;

#endif
