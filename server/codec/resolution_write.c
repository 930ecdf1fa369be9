/* The answer to a resolve. */
#include <string.h>

#include "codec/answer.h"
#include "codec/answer_parts.h"
#include "codec/problem_json.h"

/* A bit, and what it says as JSON. */
typedef struct flag_text {
    unsigned bit;
    unsigned length;
    const char *json;
} flag_text;

#define FLAG(bit, json) {(bit), sizeof(json) - 1, (json)}
#define REASON(bit, code) FLAG(bit, "\"" code "\"")
#define WARNING(bit, code, detail) FLAG(bit, "{\"code\":\"" code "\",\"detail\":\"" detail "\"}")

static const flag_text reason_texts[] = {
    REASON(RW_REASON_MAX_ANGLE, "max_angle"),
    REASON(RW_REASON_MIN_DISTANCE, "min_distance"),
    REASON(RW_REASON_MAX_DISTANCE, "max_distance"),
    REASON(RW_REASON_MAX_HEIGHT, "max_height"),
};

/* The quotes in a detail are escaped, since it stands in JSON. */
static const flag_text warning_texts[] = {
    WARNING(RW_WARNING_NO_DIRECTION, "no_direction",
            "The target is straight above or below, or at the same spot, so there is no direction to face; the facing "
            "is kept."),
    WARNING(RW_WARNING_METHOD_FALLBACK, "method_fallback",
            "The profile's method had nothing to measure, or would have left its bounds; the one named in "
            "\\\"method\\\" was used."),
    WARNING(RW_WARNING_SHORTFALL, "shortfall",
            "The target is beyond what the scale band allows; the root stops short of it by \\\"shortfall\\\"."),
    WARNING(RW_WARNING_RATE_CLAMPED, "rate_clamped",
            "The play rate met a limit of the profile's \\\"rate\\\"."),
    WARNING(RW_WARNING_TURN_CAPPED, "turn_capped",
            "The turn cap does not allow the whole turn in the time there is; \\\"turn_left\\\" is the angle that is "
            "left over."),
    WARNING(RW_WARNING_MAX_SPEED, "max_speed",
            "The path is faster somewhere than the profile's \\\"max_speed\\\"."),
    WARNING(RW_WARNING_RESIDUAL, "residual",
            "The root does not end at the warp point; \\\"residual\\\" says by how much, \\\"reached\\\" where it is."),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void write_flags(rw_json_writer *writer, const flag_text *texts, size_t count, unsigned flags)
{
    rw_json_array_begin(writer);
    for (size_t i = 0; flags != 0 && i < count; i++) {
        if ((flags & texts[i].bit) != 0)
            rw_json_raw(writer, texts[i].json, texts[i].length);
    }
    rw_json_array_end(writer);
}

void rw_answer_put_reasons(rw_json_writer *writer, unsigned reasons)
{
    rw_json_key(writer, "reasons");
    write_flags(writer, reason_texts, COUNT(reason_texts), reasons);
}

static void write_warnings(rw_json_writer *writer, unsigned warnings)
{
    rw_json_key(writer, "warnings");
    write_flags(writer, warning_texts, COUNT(warning_texts), warnings);
}

static void write_reached(rw_json_writer *writer, rw_pose reached, double distance, double angle, double turn_left)
{
    rw_json_put_pose(writer, "reached", reached);
    if (distance != 0 || angle != 0) {
        rw_json_key(writer, "residual");
        rw_json_object_begin(writer);
        rw_json_put_number(writer, "distance", distance);
        rw_json_put_number(writer, "angle", angle);
        rw_json_object_end(writer);
    }
    if (turn_left != 0)
        rw_json_put_number(writer, "turn_left", turn_left);
}

static void write_windows(rw_json_writer *writer, const rw_resolution *resolution)
{
    rw_json_key(writer, "windows");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < resolution->window_count; i++) {
        const rw_window_result *window = &resolution->windows[i];
        rw_json_object_begin(writer);
        rw_json_put_text(writer, "name", window->name);
        rw_json_put_number(writer, "start", window->start);
        rw_json_put_number(writer, "end", window->end);
        rw_json_put_optional(writer, "scale", window->has_scale, window->scale);
        rw_json_put_number(writer, "elapsed_start", window->elapsed_start);
        rw_json_put_number(writer, "elapsed_end", window->elapsed_end);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
}

static void write_reach(rw_json_writer *writer, const rw_resolution *resolution)
{
    rw_json_put_plain(writer, "verdict", rw_verdict_name(resolution->verdict));
    rw_answer_put_reasons(writer, resolution->reasons);
    rw_json_put_pose(writer, "predicted_start", resolution->predicted_start);
    rw_json_put_pose(writer, "natural_end", resolution->natural_end);
    rw_json_put_number(writer, "distance_to_target", resolution->distance_to_target);
    rw_json_put_number(writer, "stop_distance", resolution->stop_distance);
    rw_json_put_number(writer, "gap_to_close", resolution->gap_to_close);
    rw_json_put_number(writer, "natural_travel", resolution->natural_travel);
    rw_json_put_optional(writer, "required_scale", resolution->has_required_scale, resolution->required_scale);
    rw_json_put_number(writer, "applied_scale", resolution->applied_scale);
    rw_json_put_number(writer, "travel", resolution->travel);
    rw_json_put_number(writer, "shortfall", resolution->shortfall);
    rw_json_put_optional(writer, "first_window_scale", resolution->has_first_window_scale,
                           resolution->first_window_scale);
    rw_json_put_pose(writer, "warp_point", resolution->warp_point);
    write_reached(writer, resolution->reached, resolution->residual_distance, resolution->residual_angle,
                  resolution->turn_left);
    rw_json_put_number(writer, "play_rate", resolution->play_rate);
    rw_json_put_plain(writer, "method", rw_method_name(resolution->method));
    rw_json_put_number(writer, "peak_weight", resolution->peak_weight);
    if (resolution->has_lead) {
        rw_json_key(writer, "lead");
        rw_json_object_begin(writer);
        rw_json_put_vector(writer, "target", resolution->predicted_target);
        rw_json_put_number(writer, "time", resolution->lead_time);
        rw_json_object_end(writer);
    }
    write_windows(writer, resolution);
}

static void write_phase(rw_json_writer *writer, const char *name, const rw_phase_result *phase)
{
    rw_json_object_begin(writer);
    if (name != NULL)
        rw_json_put_text(writer, "name", name);
    rw_json_put_bool(writer, "passed", phase->passed);
    if (!phase->passed) {
        rw_json_put_pose(writer, "start", phase->start);
        rw_json_put_pose(writer, "warp_point", phase->warp_point);
        write_reached(writer, phase->reached, phase->residual_distance, phase->residual_angle, phase->turn_left);
        rw_json_put_number(writer, "play_rate", phase->play_rate);
        rw_json_put_number(writer, "elapsed_start", phase->elapsed_start);
        rw_json_put_number(writer, "elapsed_end", phase->elapsed_end);
        rw_json_key(writer, "total_root_motion");
        rw_json_object_begin(writer);
        rw_json_put_vector(writer, "net", phase->net);
        rw_json_put_vector(writer, "covered", phase->covered);
        rw_json_object_end(writer);
        rw_json_put_plain(writer, "method", rw_method_name(phase->method));
        rw_json_put_bool(writer, "fell_back", phase->fell_back);
        rw_json_put_number(writer, "peak_weight", phase->peak_weight);
    }
    rw_json_object_end(writer);
}

static void write_phases(rw_json_writer *writer, const rw_resolution *resolution, const rw_plan *plan)
{
    const char *const *names = plan != NULL ? plan->phase_names : NULL;
    rw_json_key(writer, "phases");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < resolution->phase_count; i++)
        write_phase(writer, names != NULL ? names[i] : NULL, &resolution->phases[i]);
    rw_json_array_end(writer);
}

