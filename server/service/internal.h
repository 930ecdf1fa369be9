/* What the files of this room share. */
#ifndef RW_SERVICE_INTERNAL_H
#define RW_SERVICE_INTERNAL_H

#include <stdatomic.h>

#include "service/follower.h"
#include "service/service.h"

struct rw_service {
    rw_store *store;
    rw_catalog *catalog;
    rw_follower *follower;   /* NULL: nobody else writes to the store */
    atomic_bool behind;      /* the store may hold a write that the catalogue has not taken over */
    atomic_bool catching_up; /* somebody tries to */
};

/* Notes that a write may be stored although it failed. Who follows the store finds it there by himself. */
void rw_service_fall_behind(rw_service *service);

/* Takes over what a failed write has left in the store, if there may be something; nobody waits for another's attempt.
 * No view may be open in this thread. */
void rw_service_catch_up(rw_service *service);

/* Whether it would try to. */
bool rw_service_must_catch_up(const rw_service *service);

/* After a write that the store has taken: brings the catalogue up to date, or falls behind. */
bool rw_service_refresh(rw_service *service, rw_problem *problem);

/* After a write that failed: falls behind, and tries to catch up, when it may be stored all the same, as one is not that
 * was refused or that found the database in use. No view may be open in this thread. */
void rw_service_write_failed(rw_service *service, rw_store_status status);

rw_store_kind rw_service_store_kind(rw_service_kind kind);

#endif
