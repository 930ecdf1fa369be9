#include "scenario.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "pointer.h"
#include "schema.h"

enum { WHY_SIZE = 1024 };

typedef struct run {
    const char *file;
    const rw_test_server *server;
    json_t *contract;
    json_t *variables; /* captured texts */
    size_t step;
    const char *why;
} run;

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* Texts with ${name} */

static char *expand(const run *at, const char *text)
{
    size_t size = strlen(text) + 1;
    char *out = calloc(1, size);
    size_t length = 0;
    while (*text != '\0') {
        const char *close = strncmp(text, "${", 2) == 0 ? strchr(text, '}') : NULL;
        if (close == NULL) {
            out[length++] = *text++;
            continue;
        }
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(close - text - 2), text + 2);
        const char *value = text_of(at->variables, name);
        ck_assert_msg(value != NULL, "%s, step %zu: nothing was captured as %s", at->file, at->step, name);
        size += strlen(value);
        out = realloc(out, size);
        memcpy(out + length, value, strlen(value) + 1);
        length += strlen(value);
        text = close + 1;
    }
    out[length] = '\0';
    return out;
}

/* Puts `raw` where the quoted name stands. */
static char *put_raw(char *text, const char *name, const char *raw)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    char *at = strstr(text, quoted);
    ck_assert_ptr_nonnull(at);
    size_t size = strlen(text) + strlen(raw) + 1;
    char *out = malloc(size);
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, raw, at + strlen(quoted));
    free(text);
    return out;
}

/* A text as often as a step says; once when it says nothing. */
static char *repeat(const char *text, const json_t *times, const run *at)
{
    if (times == NULL)
        return expand(at, text);
    size_t length = strlen(text);
    size_t count = (size_t)json_integer_value(times);
    char *out = malloc(length * count + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(out + i * length, text, length);
    out[length * count] = '\0';
    return out;
}

/* Sets arrays of one value many times: {pointer: {"value": …, "count": n}}. A text is not made an array but longer. */
static void set_repeated(const run *at, json_t *body, json_t *repeated)
{
    const char *key;
    json_t *item;
    json_object_foreach(repeated, key, item)
    {
        json_t *value = json_object_get(item, "value");
        json_t *count = json_object_get(item, "count");
        json_t *made = NULL;
        if (json_is_string(value)) {
            char *text = repeat(json_string_value(value), count, at);
            made = json_string(text);
            free(text);
        } else {
            made = json_array();
            for (json_int_t i = 0; i < json_integer_value(count); i++)
                json_array_append(made, value);
        }
        ck_assert_msg(pointer_set(body, key, made), "%s, step %zu: cannot set %s", at->file, at->step, key);
        json_decref(made);
    }
}

/* The body of a step: body_text as it stands, or body or body_file with set, remove and raw applied. */
static char *make_body(const run *at, json_t *step)
{
    const char *text = text_of(step, "body_text");
    if (text != NULL)
        return repeat(text, json_object_get(step, "repeat"), at);
    const char *file = text_of(step, "body_file");
    json_t *body = file != NULL ? api_load(file) : json_deep_copy(json_object_get(step, "body"));
    if (body == NULL)
        return NULL;

    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(step, "set"), key, value)
    {
        if (key[0] == '\0') {
            json_decref(body);
            body = json_deep_copy(value);
            continue;
        }
        ck_assert_msg(pointer_set(body, key, value), "%s, step %zu: cannot set %s", at->file, at->step, key);
    }
    set_repeated(at, body, json_object_get(step, "set_repeated"));
    size_t index;
    json_array_foreach(json_object_get(step, "remove"), index, value)
    {
        ck_assert_msg(pointer_remove(body, json_string_value(value)), "%s, step %zu: nothing at %s", at->file,
                      at->step, json_string_value(value));
    }
    size_t raws = 0;
    char stand_in[32];
    json_object_foreach(json_object_get(step, "raw"), key, value)
    {
        snprintf(stand_in, sizeof stand_in, "@raw%zu@", raws++);
        json_t *mark = json_string(stand_in);
        ck_assert_msg(pointer_set(body, key, mark), "%s, step %zu: cannot set %s", at->file, at->step, key);
        json_decref(mark);
    }
    char *dumped = json_dumps(body, JSON_ENCODE_ANY | JSON_COMPACT);
    json_decref(body);
    raws = 0;
    json_object_foreach(json_object_get(step, "raw"), key, value)
    {
        snprintf(stand_in, sizeof stand_in, "@raw%zu@", raws++);
        dumped = put_raw(dumped, stand_in, json_string_value(value));
    }
    char *expanded = expand(at, dumped);
    free(dumped);
    return expanded;
}

