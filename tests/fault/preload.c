/* Maps the control, and stands before the calls on sockets. accept4 and RTLD_NEXT are GNU's. */
#define _GNU_SOURCE
#include "preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Counts what happens before the file is mapped, or without one. */
static rw_fault_control unshared;
static _Atomic(rw_fault_control *) shared;

rw_fault_control *rw_fault_current(void)
{
    rw_fault_control *control = atomic_load(&shared);
    return control == NULL ? &unshared : control;
}

__attribute__((constructor)) static void map_control(void)
{
    const char *path = getenv(RW_FAULT_VARIABLE);
    const int fd = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    void *mapped = mmap(NULL, sizeof(rw_fault_control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped != MAP_FAILED)
        atomic_store(&shared, (rw_fault_control *)mapped);
}

bool rw_fault_fails(rw_fault_site site)
{
    rw_fault_plan *plan = &rw_fault_current()->plans[site];
    if (!rw_fault_strikes(plan))
        return false;
    const int error = atomic_load(&plan->error);
    if (error == 0)
        raise(SIGKILL);
    errno = error;
    return true;
}

void rw_fault_find_next(void *function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(function, &found, sizeof found);
}

/* GNU declares the address of these two as a union of all kinds of addresses. */
int accept4(int fd, __SOCKADDR_ARG address, socklen_t *length, int flags)
{
    int (*next)(int, __SOCKADDR_ARG, socklen_t *, int) = NULL;
    if (rw_fault_fails(RW_FAULT_ACCEPT))
        return -1;
    rw_fault_find_next(&next, "accept4");
    return next(fd, address, length, flags);
}

int accept(int fd, __SOCKADDR_ARG address, socklen_t *length)
{
    int (*next)(int, __SOCKADDR_ARG, socklen_t *) = NULL;
    if (rw_fault_fails(RW_FAULT_ACCEPT))
        return -1;
    rw_fault_find_next(&next, "accept");
    return next(fd, address, length);
}

ssize_t recv(int fd, void *bytes, size_t size, int flags)
{
    ssize_t (*next)(int, void *, size_t, int) = NULL;
    if (rw_fault_fails(RW_FAULT_RECEIVE))
        return -1;
    rw_fault_find_next(&next, "recv");
    return next(fd, bytes, size, flags);
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    ssize_t (*next)(int, const void *, size_t, int) = NULL;
    if (rw_fault_fails(RW_FAULT_SEND))
        return -1;
    rw_fault_find_next(&next, "send");
    return next(fd, bytes, size, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    ssize_t (*next)(int, const struct msghdr *, int) = NULL;
    if (rw_fault_fails(RW_FAULT_SEND))
        return -1;
    rw_fault_find_next(&next, "sendmsg");
    return next(fd, message, flags);
}

ssize_t writev(int fd, const struct iovec *pieces, int count)
{
    ssize_t (*next)(int, const struct iovec *, int) = NULL;
    struct stat status;
    if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) && rw_fault_fails(RW_FAULT_SEND))
        return -1;
    rw_fault_find_next(&next, "writev");
    return next(fd, pieces, count);
}
