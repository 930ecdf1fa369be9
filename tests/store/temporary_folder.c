#define _XOPEN_SOURCE 700 /* nftw */
#include "temporary_folder.h"

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

void temporary_folder_make(temporary_folder *folder)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder->path, sizeof folder->path, "%s/rootwarp-XXXXXX", parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder->path) == NULL)
        ck_abort_msg("cannot make a folder %s", folder->path);
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void temporary_folder_remove(const temporary_folder *folder)
{
    nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void temporary_folder_join(const temporary_folder *folder, const char *name, char out[TEMPORARY_PATH_SIZE])
{
    if (snprintf(out, TEMPORARY_PATH_SIZE, "%s/%s", folder->path, name) >= TEMPORARY_PATH_SIZE)
        ck_abort_msg("path too long");
}
