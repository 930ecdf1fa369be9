#include "compare.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

typedef struct judge {
    oracle_report *report;
    const char *where;
    size_t index;
    const rw_space *from, *to; /* clip's, answer's */
    oracle_real extent;        /* in the answer's space */
    oracle_real blur;
} judge;

static void name_field(const judge *j, const char *field, char *out, size_t size)
{
    snprintf(out, size, "%s[%zu].%s", j->where, j->index, field);
}

static void fail(const judge *j, const char *field, double want, double got)
{
    if (j->report->differences++ > 0)
        return;
    char name[64];
    name_field(j, field, name, sizeof name);
    snprintf(j->report->first, sizeof j->report->first, "%s: want %.17g, got %.17g", name, want, got);
}

static void check_zero(const judge *j, const char *field, double got)
{
    if (got == 0.0 && signbit(got))
        fail(j, field, 0.0, got);
}

static void check_error(const judge *j, const char *field, oracle_real error, oracle_real want, double got)
{
    error -= j->blur;
    if (!(error <= (oracle_real)ORACLE_TOLERANCE)) {
        fail(j, field, (double)want, got);
        return;
    }
    if ((double)error > j->report->worst) {
        j->report->worst = (double)error;
        name_field(j, field, j->report->worst_field, sizeof j->report->worst_field);
    }
}

static void check_number(const judge *j, const char *field, oracle_real want, double got)
{
    check_zero(j, field, got);
    check_error(j, field, fabsl(want - got) / fmaxl(1, fabsl(want)), want, got);
}

static void check_length(const judge *j, const char *field, oracle_real want, double got)
{
    want *= (oracle_real)j->from->metres_per_unit / j->to->metres_per_unit;
    check_zero(j, field, got);
    check_error(j, field, fabsl(want - got) / j->extent, want, got);
}

/* A factor of a length in the clip's units: judged by what it makes of the length. */
static void check_factor(const judge *j, const char *field, oracle_real want, oracle_real length, double got)
{
    check_zero(j, field, got);
    oracle_real shown = length * j->from->metres_per_unit / j->to->metres_per_unit;
    oracle_real size = fmaxl(j->extent, fabsl(want) * shown);
    check_error(j, field, fabsl(want - got) * shown / size, want, got);
}

static void check_whole(const judge *j, const char *field, unsigned long want, unsigned long got)
{
    if (want != got)
        fail(j, field, (double)want, (double)got);
}

static void check_vector(const judge *j, const char *field, oracle_vec want, rw_vec3 got)
{
    want = oracle_convert_vector(j->from, j->to, want);
    oracle_vec off = oracle_sub(want, oracle_vec_of(got));
    oracle_real error = fmaxl(fabsl(off.x), fmaxl(fabsl(off.y), fabsl(off.z))) / j->extent;
    check_zero(j, field, got.x);
    check_zero(j, field, got.y);
    check_zero(j, field, got.z);
    check_error(j, field, error, oracle_length(want), (double)oracle_length(oracle_vec_of(got)));
}

static void check_canonical(const judge *j, const char *field, rw_quat q)
{
    double first = q.x != 0.0 ? q.x : q.y != 0.0 ? q.y : q.z;
    if (!(q.w > 0.0 || (q.w == 0.0 && first > 0.0)))
        fail(j, field, 1.0, q.w);
    double size = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (!(fabs(size - 1.0) < 1e-13))
        fail(j, field, 1.0, size);
}

/* Of the two quaternions that are one rotation either will do. */
static void check_turn(const judge *j, const char *field, oracle_quat want, rw_quat got)
{
    want = oracle_convert_rotation(j->from, j->to, want);
    oracle_real sign = want.x * got.x + want.y * got.y + want.z * got.z + want.w * got.w < 0 ? -1 : 1;
    oracle_real error = fmaxl(fmaxl(fabsl(sign * want.x - got.x), fabsl(sign * want.y - got.y)),
                              fmaxl(fabsl(sign * want.z - got.z), fabsl(sign * want.w - got.w)));
    check_error(j, field, error, sign * want.w, got.w);
}

