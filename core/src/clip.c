#include "clip_internal.h"

#include "diagnose.h"
#include "interval.h"
#include "rotation.h"
#include "trig.h"

static size_t aligned(size_t size)
{
    size_t unit = sizeof(rw_quat);
    return (size + unit - 1) / unit * unit;
}

static size_t header_size(void)
{
    return aligned(sizeof(rw_clip));
}

size_t rw_clip_size(const rw_clip_desc *desc)
{
    if (desc->sample_count == 0 || desc->sample_count > RW_MAX_SAMPLES || desc->window_count > RW_MAX_WINDOWS ||
        desc->event_count > RW_MAX_EVENTS)
        return 0;
    size_t size = header_size() + aligned(desc->sample_count * sizeof(rw_vec3));
    if (desc->rotation_count != 0)
        size += desc->sample_count * sizeof(rw_quat);
    return size + aligned(desc->window_count * sizeof(rw_window)) + aligned(desc->event_count * sizeof(rw_event));
}

/* ---- checks ---- */

static void check_samples(rw_check *check, const rw_clip_desc *desc)
{
    rw_path positions = rw_path_of("/root/positions");
    rw_path rotations = rw_path_of("/root/rotations");
    if (desc->sample_count == 0 || desc->positions == NULL)
        rw_check_fail(check, positions, RW_FAULT_EMPTY, "a clip needs at least one sample", RW_NO_VALUE);
    else if (desc->sample_count > RW_MAX_SAMPLES)
        rw_check_fail(check, positions, RW_FAULT_TOO_MANY, "a clip holds at most 10,000,000 samples",
                      (double)desc->sample_count);
    else
        for (size_t i = 0; i < desc->sample_count; i++) {
            rw_vec3 p = desc->positions[i];
            if (!(fabs(p.x) <= RW_MAX_COORDINATE && fabs(p.y) <= RW_MAX_COORDINATE && fabs(p.z) <= RW_MAX_COORDINATE))
                rw_check_vector(check, rw_path_index(positions, i), p);
        }
    if (desc->rotation_count != 0 && (desc->rotation_count != desc->sample_count || desc->rotations == NULL))
        rw_check_fail(check, rotations, RW_FAULT_COUNT_MISMATCH,
                      "there must be as many rotations as positions, or none at all", (double)desc->rotation_count);
    for (size_t i = 0; i < desc->rotation_count && desc->rotations != NULL; i++)
        if (!rw_quat_usable(desc->rotations[i]))
            rw_check_rotation(check, rw_path_index(rotations, i), desc->rotations[i]);
}

/* A window in seconds, clamped; reports what is wrong with it. */
static rw_window check_window(rw_check *check, const rw_clip_desc *desc, double duration, size_t index)
{
    rw_window window = desc->windows[index];
    rw_path path = rw_path_index(rw_path_of("/windows"), index);
    if (window.name == NULL || window.name[0] == '\0')
        rw_check_fail(check, rw_path_add(path, "/name"), RW_FAULT_EMPTY, "a window needs a name", RW_NO_VALUE);
    /* A clip whose frame rate is wrong has no duration: then only what its windows say of themselves is checked. */
    bool timed = duration != (double)INFINITY;
    rw_timebase base = {duration, desc->frame_rate, timed && desc->loop, timed && desc->times_normalised};
    rw_interval interval = {window.start, window.end};
    rw_check_interval(check, path, &base, &interval);
    window.start = interval.start;
    window.end = interval.end;
    return window;
}

static void check_event(rw_check *check, const rw_clip_desc *desc, double duration, size_t index)
{
    const rw_event *event = &desc->events[index];
    rw_path path = rw_path_index(rw_path_of("/events"), index);
    if (event->name == NULL || event->name[0] == '\0')
        rw_check_fail(check, rw_path_add(path, "/name"), RW_FAULT_EMPTY, "an event needs a name", RW_NO_VALUE);
    if (!rw_is_finite(event->time))
        rw_check_fail(check, rw_path_add(path, "/time"), RW_FAULT_NOT_FINITE, "must be a finite number", RW_NO_VALUE);
    else if (event->time < 0.0 || event->time > duration + RW_END_TOLERANCE)
        rw_check_fail(check, rw_path_add(path, "/time"), RW_FAULT_OUTSIDE_CLIP,
                      "the event lies outside the clip; times are seconds from the clip's first sample", event->time);
}

