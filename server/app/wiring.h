/*
 * What the daemon's service is made of: store, catalogue, service. The rest of the room sees only this.
 */
#ifndef RW_APP_WIRING_H
#define RW_APP_WIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "config/config.h"
#include "http/http.h"

typedef struct rw_wiring rw_wiring;

#define RW_WIRING_MESSAGE_SIZE 200

/* Whether the settings name a catalogue, as far as can be seen without opening it; else a sentence for people. */
bool rw_wiring_check(const rw_config *config, char message[RW_WIRING_MESSAGE_SIZE]);

/* Opens the data folder, or the database, making it when needed, and loads the catalogue. False with one sentence in the problem and
 * *out untouched. */
bool rw_wiring_open(const rw_config *config, rw_log *log, rw_metrics *metrics, rw_wiring **out, rw_problem *problem);

/* Whether the settings may lead to a catalogue that asks for tokens, as far as can be seen without opening it. */
bool rw_wiring_may_ask(const rw_config *config);

/* Takes NULL. No request may be running. */
void rw_wiring_close(rw_wiring *wiring);

/* Called when the catalogue has taken over what another process wrote; NULL: nobody is told any more, and no call is under
 * way when this returns. */
typedef void rw_wiring_moved(void *context);
void rw_wiring_tell_moves(rw_wiring *wiring, rw_wiring_moved *moved, void *context);

/* Takes over what of the settings is its own. */
void rw_wiring_settings_changed(rw_wiring *wiring, const rw_http_settings *settings);

struct rw_service *rw_wiring_service(const rw_wiring *wiring);
struct rw_access *rw_wiring_access(const rw_wiring *wiring);

/* Any thread. */
uint64_t rw_wiring_catalog_version(const rw_wiring *wiring);
bool rw_wiring_current(const rw_wiring *wiring, int64_t *age_ms); /* as rw_service_is_current */
uint64_t rw_wiring_catalog_looks(const rw_wiring *wiring); /* these three as rw_follower_counts */
uint64_t rw_wiring_catalog_loads(const rw_wiring *wiring);
uint64_t rw_wiring_catalog_notices(const rw_wiring *wiring);
size_t rw_wiring_readiness(const rw_wiring *wiring, rw_http_readiness_check *checks, size_t room);

#endif