static void check_rotation(const judge *j, const char *field, oracle_quat want, rw_quat got)
{
    check_turn(j, field, want, got);
    check_canonical(j, field, got);
}

static void check_pose(const judge *j, const char *field, oracle_pose want, rw_pose got)
{
    check_vector(j, field, want.p, got.position);
    check_rotation(j, field, want.r, got.rotation);
}

void oracle_compare_clip(const oracle_clip *want, const rw_clip *got, const double *times, size_t count,
                         oracle_report *report)
{
    const rw_space *space = &want->desc->space;
    judge j = {.report = report, .where = "clip", .from = space, .to = space};
    rw_clip_info info;
    rw_clip_describe(got, &info);
    oracle_vec net = want->poses[want->count - 1].p, covered = {0, 0, 0};
    oracle_real path = 0, low = 0, high = 0;
    for (size_t k = 0; k < want->count; k++) {
        low = fminl(low, oracle_dot(want->poses[k].p, want->up));
        high = fmaxl(high, oracle_dot(want->poses[k].p, want->up));
        if (k == 0)
            continue;
        oracle_vec step = oracle_sub(want->poses[k].p, want->poses[k - 1].p);
        path += oracle_length(step);
        covered = oracle_add(covered, (oracle_vec){fabsl(step.x), fabsl(step.y), fabsl(step.z)});
    }
    j.extent = fmaxl(1 / (oracle_real)space->metres_per_unit, path);
    check_number(&j, "duration", want->duration, info.duration);
    check_length(&j, "travel", oracle_length(oracle_flat(net, want->up)), info.travel);
    check_length(&j, "path_length", path, info.path_length);
    check_length(&j, "height_min", low, info.height_min);
    check_length(&j, "height_max", high, info.height_max);
    check_vector(&j, "net", net, info.net);
    check_vector(&j, "covered", covered, info.covered);
    check_number(&j, "yaw", oracle_clip_yaw(want), info.yaw);
    check_number(&j, "tilt", want->tilt, info.tilt);
    for (size_t i = 0; i < count; i++) {
        j.index = i;
        j.extent = fmaxl(j.extent, oracle_length(oracle_clip_at(want, times[i]).p));
        rw_pose sample = rw_clip_sample(got, times[i]);
        rw_pose motion = rw_clip_motion(got, times[0], times[i], 1.5);
        oracle_pose moved = oracle_clip_motion(want, times[0], times[i], 1.5L);
        check_vector(&j, "sample", oracle_clip_at(want, times[i]).p, sample.position);
        check_turn(&j, "sample", oracle_clip_at(want, times[i]).r, sample.rotation);
        check_vector(&j, "motion", moved.p, motion.position);
        check_turn(&j, "motion", moved.r, motion.rotation);
    }
}

static judge judge_of(const oracle_answer *want, const char *where, size_t index, oracle_report *report)
{
    judge j = {.report = report, .where = where, .index = index, .from = &want->clip.desc->space, .to = want->space};
    j.extent = want->margin.extent * j.from->metres_per_unit / j.to->metres_per_unit;
    j.blur = want->margin.blur;
    return j;
}

static void compare_phase(const oracle_answer *want, const rw_phase_result *got, size_t i, oracle_report *report)
{
    judge j = judge_of(want, "phases", i, report);
    const oracle_span *span = &want->spans[i];
    const oracle_phase *phase = &want->phases[i];
    check_whole(&j, "passed", phase->passed, got->passed);
    if (phase->passed)
        return;
    check_pose(&j, "start", span->origin, got->start);
    check_pose(&j, "warp_point", span->warp_point, got->warp_point);
    check_pose(&j, "reached", span->reached, got->reached);
    check_length(&j, "residual_distance", phase->residual_distance, got->residual_distance);
    check_number(&j, "residual_angle", phase->residual_angle, got->residual_angle);
    check_number(&j, "turn_left", span->turn_left, got->turn_left);
    check_number(&j, "play_rate", span->rate, got->play_rate);
    check_number(&j, "elapsed_start", phase->elapsed_start, got->elapsed_start);
    check_number(&j, "elapsed_end", phase->elapsed_end, got->elapsed_end);
    judge clip_units = j;
    clip_units.to = clip_units.from;
    clip_units.extent = want->margin.extent;
    check_vector(&clip_units, "net", phase->net, got->net);
    check_vector(&clip_units, "covered", phase->covered, got->covered);
    check_whole(&j, "method", span->method, got->method);
    check_whole(&j, "fell_back", span->fell_back, got->fell_back);
    check_number(&j, "peak_weight", span->peak, got->peak_weight);
}

