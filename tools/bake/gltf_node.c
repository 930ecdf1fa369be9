/* The nodes of a glTF file, put in an order in which parents stand before their children. */
#include "gltf_internal.h"
#include "linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The tree as the file gives it. */
typedef struct node_tree {
    size_t count;
    size_t *parent;
    size_t *order; /* file indices, parents first */
    size_t *depth;
} node_tree;

static void tree_free(node_tree *tree)
{
    free(tree->parent);
    free(tree->order);
    free(tree->depth);
}

static bool read_children(rw_gltf *gltf, const json_t *nodes, size_t index, node_tree *tree)
{
    rw_gltf_place place = rw_gltf_place_at("/nodes/%zu", index);
    json_t *node = NULL, *children = NULL;
    if (!rw_gltf_element(gltf, nodes, index, place, &node) || !rw_gltf_array(gltf, node, "children", place, &children))
        return false;
    for (size_t i = 0; i < json_array_size(children); i++) {
        const json_t *value = json_array_get(children, i);
        double number = json_is_number(value) ? json_number_value(value) : -1;
        rw_gltf_place child_place = rw_gltf_place_at("/nodes/%zu/children/%zu", index, i);
        if (!(number >= 0 && number < (double)tree->count) || number != floor(number))
            return rw_gltf_fail(gltf, child_place, "no such node; the file has %zu", tree->count);
        size_t child = (size_t)number;
        if (tree->parent[child] != RW_SCENE_NO_NODE)
            return rw_gltf_fail(gltf, child_place, "node %zu has two parents, %zu and %zu", child, tree->parent[child],
                                index);
        tree->parent[child] = index;
    }
    return true;
}

/* Breadth first from the nodes without a parent. What is never reached hangs in a circle. */
static bool put_in_order(rw_gltf *gltf, const json_t *nodes, node_tree *tree)
{
    size_t done = 0, found = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->parent[i] == RW_SCENE_NO_NODE) tree->order[found++] = i;
    for (; done < found; done++) {
        size_t index = tree->order[done];
        if (tree->depth[index] >= RW_BAKE_MAX_DEPTH)
            return rw_gltf_fail(gltf, rw_gltf_place_at("/nodes/%zu", index), "nodes are nested more than %d deep",
                                RW_BAKE_MAX_DEPTH);
        const json_t *children = json_object_get(json_array_get(nodes, index), "children");
        for (size_t i = 0; i < json_array_size(children); i++) {
            size_t child = (size_t)json_number_value(json_array_get(children, i));
            tree->depth[child] = tree->depth[index] + 1;
            tree->order[found++] = child;
        }
    }
    for (size_t i = 0; found < tree->count && i < tree->count; i++)
        if (tree->parent[i] != RW_SCENE_NO_NODE && tree->depth[i] == 0)
            return rw_gltf_fail(gltf, rw_gltf_place_at("/nodes/%zu", i), "the node is its own ancestor");
    return true;
}

/* matrix: column-major, as the file has it. */
static void take_matrix(rw_gltf *gltf, size_t index, const double matrix[16], rw_node *node)
{
    rw_bake_mat3 linear, unit;
    for (int c = 0; c < 3; c++) {
        double square = 0;
        for (int r = 0; r < 3; r++) {
            linear.m[r][c] = matrix[c * 4 + r];
            square += linear.m[r][c] * linear.m[r][c];
        }
        node->scale[c] = sqrt(square);
        node->translation[c] = matrix[12 + c];
    }
    if (rw_bake_mat_determinant(&linear) < 0) node->scale[0] = -node->scale[0];
    double skew = 0;
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) unit.m[r][c] = node->scale[c] != 0 ? linear.m[r][c] / node->scale[c] : (r == c);
    for (int c = 0; c < 3; c++)
        for (int r = 0, d = (c + 1) % 3; r < 3; r++)
            skew += r == 0
                        ? fabs(unit.m[0][c] * unit.m[0][d] + unit.m[1][c] * unit.m[1][d] + unit.m[2][c] * unit.m[2][d])
                        : 0;
    if (skew > 1e-3)
        rw_scene_warn(gltf->scene,
                      "the matrix of node %zu is skewed, which no animation format keeps; its nearest "
                      "rotation is used",
                      index);
    rw_quat rotation = rw_bake_mat_rotation(&unit, (rw_quat){0, 0, 0, 1});
    double q[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    memcpy(node->rotation, q, sizeof q);
}

