#include <string.h>

#include "service/internal.h"

/* How often a profile is checked again because its clip changed between the check and the write. Each round means
 * that somebody else's write went through, so giving up is a sign of a very busy clip, not of a stall. */
enum { CHECK_ROUNDS = 8 };

static rw_store_precondition store_precondition(const rw_service_precondition *precondition)
{
    rw_store_precondition out = {.hashes = precondition->hashes, .hash_count = precondition->hash_count};
    switch (precondition->match) {
    case RW_SERVICE_MATCH_UNSAID:
        out.mode = RW_STORE_MATCH_NOTHING_SAID;
        break;
    case RW_SERVICE_MATCH_ANY:
        out.mode = RW_STORE_MATCH_ANY;
        break;
    case RW_SERVICE_MATCH_LIST:
        out.mode = RW_STORE_MATCH_LIST;
        break;
    case RW_SERVICE_MATCH_NONE:
        out.mode = RW_STORE_MATCH_NONE;
        break;
    }
    return out;
}

static rw_store_put_request store_request(rw_service_kind kind, const rw_service_put *put, const rw_hash *hash)
{
    return (rw_store_put_request){
        .kind = rw_service_store_kind(kind),
        .name = put->name,
        .document = put->document,
        .document_length = put->document_length,
        .hash = *hash,
        .clip_name = put->clip_name,
        .precondition = store_precondition(&put->precondition),
        .require_match = true,
        .origin = put->origin,
    };
}

/* Ends a write that the store has taken. A refresh that fails is told as a failure of the write: the same PUT sent
 * again changes nothing and refreshes. */
static bool finish_put(rw_service *service, const rw_hash *hash, const rw_store_put_result *result,
                       rw_service_put_outcome *outcome, rw_problem *problem)
{
    if (!rw_service_refresh(service, problem))
        return false;
    *outcome = (rw_service_put_outcome){
        .revision = result->revision,
        .clip_revision = result->clip_revision,
        .hash = *hash,
        .created = result->created,
        .unchanged = result->unchanged,
    };
    return true;
}

bool rw_service_put_clip(rw_service *service, const rw_service_put *put, rw_service_put_outcome *outcome,
                         rw_problem *problem)
{
    rw_hash hash = rw_hash_bytes(put->document, put->document_length);
    rw_store_put_request request = store_request(RW_SERVICE_CLIP, put, &hash);
    rw_store_put_result result = {0};
    const rw_store_status status = rw_store_put(service->store, &request, &result, problem);
    if (status != RW_STORE_OK) {
        rw_service_write_failed(service, status);
        return false;
    }
    return finish_put(service, &hash, &result, outcome, problem);
}

/* Runs the check against the clip's head; returns its revision, or 0 with the problem concluded. */
static int64_t check_profile(rw_service *service, const rw_service_put *put, rw_service_profile_check check,
                             void *context, rw_problem *problem)
{
    int64_t revision = 0;
    rw_service_view view;
    rw_service_view_begin(service, &view);
    const rw_catalog_clip *clip = rw_catalog_find_clip(&view.guard, put->clip_name, strlen(put->clip_name));
    if (clip == NULL) {
        if (rw_name_valid(put->clip_name, strlen(put->clip_name)))
            rw_problem_add_field(problem, "/clip", RW_FIELD_UNKNOWN_NAME,
                                 "there is no clip named \"%s\"; put the clip first", put->clip_name);
        check(context, NULL, problem);
    } else if (clip->object == NULL) {
        rw_problem_add_field(problem, "/clip", RW_FIELD_UNSUPPORTED,
                             "the stored clip \"%s\" cannot be used by this release; put it again", put->clip_name);
    } else {
        check(context, clip->object, problem);
        revision = clip->document->revision;
    }
    rw_service_view_end(&view);
    return rw_problem_conclude(problem) ? 0 : revision;
}

/* Another process may have put the clip a moment ago: before it is said to be unknown the store is looked at. */
static bool look_for_clip(rw_service *service, const char *name, rw_problem *problem)
{
    if (service->follower == NULL)
        return true;
    rw_service_view view;
    rw_service_view_begin(service, &view);
    const bool known = rw_catalog_find_clip(&view.guard, name, strlen(name)) != NULL;
    rw_service_view_end(&view);
    return known || rw_service_refresh(service, problem);
}

bool rw_service_put_profile(rw_service *service, const rw_service_put *put, rw_service_profile_check check,
                            void *context, rw_service_put_outcome *outcome, rw_problem *problem)
{
    if (!look_for_clip(service, put->clip_name, problem))
        return false;
    int64_t last_checked = 0;
    for (int round = 1;; round++) {
        int64_t clip_revision = check_profile(service, put, check, context, problem);
        if (clip_revision == 0)
            return false;

        rw_hash hash = rw_hash_bytes(put->document, put->document_length);
        rw_store_put_request request = store_request(RW_SERVICE_PROFILE, put, &hash);
        request.expected_clip_revision = clip_revision;
        rw_store_put_result result = {0};
        rw_problem attempt;
        rw_problem_init(&attempt);
        rw_store_status status = rw_store_put(service->store, &request, &result, &attempt);
        if (status == RW_STORE_OK) {
            rw_problem_free(&attempt);
            return finish_put(service, &hash, &result, outcome, problem);
        }
        /* The clip went away or changed under the check: look again at the catalogue as it is now. */
        bool clip_moved = (status == RW_STORE_BUSY && clip_revision != last_checked) ||
                          attempt.code == RW_PROBLEM_CLIP_NOT_FOUND;
        last_checked = clip_revision;
        if (!clip_moved || round == CHECK_ROUNDS) {
            rw_service_write_failed(service, status);
            rw_problem_move(&attempt, problem);
            return false;
        }
        rw_problem_free(&attempt);
        if (!rw_service_refresh(service, problem))
            return false;
    }
}

bool rw_service_delete(rw_service *service, rw_service_kind kind, const char *name,
                       const rw_service_precondition *precondition, const rw_origin *origin, rw_problem *problem)
{
    rw_store_delete_request request = {
        .kind = rw_service_store_kind(kind),
        .name = name,
        .precondition = store_precondition(precondition),
        .require_match = true,
        .origin = *origin,
    };
    int64_t sequence = 0;
    const rw_store_status status = rw_store_delete(service->store, &request, &sequence, problem);
    if (status == RW_STORE_OK)
        return rw_service_refresh(service, problem);
    rw_service_write_failed(service, status);
    return false;
}
