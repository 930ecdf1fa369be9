#include "fbx_scene.h"

#include "fbx_take.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene_builder {
    const rw_fbx_document *document;
    const rw_fbx_outline *outline;
    rw_scene scene;
    size_t *model_of_node; /* for each scene node its model, or RW_FBX_NONE */
    size_t *node_of_model; /* and back */
    size_t budget;         /* of curve evaluations */
    rw_bake_error *error;
} scene_builder;

/* Models in the order of (parent, name, file), to find the model of an outline node; cursor: how many of the models
 * of one parent and name, at the first of them, are taken. */
typedef struct model_index {
    const rw_fbx_document *document;
    size_t count;
    size_t *order, *taken;
} model_index;

typedef struct model_key {
    const rw_fbx_model *model;
    size_t index;
} model_key;

static int compare_place(size_t parent_a, const char *name_a, size_t parent_b, const char *name_b)
{
    if (parent_a != parent_b)
        return parent_a < parent_b ? -1 : 1;
    return strcmp(name_a, name_b);
}

static int compare_keys(const void *left, const void *right)
{
    const model_key *a = left, *b = right;
    int order = compare_place(a->model->parent, a->model->name, b->model->parent, b->model->name);
    return order ? order : (a->index > b->index) - (a->index < b->index);
}

static bool make_index(const rw_fbx_document *d, model_index *out)
{
    model_key *keys = calloc(d->model_count + 1, sizeof *keys);
    *out = (model_index){.document = d, .order = calloc(d->model_count + 1, sizeof *out->order),
                         .taken = calloc(d->model_count + 1, sizeof *out->taken)};
    if (!keys || !out->order || !out->taken) {
        free(keys);
        return false;
    }
    for (size_t i = 0; i < d->model_count; i++)
        if (d->models[i].rooted)
            keys[out->count++] = (model_key){&d->models[i], i};
    qsort(keys, out->count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < out->count; i++)
        out->order[i] = keys[i].index;
    free(keys);
    return true;
}

