/* Stands in for the FBX reader in a build without the import library. */
#include "support.h"

bool rw_scene_read_fbx(const char *path, rw_scene *out, rw_bake_error *error)
{
    (void)path;
    *out = (rw_scene){0};
    return rw_bake_fail(error, NULL, "this build cannot read FBX; install assimp and zlib (Debian: libassimp-dev "
                                     "zlib1g-dev) and build again, or export the motion as glTF or BVH");
}
