/* The laws that every answer obeys, over seeded random cases. RW_LAW_CASES raises their number (default 4,000 a law). */
#include <stdio.h>
#include <string.h>

#include "law.h"
#include "timeline.h"
#include "warp.h"

static uint64_t law_cases(void)
{
    return rw_law_cases(4000);
}

static const rw_random_options everything = {false, false, false, false};
static const rw_random_options plain = {false, false, true, false};
static const rw_random_options plain_reach = {true, false, true, false};
static const rw_random_options plain_phases = {false, true, true, false};

static rw_random_case *make(uint64_t seed, rw_random_options options)
{
    static const char *const refused = "case %llu was refused";
    rw_random_case *c = malloc(sizeof *c);
    ck_assert_ptr_nonnull(c);
    ck_assert_msg(rw_random_case_make(c, seed, options), refused, (unsigned long long)seed);
    return c;
}

static void solve(rw_random_case *c, uint64_t seed)
{
    rw_diagnostic items[4];
    rw_diagnostics list = {items, 4, 0};
    ck_assert_msg(rw_resolve(&c->job, &c->resolution, &list) == RW_OK, "job %llu: %s %s", (unsigned long long)seed,
                  items[0].field, items[0].detail);
}

static rw_sample sample(const rw_resolution *r, double elapsed)
{
    rw_sampler sampler;
    rw_sample out;
    rw_sampler_init(&sampler, r);
    rw_sampler_at(&sampler, elapsed, &out);
    return out;
}

/* Units that the case's numbers live at: what a relative tolerance is relative to. */
static double extent(const rw_random_case *c)
{
    rw_clip_info info;
    rw_clip_describe(c->clip, &info);
    rw_vec3 a = c->job.actor.placement.position;
    return fmax(1.0 / c->space.metres_per_unit, rw_length(a)) + info.path_length;
}

static double apart(rw_pose a, rw_pose b)
{
    return rw_law_apart(a.position, b.position);
}

static double turned(rw_pose a, rw_pose b)
{
    return rw_law_turned(a.rotation, b.rotation);
}

static bool same_bits(rw_pose a, rw_pose b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* ---- landing ---- */

START_TEST(landing__warp_point_is_reached_or_the_residual_says_so)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, everything);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        for (size_t i = 0; i < rw_warp_count(r); i++) {
            const size_t phase = rw_warp_phase(r, i);
            const rw_warp *w = rw_warp_at(r, i);
            bool reach = r->kind == RW_PROFILE_REACH;
            rw_pose wanted = reach ? r->warp_point : r->phases[phase].warp_point;
            rw_pose reached = reach ? r->reached : r->phases[phase].reached;
            double distance = reach ? r->residual_distance : r->phases[phase].residual_distance;
            double angle = reach ? r->residual_angle : r->phases[phase].residual_angle;
            bool free_axes = w->axes[0].warp && w->axes[1].warp && w->axes[2].warp;
            if (free_axes && w->turn_fraction == 1.0)
                ck_assert_msg(same_bits(wanted, reached), "case %llu", (unsigned long long)seed);
            ck_assert_double_le(fabs(apart(wanted, reached) - distance), 1e-9 * extent(c));
            if (angle == 0.0)
                ck_assert_double_le(turned(wanted, reached), 1e-12);
            /* The law of the path itself arrives there, not only the last sample. */
            double before = w->elapsed_end - 1e-9 * (w->elapsed_end - w->elapsed_start);
            double speed, turn; /* a weight that covers next to nothing is steep: no limit but the path's own speed */
            rw_trajectory_peaks(r, &speed, &turn);
            double step = w->elapsed_end - before;
            if (before > w->elapsed_start)
                ck_assert_msg(apart(sample(r, before).pose, reached) <= 20.0 * speed * step + 1e-9 * extent(c),
                              "case %llu: %g at speed %g", (unsigned long long)seed,
                              apart(sample(r, before).pose, reached) / extent(c), speed);
        }
        free(c);
    }
}
END_TEST

