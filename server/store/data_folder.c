#include "store/data_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "store/filesystem.h"

#define LOCK_FILE "rootwarp.lock"

bool rw_store_error_is_full(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

rw_store_status rw_store_report_errno(const char *what, const char *path, int error, rw_problem *problem)
{
    char reason[128];
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    const bool full = rw_store_error_is_full(error), memory = error == ENOMEM;
    rw_problem_set(problem,
                   full     ? RW_PROBLEM_STORE_FULL
                   : memory ? RW_PROBLEM_OUT_OF_MEMORY
                            : RW_PROBLEM_STORE_UNSUITABLE,
                   "cannot %s \"%s\": %s", what, path, reason);
    return full ? RW_STORE_FULL : memory ? RW_STORE_NO_MEMORY : RW_STORE_ERROR;
}

static rw_store_status no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory to open the data folder");
    return RW_STORE_NO_MEMORY;
}

/* Makes the folder and those above it that are missing. `path` is changed while at work and restored. */
static rw_store_status make_folders(char *path, rw_problem *problem)
{
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        const int made = mkdir(path, 0700);
        const int error = errno;
        if (made != 0 && error != EEXIST && access(path, F_OK) != 0) {
            const rw_store_status status = rw_store_report_errno("make the folder", path, error, problem);
            *at = '/';
            return status;
        }
        *at = '/';
    }
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return rw_store_report_errno("make the data folder", path, errno, problem);
    return RW_STORE_OK;
}

static rw_store_status refuse_network(const char *path, const char *name, rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                   "the data folder \"%s\" is on a network file system (%s), where a database file is not safe; use a "
                   "folder on a local disk",
                   path, name);
    return RW_STORE_ERROR;
}

static rw_store_status check_fuse(const char *path, dev_t device, rw_problem *problem)
{
    FILE *mounts = fopen("/proc/self/mountinfo", "re");
    if (mounts == NULL)
        return RW_STORE_OK; /* no /proc: FUSE alone is no reason to refuse */
    char *line = NULL;
    size_t capacity = 0;
    char mount_type[64] = "";
    while (getline(&line, &capacity, mounts) > 0) {
        if (rw_filesystem_mount_type(line, major(device), minor(device), mount_type, sizeof mount_type))
            break;
    }
    free(line);
    fclose(mounts);
    if (rw_filesystem_mount_type_is_network(mount_type))
        return refuse_network(path, mount_type, problem);
    return RW_STORE_OK;
}

static rw_store_status check_filesystem(const char *path, int folder, rw_problem *problem)
{
    struct statfs filesystem;
    struct stat status;
    if (fstatfs(folder, &filesystem) != 0 || fstat(folder, &status) != 0)
        return rw_store_report_errno("examine the data folder", path, errno, problem);
    const int64_t magic = (int64_t)filesystem.f_type;
    const char *network = rw_filesystem_network_name(magic);
    if (network != NULL)
        return refuse_network(path, network, problem);
    if (magic == RW_FILESYSTEM_FUSE)
        return check_fuse(path, status.st_dev, problem);
    return RW_STORE_OK;
}

static rw_store_status report_locked(const char *path, int lock, rw_problem *problem)
{
    char holder[32] = "";
    const ssize_t length = pread(lock, holder, sizeof holder - 1, 0);
    holder[length > 0 ? length : 0] = '\0';
    holder[strspn(holder, "0123456789")] = '\0';
    if (holder[0] != '\0')
        rw_problem_set(problem, RW_PROBLEM_STORE_LOCKED,
                       "the data folder \"%s\" is open in process %s; stop that, or use another folder", path, holder);
    else
        rw_problem_set(problem, RW_PROBLEM_STORE_LOCKED,
                       "the data folder \"%s\" is open in another process; stop that, or use another folder", path);
    return RW_STORE_BUSY;
}

/* LOCK_EX or LOCK_SH. Closes the descriptor when the lock cannot be had. */
static rw_store_status lock_file(const char *path, int lock, int how, rw_problem *problem)
{
    int taken = 0;
    do
        taken = flock(lock, how | LOCK_NB);
    while (taken != 0 && errno == EINTR);
    if (taken == 0)
        return RW_STORE_OK;
    const int error = errno;
    const rw_store_status status =
        error == EWOULDBLOCK ? report_locked(path, lock, problem) : rw_store_report_errno("lock", path, error, problem);
    close(lock);
    return status;
}

