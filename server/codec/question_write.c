/* Answers to verify and select, reach tables and remaining motion. */
#include <math.h>

#include "codec/answer.h"
#include "codec/answer_parts.h"
#include "codec/problem_json.h"

/* The largest deviation of one kind: which observation, and by how much; null where there is none to tell of. */
static void write_worst(rw_json_writer *writer, const char *key, bool given, size_t index, double value)
{
    rw_json_key(writer, key);
    if (!given) {
        rw_json_null(writer);
        return;
    }
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "index", (int64_t)index);
    rw_json_put_number(writer, "value", value);
    rw_json_object_end(writer);
}

static void write_deviation(rw_json_writer *writer, const rw_codec_observation *observed, double duration,
                            const rw_deviation *deviation)
{
    const double elapsed = observed->elapsed;
    rw_json_object_begin(writer);
    rw_json_put_number(writer, "elapsed", elapsed < 0 ? 0 : elapsed > duration ? duration : elapsed);
    rw_json_put_number(writer, "distance", deviation->distance);
    rw_json_put_optional(writer, "angle", observed->has_rotation, deviation->angle);
    rw_json_put_bool(writer, "passed", deviation->passed);
    rw_json_object_end(writer);
}

/* The worst angle's index says 0 for none: whether there was any is to be seen from the observations. */
static bool any_rotation(const rw_codec_verify_request *request)
{
    for (size_t i = 0; i < request->count; i++) {
        if (request->observed[i].has_rotation)
            return true;
    }
    return false;
}

/* The first that has a rotation, where all angles are zero. */
static size_t worst_angle(const rw_codec_verify_request *request, size_t index)
{
    while (index + 1 < request->count && !request->observed[index].has_rotation)
        index++;
    return index;
}

void rw_codec_write_verification(rw_json_writer *writer, const rw_codec_verify_request *request,
                                 const rw_codec_answer *answer, const rw_verification *verification,
                                 const rw_deviation *deviations)
{
    const bool rotations = any_rotation(request);
    const size_t angle = worst_angle(request, verification->worst_angle);
    rw_json_object_begin(writer);
    rw_answer_put_id(writer, request->request.id);
    rw_json_put_bool(writer, "passed", verification->passed);
    rw_json_put_integer(writer, "failed", (int64_t)verification->failed);
    rw_json_key(writer, "worst");
    rw_json_object_begin(writer);
    write_worst(writer, "distance", true, verification->worst_distance,
                deviations[verification->worst_distance].distance);
    write_worst(writer, "angle", rotations, angle, deviations[angle].angle);
    rw_json_object_end(writer);
    rw_json_key(writer, "deviations");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < request->count; i++)
        write_deviation(writer, &request->observed[i], answer->resolution->duration, &deviations[i]);
    rw_json_array_end(writer);
    rw_json_put_number(writer, "duration", answer->resolution->duration);
    rw_answer_put_provenance(writer, answer->provenance);
    rw_json_object_end(writer);
}

void rw_codec_write_candidate(rw_json_writer *writer, const rw_candidate *candidate, const rw_codec_candidate *more)
{
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "reference", more->reference);
    rw_json_put_text(writer, "verdict", rw_verdict_name(candidate->verdict));
    rw_json_put_bool(writer, "fits", candidate->fits);
    rw_json_put_optional(writer, "required_scale", candidate->has_required_scale, candidate->required_scale);
    rw_json_put_number(writer, "applied_scale", more->applied_scale);
    rw_json_put_number(writer, "shortfall", more->shortfall);
    rw_json_put_optional(writer, "distortion", candidate->distortion > 0, candidate->distortion);
    rw_answer_put_reasons(writer, more->reasons);
    rw_answer_put_provenance(writer, &more->provenance);
    rw_json_object_end(writer);
}

void rw_codec_write_candidate_problem(rw_json_writer *writer, const char *reference, const rw_problem *problem,
                                      const char *instance)
{
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "reference", reference);
    rw_json_key(writer, "problem");
    rw_problem_write_json(writer, problem, instance);
    rw_json_object_end(writer);
}

