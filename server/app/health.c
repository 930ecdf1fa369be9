#include "app/health.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define PATIENCE_SECONDS 5

typedef struct rw_health_target {
    char host[256]; /* as in the URL, with port, for the Host header */
    char path[1024];
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } address;
    socklen_t address_length;
} rw_health_target;

/* "127.0.0.1:7420", "[::1]:7420", "localhost:7420"; an address that means all of them is asked at loopback. */
static bool parse_host(rw_health_target *target)
{
    char host[256];
    memcpy(host, target->host, sizeof host);
    char *colon = strrchr(host, ':');
    if (colon == NULL)
        return false;
    *colon = '\0';
    char *end = NULL;
    const unsigned long port = strtoul(colon + 1, &end, 10);
    if (colon[1] < '0' || colon[1] > '9' || *end != '\0' || port == 0 || port > 65535)
        return false;
    const size_t length = strlen(host);
    if (length > 2 && host[0] == '[' && host[length - 1] == ']') {
        host[length - 1] = '\0';
        target->address.six.sin6_family = AF_INET6;
        target->address.six.sin6_port = htons((uint16_t)port);
        target->address_length = sizeof target->address.six;
        if (inet_pton(AF_INET6, host + 1, &target->address.six.sin6_addr) != 1)
            return false;
        if (IN6_IS_ADDR_UNSPECIFIED(&target->address.six.sin6_addr))
            target->address.six.sin6_addr = in6addr_loopback;
        return true;
    }
    target->address.four.sin_family = AF_INET;
    target->address.four.sin_port = htons((uint16_t)port);
    target->address_length = sizeof target->address.four;
    if (inet_pton(AF_INET, strcmp(host, "localhost") == 0 ? "127.0.0.1" : host, &target->address.four.sin_addr) != 1)
        return false;
    if (target->address.four.sin_addr.s_addr == htonl(INADDR_ANY))
        target->address.four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return true;
}

static bool parse_url(const char *url, rw_health_target *target)
{
    static const char scheme[] = "http://";
    memset(target, 0, sizeof *target);
    if (strncmp(url, scheme, sizeof scheme - 1) != 0)
        return false;
    url += sizeof scheme - 1;
    const size_t host_length = strcspn(url, "/");
    const char *path = url[host_length] == '\0' || strcmp(url + host_length, "/") == 0 ? "/readyz" : url + host_length;
    if (host_length == 0 || host_length >= sizeof target->host || strlen(path) >= sizeof target->path ||
        strpbrk(url, " \r\n") != NULL)
        return false;
    memcpy(target->host, url, host_length);
    memcpy(target->path, path, strlen(path));
    return parse_host(target);
}

/* The first bytes of the answer, as text; false with errno set. */
static bool ask(const rw_health_target *target, char *answer, size_t size)
{
    const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    char request[1536];
    const int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n",
                                target->path, target->host);
    const int fd = socket(target->address.any.sa_family, SOCK_STREAM, 0);
    bool sound = fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
                 setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
                 connect(fd, &target->address.any, target->address_length) == 0 &&
                 send(fd, request, (size_t)length, MSG_NOSIGNAL) == length;
    size_t got = 0;
    while (sound && got < size - 1) {
        const ssize_t more = recv(fd, answer + got, size - 1 - got, 0);
        sound = more >= 0;
        if (more <= 0)
            break;
        got += (size_t)more;
    }
    answer[got] = '\0';
    const int reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return sound;
}

int rw_health_check(const char *url)
{
    rw_health_target target;
    char answer[512];
    if (!parse_url(url, &target)) {
        fprintf(stderr, "rootwarpd: cannot read '%.200s' as a URL; write http://ADDRESS:PORT/path\n", url);
        return 2;
    }
    if (!ask(&target, answer, sizeof answer)) {
        fprintf(stderr, "rootwarpd: %s does not answer: %s\n", target.host, strerror(errno));
        return 1;
    }
    if (strncmp(answer, "HTTP/1.1 200 ", 13) == 0)
        return 0;
    fprintf(stderr, "rootwarpd: %s%s answers: %.*s\n", target.host, target.path, (int)strcspn(answer, "\r\n"), answer);
    return 1;
}
