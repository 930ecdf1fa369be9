#include "fbx_motion.h"

#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double HALF_DEGREE = 3.14159265358979323846 / 360.0; /* half of a degree's radians */

#define CUT_SLACK_TICKS 10000 /* exporters round the ends of a take; a key this close outside still belongs to it */
#define FINEST_GRID 16        /* keys per frame at most where a curve bends */
#define FRAME_SLACK 500.0     /* between frames a curve may leave the line so many times farther than tolerated:
                                 5 mm, half a degree. Finer keys are for what frames would lose, such as fast spins */

static const double METRES_TOLERANCE = 1e-5, ANGLE_TOLERANCE = 2e-5, SCALE_TOLERANCE = 1e-5;

static void quaternion_multiply(const double a[4], const double b[4], double out[4])
{
    double r[4] = {
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    };
    memcpy(out, r, sizeof r);
}

static void quaternion_rotate(const double q[4], const double v[3], double out[3])
{
    double t[3] = {2.0 * (q[1] * v[2] - q[2] * v[1]), 2.0 * (q[2] * v[0] - q[0] * v[2]),
                   2.0 * (q[0] * v[1] - q[1] * v[0])};
    double r[3] = {v[0] + q[3] * t[0] + q[1] * t[2] - q[2] * t[1], v[1] + q[3] * t[1] + q[2] * t[0] - q[0] * t[2],
                   v[2] + q[3] * t[2] + q[0] * t[1] - q[1] * t[0]};
    memcpy(out, r, sizeof r);
}

/* Angles in degrees. The first axis of the order turns first. */
static void quaternion_from_euler(const double degrees[3], int64_t order, double out[4])
{
    static const unsigned char axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    const unsigned char *turn = axes[order >= 0 && order < 6 ? order : 0];
    double q[4] = {0.0, 0.0, 0.0, 1.0};
    for (size_t i = 0; i < 3; i++) {
        double half = fmod(degrees[turn[i]], 720.0) * HALF_DEGREE;
        double one[4] = {0.0, 0.0, 0.0, cos(half)};
        one[turn[i]] = sin(half);
        quaternion_multiply(one, q, q);
    }
    memcpy(out, q, sizeof q);
}

void rw_fbx_model_local(const rw_fbx_model *model, const double vectors[RW_FBX_ANIMATED_COUNT][3], rw_fbx_local *out)
{
    /* T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1, as the FBX SDK documents it, is
     * a translation after the whole rotation after the scale. */
    const double(*own)[3] = model->vectors;
    double pre[4], turn[4], post[4], back[3], arm[3];
    quaternion_from_euler(own[RW_FBX_PRE_ROTATION], 0, pre);
    quaternion_from_euler(vectors[RW_FBX_ROTATION], model->rotation_order, turn);
    quaternion_from_euler(own[RW_FBX_POST_ROTATION], 0, post);
    post[0] = -post[0], post[1] = -post[1], post[2] = -post[2];
    quaternion_multiply(pre, turn, turn);
    quaternion_multiply(turn, post, out->rotation);
    for (size_t i = 0; i < 3; i++) {
        double scale = vectors[RW_FBX_SCALING][i], pivot = own[RW_FBX_SCALING_PIVOT][i];
        out->scale[i] = scale;
        back[i] = own[RW_FBX_SCALING_OFFSET][i] + pivot - scale * pivot - own[RW_FBX_ROTATION_PIVOT][i];
    }
    quaternion_rotate(out->rotation, back, arm);
    for (size_t i = 0; i < 3; i++)
        out->translation[i] = vectors[RW_FBX_TRANSLATION][i] + own[RW_FBX_ROTATION_OFFSET][i] +
                              own[RW_FBX_ROTATION_PIVOT][i] + arm[i];
}

static const rw_fbx_curve *curve_of(const rw_fbx_mover *mover, int vector, size_t axis)
{
    const rw_fbx_drive *drive = mover->drives[vector];
    return drive && drive->curve[axis] != RW_FBX_NONE ? &mover->document->curves[drive->curve[axis]] : NULL;
}

