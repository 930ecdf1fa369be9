/* The document of a clip. */
#include "codec/decode.h"
#include "codec/value.h"

typedef struct clip_fields {
    rw_clip_desc desc;
    rw_value_tag_list tags;
    const char *description;
} clip_fields;

static double clip_end(const rw_clip_desc *desc)
{
    if (desc->times_normalised)
        return 1;
    return (double)(desc->sample_count - 1) / desc->frame_rate;
}

static bool check_list(rw_decoder *decoder, const rw_json_path *path, rw_value value, size_t limit)
{
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list");
    const size_t count = rw_tape_count(value);
    if (count <= limit)
        return true;
    rw_value_report_too_long(decoder, path, count, limit);
    return false;
}

static bool decode_positions(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                             const rw_field_spec *spec, void *target)
{
    (void)spec;
    rw_clip_desc *desc = target;
    if (!check_list(decoder, path, value, decoder->limits->clip_samples))
        return false;
    const size_t count = rw_tape_count(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "a clip has at least one sample");
        return false;
    }
    rw_vec3 *positions = rw_decoder_allocate(decoder, count, sizeof *positions);
    if (positions == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        double numbers[3] = {0, 0, 0};
        if (!rw_tape_numbers(element.value, 3, numbers)) {
            const rw_json_path place = rw_json_path_index(path, i);
            sound = rw_value_numbers(decoder, &place, element.value, numbers, 3) && sound;
        }
        positions[i] = (rw_vec3){numbers[0], numbers[1], numbers[2]};
    }
    desc->sample_count = count;
    desc->positions = positions;
    return sound;
}

static bool decode_rotations(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                             const rw_field_spec *spec, void *target)
{
    (void)spec;
    rw_clip_desc *desc = target;
    if (!check_list(decoder, path, value, decoder->limits->clip_samples))
        return false;
    const size_t count = rw_tape_count(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "there is one rotation for each position, or no list at all");
        return false;
    }
    rw_quat *rotations = rw_decoder_allocate(decoder, count, sizeof *rotations);
    if (rotations == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        double numbers[4] = {0, 0, 0, 1};
        if (!rw_tape_numbers(element.value, 4, numbers)) {
            const rw_json_path place = rw_json_path_index(path, i);
            numbers[3] = 1;
            sound = rw_value_numbers(decoder, &place, element.value, numbers, 4) && sound;
        }
        rotations[i] = (rw_quat){numbers[0], numbers[1], numbers[2], numbers[3]};
    }
    desc->rotation_count = count;
    desc->rotations = rotations;
    return sound;
}

static const rw_field_spec root_specs[] = {
    {.key = "positions", .decode = decode_positions, .required = true, .flag = RW_FIELD_NO_FLAG},
    {.key = "rotations", .decode = decode_rotations, .flag = RW_FIELD_NO_FLAG},
};

static bool decode_root(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(root_specs);
    return rw_field_object(decoder, path, value, &table, 1, target);
}

static const rw_field_spec window_specs[] = {
    {.key = "name", .decode = rw_value_text, .required = true, .offset = offsetof(rw_window, name),
     .flag = RW_FIELD_NO_FLAG, .min = 1, .max = RW_CODEC_LABEL_MAX},
    RW_FIELD_REQUIRED("start", rw_value_number, rw_window, start),
    RW_FIELD_REQUIRED("end", rw_value_number, rw_window, end),
};

static bool decode_windows(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                           const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(window_specs);
    rw_clip_desc *desc = target;
    if (!check_list(decoder, path, value, RW_MAX_WINDOWS))
        return false;
    const size_t count = rw_tape_count(value);
    rw_window *windows = rw_decoder_allocate(decoder, count, sizeof *windows);
    if (windows == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        windows[i] = (rw_window){.name = "", .start = 0, .end = clip_end(desc)};
        sound = rw_field_object(decoder, &place, element.value, &table, 1, &windows[i]) && sound;
    }
    desc->window_count = count;
    desc->windows = windows;
    return sound;
}

static const rw_field_spec event_specs[] = {
    {.key = "name", .decode = rw_value_text, .required = true, .offset = offsetof(rw_event, name),
     .flag = RW_FIELD_NO_FLAG, .min = 1, .max = RW_CODEC_LABEL_MAX},
    RW_FIELD_REQUIRED("time", rw_value_number, rw_event, time),
};

