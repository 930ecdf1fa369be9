/* glTF 2.0 and GLB: the container, what the document demands, and the scene. */
#include "gltf_internal.h"

#include <stdlib.h>
#include <string.h>

/* A document is a tree in memory some twenty times its text; animation data belongs in buffers. */
#define MAX_JSON_BYTES ((size_t)64 * 1024 * 1024)

#define GLB_MAGIC 0x46546c67u
#define GLB_JSON 0x4e4f534au
#define GLB_BIN 0x004e4942u

/* The JSON text and the binary chunk, both inside the file's bytes. */
typedef struct glb_container {
    const unsigned char *json, *binary;
    size_t json_size, binary_size;
} glb_container;

static uint32_t word_at(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool open_glb(const rw_bake_bytes *bytes, glb_container *out, rw_bake_error *error)
{
    if (bytes->size < 20)
        return rw_bake_fail(error, "byte 0", "a GLB of %zu bytes; the file is torn: export it again", bytes->size);
    uint32_t version = word_at(bytes->data + 4), declared = word_at(bytes->data + 8);
    if (version != 2)
        return rw_bake_fail(error, "byte 4", "GLB version %u; version 2 is read: export the file as glTF 2.0", version);
    if (declared > bytes->size || declared < 20)
        return rw_bake_fail(error, "byte 8", "the GLB declares %u bytes and has %zu; the file is torn: export it again",
                            declared, bytes->size);
    size_t at = 12;
    for (size_t chunk = 0; declared - at >= 8; chunk++) {
        uint32_t size = word_at(bytes->data + at), type = word_at(bytes->data + at + 4);
        char place[40];
        (void)snprintf(place, sizeof place, "byte %zu", at);
        if (size > declared - at - 8)
            return rw_bake_fail(error, place,
                                "a chunk of %u bytes runs past the end; the file is torn: export it again", size);
        if ((chunk == 0) != (type == GLB_JSON))
            return rw_bake_fail(error, place, "the first chunk of a GLB, and only that, is JSON");
        if (chunk == 0) {
            out->json = bytes->data + at + 8;
            out->json_size = size;
        } else if (chunk == 1 && type == GLB_BIN) {
            out->binary = bytes->data + at + 8;
            out->binary_size = size;
        }
        at += 8 + (size_t)size;
    }
    return true;
}

static bool open_container(const rw_bake_bytes *bytes, glb_container *out, rw_bake_error *error)
{
    *out = (glb_container){0};
    if (bytes->size >= 4 && word_at(bytes->data) == GLB_MAGIC) return open_glb(bytes, out, error);
    out->json = bytes->data;
    out->json_size = bytes->size;
    if (bytes->size >= 3 && memcmp(bytes->data, "\xef\xbb\xbf", 3) == 0) {
        out->json += 3;
        out->json_size -= 3;
    }
    return true;
}

static json_t *parse(const glb_container *from, rw_bake_error *error)
{
    if (from->json_size > MAX_JSON_BYTES) {
        (void)rw_bake_fail(error, "", "%zu bytes of JSON; at most %zu are read: export the file as GLB",
                           from->json_size, MAX_JSON_BYTES);
        return NULL;
    }
    json_error_t fault;
    json_t *root = json_loadb((const char *)from->json, from->json_size, JSON_REJECT_DUPLICATES, &fault);
    if (!root) {
        char place[60];
        (void)snprintf(place, sizeof place, "line %d column %d", fault.line, fault.column);
        (void)rw_bake_fail(error, place, "the JSON is broken: %s", fault.text);
        return NULL;
    }
    if (!json_is_object(root)) {
        (void)rw_bake_fail(error, "", "the JSON is no object, so this is no glTF file");
        json_decref(root);
        return NULL;
    }
    return root;
}

static bool check_version(const rw_gltf *gltf)
{
    rw_gltf_place place = rw_gltf_place_at("/asset");
    json_t *asset = NULL;
    const char *version = NULL, *least = NULL;
    if (!rw_gltf_object(gltf, gltf->root, "asset", rw_gltf_place_at("%s", ""), &asset)) return false;
    if (!asset) return rw_gltf_fail(gltf, place, "\"asset\" is missing, so this is no glTF file");
    if (!rw_gltf_string(gltf, asset, "version", place, "", &version) ||
        !rw_gltf_string(gltf, asset, "minVersion", place, "2.0", &least))
        return false;
    if (strncmp(version, "2.", 2) != 0 || strcmp(least, "2.0") != 0)
        return rw_gltf_fail(gltf, place, "glTF version \"%.20s\" (at least \"%.20s\"); 2.0 is read: export it as that",
                            version, least);
    return true;
}

/* Extensions that leave nodes, accessors and animations what they are. */
static bool is_harmless(const char *name)
{
    static const char *const prefixes[] = {
        "KHR_materials_", "EXT_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_",
        "KHR_lights_",    "EXT_lights_",    "KHR_audio_",   "KHR_xmp",      "VRM"};
    static const char *const names[] = {"KHR_mesh_quantization",
                                        "KHR_draco_mesh_compression",
                                        "KHR_animation_pointer",
                                        "KHR_node_visibility",
                                        "KHR_node_selectability",
                                        "KHR_node_hoverability",
                                        "EXT_mesh_gpu_instancing",
                                        "EXT_mesh_features",
                                        "EXT_structural_metadata",
                                        "EXT_instance_features",
                                        "KHR_mesh_variants",
                                        "MSFT_lod",
                                        "MSFT_packing_normalRoughnessMetallic",
                                        "MSFT_packing_occlusionRoughnessMetallic"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool check_extensions(const rw_gltf *gltf)
{
    json_t *required = NULL;
    if (!rw_gltf_array(gltf, gltf->root, "extensionsRequired", rw_gltf_place_at("%s", ""), &required)) return false;
    for (size_t i = 0; i < json_array_size(required); i++) {
        rw_gltf_place place = rw_gltf_place_at("/extensionsRequired/%zu", i);
        const char *name = json_string_value(json_array_get(required, i));
        if (!name) return rw_gltf_fail(gltf, place, "not a text");
        if (strstr(name, "meshopt_compression"))
            return rw_gltf_fail(gltf, place,
                                "the file is compressed with %.60s, which is not read; export it without "
                                "(gltfpack without -c and -cc)",
                                name);
        if (!is_harmless(name))
            return rw_gltf_fail(gltf, place,
                                "the file cannot be read without the extension %.60s, which is not known "
                                "here; export it without",
                                name);
    }
    return true;
}

static bool read_document(rw_gltf *gltf)
{
    json_t *buffers = NULL;
    if (!check_version(gltf) || !check_extensions(gltf) ||
        !rw_gltf_array(gltf, gltf->root, "buffers", rw_gltf_place_at("%s", ""), &buffers))
        return false;
    gltf->buffer_count = json_array_size(buffers);
    if (gltf->buffer_count > 0) {
        gltf->buffers = rw_bake_allocate(gltf->buffer_count, sizeof *gltf->buffers);
        if (!gltf->buffers) return rw_bake_fail_memory(gltf->error, "/buffers");
    }
    return rw_gltf_read_nodes(gltf) && rw_gltf_read_animations(gltf);
}

static bool read_file(const char *path, rw_scene *scene, rw_bake_error *error)
{
    rw_bake_bytes bytes = {NULL, 0};
    if (!rw_bake_bytes_read(path, RW_BAKE_MAX_FILE_BYTES, &bytes, error)) return false;
    glb_container container;
    rw_gltf gltf = {.path = path, .scene = scene, .error = error};
    bool read = open_container(&bytes, &container, error);
    if (read) gltf.root = parse(&container, error);
    if (gltf.root) {
        gltf.binary = container.binary;
        gltf.binary_size = container.binary_size;
        read = read_document(&gltf);
    } else {
        read = false;
    }
    rw_gltf_buffers_free(&gltf);
    free(gltf.node_of);
    json_decref(gltf.root);
    rw_bake_bytes_free(&bytes);
    return read;
}

bool rw_scene_read_gltf(const char *path, rw_scene *out, rw_bake_error *error)
{
    *out = (rw_scene){0};
    rw_bake_error unseen;
    rw_bake_locale locale;
    if (!rw_bake_locale_enter(&locale, error)) return false;
    rw_scene scene = {
        .format = "gltf",
        .axes = {.forward = 3, .right = -1, .up = 2, .metres_per_unit = 1},
    };
    bool read = read_file(path, &scene, error ? error : &unseen);
    rw_bake_locale_leave(&locale);
    if (!read) {
        rw_scene_free(&scene);
        return false;
    }
    *out = scene;
    return true;
}