static void compare_window(const oracle_answer *want, const rw_window_result *got, size_t i, oracle_report *report)
{
    judge j = judge_of(want, "windows", i, report);
    const oracle_window *w = &want->windows[i];
    check_number(&j, "start", w->start, got->start);
    check_number(&j, "end", w->end, got->end);
    check_whole(&j, "has_scale", w->has_scale, got->has_scale);
    if (w->has_scale && got->has_scale)
        check_factor(&j, "scale", w->scale, w->travel, got->scale);
    check_number(&j, "elapsed_start", w->elapsed_start, got->elapsed_start);
    check_number(&j, "elapsed_end", w->elapsed_end, got->elapsed_end);
}

static void compare_reach(const oracle_answer *want, const rw_resolution *got, oracle_report *report)
{
    judge j = judge_of(want, "reach", 0, report);
    const oracle_span *span = &want->spans[0];
    check_whole(&j, "verdict", want->verdict, got->verdict);
    check_whole(&j, "reasons", want->reasons, got->reasons);
    check_pose(&j, "predicted_start", want->predicted_start, got->predicted_start);
    check_pose(&j, "natural_end", want->natural_end, got->natural_end);
    check_length(&j, "distance_to_target", want->distance_to_target, got->distance_to_target);
    check_length(&j, "stop_distance", want->stop_distance, got->stop_distance);
    check_length(&j, "gap_to_close", want->gap_to_close, got->gap_to_close);
    check_length(&j, "natural_travel", want->natural_travel, got->natural_travel);
    check_whole(&j, "has_required_scale", want->has_required_scale, got->has_required_scale);
    if (want->has_required_scale && got->has_required_scale) {
        check_factor(&j, "required_scale", want->required_scale, want->natural_travel, got->required_scale);
        check_factor(&j, "applied_scale", want->applied_scale, want->natural_travel, got->applied_scale);
    }
    check_length(&j, "travel", want->travel, got->travel);
    check_length(&j, "shortfall", want->shortfall, got->shortfall);
    check_whole(&j, "has_first_window_scale", want->has_first_window_scale, got->has_first_window_scale);
    if (want->has_first_window_scale)
        check_factor(&j, "first_window_scale", want->first_window_scale, want->windows[0].travel,
                     got->first_window_scale);
    check_pose(&j, "warp_point", span->warp_point, got->warp_point);
    check_whole(&j, "has_lead", want->has_lead, got->has_lead);
    if (want->has_lead) {
        check_vector(&j, "predicted_target", want->predicted_target, got->predicted_target);
        check_number(&j, "lead_time", want->lead_time, got->lead_time);
    }
    if (want->window_passed)
        return;
    check_pose(&j, "reached", span->reached, got->reached);
    check_length(&j, "residual_distance", want->phases[0].residual_distance, got->residual_distance);
    check_number(&j, "residual_angle", want->phases[0].residual_angle, got->residual_angle);
    check_number(&j, "turn_left", span->turn_left, got->turn_left);
    check_number(&j, "play_rate", span->rate, got->play_rate);
    check_whole(&j, "method", span->method, got->method);
    check_number(&j, "peak_weight", span->peak, got->peak_weight);
}

