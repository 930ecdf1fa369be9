/* Requests about the timeline of an answer: trajectory and step. */
#include <math.h>

#include "codec/decode.h"
#include "codec/request.h"
#include "codec/request_fields.h"
#include "codec/value.h"

typedef struct trajectory_fields {
    rw_request_fields base;
    size_t time_count;
    const double *times;
    double rate, from, to;
    bool has_from, has_to;
    bool authored, offset, partner;
} trajectory_fields;

static bool decode_times(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                         void *target)
{
    (void)spec;
    trajectory_fields *fields = target;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list of seconds");
    const size_t count = rw_tape_count(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "at least one time is wanted");
        return false;
    }
    if (count > decoder->limits->samples) {
        rw_value_report_too_long(decoder, path, count, decoder->limits->samples);
        return false;
    }
    double *times = rw_decoder_allocate(decoder, count, sizeof *times);
    if (times == NULL)
        return false;
    bool sound = true;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        if (rw_tape_is(element.value, RW_TAPE_NUMBER)) {
            times[i] = rw_tape_number(element.value);
        } else {
            const rw_json_path place = rw_json_path_index(path, i);
            sound = rw_field_wrong_type(decoder, &place, element.value, "a number of seconds");
        }
    }
    fields->time_count = count;
    fields->times = times;
    return sound;
}

static bool decode_rate(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    double rate;
    if (!rw_value_number(decoder, path, value, spec, &rate))
        return false;
    if (!(rate > 0)) {
        rw_field_report(decoder, path, RW_FIELD_NOT_POSITIVE, "the rate must be above zero");
        return false;
    }
    *(double *)target = rate;
    return true;
}

static const rw_field_spec trajectory_specs[] = {
    {.key = "times", .decode = decode_times, .flag = RW_FIELD_NO_FLAG},
    {.key = "rate", .decode = decode_rate, .offset = offsetof(trajectory_fields, rate), .flag = RW_FIELD_NO_FLAG,
     .min = -RW_MAX_FRAME_RATE, .max = RW_MAX_FRAME_RATE},
    {.key = "from", .decode = rw_value_number, .offset = offsetof(trajectory_fields, from),
     .flag = offsetof(trajectory_fields, has_from)},
    {.key = "to", .decode = rw_value_number, .offset = offsetof(trajectory_fields, to),
     .flag = offsetof(trajectory_fields, has_to)},
    RW_FIELD("authored", rw_value_bool, trajectory_fields, authored),
    RW_FIELD("offset", rw_value_bool, trajectory_fields, offset),
    RW_FIELD("partner_samples", rw_value_bool, trajectory_fields, partner),
};

/* Either a list of times, or a rate with or without an interval. */
static void check_choice(rw_decoder *decoder, rw_value root, const trajectory_fields *fields)
{
    if (fields->partner && !rw_tape_present(rw_tape_get(root, "partner"))) {
        const rw_json_path place = rw_json_path_key(NULL, "partner_samples");
        rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED,
                        "there are samples of a partner only where there is one");
    }
    const char *const with_rate[] = {"rate", "from", "to"};
    if (rw_tape_present(rw_tape_get(root, "times"))) {
        for (size_t i = 0; i < sizeof with_rate / sizeof with_rate[0]; i++) {
            const rw_json_path place = rw_json_path_key(NULL, with_rate[i]);
            if (rw_tape_present(rw_tape_get(root, with_rate[i])))
                rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED,
                                "give \"times\", or \"rate\" with \"from\" and \"to\", not both");
        }
        return;
    }
    if (!rw_tape_present(rw_tape_get(root, "rate"))) {
        const rw_json_path place = rw_json_path_key(NULL, "times");
        rw_field_report(decoder, &place, RW_FIELD_MISSING,
                        "say which moments are wanted: \"times\", or \"rate\" in samples a second");
    }
    if (fields->has_from && fields->has_to && fields->from > fields->to) {
        const rw_json_path place = rw_json_path_key(NULL, "to");
        rw_field_report(decoder, &place, RW_FIELD_INCONSISTENT, "\"to\" may not be before \"from\"");
    }
}

