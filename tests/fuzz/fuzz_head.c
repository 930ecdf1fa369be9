/*
 * Any head: the method and the target in the first line, a header in each further one. Names, queries, conditional
 * headers and what else a GET takes, on every route; for what would write, only its precondition is read.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "http/handlers/support.h"
#include "http/negotiate.h"
#include "http/target.h"
#include "world.h"

#define LINES_MAX 40

/* Ends the line at `at` and returns what follows it; NULL at the end of the text. */
static char *end_line(char *at)
{
    char *end = strchr(at, '\n');
    if (end == NULL)
        return NULL;
    *end = '\0';
    return end + 1;
}

static size_t read_headers(char *at, rw_http_pair headers[LINES_MAX])
{
    size_t count = 0;
    while (at != NULL && count < LINES_MAX) {
        char *next = end_line(at), *colon = strchr(at, ':');
        if (colon != NULL) {
            *colon = '\0';
            headers[count++] = (rw_http_pair){.name = at, .value = colon + 1 + strspn(colon + 1, " ")};
        }
        at = next;
    }
    return count;
}

static void read_conditions(const world_question *question)
{
    rw_http_request request = {.header_count = question->header_count};
    memcpy(request.headers, question->headers, question->header_count * sizeof *question->headers);
    for (int may_create = 0; may_create < 2; may_create++) {
        rw_service_precondition precondition = {0};
        rw_problem problem;
        rw_problem_init(&problem);
        if (rw_handler_precondition_read(&request, may_create == 1, &precondition, &problem))
            rw_handler_precondition_free(&precondition);
        rw_problem_free(&problem);
    }
    rw_http_tag_list list = {0};
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_http_tag_list_read(&request, "If-None-Match", &list, &problem))
        rw_http_tag_list_has(&list, "a", true);
    rw_problem_free(&problem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const reading[] = {"GET", "HEAD", "OPTIONS"};
    char *text = malloc(size + 1);
    rw_http_pair headers[LINES_MAX];
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    char *rest = end_line(text), *target = strchr(text, ' ');
    if (target != NULL) {
        *target++ = '\0';
        const world_question question = {
            .method = text, .target = target, .headers = headers, .header_count = read_headers(rest, headers)};
        for (size_t i = 0; i < sizeof reading / sizeof *reading; i++)
            if (strcmp(text, reading[i]) == 0)
                world_ask(&question);
        read_conditions(&question);
    }
    free(text);
    return 0;
}
