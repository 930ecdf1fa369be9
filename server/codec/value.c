#include "codec/value.h"

#include <stdio.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "codec/suggest.h"

static bool report_out_of_range(rw_decoder *decoder, const rw_json_path *path, const rw_field_spec *spec)
{
    char min[RW_NUMBER_TEXT_SIZE];
    char max[RW_NUMBER_TEXT_SIZE];
    rw_number_format(spec->min, min);
    rw_number_format(spec->max, max);
    rw_field_report(decoder, path, RW_FIELD_OUT_OF_RANGE, "the number must be between %s and %s", min, max);
    return false;
}

bool rw_value_number(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                     void *target)
{
    if (!rw_tape_is(value, RW_TAPE_NUMBER))
        return rw_field_wrong_type(decoder, path, value, "a number");
    const double number = rw_tape_number(value);
    if (spec->min < spec->max && !(number >= spec->min && number <= spec->max))
        return report_out_of_range(decoder, path, spec);
    *(double *)target = number;
    return true;
}

bool rw_value_bool(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                   void *target)
{
    (void)spec;
    if (!rw_tape_is_bool(value))
        return rw_field_wrong_type(decoder, path, value, "true or false");
    *(bool *)target = rw_tape_is(value, RW_TAPE_TRUE);
    return true;
}

static bool has_control(const char *text, size_t length, bool lines)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c == 0x7F || (c < 0x20 && !(lines && (c == '\n' || c == '\t' || c == '\r'))))
            return true;
    }
    return false;
}

bool rw_value_text(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                   void *target)
{
    if (!rw_tape_is(value, RW_TAPE_TEXT))
        return rw_field_wrong_type(decoder, path, value, "a text");
    const rw_tape_string text = rw_tape_text(value);
    const size_t min = (size_t)spec->min;
    const size_t max = (size_t)spec->max;
    if (text.length < min) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "the text may not be empty");
        return false;
    }
    if (max > 0 && text.length > max) {
        rw_field_report(decoder, path, RW_FIELD_TOO_LONG, "the text has %zu bytes, at most %zu are allowed",
                        text.length, max);
        return false;
    }
    if (has_control(text.data, text.length, spec->more != NULL)) {
        rw_field_report(decoder, path, RW_FIELD_BAD_TEXT, "control characters are not allowed here");
        return false;
    }
    *(const char **)target = text.data;
    return true;
}

bool rw_value_name(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                   void *target)
{
    (void)spec;
    if (!rw_tape_is(value, RW_TAPE_TEXT))
        return rw_field_wrong_type(decoder, path, value, "a name");
    const rw_tape_string text = rw_tape_text(value);
    if (text.length == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "the name may not be empty");
        return false;
    }
    if (!rw_name_valid(text.data, text.length)) {
        rw_field_report(decoder, path, RW_FIELD_BAD_NAME, "a name has %s", RW_NAME_RULE);
        return false;
    }
    *(const char **)target = text.data;
    return true;
}

bool rw_value_reference(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    const char *kind = spec->more;
    if (!rw_tape_is(value, RW_TAPE_TEXT)) {
        rw_field_wrong_type(decoder, path, value, kind[0] == 'p' ? "the name of a profile" : "the name of a clip");
        return false;
    }
    const rw_tape_string text = rw_tape_text(value);
    rw_name_reference reference;
    const rw_name_status status = rw_name_reference_parse(text.data, text.length, &reference);
    if (status == RW_NAME_BAD_REVISION) {
        rw_field_report(decoder, path, RW_FIELD_BAD_NAME,
                        "after the @ stands a revision: a whole number from 1, without leading zeros");
        return false;
    }
    if (status != RW_NAME_OK) {
        rw_field_report(decoder, path, text.length == 0 ? RW_FIELD_EMPTY : RW_FIELD_BAD_NAME,
                        "a %s is named as \"name\" or \"name@revision\"; a name has " RW_NAME_RULE, kind);
        return false;
    }
    const size_t name_length = strlen(reference.name);
    const char *name = text.data;
    if (name_length < text.length)
        name = rw_decoder_text(decoder, reference.name, name_length);
    if (name == NULL)
        return false;
    *(rw_codec_reference *)target =
        (rw_codec_reference){.text = text.data, .name = name, .revision = reference.revision};
    return true;
}

