#include "support/client.h"

#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#define PATIENCE_MS 120000 /* for who hangs: a write waits for a disk, which may take its time */
#define RECEIVED_MAX ((size_t)64 * 1024 * 1024)

static int connect_to(unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1; /* each send is a packet of its own */
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on), 0);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

void rw_test_client_open(rw_test_client *client, unsigned port)
{
    client->fd = connect_to(port);
    ck_assert_msg(client->fd >= 0, "cannot connect to port %u", port);
    rw_buffer_init(&client->received, RECEIVED_MAX);
}

bool rw_test_port_open(unsigned port)
{
    const int fd = connect_to(port);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

void rw_test_client_close(rw_test_client *client)
{
    close(client->fd);
    rw_buffer_free(&client->received);
}

void rw_test_client_send(rw_test_client *client, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(client->fd, bytes, length, MSG_NOSIGNAL);
        ck_assert_msg(sent > 0, "the server does not take what is sent: %s", strerror(errno));
        bytes += sent;
        length -= (size_t)sent;
    }
}

void rw_test_client_send_text(rw_test_client *client, const char *text)
{
    rw_test_client_send(client, text, strlen(text));
}

/* Adds what comes next to `received`; false at the end of the connection. */
static bool receive(rw_test_client *client)
{
    char piece[65536];
    struct pollfd poller = {.fd = client->fd, .events = POLLIN};
    ck_assert_msg(poll(&poller, 1, PATIENCE_MS) == 1, "the server does not answer");
    const ssize_t got = recv(client->fd, piece, sizeof piece, 0);
    if (got <= 0)
        return false;
    ck_assert(rw_buffer_append(&client->received, piece, (size_t)got));
    return true;
}

/* The first `length` received bytes as a text, which are taken away. */
static char *take(rw_test_client *client, size_t length)
{
    rw_buffer rest;
    char *taken = malloc(length + 1);
    ck_assert_ptr_nonnull(taken);
    if (length > 0)
        memcpy(taken, client->received.data, length);
    taken[length] = '\0';
    rw_buffer_init(&rest, RECEIVED_MAX);
    if (client->received.length > length)
        rw_buffer_append(&rest, client->received.data + length, client->received.length - length);
    rw_buffer_free(&client->received);
    client->received = rest;
    return taken;
}

const char *rw_test_answer_header(const rw_test_answer *answer, const char *name, char out[RW_TEST_HEADER_SIZE])
{
    const size_t length = strlen(name);
    *out = '\0';
    unsigned found = 0;
    for (const char *line = strstr(answer->head, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, length) != 0 || line[2 + length] != ':')
            continue;
        const char *value = line + 3 + length;
        value += strspn(value, " ");
        ck_assert_int_lt(snprintf(out, RW_TEST_HEADER_SIZE, "%.*s", (int)strcspn(value, "\r"), value),
                         RW_TEST_HEADER_SIZE);
        found++;
    }
    ck_assert_msg(found <= 1, "%s stands %u times in the head", name, found);
    return out;
}

rw_test_answer rw_test_client_read(rw_test_client *client, bool without_body)
{
    rw_test_answer answer = {0};
    const char *end = NULL;
    while (end == NULL) {
        if (client->received.data != NULL)
            end = strstr(client->received.data, "\r\n\r\n");
        if (end == NULL)
            ck_assert_msg(receive(client), "the connection ended before the answer: %s",
                          client->received.data == NULL ? "" : client->received.data);
    }
    answer.head = take(client, (size_t)(end - client->received.data) + 4);
    ck_assert_msg(sscanf(answer.head, "HTTP/1.1 %d ", &answer.status) == 1, "no status line: %s", answer.head);
    char text[RW_TEST_HEADER_SIZE];
    rw_test_answer_header(&answer, "Content-Length", text);
    const bool none = without_body || answer.status < 200 || answer.status == 204 || answer.status == 304;
    answer.body_length = none ? 0 : strtoul(text, NULL, 10);
    ck_assert_msg(none || *text != '\0', "an answer without Content-Length: %s", answer.head);
    while (client->received.length < answer.body_length)
        ck_assert_msg(receive(client), "the connection ended inside the body");
    answer.body = take(client, answer.body_length);
    return answer;
}

void rw_test_answer_free(rw_test_answer *answer)
{
    free(answer->head);
    free(answer->body);
    *answer = (rw_test_answer){0};
}

void rw_test_client_expect_end(rw_test_client *client)
{
    if (client->received.length == 0)
        ck_assert_msg(!receive(client), "more came: %s", client->received.data);
    else
        ck_abort_msg("more came: %s", client->received.data);
}

rw_test_answer rw_test_request(unsigned port, const char *method, const char *target, const char *headers,
                               const char *body)
{
    rw_test_client client;
    rw_buffer request;
    rw_buffer_init(&request, RECEIVED_MAX);
    rw_buffer_append_format(&request, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s", method, target, headers);
    if (body != NULL)
        rw_buffer_append_format(&request, "Content-Length: %zu\r\n", strlen(body));
    rw_buffer_append_format(&request, "\r\n%s", body == NULL ? "" : body);
    ck_assert(rw_buffer_ok(&request));
    rw_test_client_open(&client, port);
    rw_test_client_send(&client, request.data, request.length);
    const rw_test_answer answer = rw_test_client_read(&client, strcmp(method, "HEAD") == 0);
    rw_test_client_close(&client);
    rw_buffer_free(&request);
    return answer;
}
