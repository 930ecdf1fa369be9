#include "measure.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

/* Two times nearer than this are one: single floats, in which most files keep them, are no finer. */
static bool same_time(double a, double b)
{
    return fabs(a - b) <= fmax(1e-6, 2.4e-7 * fmax(fabs(a), fabs(b)));
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void append_times(const rw_track *track, rw_key_times *out)
{
    for (size_t i = 0; i < track->count; i++) out->times[out->count++] = track->times[i];
}

static size_t key_count(const rw_channel *channel)
{
    return channel->translation.count + channel->rotation.count + channel->scale.count;
}

/* Marks the nodes whose keys count; NULL when memory is out. */
static bool *mark_chain(const rw_scene *scene, size_t node)
{
    bool *marks = rw_bake_allocate(scene->node_count, sizeof *marks);
    for (size_t at = node; marks && at != RW_SCENE_NO_NODE; at = scene->nodes[at].parent) marks[at] = true;
    for (size_t i = 0; marks && node == RW_SCENE_NO_NODE && i < scene->node_count; i++) marks[i] = true;
    return marks;
}

static void merge_equal(rw_key_times *keys)
{
    size_t kept = 0;
    for (size_t i = 0; i < keys->count; i++)
        if (kept == 0 || !same_time(keys->times[i], keys->times[kept - 1])) keys->times[kept++] = keys->times[i];
    keys->count = kept;
}

/* Keeps the keys from start to end and puts a time on a bound that keys lie beyond. */
static bool cut_to(rw_key_times *keys, double start, double end)
{
    if (keys->count == 0 || !(end > start)) return false;
    double first = keys->times[0], last = keys->times[keys->count - 1];
    if (last < start || first > end) return false;
    bool cut = false;
    size_t kept = 0;
    for (size_t i = 0; i < keys->count; i++) {
        double t = keys->times[i];
        bool before = t < start && !same_time(t, start), after = t > end && !same_time(t, end);
        cut = cut || before || after;
        /* The last key before the start, and the first after the end, become the bound itself. */
        if (before && i + 1 < keys->count && keys->times[i + 1] > start && !same_time(keys->times[i + 1], start))
            keys->times[kept++] = start;
        else if (!before && !after)
            keys->times[kept++] = t;
        else if (after && i > 0 && keys->times[i - 1] < end && !same_time(keys->times[i - 1], end))
            keys->times[kept++] = end;
    }
    keys->count = kept;
    return cut;
}

bool rw_key_times_gather(const rw_scene *scene, const rw_animation *animation, size_t node, rw_key_times *out,
                         bool *cut)
{
    bool *marks = mark_chain(scene, node);
    if (!marks) return false;
    size_t total = 0;
    for (size_t i = 0; i < animation->channel_count; i++)
        if (marks[animation->channels[i].node]) total += key_count(&animation->channels[i]);
    rw_key_times keys = {.times = rw_bake_allocate(total + 2, sizeof *keys.times)};
    for (size_t i = 0; keys.times && i < animation->channel_count; i++) {
        const rw_channel *channel = &animation->channels[i];
        if (!marks[channel->node]) continue;
        append_times(&channel->translation, &keys);
        append_times(&channel->rotation, &keys);
        append_times(&channel->scale, &keys);
    }
    free(marks);
    if (!keys.times) return false;
    if (keys.count > 0) qsort(keys.times, keys.count, sizeof *keys.times, compare_times);
    merge_equal(&keys);
    bool was_cut = cut_to(&keys, animation->declared_start, animation->declared_end);
    if (cut) *cut = was_cut;
    *out = keys;
    return true;
}

void rw_key_times_free(rw_key_times *keys)
{
    if (!keys) return;
    free(keys->times);
    *keys = (rw_key_times){0};
}

static const double nominal_rates[] = {10,
                                       12,
                                       15,
                                       24000.0 / 1001,
                                       24,
                                       25,
                                       30000.0 / 1001,
                                       30,
                                       48,
                                       50,
                                       60000.0 / 1001,
                                       60,
                                       72,
                                       75,
                                       90,
                                       100,
                                       120000.0 / 1001,
                                       120,
                                       144,
                                       200,
                                       240};

/* Capture software writes 0.0083333 for a 120th, and 23.976 for 24000/1001. */
static double snap(double rate)
{
    double best = rate, nearest = 4e-4;
    for (size_t i = 0; i < sizeof nominal_rates / sizeof *nominal_rates; i++) {
        double off = fabs(rate / nominal_rates[i] - 1);
        if (off < nearest) {
            nearest = off;
            best = nominal_rates[i];
        }
    }
    return best;
}

static bool on_grid(const rw_key_times *keys, double rate)
{
    for (size_t i = 1; i < keys->count; i++) {
        double frames = (keys->times[i] - keys->times[0]) * rate;
        if (fabs(frames - floor(frames + 0.5)) > 0.02) return false;
    }
    return true;
}

static bool evenly_spaced(const rw_key_times *keys)
{
    double step = (keys->times[keys->count - 1] - keys->times[0]) / (double)(keys->count - 1);
    for (size_t i = 1; i < keys->count; i++)
        if (fabs(keys->times[i] - keys->times[i - 1] - step) > 0.03 * step) return false;
    return true;
}

rw_key_rate rw_key_rate_of(const rw_key_times *keys)
{
    static const double grids[] = {30, 24, 25, 60, 50, 120, 100, 240};
    if (keys->count >= 2) {
        double rate = (double)(keys->count - 1) / (keys->times[keys->count - 1] - keys->times[0]);
        if (rate >= 9.99 && rate <= 1000 && evenly_spaced(keys)) return (rw_key_rate){snap(rate), true, true};
        for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
            if (on_grid(keys, grids[i])) return (rw_key_rate){grids[i], false, true};
        return (rw_key_rate){60, false, false};
    }
    return (rw_key_rate){30, false, true};
}

static double scene_size(const rw_scene *scene, const rw_vec3 *positions)
{
    rw_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < scene->node_count; i++) {
        low = (rw_vec3){fmin(low.x, positions[i].x), fmin(low.y, positions[i].y), fmin(low.z, positions[i].z)};
        high = (rw_vec3){fmax(high.x, positions[i].x), fmax(high.y, positions[i].y), fmax(high.z, positions[i].z)};
    }
    return rw_bake_vec_length(rw_bake_vec_sub(high, low));
}