static void report_unknown_value(rw_decoder *decoder, const rw_json_path *path, const char *given,
                                 const char *const *names)
{
    rw_suggestion suggestion;
    rw_suggestion_init(&suggestion, given);
    char list[320] = "";
    size_t length = 0;
    for (size_t i = 0; names[i] != NULL; i++) {
        rw_suggestion_offer(&suggestion, names[i]);
        const int put = snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "", names[i]);
        if (put > 0 && (size_t)put < sizeof list - length)
            length += (size_t)put;
    }
    if (suggestion.best != NULL)
        rw_field_report(decoder, path, RW_FIELD_UNKNOWN_VALUE, "this must be one of %s; did you mean \"%s\"?", list,
                        suggestion.best);
    else
        rw_field_report(decoder, path, RW_FIELD_UNKNOWN_VALUE, "this must be one of %s", list);
}

bool rw_value_enum(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                   void *target)
{
    const char *const *names = ((const rw_value_names *)spec->more)->names;
    if (!rw_tape_is(value, RW_TAPE_TEXT))
        return rw_field_wrong_type(decoder, path, value, "a text");
    const char *given = rw_tape_text(value).data;
    if (rw_tape_text(value).length == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "the text may not be empty");
        return false;
    }
    for (int i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], given) == 0) {
            memcpy(target, &i, sizeof i);
            return true;
        }
    }
    report_unknown_value(decoder, path, given, names);
    return false;
}

bool rw_value_numbers(rw_decoder *decoder, const rw_json_path *path, rw_value value, double *numbers,
                      size_t count)
{
    if (rw_tape_numbers(value, count, numbers))
        return true;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, count == 3 ? "a list of 3 numbers" : "a list of 4 numbers");
    const size_t given = rw_tape_count(value);
    if (given != count) {
        const rw_field_code code = given == 0      ? RW_FIELD_EMPTY
                                   : given < count ? RW_FIELD_TOO_SHORT
                                                   : RW_FIELD_TOO_LONG;
        rw_field_report(decoder, path, code, "%zu numbers are wanted here, not %zu", count, given);
        return false;
    }
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        if (!rw_tape_is(element.value, RW_TAPE_NUMBER))
            rw_field_wrong_type(decoder, &place, element.value, "a number");
    }
    return false;
}

bool rw_value_vector(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                     void *target)
{
    (void)spec;
    double numbers[3];
    if (!rw_value_numbers(decoder, path, value, numbers, 3))
        return false;
    *(rw_vec3 *)target = (rw_vec3){numbers[0], numbers[1], numbers[2]};
    return true;
}

bool rw_value_rotation(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                       void *target)
{
    (void)spec;
    double numbers[4];
    if (!rw_value_numbers(decoder, path, value, numbers, 4))
        return false;
    *(rw_quat *)target = (rw_quat){numbers[0], numbers[1], numbers[2], numbers[3]};
    return true;
}

typedef struct given_range {
    rw_range range;
    bool has_min, has_max;
} given_range;

static const rw_field_spec range_specs[] = {
    {.key = "min", .decode = rw_value_number, .required = true, .offset = offsetof(given_range, range.min),
     .flag = offsetof(given_range, has_min)},
    {.key = "max", .decode = rw_value_number, .required = true, .offset = offsetof(given_range, range.max),
     .flag = offsetof(given_range, has_max)},
};

