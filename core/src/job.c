#include "job.h"

#include "profile_internal.h"

rw_resolve_job rw_resolve_job_default(const rw_profile *profile)
{
    rw_placement at_origin = {.rotation = {0.0, 0.0, 0.0, 1.0}};
    rw_resolve_job job = {.profile = profile,
                          .play_rate = 1.0,
                          .actor = {.placement = at_origin, .scale = 1.0},
                          .target = {.placement = at_origin}};
    return job;
}

void rw_check_placement(rw_check *check, rw_path path, const rw_placement *p)
{
    rw_check_vector(check, rw_path_add(path, "/position"), p->position);
    if (p->has_yaw)
        rw_check_coordinate(check, rw_path_add(path, "/yaw"), p->yaw);
    else
        rw_check_rotation(check, rw_path_add(path, "/rotation"), p->rotation);
}

rw_quat rw_placement_rotation(const rw_placement *p, const rw_space *space)
{
    return p->has_yaw ? rw_space_yaw(space, p->yaw) : rw_quat_normalised(p->rotation);
}

static void check_time(rw_check *check, const rw_clip *clip, double time)
{
    rw_path path = rw_path_of("/time");
    double last = clip->info.duration * (clip->info.loop ? RW_MAX_LOOPS : 1.0);
    if (!rw_is_finite(time))
        rw_check_fail(check, path, RW_FAULT_NOT_FINITE, "must be a finite number", RW_NO_VALUE);
    else if (time < 0.0 || time > last * (1.0 + 1e-12))
        rw_check_fail(check, path, RW_FAULT_OUTSIDE_CLIP,
                      "lies outside the clip; give seconds from the clip's first sample, not after its last", time);
}

static const char *const radius_detail = "must not be negative, nor beyond 1e9 units";

static void check_job(rw_check *check, const rw_resolve_job *job)
{
    const rw_profile *profile = job->profile;
    check_time(check, profile->clip, job->time);
    rw_check_range(check, rw_path_of("/play_rate"), job->play_rate, 1e-6, 1e6, "must lie between 1e-6 and 1e6");
    rw_check_placement(check, rw_path_of("/actor"), &job->actor.placement);
    rw_check_range(check, rw_path_of("/actor/radius"), job->actor.radius, 0.0, RW_MAX_COORDINATE, radius_detail);
    rw_check_range(check, rw_path_of("/actor/scale"), job->actor.scale, 1e-6, 1e6, "must lie between 1e-6 and 1e6");
    if (profile->desc.kind == RW_PROFILE_REACH) {
        rw_path target = rw_path_of("/target");
        rw_check_placement(check, target, &job->target.placement);
        rw_check_range(check, rw_path_add(target, "/radius"), job->target.radius, 0.0, RW_MAX_COORDINATE, radius_detail);
        rw_check_vector(check, rw_path_add(target, "/velocity"), job->target.velocity);
        if (profile->desc.rotation == RW_ROTATION_TARGET && !job->target.has_rotation)
            rw_check_fail(check, rw_path_add(target, "/rotation"), RW_FAULT_MISSING,
                          "the profile turns the actor as the target is turned: give the target's rotation or yaw", RW_NO_VALUE);
        return;
    }
    rw_path list = rw_path_of("/targets");
    if (job->target_count != profile->desc.phase_count || job->targets == NULL) {
        rw_check_fail(check, list, RW_FAULT_COUNT_MISMATCH,
                      "give exactly one target point for each phase of the profile, passed ones included",
                      (double)job->target_count);
        return;
    }
    for (size_t i = 0; i < job->target_count; i++)
        rw_check_placement(check, rw_path_index(list, i), &job->targets[i]);
}

static inline bool within(double value, double low, double high)
{
    return value >= low && value <= high; /* false for NaN */
}

static inline bool sound_vector(rw_vec3 v)
{
    return fabs(v.x) <= RW_MAX_COORDINATE && fabs(v.y) <= RW_MAX_COORDINATE && fabs(v.z) <= RW_MAX_COORDINATE;
}

static inline bool sound_placement(const rw_placement *p)
{
    return sound_vector(p->position) &&
           (p->has_yaw ? fabs(p->yaw) <= RW_MAX_COORDINATE : rw_quat_usable(p->rotation));
}

