#include "scene.h"
#include "support.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A file that repeats one fault a million times is told of once in a while, not a million times. */
#define MOST_WARNINGS 100
#define HEAD_BYTES 512 /* enough to recognise a format */

static void free_track(rw_track *track)
{
    free(track->times);
    free(track->values);
}

static void free_animation(rw_animation *animation)
{
    for (size_t i = 0; animation->channels && i < animation->channel_count; i++) {
        free_track(&animation->channels[i].translation);
        free_track(&animation->channels[i].rotation);
        free_track(&animation->channels[i].scale);
    }
    free(animation->channels);
    free(animation->name);
}

void rw_scene_free(rw_scene *scene)
{
    if (!scene) return;
    for (size_t i = 0; scene->nodes && i < scene->node_count; i++) free(scene->nodes[i].name);
    free(scene->nodes);
    for (size_t i = 0; scene->animations && i < scene->animation_count; i++) free_animation(&scene->animations[i]);
    free(scene->animations);
    for (size_t i = 0; i < scene->warning_count; i++) free(scene->warnings[i]);
    free(scene->warnings);
    *scene = (rw_scene){0};
}

void rw_scene_warn(rw_scene *scene, const char *format, ...)
{
    if (scene->warning_count >= MOST_WARNINGS) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rw_bake_make_printable(text);
    for (size_t i = 0; i < scene->warning_count; i++)
        if (strcmp(scene->warnings[i], text) == 0) return;
    char *copy = rw_bake_copy_text(text, strlen(text));
    char **grown = copy ? realloc(scene->warnings, (scene->warning_count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(copy);
        return;
    }
    scene->warnings = grown;
    scene->warnings[scene->warning_count++] = copy;
}

typedef enum file_format { FORMAT_UNKNOWN, FORMAT_BVH, FORMAT_GLTF, FORMAT_FBX } file_format;

static const unsigned char *skip_blank(const unsigned char *at, const unsigned char *end)
{
    if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0) at += 3;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
    return at;
}

static file_format format_of_content(const unsigned char *head, size_t size)
{
    static const char fbx[] = "Kaydara FBX Binary";
    if (size >= sizeof fbx - 1 && memcmp(head, fbx, sizeof fbx - 1) == 0) return FORMAT_FBX;
    if (size >= 4 && memcmp(head, "glTF", 4) == 0) return FORMAT_GLTF;
    const unsigned char *end = head + size, *at = skip_blank(head, end);
    if (at < end && *at == '{') return FORMAT_GLTF;
    if (end - at >= 9 && strncasecmp((const char *)at, "HIERARCHY", 9) == 0) return FORMAT_BVH;
    if (end - at >= 5 && memcmp(at, "; FBX", 5) == 0) return FORMAT_FBX;
    return FORMAT_UNKNOWN;
}

static file_format format_of_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return FORMAT_UNKNOWN;
    if (strcasecmp(dot, ".bvh") == 0) return FORMAT_BVH;
    if (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0) return FORMAT_GLTF;
    return strcasecmp(dot, ".fbx") == 0 ? FORMAT_FBX : FORMAT_UNKNOWN;
}

bool rw_scene_read(const char *path, rw_scene *out, rw_bake_error *error)
{
    *out = (rw_scene){0};
    rw_bake_bytes head = {NULL, 0};
    if (!rw_bake_bytes_head(path, HEAD_BYTES, &head, error)) return false;
    file_format format = format_of_content(head.data, head.size);
    rw_bake_bytes_free(&head);
    if (format == FORMAT_UNKNOWN) format = format_of_name(path);
    switch (format) {
    case FORMAT_BVH: return rw_scene_read_bvh(path, out, error);
    case FORMAT_GLTF: return rw_scene_read_gltf(path, out, error);
    case FORMAT_FBX: return rw_scene_read_fbx(path, out, error);
    case FORMAT_UNKNOWN: break;
    }
    return rw_bake_fail(error, "",
                        "\"%s\" is neither BVH, glTF, GLB nor FBX by its content or its name; "
                        "export it as one of these",
                        path);
}