/* ---- building ---- */

static void fill_samples(const rw_clip_desc *desc, const rw_clip *clip, rw_vec3 *positions, rw_quat *rotations)
{
    rw_quat first = desc->rotation_count != 0 ? rw_quat_normalised(desc->rotations[0]) : rw_quat_identity;
    rw_quat unyaw = rw_conj(rw_quat_twist(first, clip->up));
    rw_quat untilt = rw_conj(rw_qmul(unyaw, first));
    for (size_t i = 0; i < desc->sample_count; i++)
        positions[i] = rw_rotate(unyaw, rw_sub(desc->positions[i], desc->positions[0]));
    if (rotations == NULL)
        return;
    rotations[0] = rw_quat_identity;
    for (size_t i = 1; i < desc->sample_count; i++) {
        rw_quat q = rw_qmul(rw_qmul(unyaw, rw_quat_normalised(desc->rotations[i])), untilt);
        q = rw_quat_normalised(q);
        rotations[i] = rw_qdot(q, rotations[i - 1]) < 0.0 ? rw_neg(q) : q;
    }
}

static void measure(rw_clip *clip, const rw_clip_desc *desc)
{
    rw_clip_info *info = &clip->info;
    double extent = 0.0;
    double last_yaw = 0.0;
    for (size_t i = 0; i < info->sample_count; i++) {
        rw_vec3 raw = rw_abs(desc->positions[i]);
        extent = rw_max(extent, rw_max(raw.x, rw_max(raw.y, raw.z)));
        double height = rw_dot(clip->positions[i], clip->up);
        info->height_min = rw_min(info->height_min, height);
        info->height_max = rw_max(info->height_max, height);
        if (i == 0)
            continue;
        rw_vec3 step = rw_sub(clip->positions[i], clip->positions[i - 1]);
        info->covered = rw_add(info->covered, rw_abs(step));
        info->path_length += rw_length(step);
        double yaw;
        if (clip->rotations != NULL && rw_quat_twist_angle(clip->rotations[i], clip->up, &yaw)) {
            double turn = yaw - last_yaw;
            turn = turn > RW_PI ? turn - 2.0 * RW_PI : turn <= -RW_PI ? turn + 2.0 * RW_PI : turn;
            info->yaw += turn * (180.0 / RW_PI);
            last_yaw = yaw;
        }
    }
    clip->rounding = 1e-9 * extent;
    info->net = clip->positions[info->sample_count - 1];
    info->travel = rw_length(rw_flat(info->net, clip->up));
    if (clip->rotations != NULL) {
        rw_quat first = rw_quat_normalised(desc->rotations[0]);
        info->tilt = rw_quat_angle(rw_quat_twist(first, clip->up), first) * (180.0 / RW_PI);
    }
}

static rw_clip *place(const rw_clip_desc *desc, void *memory, rw_vec3 **positions, rw_quat **rotations,
                      rw_window **windows, rw_event **events)
{
    char *at = memory;
    rw_clip *clip = memory;
    at += header_size();
    *rotations = NULL;
    if (desc->rotation_count != 0) {
        *rotations = (rw_quat *)(void *)at;
        at += desc->sample_count * sizeof(rw_quat);
    }
    *positions = (rw_vec3 *)(void *)at;
    at += aligned(desc->sample_count * sizeof(rw_vec3));
    *windows = (rw_window *)(void *)at;
    at += aligned(desc->window_count * sizeof(rw_window));
    *events = (rw_event *)(void *)at;
    return clip;
}

