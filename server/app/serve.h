/*
 * rootwarpd serve: the daemon's life from start to exit.
 *
 *     starting -> serving -> draining -> closing -> stopped
 *
 * serving: the first line is on standard output. draining (SIGTERM or SIGINT): /readyz says no, answers end their
 * connections, new ones are still accepted for the drain delay. closing: nothing is accepted any more, idle
 * connections are let go, requests in flight are answered, for at most ten seconds. A second signal ends the process
 * at once. SIGHUP reads the settings again; see live.h.
 */
#ifndef RW_APP_SERVE_H
#define RW_APP_SERVE_H

#include "config/config.h"

/* Returns the exit status: 0 after a signal, 1 when it could not start. source: what config was read from. */
int rw_serve(const rw_config *config, const rw_config_source *source);

#endif
