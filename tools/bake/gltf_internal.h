/* A glTF document while it is read, and the parts of the reader. Private to the glTF reader.
 *
 * Every function that can fail fills the document's error, with a JSON pointer as the place, and returns false. */
#ifndef RW_BAKE_GLTF_INTERNAL_H
#define RW_BAKE_GLTF_INTERNAL_H

#include "scene.h"
#include "support.h"

#include <jansson.h>

/* A JSON pointer under construction. */
typedef struct rw_gltf_place {
    char text[160];
} rw_gltf_place;

rw_gltf_place rw_gltf_place_at(const char *format, ...) __attribute__((format(printf, 1, 2)));
rw_gltf_place rw_gltf_place_in(rw_gltf_place place, const char *key);

typedef struct rw_gltf_buffer {
    const unsigned char *data; /* NULL: not loaded yet */
    size_t size;
    unsigned char *owned; /* what to free */
} rw_gltf_buffer;

typedef struct rw_gltf {
    const char *path; /* the file; buffers are found beside it */
    json_t *root;
    const unsigned char *binary; /* the BIN chunk of a GLB, or NULL */
    size_t binary_size;
    size_t buffer_count;
    rw_gltf_buffer *buffers;
    size_t loaded_bytes; /* of all buffers that are not the BIN chunk */
    size_t value_count;  /* doubles read so far, against RW_BAKE_MAX_VALUES */
    size_t *node_of;     /* scene node of each glTF node */
    size_t node_count;
    rw_scene *scene;
    rw_bake_error *error;
} rw_gltf;

bool rw_gltf_fail(const rw_gltf *gltf, rw_gltf_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- JSON (gltf_json.c) --- */

/* An optional member that must be an array (object); NULL where it is absent. False when it is something else. */
bool rw_gltf_array(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, json_t **out);
bool rw_gltf_object(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, json_t **out);
/* An element that must be an object. */
bool rw_gltf_element(const rw_gltf *gltf, const json_t *array, size_t index, rw_gltf_place place, json_t **out);
/* An optional whole number, 0 to 2^53. */
bool rw_gltf_integer(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, bool required,
                     size_t otherwise, size_t *out);
/* An index below `count`, of the things called `what`; RW_SCENE_NO_NODE where it is absent and not required. */
bool rw_gltf_index(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, bool required,
                   size_t count, const char *what, size_t *out);
/* An optional text; `otherwise` where it is absent. Borrowed from the document. */
bool rw_gltf_string(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place,
                    const char *otherwise, const char **out);
/* An optional array of exactly `count` finite numbers; *present tells. */
bool rw_gltf_numbers(const rw_gltf *gltf, const json_t *object, const char *key, rw_gltf_place place, size_t count,
                     double *out, bool *present);
/* The length of a top-level array; 0 where it is absent. */
size_t rw_gltf_count(const rw_gltf *gltf, const char *key);
json_t *rw_gltf_top(const rw_gltf *gltf, const char *key, size_t index);

/* --- bytes (gltf_buffer.c) --- */

/* The bytes of a buffer view. *stride: what it declares, or 0. */
bool rw_gltf_view(rw_gltf *gltf, size_t view, rw_gltf_place user, const unsigned char **data, size_t *size,
                  size_t *stride);
void rw_gltf_buffers_free(rw_gltf *gltf);

/* --- accessors (gltf_accessor.c) --- */

typedef enum rw_gltf_component {
    RW_GLTF_BYTE = 5120,
    RW_GLTF_UNSIGNED_BYTE = 5121,
    RW_GLTF_SHORT = 5122,
    RW_GLTF_UNSIGNED_SHORT = 5123,
    RW_GLTF_UNSIGNED_INT = 5125,
    RW_GLTF_FLOAT = 5126,
} rw_gltf_component;

/* What an accessor declares. */
typedef struct rw_gltf_accessor {
    size_t index;
    json_t *object;
    rw_gltf_component component;
    bool normalised;
    size_t count, width; /* elements; components of one: 1 for SCALAR … 16 for MAT4 */
    bool has_bounds;     /* both min and max stand there */
} rw_gltf_accessor;

bool rw_gltf_accessor_describe(rw_gltf *gltf, size_t index, rw_gltf_accessor *out);

/* count * width finite doubles, normalised integers already divided, sparse values put in. Owned by the caller. */
bool rw_gltf_accessor_read(rw_gltf *gltf, const rw_gltf_accessor *accessor, double **out);

/* --- the scene --- */

bool rw_gltf_read_nodes(rw_gltf *gltf);      /* gltf_node.c */
bool rw_gltf_read_animations(rw_gltf *gltf); /* gltf_animation.c */

#endif
