/* Hashes the answers of every function that answers with numbers, over a fixed set of generated cases, and prints
 * "golden <hash> <cases>". Every build of the solver has to print the same line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_case.h"

#define CASES 12000
#define FIELD 64 /* candidates that are ordered together */

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) /* FNV-1a, 64 bits */
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    unsigned char bytes[8];
    memcpy(&bits, &value, sizeof bits);
    if (value != value) /* C says nothing about the sign and payload of a NaN, and JSON has none of them: null */
        bits = 0x7ff8000000000000u;
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(bits >> (8 * i));
    return hash_bytes(hash, bytes, sizeof bytes);
}

static uint64_t hash_pose(uint64_t hash, rw_pose p)
{
    const double values[] = {p.position.x, p.position.y, p.position.z, p.rotation.x,
                             p.rotation.y, p.rotation.z, p.rotation.w};
    for (size_t i = 0; i < 7; i++)
        hash = hash_double(hash, values[i]);
    return hash;
}

static uint64_t hash_reach(uint64_t hash, const rw_resolution *r)
{
    const double values[] = {(double)r->verdict,   (double)r->reasons, r->distance_to_target, r->stop_distance,
                             r->gap_to_close,      r->natural_travel,  r->required_scale,     r->applied_scale,
                             r->travel,            r->shortfall,       r->first_window_scale, r->play_rate,
                             r->residual_distance, r->residual_angle,  r->turn_left,          r->peak_weight,
                             r->lead_time,         (double)r->method};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        hash = hash_double(hash, values[i]);
    hash = hash_pose(hash, r->predicted_start);
    hash = hash_pose(hash, r->natural_end);
    hash = hash_pose(hash, r->warp_point);
    hash = hash_pose(hash, r->reached);
    for (size_t i = 0; i < r->window_count; i++) {
        hash = hash_double(hash, r->windows[i].scale);
        hash = hash_double(hash, r->windows[i].elapsed_start);
        hash = hash_double(hash, r->windows[i].elapsed_end);
    }
    return hash;
}

static uint64_t hash_phases(uint64_t hash, const rw_resolution *r)
{
    for (size_t i = 0; i < r->phase_count; i++) {
        const rw_phase_result *p = &r->phases[i];
        hash = hash_double(hash, (double)p->passed);
        if (p->passed)
            continue;
        hash = hash_pose(hash, p->start);
        hash = hash_pose(hash, p->warp_point);
        hash = hash_pose(hash, p->reached);
        const double values[] = {p->residual_distance, p->residual_angle, p->turn_left, p->play_rate,
                                 p->elapsed_start,     p->elapsed_end,    p->peak_weight, (double)p->method};
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++)
            hash = hash_double(hash, values[j]);
    }
    return hash;
}

static uint64_t hash_answer(uint64_t hash, const rw_resolution *r)
{
    hash = hash_double(hash, (double)r->warnings);
    hash = hash_double(hash, r->duration);
    hash = r->kind == RW_PROFILE_REACH ? hash_reach(hash, r) : hash_phases(hash, r);
    for (size_t i = 0; i < r->event_count; i++)
        hash = hash_double(hash, r->events[i].passed ? -1.0 : r->events[i].elapsed);
    rw_sampler sampler;
    rw_sampler_init(&sampler, r);
    for (int i = 0; i <= 8; i++) {
        rw_sample sample;
        rw_sampler_at(&sampler, r->duration * ((double)i / 8.0), &sample);
        hash = hash_pose(hash, sample.pose);
        hash = hash_pose(hash, sample.offset);
    }
    hash = hash_pose(hash, rw_step(r, r->duration * 0.25, r->duration * 0.75));
    double speed, turn;
    rw_trajectory_peaks(r, &speed, &turn);
    return hash_double(hash_double(hash, speed), turn);
}

/* A track that strays from the path by a little more each time, held against it. */
static uint64_t hash_verification(uint64_t hash, const rw_random_case *c, uint64_t seed)
{
    rw_observation observed[4];
    rw_deviation deviations[4];
    rw_verification verification;
    double unit = 1.0 / c->space.metres_per_unit;
    rw_sampler sampler;
    rw_sampler_init(&sampler, &c->resolution);
    for (size_t i = 0; i < 4; i++) {
        rw_sample sample;
        double elapsed = c->resolution.duration * ((double)(i + 1) / 5.0);
        rw_sampler_at(&sampler, elapsed, &sample);
        sample.pose.position.x += 0.02 * unit * (double)i;
        observed[i] = (rw_observation){elapsed, sample.pose.position, i % 2 == 1, sample.pose.rotation};
    }
    rw_tolerance tolerance = {0.03 * unit, 2.0, seed % 2 == 0 ? 0.0 : 0.05};
    if (rw_verify(&c->resolution, observed, 4, tolerance, deviations, &verification, NULL) != RW_OK)
        return hash_double(hash, -1.0);
    for (size_t i = 0; i < 4; i++) {
        hash = hash_double(hash, deviations[i].distance);
        hash = hash_double(hash, deviations[i].angle);
        hash = hash_double(hash, deviations[i].passed);
    }
    return hash_double(hash, (double)verification.worst_distance);
}