void oracle_compare_resolution(const oracle_answer *want, const rw_resolution *got, oracle_report *report)
{
    judge j = judge_of(want, "answer", 0, report);
    check_whole(&j, "kind", want->profile->kind, got->kind);
    check_whole(&j, "window_passed", want->window_passed, got->window_passed);
    check_whole(&j, "warnings", want->warnings, got->warnings);
    if (want->profile->kind == RW_PROFILE_REACH)
        compare_reach(want, got, report);
    check_number(&j, "duration", want->duration, got->duration);
    check_whole(&j, "window_count", want->window_count, got->window_count);
    check_whole(&j, "event_count", want->event_count, got->event_count);
    for (size_t i = 0; i < want->window_count && i < got->window_count; i++)
        compare_window(want, &got->windows[i], i, report);
    size_t phases = want->profile->kind == RW_PROFILE_PHASES ? want->span_count : 0;
    check_whole(&j, "phase_count", phases, got->phase_count);
    for (size_t i = 0; i < phases && i < got->phase_count; i++)
        compare_phase(want, &got->phases[i], i, report);
    for (size_t i = 0; i < want->event_count && i < got->event_count; i++) {
        judge e = judge_of(want, "events", i, report);
        check_number(&e, "time", want->events[i].time, got->events[i].time);
        check_whole(&e, "passed", want->events[i].passed, got->events[i].passed);
        if (!want->events[i].passed)
            check_number(&e, "elapsed", want->events[i].elapsed, got->events[i].elapsed);
    }
}

/* Whether a clip time is within rounding of an edge, where the phase of either side is right. */
static bool at_an_edge(const oracle_answer *want, oracle_real time)
{
    for (size_t i = 0; i < want->span_count; i++)
        if (fabsl(time - want->spans[i].start) < 1e-12L || fabsl(time - want->spans[i].end) < 1e-12L)
            return true;
    return false;
}

static oracle_pose pose_at_elapsed(const oracle_answer *want, double elapsed, oracle_real *time, size_t *phase)
{
    oracle_real clamped = oracle_clamp(elapsed, 0, want->duration);
    *time = oracle_clip_time(want, clamped);
    return oracle_pose_at(want, *time, phase);
}

void oracle_compare_sample(const oracle_answer *want, rw_sampler *sampler, double elapsed, oracle_report *report)
{
    judge j = judge_of(want, "sample", 0, report);
    rw_sample got;
    rw_sampler_at(sampler, elapsed, &got);
    oracle_real time;
    size_t phase;
    oracle_pose pose = pose_at_elapsed(want, elapsed, &time, &phase);
    oracle_pose authored = oracle_compose(want->actor, oracle_clip_motion(&want->clip, want->time, time, want->scale));
    oracle_pose offset = {oracle_sub(pose.p, authored.p), oracle_product(pose.r, oracle_conjugate(authored.r))};
    check_number(&j, "elapsed", oracle_clamp(elapsed, 0, want->duration), got.elapsed);
    check_number(&j, "clip_time", time, got.clip_time);
    if (!at_an_edge(want, time))
        check_whole(&j, "phase", phase, got.phase);
    check_pose(&j, "pose", pose, got.pose);
    check_pose(&j, "authored", authored, got.authored);
    check_pose(&j, "offset", offset, got.offset);
}

void oracle_compare_step(const oracle_answer *want, const rw_resolution *got, double from, double to,
                         oracle_report *report)
{
    judge j = judge_of(want, "step", 0, report);
    oracle_real time;
    size_t phase;
    oracle_pose a = pose_at_elapsed(want, from, &time, &phase);
    oracle_pose b = pose_at_elapsed(want, to, &time, &phase);
    check_pose(&j, "pose", oracle_compose(oracle_inverse(a), b), rw_step(got, from, to));
}

void oracle_compare_peaks(const oracle_answer *want, const rw_resolution *got, oracle_report *report)
{
    judge j = judge_of(want, "peaks", 0, report);
    double speed, turn;
    rw_trajectory_peaks(got, &speed, &turn);
    /* A difference of two poses over a short time magnifies their rounding: 1e-12 degrees of turn, here. */
    j.extent = fmaxl(j.extent, speed) * (1 + 1e-6L / want->shortest);
    check_length(&j, "speed", want->peak_speed, speed);
    check_error(&j, "turn_rate", fabsl(want->peak_turn_rate - turn) / fmaxl(1 + 1e-3L / want->shortest, turn),
                want->peak_turn_rate, turn);
}
