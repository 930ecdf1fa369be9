/* SO_ATTACH_FILTER is no part of POSIX.1-2008. */
#define _GNU_SOURCE
#include "http/handshakes.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buffer.h"

#define TABLE_MAX ((size_t)64 * 1024 * 1024)
#define PIECE 16384
#define FLAGS_OFFSET 13 /* of a TCP header */
#define FLAG_SYN 0x02
#define STATE_SYN_RECEIVED 3

void rw_http_handshakes_stop(int fd)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, FLAGS_OFFSET),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, FLAG_SYN, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
    };
    const struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
    /* Where that is not to be had, new handshakes end once the queue is full. */
    if (setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0)
        listen(fd, 0);
}

/* A line: its number, local address:port, remote address:port and state, all in hexadecimal but the first. */
static bool line_names(const char *line, unsigned port)
{
    const char *local = strchr(line, ':');
    local = local == NULL ? NULL : strchr(local + 1, ':');
    if (local == NULL)
        return false;
    char *end = NULL;
    const unsigned long found = strtoul(local + 1, &end, 16);
    const char *remote = found == port ? strchr(end, ':') : NULL;
    const char *state = remote == NULL ? NULL : strchr(remote, ' ');
    return state != NULL && strtoul(state, NULL, 16) == STATE_SYN_RECEIVED;
}

bool rw_http_handshakes_named(const char *table, unsigned port)
{
    for (const char *end = strchr(table, '\n'); end != NULL; end = strchr(end + 1, '\n'))
        if (line_names(end + 1, port))
            return true;
    return false;
}

static rw_http_handshakes look_in(const char *path, unsigned port)
{
    rw_buffer table;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return RW_HTTP_HANDSHAKES_UNKNOWN;
    rw_buffer_init(&table, TABLE_MAX);
    char piece[PIECE];
    ssize_t got;
    bool whole = true;
    while ((got = read(fd, piece, sizeof piece)) > 0 && whole)
        whole = rw_buffer_append(&table, piece, (size_t)got);
    close(fd);
    rw_http_handshakes found = RW_HTTP_HANDSHAKES_UNKNOWN;
    if (got == 0 && table.data != NULL)
        found = rw_http_handshakes_named(table.data, port) ? RW_HTTP_HANDSHAKES_SOME : RW_HTTP_HANDSHAKES_NONE;
    rw_buffer_free(&table);
    return found;
}

rw_http_handshakes rw_http_handshakes_look(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return RW_HTTP_HANDSHAKES_UNKNOWN;
    if (address.ss_family == AF_INET6)
        return look_in("/proc/net/tcp6", ntohs(((const struct sockaddr_in6 *)(const void *)&address)->sin6_port));
    return look_in("/proc/net/tcp", ntohs(((const struct sockaddr_in *)(const void *)&address)->sin_port));
}