START_TEST(landing__timeline_passes_through_reached)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, plain_phases);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        for (size_t i = 0; i < r->phase_count; i++)
            if (!r->phases[i].passed)
                ck_assert_double_le(apart(sample(r, r->phases[i].elapsed_end).pose, r->phases[i].warp_point),
                                    1e-9 * extent(c));
        free(c);
    }
}
END_TEST

/* ---- identity ---- */

START_TEST(identity__target_at_the_natural_end_changes_nothing)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, plain_phases);
        for (size_t i = 0; i < c->profile_desc.phase_count; i++) {
            c->phases[i].translation_offset = rw_v(0.0, 0.0, 0.0);
            c->phases[i].rotation_offset = rw_quat_identity;
            c->phases[i].rotation = (seed & 1u) != 0 ? RW_ROTATION_KEEP : RW_ROTATION_TARGET;
            c->phases[i].turn = RW_TURN_OFFSET;
        }
        ck_assert_int_eq(rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory,
                                            &c->profile, NULL), RW_OK);
        rw_placement *a = &c->job.actor.placement;
        rw_quat actor = a->has_yaw ? rw_space_yaw(&c->space, a->yaw) : a->rotation;
        double n = sqrt(rw_qdot(actor, actor));
        rw_pose start = {a->position, {actor.x / n, actor.y / n, actor.z / n, actor.w / n}};
        for (size_t i = 0; i < c->profile_desc.phase_count; i++) {
            rw_pose end = rw_compose(start, rw_clip_motion(c->clip, c->job.time, c->phases[i].end, c->job.actor.scale));
            rw_placement target = {.position = end.position, .rotation = end.rotation};
            c->targets[i] = target;
        }
        solve(c, seed);
        for (int i = 0; i <= 16; i++) {
            rw_sample s = sample(&c->resolution, c->resolution.duration * i / 16.0);
            ck_assert_msg(apart(s.pose, s.authored) <= 1e-9 * extent(c), "case %llu", (unsigned long long)seed);
            ck_assert_msg(turned(s.pose, s.authored) <= 1e-12, "case %llu", (unsigned long long)seed);
        }
        free(c);
    }
}
END_TEST

/* ---- equivariance ---- */

static rw_placement moved(rw_placement p, rw_pose by, const rw_space *space)
{
    rw_quat q = p.has_yaw ? rw_space_yaw(space, p.yaw) : p.rotation;
    rw_pose pose = rw_compose(by, rw_pose_of(p.position, q));
    rw_placement out = {.position = pose.position, .rotation = pose.rotation};
    return out;
}

static void move_job(rw_random_case *c, rw_pose by)
{
    c->job.actor.placement = moved(c->job.actor.placement, by, &c->space);
    c->job.target.placement = moved(c->job.target.placement, by, &c->space);
    c->job.target.velocity = rw_rotate(by.rotation, c->job.target.velocity);
    for (size_t i = 0; i < RW_RANDOM_PHASES; i++)
        c->targets[i] = moved(c->targets[i], by, &c->space);
}

static void check_equivariance(double origin_units)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *a = make(seed, everything);
        rw_random_case *b = make(seed, everything);
        rw_random random = {seed};
        rw_pose by = {{origin_units, -origin_units, 0.5 * origin_units}, rw_random_yaw(&random, &a->space)};
        move_job(b, by);
        solve(a, seed);
        solve(b, seed);
        const rw_resolution *ra = &a->resolution;
        const rw_resolution *rb = &b->resolution;
        /* Rounding of the far coordinates (2e-16 of them) against the near ones. */
        double tolerance = 1e-9 * extent(a) + 64.0 * 2.3e-16 * (fabs(origin_units) + extent(a)) * 10.0;
        bool knife_edge = ra->kind == RW_PROFILE_REACH &&
                          (ra->reasons != rb->reasons || ra->method != rb->method || ra->warnings != rb->warnings);
        for (int i = 0; i <= 8 && !knife_edge; i++) {
            rw_sample sa = sample(ra, ra->duration * i / 8.0);
            rw_sample sb = sample(rb, rb->duration * i / 8.0);
            double off = apart(rw_compose(by, sa.pose), sb.pose);
            /* The elapsed time of a far target is rounded too, and the root moves on meanwhile. */
            ck_assert_msg(off <= tolerance * 100.0, "case %llu at %d: off by %g of %g", (unsigned long long)seed, i, off,
                          tolerance);
        }
        free(a);
        free(b);
    }
}

