#include "service/service.h"

#include <stdlib.h>

#include "service/internal.h"

const char *rw_service_kind_name(rw_service_kind kind)
{
    return kind == RW_SERVICE_PROFILE ? "profile" : "clip";
}

rw_store_kind rw_service_store_kind(rw_service_kind kind)
{
    return kind == RW_SERVICE_PROFILE ? RW_STORE_PROFILE : RW_STORE_CLIP;
}

bool rw_service_open(rw_store *store, const rw_catalog_compiler *compiler, const rw_catalog_options *options,
                     rw_service **out, rw_problem *problem)
{
    rw_service *service = malloc(sizeof *service);
    if (service == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for the service");
        return false;
    }
    service->store = store;
    service->catalog = NULL;
    service->follower = NULL;
    atomic_init(&service->behind, false);
    atomic_init(&service->catching_up, false);
    if (rw_catalog_open(store, compiler, options, &service->catalog, problem) != RW_STORE_OK) {
        free(service);
        return false;
    }
    *out = service;
    return true;
}

void rw_service_close(rw_service *service)
{
    if (service == NULL)
        return;
    rw_follower_stop(service->follower);
    rw_catalog_close(service->catalog);
    free(service);
}

void rw_service_fall_behind(rw_service *service)
{
    if (service->follower != NULL)
        rw_follower_wake(service->follower);
    else
        atomic_store(&service->behind, true);
}

bool rw_service_follow(rw_service *service, const rw_follower_options *options, rw_problem *problem)
{
    return rw_follower_start(service->store, service->catalog, options, &service->follower, problem);
}

rw_follower_counts rw_service_follower_counts(const rw_service *service)
{
    return service->follower != NULL ? rw_follower_count(service->follower) : (rw_follower_counts){.looks = 0};
}

bool rw_service_is_current(const rw_service *service, int64_t *age_ms)
{
    if (service->follower == NULL) {
        *age_ms = 0;
        return true;
    }
    *age_ms = rw_follower_age_ms(service->follower);
    return rw_follower_answers(service->follower);
}

bool rw_service_refresh(rw_service *service, rw_problem *problem)
{
    if (rw_catalog_refresh(service->catalog, problem) == RW_STORE_OK)
        return true;
    rw_service_fall_behind(service);
    return false;
}

void rw_service_write_failed(rw_service *service, rw_store_status status)
{
    if (status == RW_STORE_FULL || status == RW_STORE_CORRUPT || status == RW_STORE_NO_MEMORY ||
        status == RW_STORE_UNAVAILABLE || status == RW_STORE_ERROR) {
        rw_service_fall_behind(service);
        rw_service_catch_up(service);
    }
}

bool rw_service_must_catch_up(const rw_service *service)
{
    return atomic_load_explicit(&service->behind, memory_order_relaxed) &&
           !atomic_load_explicit(&service->catching_up, memory_order_relaxed);
}

void rw_service_catch_up(rw_service *service)
{
    if (!atomic_load_explicit(&service->behind, memory_order_relaxed) || atomic_exchange(&service->catching_up, true))
        return;
    rw_problem problem;
    rw_problem_init(&problem);
    /* Before the attempt, so that a write that fails during it is not forgotten. */
    atomic_store(&service->behind, false);
    if (rw_catalog_refresh(service->catalog, &problem) != RW_STORE_OK)
        atomic_store(&service->behind, true);
    atomic_store(&service->catching_up, false);
    rw_problem_free(&problem);
}

bool rw_service_ping(rw_service *service, rw_problem *problem)
{
    if (service->follower != NULL) {
        if (rw_follower_answers(service->follower))
            return true;
        rw_problem_set(problem, RW_PROBLEM_STORE_UNAVAILABLE, "the store does not answer");
        return false;
    }
    const rw_store_status status = rw_store_ping(service->store, problem);
    return status == RW_STORE_OK || status == RW_STORE_BUSY;
}
