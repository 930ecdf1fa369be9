#include <sys/resource.h>

#include "http/server.h"

/* Descriptors for everything but connections: store, log, listener, an epoll and an event descriptor a thread. */
#define DESCRIPTORS_RESERVED 64

unsigned rw_http_connections_fitting(unsigned wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    const rlim_t needed = (rlim_t)wanted + DESCRIPTORS_RESERVED;
    if (limit.rlim_cur < needed) {
        const rlim_t before = limit.rlim_cur;
        limit.rlim_cur = limit.rlim_max < needed ? limit.rlim_max : needed;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
            limit.rlim_cur = before;
    }
    if (limit.rlim_cur >= needed)
        return wanted;
    return limit.rlim_cur > DESCRIPTORS_RESERVED ? (unsigned)(limit.rlim_cur - DESCRIPTORS_RESERVED) : 1;
}
