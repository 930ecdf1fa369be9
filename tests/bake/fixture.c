#define _XOPEN_SOURCE 700 /* nftw */
#include "fixture.h"

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

fixture_folder fixture_folder_make(void)
{
    fixture_folder folder;
    const char *top = getenv("TMPDIR");
    (void)snprintf(folder.path, sizeof folder.path, "%s/bake-XXXXXX", top ? top : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder.path));
    return folder;
}

static int remove_entry(const char *path, const struct stat *about, int kind, struct FTW *walk)
{
    (void)about;
    (void)kind;
    (void)walk;
    return remove(path);
}

void fixture_folder_remove(const fixture_folder *folder)
{
    ck_assert_int_eq(nftw(folder->path, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

fixture_path fixture_path_of(const fixture_folder *folder, const char *name)
{
    fixture_path path;
    (void)snprintf(path.text, sizeof path.text, "%s/%s", folder->path, name);
    return path;
}

fixture_path fixture_write(const fixture_folder *folder, const char *name, const void *bytes, size_t size)
{
    fixture_path path = fixture_path_of(folder, name);
    FILE *file = fopen(path.text, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(size ? fwrite(bytes, 1, size, file) : 0, size);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}

static bool read_text(const char *name, const char *text, rw_scene *scene, rw_bake_error *error)
{
    fixture_folder folder = fixture_folder_make();
    fixture_path path = fixture_write(&folder, name, text, strlen(text));
    bool read = rw_scene_read(path.text, scene, error);
    fixture_folder_remove(&folder);
    return read;
}

rw_scene fixture_read(const char *name, const char *text)
{
    rw_scene scene;
    rw_bake_error error = {"", ""};
    bool read = read_text(name, text, &scene, &error);
    ck_assert_msg(read, "%s: %s: %s", name, error.place, error.detail);
    return scene;
}

rw_bake_error fixture_read_error(const char *name, const char *text)
{
    rw_scene scene;
    rw_bake_error error = {"", ""};
    ck_assert_msg(!read_text(name, text, &scene, &error), "%s was read: %.200s", name, text);
    ck_assert_uint_eq(scene.node_count, 0);
    ck_assert_ptr_null(scene.nodes);
    ck_assert_uint_ne(strlen(error.detail), 0);
    return error;
}

rw_baked fixture_bake(const rw_scene *scene, const rw_bake_options *options)
{
    rw_bake_options defaults;
    rw_bake_options_default(&defaults);
    rw_baked baked = {0};
    rw_bake_error error = {"", ""};
    bool done = rw_bake(scene, options ? options : &defaults, &baked, &error);
    ck_assert_msg(done, "%s: %s", error.place, error.detail);
    return baked;
}

rw_bake_error fixture_bake_error(const rw_scene *scene, const rw_bake_options *options)
{
    rw_baked baked = {.sample_count = 77};
    rw_bake_error error = {"", ""};
    ck_assert(!rw_bake(scene, options, &baked, &error));
    ck_assert_uint_eq(baked.sample_count, 77);
    ck_assert_uint_ne(strlen(error.detail), 0);
    return error;
}

bool fixture_warned(const rw_baked *baked, const char *text)
{
    for (size_t i = 0; i < baked->warning_count; i++)
        if (strstr(baked->warnings[i], text)) return true;
    return false;
}

bool fixture_scene_warned(const rw_scene *scene, const char *text)
{
    for (size_t i = 0; i < scene->warning_count; i++)
        if (strstr(scene->warnings[i], text)) return true;
    return false;
}

fixture_shared fixture_shared_file(const char *name)
{
    fixture_shared file;
    (void)snprintf(file.path, sizeof file.path, "../shared/motion/%s", name);
    file.there = access(file.path, R_OK) == 0;
    return file;
}

static char *base64(const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *out = calloc(size / 3 * 4 + 5, 1);
    ck_assert_ptr_nonnull(out);
    size_t length = 0;
    for (size_t i = 0; i < size; i += 3) {
        unsigned bits = (unsigned)bytes[i] << 16 | (i + 1 < size ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (i + 2 < size ? (unsigned)bytes[i + 2] : 0);
        out[length++] = digits[bits >> 18 & 63];
        out[length++] = digits[bits >> 12 & 63];
        out[length++] = i + 1 < size ? digits[bits >> 6 & 63] : '=';
        out[length++] = i + 2 < size ? digits[bits & 63] : '=';
    }
    return out;
}

char *fixture_gltf(const char *json, const void *data, size_t size)
{
    char *text = base64(data, size);
    size_t room = strlen(json) + strlen(text) + 300;
    char *out = malloc(room);
    ck_assert_ptr_nonnull(out);
    (void)snprintf(out, room,
                   "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,"
                   "\"uri\":\"data:application/octet-stream;base64,%s\"}],%s}",
                   size, text, json);
    free(text);
    return out;
}
