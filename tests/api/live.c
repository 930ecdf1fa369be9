/* Scenarios' way to the daemon and to their files. */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"
#include "support/client.h"

void api_answer_free(api_answer *answer)
{
    json_decref(answer->headers);
    free(answer->body);
    *answer = (api_answer){0};
}

/* The header lines behind the status line, by lower-case name. */
static json_t *read_headers(const char *head)
{
    json_t *headers = json_object();
    const char *line = strstr(head, "\r\n");
    while (line != NULL && line[2] != '\r' && line[2] != '\0') {
        line += 2;
        size_t length = strcspn(line, "\r");
        size_t name_length = strcspn(line, ":");
        ck_assert_msg(name_length < length, "a header line without a colon: %.*s", (int)length, line);
        char name[128] = {0};
        for (size_t i = 0; i < name_length && i + 1 < sizeof name; i++)
            name[i] = (char)tolower((unsigned char)line[i]);
        const char *value = line + name_length + 1;
        value += strspn(value, " ");
        json_object_set_new(headers, name, json_stringn(value, (size_t)(line + length - value)));
        line = strstr(line, "\r\n");
    }
    return headers;
}

void api_send(const rw_test_server *server, const char *method, const char *path, const json_t *headers,
              const char *body, api_answer *answer)
{
    rw_buffer lines;
    rw_buffer_init(&lines, 65536);
    rw_buffer_append_text(&lines, "");
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)headers, name, value)
        rw_buffer_append_format(&lines, "%s: %s\r\n", name, json_string_value(value));
    ck_assert(rw_buffer_ok(&lines));
    rw_test_answer received =
        rw_test_request(server->port, method, path, lines.data == NULL ? "" : lines.data, body);
    rw_buffer_free(&lines);
    answer->status = received.status;
    answer->headers = read_headers(received.head);
    answer->body_length = received.body_length;
    answer->body = calloc(1, received.body_length + 1);
    if (received.body_length > 0)
        memcpy(answer->body, received.body, received.body_length);
    rw_test_answer_free(&received);
}

json_t *api_load(const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "tests/api/%s", file);
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(root != NULL, "%s:%d: %s", path, error.line, error.text);
    return root;
}

json_t *api_contract(const rw_test_server *server)
{
    api_answer answer = {0};
    api_send(server, "GET", "/openapi.json", NULL, NULL, &answer);
    ck_assert_int_eq(answer.status, 200);
    json_error_t error;
    json_t *contract = json_loadb(answer.body, answer.body_length, JSON_REJECT_DUPLICATES, &error);
    ck_assert_msg(contract != NULL, "/openapi.json, line %d: %s", error.line, error.text);
    ck_assert_uint_gt(json_object_size(json_object_get(contract, "paths")), 0);
    api_answer_free(&answer);
    return contract;
}
