/* Requests to select: one target, and the profiles that might reach it. */
#include <stdlib.h>
#include <string.h>

#include "codec/decode.h"
#include "codec/request.h"
#include "codec/request_fields.h"

typedef struct select_fields {
    rw_request_fields base;
    size_t count;
    const rw_codec_reference *profiles;
    const char *tag;
    bool resolve;
} select_fields;

static const rw_field_spec reference_spec = {.decode = rw_value_reference, .flag = RW_FIELD_NO_FLAG, .more = "profile"};

static int compare_texts(const void *a, const void *b)
{
    const rw_codec_reference *const *left = a;
    const rw_codec_reference *const *right = b;
    const int order = strcmp((*left)->text, (*right)->text);
    return order != 0 ? order : (*left > *right) - (*left < *right);
}

/* Reports each one that stands in the list before. */
static bool check_duplicates(rw_decoder *decoder, const rw_json_path *path, const rw_codec_reference *profiles,
                             size_t count)
{
    const rw_codec_reference **sorted = rw_decoder_allocate(decoder, count, sizeof *sorted);
    if (sorted == NULL)
        return false;
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        if (profiles[i].text != NULL)
            sorted[known++] = &profiles[i];
    }
    qsort(sorted, known, sizeof *sorted, compare_texts);
    bool sound = true;
    for (size_t i = 1; i < known; i++) {
        if (strcmp(sorted[i]->text, sorted[i - 1]->text) != 0)
            continue;
        const rw_json_path place = rw_json_path_index(path, (size_t)(sorted[i] - profiles));
        rw_field_report(decoder, &place, RW_FIELD_DUPLICATE_NAME, "the profile is in the list already");
        sound = false;
    }
    return sound;
}

static bool decode_profiles(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                            const rw_field_spec *spec, void *target)
{
    (void)spec;
    select_fields *fields = target;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list of profiles");
    const size_t count = rw_tape_count(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "at least one profile is wanted");
        return false;
    }
    if (count > decoder->limits->items) {
        rw_problem_set(decoder->problem, RW_PROBLEM_TOO_MANY_ITEMS,
                       "the list has %zu profiles, at most %zu are allowed", count, decoder->limits->items);
        rw_value_report_too_long(decoder, path, count, decoder->limits->items);
        return false;
    }
    rw_codec_reference *profiles = rw_decoder_allocate(decoder, count, sizeof *profiles);
    if (profiles == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        sound = rw_value_reference(decoder, &place, element.value, &reference_spec, &profiles[i]) && sound;
    }
    fields->count = count;
    fields->profiles = profiles;
    return check_duplicates(decoder, path, profiles, count) && sound;
}

static const rw_field_spec select_specs[] = {
    {.key = "profiles", .decode = decode_profiles, .flag = RW_FIELD_NO_FLAG},
    {.key = "tag", .decode = rw_value_text, .offset = offsetof(select_fields, tag), .flag = RW_FIELD_NO_FLAG, .min = 1,
     .max = RW_CODEC_TAG_MAX},
    RW_FIELD("resolve", rw_value_bool, select_fields, resolve),
};

static void check_choice(rw_decoder *decoder, rw_value root)
{
    const bool profiles = rw_tape_present(rw_tape_get(root, "profiles"));
    const bool tag = rw_tape_present(rw_tape_get(root, "tag"));
    const rw_json_path place = rw_json_path_key(NULL, profiles ? "tag" : "profiles");
    if (profiles && tag)
        rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED, "give \"profiles\" or a \"tag\", not both");
    else if (!profiles && !tag)
        rw_field_report(decoder, &place, RW_FIELD_MISSING,
                        "say which profiles to choose from: \"profiles\", or the \"tag\" that they have");
    if (!rw_tape_present(rw_tape_get(root, "target"))) {
        const rw_json_path target = rw_json_path_key(NULL, "target");
        rw_field_report(decoder, &target, RW_FIELD_MISSING, "the field \"target\" is required");
    }
}

static void decode_select(rw_decoder *decoder, rw_value root, void *out)
{
    static const rw_field_table own = RW_FIELD_TABLE(select_specs);
    const rw_field_table tables[] = {rw_request_question_table, own};
    select_fields fields = {.base = rw_request_fields_default()};
    rw_field_object(decoder, NULL, root, tables, 2, &fields);
    if (rw_tape_is(root, RW_TAPE_OBJECT))
        check_choice(decoder, root);
    rw_codec_select_request *request = out;
    *request = (rw_codec_select_request){
        .count = fields.count, .profiles = fields.profiles, .tag = fields.tag, .resolve = fields.resolve};
    rw_request_finish(decoder, &fields.base, "", &request->request);
}

bool rw_codec_select_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                            rw_codec_select_request *out, rw_problem *problem)
{
    rw_codec_select_request read;
    if (!rw_decode_with(body, length, limits, arena, decode_select, &read, problem))
        return false;
    *out = read;
    return true;
}
