/* memfd_create and mkostemp are GNU extensions. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "store/data_folder.h"

static rw_store_status no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for a file without a name");
    return RW_STORE_NO_MEMORY;
}

rw_store_status rw_data_folder_scratch(const rw_data_folder *folder, int *descriptor, rw_problem *problem)
{
    if (folder->read_only) {
        const int file = memfd_create("rootwarp", MFD_CLOEXEC);
        if (file < 0)
            return no_memory(problem);
        *descriptor = file;
        return RW_STORE_OK;
    }
    char *path = rw_data_folder_join(folder, "rootwarp.scratch-XXXXXX");
    if (path == NULL)
        return no_memory(problem);
    rw_store_status status = RW_STORE_OK;
    const int file = mkostemp(path, O_CLOEXEC);
    if (file >= 0) {
        unlink(path);
        *descriptor = file;
    } else {
        status = rw_store_report_errno("make a file in", folder->path, errno, problem);
    }
    free(path);
    return status;
}