START_TEST(equivariance__near)
{
    check_equivariance(100.0);
}
END_TEST

START_TEST(equivariance__ten_million_units_out)
{
    check_equivariance(1e7);
}
END_TEST

/* ---- units ---- */

START_TEST(homogeneity__a_larger_unit_gives_smaller_numbers)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *a = make(seed, everything);
        rw_random_case *b = make(seed, everything);
        const double k = 100.0; /* b's unit is 100 of a's */
        b->space.metres_per_unit *= k;
        b->clip_desc.space = b->space;
        for (size_t i = 0; i < b->clip_desc.sample_count; i++)
            b->positions[i] = rw_mul(b->positions[i], 1.0 / k);
        for (size_t i = 0; i < b->profile_desc.phase_count; i++) {
            b->phases[i].translation_offset = rw_mul(b->phases[i].translation_offset, 1.0 / k);
            b->phases[i].anchor = rw_mul(b->phases[i].anchor, 1.0 / k);
        }
        b->profile_desc.contact_offset /= k;
        b->profile_desc.conditions.max_distance /= k;
        ck_assert_int_eq(rw_clip_compile(&b->clip_desc, b->clip_memory, sizeof b->clip_memory, &b->clip, NULL), RW_OK);
        ck_assert_int_eq(rw_profile_compile(&b->profile_desc, b->clip, b->profile_memory, sizeof b->profile_memory,
                                            &b->profile, NULL), RW_OK);
        b->job.actor.placement.position = rw_mul(b->job.actor.placement.position, 1.0 / k);
        b->job.target.placement.position = rw_mul(b->job.target.placement.position, 1.0 / k);
        b->job.actor.radius /= k;
        b->job.target.radius /= k;
        b->job.target.velocity = rw_mul(b->job.target.velocity, 1.0 / k);
        for (size_t i = 0; i < RW_RANDOM_PHASES; i++)
            b->targets[i].position = rw_mul(b->targets[i].position, 1.0 / k);
        solve(a, seed);
        solve(b, seed);
        ck_assert_double_le(fabs(a->resolution.duration - b->resolution.duration), 1e-9 * (1.0 + a->resolution.duration));
        for (int i = 0; i <= 8; i++) {
            rw_sample sa = sample(&a->resolution, a->resolution.duration * i / 8.0);
            rw_sample sb = sample(&b->resolution, b->resolution.duration * i / 8.0);
            double off = rw_length(rw_sub(sa.pose.position, rw_mul(sb.pose.position, k)));
            ck_assert_msg(off <= 1e-7 * extent(a), "case %llu: off by %g", (unsigned long long)seed, off);
        }
        free(a);
        free(b);
    }
}
END_TEST

/* ---- partition ---- */

START_TEST(partition__steps_compose_to_the_whole)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, everything);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        rw_random random = {seed + 17};
        rw_pose pose = sample(r, 0.0).pose;
        double at = 0.0;
        while (at < r->duration) {
            double next = fmin(at + rw_random_between(&random, 0.005, 0.2), r->duration);
            pose = rw_compose(pose, rw_step(r, at, next));
            at = next;
        }
        rw_pose end = sample(r, r->duration).pose;
        ck_assert_msg(apart(pose, end) <= 1e-9 * extent(c), "case %llu", (unsigned long long)seed);
        ck_assert_double_le(turned(pose, end), 1e-12);
        free(c);
    }
}
END_TEST

