/* nftw is part of POSIX's XSI option. */
#define _XOPEN_SOURCE 700
#include "folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool rw_folder_make(const char *parent, char path[RW_FOLDER_ROOM])
{
    const char *given = getenv("TMPDIR");
    const char *places[] = {parent, parent == NULL ? "/dev/shm" : NULL, parent == NULL ? given : NULL,
                            parent == NULL ? "/tmp" : NULL};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (places[i] == NULL)
            continue;
        const int length = snprintf(path, RW_FOLDER_ROOM, "%s/rootwarp-bench-XXXXXX", places[i]);
        if (length > 0 && length < RW_FOLDER_ROOM - 64 && mkdtemp(path) != NULL)
            return true;
    }
    fprintf(stderr, "rootwarp-bench: cannot make a folder in \"%s\": %s; name another with --folder\n",
            parent == NULL ? "/tmp" : parent, strerror(errno));
    path[0] = '\0';
    return false;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status;
    (void)kind;
    (void)place;
    return remove(path);
}

void rw_folder_remove(const char *path)
{
    if (path[0] != '\0' && nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        fprintf(stderr, "rootwarp-bench: cannot remove \"%s\": %s\n", path, strerror(errno));
}

bool rw_folder_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && (length == 0 || fwrite(bytes, 1, length, file) == length);
    if (file != NULL && fclose(file) != 0)
        written = false;
    if (!written)
        fprintf(stderr, "rootwarp-bench: cannot write \"%s\": %s\n", path, strerror(errno));
    return written;
}
