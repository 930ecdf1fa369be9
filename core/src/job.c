#include "job.h"

#include "clip_internal.h"
#include "diagnose.h"
#include "profile_internal.h"
#include "rotation.h"

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

static bool within(double value, double low, double high)
{
    return value >= low && value <= high; /* false for NaN */
}

static bool sound_vector(rw_vec3 v)
{
    return fabs(v.x) <= RW_MAX_COORDINATE && fabs(v.y) <= RW_MAX_COORDINATE && fabs(v.z) <= RW_MAX_COORDINATE;
}

static bool sound_placement(const rw_placement *p)
{
    return sound_vector(p->position) &&
           (p->has_yaw ? fabs(p->yaw) <= RW_MAX_COORDINATE : rw_quat_usable(p->rotation));
}

/* Whether check_job() would find nothing: without a word about where. What this lets pass, check_job() lets pass. */
static bool sound_job(const rw_resolve_job *job)
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

/* In the clip's space; `space` is where it comes from. */
static rw_pose placed(const rw_placement *p, const rw_space *space, const rw_space *clip_space)
{
    rw_pose pose = rw_pose_of(p->position, rw_placement_rotation(p, space));
    return rw_space_equal(space, clip_space) ? pose : rw_space_convert_pose(space, clip_space, pose);
}

rw_status rw_case_from_job(const rw_resolve_job *job, rw_case *out, rw_diagnostics *diagnostics)
{
    rw_check check = {diagnostics, 0};
    if (job->profile == NULL) {
        rw_check_fail(&check, rw_path_of("/profile"), RW_FAULT_MISSING, "a job needs a profile", RW_NO_VALUE);
        return RW_INVALID;
    }
    const rw_clip *clip = job->profile->clip;
    const rw_space *to = &clip->info.space;
    const rw_space *from = job->space != NULL ? job->space : to;
    if (job->space != NULL && rw_space_validate(from, "/space", diagnostics) != RW_OK)
        check.faults++;
    if (!sound_job(job))
        check_job(&check, job);
    if (check.faults != 0)
        return RW_INVALID;

    out->profile = job->profile;
    out->time = clip->info.loop ? job->time : rw_min(job->time, clip->info.duration);
    out->request_rate = job->play_rate;
    out->actor = placed(&job->actor.placement, from, to);
    out->actor_radius = rw_space_convert_length(from, to, job->actor.radius);
    out->scale = job->actor.scale;
    out->target_count = 0;
    if (job->profile->desc.kind == RW_PROFILE_REACH) {
        out->target = placed(&job->target.placement, from, to);
        out->target_radius = rw_space_convert_length(from, to, job->target.radius);
        out->velocity = rw_space_convert_vector(from, to, job->target.velocity);
    } else {
        out->target_count = job->target_count;
        for (size_t i = 0; i < job->target_count; i++)
            out->targets[i] = placed(&job->targets[i], from, to);
    }
    return RW_OK;
}

double rw_play_rate(bool limited, rw_range limits, double authored, double actual, double nothing, bool *clamped)
{
    if (!limited)
        return 1.0;
    double wanted = 1.0;
    if (actual >= nothing)
        wanted = authored / actual;
    else if (authored >= nothing)
        wanted = (double)INFINITY;
    if (wanted < limits.min || wanted > limits.max)
        *clamped = true;
    return rw_min(rw_max(wanted, limits.min), limits.max);
}

bool rw_facing(const rw_clip *clip, rw_vec3 from, rw_vec3 to, rw_quat *rotation)
{
    rw_vec3 direction = rw_flat(rw_sub(to, from), clip->up);
    if (rw_length(direction) < rw_clip_nothing(clip))
        return false;
    *rotation = rw_quat_face(direction, clip->forward, clip->up);
    return true;
}
