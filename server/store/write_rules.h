/*
 * The rules of put and delete, apart from any database: what store.h promises, decided from what the heads are.
 */
#ifndef RW_STORE_WRITE_RULES_H
#define RW_STORE_WRITE_RULES_H

#include "store/store.h"

/* The head of a name as a transaction sees it. */
typedef struct rw_store_head {
    bool exists;
    int64_t revision;      /* when it exists */
    int64_t last_revision; /* 0 when the name never had one */
    int64_t clip_revision; /* profiles: what the head records */
    rw_hash hash;          /* when it exists */
} rw_store_head;

typedef enum rw_store_verdict { RW_STORE_WRITE, RW_STORE_LEAVE, RW_STORE_REFUSE } rw_store_verdict;

/* For a profile clip_head_revision is the revision of its clip's head; for a clip it is 0. On REFUSE, *status and
 * problem are set. */
rw_store_verdict rw_store_judge_put(const rw_store_put_request *request, const rw_store_head *head,
                                    int64_t clip_head_revision, rw_store_status *status, rw_problem *problem);

/* Never LEAVE. Whether a clip is in use is not judged here. */
rw_store_verdict rw_store_judge_delete(const rw_store_delete_request *request, const rw_store_head *head,
                                       rw_store_status *status, rw_problem *problem);

/* "clip" or "profile". */
const char *rw_store_kind_text(rw_store_kind kind);

/* Sets clip_not_found or profile_not_found; returns NOT_FOUND. */
rw_store_status rw_store_report_no_head(rw_store_kind kind, const char *name, rw_problem *problem);

/* The same for a revision of a name that has others. */
rw_store_status rw_store_report_no_revision(rw_store_kind kind, const char *name, int64_t revision,
                                            rw_problem *problem);

#endif
