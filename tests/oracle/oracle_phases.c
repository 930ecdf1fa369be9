#include "oracle.h"

#include <math.h>

static oracle_pose target_pose(const oracle_answer *a, const rw_placement *given)
{
    oracle_quat r = given->has_yaw ? oracle_turn_about(oracle_axis_vector(a->space->up),
                                                       fmodl(given->yaw, 360) * acosl(-1) / 180)
                                   : oracle_quat_of(given->rotation);
    return oracle_convert_pose(a->space, &a->clip.desc->space, (oracle_pose){oracle_vec_of(given->position), r});
}

static bool aim(oracle_answer *a, oracle_span *span, const rw_phase_desc *d)
{
    bool clamped;
    span->rate = oracle_play_rate(d->has_rate ? &d->rate : NULL, oracle_length(span->natural.p),
                                  oracle_length(oracle_sub(span->warp_point.p, span->origin.p)), a->clip.nothing,
                                  &clamped, &a->margin);
    oracle_span_turn(span, d->turn_cap, span->total.time / (span->rate * a->request_rate), &a->margin);
    return clamped;
}

/* The rotation at the end, as far as the cap allows. */
static oracle_quat end_rotation(const oracle_span *span)
{
    if (span->rotation == RW_ROTATION_KEEP || span->turn_fraction >= 1)
        return span->warp_point.r;
    oracle_quat part = oracle_power(span->turning, span->turn_fraction);
    oracle_quat authored = span->turn == RW_TURN_OFFSET ? span->natural.r : oracle_identity();
    return oracle_product(oracle_product(span->origin.r, authored), part);
}

/* Moves the root so that the anchor is at the goal by the turn that the span has; the rate and turn that follow. */
static bool rehang(oracle_answer *a, oracle_span *span, const rw_phase_desc *d, oracle_pose goal)
{
    oracle_vec arm = oracle_times(oracle_vec_of(d->anchor), a->scale);
    span->warp_point.p = oracle_sub(goal.p, oracle_rotate(end_rotation(span), arm));
    return aim(a, span, d);
}

/* The turn of a phase that were played at a rate. */
static void suppose(oracle_answer *a, oracle_span *span, const rw_phase_desc *d, oracle_real rate)
{
    span->rate = rate;
    oracle_span_turn(span, d->turn_cap, span->total.time / (rate * a->request_rate), &a->margin);
}

/* An anchor stands where the rotation at the end puts it, which hangs on the time that the phase takes, and that on how
 * far the root goes: from a first guess on until it stands. Where it never does, the rate is looked for between its
 * limits: too low while a higher one follows from it. */
static void place(oracle_answer *a, oracle_span *span, const rw_phase_desc *d, oracle_pose goal)
{
    span->warp_point = goal;
    bool clamped = aim(a, span, d);
    oracle_real before = span->rate;
    for (int i = 0; i < 64 && d->has_anchor; i++) {
        before = span->rate;
        clamped = rehang(a, span, d, goal);
        if (span->rate == before)
            break;
    }
    if (fabsl(span->rate - before) > 1e-12L * span->rate) {
        oracle_real edges[2] = {d->rate.min, d->rate.max};
        for (int i = 0; i < 80; i++) {
            oracle_real middle = (edges[0] + edges[1]) / 2;
            suppose(a, span, d, middle);
            clamped = rehang(a, span, d, goal);
            edges[span->rate > middle ? 0 : 1] = middle;
        }
    }
    a->warnings |= clamped ? RW_WARNING_RATE_CLAMPED : 0;
    oracle_span_finish(span, &a->margin);
}

/* Which way to look. A phase whose root is placed by an anchor looks from where it starts: where its root will stand
 * depends on which way it looks. */
static oracle_quat looking(oracle_answer *a, const oracle_span *span, const rw_phase_desc *d, oracle_vec from,
                           oracle_vec to, oracle_quat kept)
{
    bool found;
    if (!d->has_anchor) {
        oracle_margin edge = {.least = 1e30L, .extent = a->margin.extent};
        oracle_quat r = oracle_facing(&a->clip, from, to, &found, &edge);
        a->margin.blur = fmaxl(a->margin.blur, edge.blur);
        oracle_real apart = oracle_length(oracle_flat(oracle_sub(to, from), a->clip.up));
        if (apart > 0) /* an offset of nothing leaves nothing, in every arithmetic */
            oracle_margin_note(&a->margin, "face", apart - a->clip.nothing, 1e-14L * a->margin.extent);
        if (found)
            return r;
    }
    oracle_quat r = oracle_facing(&a->clip, span->origin.p, to, &found, &a->margin);
    a->warnings |= found ? 0 : RW_WARNING_NO_DIRECTION;
    return found ? r : kept;
}

static oracle_pose wanted_pose(oracle_answer *a, const oracle_span *span, const rw_phase_desc *d, oracle_pose target)
{
    oracle_pose offset = {oracle_vec_of(d->translation_offset), oracle_quat_of(d->rotation_offset)};
    oracle_pose wanted = oracle_compose(target, offset);
    oracle_real last = d->land == RW_LAND_CLIP ? oracle_loop_end(&a->clip, span->end) : span->end;
    oracle_pose rest = oracle_clip_motion(&a->clip, span->end, last, a->scale);
    oracle_quat kept = oracle_product(oracle_product(span->origin.r, span->natural.r), rest.r);
    if (d->rotation == RW_ROTATION_FACE)
        wanted.r = looking(a, span, d, wanted.p, target.p, kept);
    if (d->rotation == RW_ROTATION_KEEP)
        wanted.r = kept;
    return oracle_compose(wanted, oracle_inverse(rest));
}

void oracle_phases(const rw_resolve_job *job, oracle_answer *a)
{
    const rw_profile_desc *profile = a->profile;
    oracle_pose at = a->actor;
    oracle_real time = a->time;
    a->span_count = profile->phase_count;
    a->window_passed = true;
    for (size_t i = 0; i < profile->phase_count; i++) {
        const rw_phase_desc *d = &profile->phases[i];
        oracle_span *span = &a->spans[i];
        oracle_range range = oracle_clip_range(&a->clip, profile->times_normalised, d->start, d->end);
        *span = (oracle_span){.clip = &a->clip, .scale = a->scale, .rotation = d->rotation, .turn = d->turn,
                              .method = d->method, .easing = d->easing, .axes = {d->axes[0], d->axes[1], d->axes[2]}};
        span->start = fmaxl(range.start, a->time);
        span->end = range.end;
        oracle_margin_time(&a->margin, a->time, range.end);
        a->phases[i].passed = a->time >= range.end;
        if (a->phases[i].passed)
            continue;
        a->window_passed = false;
        span->tracked[0] = (oracle_range){span->start, range.end};
        span->tracked_count = 1;
        span->origin = oracle_compose(at, oracle_clip_motion(&a->clip, time, span->start, a->scale));
        oracle_span_settle(span, &a->margin);
        place(a, span, d, wanted_pose(a, span, d, target_pose(a, &job->targets[i])));
        a->phases[i].net = oracle_times(span->total.tracked, 1 / a->scale);
        a->phases[i].covered = oracle_times(span->total.covered, 1 / a->scale);
        at = span->reached;
        time = range.end;
    }
}
