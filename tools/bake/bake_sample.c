/* The samples of a clip, and what they add up to. */
#include "bake_internal.h"

#include <math.h>
#include <stdlib.h>

#define DEGREES (180 / 3.14159265358979323846)
#define MOST_STEPS 50000000.0 /* samples times depth of the chain: some ten seconds */
#define PROGRESS_EVERY 4096

static size_t chain_length(const rw_scene *scene, size_t node)
{
    size_t length = 0;
    for (; node != RW_SCENE_NO_NODE; node = scene->nodes[node].parent) length++;
    return length;
}

/* How many samples, how many a second. */
static bool plan(rw_bake_work *work)
{
    rw_baked *out = work->out;
    rw_key_rate rate = rw_key_rate_of(&work->keys);
    double fps = work->options->fps;
    if (!(fps >= 0) || fps > RW_MAX_FRAME_RATE)
        return rw_bake_fail(work->error, "", "%.9g samples a second; 0 to %.0f can be asked for", fps,
                            RW_MAX_FRAME_RATE);
    out->summary.key_rate = rate.fps;
    out->summary.key_rate_regular = rate.regular;
    out->summary.duration = work->end - work->start;
    fps = fps > 0 ? fps : rate.fps;
    if (!(out->summary.duration > 0)) {
        out->sample_count = 1;
        out->frame_rate = fps;
        rw_bake_warn(out, "the root has a single key: the clip is one sample without motion");
        return true;
    }
    double intervals = fmax(1, floor(out->summary.duration * fps + 0.5));
    double depth = (double)chain_length(work->scene, work->node);
    if (intervals + 1 > RW_BAKE_MAX_FRAMES || intervals * depth > MOST_STEPS)
        return rw_bake_fail(work->error, "",
                            "%.6g s at %.6g samples a second are more than can be baked; take fewer "
                            "with --fps",
                            out->summary.duration, fps);
    out->sample_count = (size_t)intervals + 1;
    out->frame_rate = intervals / out->summary.duration;
    if (out->frame_rate > RW_MAX_FRAME_RATE)
        return rw_bake_fail(work->error, "", "the keys lie within %.3g s; a clip that short cannot be baked",
                            out->summary.duration);
    if (work->options->fps <= 0 && !rate.on_grid)
        rw_bake_warn(out,
                     "the keys lie at odd times; %.6g samples a second were taken, which passes between them "
                     "(--fps takes more)",
                     fps);
    else if (work->options->fps <= 0 && !rate.regular && work->keys.count > 1)
        rw_bake_warn(out, "the keys are sparse; the motion between them was sampled %.6g times a second (--fps)", fps);
    return true;
}

/* A turn about up, followed from one sample to the next. */
typedef struct yaw_track {
    rw_vec3 up;
    double angle; /* radians, unwrapped */
    bool started;
} yaw_track;

static double follow_yaw(yaw_track *track, rw_quat rotation)
{
    double twist = 0, turn = 2 * 3.14159265358979323846;
    if (!rw_bake_quat_twist(rotation, track->up, &twist)) return track->angle;
    if (track->started) twist += turn * floor((track->angle - twist) / turn + 0.5);
    track->angle = twist;
    track->started = true;
    return twist;
}

static double sample_time(const rw_bake_work *work, size_t sample)
{
    size_t last = work->out->sample_count - 1;
    if (sample == last) return work->out->sample_count == 1 ? work->start : work->end;
    return work->start + (work->end - work->start) * (double)sample / (double)last;
}

static rw_quat about(rw_vec3 axis, double angle)
{
    double s = sin(angle / 2);
    return (rw_quat){axis.x * s, axis.y * s, axis.z * s, cos(angle / 2)};
}

static bool refuse_place(const rw_bake_work *work, size_t sample, double time)
{
    rw_bake_label label = rw_bake_label_of(work->scene, work->node);
    return rw_bake_fail(work->error, "",
                        "node %s is beyond 1e9 units at sample %zu (%.6g s); check the scales above "
                        "it, or give --scale",
                        label.text, sample, time);
}

static bool in_reach(rw_vec3 v)
{
    return fabs(v.x) <= RW_MAX_COORDINATE && fabs(v.y) <= RW_MAX_COORDINATE && fabs(v.z) <= RW_MAX_COORDINATE;
}