void rw_fbx_mover_evaluate(const rw_fbx_mover *mover, int64_t ticks, rw_fbx_local *out)
{
    double vectors[RW_FBX_ANIMATED_COUNT][3];
    for (int v = 0; v < RW_FBX_ANIMATED_COUNT; v++)
        for (size_t axis = 0; axis < 3; axis++) {
            const rw_fbx_curve *curve = curve_of(mover, v, axis);
            if (curve)
                vectors[v][axis] = rw_fbx_curve_evaluate(curve, ticks);
            else
                vectors[v][axis] = mover->drives[v] ? mover->drives[v]->constant[axis] : mover->model->vectors[v][axis];
        }
    rw_fbx_model_local(mover->model, (const double(*)[3])vectors, out);
}

bool rw_fbx_mover_has_key(const rw_fbx_mover *mover, rw_fbx_vector vector, int64_t ticks)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const rw_fbx_curve *curve = curve_of(mover, (int)vector, axis);
        if (!curve)
            continue;
        size_t i = rw_fbx_curve_index(curve, ticks + CUT_SLACK_TICKS);
        if (llabs(curve->keys[i].ticks - ticks) <= CUT_SLACK_TICKS)
            return true;
    }
    return false;
}

/* Makes one track of a mover. */
typedef struct track_maker {
    const rw_fbx_mover *mover;
    rw_fbx_vector vector;
    size_t width; /* numbers a key */
    size_t count, capacity, *budget;
    bool spent; /* the budget is used up; values are no longer evaluated */
    bool holds; /* a curve that moves the track has stretches that hold and then jump */
    int64_t *ticks;
    double *values;
    rw_bake_error *error;
} track_maker;

static void value_at(track_maker *maker, int64_t ticks, double *out)
{
    rw_fbx_local local = {.rotation[3] = 1.0};
    if (*maker->budget > 0)
        --*maker->budget;
    else
        maker->spent = true;
    if (!maker->spent)
        rw_fbx_mover_evaluate(maker->mover, ticks, &local);
    const double *source = maker->vector == RW_FBX_TRANSLATION ? local.translation
                           : maker->vector == RW_FBX_ROTATION  ? local.rotation
                                                               : local.scale;
    memcpy(out, source, maker->width * sizeof *out);
}

static bool push(track_maker *maker, int64_t ticks)
{
    if (maker->spent || maker->count >= RW_BAKE_MAX_KEYS)
        return rw_bake_fail(maker->error, NULL, "the animation of node '%.100s' takes too many keys when its curves "
                                                "are followed; export a shorter take", maker->mover->model->name);
    if (maker->count == maker->capacity) {
        size_t capacity = maker->capacity ? 2 * maker->capacity : 64;
        int64_t *times = realloc(maker->ticks, capacity * sizeof *times);
        if (times)
            maker->ticks = times;
        double *values = realloc(maker->values, capacity * maker->width * sizeof *values);
        if (values)
            maker->values = values;
        if (!times || !values)
            return rw_bake_fail_memory(maker->error, NULL);
        maker->capacity = capacity;
    }
    double *value = &maker->values[maker->count * maker->width];
    value_at(maker, ticks, value);
    if (maker->vector == RW_FBX_ROTATION && maker->count > 0) {
        const double *before = value - 4;
        if (before[0] * value[0] + before[1] * value[1] + before[2] * value[2] + before[3] * value[3] < 0.0)
            for (size_t i = 0; i < 4; i++)
                value[i] = -value[i];
    }
    maker->ticks[maker->count++] = ticks;
    return true;
}

/* How far two values lie apart, in units of what is tolerated. */
static double distance(const track_maker *maker, const double *a, const double *b)
{
    double most = 0.0, size = 0.0;
    if (maker->vector == RW_FBX_ROTATION) {
        double dot = fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
        /* The angle from its sine's side: acos near 1 would drown in rounding. */
        double twice = 2.0 * atan2(sqrt(fmax(0.0, 1.0 - dot * dot)), dot);
        double floor_angle = 1e-7;
        return twice < floor_angle ? 0.0 : twice / ANGLE_TOLERANCE;
    }
    for (size_t i = 0; i < 3; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        size = fmax(size, fabs(a[i]));
    }
    double tolerance = maker->vector == RW_FBX_SCALING
                           ? SCALE_TOLERANCE
                           : METRES_TOLERANCE * 100.0 / maker->mover->document->settings.unit_centimetres;
    return most / fmax(tolerance, 1e-7 * size);
}

