#include <rootwarp/trajectory.h>

#include "clip_internal.h"
#include "profile_internal.h"
#include "rotation.h"
#include "timeline.h"
#include "trig.h"
#include "warp.h"

/* A moment of the timeline, in the clip's space. */
typedef struct rw_moment {
    double clip_time;
    const rw_warp *warp;  /* the warp that it lies in; NULL in free motion */
    size_t phase;
    rw_pose from;         /* free motion: the pose that it goes on from … */
    double from_time;     /* … at this clip time */
} rw_moment;

static rw_moment locate(const rw_resolution *r, double elapsed)
{
    rw_moment m = {.phase = RW_NO_PHASE, .from = r->actor, .from_time = r->time};
    double free_start = 0.0;
    size_t count = rw_warp_count(r);
    for (size_t i = 0; i < count; i++) {
        size_t phase;
        const rw_warp *warp = rw_warp_at(r, i, &phase);
        if (elapsed < warp->elapsed_start) {
            m.clip_time = rw_min(m.from_time + (elapsed - free_start) * r->request_rate, warp->span.start);
            return m;
        }
        if (elapsed < warp->elapsed_end) {
            m.clip_time = rw_warp_clip_time(warp, r->request_rate, elapsed);
            m.warp = warp;
            m.phase = phase;
            return m;
        }
        m.from = warp->reached;
        m.from_time = warp->span.end;
        free_start = warp->elapsed_end;
    }
    m.clip_time = elapsed >= r->duration ? r->end_time
                                         : rw_min(m.from_time + (elapsed - free_start) * r->request_rate, r->end_time);
    m.clip_time = rw_max(m.clip_time, m.from_time);
    return m;
}

static rw_pose pose_of(rw_sampler *sampler, const rw_moment *m)
{
    const rw_resolution *r = sampler->resolution;
    if (m->warp == NULL)
        return rw_compose(m->from, rw_clip_motion(r->profile->clip, m->from_time, m->clip_time, r->actor_scale));
    if (sampler->warp != m->warp || sampler->progress.time > m->clip_time) {
        sampler->warp = m->warp;
        rw_progress_begin(&sampler->progress, &m->warp->span);
    }
    return rw_warp_pose(m->warp, &sampler->progress, m->clip_time);
}

static rw_pose converted(const rw_resolution *r, rw_pose pose)
{
    const rw_space *from = &r->profile->clip->info.space;
    return rw_space_equal(from, &r->space) ? pose : rw_space_convert_pose(from, &r->space, pose);
}

static rw_pose canonical(rw_pose pose)
{
    return rw_pose_of(rw_add(pose.position, rw_v(0.0, 0.0, 0.0)), rw_quat_canonical(pose.rotation));
}

void rw_sampler_init(rw_sampler *sampler, const rw_resolution *resolution)
{
    rw_sampler empty = {.resolution = resolution};
    *sampler = empty;
}

static rw_moment sample_pose(rw_sampler *sampler, double elapsed, rw_sample *sample, rw_pose *pose)
{
    const rw_resolution *r = sampler->resolution;
    elapsed = elapsed > 0.0 ? rw_min(elapsed, r->duration) : 0.0;
    rw_moment m = locate(r, elapsed);
    *pose = converted(r, pose_of(sampler, &m));
    sample->elapsed = elapsed;
    sample->clip_time = m.clip_time;
    sample->phase = m.phase;
    sample->pose = canonical(*pose);
    return m;
}

void rw_sampler_pose_at(rw_sampler *sampler, double elapsed, rw_sample *sample)
{
    rw_pose pose;
    sample_pose(sampler, elapsed, sample, &pose);
}

void rw_sampler_at(rw_sampler *sampler, double elapsed, rw_sample *sample)
{
    const rw_resolution *r = sampler->resolution;
    rw_pose pose;
    rw_moment m = sample_pose(sampler, elapsed, sample, &pose);
    rw_pose motion = rw_clip_motion(r->profile->clip, r->time, m.clip_time, r->actor_scale);
    rw_pose authored = converted(r, rw_compose(r->actor, motion));
    sample->authored = canonical(authored);
    sample->offset = canonical(rw_pose_of(rw_sub(pose.position, authored.position),
                                          rw_qmul(pose.rotation, rw_conj(authored.rotation))));
}

rw_pose rw_step(const rw_resolution *resolution, double from, double to)
{
    rw_sampler sampler;
    rw_sample a, b;
    rw_sampler_init(&sampler, resolution);
    rw_sampler_pose_at(&sampler, from, &a);
    rw_sampler_pose_at(&sampler, to, &b);
    return canonical(rw_relative(a.pose, b.pose));
}

/* The edge of an interval or warp that comes next after a clip time; the timeline's end where there is none. */
static double next_edge(const rw_resolution *r, double clip_time)
{
    double next = r->end_time;
    for (size_t i = 0; i < rw_warp_count(r); i++) {
        size_t phase;
        const rw_span *span = &rw_warp_at(r, i, &phase)->span;
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
    double at = locate(r, elapsed).clip_time;
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
    rw_moment m = locate(r, elapsed);
    if (!info->loop || m.warp != NULL || info->duration <= 0.0)
        return elapsed;
    double left = next_edge(r, m.clip_time) - m.clip_time;
    double loops = floor(left / info->duration) - 1.0;
    if (m.clip_time < *seen_until || loops < 1.0)
        return elapsed;
    *seen_until = m.clip_time + (loops + 1.0) * info->duration;
    return rw_elapsed_at(r, m.clip_time + loops * info->duration);
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