static uint64_t hash_placement(uint64_t hash, const rw_placement *p)
{
    hash = hash_pose(hash, (rw_pose){p->position, p->rotation});
    return hash_double(hash, p->has_yaw ? p->yaw : 0.0);
}

/* A box somewhere before the actor, and a partner to align with. */
static uint64_t hash_providers(uint64_t hash, const rw_random_case *c, uint64_t seed)
{
    rw_random random = {seed};
    double unit = 1.0 / c->space.metres_per_unit;
    rw_obstacle box = {.placement = c->job.target.placement};
    box.placement.has_yaw = true;
    box.placement.yaw = rw_random_between(&random, -180.0, 180.0);
    box.size.x = rw_random_between(&random, 0.2, 3.0) * unit;
    box.size.y = rw_random_between(&random, 0.2, 3.0) * unit;
    box.size.z = rw_random_between(&random, 0.2, 3.0) * unit;
    rw_crossing_rules rules = rw_crossing_rules_default(seed % 2 == 0 ? RW_CROSSING_VAULT : RW_CROSSING_MANTLE);
    rules.landing_offset = 0.5 * unit;
    rules.ledge_offset = 0.3 * unit;
    rules.max_approach_angle = 80.0;
    const rw_placement *actor = &c->job.actor.placement;
    rw_crossing_points points = {.count = 0};
    hash = hash_double(hash, rw_obstacle_points(&c->space, actor, &box, &rules, &points, NULL));
    const double measures[] = {(double)points.refusal, points.height, points.length, points.approach_angle, points.tilt};
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++)
        hash = hash_double(hash, measures[i]);
    for (size_t i = 0; i < points.count; i++)
        hash = hash_placement(hash, &points.points[i]);
    rw_placement aligned = *actor;
    hash = hash_double(hash, rw_align_point(&c->space, &c->job.target.placement, actor, &aligned, NULL));
    return hash_placement(hash, &aligned);
}

/* What is said about a profile as such. */
static uint64_t hash_profile(uint64_t hash, const rw_random_case *c)
{
    rw_finding findings[16];
    size_t count = rw_profile_findings(c->profile, findings, 16);
    for (size_t i = 0; i < count && i < 16; i++) {
        hash = hash_double(hash, (double)findings[i].code);
        hash = hash_double(hash, findings[i].value);
        hash = hash_double(hash, findings[i].limit);
    }
    rw_reach_table table;
    const rw_resolve_job *job = &c->job;
    if (rw_reach_table_of(c->profile, job->actor.radius, job->target.radius, job->actor.scale, &table, NULL) != RW_OK)
        return hash_double(hash, -1.0);
    const double values[] = {table.lead_in, table.natural_travel, table.overlapping_to, table.in_band_from,
                             table.in_band_to};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        hash = hash_double(hash, values[i]);
    return hash;
}

/* The order of the candidates that are due. */
static uint64_t hash_order(uint64_t hash, rw_candidate *candidates, size_t count)
{
    rw_select_order(candidates, count);
    for (size_t i = 0; i < count; i++) {
        hash = hash_double(hash, (double)candidates[i].index);
        hash = hash_double(hash, candidates[i].distortion);
    }
    return hash;
}

int main(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
    rw_candidate field[FIELD];
    size_t candidates = 0;
    rw_random_case *c = malloc(sizeof *c);
    if (c == NULL)
        return 1;
    for (uint64_t seed = 0; seed < CASES; seed++) {
        const rw_random_options options = {false, false, seed % 3 == 1, seed % 5 == 2};
        rw_space other;
        if (!rw_random_case_make(c, seed, options)) {
            fprintf(stderr, "case %" PRIu64 " was refused\n", seed);
            return 1;
        }
        hash = hash_profile(hash, c);
        hash = hash_providers(hash, c, seed);
        if (seed % 4 == 3) {
            other = *rw_space_preset(rw_space_preset_name(seed % 5));
            c->job.space = &other;
        }
        if (rw_resolve(&c->job, &c->resolution, NULL) != RW_OK) {
            fprintf(stderr, "job %" PRIu64 " was refused\n", seed);
            return 1;
        }
        hash = hash_answer(hash, &c->resolution);
        hash = hash_verification(hash, c, seed);
        if (c->resolution.kind == RW_PROFILE_REACH)
            field[candidates++] = rw_candidate_of("profile", (size_t)seed, &c->resolution);
        if (candidates == FIELD || seed == CASES - 1) {
            hash = hash_order(hash, field, candidates);
            candidates = 0;
        }
    }
    free(c);
    printf("golden %016" PRIx64 " %d\n", hash, CASES);
    return 0;
}
