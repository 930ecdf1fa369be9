/* Any bytes through a socket to a server of this process: whatever comes back begins as an answer, and the next client is
 * served. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "http/server.h"
#include "world.h"

#define QUIET_MS 2     /* who says nothing for so long waits for more of the request */
#define PATIENCE_MS 20000

static struct {
    rw_http_listener listener;
    rw_metrics *metrics;
    rw_http_server *server;
} at;

static void stop(void)
{
    rw_http_server_free(at.server);
    rw_http_listener_close(&at.listener);
    rw_metrics_free(at.metrics);
}

static void start(void)
{
    char message[RW_HTTP_LISTENER_MESSAGE_SIZE];
    rw_problem problem;
    rw_problem_init(&problem);
    rw_http_context *context = world_context();
    if (rw_http_listener_open("127.0.0.1:0", false, &at.listener, message) != RW_HTTP_LISTENER_OK)
        abort();
    at.metrics = rw_metrics_new();
    rw_http_options options = {.listener = &at.listener,
                               .threads = 1,
                               .max_connections = 64,
                               .metrics = at.metrics,
                               .check_host = true,
                               .context = context};
    options.routes = rw_http_routes(&options.route_count);
    at.server = rw_http_server_start(&options, &problem);
    if (at.server == NULL)
        abort();
    atexit(stop); /* before the world ends, which was made before */
}

/* Whether connect(), which returned so, came or will come to a connection: libFuzzer's alarm interrupts it. */
static bool has_connected(int fd, int result)
{
    int error = 0;
    socklen_t length = sizeof error;
    if (result == 0 || errno != EINTR)
        return result == 0;
    struct pollfd poller = {.fd = fd, .events = POLLOUT};
    while (poll(&poller, 1, PATIENCE_MS) < 0 && errno == EINTR) {
    }
    return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && (errno = error) == 0;
}

static int open_client(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)at.listener.port)};
    const struct linger reset = {.l_onoff = 1, .l_linger = 0}; /* no port waits for late packets */
    const int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || !has_connected(fd, connect(fd, (const struct sockaddr *)&address, sizeof address))) {
        fprintf(stderr, "cannot connect: %s\n", strerror(errno));
        abort();
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    return fd;
}

/* The first bytes that come back, until the server is quiet for so long or ends the connection; how many. */
static size_t receive(int fd, char *text, size_t size, int quiet_ms)
{
    size_t length = 0;
    char rest[4096];
    for (;;) {
        struct pollfd poller = {.fd = fd, .events = POLLIN};
        int ready;
        do
            ready = poll(&poller, 1, quiet_ms);
        while (ready < 0 && errno == EINTR); /* libFuzzer's alarm */
        if (ready != 1)
            break;
        const bool full = length == size - 1;
        const ssize_t got = recv(fd, full ? rest : text + length, full ? sizeof rest : size - 1 - length, 0);
        if (got <= 0)
            break;
        length += full ? 0 : (size_t)got;
        quiet_ms = QUIET_MS;
    }
    text[length] = '\0';
    return length;
}

static void send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char sound[] = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char text[4096];
    if (at.server == NULL)
        start();
    int fd = open_client();
    send_all(fd, (const char *)data, size / 2);
    send_all(fd, (const char *)data + size / 2, size - size / 2);
    if (receive(fd, text, sizeof text, QUIET_MS) > 0 && strncmp(text, "HTTP/1.", 7) != 0) {
        fprintf(stderr, "no answer: %s\n", text);
        abort();
    }
    close(fd);
    fd = open_client();
    send_all(fd, sound, sizeof sound - 1);
    if (receive(fd, text, sizeof text, PATIENCE_MS) == 0 || strncmp(text, "HTTP/1.1 200 ", 13) != 0) {
        fprintf(stderr, "the next client is not served: %s\n", text);
        abort();
    }
    close(fd);
    return 0;
}