static json_t *make_headers(const run *at, json_t *step, bool has_body)
{
    json_t *headers = json_object();
    if (has_body)
        json_object_set_new(headers, "Content-Type", json_string("application/json"));
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(step, "headers"), key, value)
    {
        json_object_del(headers, key);
        if (!json_is_string(value))
            continue;
        char *text = expand(at, json_string_value(value));
        json_object_set_new(headers, key, json_string(text));
        free(text);
    }
    return headers;
}

/* Expectations */

static void fail_step(const run *at, const api_answer *answer, const char *what)
{
    ck_abort_msg("%s, step %zu (%s): %s\n  answer %d: %.600s", at->file, at->step, at->why == NULL ? "" : at->why, what,
                 answer->status, answer->body);
}

static void expect_status(const run *at, json_t *step, const api_answer *answer)
{
    json_t *wanted = json_object_get(step, "status");
    bool match = json_integer_value(wanted) == answer->status;
    for (size_t i = 0; i < json_array_size(wanted); i++)
        match = match || json_integer_value(json_array_get(wanted, i)) == answer->status;
    char what[128];
    char *text = wanted == NULL ? NULL : json_dumps(wanted, JSON_ENCODE_ANY);
    snprintf(what, sizeof what, "expected status %s", text == NULL ? "(none given)" : text);
    free(text);
    if (!match)
        fail_step(at, answer, what);
}

static void expect_headers(const run *at, json_t *step, const api_answer *answer)
{
    char what[WHY_SIZE];
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(step, "answer_headers"), key, value)
    {
        char lower[64] = {0};
        for (size_t i = 0; key[i] != '\0' && i + 1 < sizeof lower; i++)
            lower[i] = (char)tolower((unsigned char)key[i]);
        const char *found = text_of(answer->headers, lower);
        snprintf(what, sizeof what, "header %s is %s", key, found == NULL ? "absent" : found);
        if (!json_is_string(value)) {
            if (found != NULL)
                fail_step(at, answer, what);
            continue;
        }
        char *wanted = expand(at, json_string_value(value));
        bool match = found != NULL && (strcmp(wanted, "*") == 0 || strcmp(wanted, found) == 0);
        free(wanted);
        if (!match)
            fail_step(at, answer, what);
    }
}

static void expect_fields(const run *at, json_t *step, const api_answer *answer, json_t *body)
{
    json_t *tolerance = json_object_get(step, "tolerance");
    char what[2 * WHY_SIZE];
    char why[WHY_SIZE];
    const char *key;
    json_t *value;
    json_object_foreach(json_object_get(step, "fields"), key, value)
    {
        json_t *wanted = json_incref(value);
        if (json_is_string(value)) {
            char *text = expand(at, json_string_value(value));
            json_decref(wanted);
            wanted = json_string(text);
            free(text);
        }
        json_t *found = pointer_get(body, key);
        bool match = compare_json(wanted, found, tolerance == NULL ? 1e-9 : json_number_value(tolerance), why,
                                  sizeof why);
        json_decref(wanted);
        snprintf(what, sizeof what, "at \"%s\": %s", key, why);
        if (!match)
            fail_step(at, answer, what);
    }
    size_t index;
    json_array_foreach(json_object_get(step, "absent"), index, value)
    {
        snprintf(what, sizeof what, "%s is there", json_string_value(value));
        if (pointer_get(body, json_string_value(value)) != NULL)
            fail_step(at, answer, what);
    }
    json_array_foreach(json_object_get(step, "present"), index, value)
    {
        snprintf(what, sizeof what, "%s is not there", json_string_value(value));
        if (pointer_get(body, json_string_value(value)) == NULL)
            fail_step(at, answer, what);
    }
}

/* Whether one of the answer's errors has this pointer and one of these codes. */
static bool has_error(json_t *errors, const char *pointer, json_t *codes)
{
    size_t index;
    json_t *error;
    json_array_foreach(errors, index, error)
    {
        const char *found = text_of(error, "pointer");
        json_t *code = json_object_get(error, "code");
        if (found == NULL || strcmp(found, pointer) != 0)
            continue;
        bool match = json_equal(codes, code);
        for (size_t i = 0; i < json_array_size(codes); i++)
            match = match || json_equal(json_array_get(codes, i), code);
        if (match)
            return true;
    }
    return false;
}

