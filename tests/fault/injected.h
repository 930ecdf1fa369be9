/*
 * The real daemon with the faults of control.h at hand, and requests of every kind to try it with. What goes wrong
 * fails the test.
 */
#ifndef RW_TESTS_FAULT_INJECTED_H
#define RW_TESTS_FAULT_INJECTED_H

#include "call.h"
#include "control.h"
#include "support/server.h"

typedef struct rw_injected {
    rw_test_server server;
    rw_fault_control *control; /* shared with the daemon */
} rw_injected;

/* Starts the daemon with further arguments (NULL at the end). */
void rw_injected_start(rw_injected *injected, const char *const *arguments);

/* Stops it, wants exit status 0, and removes its files. */
void rw_injected_end(rw_injected *injected);

typedef struct rw_scripted {
    const char *method, *target, *headers;
    char *body; /* owned; NULL: none */
    int status;
    bool changes; /* the answer names a revision, so two runs differ */
} rw_scripted;

/* Whether it may change what is stored. */
bool rw_scripted_writes(const rw_scripted *scripted);

/* Requests to every route; those that read expect the documents of rw_script_documents(). */
rw_scripted *rw_script_load(size_t *count);
void rw_script_free(rw_scripted *script, size_t count);

/* PUTs the documents that the script is about. */
void rw_script_documents(unsigned port);

/* The text of a file below schema/examples, without line ends. Owned by the caller. */
char *rw_script_example(const char *name);

#endif
