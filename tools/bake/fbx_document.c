#include "fbx_document.h"

#include "fbx_object.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

typedef enum object_kind { OBJECT_MODEL, OBJECT_CURVE, OBJECT_CURVE_NODE, OBJECT_LAYER, OBJECT_STACK } object_kind;

/* Where an object of the file stands in the document. */
typedef struct object_entry {
    int64_t id;
    object_kind kind;
    size_t index;
} object_entry;

/* A curve node on its way to a drive: what it is connected to so far. */
typedef struct curve_node {
    size_t layer, model, record;
    bool other_vector; /* drives a pivot, an offset or a pre or post rotation */
    bool transform;    /* drives translation, rotation or scaling */
    rw_fbx_drive drive;
    bool constant_known[3];
} curve_node;

typedef struct builder {
    const rw_fbx_container *container;
    rw_fbx_document document;
    size_t object_count, curve_node_count, key_budget;
    size_t model_template, stack_template, layer_template;
    object_entry *objects; /* sorted by id once all are read */
    curve_node *curve_nodes;
    rw_bake_error *error;
} builder;

static bool out_of_memory(builder *b)
{
    return rw_bake_fail_memory(b->error, NULL);
}

static bool kind_of(const rw_fbx_record *record, object_kind *out)
{
    static const char *const names[] = {[OBJECT_MODEL] = "Model", [OBJECT_CURVE] = "AnimationCurve",
                                        [OBJECT_CURVE_NODE] = "AnimationCurveNode", [OBJECT_LAYER] = "AnimationLayer",
                                        [OBJECT_STACK] = "AnimationStack"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (rw_fbx_record_is(record, names[i])) {
            *out = (object_kind)i;
            return true;
        }
    return false;
}

static void read_constants(builder *b, size_t record, curve_node *node)
{
    static const char *const axes[] = {"d|X", "d|Y", "d|Z"};
    rw_fbx_table table = rw_fbx_table_of(b->container, record, RW_FBX_NONE);
    for (size_t i = 0; i < 3; i++)
        node->constant_known[i] = rw_fbx_table_double(&table, axes[i], &node->drive.constant[i]);
}

static bool read_stack(builder *b, size_t record, int64_t id)
{
    rw_fbx_stack stack = {.id = id, .base_layer = RW_FBX_NONE};
    rw_fbx_table table = rw_fbx_table_of(b->container, record, b->stack_template);
    bool start = rw_fbx_table_integer(&table, "LocalStart", &stack.start);
    bool stop = rw_fbx_table_integer(&table, "LocalStop", &stack.stop);
    stack.has_span = (start || stop) && stack.stop > stack.start && stack.start >= -RW_FBX_LAST_TICK &&
                     stack.stop <= RW_FBX_LAST_TICK;
    stack.name = rw_fbx_object_name(b->container, record);
    if (!stack.name)
        return out_of_memory(b);
    b->document.stacks[b->document.stack_count++] = stack;
    return true;
}

static void read_layer(builder *b, size_t record, int64_t id)
{
    rw_fbx_layer layer = {.id = id, .stack = RW_FBX_NONE, .weight = 100.0};
    rw_fbx_table table = rw_fbx_table_of(b->container, record, b->layer_template);
    int64_t mute = 0;
    rw_fbx_table_double(&table, "Weight", &layer.weight);
    rw_fbx_table_integer(&table, "BlendMode", &layer.blend);
    rw_fbx_table_integer(&table, "Mute", &mute);
    layer.mute = mute != 0;
    b->document.layers[b->document.layer_count++] = layer;
}

static bool read_object(builder *b, size_t record, object_kind kind)
{
    rw_fbx_document *d = &b->document;
    object_entry entry = {.kind = kind};
    if (!rw_fbx_property_integer(rw_fbx_container_property(b->container, record, 0), &entry.id))
        return rw_fbx_fail_at(b->error, b->container->records[record].offset,
                              "the FBX file is damaged: an object has no number");
    switch (kind) {
    case OBJECT_MODEL:
        entry.index = d->model_count;
        if (!rw_fbx_model_read(b->container, record, b->model_template, entry.id, &d->models[d->model_count],
                               b->error))
            return false;
        d->model_count++;
        break;
    case OBJECT_CURVE:
        entry.index = d->curve_count;
        if (!rw_fbx_curve_read(b->container, record, &b->key_budget, &d->curves[d->curve_count], b->error))
            return false;
        d->curve_count++;
        break;
    case OBJECT_CURVE_NODE:
        entry.index = b->curve_node_count;
        b->curve_nodes[b->curve_node_count] = (curve_node){
            .layer = RW_FBX_NONE, .model = RW_FBX_NONE, .record = record,
            .drive.curve = {RW_FBX_NONE, RW_FBX_NONE, RW_FBX_NONE}};
        read_constants(b, record, &b->curve_nodes[b->curve_node_count++]);
        break;
    case OBJECT_LAYER:
        entry.index = d->layer_count;
        read_layer(b, record, entry.id);
        break;
    case OBJECT_STACK:
        entry.index = d->stack_count;
        if (!read_stack(b, record, entry.id))
            return false;
        break;
    }
    b->objects[b->object_count++] = entry;
    return true;
}

/* Makes room for exactly the objects that the file has. */
static bool allocate(builder *b, size_t objects)
{
    size_t counts[OBJECT_STACK + 1] = {0}, total = 0;
    const rw_fbx_record *records = b->container->records;
    object_kind kind;
    for (size_t at = records[objects].child; at != RW_FBX_NONE; at = records[at].next)
        if (kind_of(&records[at], &kind)) {
            counts[kind]++;
            total++;
        }
    if (total > RW_FBX_MAX_OBJECTS)
        return rw_fbx_fail_at(b->error, records[objects].offset,
                              "the FBX file has %zu objects, more than %d; export the animation alone", total,
                              RW_FBX_MAX_OBJECTS);
    if (counts[OBJECT_MODEL] > RW_BAKE_MAX_NODES)
        return rw_fbx_fail_at(b->error, records[objects].offset,
                              "the FBX file has %zu models, more than %d; export the skeleton alone",
                              counts[OBJECT_MODEL], RW_BAKE_MAX_NODES);
    if (counts[OBJECT_STACK] > RW_FBX_MAX_STACKS)
        return rw_fbx_fail_at(b->error, records[objects].offset,
                              "the FBX file has %zu animations, more than %d; export fewer at a time",
                              counts[OBJECT_STACK], RW_FBX_MAX_STACKS);
    rw_fbx_document *d = &b->document;
    d->models = calloc(counts[OBJECT_MODEL] + 1, sizeof *d->models);
    d->curves = calloc(counts[OBJECT_CURVE] + 1, sizeof *d->curves);
    d->layers = calloc(counts[OBJECT_LAYER] + 1, sizeof *d->layers);
    d->stacks = calloc(counts[OBJECT_STACK] + 1, sizeof *d->stacks);
    d->drives = calloc(counts[OBJECT_CURVE_NODE] + 1, sizeof *d->drives);
    b->curve_nodes = calloc(counts[OBJECT_CURVE_NODE] + 1, sizeof *b->curve_nodes);
    b->objects = calloc(total + 1, sizeof *b->objects);
    if (!d->models || !d->curves || !d->layers || !d->stacks || !d->drives || !b->curve_nodes || !b->objects)
        return out_of_memory(b);
    return true;
}

static int compare_objects(const void *left, const void *right)
{
    const object_entry *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static bool read_objects(builder *b)
{
    size_t objects = rw_fbx_container_find(b->container, 0, "Objects");
    if (objects == RW_FBX_NONE)
        return rw_bake_fail(b->error, NULL, "the FBX file has no objects");
    if (!allocate(b, objects))
        return false;
    const rw_fbx_record *records = b->container->records;
    for (size_t at = records[objects].child; at != RW_FBX_NONE; at = records[at].next) {
        object_kind kind;
        if (rw_fbx_record_is(&records[at], "Constraint") &&
            !rw_fbx_property_is(rw_fbx_container_property(b->container, at, 2), "Character"))
            b->document.constraint_count++;
        if (kind_of(&records[at], &kind) && !read_object(b, at, kind))
            return false;
    }
    qsort(b->objects, b->object_count, sizeof *b->objects, compare_objects);
    for (size_t i = 1; i < b->object_count; i++)
        if (b->objects[i].id == b->objects[i - 1].id)
            return rw_fbx_fail_at(b->error, records[objects].offset,
                                  "the FBX file is damaged: two objects have the number %lld",
                                  (long long)b->objects[i].id);
    return true;
}

static const object_entry *find_object(const builder *b, int64_t id)
{
    object_entry key = {.id = id};
    return bsearch(&key, b->objects, b->object_count, sizeof *b->objects, compare_objects);
}

/* Object to object: models under models, layers in stacks, curve nodes in layers. */
static void connect_objects(builder *b, const object_entry *child, int64_t parent_id)
{
    rw_fbx_document *d = &b->document;
    if (child->kind == OBJECT_MODEL && parent_id == 0) {
        d->models[child->index].rooted = true;
        return;
    }
    const object_entry *parent = find_object(b, parent_id);
    if (!parent)
        return;
    if (child->kind == OBJECT_MODEL && parent->kind == OBJECT_MODEL) {
        if (d->models[child->index].parent == RW_FBX_NONE)
            d->models[child->index].parent = parent->index;
    } else if (child->kind == OBJECT_LAYER && parent->kind == OBJECT_STACK) {
        d->layers[child->index].stack = parent->index;
        if (d->stacks[parent->index].base_layer == RW_FBX_NONE)
            d->stacks[parent->index].base_layer = child->index;
    } else if (child->kind == OBJECT_CURVE_NODE && parent->kind == OBJECT_LAYER) {
        b->curve_nodes[child->index].layer = parent->index;
    }
}

/* Object to property: curves on the axes of curve nodes, curve nodes on the vectors of models. */
static void connect_property(builder *b, const object_entry *child, int64_t parent_id, const rw_fbx_property *name)
{
    static const char *const axes[] = {"d|X", "d|Y", "d|Z"};
    const object_entry *parent = find_object(b, parent_id);
    if (!parent)
        return;
    if (child->kind == OBJECT_CURVE && parent->kind == OBJECT_CURVE_NODE) {
        for (size_t i = 0; i < 3; i++)
            if (rw_fbx_property_is(name, axes[i]))
                b->curve_nodes[parent->index].drive.curve[i] = child->index;
    } else if (child->kind == OBJECT_CURVE_NODE && parent->kind == OBJECT_MODEL) {
        curve_node *node = &b->curve_nodes[child->index];
        for (int v = 0; v < RW_FBX_VECTOR_COUNT; v++)
            if (rw_fbx_property_is(name, rw_fbx_vector_name((rw_fbx_vector)v))) {
                node->model = parent->index;
                node->drive.vector = (rw_fbx_vector)v;
                node->transform = v < RW_FBX_ANIMATED_COUNT;
                node->other_vector = v >= RW_FBX_ANIMATED_COUNT;
            }
    }
}

static void read_connections(builder *b)
{
    const rw_fbx_container *c = b->container;
    size_t connections = rw_fbx_container_find(c, 0, "Connections");
    if (connections == RW_FBX_NONE)
        return;
    for (size_t at = c->records[connections].child; at != RW_FBX_NONE; at = c->records[at].next) {
        int64_t child_id, parent_id;
        if (!rw_fbx_record_is(&c->records[at], "C") ||
            !rw_fbx_property_integer(rw_fbx_container_property(c, at, 1), &child_id) ||
            !rw_fbx_property_integer(rw_fbx_container_property(c, at, 2), &parent_id))
            continue;
        const object_entry *child = find_object(b, child_id);
        const rw_fbx_property *type = rw_fbx_container_property(c, at, 0);
        if (child && rw_fbx_property_is(type, "OO"))
            connect_objects(b, child, parent_id);
        else if (child && rw_fbx_property_is(type, "OP"))
            connect_property(b, child, parent_id, rw_fbx_container_property(c, at, 3));
    }
}

/* Puts the drives of each stack together. Counting sort: order within a stack stays. */
static bool group_drives(rw_fbx_document *d)
{
    rw_fbx_drive *grouped = calloc(d->drive_count + 1, sizeof *grouped);
    if (!grouped)
        return false;
    for (size_t i = 0; i < d->drive_count; i++)
        d->stacks[d->layers[d->drives[i].layer].stack].drive_count++;
    for (size_t i = 1; i < d->stack_count; i++)
        d->stacks[i].drive_first = d->stacks[i - 1].drive_first + d->stacks[i - 1].drive_count;
    for (size_t i = 0; i < d->stack_count; i++)
        d->stacks[i].drive_count = 0;
    for (size_t i = 0; i < d->drive_count; i++) {
        rw_fbx_stack *stack = &d->stacks[d->layers[d->drives[i].layer].stack];
        grouped[stack->drive_first + stack->drive_count++] = d->drives[i];
    }
    free(d->drives);
    d->drives = grouped;
    return true;
}

/* Turns the curve nodes that drive a model in a layer of a stack into drives. */
static bool make_drives(builder *b)
{
    rw_fbx_document *d = &b->document;
    for (size_t i = 0; i < b->curve_node_count; i++) {
        curve_node *node = &b->curve_nodes[i];
        bool driven = false;
        for (size_t axis = 0; axis < 3; axis++) {
            size_t *curve = &node->drive.curve[axis];
            if (*curve != RW_FBX_NONE && d->curves[*curve].count == 0)
                *curve = RW_FBX_NONE;
            driven = driven || *curve != RW_FBX_NONE;
        }
        if (node->model == RW_FBX_NONE || node->layer == RW_FBX_NONE || d->layers[node->layer].stack == RW_FBX_NONE)
            continue;
        const rw_fbx_model *model = &d->models[node->model];
        if (driven && node->other_vector)
            return rw_fbx_fail_at(b->error, b->container->records[node->record].offset,
                                  "node '%.100s' has an animated %s, which is not read; bake the animation to "
                                  "translation, rotation and scale on export", model->name,
                                  rw_fbx_vector_name(node->drive.vector));
        if (!node->transform)
            continue;
        for (size_t axis = 0; axis < 3; axis++)
            if (!node->constant_known[axis])
                node->drive.constant[axis] = model->vectors[node->drive.vector][axis];
        node->drive.layer = node->layer;
        node->drive.model = node->model;
        d->drives[d->drive_count++] = node->drive;
    }
    return group_drives(d) || out_of_memory(b);
}

/* Walks each model to the top; refuses cycles and chains that are too deep. */
static bool check_parents(builder *b)
{
    rw_fbx_document *d = &b->document;
    for (size_t i = 0; i < d->model_count; i++) {
        size_t top = i, depth = 0;
        while (!d->models[top].rooted && d->models[top].parent != RW_FBX_NONE && depth++ <= RW_BAKE_MAX_DEPTH)
            top = d->models[top].parent;
        if (depth > RW_BAKE_MAX_DEPTH)
            return rw_bake_fail(b->error, NULL, "node '%.100s' stands in a cycle or more than %d deep",
                                d->models[i].name, RW_BAKE_MAX_DEPTH);
    }
    for (size_t i = 0; i < d->model_count; i++)
        if (d->models[i].rooted)
            d->models[i].parent = RW_FBX_NONE;
    for (size_t i = 0; i < d->model_count; i++) {
        size_t top = i;
        while (d->models[top].parent != RW_FBX_NONE)
            top = d->models[top].parent;
        if (top != i && d->models[top].rooted)
            d->models[i].rooted = true;
    }
    return true;
}

bool rw_fbx_document_read(const unsigned char *bytes, size_t length, rw_fbx_document *out, rw_bake_error *error)
{
    rw_fbx_container container;
    if (!rw_fbx_container_parse(bytes, length, &container, error))
        return false;
    builder b = {.container = &container, .error = error, .key_budget = RW_FBX_MAX_TOTAL_KEYS,
                 .model_template = rw_fbx_template_find(&container, "Model"),
                 .stack_template = rw_fbx_template_find(&container, "AnimationStack"),
                 .layer_template = rw_fbx_template_find(&container, "AnimationLayer")};
    b.document.version = container.version;
    bool ok = rw_fbx_settings_read(&container, &b.document.settings, error) && read_objects(&b);
    if (ok) {
        read_connections(&b);
        ok = check_parents(&b) && make_drives(&b);
    }
    if (ok)
        *out = b.document;
    else
        rw_fbx_document_free(&b.document);
    free(b.objects);
    free(b.curve_nodes);
    rw_fbx_container_free(&container);
    return ok;
}

void rw_fbx_document_free(rw_fbx_document *document)
{
    if (!document)
        return;
    for (size_t i = 0; i < document->model_count; i++)
        free(document->models[i].name);
    for (size_t i = 0; i < document->curve_count; i++)
        free(document->curves[i].keys);
    for (size_t i = 0; i < document->stack_count; i++)
        free(document->stacks[i].name);
    free(document->models);
    free(document->curves);
    free(document->layers);
    free(document->stacks);
    free(document->drives);
    *document = (rw_fbx_document){0};
}