static void expect_problem(const run *at, json_t *step, const api_answer *answer, json_t *body)
{
    char what[WHY_SIZE];
    const char *code = text_of(step, "code");
    const char *found = text_of(body, "code");
    snprintf(what, sizeof what, "expected code %s", code == NULL ? "none" : code);
    if (code != NULL && (found == NULL || strcmp(code, found) != 0))
        fail_step(at, answer, what);
    json_t *wanted = json_object_get(step, "errors");
    const char *pointer;
    json_t *codes;
    json_object_foreach(wanted, pointer, codes)
    {
        char *text = json_dumps(codes, JSON_ENCODE_ANY);
        snprintf(what, sizeof what, "no error at \"%s\" with code %s", pointer, text);
        free(text);
        if (!has_error(json_object_get(body, "errors"), pointer, codes))
            fail_step(at, answer, what);
    }
    json_t *count = json_object_get(step, "error_count");
    snprintf(what, sizeof what, "expected %lld errors", (long long)json_integer_value(count));
    if (count != NULL && json_array_size(json_object_get(body, "errors")) != (size_t)json_integer_value(count))
        fail_step(at, answer, what);
}

static void expect_text(const run *at, json_t *step, const api_answer *answer)
{
    const char *begin = text_of(step, "text_begins");
    if (begin != NULL && strncmp(answer->body, begin, strlen(begin)) != 0)
        fail_step(at, answer, "the body begins otherwise");
    const char *whole = text_of(step, "text");
    if (whole != NULL) {
        char *wanted = expand(at, whole);
        bool match = strcmp(wanted, answer->body) == 0;
        free(wanted);
        if (!match)
            fail_step(at, answer, "the body is another text");
    }
}

/* The contract */

static json_t *response_of(const run *at, json_t *operation, int status)
{
    json_t *responses = json_object_get(operation, "responses");
    char key[16];
    snprintf(key, sizeof key, "%d", status);
    json_t *response = json_object_get(responses, key);
    if (response == NULL) {
        snprintf(key, sizeof key, "%dXX", status / 100);
        response = json_object_get(responses, key);
    }
    if (response == NULL)
        response = json_object_get(responses, "default");
    return schema_follow(at->contract, response);
}

/* The schema a response gives its media type; parameters of the type are left aside. */
static json_t *media_schema(json_t *response, const char *content_type)
{
    char media[128];
    snprintf(media, sizeof media, "%.*s", (int)strcspn(content_type, ";"), content_type);
    return json_object_get(json_object_get(json_object_get(response, "content"), media), "schema");
}

/* What the daemon takes must be what the contract allows. */
static void expect_request_documented(const run *at, json_t *operation, const char *sent, const api_answer *answer)
{
    json_t *request = schema_follow(at->contract, json_object_get(operation, "requestBody"));
    if (media_schema(request, "application/x-ndjson") != NULL)
        return; /* many texts of JSON, each of its own kind: the contract says in words what they are */
    json_t *schema = media_schema(request, "application/json");
    json_t *body = json_loads(sent, JSON_DECODE_ANY, NULL);
    char why[WHY_SIZE];
    char what[2 * WHY_SIZE];
    bool documented = schema != NULL && body != NULL && schema_check(at->contract, schema, body, why, sizeof why);
    snprintf(what, sizeof what, "the daemon takes a body that the contract does not allow: %s",
             schema == NULL ? "it describes none" : why);
    json_decref(body);
    if (!documented)
        fail_step(at, answer, what);
}

static void expect_contract(const run *at, json_t *step, const char *method, const char *path, const char *sent,
                            const api_answer *answer, json_t *body)
{
    char lower[16] = {0};
    for (size_t i = 0; method[i] != '\0' && i + 1 < sizeof lower; i++)
        lower[i] = (char)tolower((unsigned char)method[i]);
    const char *template = NULL;
    json_t *operation = schema_find_operation(at->contract, lower, path, &template);
    if (operation == NULL)
        return; /* no such path or method: the step itself says what it expects */
    if (sent != NULL && answer->status < 300 && !json_is_true(json_object_get(step, "wrong_items")))
        expect_request_documented(at, operation, sent, answer);
    json_t *response = response_of(at, operation, answer->status);
    char what[2 * WHY_SIZE];
    snprintf(what, sizeof what, "%s %s does not document status %d", method, template, answer->status);
    if (response == NULL)
        fail_step(at, answer, what);
    if (answer->body_length == 0)
        return;
    const char *content_type = text_of(answer->headers, "content-type");
    json_t *schema = content_type == NULL ? NULL : media_schema(response, content_type);
    snprintf(what, sizeof what, "%s %s does not document %s with status %d", method, template,
             content_type == NULL ? "an answer without Content-Type" : content_type, answer->status);
    if (schema == NULL)
        fail_step(at, answer, what);
    char why[WHY_SIZE];
    if (body != NULL && !schema_check(at->contract, schema, body, why, sizeof why)) {
        snprintf(what, sizeof what, "the answer is not as documented for %s %s: %s", method, template, why);
        fail_step(at, answer, what);
    }
}

/* Captures */

