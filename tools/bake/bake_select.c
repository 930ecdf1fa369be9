/* What is baked: the axes, the animation, the root, the stretch of time. */
#include "bake_internal.h"
#include "likeness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static rw_axis axis_of(int signed_index)
{
    switch (signed_index) {
    case 1: return RW_AXIS_POSITIVE_X;
    case -1: return RW_AXIS_NEGATIVE_X;
    case 2: return RW_AXIS_POSITIVE_Y;
    case -2: return RW_AXIS_NEGATIVE_Y;
    case 3: return RW_AXIS_POSITIVE_Z;
    default: return RW_AXIS_NEGATIVE_Z;
    }
}

/* The signed axis of a x b; 0 where they are parallel. */
static int cross(int a, int b)
{
    int x = abs(a), y = abs(b);
    if (x == y) return 0;
    int third = 6 - x - y, sign = (a < 0) == (b < 0) ? 1 : -1;
    return y == x % 3 + 1 ? sign * third : -sign * third;
}

static bool is_axis(int axis)
{
    return axis != 0 && axis >= -3 && axis <= 3;
}

/* Where a file that stands along `up` customarily faces. */
static int customary_forward(int up)
{
    return abs(up) == 3 ? -2 : 3;
}

bool rw_bake_take_axes(rw_bake_work *work)
{
    const rw_scene_axes *given = &work->scene->axes;
    const rw_bake_options *options = work->options;
    int up = options->up ? options->up : given->up;
    int forward = options->forward ? options->forward : given->forward;
    int right = given->right;
    if (!is_axis(up) || !is_axis(forward) || !is_axis(given->right))
        return rw_bake_fail(work->error, "", "an axis is none of +x, -x, +y, -y, +z, -z");
    if (abs(up) == abs(forward)) {
        if (options->forward && options->up)
            return rw_bake_fail(work->error, "", "--up and --forward name the same axis; they must differ");
        if (options->forward)
            return rw_bake_fail(work->error, "", "--forward names the axis that the file has up; give --up too");
        forward = customary_forward(up);
    }
    if (options->up || options->forward) {
        /* The file keeps its handedness: right is forward x up in a right-handed one. */
        bool right_handed = cross(given->forward, given->up) == given->right;
        right = right_handed ? cross(forward, up) : -cross(forward, up);
    }
    double unit = (given->metres_per_unit > 0 ? given->metres_per_unit : 1) * options->scale;
    if (!(options->scale > 0) || !(unit >= 1e-9 && unit <= 1e9))
        return rw_bake_fail(work->error, "",
                            "scale %.9g makes a unit of the file %.9g m; it must be positive and "
                            "sensible",
                            options->scale, unit);
    work->file_space = (rw_space){axis_of(forward), axis_of(right), axis_of(up), unit};
    return true;
}

/* Appends to a list in a message; false, with a mark that more follow, once it is full. */
static bool append_name(char *list, size_t room, const char *name)
{
    static const char more[] = ", ...";
    size_t length = strlen(list), left = room - length - sizeof more;
    int needed = snprintf(NULL, 0, "%s\"%s\"", length ? ", " : "", name);
    if (needed < 0 || (size_t)needed >= left) {
        (void)snprintf(list + length, room - length, "%s", length ? more : "names too long to list");
        return false;
    }
    (void)snprintf(list + length, room - length, "%s\"%s\"", length ? ", " : "", name);
    return true;
}

static bool fail_animation(rw_bake_work *work, const char *why)
{
    char list[240] = "";
    for (size_t i = 0; i < work->scene->animation_count; i++)
        if (!append_name(list, sizeof list, work->scene->animations[i].name)) break;
    return rw_bake_fail(work->error, "", "%s; the file has %s", why, list);
}

static void list_animations(const rw_scene *scene, bool (*fits)(const char *, const char *), const char *wanted,
                            char *list, size_t room)
{
    for (size_t i = 0; i < scene->animation_count; i++)
        if (fits(scene->animations[i].name, wanted) && !append_name(list, room, scene->animations[i].name)) return;
}

