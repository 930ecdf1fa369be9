/*
 * Whether a request may be served at all: who sends it, how many there are. Comes after the route is known and before
 * anything is said about what the path holds.
 */
#ifndef RW_HTTP_ADMISSION_H
#define RW_HTTP_ADMISSION_H

#include "http/exchange.h"

/* Puts a refusal into exchange->rejection, in the place of one that is there already, and else exchange->request.actor
 * and a place among the requests in flight. Health is never refused. OPTIONS needs no token: all that it tells is in the
 * contract, which is public. */
void rw_http_admission_check(rw_http_engine *engine, rw_http_exchange *exchange);

/* Gives the place among the requests in flight back, if there is one. */
void rw_http_admission_release(rw_http_exchange *exchange);

/* Adds to an answer that is a refusal what the client needs to know: WWW-Authenticate, Retry-After. */
void rw_http_admission_explain(rw_http_exchange *exchange);

#endif
