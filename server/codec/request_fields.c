#include "codec/request_fields.h"

#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "codec/json_write.h"
#include "codec/value.h"

#define INTEGER_MAX 9007199254740991.0 /* the largest up to which every whole number is a double of its own */

static bool keep_id_text(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const char **id)
{
    const size_t length = json_string_length(value);
    if (length == 0 || length > RW_CODEC_ID_MAX) {
        rw_field_report(decoder, path, length == 0 ? RW_FIELD_EMPTY : RW_FIELD_TOO_LONG,
                        "an id has 1 to %d bytes, this one has %zu", RW_CODEC_ID_MAX, length);
        return false;
    }
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_json_text_n(&writer, json_string_value(value), length);
    const char *copy = NULL;
    if (rw_buffer_ok(&buffer))
        copy = rw_decoder_text(decoder, buffer.data, buffer.length);
    else
        decoder->no_memory = true;
    rw_buffer_free(&buffer);
    if (copy != NULL)
        *id = copy;
    return copy != NULL;
}

static bool keep_id_number(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const char **id)
{
    const double number = json_real_value(value);
    if (floor(number) != number) {
        rw_field_report(decoder, path, RW_FIELD_NOT_INTEGER, "an id is a text or a whole number");
        return false;
    }
    if (fabs(number) > INTEGER_MAX) {
        rw_field_report(decoder, path, RW_FIELD_OUT_OF_RANGE,
                        "a number as an id lies between -(2^53 - 1) and 2^53 - 1; send a larger one as a text");
        return false;
    }
    char text[RW_NUMBER_TEXT_SIZE];
    const char *copy = rw_decoder_text(decoder, text, rw_number_format(number, text));
    if (copy != NULL)
        *id = copy;
    return copy != NULL;
}

static bool decode_id(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const rw_field_spec *spec,
                      void *target)
{
    (void)spec;
    if (json_is_string(value))
        return keep_id_text(decoder, path, value, target);
    if (json_is_real(value))
        return keep_id_number(decoder, path, value, target);
    return rw_field_wrong_type(decoder, path, value, "a text or a whole number");
}

static bool decode_reference(rw_decoder *decoder, const rw_json_path *path, const json_t *value,
                             const rw_field_spec *spec, void *target)
{
    (void)spec;
    rw_request_fields *fields = target;
    if (!json_is_string(value))
        return rw_field_wrong_type(decoder, path, value, "the name of a profile");
    const size_t length = json_string_length(value);
    rw_name_reference reference;
    const rw_name_status status = rw_name_reference_parse(json_string_value(value), length, &reference);
    if (status != RW_NAME_OK) {
        rw_field_report(decoder, path, length == 0 ? RW_FIELD_EMPTY : RW_FIELD_BAD_NAME,
                        status == RW_NAME_BAD_REVISION
                            ? "after the @ stands a revision: a whole number from 1, without leading zeros"
                            : "a profile is named as \"name\" or \"name@revision\"; a name has " RW_NAME_RULE);
        return false;
    }
    const char *name = rw_decoder_text(decoder, reference.name, strlen(reference.name));
    if (name == NULL)
        return false;
    fields->profile = name;
    fields->revision = reference.revision;
    return true;
}

/* Actor, target and target point: each has some of the members. */
typedef struct placed {
    rw_placement placement;
    bool has_rotation;
    double radius;
    double scale;
    rw_vec3 velocity;
} placed;

#define PLACED_POSITION RW_FIELD_REQUIRED("position", rw_value_vector, placed, placement.position)
#define PLACED_ROTATION \
    {.key = "rotation", .decode = rw_value_rotation, .offset = offsetof(placed, placement.rotation), \
     .flag = offsetof(placed, has_rotation)}
#define PLACED_YAW \
    {.key = "yaw", .decode = rw_value_number, .offset = offsetof(placed, placement.yaw), \
     .flag = offsetof(placed, placement.has_yaw)}

static const rw_field_spec actor_specs[] = {
    PLACED_POSITION,
    PLACED_ROTATION,
    PLACED_YAW,
    RW_FIELD("radius", rw_value_number, placed, radius),
    RW_FIELD("scale", rw_value_number, placed, scale),
};

static const rw_field_spec target_specs[] = {
    PLACED_POSITION,
    PLACED_ROTATION,
    PLACED_YAW,
    RW_FIELD("radius", rw_value_number, placed, radius),
    RW_FIELD("velocity", rw_value_vector, placed, velocity),
};

static const rw_field_spec point_specs[] = {
    PLACED_POSITION,
    PLACED_ROTATION,
    PLACED_YAW,
};

