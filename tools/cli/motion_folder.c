#include "motion_folder.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_DEPTH = 32 };

static const char *extension_of(const char *path)
{
    static const char *const known[] = {"bvh", "glb", "gltf", "fbx"};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof known / sizeof known[0]; i++)
        if (strcasecmp(dot + 1, known[i]) == 0)
            return known[i];
    return NULL;
}

void rw_motion_name_clean(char *text)
{
    for (; *text != '\0'; text++)
        if (!isalnum((unsigned char)*text) && strchr("-_/", *text) == NULL)
            *text = '_';
}

static bool out_of_memory(rw_console *console)
{
    rw_console_error(console, "out of memory while listing the folder");
    return false;
}

/* "FOLDER/name", owned by the caller; NULL without memory. */
static char *join(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    bool slash = length > 0 && folder[length - 1] == '/';
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path != NULL)
        snprintf(path, size, "%s%s%s", folder, slash ? "" : "/", name);
    return path;
}

static bool add_file(rw_console *console, rw_motion_files *files, char *path, size_t root, const struct stat *status)
{
    if (files->count == files->capacity) {
        size_t capacity = files->capacity * 2 + 16;
        rw_motion_file *items = realloc(files->items, capacity * sizeof *items);
        if (items == NULL) {
            free(path);
            return out_of_memory(console);
        }
        files->items = items;
        files->capacity = capacity;
    }
    rw_motion_file file = {path, strdup(path + root), status->st_size, status->st_mtim};
    if (file.name == NULL) {
        free(path);
        return out_of_memory(console);
    }
    *strrchr(file.name, '.') = '\0';
    rw_motion_name_clean(file.name);
    files->items[files->count++] = file;
    return true;
}

/* root: where in a path the part begins that names the clip. */
static bool walk(rw_console *console, rw_motion_files *files, const char *folder, size_t root, int depth)
{
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        rw_console_error(console, "cannot read the folder \"%s\": %s", folder, strerror(errno));
        return false;
    }
    bool found = true;
    for (struct dirent *entry; found && (entry = readdir(stream)) != NULL;) {
        struct stat link, status;
        if (entry->d_name[0] == '.')
            continue;
        char *path = join(folder, entry->d_name);
        if (path == NULL) {
            found = out_of_memory(console);
        } else if (lstat(path, &link) != 0 || stat(path, &status) != 0) {
            free(path); /* gone since, or a link to nothing */
        } else if (S_ISDIR(link.st_mode) && depth < MAX_DEPTH) {
            found = walk(console, files, path, root, depth + 1);
            free(path);
        } else if (S_ISREG(status.st_mode) && extension_of(path) != NULL) {
            found = add_file(console, files, path, root, &status);
        } else {
            free(path);
        }
    }
    closedir(stream);
    return found;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const rw_motion_file *)a)->path, ((const rw_motion_file *)b)->path);
}

/* Adds "-" and a text to a name. */
static bool extend(rw_console *console, rw_motion_file *file, const char *text)
{
    size_t length = strlen(file->name) + strlen(text) + 2;
    char *name = malloc(length);
    if (name == NULL)
        return out_of_memory(console);
    snprintf(name, length, "%s-%s", file->name, text);
    free(file->name);
    file->name = name;
    return true;
}

static bool name_is_taken(const rw_motion_files *files, size_t before, const char *name)
{
    for (size_t i = 0; i < before; i++)
        if (strcmp(files->items[i].name, name) == 0)
            return true;
    return false;
}

/* Marks which files share a name, before any is changed. */
static bool tell_apart(rw_console *console, rw_motion_files *files)
{
    bool *shared = calloc(files->count + 1, sizeof *shared);
    if (shared == NULL)
        return out_of_memory(console);
    for (size_t i = 0; i < files->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(files->items[i].name, files->items[k].name) == 0)
                shared[i] = shared[k] = true;
    bool done = true;
    for (size_t i = 0; i < files->count && done; i++)
        if (shared[i])
            done = extend(console, &files->items[i], extension_of(files->items[i].path));
    for (size_t i = 0; i < files->count && done; i++) {
        char number[24];
        for (size_t n = 2; done && name_is_taken(files, i, files->items[i].name); n++) {
            snprintf(number, sizeof number, "%zu", n);
            done = extend(console, &files->items[i], number);
        }
    }
    free(shared);
    return done;
}

bool rw_motion_files_find(rw_console *console, const char *folder, rw_motion_files *out)
{
    rw_motion_files files = {0};
    size_t length = strlen(folder);
    size_t root = length + (length > 0 && folder[length - 1] == '/' ? 0 : 1);
    bool found = walk(console, &files, folder, root, 0);
    if (found && files.count > 0)
        qsort(files.items, files.count, sizeof *files.items, by_path);
    found = found && tell_apart(console, &files);
    if (found)
        *out = files;
    else
        rw_motion_files_free(&files);
    return found;
}

void rw_motion_files_free(rw_motion_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->items[i].path);
        free(files->items[i].name);
    }
    free(files->items);
    *files = (rw_motion_files){0};
}