static rw_status check_desc(const rw_clip_desc *desc, double *duration, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    if (rw_space_validate(&desc->space, "/space", diagnostics) != RW_OK)
        check.faults++;
    bool timed = rw_check_range(&check, rw_path_of("/frame_rate"), desc->frame_rate, 1e-6, RW_MAX_FRAME_RATE,
                                "must be positive and at most 1,000,000 samples a second");
    check_samples(&check, desc);
    *duration = timed && desc->sample_count > 0 ? (double)(desc->sample_count - 1) / desc->frame_rate
                                                : (double)INFINITY;
    if (desc->window_count > RW_MAX_WINDOWS)
        rw_check_fail(&check, rw_path_of("/windows"), RW_FAULT_TOO_MANY, "a clip holds at most 256 windows",
                      (double)desc->window_count);
    if (desc->event_count > RW_MAX_EVENTS)
        rw_check_fail(&check, rw_path_of("/events"), RW_FAULT_TOO_MANY, "a clip holds at most 256 events",
                      (double)desc->event_count);
    if (desc->window_count > 0 && desc->windows == NULL)
        rw_check_fail(&check, rw_path_of("/windows"), RW_FAULT_MISSING, "the windows that are counted are not there", RW_NO_VALUE);
    if (desc->event_count > 0 && desc->events == NULL)
        rw_check_fail(&check, rw_path_of("/events"), RW_FAULT_MISSING, "the events that are counted are not there", RW_NO_VALUE);
    for (size_t i = 0; i < desc->window_count && desc->windows != NULL && desc->window_count <= RW_MAX_WINDOWS; i++)
        (void)check_window(&check, desc, *duration, i);
    for (size_t i = 0; i < desc->event_count && desc->events != NULL && desc->event_count <= RW_MAX_EVENTS; i++)
        check_event(&check, desc, *duration, i);
    return check.faults == 0 ? RW_OK : RW_INVALID;
}

rw_status rw_clip_compile(const rw_clip_desc *desc, void *memory, size_t size, const rw_clip **clip,
                          rw_diagnostics *diagnostics)
{
    double duration;
    rw_status status = check_desc(desc, &duration, diagnostics);
    if (status != RW_OK)
        return status;
    if (memory == NULL || size < rw_clip_size(desc))
        return RW_CAPACITY;

    rw_vec3 *positions;
    rw_quat *rotations;
    rw_window *windows;
    rw_event *events;
    rw_clip *built = place(desc, memory, &positions, &rotations, &windows, &events);
    rw_clip empty = {.info = {.space = desc->space,
                              .frame_rate = desc->frame_rate,
                              .loop = desc->loop,
                              .sample_count = desc->sample_count,
                              .duration = duration,
                              .window_count = desc->window_count,
                              .event_count = desc->event_count},
                     .up = rw_space_up(&desc->space),
                     .forward = rw_space_forward(&desc->space),
                     .nothing = RW_NOTHING_METRES / desc->space.metres_per_unit,
                     .positions = positions,
                     .rotations = rotations,
                     .windows = windows,
                     .events = events};
    *built = empty;
    built->aside = rw_cross(built->up, built->forward);
    built->level = rw_v(built->up.x != 0.0 ? 0.0 : 1.0, built->up.y != 0.0 ? 0.0 : 1.0, built->up.z != 0.0 ? 0.0 : 1.0);
    fill_samples(desc, built, positions, rotations);
    rw_check unused = {NULL, 0};
    for (size_t i = 0; i < desc->window_count; i++)
        windows[i] = check_window(&unused, desc, duration, i);
    for (size_t i = 0; i < desc->event_count; i++) {
        events[i] = desc->events[i];
        events[i].time = rw_min(events[i].time, duration);
    }
    measure(built, desc);
    size_t last = desc->sample_count - 1;
    built->whole_loop = rw_pose_of(positions[last], rotations != NULL ? rotations[last] : rw_quat_identity);
    *clip = built;
    return RW_OK;
}

/* ---- reading ---- */

void rw_clip_describe(const rw_clip *clip, rw_clip_info *info)
{
    *info = clip->info;
}