/* Those that may be meant, if any, instead of the first of all. */
static bool fail_unknown_animation(rw_bake_work *work, const char *name)
{
    char why[160], list[300] = "";
    list_animations(work->scene, rw_name_contains, name, list, sizeof list);
    if (!list[0]) list_animations(work->scene, rw_name_is_near, name, list, sizeof list);
    (void)snprintf(why, sizeof why, "there is no animation \"%.80s\"", name);
    if (!list[0]) return fail_animation(work, why);
    return rw_bake_fail(work->error, "", "%s; did you mean %s? The file has %zu in all, listed by inspect", why, list,
                        work->scene->animation_count);
}

static bool whole_number(const char *text, size_t *out)
{
    if (*text == '\0' || strlen(text) > 9) return false;
    size_t value = 0;
    for (; *text; text++) {
        if (*text < '0' || *text > '9') return false;
        value = value * 10 + (size_t)(*text - '0');
    }
    *out = value;
    return true;
}

bool rw_bake_find_animation(rw_bake_work *work)
{
    const rw_scene *scene = work->scene;
    const char *name = work->options->animation;
    if (scene->animation_count == 0)
        return rw_bake_fail(work->error, "", "the file has no animation; export it with one");
    if (!name) {
        work->animation = &scene->animations[0];
        return scene->animation_count == 1 || fail_animation(work, "several animations; name one with --animation");
    }
    size_t found = RW_SCENE_NO_NODE, count = 0;
    for (size_t i = 0; i < scene->animation_count; i++)
        if (strcmp(scene->animations[i].name, name) == 0) {
            found = count++ == 0 ? i : found;
        }
    if (count == 0 && whole_number(name, &found) && found < scene->animation_count) count = 1;
    if (count == 0) return fail_unknown_animation(work, name);
    if (count > 1) {
        char why[160];
        (void)snprintf(why, sizeof why, "%zu animations are called \"%.80s\"; give the number, from 0", count, name);
        return fail_animation(work, why);
    }
    work->animation = &scene->animations[found];
    return true;
}

rw_bake_label rw_bake_label_of(const rw_scene *scene, size_t node)
{
    rw_bake_label label;
    if (scene->nodes[node].name[0])
        (void)snprintf(label.text, sizeof label.text, "\"%s\"", scene->nodes[node].name);
    else
        (void)snprintf(label.text, sizeof label.text, "#%zu", node);
    return label;
}

static bool fail_root(rw_bake_work *work, const char *name)
{
    char list[200] = "";
    for (size_t i = 0; i < work->scene->node_count; i++)
        if (work->scene->nodes[i].kind == RW_NODE_JOINT && work->scene->nodes[i].name[0] &&
            !append_name(list, sizeof list, work->scene->nodes[i].name))
            break;
    return rw_bake_fail(work->error, "", "there is no node \"%.80s\"%s%s", name, list[0] ? "; the joints are " : "",
                        list);
}

static bool find_named(rw_bake_work *work, size_t *out)
{
    const rw_scene *scene = work->scene;
    const char *name = work->options->root;
    size_t count = 0;
    *out = RW_SCENE_NO_NODE;
    if (!name) return true;
    for (size_t i = 0; i < scene->node_count; i++)
        if (strcmp(scene->nodes[i].name, name) == 0) {
            *out = count++ == 0 ? i : *out;
        }
    if (count > 1)
        rw_bake_warn(work->out,
                     "%zu nodes are called \"%.80s\"; the first, #%zu, was taken (--root '#N' takes another)", count,
                     name, *out);
    if (count == 0 && name[0] == '#' && whole_number(name + 1, out) && *out < scene->node_count) count = 1;
    return count > 0 || fail_root(work, name);
}

