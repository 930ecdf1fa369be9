/* What the person who bakes should know: signs that the clip is not what was meant. */
#include "bake_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180 / 3.14159265358979323846)

void rw_bake_warn(rw_baked *baked, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rw_bake_make_printable(text);
    char *copy = rw_bake_copy_text(text, strlen(text));
    char **grown = copy ? realloc(baked->warnings, (baked->warning_count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(copy);
        return;
    }
    baked->warnings = grown;
    baked->warnings[baked->warning_count++] = copy;
}

/* How far the pose of all joints together changes from one key to the next: the mean angle in degrees. */
static double pose_change(const rw_bake_work *work, double from, double to)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < work->animation->channel_count; i++) {
        const rw_track *track = &work->animation->channels[i].rotation;
        if (track->count < 2) continue;
        double a[4], b[4];
        rw_track_sample(track, 4, from, a);
        rw_track_sample(track, 4, to, b);
        rw_quat p = {-a[0], -a[1], -a[2], a[3]}, q = {b[0], b[1], b[2], b[3]};
        sum += rw_bake_quat_angle(rw_bake_quat_multiply(p, q)) * DEGREES;
        count += 1;
    }
    return count > 0 ? sum / count : 0;
}

static double root_step(const rw_bake_work *work, double from, double to)
{
    rw_pose a = rw_evaluate_node(&work->evaluator, work->node, from);
    rw_pose b = rw_evaluate_node(&work->evaluator, work->node, to);
    return rw_bake_vec_length(rw_bake_vec_sub(b.position, a.position));
}

/* Captures often hold the rest pose as their first frame: the step out of it dwarfs those that follow. */
static void find_rest_pose(rw_bake_work *work)
{
    enum { FOLLOWING = 5 };
    if (work->last_key < work->first_key + FOLLOWING + 1) return;
    const double *times = &work->keys.times[work->first_key];
    double pose = pose_change(work, times[0], times[1]), step = root_step(work, times[0], times[1]);
    double pose_after = 0, step_after = 0;
    for (size_t i = 1; i <= FOLLOWING; i++) {
        pose_after = fmax(pose_after, pose_change(work, times[i], times[i + 1]));
        step_after = fmax(step_after, root_step(work, times[i], times[i + 1]));
    }
    bool pose_jumps = pose > 2 && pose > 5 * pose_after;
    bool root_jumps = step * work->file_space.metres_per_unit > 0.05 && step > 10 * step_after;
    if (pose_jumps || root_jumps)
        rw_bake_warn(work->out,
                     "the first frame jumps (joints by %.3g degrees on average, the root by %.3g m): it looks "
                     "like a rest pose; leave it out with --start-frame %zu",
                     pose, step * work->file_space.metres_per_unit, work->options->start_frame + 1);
}

/* How far the hips get: along the ground from first to last, at most away from the first, and up or down. Metres. */
typedef struct hips_way {
    double travel, reach, rise;
} hips_way;

static bool measure_hips(const rw_bake_work *work, hips_way *out)
{
    enum { MOST_MOMENTS = 4096 };
    rw_key_times keys = {0};
    if (!rw_key_times_gather(work->scene, work->animation, work->choice.hips, &keys, NULL)) return false;
    *out = (hips_way){0};
    rw_vec3 up = rw_space_up(&work->file_space), first = {0, 0, 0};
    double metres = work->file_space.metres_per_unit;
    size_t moments = keys.count < MOST_MOMENTS ? keys.count : MOST_MOMENTS;
    for (size_t i = 0; i < moments; i++) {
        size_t key = moments == 1 ? 0 : i * (keys.count - 1) / (moments - 1);
        rw_vec3 place = rw_evaluate_node(&work->evaluator, work->choice.hips, keys.times[key]).position;
        if (i == 0) first = place;
        rw_vec3 way = rw_bake_vec_sub(place, first);
        double height = rw_bake_vec_dot(way, up);
        out->rise = fabs(height) * metres;
        out->travel = rw_bake_vec_length(rw_bake_vec_sub(way, rw_bake_vec_scale(up, height))) * metres;
        out->reach = fmax(out->reach, out->travel);
    }
    rw_key_times_free(&keys);
    return true;
}

