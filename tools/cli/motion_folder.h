/* The motion files of a folder, and how their clips are called. */
#ifndef RW_CLI_MOTION_FOLDER_H
#define RW_CLI_MOTION_FOLDER_H

#include "console.h"

#include <sys/stat.h>

typedef struct rw_motion_file {
    char *path; /* the folder's and the file's, as they are opened */
    char *name; /* of its clip, below the folder: "combat/lunge" of FOLDER/combat/lunge.glb */
    off_t size;
    struct timespec changed;
} rw_motion_file;

/* In the order of their paths. */
typedef struct rw_motion_files {
    rw_motion_file *items;
    size_t count, capacity;
} rw_motion_files;

/* Finds every file whose extension is bvh, glb, gltf or fbx in a folder and those below it, links to folders left out.
 * A name holds letters, digits, "-", "_" and the "/" between folders; everything else became "_". Files of one name
 * but another extension have it added ("lunge-fbx"), others a number. On failure says why and returns false. */
bool rw_motion_files_find(rw_console *console, const char *folder, rw_motion_files *out);

/* Takes zeroed ones. */
void rw_motion_files_free(rw_motion_files *files);

/* Makes text a part of a name in place. */
void rw_motion_name_clean(char *text);

#endif
