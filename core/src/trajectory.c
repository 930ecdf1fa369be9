#include <rootwarp/trajectory.h>

#include "clip_internal.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"
#include "warp.h"

/* The stretch that an elapsed time lies in. */
static rw_stretch stretch_at(const rw_resolution *r, double elapsed)
{
    rw_stretch s = {.phase = RW_NO_PHASE, .pose = &r->actor, .clip_start = r->time};
    size_t count = rw_warp_count(r);
    for (size_t i = 0; i < count; i++) {
        const rw_warp *warp = rw_warp_at(r, i);
        if (elapsed < warp->elapsed_start) {
            s.to = warp->elapsed_start;
            s.clip_end = warp->span.start;
            return s;
        }
        if (elapsed < warp->elapsed_end) {
            s.from = warp->elapsed_start;
            s.to = warp->elapsed_end;
            s.warp = warp;
            s.phase = rw_warp_phase(r, i);
            return s;
        }
        s.from = warp->elapsed_end;
        s.pose = &warp->reached;
        s.clip_start = warp->span.end;
    }
    s.to = (double)INFINITY;
    s.clip_end = r->end_time;
    s.last = true;
    return s;
}

static inline double clip_time_in(const rw_resolution *r, const rw_stretch *s, double elapsed)
{
    if (s->warp != NULL)
        return rw_warp_clip_time(s->warp, r->request_rate, elapsed);
    double at = rw_min(s->clip_start + (elapsed - s->from) * r->request_rate, s->clip_end);
    if (s->last)
        at = rw_max(elapsed >= r->duration ? s->clip_end : at, s->clip_start);
    return at;
}

static rw_pose sample_of(const rw_clip *clip, double seen_from, double time)
{
    return rw_clip_sample_from(clip, rw_clip_loop_of(clip, seen_from), time);
}

/* Where a root that stands at `pose` at clip time `from` is at `to`; start: X(from) seen from its loop. */
static inline rw_pose carried(const rw_resolution *r, const rw_pose *pose, const rw_pose *start, double from, double to)
{
    const rw_clip *clip = r->profile->clip;
    rw_pose there = sample_of(clip, from, to);
    if (clip->rotations == NULL) {
        rw_vec3 moved = rw_mul(rw_sub(there.position, start->position), r->actor_scale);
        return rw_pose_of(rw_add(pose->position, rw_rotate(pose->rotation, moved)), pose->rotation);
    }
    rw_pose motion = rw_relative(*start, there);
    motion.position = rw_mul(motion.position, r->actor_scale);
    return rw_compose(*pose, motion);
}

static void enter(rw_sampler *sampler, double elapsed)
{
    const rw_resolution *r = sampler->resolution;
    rw_stretch s = stretch_at(r, elapsed);
    if (s.warp != NULL)
        rw_walk_begin(&sampler->walk, s.warp);
    else
        sampler->free = sample_of(r->profile->clip, s.clip_start, s.clip_start);
    sampler->stretch = s;
    sampler->begun = true;
}

static void convert(const rw_resolution *r, rw_pose *pose)
{
    *pose = rw_space_convert_pose(&r->profile->clip->info.space, &r->space, *pose);
}

void rw_sampler_init(rw_sampler *sampler, const rw_resolution *resolution)
{
    sampler->resolution = resolution;
    sampler->converted = !rw_space_equal(&resolution->profile->clip->info.space, &resolution->space);
    sampler->begun = sampler->has_authored = false;
}

/* Sets the sample but for `authored` and `offset`; its pose is not in canonical form yet. */
static inline void sample_pose(rw_sampler *sampler, double elapsed, rw_sample *sample)
{
    const rw_resolution *r = sampler->resolution;
    const rw_stretch *s = &sampler->stretch;
    elapsed = elapsed > 0.0 ? rw_min(elapsed, r->duration) : 0.0;
    if (!sampler->begun || elapsed < s->from || elapsed >= s->to)
        enter(sampler, elapsed);
    double clip_time = clip_time_in(r, s, elapsed);
    sample->elapsed = elapsed;
    sample->clip_time = clip_time;
    sample->phase = s->phase;
    if (s->warp == NULL) {
        sample->pose = carried(r, s->pose, &sampler->free, s->clip_start, clip_time);
    } else {
        if (sampler->walk.progress.time > clip_time)
            rw_progress_begin(&sampler->walk.progress, &s->warp->span);
        rw_warp_pose(s->warp, &sampler->walk, clip_time, &sample->pose);
    }
    if (sampler->converted)
        convert(r, &sample->pose);
}

void rw_sampler_pose_at(rw_sampler *sampler, double elapsed, rw_sample *sample)
{
    sample_pose(sampler, elapsed, sample);
    sample->pose = rw_pose_canonical(sample->pose);
}

