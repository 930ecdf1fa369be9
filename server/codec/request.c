#include "codec/request.h"

#include <stdio.h>
#include <string.h>

#include "codec/decode.h"
#include "codec/pointer.h"
#include "codec/request_fields.h"

static void decode_item(rw_decoder *decoder, rw_value value, const char *pointer,
                        rw_codec_resolve_request *request)
{
    rw_request_fields fields = rw_request_fields_default();
    const rw_field_table tables[] = {rw_request_profile_table, rw_request_question_table};
    rw_field_object(decoder, NULL, value, tables, 2, &fields);
    rw_request_finish(decoder, &fields, pointer, request);
}

/* Each item has a decoder of its own, so that its errors go to its own problem. */
static bool decode_items(rw_decoder *decoder, rw_value root, bool batch, rw_codec_resolve_body *body)
{
    const rw_value list = batch ? rw_tape_get(root, "requests") : root;
    const size_t count = batch ? rw_tape_count(list) : 1;
    rw_codec_resolve_item *items = rw_decoder_allocate(decoder, count, sizeof *items);
    if (items == NULL)
        return false;
    *body = (rw_codec_resolve_body){.batch = batch, .items = items};
    rw_tape_iterator element = rw_tape_iterate(list);
    for (size_t i = 0; i < count && !decoder->no_memory; i++) {
        if (batch)
            rw_tape_next(&element);
        char pointer[40] = "";
        if (batch)
            snprintf(pointer, sizeof pointer, "/requests/%zu", i);
        const char *kept = rw_decoder_text(decoder, pointer, strlen(pointer));
        if (kept == NULL)
            return false;
        rw_problem_init(&items[i].problem);
        body->count = i + 1;
        rw_decoder own = *decoder;
        own.problem = &items[i].problem;
        own.prefix = kept;
        decode_item(&own, batch ? element.value : root, kept, &items[i].request);
        rw_problem_conclude(&items[i].problem);
        decoder->no_memory = own.no_memory;
    }
    return !decoder->no_memory;
}

/* The envelope of a batch: nothing but a list of requests. */
static bool check_envelope(rw_decoder *decoder, rw_value root)
{
    const rw_json_path place = rw_json_path_key(NULL, "requests");
    const rw_value list = rw_tape_get(root, "requests");
    rw_tape_iterator member = rw_tape_iterate(root);
    while (rw_tape_next(&member)) {
        if (!rw_tape_text_is(member.key, "requests")) {
            const rw_json_path other = rw_json_path_key(NULL, rw_tape_text(member.key).data);
            rw_field_report(decoder, &other, RW_FIELD_NOT_ALLOWED,
                            "a batch has \"requests\" only; everything else belongs in each of them");
        }
    }
    if (!rw_tape_is(list, RW_TAPE_ARRAY)) {
        rw_field_wrong_type(decoder, &place, list, "a list of requests");
    } else if (rw_tape_count(list) == 0) {
        rw_field_report(decoder, &place, RW_FIELD_EMPTY, "a batch has at least one request");
    } else if (rw_tape_count(list) > decoder->limits->items) {
        rw_problem_set(decoder->problem, RW_PROBLEM_TOO_MANY_ITEMS,
                       "the batch has %zu requests, at most %zu are allowed",
                       rw_tape_count(list), decoder->limits->items);
        rw_field_report(decoder, &place, RW_FIELD_TOO_LONG, "at most %zu requests are allowed",
                        decoder->limits->items);
    }
    return !rw_problem_conclude(decoder->problem);
}

static void decode_resolve(rw_decoder *decoder, rw_value root, void *out)
{
    const bool batch = rw_tape_is(root, RW_TAPE_OBJECT) && rw_tape_present(rw_tape_get(root, "requests"));
    if (batch && !check_envelope(decoder, root))
        return;
    decode_items(decoder, root, batch, out);
}

bool rw_codec_resolve_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                             rw_codec_resolve_body *out, rw_problem *problem)
{
    rw_codec_resolve_body read = {.count = 0};
    if (!rw_decode_with(body, length, limits, arena, decode_resolve, &read, problem)) {
        rw_codec_resolve_body_free(&read);
        return false;
    }
    *out = read;
    return true;
}

void rw_codec_resolve_body_free(rw_codec_resolve_body *body)
{
    if (body == NULL)
        return;
    for (size_t i = 0; i < body->count; i++)
        rw_problem_free(&body->items[i].problem);
    *body = (rw_codec_resolve_body){.count = 0};
}

static void report_member(const rw_codec_resolve_request *request, const char *key, rw_field_code code,
                          const char *detail, rw_problem *problem)
{
    char text[RW_PROBLEM_POINTER_MAX + 1];
    rw_pointer pointer;
    rw_pointer_init(&pointer, text, sizeof text);
    rw_pointer_raw(&pointer, request->pointer);
    rw_pointer_key(&pointer, key);
    rw_problem_add_field(problem, text, code, "%s", detail);
}

/* A way to say what is aimed at, and whom it is for. */
typedef struct aim {
    unsigned bit;
    const char *key;
    const char *missing;
    const char *wrong;
} aim;

static const aim aims[] = {
    {RW_GIVEN_TARGET, "target", "the profile is of kind \"reach\": it needs a \"target\"",
     "only a profile of kind \"reach\" has one \"target\""},
    {RW_GIVEN_TARGETS, "targets", "the profile is of kind \"phases\": it needs \"targets\", one for each phase",
     "only a profile of kind \"phases\" with the provider \"points\" takes \"targets\""},
    {RW_GIVEN_OBSTACLE, "obstacle",
     "the profile's provider works its points out from a box: it needs an \"obstacle\"",
     "only a profile with the provider \"obstacle\" takes an \"obstacle\""},
    {RW_GIVEN_PARTNER, "partner", "the profile's provider aligns the actor with another: it needs a \"partner\"",
     "only a profile with the provider \"align\" takes a \"partner\""},
};

static unsigned wanted_of(rw_profile_kind kind, rw_provider_kind provider)
{
    if (kind == RW_PROFILE_REACH)
        return RW_GIVEN_TARGET;
    switch (provider) {
    case RW_PROVIDER_POINTS:
        return RW_GIVEN_TARGETS;
    case RW_PROVIDER_OBSTACLE:
        return RW_GIVEN_OBSTACLE;
    case RW_PROVIDER_ALIGN:
        return RW_GIVEN_PARTNER;
    }
    return RW_GIVEN_TARGETS;
}

bool rw_codec_request_check_kind(const rw_codec_resolve_request *request, rw_profile_kind kind,
                                 rw_provider_kind provider, rw_problem *problem)
{
    const unsigned wanted = wanted_of(kind, provider);
    for (size_t i = 0; i < sizeof aims / sizeof aims[0]; i++) {
        const bool given = (request->given & aims[i].bit) != 0;
        if (aims[i].bit == wanted && !given)
            report_member(request, aims[i].key, RW_FIELD_MISSING, aims[i].missing, problem);
        else if (aims[i].bit != wanted && given)
            report_member(request, aims[i].key, RW_FIELD_NOT_ALLOWED, aims[i].wrong, problem);
    }
    return request->given == wanted;
}
