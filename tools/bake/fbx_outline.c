#include "fbx_outline.h"

#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t START = 0x31585746, END = 0x44584657, PARENTLESS = 0xffffffff;
enum { MESSAGE_OUTLINE = 1, MESSAGE_FAILURE = 2 };
#define NUMBERS_PER_NODE 10
#define NUMBERS_PER_KEY 8

void rw_fbx_bytes_put(rw_fbx_bytes *bytes, const void *data, size_t length)
{
    if (bytes->failed || length == 0)
        return;
    if (length > RW_FBX_OUTLINE_MAX_BYTES - bytes->length) {
        bytes->failed = true;
        return;
    }
    if (bytes->length + length > bytes->capacity) {
        size_t capacity = bytes->capacity ? bytes->capacity : 4096;
        while (capacity < bytes->length + length)
            capacity *= 2;
        unsigned char *grown = realloc(bytes->data, capacity);
        if (!grown) {
            bytes->failed = true;
            return;
        }
        bytes->data = grown;
        bytes->capacity = capacity;
    }
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

static void put_u32(rw_fbx_bytes *out, uint32_t value)
{
    rw_fbx_bytes_put(out, &value, sizeof value);
}

static void put_text(rw_fbx_bytes *out, const char *text)
{
    size_t length = strnlen(text, RW_FBX_OUTLINE_MAX_NAME);
    put_u32(out, (uint32_t)length);
    rw_fbx_bytes_put(out, text, length);
}

static void put_numbers(rw_fbx_bytes *out, const double *numbers, size_t count)
{
    rw_fbx_bytes_put(out, numbers, count * sizeof *numbers);
}

static void put_animation(rw_fbx_bytes *out, const rw_fbx_outline_animation *animation)
{
    put_text(out, animation->name);
    put_u32(out, (uint32_t)animation->channel_count);
    for (size_t c = 0; c < animation->channel_count; c++) {
        const rw_fbx_outline_channel *channel = &animation->channels[c];
        put_text(out, channel->name);
        put_u32(out, (uint32_t)channel->key_count);
        for (size_t k = 0; k < channel->key_count; k++) {
            put_numbers(out, &channel->keys[k].seconds, 1);
            put_numbers(out, channel->keys[k].translation, 3);
            put_numbers(out, channel->keys[k].rotation, 4);
        }
    }
}

void rw_fbx_outline_encode(const rw_fbx_outline *outline, rw_fbx_bytes *out)
{
    put_u32(out, START);
    put_u32(out, MESSAGE_OUTLINE);
    put_u32(out, (uint32_t)outline->node_count);
    for (size_t i = 0; i < outline->node_count; i++) {
        const rw_fbx_outline_node *node = &outline->nodes[i];
        put_text(out, node->name);
        put_u32(out, node->parent == RW_SCENE_NO_NODE ? PARENTLESS : (uint32_t)node->parent);
        put_u32(out, node->bone);
        put_numbers(out, node->translation, 3);
        put_numbers(out, node->rotation, 4);
        put_numbers(out, node->scale, 3);
    }
    put_u32(out, (uint32_t)outline->animation_count);
    for (size_t i = 0; i < outline->animation_count; i++)
        put_animation(out, &outline->animations[i]);
    put_u32(out, END);
}

void rw_fbx_outline_encode_failure(const char *message, rw_fbx_bytes *out)
{
    put_u32(out, START);
    put_u32(out, MESSAGE_FAILURE);
    put_text(out, message);
    put_u32(out, END);
}

typedef struct decoder {
    const unsigned char *at, *end;
    size_t channel_budget;
    bool memory; /* ran out of it, as against a damaged message */
} decoder;

static bool take(decoder *d, void *out, size_t length)
{
    if ((size_t)(d->end - d->at) < length)
        return false;
    memcpy(out, d->at, length);
    d->at += length;
    return true;
}

static bool take_u32(decoder *d, uint32_t *out)
{
    return take(d, out, sizeof *out);
}

static bool take_text(decoder *d, char **out)
{
    uint32_t length;
    if (!take_u32(d, &length) || length > RW_FBX_OUTLINE_MAX_NAME || (size_t)(d->end - d->at) < length ||
        memchr(d->at, 0, length))
        return false;
    char *text = malloc((size_t)length + 1);
    if (!text) {
        d->memory = true;
        return false;
    }
    memcpy(text, d->at, length);
    text[length] = '\0';
    d->at += length;
    *out = text;
    return true;
}

static bool take_numbers(decoder *d, double *out, size_t count)
{
    if (!take(d, out, count * sizeof *out))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(out[i]))
            return false;
    return true;
}

static bool is_unit(const double q[4])
{
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    return fabs(square - 1.0) < 1e-3;
}

/* A count of things that each take at least `least` bytes, so that no more is allocated than the message can fill. */
static bool take_count(decoder *d, size_t limit, size_t least, size_t item_bytes, size_t *count, void **items)
{
    uint32_t value;
    if (!take_u32(d, &value) || value > limit || (size_t)(d->end - d->at) / least < value)
        return false;
    *items = calloc((size_t)value + 1, item_bytes);
    if (!*items) {
        d->memory = true;
        return false;
    }
    *count = value;
    return true;
}

