/*
 * A small blocking HTTP client on a raw socket: tests decide about every byte that is sent, and see every byte that
 * comes back. Whatever takes longer than ten seconds fails the test.
 */
#ifndef RW_TEST_CLIENT_H
#define RW_TEST_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

typedef struct rw_test_client {
    int fd;
    rw_buffer received; /* not yet taken by an answer */
} rw_test_client;

typedef struct rw_test_answer {
    int status;
    char *head; /* from the status line to the empty line */
    char *body;
    size_t body_length;
} rw_test_answer;

/* Connects to 127.0.0.1. */
void rw_test_client_open(rw_test_client *client, unsigned port);

/* Whether somebody listens on 127.0.0.1 at this port. */
bool rw_test_port_open(unsigned port);
void rw_test_client_close(rw_test_client *client);

void rw_test_client_send(rw_test_client *client, const char *bytes, size_t length);
void rw_test_client_send_text(rw_test_client *client, const char *text);

/* Reads the next answer. without_body: of HEAD. A 100 (Continue) is an answer of its own. Release with
 * rw_test_answer_free(). */
rw_test_answer rw_test_client_read(rw_test_client *client, bool without_body);
void rw_test_answer_free(rw_test_answer *answer);

/* The value of a header in `out`, "" when it is missing; fails the test when it is there twice. */
#define RW_TEST_HEADER_SIZE 512
const char *rw_test_answer_header(const rw_test_answer *answer, const char *name, char out[RW_TEST_HEADER_SIZE]);

/* Waits for the end of the connection and fails the test if anything else comes first. */
void rw_test_client_expect_end(rw_test_client *client);

/* One request on a connection of its own. headers: whole lines, each ended by CR LF, may be ""; body NULL: none. */
rw_test_answer rw_test_request(unsigned port, const char *method, const char *target, const char *headers,
                               const char *body);

#endif
