#include "oracle.h"

#include <math.h>

static oracle_vec moved_to(const oracle_span *span, oracle_real time)
{
    return oracle_clip_motion(span->clip, span->start, time, span->scale).p;
}

static void count_step(const oracle_span *span, oracle_vec step, const oracle_vec *net, oracle_measure *m)
{
    m->tracked = oracle_add(m->tracked, step);
    m->covered = oracle_add(m->covered, (oracle_vec){fabsl(step.x), fabsl(step.y), fabsl(step.z)});
    m->up_covered += fabsl(oracle_dot(step, span->up));
    m->path += oracle_length(step);
    if (net == NULL)
        return;
    oracle_real along = fabsl(oracle_dot(m->tracked, *net) / oracle_dot(*net, *net));
    m->peak_skew = fmaxl(m->peak_skew, along);
    oracle_real level = oracle_length(oracle_flat(*net, span->up));
    if (level > 0)
        m->peak_level = fmaxl(m->peak_level, oracle_length(oracle_flat(m->tracked, span->up)) / level);
}

void oracle_span_measure(const oracle_span *span, oracle_real until, const oracle_vec *net, oracle_measure *measure)
{
    *measure = (oracle_measure){.moved = moved_to(span, until)};
    for (size_t i = 0; i < span->tracked_count; i++) {
        oracle_real a = fmaxl(span->tracked[i].start, span->start);
        oracle_real b = fminl(fminl(span->tracked[i].end, span->end), until);
        if (a >= b)
            continue;
        measure->time += b - a;
        oracle_vec from = moved_to(span, a);
        for (oracle_real knot = floorl(a * span->clip->rate) + 1; knot / span->clip->rate < b; knot += 1) {
            oracle_vec to = moved_to(span, knot / span->clip->rate);
            count_step(span, oracle_sub(to, from), net, measure);
            from = to;
        }
        count_step(span, oracle_sub(moved_to(span, b), from), net, measure);
    }
}

/* Whether a length measured on the curve is nothing, or only rounding of the raw coordinates. The two solvers may
 * differ by about 1e-15 of what went into it. */
static bool is_nothing(const oracle_span *span, const char *what, oracle_real length, oracle_margin *margin)
{
    oracle_real limit = fmaxl(span->clip->nothing, 1e-9L * span->clip->largest * span->scale);
    oracle_margin_note(margin, what, length - limit, 1e-15L * span->total.path + 1e-9L * limit);
    return length < limit;
}

void oracle_span_settle(oracle_span *span, oracle_margin *margin)
{
    span->up = oracle_rotate(oracle_conjugate(span->origin.r), span->clip->up);
    span->natural = oracle_clip_motion(span->clip, span->start, span->end, span->scale);
    oracle_span_measure(span, span->end, NULL, &span->total);
    bool per_axis = span->method == RW_METHOD_AXIS;
    bool up = span->split_up || span->method == RW_METHOD_SCALE;
    oracle_margin ignored = {.least = 1e30L};
    for (int axis = 0; axis < 3; axis++)
        span->by_time[axis] = is_nothing(span, "axis total", oracle_axis(span->total.covered, axis),
                                              per_axis ? margin : &ignored);
    span->up_by_time = is_nothing(span, "up total", span->total.up_covered, up ? margin : &ignored);
}

void oracle_span_turn(oracle_span *span, oracle_real cap, oracle_real elapsed, oracle_margin *margin)
{
    oracle_quat missing = oracle_product(oracle_conjugate(span->origin.r), span->warp_point.r);
    if (span->rotation == RW_ROTATION_KEEP)
        missing = oracle_identity();
    else if (span->turn == RW_TURN_OFFSET)
        missing = oracle_product(oracle_conjugate(span->natural.r), missing);
    oracle_margin_note(margin, "half turn", missing.w, 1e-8L);
    span->turning = oracle_nearest(missing, span->clip->up);
    oracle_real degrees = oracle_angle(span->turning) * 180 / acosl(-1);
    oracle_real allowed = cap * elapsed;
    bool bites = allowed < degrees * (1 - 1e-15L); /* equal is enough, whatever the last digit of either says */
    span->turn_fraction = bites ? allowed / degrees : 1;
    span->turn_left = degrees * (1 - span->turn_fraction);
    if (isfinite(cap))
        oracle_margin_note(margin, "turn cap", allowed - degrees, 1e-10L);
}