static bool take_node(decoder *d, const size_t *depths, size_t index, rw_fbx_outline_node *node, size_t *depth)
{
    uint32_t parent, bone;
    if (!take_text(d, &node->name) || !take_u32(d, &parent) || !take_u32(d, &bone) || bone > 1 ||
        !take_numbers(d, node->translation, 3) || !take_numbers(d, node->rotation, 4) ||
        !take_numbers(d, node->scale, 3) || !is_unit(node->rotation))
        return false;
    if (parent != PARENTLESS && parent >= index)
        return false;
    node->bone = bone == 1;
    node->parent = parent == PARENTLESS ? RW_SCENE_NO_NODE : parent;
    *depth = parent == PARENTLESS ? 1 : depths[parent] + 1;
    return *depth <= RW_BAKE_MAX_DEPTH;
}

static bool take_nodes(decoder *d, rw_fbx_outline *out)
{
    size_t least = 3 * sizeof(uint32_t) + NUMBERS_PER_NODE * sizeof(double);
    if (!take_count(d, RW_BAKE_MAX_NODES, least, sizeof *out->nodes, &out->node_count, (void **)&out->nodes))
        return false;
    size_t *depths = calloc(out->node_count + 1, sizeof *depths);
    bool ok = depths != NULL;
    d->memory = d->memory || !depths;
    for (size_t i = 0; ok && i < out->node_count; i++)
        ok = take_node(d, depths, i, &out->nodes[i], &depths[i]);
    free(depths);
    return ok;
}

static bool take_channel(decoder *d, rw_fbx_outline_channel *channel)
{
    if (!take_text(d, &channel->name) ||
        !take_count(d, RW_FBX_OUTLINE_MAX_KEYS, NUMBERS_PER_KEY * sizeof(double), sizeof *channel->keys,
                    &channel->key_count, (void **)&channel->keys))
        return false;
    for (size_t k = 0; k < channel->key_count; k++) {
        rw_fbx_outline_key *key = &channel->keys[k];
        if (!take_numbers(d, &key->seconds, 1) || !take_numbers(d, key->translation, 3) ||
            !take_numbers(d, key->rotation, 4) || !is_unit(key->rotation))
            return false;
    }
    return true;
}

static bool take_animations(decoder *d, rw_fbx_outline *out)
{
    if (!take_count(d, RW_FBX_OUTLINE_MAX_ANIMATIONS, 2 * sizeof(uint32_t), sizeof *out->animations,
                    &out->animation_count, (void **)&out->animations))
        return false;
    for (size_t i = 0; i < out->animation_count; i++) {
        rw_fbx_outline_animation *animation = &out->animations[i];
        if (!take_text(d, &animation->name) ||
            !take_count(d, d->channel_budget, 2 * sizeof(uint32_t), sizeof *animation->channels,
                        &animation->channel_count, (void **)&animation->channels))
            return false;
        d->channel_budget -= animation->channel_count;
        for (size_t c = 0; c < animation->channel_count; c++)
            if (!take_channel(d, &animation->channels[c]))
                return false;
    }
    return true;
}

static bool damaged(const decoder *d, rw_bake_error *error)
{
    if (d->memory)
        return rw_bake_fail_memory(error, NULL);
    return rw_bake_fail(error, NULL, "the FBX import process gave an answer that makes no sense; the file is damaged "
                                     "or hostile");
}

bool rw_fbx_outline_decode(const unsigned char *bytes, size_t length, rw_fbx_outline *out, rw_bake_error *error)
{
    decoder d = {.at = bytes, .end = bytes + length, .channel_budget = RW_FBX_OUTLINE_MAX_CHANNELS};
    rw_fbx_outline outline = {0};
    uint32_t start, message, end;
    if (!take_u32(&d, &start) || start != START || !take_u32(&d, &message))
        return damaged(&d, error);
    if (message == MESSAGE_FAILURE) {
        char *text = NULL;
        bool whole = take_text(&d, &text) && take_u32(&d, &end) && end == END && d.at == d.end;
        for (char *c = text; whole && *c; c++)
            if ((unsigned char)*c < ' ' || *c == 0x7f)
                *c = '?';
        if (whole)
            rw_bake_fail(error, NULL, "the import library could not read the FBX file: %.300s", text);
        else
            damaged(&d, error);
        free(text);
        return false;
    }
    if (message != MESSAGE_OUTLINE || !take_nodes(&d, &outline) || !take_animations(&d, &outline) ||
        !take_u32(&d, &end) || end != END || d.at != d.end) {
        rw_fbx_outline_free(&outline);
        return damaged(&d, error);
    }
    *out = outline;
    return true;
}

void rw_fbx_outline_free(rw_fbx_outline *outline)
{
    if (!outline)
        return;
    for (size_t i = 0; i < outline->node_count; i++)
        free(outline->nodes[i].name);
    for (size_t i = 0; i < outline->animation_count; i++) {
        rw_fbx_outline_animation *animation = &outline->animations[i];
        for (size_t c = 0; c < animation->channel_count; c++) {
            free(animation->channels[c].name);
            free(animation->channels[c].keys);
        }
        free(animation->channels);
        free(animation->name);
    }
    free(outline->nodes);
    free(outline->animations);
    *outline = (rw_fbx_outline){0};
}
