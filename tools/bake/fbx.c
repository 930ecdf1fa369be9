/* The FBX reader's front: the file is read twice, by our own code in this process and by the import library in a child
 * that may crash, and a scene is made of both. */
#include "fbx_child.h"
#include "fbx_document.h"
#include "fbx_import.h"
#include "fbx_scene.h"
#include "support.h"

#include <stdlib.h>

static const rw_fbx_child_limits LIMITS = {
    .address_space_bytes = sizeof(size_t) > 4 ? (size_t)4096 * 1024 * 1024 - 1 : 0,
    .cpu_seconds = 7,
    .wall_milliseconds = 7500,
    .answer_bytes = RW_FBX_OUTLINE_MAX_BYTES,
};

static bool import_outline(const rw_bake_bytes *file, rw_fbx_outline *out, rw_bake_error *error)
{
    rw_fbx_import_source source = {file->data, file->size};
    rw_fbx_bytes answer = {0};
    if (!rw_fbx_child_run(rw_fbx_import_run, &source, &LIMITS, &answer, error))
        return false;
    bool ok = rw_fbx_outline_decode(answer.data, answer.length, out, error);
    free(answer.data);
    return ok;
}

bool rw_scene_read_fbx(const char *path, rw_scene *out, rw_bake_error *error)
{
    rw_bake_bytes file = {0};
    rw_fbx_document document = {0};
    rw_fbx_outline outline = {0};
    *out = (rw_scene){0};
    bool ok = rw_bake_bytes_read(path, RW_BAKE_MAX_FILE_BYTES, &file, error) &&
              rw_fbx_document_read(file.data, file.size, &document, error) && import_outline(&file, &outline, error) &&
              rw_fbx_scene_build(&document, &outline, out, error);
    rw_fbx_outline_free(&outline);
    rw_fbx_document_free(&document);
    rw_bake_bytes_free(&file);
    return ok;
}
