#include "inspect.h"
#include "choose.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

void rw_inspection_free(rw_inspection *inspection)
{
    if (!inspection) return;
    free(inspection->nodes);
    free(inspection->animations);
    *inspection = (rw_inspection){0};
}

static double unit_of(const rw_scene *scene)
{
    return scene->axes.metres_per_unit > 0 ? scene->axes.metres_per_unit : 1;
}

static double along_up(const rw_scene *scene, rw_vec3 v)
{
    int up = scene->axes.up;
    double value = abs(up) == 1 ? v.x : abs(up) == 2 ? v.y : v.z;
    return (up < 0 ? -value : value) * unit_of(scene);
}

static bool describe_nodes(rw_inspection *out)
{
    const rw_scene *scene = out->scene;
    rw_evaluator rest = {0};
    rw_bake_mat3 *scratch = rw_bake_allocate(scene->node_count, sizeof *scratch);
    rw_vec3 *positions = rw_bake_allocate(scene->node_count, sizeof *positions);
    bool ready = scratch && positions && rw_evaluator_open(&rest, scene, NULL);
    if (ready) rw_evaluate_positions(&rest, 0, scratch, positions);
    for (size_t i = 0; ready && i < scene->node_count; i++) {
        const rw_node *node = &scene->nodes[i];
        out->nodes[i] = (rw_inspect_node){
            .name = node->name,
            .parent = node->parent,
            .depth = node->parent == RW_SCENE_NO_NODE ? 0 : out->nodes[node->parent].depth + 1,
            .kind = node->kind,
            .height = along_up(scene, positions[i]),
        };
    }
    rw_evaluator_close(&rest);
    free(scratch);
    free(positions);
    return ready;
}

static rw_vec3 up_of(const rw_scene *scene)
{
    int up = scene->axes.up;
    double sign = up < 0 ? -1 : 1;
    return (rw_vec3){abs(up) == 1 ? sign : 0, abs(up) == 2 ? sign : 0, abs(up) == 3 ? sign : 0};
}

static size_t depth_of(const rw_scene *scene, size_t node)
{
    size_t depth = 0;
    for (; node != RW_SCENE_NO_NODE; node = scene->nodes[node].parent) depth++;
    return depth;
}

/* How many intervals bake would make of the keys; fewer only where the node would take seconds to measure. */
static size_t interval_count(const rw_key_times *keys, double duration, size_t depth)
{
    const double most_steps = 4e6;
    double intervals = floor(duration * rw_key_rate_of(keys).fps + 0.5);
    return (size_t)fmax(1, fmin(intervals, most_steps / (double)depth));
}

/* The node's course at the samples that bake would take of it. */
static bool measure_course(const rw_evaluator *evaluator, size_t node, rw_inspect_mover *out)
{
    const rw_scene *scene = evaluator->scene;
    rw_key_times keys = {0};
    if (!rw_key_times_gather(scene, evaluator->animation, node, &keys, NULL)) return false;
    double duration = keys.count > 0 ? keys.times[keys.count - 1] - keys.times[0] : 0;
    *out = (rw_inspect_mover){.node = node};
    if (!(duration > 0)) {
        rw_key_times_free(&keys);
        return true;
    }
    size_t intervals = interval_count(&keys, duration, depth_of(scene, node));
    rw_vec3 *places = rw_bake_allocate(intervals + 1, sizeof *places);
    for (size_t k = 0; places && k <= intervals; k++) {
        double time = keys.times[0] + duration * (double)k / (double)intervals;
        places[k] = rw_evaluate_node(evaluator, node, k == intervals ? keys.times[keys.count - 1] : time).position;
    }
    bool measured = places != NULL;
    if (measured) {
        rw_course course =
            rw_course_of(places, intervals + 1, up_of(scene), unit_of(scene), (double)intervals / duration);
        *out = (rw_inspect_mover){node, course.travel, course.path, course.moves_from, course.moves_to};
    }
    free(places);
    rw_key_times_free(&keys);
    return measured;
}

static bool measure_movers(const rw_evaluator *evaluator, rw_inspect_animation *out)
{
    for (size_t i = 0; i < out->mover_count; i++)
        if (!measure_course(evaluator, out->movers[i].node, &out->movers[i])) return false;
    return out->root == RW_SCENE_NO_NODE || measure_course(evaluator, out->root, &out->course);
}

