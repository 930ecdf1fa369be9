#include "oracle.h"

#include <math.h>
#include <stdlib.h>

static oracle_quat raw_rotation(const rw_clip_desc *desc, size_t k)
{
    return desc->rotation_count > 0 ? oracle_quat_of(desc->rotations[k]) : oracle_identity();
}

bool oracle_clip_make(const rw_clip_desc *desc, oracle_clip *clip)
{
    *clip = (oracle_clip){.desc = desc, .count = desc->sample_count, .rate = desc->frame_rate};
    clip->poses = malloc(clip->count * sizeof *clip->poses);
    if (clip->poses == NULL)
        return false;
    clip->duration = (double)(clip->count - 1) / desc->frame_rate; /* a double: callers see it and send it back */
    clip->nothing = (oracle_real)RW_NOTHING_METRES / desc->space.metres_per_unit;
    clip->up = oracle_axis_vector(desc->space.up);
    clip->forward = oracle_axis_vector(desc->space.forward);

    oracle_quat first = raw_rotation(desc, 0);
    oracle_pose yaw = {oracle_vec_of(desc->positions[0]),
                       oracle_turn_about(clip->up, oracle_twist(first, clip->up))};
    oracle_quat tilt = oracle_product(oracle_conjugate(yaw.r), first);
    clip->tilt = oracle_angle(tilt) * 180 / acosl(-1);
    for (size_t k = 0; k < clip->count; k++) {
        oracle_vec p = oracle_vec_of(desc->positions[k]);
        for (int axis = 0; axis < 3; axis++)
            if (fabsl(oracle_axis(p, axis)) > clip->largest)
                clip->largest = fabsl(oracle_axis(p, axis));
        oracle_pose rebased = oracle_compose(oracle_inverse(yaw), (oracle_pose){p, raw_rotation(desc, k)});
        rebased.p = oracle_rotate(oracle_conjugate(yaw.r), oracle_sub(p, yaw.p));
        rebased.r = oracle_product(rebased.r, oracle_conjugate(tilt));
        clip->poses[k] = rebased;
    }
    return true;
}

void oracle_clip_free(oracle_clip *clip)
{
    free(clip->poses);
    clip->poses = NULL;
}

static oracle_pose within_a_loop(const oracle_clip *clip, oracle_real time)
{
    oracle_real frame = oracle_clamp(time * clip->rate, 0, (oracle_real)(clip->count - 1));
    size_t k = (size_t)floorl(frame);
    oracle_real part = frame - (oracle_real)k;
    if (part == 0)
        return clip->poses[k];
    oracle_pose a = clip->poses[k], b = clip->poses[k + 1];
    return (oracle_pose){oracle_add(oracle_times(a.p, 1 - part), oracle_times(b.p, part)),
                         oracle_slerp(a.r, b.r, part, clip->up)};
}

oracle_pose oracle_clip_at(const oracle_clip *clip, oracle_real time)
{
    if (!clip->desc->loop || clip->count == 1)
        return within_a_loop(clip, time);
    oracle_real loops = floorl(time / clip->duration);
    oracle_pose pose = {{0, 0, 0}, oracle_identity()};
    for (oracle_real i = 0; i < loops; i += 1)
        pose = oracle_compose(pose, clip->poses[clip->count - 1]);
    return oracle_compose(pose, within_a_loop(clip, time - loops * clip->duration));
}

oracle_pose oracle_clip_motion(const oracle_clip *clip, oracle_real from, oracle_real to, oracle_real scale)
{
    oracle_pose motion = oracle_compose(oracle_inverse(oracle_clip_at(clip, from)), oracle_clip_at(clip, to));
    motion.p = oracle_times(motion.p, scale);
    return motion;
}

oracle_real oracle_loop_end(const oracle_clip *clip, oracle_real time)
{
    if (!clip->desc->loop || clip->duration <= 0)
        return fmaxl(clip->duration, time);
    oracle_real loops = time / clip->duration, whole = roundl(loops);
    bool there = fabsl(loops - whole) <= 1e-12L * fmaxl(1, loops);
    return fmaxl(time, (there ? whole : ceill(loops)) * clip->duration);
}

oracle_range oracle_clip_range(const oracle_clip *clip, bool normalised, double start, double end)
{
    oracle_real unit = normalised ? clip->duration : 1;
    oracle_range range = {start * unit, end * unit};
    if (!clip->desc->loop && range.end > clip->duration && range.end <= clip->duration + 1e-4L)
        range.end = clip->duration;
    return range;
}

oracle_real oracle_clip_yaw(const oracle_clip *clip)
{
    oracle_real half = acosl(-1), sum = 0, before = 0;
    for (size_t k = 1; k < clip->count; k++) {
        oracle_real yaw = oracle_twist(clip->poses[k].r, clip->up);
        oracle_real step = yaw - before;
        if (step > half)
            step -= 2 * half;
        if (step <= -half)
            step += 2 * half;
        sum += step;
        before = yaw;
    }
    return sum * 180 / half;
}