/* Which way it faces is said once: as a rotation or as a yaw. */
static bool decode_placed(rw_decoder *decoder, const rw_json_path *path, const json_t *value,
                          const rw_field_table *table, bool facing_required, placed *out)
{
    *out = (placed){.placement = {.rotation = {0, 0, 0, 1}}, .scale = 1};
    bool sound = rw_field_object(decoder, path, value, table, 1, out);
    if (!json_is_object(value))
        return false;
    const bool rotation = json_object_get(value, "rotation") != NULL;
    const bool yaw = json_object_get(value, "yaw") != NULL;
    if (rotation && yaw) {
        const rw_json_path place = rw_json_path_key(path, "yaw");
        rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED, "give \"rotation\" or \"yaw\", not both");
        out->placement.has_yaw = false;
        sound = false;
    } else if (facing_required && !rotation && !yaw) {
        const rw_json_path place = rw_json_path_key(path, "rotation");
        rw_field_report(decoder, &place, RW_FIELD_MISSING,
                        "\"rotation\" is required, or \"yaw\" in degrees in its stead");
        sound = false;
    }
    return sound;
}

static bool decode_actor(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const rw_field_spec *spec,
                         void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(actor_specs);
    placed read;
    const bool sound = decode_placed(decoder, path, value, &table, true, &read);
    *(rw_actor *)target = (rw_actor){.placement = read.placement, .radius = read.radius, .scale = read.scale};
    return sound;
}

static bool decode_target(rw_decoder *decoder, const rw_json_path *path, const json_t *value, const rw_field_spec *spec,
                          void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(target_specs);
    rw_request_fields *fields = target;
    fields->has_target = true;
    placed read;
    const bool sound = decode_placed(decoder, path, value, &table, false, &read);
    fields->job.target = (rw_target){.placement = read.placement,
                                     .has_rotation = read.has_rotation || read.placement.has_yaw,
                                     .radius = read.radius,
                                     .velocity = read.velocity};
    return sound;
}

static bool decode_targets(rw_decoder *decoder, const rw_json_path *path, const json_t *value,
                           const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(point_specs);
    rw_request_fields *fields = target;
    fields->has_targets = true;
    if (!json_is_array(value))
        return rw_field_wrong_type(decoder, path, value, "a list of target points");
    const size_t count = json_array_size(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "there is one target point for each phase");
        return false;
    }
    if (count > RW_MAX_PHASES) {
        rw_value_report_too_long(decoder, path, count, RW_MAX_PHASES);
        return false;
    }
    rw_placement *points = rw_decoder_allocate(decoder, count, sizeof *points);
    if (points == NULL)
        return false;
    bool sound = true;
    for (size_t i = 0; i < count; i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        placed read;
        sound = decode_placed(decoder, &place, json_array_get(value, i), &table, true, &read) && sound;
        points[i] = read.placement;
    }
    fields->job.target_count = count;
    fields->job.targets = points;
    return sound;
}

#define REQUEST_WHOLE(name, function) {.key = (name), .decode = (function), .flag = RW_FIELD_NO_FLAG}

static const rw_field_spec request_specs[] = {
    RW_FIELD("id", decode_id, rw_request_fields, id),
    {.key = "profile", .decode = decode_reference, .required = true, .flag = RW_FIELD_NO_FLAG},
    {.key = "space", .decode = rw_value_space, .offset = offsetof(rw_request_fields, space),
     .flag = offsetof(rw_request_fields, has_space)},
    RW_FIELD("time", rw_value_number, rw_request_fields, job.time),
    RW_FIELD("play_rate", rw_value_number, rw_request_fields, job.play_rate),
    RW_FIELD_REQUIRED("actor", decode_actor, rw_request_fields, job.actor),
    REQUEST_WHOLE("target", decode_target),
    REQUEST_WHOLE("targets", decode_targets),
};

const rw_field_table rw_request_table = RW_FIELD_TABLE(request_specs);

rw_request_fields rw_request_fields_default(void)
{
    return (rw_request_fields){
        .profile = "", .space = *rw_space_preset("gltf"), .job = rw_resolve_job_default(NULL)};
}

void rw_request_finish(rw_decoder *decoder, const rw_request_fields *fields, const char *pointer,
                       rw_codec_resolve_request *request)
{
    *request = (rw_codec_resolve_request){.pointer = pointer,
                                          .id = fields->id,
                                          .profile = fields->profile,
                                          .revision = fields->revision,
                                          .job = fields->job,
                                          .has_target = fields->has_target,
                                          .has_targets = fields->has_targets};
    if (!fields->has_space)
        return;
    rw_space *space = rw_decoder_allocate(decoder, 1, sizeof *space);
    if (space == NULL)
        return;
    *space = fields->space;
    request->job.space = space;
}