static void write_events(rw_json_writer *writer, const rw_resolution *resolution)
{
    rw_json_key(writer, "events");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < resolution->event_count; i++) {
        const rw_event_result *event = &resolution->events[i];
        rw_json_object_begin(writer);
        rw_json_put_text(writer, "name", event->name);
        rw_json_put_number(writer, "time", event->time);
        rw_json_put_optional(writer, "elapsed", !event->passed, event->elapsed);
        rw_json_put_bool(writer, "passed", event->passed);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
}

#define DOCUMENT_SIZE (sizeof ",\"\":{\"name\":\"\",\"revision\":,\"content_hash\":\"\"}" + RW_NUMBER_TEXT_SIZE)

/* With room, all of it is put there at once: every answer has two. */
static void write_document(rw_json_writer *writer, const char *key, const char *name, int64_t revision,
                           const char *hash)
{
    const size_t key_length = strlen(key), name_length = strlen(name), hash_length = strlen(hash);
    char *at = rw_json_room(writer, DOCUMENT_SIZE + key_length + name_length + hash_length);
    if (at != NULL) {
        at = RW_JSON_PUT_LITERAL(rw_json_start(writer, at, key, key_length), "{\"name\":\"");
        memcpy(at, name, name_length);
        at = RW_JSON_PUT_LITERAL(at + name_length, "\",\"revision\":");
        at = RW_JSON_PUT_LITERAL(rw_json_digits(writer, at, (double)revision), ",\"content_hash\":\"");
        memcpy(at, hash, hash_length);
        rw_json_wrote(writer, RW_JSON_PUT_LITERAL(at + hash_length, "\"}"));
        writer->comma = true;
        return;
    }
    rw_json_key(writer, key);
    rw_json_object_begin(writer);
    rw_json_put_plain(writer, "name", name);
    rw_json_put_integer(writer, "revision", revision);
    rw_json_put_plain(writer, "content_hash", hash);
    rw_json_object_end(writer);
}