void rw_sampler_at(rw_sampler *sampler, double elapsed, rw_sample *sample)
{
    const rw_resolution *r = sampler->resolution;
    sample_pose(sampler, elapsed, sample);
    if (!sampler->has_authored) {
        sampler->authored = sample_of(r->profile->clip, r->time, r->time);
        sampler->has_authored = true;
    }
    rw_pose authored = carried(r, &r->actor, &sampler->authored, r->time, sample->clip_time);
    if (sampler->converted)
        convert(r, &authored);
    rw_pose offset = rw_pose_of(rw_sub(sample->pose.position, authored.position),
                                rw_qmul(sample->pose.rotation, rw_conj(authored.rotation)));
    sample->pose = rw_pose_canonical(sample->pose);
    sample->authored = rw_pose_canonical(authored);
    sample->offset = rw_pose_canonical(offset);
}

rw_pose rw_step(const rw_resolution *resolution, double from, double to)
{
    rw_sampler sampler;
    rw_sample a, b;
    rw_sampler_init(&sampler, resolution);
    rw_sampler_pose_at(&sampler, from, &a);
    rw_sampler_pose_at(&sampler, to, &b);
    return rw_pose_canonical(rw_relative(a.pose, b.pose));
}

/* The edge of an interval or warp that comes next after a clip time; the timeline's end where there is none. */
static double next_edge(const rw_resolution *r, double clip_time)
{
    double next = r->end_time;
    for (size_t i = 0; i < rw_warp_count(r); i++) {
        const rw_span *span = &rw_warp_at(r, i)->span;
        const double ends[2] = {span->start, span->end};
        for (size_t j = 0; j < 2; j++)
            if (ends[j] > clip_time)
                next = rw_min(next, ends[j]);
        for (size_t j = 0; j < span->interval_count; j++) {
            if (span->intervals[j].start > clip_time)
                next = rw_min(next, span->intervals[j].start);
            if (span->intervals[j].end > clip_time)
                next = rw_min(next, span->intervals[j].end);
        }
    }
    return next;
}

double rw_next_corner(const rw_resolution *r, double elapsed, uint64_t *knot)
{
    const rw_clip *clip = r->profile->clip;
    rw_stretch stretch = stretch_at(r, elapsed);
    double at = clip_time_in(r, &stretch, elapsed);
    while (at < r->end_time) {
        while (rw_clip_knot_time(clip, *knot) <= at)
            (*knot)++;
        at = rw_min(next_edge(r, at), rw_clip_knot_time(clip, *knot));
        double corner = rw_elapsed_at(r, rw_min(at, r->end_time));
        if (corner > elapsed)
            return rw_min(corner, r->duration);
    }
    return r->duration;
}

/* Free motion repeats itself from loop to loop: where a stretch of it begins that is longer than a loop, the elapsed
 * time to go on from once one loop has been seen; otherwise `elapsed`. */
static double past_repetition(const rw_resolution *r, double elapsed, double *seen_until)
{
    const rw_clip_info *info = &r->profile->clip->info;
    if (!info->loop)
        return elapsed;
    rw_stretch stretch = stretch_at(r, elapsed);
    if (stretch.warp != NULL)
        return elapsed;
    double clip_time = clip_time_in(r, &stretch, elapsed);
    double left = next_edge(r, clip_time) - clip_time;
    double loops = floor(left / info->duration) - 1.0;
    if (clip_time < *seen_until || loops < 1.0)
        return elapsed;
    *seen_until = clip_time + (loops + 1.0) * info->duration;
    return rw_elapsed_at(r, clip_time + loops * info->duration);
}

void rw_trajectory_peaks(const rw_resolution *resolution, double *peak_speed, double *peak_turn_rate)
{
    const rw_resolution *r = resolution;
    const double shortest = 1e-9; /* seconds: corners closer than this are one */
    rw_sampler sampler;
    rw_sample last, sample;
    double speed = 0.0;
    double turn = 0.0;
    double seen_until = -1.0;
    rw_sampler_init(&sampler, r);
    double elapsed = past_repetition(r, 0.0, &seen_until);
    rw_sampler_pose_at(&sampler, elapsed, &last);
    uint64_t knot = rw_clip_knot_after(r->profile->clip, last.clip_time);
    while (elapsed < r->duration) {
        double corner = rw_next_corner(r, elapsed, &knot);
        elapsed = corner;
        if (elapsed - last.elapsed < shortest)
            continue;
        rw_sampler_pose_at(&sampler, elapsed, &sample);
        double seconds = elapsed - last.elapsed;
        speed = rw_max(speed, rw_length(rw_sub(sample.pose.position, last.pose.position)) / seconds);
        turn = rw_max(turn, rw_quat_angle(last.pose.rotation, sample.pose.rotation) * (180.0 / RW_PI) / seconds);
        last = sample;
        double on = past_repetition(r, elapsed, &seen_until);
        if (on > elapsed) {
            elapsed = on;
            rw_sampler_pose_at(&sampler, elapsed, &last);
            knot = rw_clip_knot_after(r->profile->clip, last.clip_time);
        }
    }
    *peak_speed = speed;
    *peak_turn_rate = turn;
}