/* The value that a baker reads between two keys, a share of the way. */
static void between(const track_maker *maker, const double *a, const double *b, double share, double *out)
{
    if (maker->vector != RW_FBX_ROTATION) {
        for (size_t i = 0; i < 3; i++)
            out[i] = a[i] + (b[i] - a[i]) * share;
        return;
    }
    double dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3], sign = dot < 0.0 ? -1.0 : 1.0;
    double angle = acos(fmin(fabs(dot), 1.0)), sine = sin(angle);
    double from = sine > 1e-6 ? sin((1.0 - share) * angle) / sine : 1.0 - share;
    double to = sign * (sine > 1e-6 ? sin(share * angle) / sine : share);
    for (size_t i = 0; i < 4; i++)
        out[i] = from * a[i] + to * b[i];
}

/* Whether the curve stays within `slack` times what is tolerated of the line between two times. */
static bool straight(track_maker *maker, int64_t from, int64_t to, double slack)
{
    static const double shares[] = {0.21, 0.5, 0.79};
    double a[4], b[4], curve[4], line[4];
    value_at(maker, from, a);
    value_at(maker, to, b);
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        int64_t ticks = from + (int64_t)((double)(to - from) * shares[i]);
        value_at(maker, ticks, curve);
        between(maker, a, b, (double)(ticks - from) / (double)(to - from), line);
        if (distance(maker, curve, line) > slack)
            return false;
    }
    return true;
}

/* Tick of the grid line after `ticks`, with `lines` lines a second counted from time zero. */
static int64_t next_line(int64_t ticks, double lines)
{
    double step = (double)RW_FBX_TICKS_PER_SECOND / lines;
    double line = floor((double)ticks / step + 1e-3) + 1.0;
    int64_t next = (int64_t)llround(line * step);
    return next > ticks ? next : ticks + (int64_t)step;
}

static bool grid_is_straight(track_maker *maker, int64_t from, int64_t to, double lines)
{
    while (from < to && !maker->spent) {
        int64_t next = next_line(from, lines);
        if (next > to || to - next < 1000)
            next = to;
        if (!straight(maker, from, next, FRAME_SLACK))
            return false;
        from = next;
    }
    return true;
}

static double document_rate(const rw_fbx_document *document)
{
    double rate = document->settings.frame_rate;
    return rate >= 10.0 && rate <= 240.0 ? rate : 30.0;
}

/* Pushes the keys strictly between two ticks that the curves need. */
static bool push_bend(track_maker *maker, int64_t from, int64_t to)
{
    if (to - from <= RW_FBX_DENSE_TICKS || straight(maker, from, to, 1.0))
        return true;
    double rate = document_rate(maker->mover->document), lines = rate;
    if ((double)(to - from) / (double)RW_FBX_TICKS_PER_SECOND * rate > (double)*maker->budget)
        return rw_bake_fail(maker->error, NULL, "two keys of node '%.100s' stand %.0f s apart; export a shorter take",
                            maker->mover->model->name, (double)(to - from) / (double)RW_FBX_TICKS_PER_SECOND);
    while (lines < FINEST_GRID * rate && !grid_is_straight(maker, from, to, lines))
        lines *= 2.0;
    for (int64_t at = next_line(from, lines); to - at >= 1000; at = next_line(at, lines))
        if (!push(maker, at))
            return false;
    return true;
}

/* Whether curves of `vector` move the maker's track. With pivots, rotation and scale move the translation too. */
static bool contributes(const track_maker *maker, int vector)
{
    if (vector == (int)maker->vector)
        return true;
    const double(*own)[3] = maker->mover->model->vectors;
    bool pivots = false;
    for (size_t i = 0; i < 3; i++)
        pivots = pivots || own[RW_FBX_ROTATION_PIVOT][i] != 0.0 || own[RW_FBX_SCALING_PIVOT][i] != 0.0 ||
                 own[RW_FBX_SCALING_OFFSET][i] != 0.0;
    return maker->vector == RW_FBX_TRANSLATION && pivots;
}