START_TEST(partition__any_order_of_samples_gives_the_same_bits)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, everything);
        solve(c, seed);
        rw_sampler walking;
        rw_sampler_init(&walking, &c->resolution);
        rw_random random = {seed + 5};
        for (int i = 0; i < 12; i++) {
            double elapsed = rw_random_between(&random, 0.0, c->resolution.duration);
            rw_sample s;
            rw_sampler_at(&walking, elapsed, &s);
            rw_sample fresh = sample(&c->resolution, elapsed);
            ck_assert_msg(same_bits(s.pose, fresh.pose) && same_bits(s.offset, fresh.offset), "case %llu",
                          (unsigned long long)seed);
        }
        free(c);
    }
}
END_TEST

/* ---- continuity ---- */

START_TEST(continuity__the_path_has_no_jump)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, everything);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        double speed, turn;
        rw_trajectory_peaks(r, &speed, &turn);
        const double step = 1e-7;
        for (size_t i = 0; i < rw_warp_count(r); i++) {
            const rw_warp *w = rw_warp_at(r, i);
            double edges[2 + 2 * RW_RANDOM_WINDOWS];
            size_t count = 0;
            edges[count++] = w->elapsed_start;
            edges[count++] = w->elapsed_end;
            for (size_t j = 0; j < w->span.interval_count && r->kind == RW_PROFILE_REACH; j++) {
                edges[count++] = rw_elapsed_at(r, fmax(w->span.intervals[j].start, w->span.start));
                edges[count++] = rw_elapsed_at(r, fmax(w->span.intervals[j].end, w->span.start));
            }
            for (size_t j = 0; j < count; j++) {
                rw_sample before = sample(r, edges[j] - step);
                rw_sample after = sample(r, edges[j] + step);
                ck_assert_msg(apart(before.pose, after.pose) <= 2.0 * step * 20.0 * speed + 1e-9 * extent(c),
                              "case %llu edge %zu: jump of %g at speed %g", (unsigned long long)seed, j,
                              apart(before.pose, after.pose), speed);
            }
        }
        free(c);
    }
}
END_TEST

/* ---- reach ---- */

START_TEST(reach__travel_never_falls_with_distance)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, plain_reach);
        rw_random random = {seed + 3};
        rw_vec3 direction = rw_rotate(rw_random_yaw(&random, &c->space), rw_space_forward(&c->space));
        double unit = 1.0 / c->space.metres_per_unit;
        double last = -1.0;
        solve(c, seed);
        rw_vec3 from = c->resolution.predicted_start.position;
        for (int i = 0; i <= 40; i++) {
            c->job.target.placement.position = rw_add(from, rw_mul(direction, 0.3 * i * unit));
            solve(c, seed);
            const rw_resolution *r = &c->resolution;
            ck_assert_double_ge(r->travel, last - 1e-9 * unit);
            if (r->distance_to_target <= r->stop_distance)
                ck_assert(r->travel == 0.0);
            if (r->verdict == RW_VERDICT_CLAMPED && last >= 0.0)
                ck_assert_double_le(r->travel, r->natural_travel * c->profile_desc.scale_band.max * (1.0 + 1e-12));
            last = r->travel;
        }
        free(c);
    }
}
END_TEST

START_TEST(reach__keeps_the_standoff)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, plain_reach);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        rw_vec3 up = rw_space_up(&c->space);
        rw_vec3 left = rw_sub(c->job.target.placement.position, r->warp_point.position);
        double distance = rw_length(c->profile_desc.plane == RW_PLANE_FULL ? left : rw_flat(left, up));
        if (r->verdict != RW_VERDICT_WINDOW_PASSED)
            ck_assert_msg(distance >= fmin(r->stop_distance, r->distance_to_target) - 1e-9 * extent(c), "case %llu",
                          (unsigned long long)seed);
        free(c);
    }
}
END_TEST

