/* rootwarp-samples FOLDER: writes the project's sample motions, profiles and requests into a folder, which is made
 * when it is not there. */
#include "samples.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_ROOM = 4096 };

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool written = fputs(text, file) >= 0;
    int error = errno;
    if (fclose(file) != 0)
        return false;
    errno = error;
    return written;
}

static bool join(const char *folder, const char *name, char path[PATH_ROOM])
{
    int length = snprintf(path, PATH_ROOM, "%s/%s", folder, name);
    if (length > 0 && length < PATH_ROOM)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* The name of the file that could not be written, or NULL. */
static const char *write_all(const char *folder)
{
    char path[PATH_ROOM];
    rw_sample_motion motion;
    rw_sample_lunge(&motion);
    if (!join(folder, "lunge.bvh", path) || !rw_sample_write_bvh(path, &motion))
        return "lunge.bvh";
    if (!join(folder, "lunge.glb", path) || !rw_sample_write_glb(path, &motion))
        return "lunge.glb";
    rw_sample_slash(&motion);
    if (!join(folder, "slash.fbx", path) || !rw_sample_write_fbx(path, &motion))
        return "slash.fbx";
    rw_sample_vault(&motion);
    if (!join(folder, "vault.glb", path) || !rw_sample_write_glb(path, &motion))
        return "vault.glb";
    rw_sample_mantle(&motion);
    if (!join(folder, "mantle.glb", path) || !rw_sample_write_glb(path, &motion))
        return "mantle.glb";
    rw_sample_walk(&motion);
    if (!join(folder, "walk.glb", path) || !rw_sample_write_glb(path, &motion))
        return "walk.glb";
    size_t count;
    const rw_sample_document *documents = rw_sample_documents(&count);
    for (size_t i = 0; i < count; i++)
        if (!join(folder, documents[i].file, path) || !write_text(path, documents[i].text))
            return documents[i].file;
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '-') {
        fputs("usage: rootwarp-samples FOLDER\n", stderr);
        return 64;
    }
    if (mkdir(argv[1], 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "rootwarp-samples: cannot make the folder \"%s\": %s\n", argv[1], strerror(errno));
        return 74;
    }
    const char *failed = write_all(argv[1]);
    if (failed == NULL)
        return 0;
    fprintf(stderr, "rootwarp-samples: cannot write \"%s/%s\": %s\n", argv[1], failed, strerror(errno));
    return 74;
}
