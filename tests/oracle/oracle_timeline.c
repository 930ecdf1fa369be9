#include "oracle.h"

#include <math.h>

/* Elapsed seconds: stretches within tracked ranges last their length over the rate, others their length. */
oracle_real oracle_elapsed(const oracle_answer *a, oracle_real clip_time)
{
    oracle_real elapsed = clip_time - a->time;
    for (size_t i = 0; i < a->span_count; i++)
        for (size_t j = 0; j < a->spans[i].tracked_count; j++) {
            oracle_range r = a->spans[i].tracked[j];
            oracle_real inside = fminl(r.end, clip_time) - r.start;
            if (inside > 0)
                elapsed += inside / a->spans[i].rate - inside;
        }
    return elapsed / a->request_rate;
}

oracle_real oracle_clip_time(const oracle_answer *a, oracle_real elapsed)
{
    oracle_real left = elapsed * a->request_rate, at = a->time;
    for (size_t i = 0; i < a->span_count; i++)
        for (size_t j = 0; j < a->spans[i].tracked_count; j++) {
            oracle_range r = a->spans[i].tracked[j];
            if (left <= r.start - at)
                return at + left;
            left -= r.start - at;
            if (left <= (r.end - r.start) / a->spans[i].rate)
                return r.start + left * a->spans[i].rate;
            left -= (r.end - r.start) / a->spans[i].rate;
            at = r.end;
        }
    return fminl(at + left, a->end_time);
}

oracle_pose oracle_pose_at(const oracle_answer *a, oracle_real time, size_t *phase)
{
    oracle_pose root = a->actor;
    oracle_real since = a->time;
    *phase = RW_NO_PHASE;
    for (size_t i = 0; i < a->span_count; i++) {
        const oracle_span *span = &a->spans[i];
        if (span->tracked_count == 0)
            continue;
        if (time < span->start)
            break;
        if (time < span->end) {
            *phase = i;
            return oracle_span_at(span, time);
        }
        root = span->reached;
        since = span->end;
    }
    return oracle_compose(root, oracle_clip_motion(&a->clip, since, time, a->scale));
}

static void widen(oracle_answer *a, oracle_real from, oracle_real to)
{
    oracle_real seconds = oracle_elapsed(a, to) - oracle_elapsed(a, from);
    if (seconds < 1e-9L)
        return;
    a->shortest = fminl(a->shortest, seconds);
    size_t phase;
    oracle_pose p = oracle_pose_at(a, from, &phase), q = oracle_pose_at(a, to, &phase);
    oracle_real turn = oracle_angle(oracle_product(oracle_conjugate(p.r), q.r)) * 180 / acosl(-1);
    a->peak_speed = fmaxl(a->peak_speed, oracle_length(oracle_sub(q.p, p.p)) / seconds);
    a->peak_turn_rate = fmaxl(a->peak_turn_rate, turn / seconds);
}

/* Between samples of the clip, and the edges of ranges besides. */
static void find_peaks(oracle_answer *a)
{
    a->shortest = 1;
    oracle_real at = a->time;
    while (at < a->end_time) {
        oracle_real next = fminl((floorl(at * a->clip.rate + 1e-9L) + 1) / a->clip.rate, a->end_time);
        for (size_t i = 0; i < a->span_count; i++)
            for (size_t j = 0; j < a->spans[i].tracked_count; j++) {
                oracle_range r = a->spans[i].tracked[j];
                if (r.start > at && r.start < next)
                    next = r.start;
                if (r.end > at && r.end < next)
                    next = r.end;
            }
        widen(a, at, next);
        at = next;
    }
}

/* When an event comes next: in a looping clip once a loop. */
static oracle_real next_time(oracle_answer *a, oracle_real time)
{
    if (!a->clip.desc->loop)
        return time;
    while (time < a->time) {
        oracle_margin_note(&a->margin, "event", a->time - time, 1e-15L * fmaxl(1, a->time));
        time += a->clip.duration;
    }
    return time;
}

void oracle_timeline(oracle_answer *a)
{
    a->duration = oracle_elapsed(a, a->end_time);
    for (size_t i = 0; i < a->span_count && a->profile->kind == RW_PROFILE_PHASES; i++) {
        if (a->phases[i].passed)
            continue;
        a->phases[i].elapsed_start = oracle_elapsed(a, a->spans[i].start);
        a->phases[i].elapsed_end = oracle_elapsed(a, a->spans[i].end);
    }
    for (size_t i = 0; i < a->window_count; i++) {
        a->windows[i].elapsed_start = oracle_elapsed(a, fmaxl(a->windows[i].start, a->time));
        a->windows[i].elapsed_end = oracle_elapsed(a, fmaxl(a->windows[i].end, a->time));
    }
    a->event_count = a->clip.desc->event_count;
    for (size_t i = 0; i < a->event_count; i++) {
        oracle_event *event = &a->events[i];
        event->time = next_time(a, fminl(a->clip.desc->events[i].time, a->clip.duration));
        event->passed = event->time < a->time || event->time > a->end_time;
        event->elapsed = event->passed ? 0 : oracle_elapsed(a, event->time);
    }
    find_peaks(a);
    if (isfinite(a->profile->max_speed)) {
        oracle_margin_note(&a->margin, "max speed", a->peak_speed - a->profile->max_speed,
                           1e-9L * a->profile->max_speed);
        a->warnings |= a->peak_speed > a->profile->max_speed ? RW_WARNING_MAX_SPEED : 0;
    }
}
