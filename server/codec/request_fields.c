#include "codec/request_fields.h"

#include <math.h>

#include "base/number.h"
#include "codec/decode.h"
#include "codec/json_write.h"
#include "codec/placement.h"

#define INTEGER_MAX 9007199254740991.0 /* the largest up to which every whole number is a double of its own */

static bool keep_id_text(rw_decoder *decoder, const rw_json_path *path, rw_value value, const char **id)
{
    const size_t length = rw_tape_text(value).length;
    if (length == 0 || length > RW_CODEC_ID_MAX) {
        rw_field_report(decoder, path, length == 0 ? RW_FIELD_EMPTY : RW_FIELD_TOO_LONG,
                        "an id has 1 to %d bytes, this one has %zu", RW_CODEC_ID_MAX, length);
        return false;
    }
    rw_buffer buffer;
    rw_buffer_init(&buffer, SIZE_MAX);
    rw_json_writer writer;
    rw_json_writer_init(&writer, &buffer);
    rw_json_text_n(&writer, rw_tape_text(value).data, length);
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

static bool keep_id_number(rw_decoder *decoder, const rw_json_path *path, rw_value value, const char **id)
{
    const double number = rw_tape_number(value);
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

static bool decode_id(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                      void *target)
{
    (void)spec;
    if (rw_tape_is(value, RW_TAPE_TEXT))
        return keep_id_text(decoder, path, value, target);
    if (rw_tape_is(value, RW_TAPE_NUMBER))
        return keep_id_number(decoder, path, value, target);
    return rw_field_wrong_type(decoder, path, value, "a text or a whole number");
}

typedef struct actor_fields {
    rw_placed placed;
    double radius;
    double scale;
} actor_fields;

static const rw_field_spec actor_specs[] = {
    RW_PLACED_FIELDS,
    RW_FIELD("radius", rw_value_number, actor_fields, radius),
    RW_FIELD("scale", rw_value_number, actor_fields, scale),
};

typedef struct target_fields {
    rw_placed placed;
    double radius;
    rw_vec3 velocity;
} target_fields;

static const rw_field_spec target_specs[] = {
    RW_PLACED_FIELDS,
    RW_FIELD("radius", rw_value_number, target_fields, radius),
    RW_FIELD("velocity", rw_value_vector, target_fields, velocity),
};

typedef struct obstacle_fields {
    rw_placed placed;
    rw_vec3 size;
} obstacle_fields;

static const rw_field_spec obstacle_specs[] = {
    RW_PLACED_FIELDS,
    RW_FIELD_REQUIRED("size", rw_value_vector, obstacle_fields, size),
};

typedef struct partner_fields {
    rw_placed placed;
    rw_codec_partner partner;
} partner_fields;

static const rw_field_spec partner_specs[] = {
    RW_PLACED_FIELDS,
    {.key = "scale", .decode = rw_value_number, .offset = offsetof(partner_fields, partner.scale),
     .flag = RW_FIELD_NO_FLAG, .min = 1e-6, .max = 1e6},
    RW_FIELD("time", rw_value_number, partner_fields, partner.time),
    {.key = "clip", .decode = rw_value_reference, .offset = offsetof(partner_fields, partner.clip),
     .flag = RW_FIELD_NO_FLAG, .more = "clip"},
    {.key = "profile", .decode = rw_value_reference, .offset = offsetof(partner_fields, partner.profile),
     .flag = RW_FIELD_NO_FLAG, .more = "profile"},
};

static bool decode_actor(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                         void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(actor_specs);
    actor_fields read = {.placed = rw_placed_default(), .scale = 1};
    const bool sound = rw_placed_decode(decoder, path, value, &table, true, &read.placed);
    *(rw_actor *)target =
        (rw_actor){.placement = read.placed.placement, .radius = read.radius, .scale = read.scale};
    return sound;
}

static bool decode_target(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                          void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(target_specs);
    rw_request_fields *fields = target;
    fields->given |= RW_GIVEN_TARGET;
    target_fields read = {.placed = rw_placed_default()};
    const bool sound = rw_placed_decode(decoder, path, value, &table, false, &read.placed);
    fields->job.target = (rw_target){.placement = read.placed.placement,
                                     .has_rotation = read.placed.has_rotation || read.placed.placement.has_yaw,
                                     .radius = read.radius,
                                     .velocity = read.velocity};
    return sound;
}

static bool decode_targets(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                           const rw_field_spec *spec, void *target)
{
    rw_request_fields *fields = target;
    fields->given |= RW_GIVEN_TARGETS;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list of target points");
    const size_t count = rw_tape_count(value);
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
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        sound = rw_value_placement(decoder, &place, element.value, spec, &points[i]) && sound;
    }
    fields->job.target_count = count;
    fields->job.targets = points;
    return sound;
}

static bool decode_obstacle(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                            const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(obstacle_specs);
    rw_request_fields *fields = target;
    fields->given |= RW_GIVEN_OBSTACLE;
    obstacle_fields read = {.placed = rw_placed_default(), .size = {1, 1, 1}};
    const bool sound = rw_placed_decode(decoder, path, value, &table, true, &read.placed);
    fields->obstacle = (rw_obstacle){.placement = read.placed.placement, .size = read.size};
    return sound;
}

static bool decode_partner(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                           const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(partner_specs);
    rw_request_fields *fields = target;
    fields->given |= RW_GIVEN_PARTNER;
    partner_fields read = {.placed = rw_placed_default(), .partner = {.scale = 1}};
    bool sound = rw_placed_decode(decoder, path, value, &table, true, &read.placed);
    read.partner.placement = read.placed.placement;
    const bool clip = rw_tape_present(rw_tape_get(value, "clip"));
    const bool profile = rw_tape_present(rw_tape_get(value, "profile"));
    if (clip && profile) {
        const rw_json_path place = rw_json_path_key(path, "profile");
        rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED,
                        "name the partner's \"clip\", or the \"profile\" whose clip it plays, not both");
        sound = false;
    }
    if (!clip && !profile && rw_tape_present(rw_tape_get(value, "time"))) {
        const rw_json_path place = rw_json_path_key(path, "time");
        rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED,
                        "a partner without a \"clip\" stands still and has no clip time");
        sound = false;
    }
    fields->partner = read.partner;
    return sound;
}