/* Whether check_job() would find nothing: without a word about where. What this lets pass, check_job() lets pass. */
static inline bool sound_job(const rw_resolve_job *job)
{
    const rw_clip_info *info = &job->profile->clip->info;
    double last = info->duration * (info->loop ? RW_MAX_LOOPS : 1.0);
    bool sound = within(job->time, 0.0, last) && within(job->play_rate, 1e-6, 1e6) &&
                 sound_placement(&job->actor.placement) && within(job->actor.radius, 0.0, RW_MAX_COORDINATE) &&
                 within(job->actor.scale, 1e-6, 1e6);
    if (job->profile->desc.kind == RW_PROFILE_REACH)
        return sound && sound_placement(&job->target.placement) &&
               within(job->target.radius, 0.0, RW_MAX_COORDINATE) && sound_vector(job->target.velocity) &&
               (job->target.has_rotation || job->profile->desc.rotation != RW_ROTATION_TARGET);
    sound = sound && job->target_count == job->profile->desc.phase_count && job->targets != NULL;
    for (size_t i = 0; sound && i < job->target_count; i++)
        sound = sound_placement(&job->targets[i]);
    return sound;
}

/* What a case is made with. */
typedef struct rw_conversion {
    const rw_space *from, *to;
    rw_vec3 up; /* of `from` */
    bool needed;
} rw_conversion;

static inline void place(const rw_conversion *c, const rw_placement *p, rw_pose *pose)
{
    pose->position = p->position;
    pose->rotation = p->has_yaw ? rw_quat_yaw(c->up, p->yaw) : rw_quat_normalised(p->rotation);
    if (c->needed)
        *pose = rw_space_convert_pose(c->from, c->to, *pose);
}

static inline void place_target(const rw_conversion *c, const rw_resolve_job *job, rw_case *out)
{
    const rw_target *target = &job->target;
    if (job->profile->desc.rotation == RW_ROTATION_TARGET) {
        place(c, &target->placement, &out->target);
    } else {
        out->target.position = target->placement.position;
        if (c->needed)
            out->target.position = rw_space_convert_vector(c->from, c->to, target->placement.position);
    }
    out->target_radius = target->radius;
    out->velocity = target->velocity;
    if (c->needed) {
        out->target_radius = rw_space_convert_length(c->from, c->to, target->radius);
        out->velocity = rw_space_convert_vector(c->from, c->to, target->velocity);
    }
}

/* Whether rw_space_validate() would find nothing. */
static bool sound_space(const rw_space *space)
{
    unsigned seen = 0;
    const rw_axis axes[3] = {space->forward, space->right, space->up};
    for (int i = 0; i < 3; i++)
        if ((int)axes[i] >= 0 && (int)axes[i] <= 5)
            seen |= 1u << (int)axes[i] / 2;
    return seen == 7u && within(space->metres_per_unit, 1e-6, 1e6);
}

static inline bool valid(const rw_resolve_job *job, bool foreign, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    if (foreign && !sound_space(job->space)) {
        (void)rw_space_validate(job->space, "/space", diagnostics);
        check.faults++;
    }
    if (!sound_job(job))
        check_job(&check, job);
    return check.faults == 0;
}

rw_status rw_case_from_job(const rw_resolve_job *job, rw_case *out, rw_diagnostics *diagnostics)
{
    if (job->profile == NULL) {
        rw_check check = {diagnostics, 0};
        rw_check_fail(&check, rw_path_of("/profile"), RW_FAULT_MISSING, "a job needs a profile", RW_NO_VALUE);
        return RW_INVALID;
    }
    const rw_profile *profile = job->profile;
    const rw_clip *clip = profile->clip;
    rw_conversion c = {job->space, &clip->info.space, clip->up, false};
    c.needed = job->space != NULL && !rw_space_equal(c.from, c.to); /* its own is valid */
    if (!valid(job, c.needed, diagnostics))
        return RW_INVALID;
    if (c.needed)
        c.up = rw_space_up(c.from);

    out->profile = profile;
    out->converted = c.needed;
    out->time = clip->info.loop ? job->time : rw_min(job->time, clip->info.duration);
    out->request_rate = job->play_rate;
    place(&c, &job->actor.placement, &out->actor);
    out->actor_radius = c.needed ? rw_space_convert_length(c.from, c.to, job->actor.radius) : job->actor.radius;
    out->scale = job->actor.scale;
    if (profile->desc.kind == RW_PROFILE_REACH) {
        place_target(&c, job, out);
    } else {
        for (size_t i = 0; i < job->target_count; i++)
            if (out->time < profile->phases[i].interval.end)
                place(&c, &job->targets[i], &out->targets[i]);
    }
    return RW_OK;
}