START_TEST(reach__path_is_lipschitz_in_the_target)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *a = make(seed, plain_reach);
        rw_random_case *b = make(seed, plain_reach);
        a->profile_desc.has_rate = b->profile_desc.has_rate = false; /* compare at one clip time */
        for (int i = 0; i < 2; i++) {
            rw_random_case *c = i == 0 ? a : b;
            ck_assert_int_eq(rw_profile_compile(&c->profile_desc, c->clip, c->profile_memory, sizeof c->profile_memory,
                                                &c->profile, NULL), RW_OK);
        }
        rw_random random = {seed + 29};
        double unit = 1.0 / a->space.metres_per_unit;
        rw_vec3 by = {rw_random_between(&random, -0.05, 0.05) * unit, rw_random_between(&random, -0.05, 0.05) * unit,
                      rw_random_between(&random, -0.05, 0.05) * unit};
        b->job.target.placement.position = rw_add(b->job.target.placement.position, by);
        solve(a, seed);
        solve(b, seed);
        const rw_resolution *r = &a->resolution;
        bool outside = r->distance_to_target > r->stop_distance &&
                       b->resolution.distance_to_target > b->resolution.stop_distance;
        double constant = fmax(1.0, r->peak_weight);
        for (int i = 0; i <= 8 && outside && r->method == b->resolution.method; i++) {
            double elapsed = r->duration * i / 8.0;
            double off = apart(sample(r, elapsed).pose, sample(&b->resolution, elapsed).pose);
            /* height and plan may be weighed apart: their sum in two dimensions */
            ck_assert_msg(r->window_passed || elapsed > r->warp.elapsed_end ||
                              off <= sqrt(2.0) * constant * rw_length(by) + 1e-9 * extent(a),
                          "case %llu: moved %g for %g", (unsigned long long)seed, off, rw_length(by));
        }
        free(a);
        free(b);
    }
}
END_TEST

/* ---- weights, rates, yaw, numbers ---- */

START_TEST(weights__stay_within_0_and_1)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, plain_phases);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        for (size_t i = 0; i < r->phase_count; i++) {
            const rw_phase_result *p = &r->phases[i];
            if (p->passed || p->method == RW_METHOD_SKEW || p->method == RW_METHOD_SCALE)
                continue;
            for (int k = 1; k < 8; k++) {
                double elapsed = p->elapsed_start + (p->elapsed_end - p->elapsed_start) * k / 8.0;
                rw_sample s = sample(r, elapsed);
                rw_pose d = rw_clip_motion(c->clip, p->warp.span.start, s.clip_time, c->job.actor.scale);
                rw_vec3 local = rw_rotate(rw_conj(p->warp.origin.rotation),
                                          rw_sub(s.pose.position, p->warp.origin.position));
                rw_vec3 added = rw_sub(local, d.position);
                for (int axis = 0; axis < 3; axis++) {
                    double error = rw_component_of(rw_warp_error(&p->warp), axis);
                    if (fabs(error) < 1e-3 * extent(c))
                        continue;
                    double weight = rw_component_of(added, axis) / error;
                    ck_assert_msg(weight >= -1e-9 && weight <= 1.0 + 1e-9, "case %llu: %g", (unsigned long long)seed,
                                  weight);
                }
            }
        }
        free(c);
    }
}
END_TEST

START_TEST(rate__never_changes_the_path_over_clip_time)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *a = make(seed, plain);
        rw_random_case *b = make(seed, plain);
        for (size_t i = 0; i < b->profile_desc.phase_count; i++)
            b->phases[i].has_rate = !b->phases[i].has_rate;
        b->profile_desc.has_rate = !b->profile_desc.has_rate;
        b->job.play_rate = 1.7;
        ck_assert_int_eq(rw_profile_compile(&b->profile_desc, b->clip, b->profile_memory, sizeof b->profile_memory,
                                            &b->profile, NULL), RW_OK);
        b->job.profile = b->profile;
        solve(a, seed);
        solve(b, seed);
        for (int i = 0; i <= 8; i++) {
            double clip_time = a->resolution.time + (a->resolution.end_time - a->resolution.time) * i / 8.0;
            rw_sample sa = sample(&a->resolution, rw_elapsed_at(&a->resolution, clip_time));
            rw_sample sb = sample(&b->resolution, rw_elapsed_at(&b->resolution, clip_time));
            ck_assert_msg(apart(sa.pose, sb.pose) <= 1e-8 * extent(a), "case %llu", (unsigned long long)seed);
        }
        free(a);
        free(b);
    }
}
END_TEST

