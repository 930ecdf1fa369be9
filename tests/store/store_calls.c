#include "store_calls.h"

#include <check.h>
#include <string.h>

const rw_store_precondition match_any = {.mode = RW_STORE_MATCH_ANY};

rw_store_status store_put(rw_store *store, const char *name, const char *clip_name, const char *document,
                          const rw_store_precondition *precondition, rw_store_put_result *result,
                          rw_problem *problem)
{
    rw_problem own;
    rw_problem_init(&own);
    rw_store_put_request request = {
        .kind = clip_name != NULL ? RW_STORE_PROFILE : RW_STORE_CLIP,
        .name = name,
        .document = document,
        .document_length = strlen(document),
        .hash = rw_hash_bytes(document, strlen(document)),
        .clip_name = clip_name,
        .require_match = true,
    };
    if (precondition != NULL)
        request.precondition = *precondition;
    rw_problem_free(problem);
    const rw_store_status status = rw_store_put(store, &request, result, problem != NULL ? problem : &own);
    rw_problem_free(&own);
    return status;
}

rw_store_status store_delete(rw_store *store, rw_store_kind kind, const char *name,
                             const rw_store_precondition *precondition, int64_t *sequence, rw_problem *problem)
{
    rw_problem own;
    rw_problem_init(&own);
    rw_store_delete_request request = {.kind = kind, .name = name, .require_match = true};
    if (precondition != NULL)
        request.precondition = *precondition;
    rw_problem_free(problem);
    const rw_store_status status = rw_store_delete(store, &request, sequence, problem != NULL ? problem : &own);
    rw_problem_free(&own);
    return status;
}

rw_store_put_result store_must_put(rw_store *store, const char *name, const char *clip_name, const char *document)
{
    rw_store_put_result result = {.revision = 0};
    rw_problem problem;
    rw_problem_init(&problem);
    const rw_store_precondition nothing = {.mode = RW_STORE_MATCH_NOTHING_SAID};
    rw_store_status status = store_put(store, name, clip_name, document, &nothing, &result, &problem);
    if (status == RW_STORE_PRECONDITION_REQUIRED)
        status = store_put(store, name, clip_name, document, &match_any, &result, &problem);
    if (status != RW_STORE_OK)
        ck_abort_msg("put %s: %s", name, problem.detail);
    rw_problem_free(&problem);
    return result;
}

void store_expect_head(rw_store *store, rw_store_kind kind, const char *name, int64_t revision,
                       const char *document)
{
    rw_store_revision head;
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_get_revision(store, kind, name, 0, &head, &problem) != RW_STORE_OK)
        ck_abort_msg("get %s: %s", name, problem.detail);
    ck_assert_int_eq(head.revision, revision);
    ck_assert(head.is_head);
    ck_assert_str_eq(head.document, document);
    ck_assert_uint_eq(head.document_length, strlen(document));
    rw_store_revision_free(&head);
    rw_problem_free(&problem);
}
