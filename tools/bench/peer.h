/* The same resolve behind Node, with what the daemon has stored. */
#ifndef RW_BENCH_PEER_H
#define RW_BENCH_PEER_H

#include <stdbool.h>
#include <stdint.h>

#include "child.h"

/* Reads the clip and the profiles that the bench asks the peer about from the daemon at `port`, and starts `script` on
 * them. False with a sentence on standard error: a run goes on without it. */
bool rw_peer_start(const char *script, uint16_t port, const char *folder, int processor, rw_child *peer);

#endif
