/* The partner of an aligned pair: its clip, unwarped, from where it stands. */
#include <math.h>

#include "service/plan.h"

static rw_vec3 cross(rw_vec3 a, rw_vec3 b)
{
    return (rw_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static rw_vec3 rotated(rw_quat q, rw_vec3 v)
{
    const rw_vec3 axis = {q.x, q.y, q.z};
    const rw_vec3 t = cross(axis, v);
    const rw_vec3 u = cross(axis, t);
    return (rw_vec3){v.x + 2 * (q.w * t.x + u.x), v.y + 2 * (q.w * t.y + u.y), v.z + 2 * (q.w * t.z + u.z)};
}

static rw_quat product(rw_quat a, rw_quat b)
{
    return (rw_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                     a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/* Of unit length, and of the two that turn alike the one that answers give. */
static rw_quat canonical(rw_quat q)
{
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    const double first = q.w != 0 ? q.w : q.x != 0 ? q.x : q.y != 0 ? q.y : q.z;
    const double by = first < 0 ? -length : length;
    return (rw_quat){q.x / by, q.y / by, q.z / by, q.w / by};
}

static double loops_before(const rw_clip_info *clip, double time)
{
    return clip->loop && clip->duration > 0 ? floor(time / clip->duration) : 0;
}

static double end_time(const rw_clip_info *clip, double time)
{
    return clip->loop ? (loops_before(clip, time) + 1) * clip->duration : clip->duration;
}

double rw_partner_duration(const rw_partner *partner, double play_rate)
{
    if (partner->clip == NULL)
        return 0;
    rw_clip_info clip;
    rw_clip_describe(partner->clip, &clip);
    return fmax(0, (end_time(&clip, partner->time) - partner->time) / play_rate);
}

rw_pose rw_partner_pose(const rw_partner *partner, const rw_space *space, double play_rate, double elapsed)
{
    const rw_placement *placement = &partner->placement;
    const rw_pose start = {placement->position,
                           canonical(placement->has_yaw ? rw_space_yaw(space, placement->yaw) : placement->rotation)};
    if (partner->clip == NULL || !(elapsed > 0))
        return start;
    rw_clip_info clip;
    rw_clip_describe(partner->clip, &clip);
    const bool same = rw_space_equal(space, &clip.space);
    const rw_pose from = same ? start : rw_space_convert_pose(space, &clip.space, start);
    const double until = fmin(elapsed, rw_partner_duration(partner, play_rate));
    const double time = fmin(partner->time + until * play_rate, end_time(&clip, partner->time));
    const rw_pose motion = rw_clip_motion(partner->clip, partner->time, time, partner->scale);
    const rw_vec3 moved = rotated(from.rotation, motion.position);
    rw_pose pose = {{from.position.x + moved.x, from.position.y + moved.y, from.position.z + moved.z},
                    product(from.rotation, motion.rotation)};
    if (!same)
        pose = rw_space_convert_pose(&clip.space, space, pose);
    pose.rotation = canonical(pose.rotation);
    return pose;
}

double rw_partner_event(const rw_partner *partner, double play_rate, size_t index)
{
    rw_clip_info clip;
    rw_clip_describe(partner->clip, &clip);
    double at = rw_clip_event(partner->clip, index).time;
    if (clip.loop && at < partner->time) {
        at += loops_before(&clip, partner->time) * clip.duration;
        at += at < partner->time ? clip.duration : 0;
    }
    return (at - partner->time) / play_rate;
}