/* The next model with that parent and name that no node has taken yet. */
static size_t take_model(model_index *index, size_t parent, const char *name)
{
    const rw_fbx_model *models = index->document->models;
    size_t low = 0, high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const rw_fbx_model *m = &models[index->order[middle]];
        if (compare_place(m->parent, m->name, parent, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == index->count)
        return RW_FBX_NONE;
    size_t at = low + index->taken[low];
    if (at >= index->count || compare_place(models[index->order[at]].parent, models[index->order[at]].name, parent,
                                            name) != 0)
        return RW_FBX_NONE;
    index->taken[low]++;
    return index->order[at];
}

/* The library may lengthen a name with digits to make it unique, and cuts very long ones. */
static size_t match_model(model_index *index, size_t parent, const char *name)
{
    size_t model = take_model(index, parent, name), length = strlen(name);
    char *shorter = model == RW_FBX_NONE ? rw_bake_copy_text(name, length) : NULL;
    for (int tries = 0; shorter && model == RW_FBX_NONE && tries < 8 && length > 0; tries++) {
        char last = shorter[length - 1];
        if ((last < '0' || last > '9') && last != '_')
            break;
        shorter[--length] = '\0';
        model = take_model(index, parent, shorter);
    }
    free(shorter);
    return model;
}

/* Pairs nodes with models by their place in the tree. Node 0 is the root that the library adds. */
static bool pair_nodes(scene_builder *b)
{
    model_index index;
    bool ok = make_index(b->document, &index);
    for (size_t i = 0; ok && i < b->document->model_count; i++)
        b->node_of_model[i] = RW_FBX_NONE;
    for (size_t i = 0; ok && i < b->outline->node_count; i++) {
        const rw_fbx_outline_node *node = &b->outline->nodes[i];
        b->model_of_node[i] = RW_FBX_NONE;
        if (node->parent == RW_SCENE_NO_NODE)
            continue;
        size_t parent = node->parent == 0 ? RW_FBX_NONE : b->model_of_node[node->parent];
        if (node->parent != 0 && parent == RW_FBX_NONE)
            continue;
        size_t model = match_model(&index, parent, node->name);
        b->model_of_node[i] = model;
        if (model != RW_FBX_NONE)
            b->node_of_model[model] = i;
    }
    free(index.order);
    free(index.taken);
    return ok || rw_bake_fail_memory(b->error, NULL);
}

static bool make_nodes(scene_builder *b)
{
    b->scene.nodes = rw_bake_allocate(b->outline->node_count, sizeof *b->scene.nodes);
    if (!b->scene.nodes)
        return rw_bake_fail_memory(b->error, NULL);
    for (size_t i = 0; i < b->outline->node_count; i++) {
        const rw_fbx_outline_node *from = &b->outline->nodes[i];
        rw_node *node = &b->scene.nodes[i];
        rw_fbx_local local;
        size_t model = b->model_of_node[i];
        node->name = rw_bake_copy_text(from->name, strlen(from->name));
        if (!node->name)
            return rw_bake_fail_memory(b->error, NULL);
        b->scene.node_count++;
        node->parent = from->parent;
        node->kind = model != RW_FBX_NONE ? b->document->models[model].kind : RW_NODE_PLAIN;
        if (from->bone)
            node->kind = RW_NODE_JOINT;
        memcpy(local.translation, from->translation, sizeof local.translation);
        memcpy(local.rotation, from->rotation, sizeof local.rotation);
        memcpy(local.scale, from->scale, sizeof local.scale);
        if (model != RW_FBX_NONE)
            rw_fbx_model_local(&b->document->models[model], (const double(*)[3])b->document->models[model].vectors,
                               &local);
        memcpy(node->translation, local.translation, sizeof local.translation);
        memcpy(node->rotation, local.rotation, sizeof local.rotation);
        memcpy(node->scale, local.scale, sizeof local.scale);
    }
    return true;
}

static void set_axes(scene_builder *b)
{
    const rw_fbx_settings *s = &b->document->settings;
    /* Someone who looks along front has the coord axis on the left. */
    b->scene.axes = (rw_scene_axes){
        .forward = (int)((s->front + 1) * s->front_sign),
        .right = (int)(-(s->coord + 1) * s->coord_sign),
        .up = (int)((s->up + 1) * s->up_sign),
        .metres_per_unit = s->unit_centimetres / 100.0,
    };
}

/* Turns one take into an animation; *made is false when nothing of it moves a node of the scene. */
static bool make_animation(scene_builder *b, const rw_fbx_take *take, rw_animation *animation)
{
    const rw_fbx_document *d = b->document;
    const rw_fbx_stack *stack = &d->stacks[take->stack];
    size_t models = 0;
    for (size_t i = 0; i < take->drive_count; i++)
        models += i == 0 || take->drives[i]->model != take->drives[i - 1]->model;
    animation->name = rw_bake_copy_text(stack->name, strlen(stack->name));
    animation->channels = rw_bake_allocate(models, sizeof *animation->channels);
    if (!animation->name || !animation->channels)
        return rw_bake_fail_memory(b->error, NULL);
    if (take->cut) {
        animation->declared_start = (double)stack->start / (double)RW_FBX_TICKS_PER_SECOND;
        animation->declared_end = (double)stack->stop / (double)RW_FBX_TICKS_PER_SECOND;
    }
    for (size_t i = 0; i < take->drive_count; i++) {
        size_t model = take->drives[i]->model, node = b->node_of_model[model];
        rw_fbx_mover mover;
        if ((i > 0 && model == take->drives[i - 1]->model) || !d->models[model].rooted ||
            !rw_fbx_take_mover(take, d, model, &mover))
            continue;
        if (node == RW_FBX_NONE)
            return rw_bake_fail(b->error, stack->name, "the import library does not have the animated node '%.100s' "
                                                       "where the file has it; give the nodes different names",
                                d->models[model].name);
        rw_channel *channel = &animation->channels[animation->channel_count];
        channel->node = node;
        if (!rw_fbx_mover_tracks(&mover, &b->budget, channel, b->error))
            return false;
        if (channel->translation.count || channel->rotation.count || channel->scale.count)
            animation->channel_count++;
    }
    return true;
}

enum { SCALE_UNEVEN = 1, SCALE_NOT_ONE = 2 };

static unsigned char scale_flags(const double *scales, size_t count)
{
    unsigned char flags = 0;
    for (size_t i = 0; i < count; i++, scales += 3)
        for (size_t axis = 0; axis < 3; axis++) {
            if (fabs(scales[axis] - scales[0]) > 1e-4 * fabs(scales[0]))
                flags |= SCALE_UNEVEN;
            if (fabs(scales[axis] - 1.0) > 1e-4)
                flags |= SCALE_NOT_ONE;
        }
    return flags;
}

/* A joint that takes its parent's scale in another way than by matrices would stand elsewhere than we compute. */
static bool check_scale_inheritance(scene_builder *b)
{
    const rw_scene *scene = &b->scene;
    unsigned char *flags = calloc(scene->node_count + 1, sizeof *flags);
    if (!flags)
        return rw_bake_fail_memory(b->error, NULL);
    for (size_t i = 0; i < scene->node_count; i++)
        flags[i] = scale_flags(scene->nodes[i].scale, 1);
    for (size_t a = 0; a < scene->animation_count; a++)
        for (size_t c = 0; c < scene->animations[a].channel_count; c++) {
            const rw_channel *channel = &scene->animations[a].channels[c];
            flags[channel->node] |= scale_flags(channel->scale.values, channel->scale.count);
        }
    bool ok = true;
    for (size_t i = 0; ok && i < scene->node_count; i++) {
        size_t model = b->model_of_node[i], parent = scene->nodes[i].parent;
        if (model == RW_FBX_NONE || parent == RW_SCENE_NO_NODE || scene->nodes[i].kind == RW_NODE_OBJECT)
            continue;
        int64_t inherit = b->document->models[model].inherit;
        int trouble = inherit == RW_FBX_INHERIT_PLAIN  ? 0
                      : inherit == RW_FBX_INHERIT_NONE ? SCALE_NOT_ONE
                                                       : SCALE_UNEVEN;
        if (flags[parent] & trouble)
            ok = rw_bake_fail(b->error, scene->nodes[i].name,
                              "node '%.80s' takes the scale of its parent '%.80s' in a way of FBX (InheritType %lld) "
                              "that is not evaluated here; bring the parent's scale to 1 before the export",
                              scene->nodes[i].name, scene->nodes[parent].name, (long long)inherit);
    }
    free(flags);
    return ok;
}

static void warn_of_document(scene_builder *b)
{
    const rw_fbx_document *d = b->document;
    size_t inactive = 0;
    for (size_t i = 0; i < d->model_count; i++) {
        const rw_fbx_model *m = &d->models[i];
        const double *pre = m->vectors[RW_FBX_PRE_ROTATION], *post = m->vectors[RW_FBX_POST_ROTATION];
        bool turned = pre[0] != 0.0 || pre[1] != 0.0 || pre[2] != 0.0 || post[0] != 0.0 || post[1] != 0.0 ||
                      post[2] != 0.0 || m->rotation_order != 0;
        inactive += turned && !m->rotation_active;
    }
    if (inactive)
        rw_scene_warn(&b->scene, "%zu nodes have a pre or post rotation or a rotation order but say that it is not "
                                 "active; it is applied, as most readers do", inactive);
    if (d->constraint_count)
        rw_scene_warn(&b->scene, "the file holds %zu constraints, which are not evaluated; bake the motion to keys "
                                 "before the export if they move the skeleton", d->constraint_count);
    const rw_fbx_settings *s = &d->settings;
    int64_t order[3] = {s->coord, s->up, s->front};
    int64_t handed = (order[1] - order[0] + 3) % 3 == 1 ? 1 : -1;
    if (handed * s->coord_sign * s->up_sign * s->front_sign < 0)
        rw_scene_warn(&b->scene, "the file declares left-handed axes; left and right are as its coord axis says");
}

static void warn_of_take(scene_builder *b, const rw_fbx_take *take)
{
    const rw_fbx_document *d = b->document;
    const char *name = d->stacks[take->stack].name;
    bool velocity = false;
    size_t away = 0;
    for (size_t i = 0; i < take->drive_count; i++) {
        away += !d->models[take->drives[i]->model].rooted;
        for (size_t axis = 0; axis < 3; axis++)
            velocity = velocity || (take->drives[i]->curve[axis] != RW_FBX_NONE &&
                                    d->curves[take->drives[i]->curve[axis]].velocity);
    }
    if (velocity)
        rw_scene_warn(&b->scene, "animation '%.100s' has tangents with velocities, which are read without them; plot "
                                 "it to every frame before the export", name);
    if (take->span_missed)
        rw_scene_warn(&b->scene, "the declared span of animation '%.100s' holds none of its keys; all keys are used",
                      name);
    if (away)
        rw_scene_warn(&b->scene, "animation '%.100s' moves nodes that are not part of the scene's tree; they are left "
                                 "out", name);
}

/* Compares the library's keys of one channel with the curves, where the curves have keys too: elsewhere the library
 * draws straight lines and adds keys of its own. Returns whether they agree. */
static bool channel_agrees(const rw_fbx_outline_channel *channel, const rw_fbx_mover *mover, int64_t start)
{
    double size = 1e-3;
    for (size_t k = 0; k < channel->key_count; k++)
        for (size_t axis = 0; axis < 3; axis++)
            size = fmax(size, fabs(channel->keys[k].translation[axis]));
    for (size_t k = 0; k < channel->key_count; k++) {
        const rw_fbx_outline_key *key = &channel->keys[k];
        rw_fbx_local local;
        double ticks = (double)start + key->seconds * (double)RW_FBX_TICKS_PER_SECOND;
        if (!(fabs(ticks) < (double)RW_FBX_LAST_TICK))
            return false;
        int64_t at = (int64_t)llround(ticks);
        rw_fbx_mover_evaluate(mover, at, &local);
        double dot = 0.0;
        for (size_t i = 0; i < 4; i++)
            dot += key->rotation[i] * local.rotation[i];
        if (fabs(dot) < 1.0 - 1e-4 && rw_fbx_mover_has_key(mover, RW_FBX_ROTATION, at))
            return false;
        for (size_t axis = 0; axis < 3 && rw_fbx_mover_has_key(mover, RW_FBX_TRANSLATION, at); axis++)
            if (fabs(key->translation[axis] - local.translation[axis]) > 1e-3 * size)
                return false;
    }
    return true;
}

static int compare_channels(const void *left, const void *right)
{
    const rw_fbx_outline_channel *const *a = left, *const *b = right;
    return strcmp((*a)->name, (*b)->name);
}

/* The channels of the library's animation of that name, sorted by node name. NULL: none, or memory is out. */
static const rw_fbx_outline_channel **sort_channels(const rw_fbx_outline *outline, const char *name, size_t *count)
{
    for (size_t i = 0; i < outline->animation_count; i++) {
        const rw_fbx_outline_animation *animation = &outline->animations[i];
        if (strcmp(animation->name, name) != 0)
            continue;
        const rw_fbx_outline_channel **sorted = calloc(animation->channel_count + 1, sizeof *sorted);
        for (size_t c = 0; sorted && c < animation->channel_count; c++)
            sorted[c] = &animation->channels[c];
        if (sorted)
            qsort(sorted, animation->channel_count, sizeof *sorted, compare_channels);
        *count = animation->channel_count;
        return sorted;
    }
    return NULL;
}

/* A second opinion: says so when the library has read the motion of a node differently. */
static void compare_with_outline(scene_builder *b, const rw_fbx_take *take, const rw_animation *animation)
{
    size_t count = 0, differing = 0;
    const rw_fbx_outline_channel **channels = sort_channels(b->outline, animation->name, &count);
    const char *first = "";
    for (size_t i = 0; i < animation->channel_count && channels; i++) {
        size_t node = animation->channels[i].node;
        rw_fbx_outline_channel wanted = {.name = b->scene.nodes[node].name};
        const rw_fbx_outline_channel *key = &wanted;
        const rw_fbx_outline_channel **found = bsearch(&key, channels, count, sizeof *channels, compare_channels);
        rw_fbx_mover mover;
        if (!found || !rw_fbx_take_mover(take, b->document, b->model_of_node[node], &mover) ||
            channel_agrees(*found, &mover, take->cut ? take->start : take->first_key))
            continue;
        first = differing++ ? first : b->scene.nodes[node].name;
    }
    free(channels);
    if (differing)
        rw_scene_warn(&b->scene, "the import library reads the motion of %zu nodes of animation '%.100s' differently, "
                                 "first of '%.100s'; the curves are used as the file holds them", differing,
                      animation->name, first);
}

static bool make_animations(scene_builder *b)
{
    const rw_fbx_document *d = b->document;
    b->scene.animations = calloc(d->stack_count + 1, sizeof *b->scene.animations);
    if (!b->scene.animations)
        return rw_bake_fail_memory(b->error, NULL);
    for (size_t i = 0; i < d->stack_count; i++) {
        rw_fbx_take take;
        if (!rw_fbx_take_resolve(d, i, &take, b->error))
            return false;
        bool ok = true;
        if (take.drive_count > 0) {
            rw_animation *animation = &b->scene.animations[b->scene.animation_count++];
            warn_of_take(b, &take);
            ok = make_animation(b, &take, animation);
            if (ok)
                compare_with_outline(b, &take, animation);
        }
        rw_fbx_take_free(&take);
        if (!ok)
            return false;
    }
    return true;
}

bool rw_fbx_scene_build(const rw_fbx_document *document, const rw_fbx_outline *outline, rw_scene *out,
                        rw_bake_error *error)
{
    scene_builder b = {.document = document, .outline = outline, .budget = RW_FBX_MAX_EVALUATIONS, .error = error,
                       .scene.format = "fbx"};
    b.model_of_node = calloc(outline->node_count + 1, sizeof *b.model_of_node);
    b.node_of_model = calloc(document->model_count + 1, sizeof *b.node_of_model);
    bool ok = (b.model_of_node && b.node_of_model) || rw_bake_fail_memory(error, NULL);
    if (ok && outline->node_count == 0)
        ok = rw_bake_fail(error, NULL, "the FBX file has no nodes");
    set_axes(&b);
    ok = ok && pair_nodes(&b) && make_nodes(&b);
    if (ok)
        warn_of_document(&b);
    ok = ok && make_animations(&b) && check_scale_inheritance(&b);
    if (ok)
        *out = b.scene;
    else
        rw_scene_free(&b.scene);
    free(b.model_of_node);
    free(b.node_of_model);
    return ok;
}