/* Of a profile that came with the request. */
static void write_sent_profile(rw_json_writer *writer, const char *hash)
{
    rw_json_key(writer, "profile");
    rw_json_object_begin(writer);
    rw_json_key(writer, "name");
    rw_json_null(writer);
    rw_json_key(writer, "revision");
    rw_json_null(writer);
    rw_json_put_plain(writer, "content_hash", hash);
    rw_json_object_end(writer);
}

void rw_answer_put_id(rw_json_writer *writer, const char *id)
{
    if (id == NULL)
        return;
    rw_json_key(writer, "id");
    rw_json_raw(writer, id, strlen(id));
}

void rw_answer_put_provenance(rw_json_writer *writer, const rw_codec_provenance *provenance)
{
    if (provenance->profile_name == NULL)
        write_sent_profile(writer, provenance->profile_hash);
    else
        write_document(writer, "profile", provenance->profile_name, provenance->profile_revision,
                       provenance->profile_hash);
    write_document(writer, "clip", provenance->clip_name, provenance->clip_revision, provenance->clip_hash);
    rw_json_put_integer(writer, "solver_version", rw_solver_version());
}

static void write_measures(rw_json_writer *writer, const rw_placing *placing)
{
    rw_json_put_optional(writer, "height", placing->has_measures, placing->height);
    rw_json_put_optional(writer, "length", placing->has_measures, placing->length);
    rw_json_put_optional(writer, "approach_angle", placing->has_measures, placing->approach_angle);
}

static void write_point(rw_json_writer *writer, const rw_placement *point)
{
    const rw_pose pose = {point->position, point->rotation};
    rw_json_pose(writer, &pose);
}

/* What the provider made of the request: its points, and how the obstacle measures. */
static void write_placing(rw_json_writer *writer, const rw_placing *placing)
{
    rw_json_key(writer, "targets");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < placing->count; i++)
        write_point(writer, &placing->points[i]);
    rw_json_array_end(writer);
    if (!placing->has_measures)
        return;
    rw_json_key(writer, "obstacle");
    rw_json_object_begin(writer);
    write_measures(writer, placing);
    rw_json_object_end(writer);
}

