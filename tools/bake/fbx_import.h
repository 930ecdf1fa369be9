/* The import library (assimp), behind one function. fbx_import.c is the only file that sees its headers. */
#ifndef RW_BAKE_FBX_IMPORT_H
#define RW_BAKE_FBX_IMPORT_H

#include "fbx_outline.h"

typedef struct rw_fbx_import_source {
    const unsigned char *bytes; /* the whole file */
    size_t length;
} rw_fbx_import_source;

/* Reads *(const rw_fbx_import_source *)context with the library and encodes the outline, or the library's message.
 * For rw_fbx_child_run: it may crash, hang or eat memory on a hostile file. */
void rw_fbx_import_run(const void *context, rw_fbx_bytes *out);

#endif