static bool rotation_varies(const rw_track *track)
{
    const double least = 0.5 * 3.14159265358979323846 / 180;
    double first[4], value[4];
    for (size_t i = 0; i < track->count; i++) {
        rw_track_sample(track, 4, track->times[i], i == 0 ? first : value);
        if (i == 0) continue;
        rw_quat a = {first[0], first[1], first[2], first[3]}, b = {value[0], value[1], value[2], value[3]};
        if (rw_bake_quat_angle(rw_bake_quat_multiply(rw_bake_quat_conjugate(a), b)) > least) return true;
    }
    return false;
}

/* Positions at three moments: the first, the one before, and now. */
typedef struct moments {
    rw_bake_mat3 *scratch;
    rw_vec3 *first, *before, *now;
} moments;

static void moments_free(moments *at)
{
    free(at->scratch);
    free(at->first);
    free(at->before);
    free(at->now);
}

static bool moments_allocate(moments *at, size_t nodes)
{
    *at = (moments){
        .scratch = rw_bake_allocate(nodes, sizeof *at->scratch),
        .first = rw_bake_allocate(nodes, sizeof *at->first),
        .before = rw_bake_allocate(nodes, sizeof *at->before),
        .now = rw_bake_allocate(nodes, sizeof *at->now),
    };
    return at->scratch && at->first && at->before && at->now;
}

static void measure_between(const rw_evaluator *evaluator, double start, double end, moments *at, rw_node_motion *out)
{
    const size_t budget = 2000000; /* evaluations of a node: about a second */
    size_t nodes = evaluator->scene->node_count, steps = budget / nodes;
    steps = steps < 2 ? 2 : steps > 128 ? 128 : steps;
    rw_evaluate_positions(evaluator, start, at->scratch, at->first);
    for (size_t i = 0; i < nodes; i++) at->before[i] = at->first[i];
    for (size_t k = 1; k <= steps; k++) {
        double time = k == steps ? end : start + (end - start) * (double)k / (double)steps;
        rw_evaluate_positions(evaluator, time, at->scratch, at->now);
        for (size_t i = 0; i < nodes; i++) {
            out[i].path += rw_bake_vec_length(rw_bake_vec_sub(at->now[i], at->before[i]));
            out[i].travel = rw_bake_vec_length(rw_bake_vec_sub(at->now[i], at->first[i]));
            out[i].reach = fmax(out[i].reach, out[i].travel);
        }
        rw_vec3 *swap = at->before;
        at->before = at->now;
        at->now = swap;
    }
}

bool rw_motion_measure(const rw_evaluator *evaluator, rw_node_motion *out)
{
    const rw_scene *scene = evaluator->scene;
    rw_key_times keys = {0};
    moments at;
    bool ready = moments_allocate(&at, scene->node_count) &&
                 rw_key_times_gather(scene, evaluator->animation, RW_SCENE_NO_NODE, &keys, NULL);
    for (size_t i = 0; ready && i < scene->node_count; i++) out[i] = (rw_node_motion){0};
    if (ready && keys.count > 0) {
        measure_between(evaluator, keys.times[0], keys.times[keys.count - 1], &at, out);
        double noise = fmax(1e-4 * scene_size(scene, at.first), 1e-7);
        for (size_t i = 0; i < scene->node_count; i++) {
            const rw_channel *channel = evaluator->channels[i];
            out[i].moves = out[i].reach > noise;
            out[i].turns = channel && rotation_varies(&channel->rotation);
        }
    }
    rw_key_times_free(&keys);
    moments_free(&at);
    return ready;
}
