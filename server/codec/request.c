#include "codec/request.h"

#include <string.h>

#include "base/number.h"
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

bool rw_codec_resolve_open(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                           rw_codec_resolve_reader *reader, rw_problem *problem)
{
    const rw_codec_limits bounds = limits != NULL ? *limits : rw_codec_limits_default();
    rw_tape *tape = rw_arena_take(arena, 1, sizeof *tape);
    if (tape == NULL) {
        rw_decode_no_memory(problem);
        return false;
    }
    if (!rw_tape_read(body, length, &bounds, arena, tape, problem))
        return false;
    const rw_value root = rw_tape_root(tape);
    const rw_value list = rw_tape_get(root, "requests");
    const bool batch = rw_tape_present(list);
    rw_decoder decoder = {.arena = arena, .problem = problem, .limits = &bounds, .prefix = ""};
    if (batch && !check_envelope(&decoder, root))
        return false;
    *reader = (rw_codec_resolve_reader){.batch = batch,
                                        .count = batch ? rw_tape_count(list) : 1,
                                        .arena = arena,
                                        .limits = bounds,
                                        .tape = tape,
                                        .element = batch ? list.index + 1 : root.index};
    return true;
}

static void write_place(const rw_codec_resolve_reader *reader, char place[RW_CODEC_PLACE_SIZE])
{
    static const char list[] = "/requests/";
    char number[RW_NUMBER_TEXT_SIZE];
    place[0] = '\0';
    if (!reader->batch)
        return;
    const size_t length = rw_number_format((double)reader->index, number);
    memcpy(place, list, sizeof list - 1);
    memcpy(place + sizeof list - 1, number, length + 1);
}

/* A profile that is sent along is compiled for its request alone, so a batch may not have many. */
static void bound_documents(rw_codec_resolve_reader *reader, rw_codec_resolve_item *item, rw_decoder *decoder)
{
    if (item->request.document == NULL || !reader->batch || ++reader->documents <= RW_CODEC_BATCH_PROFILES_MAX)
        return;
    const rw_json_path place = rw_json_path_key(NULL, "profile");
    rw_field_report(decoder, &place, RW_FIELD_TOO_LONG,
                    "at most %d requests of a batch may send their profile along; store it, or send several batches",
                    RW_CODEC_BATCH_PROFILES_MAX);
    item->request.document = NULL;
}

/* Each item has a decoder of its own, so that its errors go to its own problem. */
bool rw_codec_resolve_next(rw_codec_resolve_reader *reader, rw_codec_resolve_item *item)
{
    if (reader->index == reader->count)
        return false;
    const rw_value value = {reader->tape, reader->element};
    write_place(reader, item->place);
    rw_problem_init(&item->problem);
    rw_decoder decoder = {
        .arena = reader->arena, .problem = &item->problem, .limits = &reader->limits, .prefix = item->place};
    decode_item(&decoder, value, item->place, &item->request);
    bound_documents(reader, item, &decoder);
    if (decoder.no_memory)
        rw_decode_no_memory(&item->problem);
    rw_problem_conclude(&item->problem);
    reader->index++;
    reader->element = rw_tape_after(value);
    return true;
}

bool rw_codec_resolve_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                             rw_codec_resolve_body *out, rw_problem *problem)
{
    rw_codec_resolve_reader reader;
    if (!rw_codec_resolve_open(body, length, limits, arena, &reader, problem))
        return false;
    rw_codec_resolve_item *items = rw_arena_take(arena, reader.count, sizeof *items);
    rw_codec_resolve_body read = {.batch = reader.batch, .items = items};
    bool sound = items != NULL;
    while (sound && rw_codec_resolve_next(&reader, &items[read.count]))
        sound = items[read.count++].problem.code != RW_PROBLEM_OUT_OF_MEMORY;
    if (!sound) {
        rw_codec_resolve_body_free(&read);
        rw_decode_no_memory(problem);
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
