#include "replay_request.h"

#include "tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "/v1/profiles/{name}/reach" with any query. The name may be none: that was answered, too. */
static bool is_reach(const char *target)
{
    static const char before[] = "/v1/profiles/", after[] = "/reach";
    if (strncmp(target, before, sizeof before - 1) != 0 || strpbrk(target, "#\\") != NULL)
        return false;
    const char *rest = target + sizeof before - 1;
    const size_t name = strcspn(rest, "/?");
    if (name == 0 || strncmp(rest + name, after, sizeof after - 1) != 0)
        return false;
    const char end = rest[name + sizeof after - 1];
    return end == '\0' || end == '?';
}

bool rw_replay_may_ask(const rw_recording_entry *entry)
{
    static const char *const targets[] = {"/v1/resolve", "/v1/trajectory", "/v1/step",    "/v1/verify",
                                          "/v1/select",  "/v1/reach",      "/v1/validate"};
    if (strcmp(entry->method, "GET") == 0)
        return entry->request_length == 0 && is_reach(entry->target);
    for (size_t i = 0; strcmp(entry->method, "POST") == 0 && i < sizeof targets / sizeof *targets; i++)
        if (strcmp(entry->target, targets[i]) == 0)
            return true;
    return false;
}

/* A reference that gets a revision: behind this byte of the body. */
typedef struct rw_pin {
    size_t at;
    int64_t revision;
} rw_pin;

typedef struct rw_pins {
    rw_pin *items;
    size_t count, capacity;
    bool failed;
} rw_pins;

static void add_pin(rw_pins *pins, size_t at, int64_t revision)
{
    if (pins->count == pins->capacity) {
        const size_t capacity = pins->capacity == 0 ? 16 : 2 * pins->capacity;
        rw_pin *grown = realloc(pins->items, capacity * sizeof *grown);
        pins->failed = pins->failed || grown == NULL;
        if (grown == NULL)
            return;
        pins->items = grown;
        pins->capacity = capacity;
    }
    pins->items[pins->count++] = (rw_pin){at, revision};
}

/* The revision of {"name": …, "revision": …} when the name is the one that `at` of the request is. */
static int64_t revision_of(const rw_tree *request, size_t at, const rw_tree *answer, size_t document)
{
    const size_t name = rw_tree_find(answer, document, "name");
    const double revision = rw_tree_number(answer, rw_tree_find(answer, document, "revision"), 0);
    if (!rw_tree_is(request, at, RW_TREE_STRING) || !rw_tree_is(answer, name, RW_TREE_STRING))
        return 0;
    const rw_tree_value *asked = &request->values[at], *named = &answer->values[name];
    const size_t length = asked->end - asked->start;
    const bool same = length == named->end - named->start &&
                      memcmp(request->text + asked->start, answer->text + named->start, length) == 0;
    return same && revision >= 1 && revision < 1e15 ? (int64_t)revision : 0;
}

static void pin_one(const rw_tree *request, size_t at, const rw_tree *answer, size_t result, rw_pins *pins)
{
    static const char *const places[] = {"profile", "partner.clip"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t reference = rw_tree_find(request, at, places[i]);
        const int64_t revision =
            revision_of(request, reference, answer, rw_tree_find(answer, result, places[i]));
        if (revision > 0)
            add_pin(pins, request->values[reference].end, revision);
    }
}

static void pin_all(const rw_tree *request, const rw_tree *answer, rw_pins *pins)
{
    const size_t items = rw_tree_find(request, 0, "requests"), results = rw_tree_find(answer, 0, "results");
    if (!rw_tree_is(request, items, RW_TREE_ARRAY) || !rw_tree_is(answer, results, RW_TREE_ARRAY)) {
        pin_one(request, 0, answer, 0, pins);
        return;
    }
    size_t item = rw_tree_first(request, items), result = rw_tree_first(answer, results);
    while (item != RW_TREE_NONE && result != RW_TREE_NONE) {
        pin_one(request, item, answer, rw_tree_find(answer, result, "result"), pins);
        item = rw_tree_after(request, items, item);
        result = rw_tree_after(answer, results, result);
    }
}

static int by_place(const void *a, const void *b)
{
    const rw_pin *one = a, *other = b;
    return (one->at > other->at) - (one->at < other->at);
}

static bool pin_body(const rw_recording_entry *entry, const rw_tree *answer, rw_buffer *body)
{
    rw_tree request;
    rw_tree_error error;
    rw_pins pins = {0};
    if (!rw_tree_parse(entry->request, entry->request_length, &request, &error))
        return false;
    pin_all(&request, answer, &pins);
    rw_tree_free(&request);
    if (pins.count > 0)
        qsort(pins.items, pins.count, sizeof *pins.items, by_place);
    size_t done = 0;
    for (size_t i = 0; i < pins.count; i++) {
        rw_buffer_append(body, entry->request + done, pins.items[i].at - done);
        rw_buffer_append_format(body, "@%" PRId64, pins.items[i].revision);
        done = pins.items[i].at;
    }
    rw_buffer_append(body, entry->request + done, entry->request_length - done);
    const bool pinned = pins.count > 0 && !pins.failed && rw_buffer_ok(body);
    free(pins.items);
    return pinned;
}

/* Of a reach that was asked for by GET. */
static bool pin_target(const rw_recording_entry *entry, const rw_tree *answer, rw_buffer *target)
{
    const double revision = rw_tree_number(answer, rw_tree_find(answer, 0, "profile.revision"), 0);
    if (strstr(entry->target, "revision=") != NULL || !(revision >= 1 && revision < 1e15))
        return false;
    rw_buffer_append_format(target, "%s%crevision=%" PRId64, entry->target,
                            strchr(entry->target, '?') == NULL ? '?' : '&', (int64_t)revision);
    return rw_buffer_ok(target);
}

bool rw_replay_pin(const rw_recording_entry *entry, rw_buffer *target, rw_buffer *body)
{
    rw_tree answer;
    rw_tree_error error;
    if (!rw_tree_parse(entry->answer, entry->answer_length, &answer, &error))
        return false;
    bool pinned;
    if (entry->request_length == 0)
        pinned = pin_target(entry, &answer, target);
    else
        pinned = pin_body(entry, &answer, body) && rw_buffer_append_text(target, entry->target);
    rw_tree_free(&answer);
    return pinned;
}
