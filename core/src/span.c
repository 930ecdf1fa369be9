#include "span.h"

#include "clip_internal.h"
#include "vec.h"

double rw_span_tracked_time(const rw_span *span, double time)
{
    double sum = 0.0;
    double last = rw_min(span->end, time);
    for (size_t i = 0; i < span->interval_count; i++) {
        double from = rw_max(span->intervals[i].start, span->start);
        double to = rw_min(span->intervals[i].end, last);
        if (to > from)
            sum += to - from;
    }
    return sum;
}

static rw_vec3 in_frame(const rw_span *span, rw_vec3 position)
{
    return rw_rotate(rw_conj(span->clip_start.rotation), rw_sub(position, span->clip_start.position));
}

rw_vec3 rw_span_displacement(const rw_span *span, double time)
{
    return in_frame(span, rw_clip_position_from(span->clip, span->first_loop, time));
}

rw_quat rw_span_rotation(const rw_span *span, double time)
{
    if (span->clip->rotations == NULL)
        return rw_quat_identity;
    return rw_qmul(rw_conj(span->clip_start.rotation),
                   rw_clip_sample_from(span->clip, span->first_loop, time).rotation);
}

/* ---- progress ---- */

void rw_progress_begin(rw_progress *progress, const rw_span *span)
{
    rw_progress empty = {.time = span->start, .knot = rw_clip_knot_after(span->clip, span->start)};
    while (empty.interval < span->interval_count && span->intervals[empty.interval].end <= span->start)
        empty.interval++;
    *progress = empty;
}

/* The position at a knot without looking for it: of a clip that does not loop, or of its first loop. */
static rw_vec3 displacement_at_knot(const rw_span *span, uint64_t knot, double time)
{
    if (knot < span->clip->info.sample_count && span->first_loop == 0.0)
        return in_frame(span, span->clip->positions[knot]);
    return rw_span_displacement(span, time);
}

/* Moves on to the next knot or interval edge, but not past `limit`; true when it reached one. */
static bool advance(rw_progress *p, const rw_span *span, double limit)
{
    double knot = rw_clip_knot_time(span->clip, p->knot);
    double next = knot <= limit ? knot : limit;
    bool edge = knot <= limit;
    bool tracked = false;
    double border = 0.0;
    if (p->interval < span->interval_count) {
        tracked = p->time >= span->intervals[p->interval].start;
        border = tracked ? span->intervals[p->interval].end : span->intervals[p->interval].start;
        if (border <= next) {
            edge = true;
            next = border;
        }
    }
    rw_vec3 position = next == knot ? displacement_at_knot(span, p->knot, next) : rw_span_displacement(span, next);
    rw_vec3 step = rw_sub(position, p->position);
    if (tracked) {
        p->covered = rw_add(p->covered, rw_abs(step));
        p->up_covered += fabs(rw_dot(step, span->up));
        p->path += rw_length(step);
    } else {
        p->gaps = rw_add(p->gaps, step);
    }
    p->position = position;
    p->time = next;
    if (knot <= next)
        p->knot++;
    if (tracked && border <= next)
        p->interval++;
    return edge;
}

void rw_progress_next(rw_progress *progress, const rw_span *span)
{
    advance(progress, span, span->end);
}

rw_progress rw_progress_at(rw_progress *progress, const rw_span *span, double time)
{
    rw_progress ahead = *progress;
    while (ahead.time < time)
        if (advance(&ahead, span, time))
            *progress = ahead;
    return ahead;
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
        advance(&p, span, span->end);
        rw_vec3 tracked = rw_sub(p.position, p.gaps);
        if (square > 0.0)
            span->skew_peak = rw_max(span->skew_peak, fabs(rw_dot(tracked, span->tracked) / square));
        if (level > 0.0)
            span->level_peak = rw_max(span->level_peak, rw_length(rw_flat(tracked, span->up)) / level);
    }
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
    span.tracked_time = rw_span_tracked_time(&span, whole.end);
    rw_progress p;
    rw_progress_begin(&p, &span);
    p = rw_progress_at(&p, &span, whole.end);
    span.tracked = rw_sub(p.position, p.gaps);
    span.covered = p.covered;
    span.up_covered = p.up_covered;
    span.path = p.path;
    measure_peaks(&span);
    return span;
}

void rw_span_tilt(rw_span *span, rw_vec3 up)
{
    rw_vec3 off = rw_sub(up, span->up);
    if (rw_dot(off, off) < 1e-18) /* upright, but for rounding */
        return;
    rw_interval whole = {span->start, span->end};
    *span = rw_span_measure(span->clip, whole, span->intervals, span->interval_count, &up);
}
