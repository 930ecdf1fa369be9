#include "client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READ_ROOM = 1 << 16 };

int rw_client_open(uint16_t port)
{
    const struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0 ||
                    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* Receives until the head is whole; what follows it goes to the body. */
static bool receive_head(int fd, rw_buffer *head, rw_buffer *body)
{
    char room[READ_ROOM];
    for (;;) {
        const ssize_t length = recv(fd, room, sizeof room, 0);
        if (length <= 0 || !rw_buffer_append(head, room, (size_t)length))
            return false;
        const char *end = strstr(head->data, "\r\n\r\n");
        if (end == NULL)
            continue;
        const size_t size = (size_t)(end - head->data) + 4;
        rw_buffer only;
        rw_buffer_init(&only, head->maximum);
        const bool kept = rw_buffer_append(body, head->data + size, head->length - size) &&
                          rw_buffer_append(&only, head->data, size);
        rw_buffer_free(head);
        *head = only;
        return kept;
    }
}

static bool receive(int fd, rw_buffer *head, rw_buffer *body)
{
    char room[READ_ROOM];
    if (!receive_head(fd, head, body))
        return false;
    const char *field = strstr(head->data, "Content-Length:");
    if (field == NULL)
        return false;
    const size_t wanted = (size_t)strtoull(field + strlen("Content-Length:"), NULL, 10);
    while (body->length < wanted) {
        const ssize_t length = recv(fd, room, sizeof room, 0);
        if (length <= 0 || !rw_buffer_append(body, room, (size_t)length))
            return false;
    }
    return body->length == wanted;
}

bool rw_client_ask(int fd, const char *request, size_t length, rw_buffer *head, rw_buffer *body)
{
    rw_buffer_clear(head);
    rw_buffer_clear(body);
    const int line = (int)strcspn(request, "\r");
    if (!send_all(fd, request, length) || !receive(fd, head, body)) {
        fprintf(stderr, "rootwarp-bench: no answer to %.*s\n", line, request);
        return false;
    }
    if (strncmp(head->data, "HTTP/1.1 2", 10) == 0)
        return true;
    fprintf(stderr, "rootwarp-bench: %.*s was answered with\n%s%.2000s\n", line, request, head->data,
            body->data == NULL ? "" : body->data);
    return false;
}