static void tell_choice(rw_bake_work *work)
{
    char text[512];
    const rw_root_choice *choice = &work->choice;
    rw_bake_label node = rw_bake_label_of(work->scene, work->node);
    (void)snprintf(text, sizeof text, "root %s, %s", node.text,
                   work->options->from_hips ? "the hips, put on the ground"
                   : work->options->root    ? "as asked for"
                                            : "the shallowest that moves");
    if (!work->options->from_hips && !work->options->root && choice->in_place)
        (void)snprintf(text, sizeof text, "root %s, the shallowest with keys; it keeps still", node.text);
    for (size_t i = 0; i < choice->runner_count; i++) {
        size_t length = strlen(text);
        rw_bake_label runner = rw_bake_label_of(work->scene, choice->runners[i]);
        (void)snprintf(text + length, sizeof text - length, "%s%s", i == 0 ? "; runners-up: " : ", ", runner.text);
    }
    work->out->choice = rw_bake_copy_text(text, strlen(text));
}

bool rw_bake_find_root(rw_bake_work *work)
{
    size_t named = 0;
    if (work->scene->node_count == 0)
        return rw_bake_fail(work->error, "", "the file has no nodes, so nothing can move");
    if (!find_named(work, &named)) return false;
    rw_node_motion *motions = rw_bake_allocate(work->scene->node_count, sizeof *motions);
    bool chosen = motions && rw_motion_measure(&work->evaluator, motions) &&
                  rw_root_choose(&work->evaluator, motions, named, &work->choice);
    free(motions);
    if (!chosen) return rw_bake_fail_memory(work->error, "");
    if (work->choice.root == RW_SCENE_NO_NODE)
        return rw_bake_fail(work->error, "", "animation \"%.80s\" moves no node, so it holds no root motion",
                            work->animation->name);
    work->node = work->choice.root;
    if (work->options->from_hips && named == RW_SCENE_NO_NODE) {
        if (work->choice.hips == RW_SCENE_NO_NODE)
            return rw_bake_fail(work->error, "", "no hips were found; name them with --root");
        work->node = work->choice.hips;
    }
    const char *name = work->scene->nodes[work->node].name;
    work->out->root = rw_bake_copy_text(name, strlen(name));
    tell_choice(work);
    return (work->out->root && work->out->choice) || rw_bake_fail_memory(work->error, "");
}

static bool cut_frames(rw_bake_work *work)
{
    const rw_bake_options *options = work->options;
    size_t last = work->keys.count - 1;
    work->first_key = options->start_frame;
    work->last_key = options->end_frame < last ? options->end_frame : last;
    if (options->start_frame > 0 && options->start_frame >= last)
        return rw_bake_fail(work->error, "", "start frame %zu leaves nothing: the last key is number %zu",
                            options->start_frame, last);
    if (work->last_key < work->first_key)
        return rw_bake_fail(work->error, "", "end frame %zu lies before start frame %zu", options->end_frame,
                            options->start_frame);
    work->start = fmax(work->keys.times[work->first_key], work->keys.times[0] + options->start_time);
    work->end = fmin(work->keys.times[work->last_key], work->keys.times[0] + options->end_time);
    if (!(work->end >= work->start) || (work->end <= work->start && last > 0 && work->first_key != work->last_key))
        return rw_bake_fail(work->error, "", "the times asked for leave nothing: keys run from 0 to %.6g s",
                            work->keys.times[last] - work->keys.times[0]);
    return true;
}

bool rw_bake_find_range(rw_bake_work *work)
{
    if (!(work->options->start_time >= 0) || !(work->options->end_time >= 0))
        return rw_bake_fail(work->error, "", "start and end times are counted from the first key and not negative");
    bool gathered = rw_key_times_gather(work->scene, work->animation, work->node, &work->keys, &work->keys_cut);
    if (gathered && work->keys.count == 0) {
        rw_key_times_free(&work->keys);
        gathered = rw_key_times_gather(work->scene, work->animation, RW_SCENE_NO_NODE, &work->keys, &work->keys_cut);
    }
    if (!gathered) return rw_bake_fail_memory(work->error, "");
    if (work->keys.count == 0)
        return rw_bake_fail(work->error, "", "animation \"%.80s\" has no keys", work->animation->name);
    return cut_frames(work);
}
