#include "span.h"

#include "clip_internal.h"
#include "vec.h"

rw_quat rw_span_rotation(const rw_span *span, double time)
{
    return rw_qmul(rw_conj(span->clip_start.rotation), rw_clip_rotation_from(span->clip, span->first_loop, time));
}

/* ---- progress ---- */

void rw_progress_begin(rw_progress *progress, const rw_span *span)
{
    uint64_t knot = rw_clip_knot_after(span->clip, span->start);
    rw_progress begun = {.time = span->start, .knot = knot, .knot_time = rw_clip_knot_time(span->clip, knot)};
    while (begun.interval < span->interval_count && span->intervals[begun.interval].end <= span->start)
        begun.interval++;
    *progress = begun;
}

/* Where the next knot or interval edge lies. A span ends with its last interval: there is one until then. */
static double next_border(const rw_progress *p, const rw_span *span)
{
    const rw_interval *interval = &span->intervals[p->interval];
    return rw_min(p->knot_time, p->time >= interval->start ? interval->end : interval->start);
}

/* Moves on to `next`, at most next_border(). */
static inline void advance(rw_progress *p, const rw_span *span, double next)
{
    bool tracked = p->time >= span->intervals[p->interval].start;
    rw_vec3 position = next == p->knot_time ? rw_span_displacement_at_knot(span, p->knot, next)
                                            : rw_span_displacement(span, next);
    rw_vec3 step = rw_sub(position, p->position);
    if (tracked) {
        p->covered = rw_add(p->covered, rw_abs(step));
        p->up_covered += fabs(rw_dot(step, span->up));
        p->path += rw_length(step);
        if (span->intervals[p->interval].end <= next)
            p->interval++;
    } else {
        p->gaps = rw_add(p->gaps, step);
    }
    p->position = position;
    p->time = next;
    if (p->knot_time <= next)
        p->knot_time = rw_clip_knot_time(span->clip, ++p->knot);
}

void rw_progress_next(rw_progress *progress, const rw_span *span)
{
    advance(progress, span, rw_min(next_border(progress, span), span->end));
}

void rw_progress_at(rw_progress *progress, const rw_span *span, double time, rw_progress *ahead)
{
    while (progress->time < time) {
        double next = next_border(progress, span);
        if (next > time)
            break;
        advance(progress, span, next);
    }
    *ahead = *progress;
    if (ahead->time < time)
        advance(ahead, span, time);
}

void rw_progress_pass(rw_progress *progress, const rw_span *span, double time)
{
    const rw_clip *clip = span->clip;
    double next = rw_clip_knot_time(clip, progress->knot + 1);
    if (next > time) {
        progress->time = progress->knot_time;
        progress->knot++;
    } else {
        progress->knot = rw_clip_knot_after(clip, time);
        progress->time = rw_clip_knot_time(clip, progress->knot - 1);
        next = rw_clip_knot_time(clip, progress->knot);
    }
    progress->knot_time = next;
}

/* ---- measuring ---- */

/* The largest weights of skew and scale: both are largest at a knot or an edge. */
static void measure_peaks(rw_span *span)
{
    double square = rw_dot(span->tracked, span->tracked);
    double level = rw_length(rw_flat(span->tracked, span->up));
    rw_progress p;
    rw_progress_begin(&p, span);
    span->skew_peak = square > 0.0 ? 1.0 : (double)INFINITY;
    span->level_peak = level > 0.0 ? 1.0 : (double)INFINITY;
    while (p.time < span->end) {
        rw_progress_next(&p, span);
        rw_vec3 tracked = rw_sub(p.position, p.gaps);
        if (square > 0.0)
            span->skew_peak = rw_max(span->skew_peak, fabs(rw_dot(tracked, span->tracked) / square));
        if (level > 0.0)
            span->level_peak = rw_max(span->level_peak, rw_length(rw_flat(tracked, span->up)) / level);
    }
}

/* Whether two unit vectors do, but for rounding. */
static bool differs(rw_vec3 a, rw_vec3 b)
{
    rw_vec3 off = rw_sub(a, b);
    return !(rw_dot(off, off) < 1e-18);
}

rw_span rw_span_measure(const rw_clip *clip, rw_interval whole, const rw_interval *intervals, size_t interval_count,
                        const rw_vec3 *up)
{
    double loop = rw_clip_loop_of(clip, whole.start);
    rw_span span = {.clip = clip,
                    .start = whole.start,
                    .end = whole.end,
                    .intervals = intervals,
                    .interval_count = interval_count,
                    .clip_start = rw_clip_sample_from(clip, loop, whole.start),
                    .first_loop = loop};
    span.natural = rw_relative(span.clip_start, rw_clip_sample_from(clip, loop, whole.end));
    span.up = up != NULL ? *up : rw_rotate(rw_conj(span.clip_start.rotation), clip->up);
    span.upright = !differs(span.up, clip->up);
    span.tracked_time = rw_span_tracked_time(&span, whole.end);
    rw_progress p;
    rw_progress_begin(&p, &span);
    rw_progress_at(&p, &span, whole.end, &p);
    span.tracked = rw_sub(p.position, p.gaps);
    span.covered = p.covered;
    span.up_covered = p.up_covered;
    span.path = p.path;
    measure_peaks(&span);
    return span;
}

void rw_span_tilt(rw_span *span, rw_vec3 up)
{
    if (!differs(up, span->up))
        return;
    rw_interval whole = {span->start, span->end};
    *span = rw_span_measure(span->clip, whole, span->intervals, span->interval_count, &up);
}
