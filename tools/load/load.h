/* A load generator: keep-alive connections to a server, one request under way on each, and the latency
 * of every answer. One thread; it uses no memory but its own. */
#ifndef RW_LOAD_LOAD_H
#define RW_LOAD_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

/* One whole HTTP/1.1 request, borrowed. */
typedef struct rw_load_request {
    const char *bytes;
    size_t length;
} rw_load_request;

typedef struct rw_load_job {
    uint16_t port;                   /* on 127.0.0.1, where no address is given */
    const struct sockaddr *address;  /* borrowed; NULL: as said */
    socklen_t address_length;
    size_t connections;              /* at least 1 */
    const rw_load_request *requests; /* sent in turn, from the first again after the last */
    size_t request_count;            /* at least 1 */
    double seconds;                  /* how long requests are begun; what is under way then is waited for */
    uint64_t count;                  /* begin no more than so many; 0: any number */
    double rate;                     /* requests a second, evenly spaced; 0: each connection as fast as it is answered */
    void (*tell)(void *context, double seconds); /* called about once a second with the time so far; NULL: nobody is */
    void *context;
    bool spin;                       /* with a rate: never sleep, so that no request is late; wants a processor */
} rw_load_job;

typedef struct rw_load_result {
    double seconds;    /* from the first request to the last answer */
    uint64_t answers;  /* of any status */
    uint64_t failures; /* of them, those with another status than 200 */
    /* Latencies in microseconds, from the moment a request was due (with a rate) or begun (without) to the last byte
     * of its answer. Exact: taken from all of them sorted. */
    double p50, p99, p999;
} rw_load_result;

struct addrinfo;

/* The first of a list of addresses at which somebody takes connections, whom it leaves at once; NULL: there is none. */
const struct addrinfo *rw_load_choose(const struct addrinfo *addresses);

/* Runs a job. On failure returns a sentence in static storage, and *result is untouched; NULL: it went well. */
const char *rw_load_run(const rw_load_job *job, rw_load_result *result);

#endif
