/* SO_ATTACH_FILTER and TCP_INFO are no part of POSIX.1-2008. */
#define _GNU_SOURCE
#include "http/handshakes.h"

#include <linux/filter.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#define FLAGS_OFFSET 13 /* of a TCP header */
#define FLAG_SYN 0x02

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

int64_t rw_http_handshakes_took_ns(int fd)
{
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) == 0 ? (int64_t)info.tcpi_rtt * 1000 : 0;
}
