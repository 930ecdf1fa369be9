/* The bytes behind a glTF file: the BIN chunk, data URIs, and files beside the .gltf. */
#include "base64.h"
#include "gltf_internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

void rw_gltf_buffers_free(rw_gltf *gltf)
{
    for (size_t i = 0; gltf->buffers && i < gltf->buffer_count; i++) free(gltf->buffers[i].owned);
    free(gltf->buffers);
    gltf->buffers = NULL;
    gltf->buffer_count = 0;
}

static bool count_bytes(rw_gltf *gltf, rw_gltf_place place, size_t size)
{
    if (size > RW_BAKE_MAX_FILE_BYTES - gltf->loaded_bytes)
        return rw_gltf_fail(gltf, place, "the buffers hold more than %zu bytes together", RW_BAKE_MAX_FILE_BYTES);
    gltf->loaded_bytes += size;
    return true;
}

static bool load_data_uri(rw_gltf *gltf, rw_gltf_place place, const char *uri, rw_gltf_buffer *out)
{
    static const char base64[] = ";base64";
    const char *comma = strchr(uri, ',');
    size_t head = comma ? (size_t)(comma - uri) : 0;
    size_t mark = sizeof base64 - 1;
    if (!comma || head < mark || strncasecmp(comma - mark, base64, mark) != 0)
        return rw_gltf_fail(gltf, place, "a data URI without \";base64,\"; export the file with base64 or as GLB");
    const char *text = comma + 1;
    size_t length = strlen(text);
    if (!count_bytes(gltf, place, length / 4 * 3)) return false;
    unsigned char *data = malloc(length / 4 * 3 + 3);
    if (!data) return rw_bake_fail_memory(gltf->error, place.text);
    size_t size = 0;
    if (!rw_base64_decode(text, length, data, &size)) {
        free(data);
        return rw_gltf_fail(gltf, place, "a data URI that is no base64; the file is torn: export it again");
    }
    *out = (rw_gltf_buffer){data, size, data};
    return true;
}

static int hex_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Undoes %20 and the like, in place. False when that would smuggle in a zero byte. */
static bool percent_decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++, to++) {
        int high = *from == '%' ? hex_of(from[1]) : -1, low = high >= 0 ? hex_of(from[2]) : -1;
        if (low >= 0) {
            if (high == 0 && low == 0) return false;
            *to = (char)(high * 16 + low);
            from += 2;
        } else {
            *to = *from;
        }
    }
    *to = '\0';
    return true;
}

/* A name that stays in the folder of the file: relative, without a scheme, a drive, or a step up. */
static bool stays_inside(const char *name)
{
    if (*name == '\0' || *name == '/' || strchr(name, '\\') || strchr(name, ':')) return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '\0' || part[2] == '/')) return false;
    }
    return true;
}

static char *beside(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0, length = strlen(name);
    char *out = malloc(folder + length + 1);
    if (!out) return NULL;
    memcpy(out, path, folder);
    memcpy(out + folder, name, length + 1);
    return out;
}

static bool load_file(rw_gltf *gltf, rw_gltf_place place, const char *uri, rw_gltf_buffer *out)
{
    char *name = rw_bake_copy_text(uri, strlen(uri));
    if (!name) return rw_bake_fail_memory(gltf->error, place.text);
    if (!percent_decode(name) || !stays_inside(name)) {
        free(name);
        return rw_gltf_fail(gltf, place,
                            "\"%.100s\" does not name a file in the folder of the glTF file; put the buffer "
                            "there and name it without a path",
                            uri);
    }
    char *path = beside(gltf->path, name);
    free(name);
    if (!path) return rw_bake_fail_memory(gltf->error, place.text);
    rw_bake_bytes bytes = {NULL, 0};
    rw_bake_error why = {{0}, {0}};
    bool read = rw_bake_bytes_read(path, RW_BAKE_MAX_FILE_BYTES, &bytes, &why);
    free(path);
    if (!read) return rw_gltf_fail(gltf, place, "%s", why.detail);
    *out = (rw_gltf_buffer){bytes.data, bytes.size, bytes.data};
    return count_bytes(gltf, place, bytes.size);
}

static bool load_buffer(rw_gltf *gltf, size_t index, rw_gltf_buffer *out)
{
    rw_gltf_place place = rw_gltf_place_at("/buffers/%zu", index), uri_place = rw_gltf_place_in(place, "uri");
    json_t *object = NULL;
    const char *uri = NULL;
    size_t declared = 0;
    if (!rw_gltf_element(gltf, json_object_get(gltf->root, "buffers"), index, place, &object) ||
        !rw_gltf_integer(gltf, object, "byteLength", place, true, 0, &declared) ||
        !rw_gltf_string(gltf, object, "uri", place, NULL, &uri))
        return false;
    if (uri) {
        if (!(strncasecmp(uri, "data:", 5) == 0 ? load_data_uri(gltf, uri_place, uri, out)
                                                : load_file(gltf, uri_place, uri, out)))
            return false;
    } else if (index == 0 && gltf->binary) {
        *out = (rw_gltf_buffer){gltf->binary, gltf->binary_size, NULL};
    } else {
        return rw_gltf_fail(gltf, place, "a buffer without data: it has neither a uri nor a binary chunk");
    }
    if (out->size < declared)
        return rw_gltf_fail(gltf, place, "%zu bytes are declared, %zu are there; the file is torn: export it again",
                            declared, out->size);
    out->size = declared;
    return true;
}

static bool refuse_compression(rw_gltf *gltf, const json_t *view, rw_gltf_place place)
{
    static const char *const names[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    const json_t *extensions = json_object_get(view, "extensions");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (json_object_get(extensions, names[i]))
            return rw_gltf_fail(gltf, place,
                                "the animation is compressed with %s, which is not read; export the file "
                                "without it (gltfpack without -c and -cc)",
                                names[i]);
    return true;
}

bool rw_gltf_view(rw_gltf *gltf, size_t view, rw_gltf_place user, const unsigned char **data, size_t *size,
                  size_t *stride)
{
    rw_gltf_place place = rw_gltf_place_at("/bufferViews/%zu", view);
    json_t *object = NULL;
    size_t buffer = 0, offset = 0, length = 0, step = 0;
    if (!rw_gltf_element(gltf, json_object_get(gltf->root, "bufferViews"), view, place, &object) ||
        !refuse_compression(gltf, object, place) ||
        !rw_gltf_index(gltf, object, "buffer", place, true, gltf->buffer_count, "buffer", &buffer) ||
        !rw_gltf_integer(gltf, object, "byteOffset", place, false, 0, &offset) ||
        !rw_gltf_integer(gltf, object, "byteLength", place, true, 0, &length) ||
        !rw_gltf_integer(gltf, object, "byteStride", place, false, 0, &step))
        return false;
    if (json_object_get(object, "byteStride") && (step < 1 || step > 252))
        return rw_gltf_fail(gltf, rw_gltf_place_in(place, "byteStride"), "%zu; a stride is 4 to 252 bytes", step);
    rw_gltf_buffer *bytes = &gltf->buffers[buffer];
    if (!bytes->data && !load_buffer(gltf, buffer, bytes)) return false;
    if (offset > bytes->size || length > bytes->size - offset)
        return rw_gltf_fail(gltf, place, "bytes %zu to %zu of buffer %zu, which has %zu (used by %s)", offset,
                            offset + length, buffer, bytes->size, user.text);
    *data = bytes->data + offset;
    *size = length;
    *stride = step;
    return true;
}