static void decode_trajectory(rw_decoder *decoder, rw_value root, void *out)
{
    static const rw_field_table own = RW_FIELD_TABLE(trajectory_specs);
    const rw_field_table tables[] = {rw_request_profile_table, rw_request_question_table, own};
    trajectory_fields fields = {.base = rw_request_fields_default(), .to = INFINITY};
    rw_field_object(decoder, NULL, root, tables, 3, &fields);
    if (rw_tape_is(root, RW_TAPE_OBJECT))
        check_choice(decoder, root, &fields);
    rw_codec_trajectory_request *request = out;
    *request = (rw_codec_trajectory_request){.time_count = fields.time_count,
                                             .times = fields.times,
                                             .rate = fields.rate,
                                             .from = fields.from,
                                             .to = fields.to,
                                             .authored = fields.authored,
                                             .offset = fields.offset,
                                             .partner = fields.partner};
    rw_request_finish(decoder, &fields.base, "", &request->request);
}

bool rw_codec_trajectory_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                                rw_codec_trajectory_request *out, rw_problem *problem)
{
    rw_codec_trajectory_request read;
    if (!rw_decode_with(body, length, limits, arena, decode_trajectory, &read, problem))
        return false;
    *out = read;
    return true;
}

typedef struct step_fields {
    rw_request_fields base;
    double from, to;
} step_fields;

static const rw_field_spec step_specs[] = {
    RW_FIELD_REQUIRED("from", rw_value_number, step_fields, from),
    RW_FIELD_REQUIRED("to", rw_value_number, step_fields, to),
};

static void decode_step(rw_decoder *decoder, rw_value root, void *out)
{
    static const rw_field_table own = RW_FIELD_TABLE(step_specs);
    const rw_field_table tables[] = {rw_request_profile_table, rw_request_question_table, own};
    step_fields fields = {.base = rw_request_fields_default()};
    rw_field_object(decoder, NULL, root, tables, 3, &fields);
    rw_codec_step_request *request = out;
    *request = (rw_codec_step_request){.from = fields.from, .to = fields.to};
    rw_request_finish(decoder, &fields.base, "", &request->request);
}

bool rw_codec_step_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                          rw_codec_step_request *out, rw_problem *problem)
{
    rw_codec_step_request read;
    if (!rw_decode_with(body, length, limits, arena, decode_step, &read, problem))
        return false;
    *out = read;
    return true;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static bool too_many_samples(rw_problem *problem, const char *field, size_t limit)
{
    rw_problem_add_field(problem, field, RW_FIELD_TOO_LONG,
                         "these are more than %zu samples; ask for a lower rate or a shorter stretch", limit);
    rw_problem_conclude(problem);
    return false;
}

bool rw_codec_trajectory_times(const rw_codec_trajectory_request *request, double duration,
                               const rw_codec_limits *limits, rw_arena *arena, const double **times, size_t *count,
                               rw_problem *problem)
{
    const rw_codec_limits defaults = rw_codec_limits_default();
    const size_t limit = limits != NULL ? limits->samples : defaults.samples;
    const double from = clamp(request->from, 0, duration);
    const double to = clamp(request->to, from, duration);
    size_t wanted = request->time_count;
    if (wanted == 0) {
        /* The last sample falls on `to`; one that a rounding puts beside it is not taken too. */
        const double steps = ceil((to - from) * request->rate * (1 - 1e-12));
        if (!(steps < (double)limit))
            return too_many_samples(problem, "/rate", limit);
        wanted = (size_t)steps + 1;
    }
    double *list = rw_arena_allocate(arena, wanted, sizeof *list);
    if (list == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left for the samples");
        return false;
    }
    for (size_t i = 0; i < wanted; i++) {
        if (request->time_count > 0)
            list[i] = clamp(request->times[i], 0, duration);
        else
            list[i] = i + 1 == wanted ? to : from + (double)i / request->rate;
    }
    *times = list;
    *count = wanted;
    return true;
}