static bool sample_all(rw_bake_work *work, rw_quat reference, rw_pose first)
{
    rw_baked *out = work->out;
    const rw_bake_options *options = work->options;
    rw_vec3 up = rw_space_up(&work->file_space);
    yaw_track yaw = {.up = up};
    for (size_t k = 0; k < out->sample_count; k++) {
        double time = sample_time(work, k);
        rw_pose pose = rw_evaluate_node(&work->evaluator, work->node, time);
        pose.position = rw_bake_vec_sub(pose.position, first.position);
        pose.rotation = rw_bake_quat_multiply(pose.rotation, rw_bake_quat_conjugate(reference));
        if (options->from_hips) {
            pose.rotation = about(up, follow_yaw(&yaw, pose.rotation));
            if (!options->keep_height)
                pose.position =
                    rw_bake_vec_sub(pose.position, rw_bake_vec_scale(up, rw_bake_vec_dot(up, pose.position)));
        }
        pose = rw_space_convert_pose(&work->file_space, &options->space, pose);
        if (!in_reach(pose.position)) return refuse_place(work, k, time);
        out->positions[k] = pose.position;
        out->rotations[k] = rw_bake_quat_canonical(rw_bake_quat_normalise(pose.rotation));
        if (options->progress && k % PROGRESS_EVERY == 0 &&
            !options->progress(options->progress_context, (double)k / (double)out->sample_count))
            return rw_bake_fail(work->error, "", "stopped");
    }
    return true;
}

static void drop_identity(rw_baked *out)
{
    for (size_t k = 0; k < out->sample_count; k++)
        if (rw_bake_quat_angle(out->rotations[k]) > 1e-6) return;
    free(out->rotations);
    out->rotations = NULL;
}

/* In metres and degrees, of the finished samples. */
static void sum_up(rw_baked *out)
{
    rw_vec3 up = rw_space_up(&out->space);
    rw_bake_summary *sum = &out->summary;
    rw_course course =
        rw_course_of(out->positions, out->sample_count, up, out->space.metres_per_unit, out->frame_rate);
    sum->travel = course.travel;
    sum->path = course.path;
    sum->path_horizontal = course.path_horizontal;
    sum->height_min = course.height_min;
    sum->height_max = course.height_max;
    sum->peak_speed = course.peak_speed;
    sum->moves_from = course.moves_from;
    sum->moves_to = course.moves_to;
    if (!out->rotations) return;
    yaw_track yaw = {.up = up};
    rw_quat first = rw_bake_quat_conjugate(out->rotations[0]);
    for (size_t k = 0; k < out->sample_count; k++) {
        sum->yaw = follow_yaw(&yaw, rw_bake_quat_multiply(out->rotations[k], first)) * DEGREES;
        sum->yaw_min = fmin(sum->yaw_min, sum->yaw);
        sum->yaw_max = fmax(sum->yaw_max, sum->yaw);
    }
}

bool rw_bake_take_samples(rw_bake_work *work)
{
    rw_baked *out = work->out;
    if (!plan(work)) return false;
    out->positions = rw_bake_allocate(out->sample_count, sizeof *out->positions);
    out->rotations = rw_bake_allocate(out->sample_count, sizeof *out->rotations);
    rw_evaluator rest;
    if (!out->positions || !out->rotations || !rw_evaluator_open(&rest, work->scene, NULL))
        return rw_bake_fail_memory(work->error, "");
    rw_pose first = rw_evaluate_node(&work->evaluator, work->node, work->start);
    rw_pose at_rest = rw_evaluate_node(&rest, work->node, 0);
    rw_evaluator_close(&rest);
    if (!in_reach(first.position)) return refuse_place(work, 0, work->start);
    out->summary.start_height =
        rw_bake_vec_dot(rw_space_up(&work->file_space), first.position) * work->file_space.metres_per_unit;
    rw_quat reference = work->options->facing == RW_BAKE_FACING_FIRST ? first.rotation : at_rest.rotation;
    if (!sample_all(work, reference, first)) return false;
    drop_identity(out);
    sum_up(out);
    return true;
}
