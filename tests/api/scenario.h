/*
 * Scenarios: requests to a live daemon and what is to come back, as data. scenarios/README.md says how they are written.
 */
#ifndef RW_TESTS_API_SCENARIO_H
#define RW_TESTS_API_SCENARIO_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "support/server.h"

/* One answer. Everything is owned. */
typedef struct api_answer {
    int status;
    json_t *headers; /* lower-case name to value; the last of a name counts */
    char *body;      /* ended by a zero byte */
    size_t body_length;
} api_answer;

void api_answer_free(api_answer *answer);

/* Sends one request to the server and reads its answer. headers: name to value, may be NULL; body: NULL for none. The
 * test fails when no answer comes. */
void api_send(const rw_test_server *server, const char *method, const char *path, const json_t *headers,
              const char *body, api_answer *answer);

/* The contract that the server hands out; the test fails when it is none. The caller owns it. */
json_t *api_contract(const rw_test_server *server);

/* Loads a JSON file below tests/api; the test fails when it cannot be read. The caller owns it. */
json_t *api_load(const char *file);

/* Runs every step of a scenario file and holds every answer against the contract. The test fails at the first step
 * whose answer is not as expected, naming step and difference. */
void scenario_run(const char *file, const rw_test_server *server, json_t *contract);

#endif
