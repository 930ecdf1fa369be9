#include "oracle.h"

#include <math.h>
#include <string.h>

static void reach_out(oracle_answer *a, oracle_vec v)
{
    a->margin.extent = fmaxl(a->margin.extent, fmaxl(fabsl(v.x), fmaxl(fabsl(v.y), fabsl(v.z))));
}

static void measure_extent(oracle_answer *a, const rw_resolve_job *job)
{
    const rw_space *to = &a->clip.desc->space;
    a->margin.extent = 1 / (oracle_real)to->metres_per_unit;
    reach_out(a, a->actor.p);
    reach_out(a, oracle_convert_vector(a->space, to, oracle_vec_of(job->target.placement.position)));
    for (size_t i = 0; i < job->target_count; i++)
        reach_out(a, oracle_convert_vector(a->space, to, oracle_vec_of(job->targets[i].position)));
    oracle_real loops = a->clip.duration > 0 ? ceill(a->end_time / a->clip.duration) : 1;
    for (size_t i = 0; i < a->clip.count; i++)
        reach_out(a, oracle_times(a->clip.poses[i].p, a->scale * fmaxl(1, loops)));
}

static oracle_real last_edge(const oracle_answer *a)
{
    const rw_clip_desc *clip = a->clip.desc;
    const rw_profile_desc *profile = a->profile;
    oracle_real end = 0;
    for (size_t i = 0; i < profile->phase_count && profile->kind == RW_PROFILE_PHASES; i++)
        end = oracle_clip_range(&a->clip, profile->times_normalised, profile->phases[i].start, profile->phases[i].end).end;
    for (size_t i = 0; i < clip->window_count && profile->kind == RW_PROFILE_REACH; i++) {
        const rw_window *w = &clip->windows[i];
        if (strcmp(w->name, profile->window) == 0)
            end = fmaxl(end, oracle_clip_range(&a->clip, clip->times_normalised, w->start, w->end).end);
    }
    return end;
}

/* Where the timeline ends: the clip's end, or the end of the loop in which the last window ends or the request lies. */
static oracle_real timeline_end(oracle_answer *a)
{
    if (!a->clip.desc->loop)
        return a->clip.duration;
    return oracle_loop_end(&a->clip, fmaxl(last_edge(a), a->time));
}

static void warn(oracle_answer *a)
{
    oracle_real full_turn = acosl(-1) / 180;
    for (size_t i = 0; i < a->span_count; i++) {
        oracle_span *span = &a->spans[i];
        if (span->tracked_count == 0)
            continue;
        oracle_phase *phase = &a->phases[i];
        phase->residual_distance = oracle_length(oracle_sub(span->warp_point.p, span->reached.p));
        phase->residual_angle =
            oracle_angle(oracle_product(oracle_conjugate(span->reached.r), span->warp_point.r)) / full_turn;
        a->warnings |= span->fell_back ? RW_WARNING_METHOD_FALLBACK : 0;
        a->warnings |= span->turn_left > 0 ? RW_WARNING_TURN_CAPPED : 0;
        if (a->profile->kind == RW_PROFILE_PHASES && phase->residual_distance >= a->clip.nothing)
            a->warnings |= RW_WARNING_RESIDUAL;
    }
}

bool oracle_resolve(const rw_clip_desc *clip, const rw_profile_desc *profile, const rw_resolve_job *job,
                    oracle_answer *a)
{
    memset(a, 0, sizeof *a);
    if (!oracle_clip_make(clip, &a->clip))
        return false;
    a->profile = profile;
    a->space = job->space != NULL ? job->space : &clip->space;
    a->margin.least = 1e30L;
    const rw_placement *where = &job->actor.placement;
    oracle_quat r = where->has_yaw ? oracle_turn_about(oracle_axis_vector(a->space->up),
                                                       fmodl(where->yaw, 360) * acosl(-1) / 180)
                                   : oracle_quat_of(where->rotation);
    a->actor = oracle_convert_pose(a->space, &clip->space, (oracle_pose){oracle_vec_of(where->position), r});
    a->scale = job->actor.scale;
    a->time = job->time;
    a->request_rate = job->play_rate;
    a->end_time = timeline_end(a);
    measure_extent(a, job);
    if (profile->kind == RW_PROFILE_REACH)
        oracle_reach(job, a);
    else
        oracle_phases(job, a);
    warn(a);
    oracle_timeline(a);
    return true;
}

void oracle_free(oracle_answer *a)
{
    oracle_clip_free(&a->clip);
}
