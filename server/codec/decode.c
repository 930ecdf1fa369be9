#include "codec/decode.h"

static const char *const method_names[] = {"axis", "skew", "path", "time", "scale", NULL};
static const char *const easing_names[] = {
    "linear",     "smoothstep", "sine_in",      "sine_out", "sine_in_out", "quad_in",  "quad_out",     "quad_in_out",
    "cubic_in",   "cubic_out",  "cubic_in_out", "quart_in", "quart_out",   "quart_in_out", "quint_in", "quint_out",
    "quint_in_out", NULL};
static const char *const rotation_names[] = {"target", "face", "keep", NULL};
static const char *const turn_names[] = {"slerp", "offset", NULL};
static const char *const times_names[] = {"seconds", "normalised", NULL};

const rw_value_names rw_names_method = {method_names};
const rw_value_names rw_names_easing = {easing_names};
const rw_value_names rw_names_rotation = {rotation_names};
const rw_value_names rw_names_turn = {turn_names};
const rw_value_names rw_names_times = {times_names};

void rw_decode_check_easing(rw_decoder *decoder, const rw_json_path *path, rw_value value, rw_method method)
{
    const rw_value given = rw_tape_get(value, "method");
    rw_method read;
    if (method == RW_METHOD_TIME || !rw_tape_present(rw_tape_get(value, "easing")) ||
        (rw_tape_present(given) &&
         !(rw_tape_is(given, RW_TAPE_TEXT) && rw_method_parse(rw_tape_text(given).data, &read))))
        return;
    const rw_json_path place = rw_json_path_key(path, "easing");
    rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED,
                    "only the method \"time\" has an easing; add \"method\": \"time\", or leave the easing out");
}

void rw_decode_no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to read the body");
}

bool rw_decode_with(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                    rw_decode_body *function, void *out, rw_problem *problem)
{
    const rw_codec_limits defaults = rw_codec_limits_default();
    const rw_codec_limits *bounds = limits != NULL ? limits : &defaults;
    rw_tape tape;
    if (!rw_tape_read(body, length, bounds, arena, &tape, problem))
        return false;
    rw_decoder decoder = {.arena = arena, .problem = problem, .limits = bounds, .prefix = ""};
    function(&decoder, rw_tape_root(&tape), out);
    if (decoder.no_memory)
        rw_decode_no_memory(problem);
    return problem->code == RW_PROBLEM_NONE;
}
