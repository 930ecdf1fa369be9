/*
 * A server in the test's own process, with routes that show what the adapter does.
 *
 *   GET    /small           {"a":1}, entity tag "small"
 *   GET    /large           more than 64 KiB of JSON, entity tag "large"
 *   GET    /items/{name}    the name; takes ?note
 *   POST   /items/{name}    the body, which is required
 *   DELETE /items/{name}    204
 *   POST   /optional        the body, which may be missing
 *   GET    /media           "json" or "csv", whichever Accept prefers
 *   GET    /hold            waits until http_fixture_release()
 *   GET    /store           the same, of a handler that always asks the store
 *   POST   /store           the body, which is required, of such a handler
 *   GET    /defer           how often the handler was called for it: at first it finds that it needs the store
 *   GET    /fail            500
 *   GET    /huge            more than a socket holds
 */
#ifndef RW_TEST_HTTP_FIXTURE_H
#define RW_TEST_HTTP_FIXTURE_H

#include "http/server.h"
#include "support/client.h"
#include "support/folder.h"

typedef struct http_fixture {
    rw_http_settings settings; /* may be changed between init and start */
    rw_http_context context;   /* likewise */
    rw_http_options options;   /* likewise */
    rw_http_listener listener;
    rw_http_server *server;
    char folder[RW_TEST_PATH_SIZE], log_path[RW_TEST_PATH_SIZE];
    int log_fd;
    int held[2], release[2]; /* pipes: a handler has begun to wait; it may go on */
    atomic_int deferred;     /* calls of /defer that found so */
    atomic_uint_fast64_t version; /* of the catalogue: 42 */
} http_fixture;

void http_fixture_init(http_fixture *fixture);
void http_fixture_start(http_fixture *fixture);

/* Waits until a handler of /hold waits. */
void http_fixture_wait_held(http_fixture *fixture);
void http_fixture_release(http_fixture *fixture);

/* Stops the server if it runs, and removes everything. */
void http_fixture_end(http_fixture *fixture);

#endif