static void choose_method(oracle_span *span, oracle_margin *margin)
{
    rw_method asked = span->method;
    oracle_vec net = span->total.tracked;
    span->peak = 1;
    if (span->method == RW_METHOD_SKEW) {
        if (is_nothing(span, "skew net", oracle_length(net), margin)) {
            span->method = RW_METHOD_PATH;
        } else {
            oracle_measure m;
            oracle_span_measure(span, span->end, &net, &m);
            oracle_margin_note(margin, "skew peak", m.peak_skew - 4,
                               1e-12L + 1e-13L * span->total.path / oracle_length(net));
            span->method = m.peak_skew > 4 ? RW_METHOD_PATH : RW_METHOD_SKEW;
            span->peak = m.peak_skew > 4 ? 1 : fmaxl(1, m.peak_skew);
        }
    } else if (span->method == RW_METHOD_SCALE) {
        if (is_nothing(span, "scale net", oracle_length(oracle_flat(net, span->up)), margin)) {
            span->method = RW_METHOD_PATH;
        } else {
            oracle_measure m;
            oracle_span_measure(span, span->end, &net, &m);
            span->split_up = true;
            span->peak = fmaxl(1, m.peak_level);
        }
    }
    if (span->method == RW_METHOD_PATH && is_nothing(span, "path total", span->total.path, margin))
        span->method = RW_METHOD_TIME;
    span->fell_back = span->method != asked;
}

void oracle_span_finish(oracle_span *span, oracle_margin *margin)
{
    oracle_pose authored = oracle_compose(span->origin, span->natural);
    span->error = oracle_rotate(oracle_conjugate(span->origin.r), oracle_sub(span->warp_point.p, authored.p));
    choose_method(span, margin);
    span->reached = oracle_span_at(span, span->end);
}

static oracle_real share(oracle_real part, oracle_real whole, bool by_time, oracle_real a)
{
    return by_time ? a : part / whole;
}

static oracle_vec by_method(const oracle_span *span, const oracle_measure *m, oracle_real a)
{
    oracle_vec w = {a, a, a};
    oracle_vec net = span->total.tracked;
    switch (span->method) {
    case RW_METHOD_AXIS:
        w.x = share(m->covered.x, span->total.covered.x, span->by_time[0], a);
        w.y = share(m->covered.y, span->total.covered.y, span->by_time[1], a);
        w.z = share(m->covered.z, span->total.covered.z, span->by_time[2], a);
        break;
    case RW_METHOD_SKEW:
        w.x = w.y = w.z = oracle_dot(m->tracked, net) / oracle_dot(net, net);
        break;
    case RW_METHOD_PATH:
        w.x = w.y = w.z = m->path / span->total.path;
        break;
    default:
        w.x = w.y = w.z = oracle_ease(span->easing, a);
    }
    return w;
}

static oracle_real switched(const rw_axis_switch *s, oracle_real w, oracle_real a, oracle_real moved, oracle_real end,
                            oracle_real error)
{
    if (s->linear)
        w = a;
    if (!s->warp)
        error = 0;
    return s->animate ? moved + w * error : w * (end + error);
}

