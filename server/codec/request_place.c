/* From a request to the points of a provider. */
#include <stdio.h>

#include "codec/answer.h"
#include "codec/diagnostics.h"
#include "codec/request.h"

rw_surroundings rw_codec_request_surroundings(const rw_codec_resolve_request *request)
{
    return (rw_surroundings){.space = request->job.space,
                             .actor = &request->job.actor.placement,
                             .obstacle = &request->obstacle,
                             .partner = &request->partner.placement};
}

bool rw_codec_request_place(const rw_codec_resolve_request *request, const rw_plan *plan, rw_resolve_job *job,
                            rw_placing *placing, rw_problem *problem)
{
    static const rw_placement nowhere[RW_PLAN_POINTS_MAX] = {
        {.rotation = {0, 0, 0, 1}}, {.rotation = {0, 0, 0, 1}}, {.rotation = {0, 0, 0, 1}}};
    const rw_provider_kind kind = plan->provider.kind;
    if (kind == RW_PROVIDER_POINTS)
        return false;
    job->target_count = rw_provider_point_count(&plan->provider);
    job->targets = nowhere;
    if ((request->given & (kind == RW_PROVIDER_ALIGN ? RW_GIVEN_PARTNER : RW_GIVEN_OBSTACLE)) == 0)
        return false;
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_surroundings around = rw_codec_request_surroundings(request);
    if (rw_plan_place(plan, &around, placing, &diagnostics) != RW_OK) {
        rw_codec_add_diagnostics(problem, request->pointer, &diagnostics);
        return false;
    }
    if (placing->refusal == RW_REFUSAL_NONE)
        job->targets = placing->points;
    return true;
}

void rw_codec_partner_report(const rw_codec_resolve_request *request, const char *member, rw_field_code code,
                             const char *detail, rw_problem *problem)
{
    char pointer[80];
    snprintf(pointer, sizeof pointer, "%.40s/partner/%.30s", request->pointer, member);
    rw_problem_add_field(problem, pointer, code, "%s", detail);
}

rw_partner rw_codec_partner_of(const rw_codec_resolve_request *request, const rw_clip *clip, rw_problem *problem)
{
    const rw_codec_partner *told = &request->partner;
    const rw_partner partner = {
        .placement = told->placement, .scale = told->scale, .clip = clip, .time = told->time};
    if (clip == NULL)
        return partner;
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    if (!(told->time >= 0 && told->time <= info.duration * (info.loop ? RW_MAX_LOOPS : 1)))
        rw_codec_partner_report(request, "time", RW_FIELD_OUTSIDE_CLIP, "lies outside the partner's clip", problem);
    return partner;
}
