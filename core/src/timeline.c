#include "timeline.h"

#include "clip_internal.h"
#include "profile_internal.h"

static double elapsed_within(const rw_warp *warp, double request_rate, double clip_time)
{
    double tracked = rw_span_tracked_time(&warp->span, clip_time);
    return (tracked / warp->rate + ((clip_time - warp->span.start) - tracked)) / request_rate;
}

double rw_elapsed_at(const rw_resolution *r, double clip_time)
{
    for (size_t i = rw_warp_count(r); i-- > 0;) { /* the last one that has begun */
        const rw_warp *warp = rw_warp_at(r, i);
        if (clip_time <= warp->span.start)
            continue;
        if (clip_time < warp->span.end)
            return warp->elapsed_start + elapsed_within(warp, r->request_rate, clip_time);
        return warp->elapsed_end + (clip_time - warp->span.end) / r->request_rate;
    }
    return (clip_time - r->time) / r->request_rate;
}

double rw_warp_clip_time(const rw_warp *warp, double request_rate, double elapsed)
{
    double left = (elapsed - warp->elapsed_start) * request_rate;
    double at = warp->span.start;
    for (size_t i = 0; i < warp->span.interval_count; i++) {
        double from = rw_max(warp->span.intervals[i].start, warp->span.start);
        double to = warp->span.intervals[i].end;
        if (to <= at)
            continue;
        if (left <= from - at)
            break; /* in the gap before this interval */
        left -= from - at;
        if (left * warp->rate < to - from)
            return from + left * warp->rate;
        left -= (to - from) / warp->rate;
        at = to;
    }
    return rw_min(at + rw_max(left, 0.0), warp->span.end);
}

static double timeline_end(const rw_resolution *r)
{
    const rw_clip *clip = r->profile->clip;
    if (!clip->info.loop)
        return rw_max(clip->info.duration, r->time);
    double last = r->time;
    size_t count = rw_warp_count(r);
    if (count > 0)
        last = rw_warp_at(r, count - 1)->span.end;
    return rw_max(rw_clip_loop_end(clip, last), last);
}

/* When the event comes next: in a looping clip it comes in every loop. */
static double next_occurrence(const rw_clip *clip, double event_time, double time)
{
    if (event_time >= time || !clip->info.loop)
        return event_time;
    double loops = rw_max(floor((time - event_time) / clip->info.duration), 0.0);
    double at = loops * clip->info.duration + event_time; /* at or before `time`, but for rounding */
    return at < time ? (loops + 1.0) * clip->info.duration + event_time : at;
}

void rw_timeline_finish(rw_resolution *r)
{
    const rw_clip *clip = r->profile->clip;
    r->end_time = timeline_end(r);
    r->duration = rw_elapsed_at(r, r->end_time);
    r->event_count = clip->info.event_count;
    for (size_t i = 0; i < r->event_count; i++) {
        const rw_event *event = &clip->events[i];
        rw_event_result *result = &r->events[i];
        double at = next_occurrence(clip, event->time, r->time);
        bool passed = at < r->time || at > r->end_time;
        result->name = event->name;
        result->time = at;
        result->passed = passed;
        result->elapsed = passed ? 0.0 : rw_elapsed_at(r, at);
    }
}