bool rw_value_range(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                    void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(range_specs);
    given_range given = {.range = {1, 1}};
    const bool sound = rw_field_object(decoder, path, value, &table, 1, &given);
    if (!given.has_min)
        given.range.min = given.range.max;
    if (!given.has_max)
        given.range.max = given.range.min;
    *(rw_range *)target = given.range;
    return sound;
}

static bool decode_axis(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    (void)spec;
    if (!rw_tape_is(value, RW_TAPE_TEXT))
        return rw_field_wrong_type(decoder, path, value, "an axis such as \"+X\"");
    rw_axis axis;
    if (!rw_axis_parse(rw_tape_text(value).data, &axis)) {
        rw_field_report(decoder, path, rw_tape_text(value).length == 0 ? RW_FIELD_EMPTY : RW_FIELD_UNKNOWN_VALUE,
                        "an axis is one of +X, -X, +Y, -Y, +Z, -Z");
        return false;
    }
    *(rw_axis *)target = axis;
    return true;
}

static const rw_field_spec space_specs[] = {
    RW_FIELD_REQUIRED("forward", decode_axis, rw_space, forward),
    RW_FIELD_REQUIRED("right", decode_axis, rw_space, right),
    RW_FIELD_REQUIRED("up", decode_axis, rw_space, up),
    RW_FIELD_REQUIRED("metres_per_unit", rw_value_number, rw_space, metres_per_unit),
};

static bool decode_preset(rw_decoder *decoder, const rw_json_path *path, rw_value value, rw_space *space)
{
    const rw_space *preset = rw_space_preset(rw_tape_text(value).data);
    if (preset != NULL) {
        *space = *preset;
        return true;
    }
    if (rw_tape_text(value).length == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "the name of the space may not be empty");
        return false;
    }
    const char *names[8] = {NULL};
    for (size_t i = 0; i < 7 && rw_space_preset_name(i) != NULL; i++)
        names[i] = rw_space_preset_name(i);
    report_unknown_value(decoder, path, rw_tape_text(value).data, names);
    return false;
}

bool rw_value_space(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                    void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(space_specs);
    if (rw_tape_is(value, RW_TAPE_TEXT))
        return decode_preset(decoder, path, value, target);
    if (!rw_tape_is(value, RW_TAPE_OBJECT))
        return rw_field_wrong_type(decoder, path, value, "the name of a space or an object with its axes");
    rw_space space = *(rw_space *)target;
    if (!rw_field_object(decoder, path, value, &table, 1, &space))
        return false;
    *(rw_space *)target = space;
    return true;
}

void rw_value_report_too_long(rw_decoder *decoder, const rw_json_path *path, size_t count, size_t limit)
{
    rw_field_report(decoder, path, RW_FIELD_TOO_LONG, "the list has %zu elements, at most %zu are allowed", count,
                    limit);
}

static const rw_field_spec tag_spec = {
    .decode = rw_value_text, .flag = RW_FIELD_NO_FLAG, .min = 1, .max = RW_CODEC_TAG_MAX};

bool rw_value_tags(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                   void *target)
{
    (void)spec;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list of texts");
    const size_t count = rw_tape_count(value);
    if (count > RW_CODEC_TAGS_MAX) {
        rw_value_report_too_long(decoder, path, count, RW_CODEC_TAGS_MAX);
        return false;
    }
    const char **tags = rw_decoder_allocate(decoder, count, sizeof *tags);
    if (tags == NULL)
        return false;
    bool sound = true;
    size_t kept = 0;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        if (!rw_value_text(decoder, &place, element.value, &tag_spec, &tags[kept])) {
            sound = false;
            continue;
        }
        for (size_t j = 0; j < kept; j++) {
            if (strcmp(tags[j], tags[kept]) == 0) {
                rw_field_report(decoder, &place, RW_FIELD_DUPLICATE_NAME, "the tag is in the list already");
                sound = false;
                break;
            }
        }
        kept++;
    }
    *(rw_value_tag_list *)target = (rw_value_tag_list){.count = kept, .items = tags};
    return sound;
}
