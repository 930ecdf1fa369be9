#include "store/write_rules.h"

#include <inttypes.h>

const char *rw_store_kind_text(rw_store_kind kind)
{
    return kind == RW_STORE_CLIP ? "clip" : "profile";
}

rw_store_status rw_store_report_no_head(rw_store_kind kind, const char *name, rw_problem *problem)
{
    const rw_problem_code code = kind == RW_STORE_CLIP ? RW_PROBLEM_CLIP_NOT_FOUND : RW_PROBLEM_PROFILE_NOT_FOUND;
    rw_problem_set(problem, code, "there is no %s \"%s\"", rw_store_kind_text(kind), name);
    return RW_STORE_NOT_FOUND;
}

rw_store_status rw_store_report_no_revision(rw_store_kind kind, const char *name, int64_t revision,
                                            rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_REVISION_NOT_FOUND, "%s \"%s\" has no revision %" PRId64,
                   rw_store_kind_text(kind), name, revision);
    return RW_STORE_NOT_FOUND;
}

static bool precondition_asks_for_match(const rw_store_precondition *precondition)
{
    return precondition->mode == RW_STORE_MATCH_ANY || precondition->mode == RW_STORE_MATCH_LIST;
}

static bool head_matches(const rw_store_precondition *precondition, const rw_store_head *head)
{
    if (!head->exists)
        return false;
    if (precondition->mode == RW_STORE_MATCH_ANY)
        return true;
    for (size_t i = 0; i < precondition->hash_count; i++) {
        if (rw_hash_equal(&precondition->hashes[i], &head->hash))
            return true;
    }
    return false;
}

static rw_store_verdict refuse_mismatch(rw_store_kind kind, const char *name, const rw_store_head *head,
                                        rw_store_status *status, rw_problem *problem)
{
    const char *what = rw_store_kind_text(kind);
    if (head->exists)
        rw_problem_set(problem, RW_PROBLEM_PRECONDITION_FAILED,
                       "%s \"%s\" is now at revision %" PRId64
                       ", which If-Match does not name; read it again and retry with its ETag",
                       what, name, head->revision);
    else
        rw_problem_set(problem, RW_PROBLEM_PRECONDITION_FAILED,
                       "there is no %s \"%s\" that If-Match could match; leave it out to create one", what, name);
    *status = RW_STORE_CONFLICT;
    return RW_STORE_REFUSE;
}

static rw_store_verdict refuse_unconditional(rw_store_kind kind, const char *name, rw_store_status *status,
                                             rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_PRECONDITION_REQUIRED,
                   "%s \"%s\" exists; send If-Match with the ETag of the document you mean to change",
                   rw_store_kind_text(kind), name);
    *status = RW_STORE_PRECONDITION_REQUIRED;
    return RW_STORE_REFUSE;
}

static rw_store_verdict refuse_existing(rw_store_kind kind, const char *name, rw_store_status *status,
                                        rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_ALREADY_EXISTS,
                   "%s \"%s\" exists, and If-None-Match: * asks to create it only", rw_store_kind_text(kind), name);
    *status = RW_STORE_CONFLICT;
    return RW_STORE_REFUSE;
}

rw_store_verdict rw_store_judge_put(const rw_store_put_request *request, const rw_store_head *head,
                                    int64_t clip_head_revision, rw_store_status *status, rw_problem *problem)
{
    const rw_store_precondition *precondition = &request->precondition;
    if (precondition->mode == RW_STORE_MATCH_NONE && head->exists)
        return refuse_existing(request->kind, request->name, status, problem);

    const bool asks = precondition_asks_for_match(precondition);
    const bool matches = asks && head_matches(precondition, head);
    if (head->exists && rw_hash_equal(&head->hash, &request->hash)) {
        const bool accepts_new_clip = matches && head->clip_revision != clip_head_revision;
        return accepts_new_clip ? RW_STORE_WRITE : RW_STORE_LEAVE;
    }
    if (asks && !matches)
        return refuse_mismatch(request->kind, request->name, head, status, problem);
    if (!asks && head->exists && request->require_match)
        return refuse_unconditional(request->kind, request->name, status, problem);
    return RW_STORE_WRITE;
}

rw_store_verdict rw_store_judge_delete(const rw_store_delete_request *request, const rw_store_head *head,
                                       rw_store_status *status, rw_problem *problem)
{
    const rw_store_precondition *precondition = &request->precondition;
    if (!head->exists) {
        *status = rw_store_report_no_head(request->kind, request->name, problem);
        return RW_STORE_REFUSE;
    }
    if (precondition->mode == RW_STORE_MATCH_NONE)
        return refuse_existing(request->kind, request->name, status, problem);
    if (precondition_asks_for_match(precondition)) {
        if (!head_matches(precondition, head))
            return refuse_mismatch(request->kind, request->name, head, status, problem);
    } else if (request->require_match) {
        return refuse_unconditional(request->kind, request->name, status, problem);
    }
    return RW_STORE_WRITE;
}
