/* Stands before the calls that read, write and name files. The names with 64 are GNU's. */
#define _GNU_SOURCE
#include "preload.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* A full disk is one to those alone who write. */
static bool fails_to_read(void)
{
    return atomic_load(&rw_fault_current()->plans[RW_FAULT_DISK].error) != ENOSPC && rw_fault_fails(RW_FAULT_DISK);
}

ssize_t pread(int fd, void *bytes, size_t size, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t) = NULL;
    if (fails_to_read())
        return -1;
    rw_fault_find_next(&next, "pread");
    return next(fd, bytes, size, offset);
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t offset)
{
    ssize_t (*next)(int, void *, size_t, off64_t) = NULL;
    if (fails_to_read())
        return -1;
    rw_fault_find_next(&next, "pread64");
    return next(fd, bytes, size, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off_t) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "pwrite");
    return next(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off64_t) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "pwrite64");
    return next(fd, bytes, size, offset);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    ssize_t (*next)(int, const void *, size_t) = NULL;
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "write");
    return next(fd, bytes, size);
}

int fsync(int fd)
{
    int (*next)(int) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "fsync");
    return next(fd);
}

int fdatasync(int fd)
{
    int (*next)(int) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "fdatasync");
    return next(fd);
}

int ftruncate(int fd, off_t length)
{
    int (*next)(int, off_t) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "ftruncate");
    return next(fd, length);
}

int ftruncate64(int fd, off64_t length)
{
    int (*next)(int, off64_t) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "ftruncate64");
    return next(fd, length);
}

int rename(const char *from, const char *to)
{
    int (*next)(const char *, const char *) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "rename");
    return next(from, to);
}

int link(const char *from, const char *to)
{
    int (*next)(const char *, const char *) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "link");
    return next(from, to);
}

int unlink(const char *path)
{
    int (*next)(const char *) = NULL;
    if (rw_fault_fails(RW_FAULT_DISK))
        return -1;
    rw_fault_find_next(&next, "unlink");
    return next(path);
}