/* Hips sway also where a character stands; only what a step or a climb makes of it is worth baking. */
static bool hips_travel(const hips_way *way)
{
    return way->travel >= 0.05 || way->reach >= 0.2 || way->rise >= 0.2;
}

static void find_in_place(rw_bake_work *work)
{
    if (work->options->from_hips) return;
    rw_bake_label root = rw_bake_label_of(work->scene, work->node);
    hips_way way;
    if (work->choice.in_place && measure_hips(work, &way)) {
        rw_bake_label hips = rw_bake_label_of(work->scene, work->choice.hips);
        if (hips_travel(&way))
            rw_bake_warn(work->out,
                         "in place: %s keeps still while %s moves; --from-hips bakes the motion of the hips, put "
                         "on the ground (add --keep-height for climbs and vaults)",
                         root.text, hips.text);
        else
            rw_bake_warn(work->out,
                         "in place: %s keeps still, and %s gets no more than %.2g m away along the ground: the "
                         "animation holds no root motion",
                         root.text, hips.text, way.reach);
    } else if (!(work->out->summary.path > 0) && !work->out->rotations) {
        rw_bake_warn(work->out, "%s does not move in this animation", root.text);
    }
}

static void find_unit(rw_bake_work *work)
{
    rw_baked *out = work->out;
    if (!(work->scene->axes.metres_per_unit > 0) && work->options->scale == 1)
        rw_bake_warn(out, "the file has no unit; its numbers were taken as metres (--scale says how many metres one "
                          "is, 0.01 for centimetres)");
    double height = out->summary.start_height;
    bool judged = height > 5 || (work->scene->nodes[work->node].kind == RW_NODE_JOINT &&
                                 rw_name_is_hips(work->scene->nodes[work->node].name));
    const char *who = "the root stands";
    if (!judged && work->choice.hips != RW_SCENE_NO_NODE) {
        rw_pose hips = rw_evaluate_node(&work->evaluator, work->choice.hips, work->start);
        height = rw_bake_vec_dot(rw_space_up(&work->file_space), hips.position) * work->file_space.metres_per_unit;
        judged = true;
        who = "the hips stand";
    }
    if (judged && !(fabs(height) >= 0.2 && fabs(height) <= 5))
        rw_bake_warn(out,
                     "%s %.3g m high, which is no human's size: if the unit is wrong, give --scale; if another "
                     "axis is up, --up",
                     who, height);
    if (out->summary.peak_speed > 15)
        rw_bake_warn(out, "the root moves at up to %.3g m/s, faster than anyone runs: check the unit (--scale)",
                     out->summary.peak_speed);
}

static void find_direction(rw_bake_work *work)
{
    rw_baked *out = work->out;
    double rise = fabs(rw_bake_vec_dot(rw_space_up(&out->space), out->positions[out->sample_count - 1])) *
                  out->space.metres_per_unit;
    if (rise > 0.5 && rise > 2 * out->summary.travel)
        rw_bake_warn(out,
                     "the travel is mostly vertical (%.3g m against %.3g m along the ground): if another axis is "
                     "up, give --up and --forward",
                     rise, out->summary.travel);
    double turned = 0;
    if (out->rotations && rw_bake_quat_twist(out->rotations[0], rw_space_up(&out->space), &turned) &&
        fabs(turned) * DEGREES > 20)
        rw_bake_warn(out,
                     "the first frame faces %.3g degrees away from the rest pose, and the travel counts from that "
                     "facing: if the rest pose means nothing in this file, give --facing first",
                     turned * DEGREES);
}

static void find_steps(rw_bake_work *work)
{
    const rw_channel *channel = work->evaluator.channels[work->node];
    bool stepped = channel && channel->translation.count > 1 &&
                   channel->translation.interpolation == RW_INTERPOLATION_STEP && work->out->summary.path > 0;
    if (stepped) rw_bake_warn(work->out, "the root moves in steps; between two samples a step becomes a short slide");
    if (work->keys_cut)
        rw_bake_warn(work->out, "keys outside the stretch that the file declares for the animation were left out");
}

void rw_bake_find_faults(rw_bake_work *work)
{
    find_in_place(work);
    find_rest_pose(work);
    find_unit(work);
    find_direction(work);
    find_steps(work);
}