void rw_codec_write_reach(rw_json_writer *writer, const rw_codec_provenance *provenance, const rw_profile *profile,
                          double actor_radius, double target_radius, double scale, const rw_reach_table *table)
{
    rw_clip_info clip;
    rw_clip_describe(rw_profile_clip(profile), &clip);
    rw_json_object_begin(writer);
    rw_json_key(writer, "space");
    rw_codec_write_space(writer, &clip.space);
    rw_json_put_number(writer, "actor_radius", actor_radius);
    rw_json_put_number(writer, "target_radius", target_radius);
    rw_json_put_number(writer, "scale", scale);
    rw_json_put_number(writer, "lead_in", table->lead_in);
    rw_json_put_number(writer, "natural_travel", table->natural_travel);
    rw_json_put_number(writer, "overlapping_to", table->overlapping_to);
    rw_json_put_number(writer, "in_band_from", table->in_band_from);
    rw_json_put_number(writer, "in_band_to", table->in_band_to);
    rw_answer_put_provenance(writer, provenance);
    rw_json_object_end(writer);
}

static double distance(rw_vec3 a, rw_vec3 b)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

/* Length of the curve between two times of one loop. Between samples it is straight. */
static double length_within(const rw_clip *clip, const rw_clip_info *info, double from, double to)
{
    double length = 0;
    rw_vec3 last = rw_clip_sample(clip, from).position;
    for (double knot = floor(from * info->frame_rate) + 1; knot / info->frame_rate < to; knot++) {
        const rw_vec3 at = rw_clip_sample(clip, knot / info->frame_rate).position;
        length += distance(last, at);
        last = at;
    }
    return length + distance(last, rw_clip_sample(clip, to).position);
}

static double length_between(const rw_clip *clip, const rw_clip_info *info, double from, double to)
{
    if (!info->loop || !(info->duration > 0))
        return length_within(clip, info, from, to);
    const double first = floor(from / info->duration);
    const double last = floor(to / info->duration);
    const double begin = fmax(0, from - first * info->duration);
    const double end = fmax(0, to - last * info->duration);
    if (first == last)
        return length_within(clip, info, begin, end);
    return length_within(clip, info, begin, info->duration) + (last - first - 1) * info->path_length +
           length_within(clip, info, 0, end);
}

/* Distance covered per axis of the root's frame at `from`, forth and back added up; at most one loop lies between. */
static rw_vec3 covered_between(const rw_clip *clip, const rw_clip_info *info, double from, double to)
{
    rw_vec3 covered = {0, 0, 0};
    rw_vec3 last = {0, 0, 0};
    double knot = floor(from * info->frame_rate) + 1;
    for (double time = from; time < to; knot++) {
        time = fmin(knot / info->frame_rate, to);
        const rw_vec3 at = rw_clip_motion(clip, from, time, 1).position;
        covered.x += fabs(at.x - last.x);
        covered.y += fabs(at.y - last.y);
        covered.z += fabs(at.z - last.z);
        last = at;
    }
    return covered;
}

static void put_covered(rw_json_writer *writer, const rw_clip *clip, const rw_clip_info *info, double from, double to,
                        double scale)
{
    if (to - from > info->duration)
        return;
    const rw_vec3 covered = covered_between(clip, info, from, to);
    rw_json_put_vector(writer, "covered", (rw_vec3){covered.x * scale, covered.y * scale, covered.z * scale});
}

void rw_codec_write_motion(rw_json_writer *writer, const rw_codec_document_head *head, const rw_clip *clip, double from,
                           double to, double scale)
{
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    const rw_pose motion = rw_clip_motion(clip, from, to, scale);
    const rw_vec3 up = rw_space_up(&info.space);
    const rw_vec3 net = motion.position;
    const double height = net.x * up.x + net.y * up.y + net.z * up.z;
    const rw_vec3 flat = {net.x - height * up.x, net.y - height * up.y, net.z - height * up.z};
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "name", head->name);
    rw_json_put_integer(writer, "revision", head->revision);
    rw_json_put_text(writer, "content_hash", head->content_hash);
    rw_json_key(writer, "space");
    rw_codec_write_space(writer, &info.space);
    rw_json_put_number(writer, "from", from);
    rw_json_put_number(writer, "to", to);
    rw_json_put_number(writer, "scale", scale);
    rw_json_put_vector(writer, "position", net);
    rw_json_key(writer, "rotation");
    rw_json_rotation(writer, motion.rotation);
    rw_json_put_number(writer, "yaw", rw_space_yaw_of(&info.space, motion.rotation));
    rw_json_put_number(writer, "travel", distance((rw_vec3){0, 0, 0}, flat));
    rw_json_put_number(writer, "height", height);
    rw_json_put_number(writer, "length", length_between(clip, &info, from, to) * scale);
    put_covered(writer, clip, &info, from, to, scale);
    rw_json_put_integer(writer, "solver_version", rw_solver_version());
    rw_json_object_end(writer);
}
