#define _GNU_SOURCE /* memmem */
#include "support/postgres_proxy.h"

#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PAIRS_MAX 32
#define PIECE 65536

typedef struct pair {
    int client, server; /* -1: none */
    bool committing;    /* the answer to a COMMIT is on its way */
    bool listening;     /* has said LISTEN */
    bool answered;      /* and was answered */
} pair;

static void fail(const char *what)
{
    fprintf(stderr, "test proxy: %s\n", what);
    exit(EXIT_FAILURE);
}

static struct sockaddr_un address_of(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        fail("the path of a socket is too long");
    memcpy(address.sun_path, path, strlen(path));
    return address;
}

static void close_pair(pair *at)
{
    close(at->client);
    close(at->server);
    *at = (pair){.client = -1, .server = -1};
}

static void accept_client(rw_test_proxy *proxy, pair *pairs)
{
    const int client = accept(proxy->listener, NULL, NULL);
    const int server = socket(AF_UNIX, SOCK_STREAM, 0);
    const struct sockaddr_un address = address_of(proxy->server_socket);
    size_t i = 0;
    while (i < PAIRS_MAX && pairs[i].client >= 0)
        i++;
    if (client < 0 || server < 0 || i == PAIRS_MAX)
        fail("no room for a connection");
    pairs[i] = (pair){.client = client, .server = server};
    atomic_fetch_add(&proxy->accepted, 1);
    if (connect(server, (const struct sockaddr *)&address, sizeof address) != 0)
        close_pair(&pairs[i]);
}

static bool pass(int to, const char *bytes, ssize_t length)
{
    while (length > 0) {
        const ssize_t sent = send(to, bytes, (size_t)length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= sent;
    }
    return true;
}

/* Another word of the same length, which the server refuses. */
static void spoil_notify(rw_test_proxy *proxy, char *bytes, size_t length)
{
    char *word = memmem(bytes, length, "NOTIFY", 6);
    if (word == NULL)
        return;
    word[5] = 'X';
    atomic_fetch_add(&proxy->refused, 1);
}

static void from_client(rw_test_proxy *proxy, pair *at)
{
    char bytes[PIECE];
    const ssize_t length = recv(at->client, bytes, sizeof bytes, 0);
    const int mode = atomic_load(&proxy->mode);
    if (length > 0 && mode == RW_TEST_PROXY_NO_NOTIFY)
        spoil_notify(proxy, bytes, (size_t)length);
    at->listening = at->listening || (length > 0 && memmem(bytes, (size_t)length, "LISTEN", 6) != NULL);
    const bool commit = length > 0 && memmem(bytes, (size_t)length, "COMMIT", 6) != NULL;
    const bool cut = commit && mode == RW_TEST_PROXY_CUT_BEFORE_COMMIT;
    if (length <= 0 || cut || !pass(at->server, bytes, length)) {
        if (cut)
            atomic_store(&proxy->mode, RW_TEST_PROXY_PASS);
        close_pair(at);
        return;
    }
    at->committing = commit && mode == RW_TEST_PROXY_CUT_AFTER_COMMIT;
}

static void from_server(rw_test_proxy *proxy, pair *at)
{
    char bytes[PIECE];
    const ssize_t length = recv(at->server, bytes, sizeof bytes, 0);
    if (at->committing)
        atomic_store(&proxy->mode, RW_TEST_PROXY_PASS);
    const bool swallow = at->answered && atomic_load(&proxy->mode) == RW_TEST_PROXY_DEAF;
    if (length <= 0 || at->committing || (!swallow && !pass(at->client, bytes, length)))
        close_pair(at);
    else
        at->answered = at->listening;
}

static void *run(void *argument)
{
    rw_test_proxy *proxy = argument;
    pair pairs[PAIRS_MAX];
    for (size_t i = 0; i < PAIRS_MAX; i++)
        pairs[i] = (pair){.client = -1, .server = -1};
    for (;;) {
        struct pollfd sockets[2 + 2 * PAIRS_MAX] = {{.fd = proxy->wake[0], .events = POLLIN},
                                                    {.fd = proxy->listener, .events = POLLIN}};
        const bool silent = atomic_load(&proxy->mode) == RW_TEST_PROXY_SILENT;
        for (size_t i = 0; i < PAIRS_MAX; i++) {
            sockets[2 + 2 * i] = (struct pollfd){.fd = silent ? -1 : pairs[i].client, .events = POLLIN};
            sockets[3 + 2 * i] = (struct pollfd){.fd = silent ? -1 : pairs[i].server, .events = POLLIN};
        }
        if (silent)
            sockets[1].fd = -1;
        poll(sockets, 2 + 2 * PAIRS_MAX, 20);
        if (sockets[0].revents != 0)
            break;
        if (atomic_load(&proxy->mode) == RW_TEST_PROXY_SILENT)
            continue;
        if (sockets[1].revents != 0)
            accept_client(proxy, pairs);
        for (size_t i = 0; i < PAIRS_MAX; i++) {
            if (sockets[2 + 2 * i].revents != 0)
                from_client(proxy, &pairs[i]);
            else if (sockets[3 + 2 * i].revents != 0)
                from_server(proxy, &pairs[i]);
        }
    }
    for (size_t i = 0; i < PAIRS_MAX; i++)
        if (pairs[i].client >= 0)
            close_pair(&pairs[i]);
    return NULL;
}

void rw_test_proxy_start(rw_test_proxy *proxy, const rw_test_postgres *server)
{
    char path[RW_TEST_PATH_SIZE + 32];
    memset(proxy, 0, sizeof *proxy);
    rw_test_folder_make(proxy->folder);
    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", proxy->folder);
    snprintf(proxy->server_socket, sizeof proxy->server_socket, "%s/.s.PGSQL.5432", server->folder);
    const struct sockaddr_un address = address_of(path);
    proxy->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (proxy->listener < 0 || bind(proxy->listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(proxy->listener, 32) != 0 || pipe(proxy->wake) != 0 ||
        pthread_create(&proxy->thread, NULL, run, proxy) != 0)
        fail("cannot start");
}

void rw_test_proxy_end(rw_test_proxy *proxy)
{
    if (write(proxy->wake[1], "", 1) != 1)
        fail("cannot stop");
    pthread_join(proxy->thread, NULL);
    close(proxy->wake[0]);
    close(proxy->wake[1]);
    close(proxy->listener);
    rw_test_folder_remove(proxy->folder);
}