static bool decode_events(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                          void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(event_specs);
    rw_clip_desc *desc = target;
    if (!check_list(decoder, path, value, RW_MAX_EVENTS))
        return false;
    const size_t count = rw_tape_count(value);
    rw_event *events = rw_decoder_allocate(decoder, count, sizeof *events);
    if (events == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        events[i] = (rw_event){.name = "", .time = 0};
        sound = rw_field_object(decoder, &place, element.value, &table, 1, &events[i]) && sound;
    }
    desc->event_count = count;
    desc->events = events;
    return sound;
}

/* Windows are read after it, so that their defaults can lie within the clip. */
static bool decode_times(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                         void *target)
{
    int times;
    if (!rw_value_enum(decoder, path, value, spec, &times))
        return false;
    ((rw_clip_desc *)target)->times_normalised = times == 1;
    return true;
}

/* Where the clip comes from: free texts, numbers and switches, kept as they are. */
static bool decode_source(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                          void *target)
{
    static const rw_field_spec text = {
        .decode = rw_value_text, .flag = RW_FIELD_NO_FLAG, .max = RW_CODEC_SOURCE_TEXT_MAX, .more = ""};
    (void)spec;
    (void)target;
    if (!rw_tape_is(value, RW_TAPE_OBJECT))
        return rw_field_wrong_type(decoder, path, value, "an object of texts, numbers and switches");
    if (rw_tape_count(value) > RW_CODEC_SOURCE_KEYS_MAX) {
        rw_value_report_too_long(decoder, path, rw_tape_count(value), RW_CODEC_SOURCE_KEYS_MAX);
        return false;
    }
    bool sound = true;
    rw_tape_iterator member = rw_tape_iterate(value);
    while (rw_tape_next(&member)) {
        const rw_json_path place = rw_json_path_key(path, rw_tape_text(member.key).data);
        const char *read;
        if (rw_tape_is(member.value, RW_TAPE_TEXT))
            sound = rw_value_text(decoder, &place, member.value, &text, &read) && sound;
        else if (!rw_tape_is(member.value, RW_TAPE_NUMBER) && !rw_tape_is_bool(member.value))
            sound = rw_field_wrong_type(decoder, &place, member.value, "a text, a number, or true or false");
    }
    return sound;
}

#define CLIP_DESC(name, function, needed) \
    {.key = (name), .decode = (function), .required = (needed), .offset = offsetof(clip_fields, desc), \
     .flag = RW_FIELD_NO_FLAG}

static const rw_field_spec clip_specs[] = {
    RW_FIELD_REQUIRED("space", rw_value_space, clip_fields, desc.space),
    RW_FIELD_REQUIRED("frame_rate", rw_value_number, clip_fields, desc.frame_rate),
    RW_FIELD("loop", rw_value_bool, clip_fields, desc.loop),
    CLIP_DESC("root", decode_root, true),
    {.key = "times", .decode = decode_times, .offset = offsetof(clip_fields, desc), .flag = RW_FIELD_NO_FLAG,
     .more = &rw_names_times},
    CLIP_DESC("windows", decode_windows, false),
    CLIP_DESC("events", decode_events, false),
    CLIP_DESC("source", decode_source, false),
    RW_FIELD("tags", rw_value_tags, clip_fields, tags),
    {.key = "description", .decode = rw_value_text, .offset = offsetof(clip_fields, description),
     .flag = RW_FIELD_NO_FLAG, .max = RW_CODEC_DESCRIPTION_MAX, .more = ""},
    RW_FIELDS_READ_ONLY,
};

void rw_decode_clip(rw_decoder *decoder, const rw_json_path *path, rw_value value, rw_clip_document *document)
{
    static const rw_field_table table = RW_FIELD_TABLE(clip_specs);
    static const rw_vec3 origin = {0, 0, 0};
    clip_fields fields = {.desc = {.space = *rw_space_preset("gltf"),
                                   .frame_rate = 30,
                                   .sample_count = 1,
                                   .positions = &origin}};
    rw_field_object(decoder, path, value, &table, 1, &fields);
    *document = (rw_clip_document){.desc = fields.desc,
                                   .tag_count = fields.tags.count,
                                   .tags = fields.tags.items,
                                   .description = fields.description};
}