static bool read_transform(rw_gltf *gltf, const json_t *object, size_t index, rw_node *node)
{
    rw_gltf_place place = rw_gltf_place_at("/nodes/%zu", index);
    double matrix[16];
    bool has_matrix = false, has_rotation = false, present = false;
    if (!rw_gltf_numbers(gltf, object, "translation", place, 3, node->translation, &present) ||
        !rw_gltf_numbers(gltf, object, "rotation", place, 4, node->rotation, &has_rotation) ||
        !rw_gltf_numbers(gltf, object, "scale", place, 3, node->scale, &present) ||
        !rw_gltf_numbers(gltf, object, "matrix", place, 16, matrix, &has_matrix))
        return false;
    if (has_matrix) take_matrix(gltf, index, matrix, node);
    if (!has_rotation) return true;
    double square = 0;
    for (int i = 0; i < 4; i++) square += node->rotation[i] * node->rotation[i];
    if (!(square > 1e-12))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "rotation"), "a quaternion of length zero is no rotation");
    for (int i = 0; i < 4; i++) node->rotation[i] /= sqrt(square);
    return true;
}

static bool read_node(rw_gltf *gltf, const json_t *nodes, const node_tree *tree, size_t index, rw_node *node)
{
    const json_t *object = json_array_get(nodes, index);
    const char *name = NULL;
    if (!rw_gltf_string(gltf, object, "name", rw_gltf_place_at("/nodes/%zu", index), "", &name)) return false;
    *node = (rw_node){.parent = RW_SCENE_NO_NODE, .rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    if (tree->parent[index] != RW_SCENE_NO_NODE) node->parent = gltf->node_of[tree->parent[index]];
    node->kind = json_object_get(object, "mesh") || json_object_get(object, "camera") ? RW_NODE_OBJECT : RW_NODE_PLAIN;
    node->name = rw_bake_copy_text(name, strlen(name));
    if (!node->name) return rw_bake_fail_memory(gltf->error, "");
    return read_transform(gltf, object, index, node);
}

static bool mark_joints(rw_gltf *gltf)
{
    json_t *skins = NULL;
    if (!rw_gltf_array(gltf, gltf->root, "skins", rw_gltf_place_at("%s", ""), &skins)) return false;
    for (size_t s = 0; s < json_array_size(skins); s++) {
        rw_gltf_place place = rw_gltf_place_at("/skins/%zu", s);
        json_t *skin = NULL, *joints = NULL;
        if (!rw_gltf_element(gltf, skins, s, place, &skin) || !rw_gltf_array(gltf, skin, "joints", place, &joints))
            return false;
        for (size_t j = 0; j < json_array_size(joints); j++) {
            const json_t *value = json_array_get(joints, j);
            double number = json_is_number(value) ? json_number_value(value) : -1;
            if (!(number >= 0 && number < (double)gltf->node_count) || number != floor(number))
                return rw_gltf_fail(gltf, rw_gltf_place_at("/skins/%zu/joints/%zu", s, j), "no such node");
            gltf->scene->nodes[gltf->node_of[(size_t)number]].kind = RW_NODE_JOINT;
        }
    }
    return true;
}

static bool read_tree(rw_gltf *gltf, const json_t *nodes, node_tree *tree)
{
    tree->parent = rw_bake_allocate(tree->count, sizeof *tree->parent);
    tree->order = rw_bake_allocate(tree->count, sizeof *tree->order);
    tree->depth = rw_bake_allocate(tree->count, sizeof *tree->depth);
    gltf->node_of = rw_bake_allocate(tree->count, sizeof *gltf->node_of);
    gltf->scene->nodes = rw_bake_allocate(tree->count, sizeof *gltf->scene->nodes);
    if (!tree->parent || !tree->order || !tree->depth || !gltf->node_of || !gltf->scene->nodes)
        return rw_bake_fail_memory(gltf->error, "/nodes");
    gltf->node_count = tree->count;
    for (size_t i = 0; i < tree->count; i++) tree->parent[i] = RW_SCENE_NO_NODE;
    for (size_t i = 0; i < tree->count; i++)
        if (!read_children(gltf, nodes, i, tree)) return false;
    if (!put_in_order(gltf, nodes, tree)) return false;
    for (size_t i = 0; i < tree->count; i++) gltf->node_of[tree->order[i]] = i;
    for (size_t i = 0; i < tree->count; i++) {
        gltf->scene->node_count = i + 1;
        if (!read_node(gltf, nodes, tree, tree->order[i], &gltf->scene->nodes[i])) return false;
    }
    return mark_joints(gltf);
}

bool rw_gltf_read_nodes(rw_gltf *gltf)
{
    json_t *nodes = NULL;
    if (!rw_gltf_array(gltf, gltf->root, "nodes", rw_gltf_place_at("%s", ""), &nodes)) return false;
    node_tree tree = {.count = json_array_size(nodes)};
    if (tree.count == 0) return true;
    if (tree.count > RW_BAKE_MAX_NODES)
        return rw_gltf_fail(gltf, rw_gltf_place_at("/nodes"), "%zu nodes; at most %d are read", tree.count,
                            RW_BAKE_MAX_NODES);
    bool read = read_tree(gltf, nodes, &tree);
    tree_free(&tree);
    return read;
}
