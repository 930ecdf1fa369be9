/*
 * Settings that change while the daemon runs: read again, checked whole, and only then put in the place of those in
 * force. One thread, the owner's; the settings handed out may be read by any.
 */
#ifndef RW_APP_LIVE_H
#define RW_APP_LIVE_H

#include <stdbool.h>

#include "config/config.h"
#include "http/http.h"

typedef struct rw_live rw_live;

/* What the daemon was started with. config and source are borrowed and outlive it; max_connections is what the system
 * allows of them. NULL without memory. */
rw_live *rw_live_new(const rw_config *config, const rw_config_source *source, unsigned max_connections);

/* In force now. They stay valid for ten minutes after a reload has replaced them. */
const rw_http_settings *rw_live_settings(const rw_live *live);

/* Reads file and environment again, with the flags of the start. False, with a line in the log for everything that is
 * wrong and the old settings in force, when any of it is bad. What cannot change without a restart stays, and is
 * logged. */
bool rw_live_reload(rw_live *live, rw_log *log);

/* No request may be running. Takes NULL. */
void rw_live_free(rw_live *live);

#endif