static void write_refusal(rw_json_writer *writer, const rw_placing *placing)
{
    rw_json_put_plain(writer, "verdict", "refused");
    rw_json_key(writer, "refusal");
    rw_json_object_begin(writer);
    rw_json_put_plain(writer, "reason", rw_refusal_name(placing->refusal));
    write_measures(writer, placing);
    rw_json_object_end(writer);
}

static void write_partner_events(rw_json_writer *writer, const rw_codec_answer *answer)
{
    const rw_partner *partner = &answer->partner->partner;
    rw_clip_info clip = {.event_count = 0};
    if (partner->clip != NULL)
        rw_clip_describe(partner->clip, &clip);
    rw_json_key(writer, "events");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < clip.event_count; i++) {
        const rw_event event = rw_clip_event(partner->clip, i);
        const double elapsed = rw_partner_event(partner, answer->play_rate, i);
        rw_json_object_begin(writer);
        rw_json_put_text(writer, "name", event.name);
        rw_json_put_number(writer, "time", event.time);
        rw_json_put_optional(writer, "elapsed", elapsed >= 0, elapsed);
        rw_json_put_bool(writer, "passed", elapsed < 0);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
}

static void write_partner(rw_json_writer *writer, const rw_codec_answer *answer)
{
    const rw_codec_partner_answer *told = answer->partner;
    const double duration = rw_partner_duration(&told->partner, answer->play_rate);
    rw_json_key(writer, "partner");
    rw_json_object_begin(writer);
    rw_json_put_pose(writer, "start", rw_partner_pose(&told->partner, &answer->space, answer->play_rate, 0));
    rw_json_put_pose(writer, "end", rw_partner_pose(&told->partner, &answer->space, answer->play_rate, duration));
    rw_json_put_number(writer, "duration", duration);
    write_partner_events(writer, answer);
    if (told->clip_name != NULL)
        write_document(writer, "clip", told->clip_name, told->clip_revision, told->clip_hash);
    rw_json_object_end(writer);
}

static void write_solved(rw_json_writer *writer, const rw_codec_answer *answer)
{
    const rw_resolution *resolution = answer->resolution;
    if (resolution->kind == RW_PROFILE_REACH)
        write_reach(writer, resolution);
    else
        write_phases(writer, resolution, answer->plan);
    if (answer->placing != NULL)
        write_placing(writer, answer->placing);
    if (answer->partner != NULL)
        write_partner(writer, answer);
    rw_json_put_bool(writer, "window_passed", resolution->window_passed);
    rw_json_put_number(writer, "duration", resolution->duration);
    if (resolution->has_peak_speed)
        rw_json_put_number(writer, "peak_speed", resolution->peak_speed);
    write_events(writer, resolution);
    write_warnings(writer, resolution->warnings);
}

void rw_codec_write_resolution(rw_json_writer *writer, const char *id, const rw_codec_answer *answer)
{
    const bool reach = answer->resolution != NULL && answer->resolution->kind == RW_PROFILE_REACH;
    rw_json_object_begin(writer);
    rw_answer_put_id(writer, id);
    rw_json_put_plain(writer, "kind", reach ? "reach" : "phases");
    if (answer->resolution != NULL)
        write_solved(writer, answer);
    else
        write_refusal(writer, answer->placing);
    rw_answer_put_provenance(writer, answer->provenance);
    rw_json_object_end(writer);
}

static void begin_result(rw_json_writer *writer, const char *id)
{
    rw_json_object_begin(writer);
    rw_answer_put_id(writer, id);
}

void rw_codec_write_batch_result(rw_json_writer *writer, const char *id, const rw_codec_answer *answer)
{
    begin_result(writer, id);
    rw_json_key(writer, "result");
    rw_codec_write_resolution(writer, NULL, answer);
    rw_json_object_end(writer);
}

void rw_codec_write_batch_problem(rw_json_writer *writer, const char *id, const rw_problem *problem,
                                  const char *instance)
{
    begin_result(writer, id);
    rw_json_key(writer, "problem");
    rw_problem_write_json(writer, problem, instance);
    rw_json_object_end(writer);
}
