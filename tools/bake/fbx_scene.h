/* Makes a scene of the two readings of an FBX file: the node tree from the import library's outline, transforms and
 * motion from our own document. Where the two disagree the file is refused or the scene carries a warning. */
#ifndef RW_BAKE_FBX_SCENE_H
#define RW_BAKE_FBX_SCENE_H

#include "fbx_document.h"
#include "fbx_outline.h"

/* On failure fills *error and leaves *out untouched. Borrows both readings for the call. */
bool rw_fbx_scene_build(const rw_fbx_document *document, const rw_fbx_outline *outline, rw_scene *out,
                        rw_bake_error *error);

#endif
