/* Requests to verify: a resolve request, and what a client reports of the motion. */
#include <math.h>

#include "codec/decode.h"
#include "codec/placement.h"
#include "codec/request.h"
#include "codec/request_fields.h"

/* How many looks at the path one request may cost: about a second of one core. */
#define LOOKS_MAX 2e7
#define LOOKS_PER_SAMPLE 9 /* the solver looks this often between two samples of a clip */

typedef struct verify_fields {
    rw_request_fields base;
    size_t count;
    const rw_codec_observation *observed;
    rw_tolerance tolerance;
} verify_fields;

typedef struct observation_fields {
    rw_placed placed;
    double elapsed;
} observation_fields;

static const rw_field_spec observation_specs[] = {
    RW_PLACED_FIELDS,
    RW_FIELD_REQUIRED("elapsed", rw_value_number, observation_fields, elapsed),
};

static bool decode_observed(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                            const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(observation_specs);
    verify_fields *fields = target;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list of observed moments");
    const size_t count = rw_tape_count(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "at least one observed moment is wanted");
        return false;
    }
    if (count > decoder->limits->samples) {
        rw_value_report_too_long(decoder, path, count, decoder->limits->samples);
        return false;
    }
    rw_codec_observation *observed = rw_decoder_allocate(decoder, count, sizeof *observed);
    if (observed == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        observation_fields read = {.placed = rw_placed_default()};
        sound = rw_placed_decode(decoder, &place, element.value, &table, false, &read.placed) && sound;
        observed[i] = (rw_codec_observation){.elapsed = read.elapsed,
                                             .placement = read.placed.placement,
                                             .has_rotation = read.placed.has_rotation || read.placed.placement.has_yaw};
    }
    fields->count = count;
    fields->observed = observed;
    return sound;
}

static const rw_field_spec tolerance_specs[] = {
    RW_FIELD_REQUIRED("distance", rw_value_number, rw_tolerance, distance),
    RW_FIELD("angle", rw_value_number, rw_tolerance, angle),
    RW_FIELD("time", rw_value_number, rw_tolerance, time),
};

static bool decode_tolerance(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                             const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(tolerance_specs);
    return rw_field_object(decoder, path, value, &table, 1, target);
}

static const rw_field_spec verify_specs[] = {
    {.key = "observed", .decode = decode_observed, .required = true, .flag = RW_FIELD_NO_FLAG},
    RW_FIELD_REQUIRED("tolerance", decode_tolerance, verify_fields, tolerance),
};

static void decode_verify(rw_decoder *decoder, rw_value root, void *out)
{
    static const rw_field_table own = RW_FIELD_TABLE(verify_specs);
    const rw_field_table tables[] = {rw_request_profile_table, rw_request_question_table, own};
    verify_fields fields = {.base = rw_request_fields_default(), .tolerance = {.angle = 180}};
    rw_field_object(decoder, NULL, root, tables, 3, &fields);
    rw_codec_verify_request *request = out;
    *request = (rw_codec_verify_request){
        .count = fields.count, .observed = fields.observed, .tolerance = fields.tolerance};
    rw_request_finish(decoder, &fields.base, "", &request->request);
}

bool rw_codec_verify_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                            rw_codec_verify_request *out, rw_problem *problem)
{
    rw_codec_verify_request read;
    if (!rw_decode_with(body, length, limits, arena, decode_verify, &read, problem))
        return false;
    *out = read;
    return true;
}

/* Each observation is held against the path around it; one that lies before the last one's stretch makes the solver
 * walk the clip anew. */
static bool is_proportionate(const rw_codec_verify_request *request, const rw_resolution *resolution)
{
    rw_clip_info clip;
    rw_clip_describe(rw_profile_clip(resolution->profile), &clip);
    const double clip_seconds = resolution->end_time - resolution->time;
    const double samples = fmax(1, clip_seconds * clip.frame_rate);
    const double per_second = resolution->duration > 0 ? samples / resolution->duration : samples;
    const double around = fmin(2 * request->tolerance.time, resolution->duration) * per_second + 1;
    double walks = request->tolerance.time > 0 ? samples : 0;
    for (size_t i = 1; i < request->count && walks == 0; i++)
        walks = request->observed[i].elapsed < request->observed[i - 1].elapsed ? samples : 0;
    return (double)request->count * (around * LOOKS_PER_SAMPLE + walks) + samples <= LOOKS_MAX;
}

bool rw_codec_verify_observations(const rw_codec_verify_request *request, const rw_resolution *resolution,
                                  rw_arena *arena, const rw_observation **observed, rw_problem *problem)
{
    const double time = request->tolerance.time;
    if (time >= 0 && time <= 10 && !is_proportionate(request, resolution)) {
        rw_problem_add_field(problem, "/tolerance/time", RW_FIELD_OUT_OF_RANGE,
                             "so many observations with so wide a tolerance in time are too much work at once; "
                             "send fewer, in ascending order, or allow less time");
        rw_problem_conclude(problem);
        return false;
    }
    rw_observation *list = rw_arena_allocate(arena, request->count, sizeof *list);
    if (list == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left for the observations");
        return false;
    }
    for (size_t i = 0; i < request->count; i++) {
        const rw_codec_observation *from = &request->observed[i];
        list[i] = (rw_observation){.elapsed = from->elapsed,
                                   .position = from->placement.position,
                                   .has_rotation = from->has_rotation,
                                   .rotation = from->placement.has_yaw
                                                   ? rw_space_yaw(&resolution->space, from->placement.yaw)
                                                   : from->placement.rotation};
    }
    *observed = list;
    return true;
}