static bool jumps(track_maker *maker, int64_t from, int64_t to)
{
    double a[4], b[4];
    value_at(maker, from, a);
    value_at(maker, to, b);
    return distance(maker, a, b) > 0.01;
}

/* Pushes everything after `from`, which is pushed already, up to and with `to`. */
static bool push_stretch(track_maker *maker, int64_t from, int64_t to)
{
    int64_t begin = from, end = to;
    if (maker->holds && to - from > 2) {
        if (jumps(maker, from, from + 1))
            begin = from + 1;
        if (jumps(maker, to - 1, to))
            end = to - 1;
    }
    return (begin == from || push(maker, begin)) && push_bend(maker, begin, end) && (end == to || push(maker, end)) &&
           push(maker, to);
}

static int compare_ticks(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* Key times of a track on their way. before, after: the curves go on outside of the take, or up to its end. */
typedef struct time_list {
    int64_t *ticks;
    size_t count, capacity;
    bool before, after;
} time_list;

static bool add_time(track_maker *maker, time_list *list, int64_t at)
{
    const rw_fbx_mover *mover = maker->mover;
    if (at < mover->start && mover->start - at > CUT_SLACK_TICKS) {
        list->before = true;
        return true;
    }
    if (at > mover->stop && at - mover->stop > CUT_SLACK_TICKS) {
        list->after = true;
        return true;
    }
    if (list->count + 2 > list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        int64_t *grown = realloc(list->ticks, capacity * sizeof *grown);
        if (!grown)
            return rw_bake_fail_memory(maker->error, NULL);
        list->ticks = grown;
        list->capacity = capacity;
    }
    list->ticks[list->count++] = at;
    return true;
}

/* Adds the times at which a curve repeats its keys, from its end to the end of the take. */
static bool add_repeated(track_maker *maker, time_list *list, const rw_fbx_curve *curve, bool after)
{
    char mode = after ? curve->after : curve->before;
    int64_t most = after ? curve->after_count : curve->before_count;
    if (!maker->mover->cut || !rw_fbx_curve_goes_on(curve, after))
        return true;
    if (mode == 'K')
        return add_time(maker, list, after ? maker->mover->stop : maker->mover->start);
    if (mode == 'R')
        maker->holds = true; /* it jumps back from its last to its first value */
    bool inside = true;
    for (int64_t repetition = 1; inside && (most < 0 || repetition <= most); repetition++)
        for (size_t i = 0; inside && i < curve->count; i++) {
            int64_t at = rw_fbx_curve_repeated(curve, after, repetition, i);
            inside = after ? at <= maker->mover->stop : at >= maker->mover->start;
            if (list->count >= RW_BAKE_MAX_KEYS)
                return rw_bake_fail(maker->error, NULL, "a curve of node '%.100s' repeats itself too often; bake it "
                                                        "before the export", maker->mover->model->name);
            if (!add_time(maker, list, at))
                return false;
        }
    return true;
}

static bool add_curve(track_maker *maker, time_list *list, const rw_fbx_curve *curve)
{
    for (size_t i = 0; i < curve->count; i++) {
        if (curve->keys[i].stretch == RW_FBX_STRETCH_HOLD || curve->keys[i].stretch == RW_FBX_STRETCH_HOLD_NEXT)
            maker->holds = true;
        if (!add_time(maker, list, curve->keys[i].ticks))
            return false;
    }
    return add_repeated(maker, list, curve, false) && add_repeated(maker, list, curve, true);
}

/* All key times of the curves that move the track, sorted, each once, cut to the take. */
static bool collect_times(track_maker *maker, time_list *list)
{
    const rw_fbx_mover *mover = maker->mover;
    list->capacity = 64;
    list->ticks = malloc(list->capacity * sizeof *list->ticks);
    if (!list->ticks)
        return rw_bake_fail_memory(maker->error, NULL);
    for (int v = 0; v < RW_FBX_ANIMATED_COUNT; v++)
        for (size_t axis = 0; axis < 3 && contributes(maker, v); axis++)
            if (curve_of(mover, v, axis) && !add_curve(maker, list, curve_of(mover, v, axis)))
                return false;
    qsort(list->ticks, list->count, sizeof *list->ticks, compare_ticks);
    size_t unique = 0;
    for (size_t i = 0; i < list->count; i++)
        if (unique == 0 || list->ticks[i] != list->ticks[unique - 1])
            list->ticks[unique++] = list->ticks[i];
    /* Where keys go on outside, the track goes up to the cut. There is room for two more. */
    if (list->before && (unique == 0 || list->ticks[0] > mover->start + CUT_SLACK_TICKS)) {
        memmove(list->ticks + 1, list->ticks, unique * sizeof *list->ticks);
        list->ticks[0] = mover->start;
        unique++;
    }
    if (list->after && (unique == 0 || list->ticks[unique - 1] < mover->stop - CUT_SLACK_TICKS))
        list->ticks[unique++] = mover->stop;
    list->count = unique;
    return true;
}

/* A vector that the take holds at another value than the rest pose has no keys of its own. */
static bool leaves_rest(const track_maker *maker)
{
    const double(*own)[3] = maker->mover->model->vectors;
    for (int v = 0; v < RW_FBX_ANIMATED_COUNT; v++)
        for (size_t axis = 0; axis < 3 && maker->mover->drives[v] && contributes(maker, v); axis++)
            if (fabs(maker->mover->drives[v]->constant[axis] - own[v][axis]) > 1e-9 * (1.0 + fabs(own[v][axis])))
                return true;
    return false;
}

static bool finish_track(track_maker *maker, rw_track *out)
{
    rw_track track = {.interpolation = RW_INTERPOLATION_LINEAR};
    track.times = malloc((maker->count + 1) * sizeof *track.times);
    if (!track.times)
        return rw_bake_fail_memory(maker->error, NULL);
    for (size_t i = 0; i < maker->count; i++) {
        double time = (double)maker->ticks[i] / (double)RW_FBX_TICKS_PER_SECOND;
        if (track.count > 0 && time <= track.times[track.count - 1])
            continue; /* so late that a tick is less than a double can tell */
        memmove(&maker->values[track.count * maker->width], &maker->values[i * maker->width],
                maker->width * sizeof *maker->values);
        track.times[track.count++] = time;
    }
    track.values = maker->values;
    maker->values = NULL;
    *out = track;
    return true;
}

static bool make_track(const rw_fbx_mover *mover, rw_fbx_vector vector, size_t *budget, rw_track *out,
                       rw_bake_error *error)
{
    track_maker maker = {.mover = mover, .vector = vector, .width = vector == RW_FBX_ROTATION ? 4 : 3,
                         .budget = budget, .error = error};
    time_list times = {0};
    bool ok = collect_times(&maker, &times);
    if (ok && times.count == 0 && leaves_rest(&maker))
        times.ticks[times.count++] = mover->hold;
    if (ok && times.count > 0)
        ok = push(&maker, times.ticks[0]);
    for (size_t i = 1; ok && i < times.count; i++)
        ok = push_stretch(&maker, times.ticks[i - 1], times.ticks[i]);
    if (ok && times.count > 0)
        ok = finish_track(&maker, out);
    free(times.ticks);
    free(maker.ticks);
    free(maker.values);
    return ok;
}

bool rw_fbx_mover_tracks(const rw_fbx_mover *mover, size_t *budget, rw_channel *out, rw_bake_error *error)
{
    rw_channel channel = *out;
    rw_track *tracks[RW_FBX_ANIMATED_COUNT] = {&channel.translation, &channel.rotation, &channel.scale};
    for (int v = 0; v < RW_FBX_ANIMATED_COUNT; v++)
        *tracks[v] = (rw_track){0};
    for (int v = 0; v < RW_FBX_ANIMATED_COUNT; v++)
        if (!make_track(mover, (rw_fbx_vector)v, budget, tracks[v], error)) {
            for (int done = 0; done < v; done++) {
                free(tracks[done]->times);
                free(tracks[done]->values);
            }
            return false;
        }
    *out = channel;
    return true;
}