/* Horizontal motion times (N + E) / N as complex numbers; height by distance covered along up. */
static oracle_vec scaled_position(const oracle_span *span, const oracle_measure *m, oracle_real up_weight)
{
    oracle_vec up = span->up;
    oracle_vec net = oracle_flat(span->total.tracked, up);
    oracle_vec wanted = oracle_add(net, oracle_flat(span->error, up));
    oracle_vec flat = oracle_flat(m->tracked, up);
    oracle_real size = oracle_dot(net, net);
    oracle_real real = oracle_dot(net, wanted) / size - 1;
    oracle_real imaginary = oracle_dot(up, oracle_cross(net, wanted)) / size;
    oracle_vec extra = oracle_add(oracle_times(flat, real), oracle_times(oracle_cross(up, flat), imaginary));
    oracle_vec lift = oracle_times(up, up_weight * oracle_dot(span->error, up));
    return oracle_add(m->moved, oracle_add(extra, lift));
}

oracle_pose oracle_span_at(const oracle_span *span, oracle_real time)
{
    oracle_measure m;
    oracle_span_measure(span, time, NULL, &m);
    oracle_real a = m.time / span->total.time;
    oracle_real up_weight = share(m.up_covered, span->total.up_covered, span->up_by_time, a);
    oracle_vec p;
    if (span->method == RW_METHOD_SCALE) {
        p = scaled_position(span, &m, up_weight);
    } else {
        oracle_vec w = by_method(span, &m, a);
        oracle_vec error = span->split_up ? oracle_flat(span->error, span->up) : span->error;
        oracle_vec end = span->natural.p;
        p.x = switched(&span->axes[0], w.x, a, m.moved.x, end.x, error.x);
        p.y = switched(&span->axes[1], w.y, a, m.moved.y, end.y, error.y);
        p.z = switched(&span->axes[2], w.z, a, m.moved.z, end.z, error.z);
        if (span->split_up)
            p = oracle_add(p, oracle_times(span->up, up_weight * oracle_dot(span->error, span->up)));
    }
    oracle_quat authored = oracle_clip_motion(span->clip, span->start, time, 1).r;
    oracle_quat turned = oracle_power(span->turning, a * span->turn_fraction);
    bool replaces = span->turn == RW_TURN_SLERP && span->rotation != RW_ROTATION_KEEP;
    oracle_quat r = replaces ? turned : oracle_product(authored, turned);
    return oracle_compose(span->origin, (oracle_pose){p, r});
}

oracle_real oracle_play_rate(const rw_range *rate, oracle_real authored, oracle_real actual, oracle_real nothing,
                             bool *clamped, oracle_margin *margin)
{
    *clamped = false;
    if (rate == NULL)
        return 1;
    oracle_margin_note(margin, "rate authored", authored - nothing, 1e-6L * nothing);
    oracle_margin_note(margin, "rate actual", actual - nothing, 1e-6L * nothing);
    if (actual < nothing && authored >= nothing) {
        *clamped = true;
        return rate->max;
    }
    oracle_real wanted = actual < nothing ? 1 : authored / actual;
    oracle_margin_note(margin, "rate limit", wanted - rate->min, 1e-12L);
    oracle_margin_note(margin, "rate limit", wanted - rate->max, 1e-12L);
    oracle_real got = oracle_clamp(wanted, rate->min, rate->max);
    *clamped = got != wanted;
    if (got == wanted && actual >= nothing)
        oracle_margin_blur(margin, actual);
    return got;
}

oracle_quat oracle_facing(const oracle_clip *clip, oracle_vec from, oracle_vec to, bool *has_direction,
                          oracle_margin *margin)
{
    oracle_vec flat = oracle_flat(oracle_sub(to, from), clip->up);
    oracle_real distance = oracle_length(flat);
    *has_direction = distance >= clip->nothing;
    oracle_margin_note(margin, "direction", distance - clip->nothing, 1e-6L * clip->nothing);
    if (*has_direction)
        oracle_margin_blur(margin, distance);
    oracle_real yaw = atan2l(oracle_dot(clip->up, oracle_cross(clip->forward, flat)), oracle_dot(clip->forward, flat));
    return oracle_turn_about(clip->up, yaw);
}
