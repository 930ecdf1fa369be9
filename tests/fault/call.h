/*
 * An HTTP client for load and faults: it tells how a request ended instead of failing the test, may be used by any
 * thread (each with a caller of its own), and keeps its connection as long as the server does.
 */
#ifndef RW_TESTS_FAULT_CALL_H
#define RW_TESTS_FAULT_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef enum rw_call_end {
    RW_CALL_ANSWERED,
    RW_CALL_REFUSED, /* no connection: nobody listens */
    RW_CALL_CLOSED,  /* the connection ended before the first byte of an answer */
    RW_CALL_CUT,     /* it ended inside the answer, or what came is no answer */
    RW_CALL_SILENT   /* nothing came for 20 seconds */
} rw_call_end;

typedef struct rw_caller {
    unsigned port;
    int fd; /* -1: not connected */
    int64_t sent_ns; /* when the last request was sent; rw_clock_monotonic_ns() */
} rw_caller;

typedef struct rw_call_answer {
    int status;
    bool close;         /* the answer ends its connection */
    char etag[80];      /* with its quotes; "" without */
    rw_buffer received; /* head and body, ended by a zero byte */
    size_t head_length;
} rw_call_answer;

#define RW_CALLER(number) ((rw_caller){.port = (number), .fd = -1})

void rw_call_answer_init(rw_call_answer *answer);
void rw_call_answer_free(rw_call_answer *answer);

/* The answer's body, "" when there is none. */
const char *rw_call_body(const rw_call_answer *answer);

/* The whole number behind "name": in the body; -1 when there is none. */
long rw_call_number(const rw_call_answer *answer, const char *name);

/* One request, on the connection at hand or on a new one. headers: whole lines with their ends, may be ""; body NULL:
 * none, otherwise JSON unless the headers say another Content-Type. The answer is overwritten. */
rw_call_end rw_caller_ask(rw_caller *caller, const char *method, const char *target, const char *headers,
                          const char *body, rw_call_answer *answer);

/* Connects without a request; false when nobody listens. */
bool rw_caller_connect(rw_caller *caller);

/* Ends the connection, if there is one. */
void rw_caller_hang_up(rw_caller *caller);

#endif
