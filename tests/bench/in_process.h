/* Requests through the whole of the server but for its sockets, in this process: what the adapter around the HTTP
 * library would do, without the library. */
#ifndef RW_TESTS_BENCH_IN_PROCESS_H
#define RW_TESTS_BENCH_IN_PROCESS_H

#include "http/exchange.h"
#include "service/service.h"

typedef struct in_process {
    rw_store *store;
    rw_service *service;
    rw_metrics *metrics;
    rw_http_settings settings;
    rw_http_context context;
    rw_http_engine engine;
} in_process;

/* A catalogue in a folder, with `profiles` reach profiles, "reach-00000" and so on, and "vault", of three phases. False
 * with a sentence on standard error. */
bool in_process_start(in_process *at, const char *folder, unsigned profiles);

/* Takes what a failed start left. */
void in_process_stop(in_process *at);

/* Appends a reach resolve of that profile, or a batch of so many over the first `spread` of them; one of "vault". */
void in_process_reach(rw_buffer *out, unsigned profile);
void in_process_batch(rw_buffer *out, unsigned items, unsigned spread);
void in_process_vault(rw_buffer *out);

/* Has an exchange, as of a connection, resolve a body. Returns the status; the answer stays in the exchange until the
 * next one. */
int in_process_resolve(in_process *at, rw_http_exchange *exchange, const char *body, size_t length);

#endif
