/* rootwarp-yardstick HEAD BODY: what libmicrohttpd alone costs. One epoll thread that reads each body and answers it
 * with the bytes of the file BODY and the header fields of the file HEAD, an answer's head. It says where it listens
 * and runs until it is ended. */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024, CONNECTION_MEMORY = 16 * 1024, CONNECTIONS_MAX = 1024 };

/* Reads a whole file and a zero byte; NULL when it cannot be read. For free(). */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        goto done;
    const long size = ftell(file);
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0)
        goto done;
    bytes = malloc((size_t)size + 1);
    if (bytes == NULL)
        goto done;
    *length = fread(bytes, 1, (size_t)size, file);
    bytes[*length] = '\0';
done:
    if (file != NULL)
        fclose(file);
    return bytes;
}

/* Adds the fields of a head, but for those that the library writes itself. The head is taken apart. */
static bool add_fields(struct MHD_Response *response, char *head)
{
    for (char *line = strstr(head, "\r\n"); line != NULL;) {
        char *name = line + 2, *end = strstr(name, "\r\n"), *colon = strchr(name, ':');
        if (end == NULL || end == name || colon == NULL || colon > end)
            break;
        *colon = '\0';
        *end = '\0';
        if (strcasecmp(name, "Date") != 0 && strcasecmp(name, "Content-Length") != 0 &&
            MHD_add_response_header(response, name, colon + 1 + strspn(colon + 1, " ")) != MHD_YES)
            return false;
        *end = '\r';
        line = end;
    }
    return true;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *body, size_t *body_length, void **state)
{
    struct MHD_Response *response = context;
    (void)url;
    (void)method;
    (void)version;
    (void)body;
    if (*state == NULL) {
        *state = context;
        return MHD_YES;
    }
    if (*body_length > 0) {
        *body_length = 0;
        return MHD_YES;
    }
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

/* A listening socket on a free port of this machine, made as the daemon makes its own; -1 without. */
static int listen_somewhere(unsigned *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int on = 1;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0 ||
        bind(fd, (const struct sockaddr *)&address, length) != 0 || listen(fd, BACKLOG) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return -1;
    *port = ntohs(address.sin_port);
    return fd;
}

static int serve(struct MHD_Response *response)
{
    unsigned port = 0;
    int number = 0;
    sigset_t stops;
    sigemptyset(&stops);
    sigaddset(&stops, SIGTERM);
    sigaddset(&stops, SIGINT);
    sigprocmask(SIG_BLOCK, &stops, NULL);
    signal(SIGPIPE, SIG_IGN);
    const int fd = listen_somewhere(&port);
    struct MHD_Daemon *daemon =
        fd < 0 ? NULL
               : MHD_start_daemon((unsigned)MHD_USE_EPOLL_INTERNAL_THREAD | (unsigned)MHD_USE_ITC, 0, NULL, NULL, answer,
                                  response, MHD_OPTION_LISTEN_SOCKET, (MHD_socket)fd, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                  (size_t)CONNECTION_MEMORY, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX,
                                  MHD_OPTION_END);
    if (daemon == NULL) {
        fputs("rootwarp-yardstick: cannot listen\n", stderr);
        return EXIT_FAILURE;
    }
    printf("listening on http://127.0.0.1:%u\n", port);
    fflush(stdout);
    sigwait(&stops, &number);
    MHD_stop_daemon(daemon);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    size_t head_length = 0, body_length = 0;
    if (argc != 3) {
        fputs("usage: rootwarp-yardstick HEAD-FILE BODY-FILE\n", stderr);
        return 64;
    }
    char *head = read_file(argv[1], &head_length), *body = read_file(argv[2], &body_length);
    struct MHD_Response *response =
        body == NULL ? NULL : MHD_create_response_from_buffer(body_length, body, MHD_RESPMEM_PERSISTENT);
    int status = EXIT_FAILURE;
    if (head != NULL && response != NULL && add_fields(response, head))
        status = serve(response);
    else
        fputs("rootwarp-yardstick: cannot read the answer to give\n", stderr);
    if (response != NULL)
        MHD_destroy_response(response);
    free(head);
    free(body);
    return status;
}