/* The shallowest movers first, as many as there is room for. */
static void list_movers(rw_inspection *report, const rw_node_motion *motions, rw_inspect_animation *out)
{
    for (size_t i = 0; i < report->node_count; i++) {
        if (!motions[i].moves) continue;
        out->moving_count++;
        report->nodes[i].animation_count++;
        size_t at = out->mover_count;
        while (at > 0 && report->nodes[out->movers[at - 1].node].depth > report->nodes[i].depth) at--;
        if (at == RW_INSPECT_MOST_MOVERS) continue;
        size_t last = out->mover_count < RW_INSPECT_MOST_MOVERS ? out->mover_count++ : RW_INSPECT_MOST_MOVERS - 1;
        for (size_t k = last; k > at; k--) out->movers[k] = out->movers[k - 1];
        out->movers[at] = (rw_inspect_mover){.node = i};
    }
}

static void describe_keys(const rw_key_times *keys, rw_inspect_animation *out)
{
    rw_key_rate rate = rw_key_rate_of(keys);
    out->key_count = keys->count;
    out->key_rate = rate.fps;
    out->key_rate_regular = rate.regular;
    if (keys->count > 0) {
        out->start = keys->times[0];
        out->duration = keys->times[keys->count - 1] - keys->times[0];
    }
}

static bool describe_choice(const rw_scene *scene, const rw_animation *animation, const rw_root_choice *choice,
                            rw_inspect_animation *out)
{
    out->root = choice->root;
    out->hips = choice->hips;
    out->in_place = choice->in_place;
    out->runner_count = choice->runner_count;
    for (size_t i = 0; i < choice->runner_count; i++) out->runners[i] = choice->runners[i];
    rw_key_times keys = {0};
    bool gathered = rw_key_times_gather(scene, animation, choice->root, &keys, NULL);
    if (gathered && keys.count == 0) {
        rw_key_times_free(&keys);
        gathered = rw_key_times_gather(scene, animation, RW_SCENE_NO_NODE, &keys, NULL);
    }
    if (gathered) describe_keys(&keys, out);
    rw_key_times_free(&keys);
    return gathered;
}

static bool describe_animation(rw_inspection *report, const rw_animation *animation, rw_inspect_animation *out)
{
    const rw_scene *scene = report->scene;
    *out = (rw_inspect_animation){.name = animation->name, .root = RW_SCENE_NO_NODE, .hips = RW_SCENE_NO_NODE};
    for (size_t i = 0; i < animation->channel_count; i++) {
        const rw_channel *channel = &animation->channels[i];
        out->channel_count += channel->translation.count > 0 ? 1 : 0;
        out->channel_count += channel->rotation.count > 0 ? 1 : 0;
        out->channel_count += channel->scale.count > 0 ? 1 : 0;
    }
    if (scene->node_count == 0) return true;
    rw_evaluator evaluator = {0};
    rw_root_choice choice;
    rw_node_motion *motions = rw_bake_allocate(scene->node_count, sizeof *motions);
    bool done = motions && rw_evaluator_open(&evaluator, scene, animation) && rw_motion_measure(&evaluator, motions) &&
                rw_root_choose(&evaluator, motions, RW_SCENE_NO_NODE, &choice) &&
                describe_choice(scene, animation, &choice, out);
    if (done) list_movers(report, motions, out);
    done = done && measure_movers(&evaluator, out);
    rw_evaluator_close(&evaluator);
    free(motions);
    return done;
}

bool rw_inspect(const rw_scene *scene, bool (*progress)(void *context, double fraction), void *progress_context,
                rw_inspection *out, rw_bake_error *error)
{
    rw_inspection report = {
        .scene = scene,
        .node_count = scene->node_count,
        .nodes = rw_bake_allocate(scene->node_count, sizeof *report.nodes),
        .animation_count = scene->animation_count,
        .animations = rw_bake_allocate(scene->animation_count, sizeof *report.animations),
    };
    bool done = (report.nodes || scene->node_count == 0) && (report.animations || scene->animation_count == 0) &&
                (scene->node_count == 0 || describe_nodes(&report));
    for (size_t i = 0; done && i < scene->animation_count; i++) {
        done = describe_animation(&report, &scene->animations[i], &report.animations[i]);
        if (done && progress && !progress(progress_context, (double)(i + 1) / (double)scene->animation_count)) {
            rw_inspection_free(&report);
            return rw_bake_fail(error, "", "stopped");
        }
    }
    if (!done) {
        rw_inspection_free(&report);
        return rw_bake_fail_memory(error, "");
    }
    *out = report;
    return true;
}
