/* What the tests of the baker share: a folder of their own, files in it, scenes and clips out of them. */
#ifndef RW_TESTS_BAKE_FIXTURE_H
#define RW_TESTS_BAKE_FIXTURE_H

#include <bake/bake.h>
#include <bake/scene.h>

/* A fresh folder below TMPDIR, removed with all that lies in it. */
typedef struct fixture_folder {
    char path[512];
} fixture_folder;

fixture_folder fixture_folder_make(void);
void fixture_folder_remove(const fixture_folder *folder);

/* The folder's path, a slash, the name. */
typedef struct fixture_path {
    char text[700];
} fixture_path;

fixture_path fixture_path_of(const fixture_folder *folder, const char *name);
fixture_path fixture_write(const fixture_folder *folder, const char *name, const void *bytes, size_t size);

/* Writes text under a name and reads it as a scene. The test fails where the read does. */
rw_scene fixture_read(const char *name, const char *text);

/* The error of a read that must fail. */
rw_bake_error fixture_read_error(const char *name, const char *text);

/* Bakes; the test fails where that does. options NULL: the defaults. */
rw_baked fixture_bake(const rw_scene *scene, const rw_bake_options *options);
rw_bake_error fixture_bake_error(const rw_scene *scene, const rw_bake_options *options);

/* Whether one of the warnings holds this text. */
bool fixture_warned(const rw_baked *baked, const char *text);
bool fixture_scene_warned(const rw_scene *scene, const char *text);

/* ../shared/motion/NAME, or NULL where that folder is absent. */
typedef struct fixture_shared {
    char path[300];
    bool there;
} fixture_shared;

fixture_shared fixture_shared_file(const char *name);

/* A glTF document put together from floats: `data` becomes buffer 0, whole; `json` is the document without "asset" and
 * "buffers" and without its outer braces. Owned by the caller. */
char *fixture_gltf(const char *json, const void *data, size_t size);

#endif