/* What is wrong with the document is told behind the member's pointer. Its canonical text is the hash's. */
static bool decode_document(rw_decoder *decoder, const rw_json_path *path, rw_value value, rw_request_fields *fields)
{
    rw_profile_document *document = rw_decoder_allocate(decoder, 1, sizeof *document);
    if (document == NULL)
        return false;
    rw_decode_profile(decoder, path, value, true, document);
    rw_decode_keep_canonical(decoder, value, &document->canonical, &document->canonical_length);
    fields->document = document;
    return true;
}

bool rw_request_decode_profile(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                               const rw_field_spec *spec, void *target)
{
    rw_request_fields *fields = target;
    if (rw_tape_is(value, RW_TAPE_TEXT))
        return rw_value_reference(decoder, path, value, spec, &fields->profile);
    if (rw_tape_is(value, RW_TAPE_OBJECT))
        return decode_document(decoder, path, value, fields);
    return rw_field_wrong_type(decoder, path, value, "the name of a profile, or a profile");
}

#define REQUEST_WHOLE(name, function) {.key = (name), .decode = (function), .flag = RW_FIELD_NO_FLAG}

static const rw_field_spec profile_specs[] = {
    {.key = "profile", .decode = rw_request_decode_profile, .required = true, .flag = RW_FIELD_NO_FLAG,
     .more = "profile"},
    REQUEST_WHOLE("targets", decode_targets),
    REQUEST_WHOLE("obstacle", decode_obstacle),
    REQUEST_WHOLE("partner", decode_partner),
};

static const rw_field_spec question_specs[] = {
    RW_FIELD("id", decode_id, rw_request_fields, id),
    {.key = "space", .decode = rw_value_space, .offset = offsetof(rw_request_fields, space),
     .flag = offsetof(rw_request_fields, has_space)},
    RW_FIELD("time", rw_value_number, rw_request_fields, job.time),
    RW_FIELD("play_rate", rw_value_number, rw_request_fields, job.play_rate),
    RW_FIELD_REQUIRED("actor", decode_actor, rw_request_fields, job.actor),
    REQUEST_WHOLE("target", decode_target),
};

const rw_field_table rw_request_question_table = RW_FIELD_TABLE(question_specs);
const rw_field_table rw_request_profile_table = RW_FIELD_TABLE(profile_specs);

rw_request_fields rw_request_fields_default(void)
{
    return (rw_request_fields){
        .profile = {.name = ""}, .space = *rw_space_preset("gltf"), .job = rw_resolve_job_default(NULL)};
}

void rw_request_finish(rw_decoder *decoder, const rw_request_fields *fields, const char *pointer,
                       rw_codec_resolve_request *request)
{
    *request = (rw_codec_resolve_request){.pointer = pointer,
                                          .id = fields->id,
                                          .profile = fields->profile.name,
                                          .revision = fields->profile.revision,
                                          .document = fields->document,
                                          .job = fields->job,
                                          .given = fields->given,
                                          .obstacle = fields->obstacle,
                                          .partner = fields->partner};
    if (!fields->has_space)
        return;
    rw_space *space = rw_decoder_allocate(decoder, 1, sizeof *space);
    if (space == NULL)
        return;
    *space = fields->space;
    request->job.space = space;
}
