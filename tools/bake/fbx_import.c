#include "fbx_import.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/scene.h>
#include <stdlib.h>
#include <string.h>

/* Nodes that the library puts between a model and its parent, one for each pivot, offset and partial rotation. */
static const char HELPER_TAG[] = "_$AssimpFbx$_";

typedef struct pending_node {
    const struct aiNode *node;
    size_t parent;            /* in the outline */
    struct aiMatrix4x4 above; /* helpers between the node and that parent, multiplied */
} pending_node;

typedef struct name_list {
    size_t count;
    const char **names;
} name_list;

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static bool collect_bones(const struct aiScene *scene, name_list *out)
{
    size_t total = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        total += scene->mMeshes[m]->mNumBones;
    out->names = calloc(total + 1, sizeof *out->names);
    if (!out->names)
        return false;
    for (unsigned m = 0; m < scene->mNumMeshes; m++)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; b++)
            out->names[out->count++] = scene->mMeshes[m]->mBones[b]->mName.data;
    qsort(out->names, out->count, sizeof *out->names, compare_names);
    return true;
}

static void set_rest(rw_fbx_outline_node *node, const struct aiMatrix4x4 *matrix)
{
    struct aiVector3D scale, translation;
    struct aiQuaternion rotation;
    aiDecomposeMatrix(matrix, &scale, &rotation, &translation);
    node->translation[0] = translation.x, node->translation[1] = translation.y, node->translation[2] = translation.z;
    node->scale[0] = scale.x, node->scale[1] = scale.y, node->scale[2] = scale.z;
    node->rotation[0] = rotation.x, node->rotation[1] = rotation.y, node->rotation[2] = rotation.z;
    node->rotation[3] = rotation.w;
}

static size_t count_nodes(const struct aiNode *root, size_t depth)
{
    size_t count = 1;
    for (unsigned i = 0; depth < RW_BAKE_MAX_DEPTH * 16 && i < root->mNumChildren; i++)
        count += count_nodes(root->mChildren[i], depth + 1);
    return count;
}

/* Flattens the tree, folding helpers into what hangs below them. */
static bool collect_nodes(const struct aiScene *scene, const name_list *bones, rw_fbx_outline *out)
{
    size_t total = count_nodes(scene->mRootNode, 0), waiting = 0;
    pending_node *stack = calloc(total, sizeof *stack);
    out->nodes = calloc(total, sizeof *out->nodes);
    if (!stack || !out->nodes) {
        free(stack);
        return false;
    }
    bool ok = true;
    stack[waiting] = (pending_node){.node = scene->mRootNode, .parent = RW_SCENE_NO_NODE};
    aiIdentityMatrix4(&stack[waiting++].above);
    while (ok && waiting > 0) {
        pending_node at = stack[--waiting];
        struct aiMatrix4x4 local = at.above;
        size_t parent = at.parent;
        aiMultiplyMatrix4(&local, &at.node->mTransformation);
        if (!strstr(at.node->mName.data, HELPER_TAG)) {
            const char *name = at.node->mName.data;
            rw_fbx_outline_node *node = &out->nodes[out->node_count];
            node->name = (char *)at.node->mName.data;
            node->parent = parent;
            node->bone = bsearch(&name, bones->names, bones->count, sizeof *bones->names, compare_names) != NULL;
            set_rest(node, &local);
            aiIdentityMatrix4(&local);
            parent = out->node_count++;
        }
        ok = at.node->mNumChildren <= total - waiting;
        for (unsigned i = ok ? at.node->mNumChildren : 0; i > 0; i--)
            stack[waiting++] = (pending_node){at.node->mChildren[i - 1], parent, local};
    }
    free(stack);
    return ok;
}

/* Picks a few keys of a channel that carries a node's whole motion; other channels stay empty. */
static bool collect_channel(const struct aiNodeAnim *from, double ticks_per_second, rw_fbx_outline_channel *out)
{
    size_t keys = from->mNumPositionKeys;
    out->name = (char *)from->mNodeName.data;
    if (strstr(out->name, HELPER_TAG) || keys == 0 || from->mNumRotationKeys != keys || !(ticks_per_second > 0.0))
        return true;
    size_t picked = keys < RW_FBX_OUTLINE_MAX_KEYS ? keys : RW_FBX_OUTLINE_MAX_KEYS;
    out->keys = calloc(picked, sizeof *out->keys);
    if (!out->keys)
        return false;
    for (size_t i = 0; i < picked; i++) {
        size_t k = picked == 1 ? 0 : i * (keys - 1) / (picked - 1);
        const struct aiVectorKey *position = &from->mPositionKeys[k];
        const struct aiQuatKey *rotation = &from->mRotationKeys[k];
        out->keys[out->key_count++] = (rw_fbx_outline_key){
            .seconds = position->mTime / ticks_per_second,
            .translation = {position->mValue.x, position->mValue.y, position->mValue.z},
            .rotation = {rotation->mValue.x, rotation->mValue.y, rotation->mValue.z, rotation->mValue.w}};
    }
    return true;
}

static bool collect_animations(const struct aiScene *scene, rw_fbx_outline *out)
{
    out->animations = calloc(scene->mNumAnimations + (size_t)1, sizeof *out->animations);
    if (!out->animations)
        return false;
    for (unsigned a = 0; a < scene->mNumAnimations; a++) {
        const struct aiAnimation *from = scene->mAnimations[a];
        rw_fbx_outline_animation *to = &out->animations[out->animation_count++];
        to->name = (char *)from->mName.data;
        to->channels = calloc(from->mNumChannels + (size_t)1, sizeof *to->channels);
        if (!to->channels)
            return false;
        for (unsigned c = 0; c < from->mNumChannels; c++)
            if (!collect_channel(from->mChannels[c], from->mTicksPerSecond, &to->channels[to->channel_count++]))
                return false;
    }
    return true;
}

static const struct aiScene *import(const rw_fbx_import_source *source)
{
    struct aiPropertyStore *settings = aiCreatePropertyStore();
    if (!settings)
        return NULL;
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 1);
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_FBX_READ_MATERIALS, 0);
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_FBX_READ_TEXTURES, 0);
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_FBX_READ_LIGHTS, 0);
    aiSetImportPropertyInteger(settings, AI_CONFIG_IMPORT_FBX_READ_CAMERAS, 0);
    const struct aiScene *scene = aiImportFileFromMemoryWithProperties((const char *)source->bytes,
                                                                       (unsigned)source->length, 0, "fbx", settings);
    aiReleasePropertyStore(settings);
    return scene;
}

/* The names belong to the library's scene. */
static void free_collected(rw_fbx_outline *outline, name_list *bones)
{
    for (size_t a = 0; a < outline->animation_count; a++) {
        for (size_t c = 0; c < outline->animations[a].channel_count; c++)
            free(outline->animations[a].channels[c].keys);
        free(outline->animations[a].channels);
    }
    free(outline->animations);
    free(outline->nodes);
    free(bones->names);
}

void rw_fbx_import_run(const void *context, rw_fbx_bytes *out)
{
    const struct aiScene *scene = import(context);
    rw_fbx_outline outline = {0};
    name_list bones = {0};
    if (!scene || !scene->mRootNode) {
        const char *message = aiGetErrorString();
        rw_fbx_outline_encode_failure(message && *message ? message : "no reason given", out);
    } else if (!collect_bones(scene, &bones) || !collect_nodes(scene, &bones, &outline) ||
               !collect_animations(scene, &outline)) {
        out->failed = true;
    } else {
        rw_fbx_outline_encode(&outline, out);
    }
    free_collected(&outline, &bones);
    aiReleaseImport(scene);
}
