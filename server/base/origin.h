/*
 * Where a change comes from: what the audit log says of it.
 */
#ifndef RW_BASE_ORIGIN_H
#define RW_BASE_ORIGIN_H

#define RW_ORIGIN_LOCAL "local"         /* who works on the data folder itself: the command line, the daemon's start */
#define RW_ORIGIN_ANONYMOUS "anonymous" /* who came over HTTP while no token was asked for */

/* Texts are borrowed. A zeroed origin is RW_ORIGIN_LOCAL without an address. */
typedef struct rw_origin {
    const char *actor;      /* id of a token, or one of the two above; NULL: RW_ORIGIN_LOCAL */
    const char *remote;     /* address of the client; NULL: none */
    const char *request_id; /* NULL: none */
} rw_origin;

#endif
