#include "call.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"

#define PATIENCE_SECONDS 20
#define RECEIVED_MAX ((size_t)64 * 1024 * 1024)

void rw_call_answer_init(rw_call_answer *answer)
{
    *answer = (rw_call_answer){0};
    rw_buffer_init(&answer->received, RECEIVED_MAX);
}

void rw_call_answer_free(rw_call_answer *answer)
{
    rw_buffer_free(&answer->received);
}

const char *rw_call_body(const rw_call_answer *answer)
{
    return answer->received.data == NULL ? "" : answer->received.data + answer->head_length;
}

long rw_call_number(const rw_call_answer *answer, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strchr(rw_call_body(answer), '"'); at != NULL; at = strchr(at + 1, '"'))
        if (strncmp(at + 1, name, length) == 0 && strncmp(at + 1 + length, "\":", 2) == 0)
            return strtol(at + length + 3, NULL, 10);
    return -1;
}

bool rw_caller_connect(rw_caller *caller)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)caller->port)};
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    const int on = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    caller->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (caller->fd < 0)
        return false;
    setsockopt(caller->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(caller->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(caller->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(caller->fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return true;
    rw_caller_hang_up(caller);
    return false;
}

void rw_caller_hang_up(rw_caller *caller)
{
    if (caller->fd >= 0)
        close(caller->fd);
    caller->fd = -1;
}

/* What stands behind `name` in the head, up to the line's end; NULL when it is not there. */
static const char *header(const rw_call_answer *answer, const char *name)
{
    const size_t length = strlen(name);
    for (const char *line = strstr(answer->received.data, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n")) {
        if (line + 4 >= answer->received.data + answer->head_length)
            return NULL;
        if (strncasecmp(line + 2, name, length) == 0 && line[2 + length] == ':')
            return line + 3 + length + strspn(line + 3 + length, " ");
    }
    return NULL;
}

/* Fills in what the head says; false when it is no head. Stores the length of the body. */
static bool read_head(rw_call_answer *answer, bool without_body, size_t *body_length)
{
    if (strncmp(answer->received.data, "HTTP/1.1 ", 9) != 0)
        return false;
    answer->status = (int)strtol(answer->received.data + 9, NULL, 10);
    const char *tag = header(answer, "ETag");
    if (tag != NULL && strcspn(tag, "\r") < sizeof answer->etag)
        memcpy(answer->etag, tag, strcspn(tag, "\r"));
    const char *connection = header(answer, "Connection");
    answer->close = connection != NULL && strncasecmp(connection, "close", 5) == 0;
    const char *length = header(answer, "Content-Length");
    const bool none = without_body || answer->status < 200 || answer->status == 204 || answer->status == 304;
    *body_length = none || length == NULL ? 0 : strtoul(length, NULL, 10);
    return none || length != NULL;
}

/* Reads until so many bytes are there. */
static rw_call_end receive(const rw_caller *caller, rw_call_answer *answer)
{
    char piece[16384];
    ssize_t got;
    do
        got = recv(caller->fd, piece, sizeof piece, 0);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        return rw_buffer_append(&answer->received, piece, (size_t)got) ? RW_CALL_ANSWERED : RW_CALL_CUT;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return RW_CALL_SILENT;
    return answer->received.length == 0 ? RW_CALL_CLOSED : RW_CALL_CUT;
}

static rw_call_end read_answer(const rw_caller *caller, bool without_body, rw_call_answer *answer)
{
    const char *end = NULL;
    size_t body_length = 0;
    while (end == NULL) {
        const rw_call_end got = receive(caller, answer);
        if (got != RW_CALL_ANSWERED)
            return got;
        end = strstr(answer->received.data, "\r\n\r\n");
    }
    answer->head_length = (size_t)(end - answer->received.data) + 4;
    if (!read_head(answer, without_body, &body_length))
        return RW_CALL_CUT;
    while (answer->received.length < answer->head_length + body_length) {
        const rw_call_end got = receive(caller, answer);
        if (got != RW_CALL_ANSWERED)
            return got;
    }
    return RW_CALL_ANSWERED;
}

static bool send_all(const rw_caller *caller, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(caller->fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

rw_call_end rw_caller_ask(rw_caller *caller, const char *method, const char *target, const char *headers,
                          const char *body, rw_call_answer *answer)
{
    rw_buffer request;
    rw_call_answer_free(answer);
    rw_call_answer_init(answer);
    if (caller->fd < 0 && !rw_caller_connect(caller))
        return RW_CALL_REFUSED;
    rw_buffer_init(&request, RECEIVED_MAX);
    rw_buffer_append_format(&request, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s", method, target, headers);
    if (body != NULL && strstr(headers, "Content-Type:") == NULL)
        rw_buffer_append_text(&request, "Content-Type: application/json\r\n");
    if (body != NULL)
        rw_buffer_append_format(&request, "Content-Length: %zu\r\n", strlen(body));
    rw_buffer_append_text(&request, "\r\n");
    rw_buffer_append_text(&request, body == NULL ? "" : body);
    /* A server that refuses may answer before it has read all of it. */
    send_all(caller, request.data, request.length);
    caller->sent_ns = rw_clock_monotonic_ns();
    rw_buffer_free(&request);
    const rw_call_end end = read_answer(caller, strcmp(method, "HEAD") == 0, answer);
    if (end != RW_CALL_ANSWERED || answer->close)
        rw_caller_hang_up(caller);
    return end;
}
