/* Hashes the answers to a fixed set of generated cases and prints "golden <hash> <cases>". Every build of the solver
 * has to print the same line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_case.h"

#define CASES 12000

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

int main(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
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
        if (seed % 4 == 3) {
            other = *rw_space_preset(rw_space_preset_name(seed % 5));
            c->job.space = &other;
        }
        if (rw_resolve(&c->job, &c->resolution, NULL) != RW_OK) {
            fprintf(stderr, "job %" PRIu64 " was refused\n", seed);
            return 1;
        }
        hash = hash_answer(hash, &c->resolution);
    }
    free(c);
    printf("golden %016" PRIx64 " %d\n", hash, CASES);
    return 0;
}