rw_window rw_clip_window(const rw_clip *clip, size_t index)
{
    return clip->windows[index];
}

rw_event rw_clip_event(const rw_clip *clip, size_t index)
{
    return clip->events[index];
}

double rw_clip_loop_end(const rw_clip *clip, double time)
{
    double loops = time / clip->info.duration;
    double nearest = floor(loops + 0.5);
    bool at_end = fabs(loops - nearest) <= 1e-12 * rw_max(1.0, loops);
    return (at_end ? nearest : -floor(-loops)) * clip->info.duration;
}

uint64_t rw_clip_knot_after(const rw_clip *clip, double time)
{
    uint64_t per_loop = clip->info.sample_count - 1;
    double loop = rw_clip_loop_of(clip, time);
    double local = rw_max(time - loop * clip->info.duration, 0.0);
    uint64_t knot = (uint64_t)loop * per_loop + (uint64_t)floor(local * clip->info.frame_rate);
    while (rw_clip_knot_time(clip, knot) <= time) /* rounding puts it off by far less than a frame */
        knot++;
    return knot;
}

rw_quat rw_clip_rotation_of(const rw_clip *clip, rw_frame at)
{
    rw_quat q = clip->rotations[at.index];
    return at.part == 0.0 ? q : rw_quat_slerp(q, clip->rotations[at.index + 1], at.part, clip->up);
}

/* base composed n times, by squaring; n is a whole number, 0 .. RW_MAX_LOOPS. */
static rw_pose power(rw_pose base, double n)
{
    rw_pose result = rw_pose_identity();
    for (unsigned long left = (unsigned long)n; left != 0; left >>= 1) {
        if ((left & 1ul) != 0) {
            result = rw_compose(result, base);
            result.rotation = rw_quat_normalised(result.rotation);
        }
        base = rw_compose(base, base);
        base.rotation = rw_quat_normalised(base.rotation);
    }
    return result;
}

/* Which loop a time of a looping clip lies in, and the time within it. */
static double split(const rw_clip *clip, double *time)
{
    double last = clip->info.duration * RW_MAX_LOOPS;
    double clamped = rw_min(rw_max(*time, 0.0), last);
    double loop = rw_clip_loop_of(clip, clamped);
    *time = clamped - loop * clip->info.duration;
    return loop;
}

rw_vec3 rw_clip_looped_position(const rw_clip *clip, double from_loop, double time)
{
    double loop = split(clip, &time);
    rw_vec3 local = rw_clip_position_of(clip, rw_clip_frame(clip, time));
    if (loop <= from_loop)
        return local;
    rw_pose loops = power(clip->whole_loop, loop - from_loop);
    return rw_add(loops.position, rw_rotate(loops.rotation, local));
}

rw_pose rw_clip_looped_sample(const rw_clip *clip, double from_loop, double time)
{
    double loop = split(clip, &time);
    rw_frame at = rw_clip_frame(clip, time);
    rw_pose local = {rw_clip_position_of(clip, at), rw_quat_identity};
    if (clip->rotations != NULL)
        local.rotation = rw_clip_rotation_of(clip, at);
    if (loop <= from_loop)
        return local;
    rw_pose loops = power(clip->whole_loop, loop - from_loop);
    local.position = rw_add(loops.position, rw_rotate(loops.rotation, local.position));
    if (clip->rotations != NULL)
        local.rotation = rw_qmul(loops.rotation, local.rotation);
    return local;
}

rw_pose rw_clip_sample(const rw_clip *clip, double time)
{
    return rw_clip_sample_from(clip, 0.0, time);
}

rw_pose rw_clip_motion(const rw_clip *clip, double from, double to, double scale)
{
    double loop = rw_min(rw_clip_loop_of(clip, rw_max(from, 0.0)), rw_clip_loop_of(clip, rw_max(to, 0.0)));
    rw_pose motion = rw_relative(rw_clip_sample_from(clip, loop, from), rw_clip_sample_from(clip, loop, to));
    motion.position = rw_mul(motion.position, scale);
    return motion;
}