START_TEST(yaw__whole_turns_do_not_count)
{
    for (int i = -1440; i <= 1440; i++) {
        const rw_space *space = rw_space_preset(rw_space_preset_name((size_t)(i + 1440) % 5));
        double yaw = i * 0.25;
        rw_quat a = rw_space_yaw(space, yaw);
        rw_quat b = rw_space_yaw(space, yaw + 360.0);
        rw_quat c = rw_space_yaw(space, yaw - 720.0);
        ck_assert(memcmp(&a, &b, sizeof a) == 0);
        ck_assert(memcmp(&a, &c, sizeof a) == 0);
    }
}
END_TEST

static void check_number(uint64_t seed, double value)
{
    ck_assert_msg(rw_law_number(value), "case %llu: %g", (unsigned long long)seed, value);
}

static void check_pose(uint64_t seed, rw_pose p)
{
    const double values[] = {p.position.x, p.position.y, p.position.z, p.rotation.x,
                             p.rotation.y, p.rotation.z, p.rotation.w};
    for (size_t i = 0; i < 7; i++)
        check_number(seed, values[i]);
    ck_assert_msg(fabs(rw_qdot(p.rotation, p.rotation) - 1.0) < 1e-12, "case %llu", (unsigned long long)seed);
    ck_assert(p.rotation.w >= 0.0);
}

START_TEST(numbers__are_finite_and_never_minus_zero)
{
    for (uint64_t seed = 0; seed < law_cases(); seed++) {
        rw_random_case *c = make(seed, everything);
        solve(c, seed);
        const rw_resolution *r = &c->resolution;
        if (r->kind == RW_PROFILE_REACH) {
            const double values[] = {r->distance_to_target, r->stop_distance, r->gap_to_close, r->natural_travel,
                                     r->required_scale,     r->applied_scale, r->travel,       r->shortfall,
                                     r->play_rate,          r->duration,      r->peak_weight,  r->lead_time};
            for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
                check_number(seed, values[i]);
            check_pose(seed, r->predicted_start);
            check_pose(seed, r->natural_end);
            check_pose(seed, r->warp_point);
            check_pose(seed, r->reached);
        }
        for (size_t i = 0; i < r->phase_count; i++)
            if (!r->phases[i].passed) {
                check_pose(seed, r->phases[i].start);
                check_pose(seed, r->phases[i].warp_point);
                check_pose(seed, r->phases[i].reached);
                check_number(seed, r->phases[i].residual_distance);
                check_number(seed, r->phases[i].play_rate);
            }
        for (int i = 0; i <= 8; i++) {
            rw_sample s = sample(r, r->duration * i / 8.0);
            check_pose(seed, s.pose);
            check_pose(seed, s.authored);
            check_pose(seed, s.offset);
        }
        free(c);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("laws");
    TCase *tc = tcase_create("laws");
    tcase_set_timeout(tc, 3600.0);
    tcase_add_test(tc, landing__warp_point_is_reached_or_the_residual_says_so);
    tcase_add_test(tc, landing__timeline_passes_through_reached);
    tcase_add_test(tc, identity__target_at_the_natural_end_changes_nothing);
    tcase_add_test(tc, equivariance__near);
    tcase_add_test(tc, equivariance__ten_million_units_out);
    tcase_add_test(tc, homogeneity__a_larger_unit_gives_smaller_numbers);
    tcase_add_test(tc, partition__steps_compose_to_the_whole);
    tcase_add_test(tc, partition__any_order_of_samples_gives_the_same_bits);
    tcase_add_test(tc, continuity__the_path_has_no_jump);
    tcase_add_test(tc, reach__travel_never_falls_with_distance);
    tcase_add_test(tc, reach__keeps_the_standoff);
    tcase_add_test(tc, reach__path_is_lipschitz_in_the_target);
    tcase_add_test(tc, weights__stay_within_0_and_1);
    tcase_add_test(tc, rate__never_changes_the_path_over_clip_time);
    tcase_add_test(tc, yaw__whole_turns_do_not_count);
    tcase_add_test(tc, numbers__are_finite_and_never_minus_zero);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