/* Shared with other readers. A folder that never had a lock file is one that nobody has open to write. */
static rw_store_status take_shared_lock(const char *path, int folder, int *out, rw_problem *problem)
{
    const int lock = openat(folder, LOCK_FILE, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0 && errno == ENOENT)
        return RW_STORE_OK;
    if (lock < 0)
        return rw_store_report_errno("open the lock file in", path, errno, problem);
    const rw_store_status status = lock_file(path, lock, LOCK_SH, problem);
    if (status == RW_STORE_OK)
        *out = lock;
    return status;
}

static rw_store_status take_lock(const char *path, int folder, int *out, rw_problem *problem)
{
    const int lock = openat(folder, LOCK_FILE, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock < 0 && errno == EROFS) {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                       "the data folder \"%s\" is on a read-only file system; make that writable, or serve what is "
                       "there with --read-only",
                       path);
        return RW_STORE_ERROR;
    }
    if (lock < 0)
        return rw_store_report_errno("make the lock file in", path, errno, problem);
    const rw_store_status status = lock_file(path, lock, LOCK_EX, problem);
    if (status != RW_STORE_OK)
        return status;
    /* For the other process's message only: a full disk is no reason to fail here. */
    char holder[32];
    const int length = snprintf(holder, sizeof holder, "%ld\n", (long)getpid());
    if (ftruncate(lock, 0) == 0 && pwrite(lock, holder, (size_t)length, 0) < 0)
        errno = 0;
    *out = lock;
    return RW_STORE_OK;
}

static rw_store_status open_made_folder(const char *path, rw_data_folder_use use, int *lock, rw_problem *problem)
{
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return rw_store_report_errno("open the data folder", path, errno, problem);
    rw_store_status status = check_filesystem(path, folder, problem);
    if (status == RW_STORE_OK)
        status = use == RW_DATA_FOLDER_READ ? take_shared_lock(path, folder, lock, problem)
                                            : take_lock(path, folder, lock, problem);
    if (status == RW_STORE_BUSY && use == RW_DATA_FOLDER_BESIDE) {
        rw_problem_free(problem);
        status = RW_STORE_OK;
    }
    close(folder);
    return status;
}

rw_store_status rw_data_folder_open(const char *path, rw_data_folder_use use, rw_data_folder *folder,
                                    rw_problem *problem)
{
    if (path[0] == '\0') {
        rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE, "the data folder's name is empty");
        return RW_STORE_ERROR;
    }
    char *copy = strdup(path);
    if (copy == NULL)
        return no_memory(problem);
    int lock = -1;
    rw_store_status status = use == RW_DATA_FOLDER_READ ? RW_STORE_OK : make_folders(copy, problem);
    if (status == RW_STORE_OK)
        status = open_made_folder(copy, use, &lock, problem);
    if (status != RW_STORE_OK) {
        free(copy);
        return status;
    }
    *folder = (rw_data_folder){.path = copy, .lock = lock, .read_only = use == RW_DATA_FOLDER_READ};
    return RW_STORE_OK;
}

void rw_data_folder_close(rw_data_folder *folder)
{
    if (folder == NULL)
        return;
    if (folder->lock >= 0)
        close(folder->lock);
    free(folder->path);
    *folder = (rw_data_folder){.lock = -1};
}

char *rw_data_folder_join(const rw_data_folder *folder, const char *name)
{
    const size_t size = strlen(folder->path) + 1 + strlen(name) + 1;
    char *joined = malloc(size);
    if (joined != NULL)
        snprintf(joined, size, "%s/%s", folder->path, name);
    return joined;
}

bool rw_data_folder_sync(const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t length = slash == NULL ? 1 : (size_t)(slash - path) + 1;
    char *folder = malloc(length + 1);
    if (folder == NULL)
        return false;
    memcpy(folder, slash == NULL ? "." : path, length);
    folder[length] = '\0';
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    const bool synced = file >= 0 && fsync(file) == 0;
    const int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return synced;
}
