/* SOCK_CLOEXEC and SOCK_NONBLOCK are no part of POSIX.1-2008. */
#define _GNU_SOURCE
#include "http/listener.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 1024
#define SYSTEMD_FIRST_FD 3

typedef union rw_socket_address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
} rw_socket_address;

static bool parse_port(const char *text, in_port_t *port)
{
    const size_t length = strlen(text);
    if (length == 0 || length > 5 || strspn(text, "0123456789") != length)
        return false;
    const long value = strtol(text, NULL, 10);
    if (value > 65535)
        return false;
    *port = htons((uint16_t)value);
    return true;
}

static bool parse_address(const char *text, rw_socket_address *address, socklen_t *length)
{
    char host[RW_HTTP_ADDRESS_SIZE];
    const char *colon = strrchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= sizeof host)
        return false;
    memcpy(host, text, (size_t)(colon - text));
    host[colon - text] = '\0';
    memset(address, 0, sizeof *address);
    const size_t host_length = strlen(host);
    if (host_length > 2 && host[0] == '[' && host[host_length - 1] == ']') {
        host[host_length - 1] = '\0';
        address->six.sin6_family = AF_INET6;
        *length = sizeof address->six;
        return inet_pton(AF_INET6, host + 1, &address->six.sin6_addr) == 1 &&
               parse_port(colon + 1, &address->six.sin6_port);
    }
    address->four.sin_family = AF_INET;
    *length = sizeof address->four;
    return inet_pton(AF_INET, strcmp(host, "localhost") == 0 ? "127.0.0.1" : host, &address->four.sin_addr) == 1 &&
           parse_port(colon + 1, &address->four.sin_port);
}

static bool is_loopback(const rw_socket_address *address)
{
    if (address->any.sa_family == AF_INET)
        return ntohl(address->four.sin_addr.s_addr) >> 24 == 127;
    return address->any.sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&address->six.sin6_addr);
}

/* Fills in what the kernel says about the socket. */
static bool describe(int fd, rw_http_listener *listener)
{
    rw_socket_address address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(fd, &address.any, &length) != 0)
        return false;
    const bool six = address.any.sa_family == AF_INET6;
    if (!six && address.any.sa_family != AF_INET)
        return false;
    if (inet_ntop(address.any.sa_family, six ? (const void *)&address.six.sin6_addr : &address.four.sin_addr,
                  listener->address, sizeof listener->address) == NULL)
        return false;
    listener->fd = fd;
    listener->port = ntohs(six ? address.six.sin6_port : address.four.sin_port);
    listener->loopback = is_loopback(&address);
    snprintf(listener->url, sizeof listener->url, six ? "http://[%s]:%u" : "http://%s:%u", listener->address,
             listener->port);
    return true;
}

static bool systemd_passed_one(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    return pid != NULL && count != NULL && strtol(pid, NULL, 10) == (long)getpid() && strcmp(count, "1") == 0;
}

static rw_http_listener_status take_inherited(bool allow_remote, rw_http_listener *out, char *message)
{
    rw_http_listener made = {.inherited = true};
    int listening = 0;
    socklen_t length = sizeof listening;
    if (getsockopt(SYSTEMD_FIRST_FD, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) != 0 || listening == 0 ||
        !describe(SYSTEMD_FIRST_FD, &made)) {
        snprintf(message, RW_HTTP_LISTENER_MESSAGE_SIZE,
                 "the socket passed by systemd is no listening TCP socket; use ListenStream= with an address and port");
        return RW_HTTP_LISTENER_FAILED;
    }
    if (!made.loopback && !allow_remote) {
        snprintf(message, RW_HTTP_LISTENER_MESSAGE_SIZE,
                 "the socket passed by systemd listens on %s, which other machines can reach, and there is no token; make "
                 "one with rootwarp token create, use a loopback address, or add --insecure-no-auth",
                 made.address);
        return RW_HTTP_LISTENER_REMOTE;
    }
    fcntl(SYSTEMD_FIRST_FD, F_SETFD, FD_CLOEXEC);
    *out = made;
    return RW_HTTP_LISTENER_OK;
}

static int open_socket(const rw_socket_address *address, socklen_t length)
{
    const int on = 1;
    const int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    /* Accepted sockets inherit TCP_NODELAY: answers are written whole. */
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
        (address->any.sa_family == AF_INET6 && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) != 0) ||
        bind(fd, &address->any, length) != 0 || listen(fd, BACKLOG) != 0) {
        const int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    return fd;
}

static rw_http_listener_status read_address(const char *text, bool allow_remote, rw_socket_address *address,
                                            socklen_t *length, char *message)
{
    if (!parse_address(text, address, length)) {
        snprintf(message, RW_HTTP_LISTENER_MESSAGE_SIZE,
                 "cannot read '%.80s' as an address to listen on; write ADDRESS:PORT, as in 127.0.0.1:7420 or [::1]:0",
                 text);
        return RW_HTTP_LISTENER_BAD_ADDRESS;
    }
    if (!is_loopback(address) && !allow_remote) {
        snprintf(message, RW_HTTP_LISTENER_MESSAGE_SIZE,
                 "will not listen on %.80s, which other machines can reach, while there is no token; make one with "
                 "rootwarp token create, use a loopback address, or add --insecure-no-auth",
                 text);
        return RW_HTTP_LISTENER_REMOTE;
    }
    return RW_HTTP_LISTENER_OK;
}

rw_http_listener_status rw_http_listener_check(const char *text, bool allow_remote,
                                               char message[RW_HTTP_LISTENER_MESSAGE_SIZE])
{
    return systemd_passed_one() ? RW_HTTP_LISTENER_OK : rw_http_listener_check_address(text, allow_remote, message);
}

rw_http_listener_status rw_http_listener_check_address(const char *text, bool allow_remote,
                                                       char message[RW_HTTP_LISTENER_MESSAGE_SIZE])
{
    rw_socket_address address;
    socklen_t length = 0;
    return read_address(text, allow_remote, &address, &length, message);
}

rw_http_listener_status rw_http_listener_open(const char *text, bool allow_remote, rw_http_listener *out,
                                              char message[RW_HTTP_LISTENER_MESSAGE_SIZE])
{
    return systemd_passed_one() ? take_inherited(allow_remote, out, message)
                                : rw_http_listener_bind(text, allow_remote, out, message);
}

bool rw_http_listener_any_port(const char *text)
{
    rw_socket_address address;
    socklen_t length = 0;
    if (!parse_address(text, &address, &length))
        return false;
    return (address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port) == 0;
}

rw_http_listener_status rw_http_listener_bind(const char *text, bool allow_remote, rw_http_listener *out,
                                              char message[RW_HTTP_LISTENER_MESSAGE_SIZE])
{
    rw_socket_address address;
    socklen_t length = 0;
    const rw_http_listener_status status = read_address(text, allow_remote, &address, &length, message);
    if (status != RW_HTTP_LISTENER_OK)
        return status;
    rw_http_listener made = {0};
    const int fd = open_socket(&address, length);
    if (fd < 0 || !describe(fd, &made)) {
        snprintf(message, RW_HTTP_LISTENER_MESSAGE_SIZE, "cannot listen on %.80s: %s", text, strerror(errno));
        if (fd >= 0)
            close(fd);
        return RW_HTTP_LISTENER_FAILED;
    }
    *out = made;
    return RW_HTTP_LISTENER_OK;
}

void rw_http_listener_close(rw_http_listener *listener)
{
    if (listener->fd >= 0)
        close(listener->fd);
    listener->fd = -1;
}