static void capture(run *at, json_t *step, const api_answer *answer, json_t *body)
{
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(step, "capture"), name, value)
    {
        const char *from = json_string_value(value);
        json_t *found = NULL;
        if (strncmp(from, "header:", 7) == 0)
            found = json_incref(json_object_get(answer->headers, from + 7));
        else if (strcmp(from, "body") == 0)
            found = json_string(answer->body);
        else
            found = json_incref(pointer_get(body, from));
        if (json_is_number(found)) {
            char *text = json_dumps(found, JSON_ENCODE_ANY);
            json_decref(found);
            found = json_string(text);
            free(text);
        }
        if (!json_is_string(found))
            fail_step(at, answer, "there is nothing to capture");
        json_object_set_new(at->variables, name, found);
    }
}

/* The target of Link: <target>; rel="next". */
static void capture_next(run *at, json_t *step, const api_answer *answer)
{
    const char *name = text_of(step, "capture_next");
    if (name == NULL)
        return;
    const char *link = text_of(answer->headers, "link");
    if (link == NULL || link[0] != '<' || strstr(link, ">; rel=\"next\"") == NULL)
        fail_step(at, answer, "there is no Link to a next page");
    char target[2048];
    snprintf(target, sizeof target, "%.*s", (int)strcspn(link + 1, ">"), link + 1);
    json_object_set_new(at->variables, name, json_string(target));
}

/* Steps */

static void expect_alive(const run *at)
{
    api_answer answer = {0};
    api_send(at->server, "GET", "/livez", NULL, NULL, &answer);
    if (answer.status != 200)
        fail_step(at, &answer, "after this step /livez is not 200");
    api_answer_free(&answer);
}

static void run_step(run *at, json_t *step)
{
    at->why = text_of(step, "why");
    const char *method = text_of(step, "method");
    ck_assert_msg(method != NULL && text_of(step, "path") != NULL, "%s, step %zu: method and path are needed", at->file,
                  at->step);
    char *path = expand(at, text_of(step, "path"));
    char *sent = make_body(at, step);
    json_t *headers = make_headers(at, step, sent != NULL);

    api_answer answer = {0};
    api_send(at->server, method, path, headers, sent, &answer);
    json_t *body = json_loadb(answer.body, answer.body_length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, NULL);
    const char *content_type = text_of(answer.headers, "content-type");

    expect_status(at, step, &answer);
    expect_headers(at, step, &answer);
    if (answer.body_length > 0 && content_type != NULL && strstr(content_type, "json") != NULL &&
        strstr(content_type, "ndjson") == NULL && body == NULL)
        fail_step(at, &answer, "the body is not JSON, although its type says so");
    if (answer.status >= 400 && answer.body_length > 0 &&
        (content_type == NULL || strcmp(content_type, "application/problem+json") != 0))
        fail_step(at, &answer, "an error is not application/problem+json");
    expect_problem(at, step, &answer, body);
    expect_fields(at, step, &answer, body);
    expect_text(at, step, &answer);
    expect_contract(at, step, method, path, sent, &answer, body);
    capture(at, step, &answer, body);
    capture_next(at, step, &answer);
    if (answer.status >= 400)
        expect_alive(at);

    json_decref(body);
    api_answer_free(&answer);
    json_decref(headers);
    free(sent);
    free(path);
}

/* A step with cases is run once for each of them, what the case says taking the place of what the step says. */
static void run_cases(run *at, json_t *step, json_t *cases)
{
    size_t index;
    json_t *item;
    json_array_foreach(cases, index, item)
    {
        json_t *merged = json_copy(step);
        json_object_del(merged, "cases");
        json_object_update(merged, item);
        char why[256];
        const char *of_case = text_of(item, "why");
        char *text = of_case == NULL ? json_dumps(item, JSON_COMPACT) : NULL;
        snprintf(why, sizeof why, "case %zu: %.200s", index, of_case != NULL ? of_case : text);
        free(text);
        json_object_set_new(merged, "why", json_string(why));
        run_step(at, merged);
        json_decref(merged);
    }
}

void scenario_run(const char *file, const rw_test_server *server, json_t *contract)
{
    json_t *scenario = api_load(file);
    json_t *steps = json_object_get(scenario, "steps");
    ck_assert_msg(json_array_size(steps) > 0, "%s has no steps", file);
    run at = {.file = file, .server = server, .contract = contract, .variables = json_object()};
    size_t index;
    json_t *step;
    json_array_foreach(steps, index, step)
    {
        at.step = index + 1;
        json_t *cases = json_object_get(step, "cases");
        if (cases != NULL)
            run_cases(&at, step, cases);
        else
            run_step(&at, step);
    }
    json_decref(at.variables);
    json_decref(scenario);
}
