#include <arpa/inet.h>
#include <check.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load/load.h"

/* A server for one connection: answers so many requests in the way it is told, then closes. */
typedef struct rw_answerer {
    int listener;
    uint16_t port;
    const char *answer;
    size_t piece; /* bytes it sends at once */
    unsigned answers;
    pthread_t thread;
} rw_answerer;

static const char request_text[] = "GET / HTTP/1.1\r\n\r\n";
static const rw_load_request requests[] = {{request_text, sizeof request_text - 1}};

static bool read_request(int fd)
{
    char bytes[sizeof request_text];
    size_t length = 0;
    while (length < sizeof request_text - 1) {
        const ssize_t got = recv(fd, bytes + length, sizeof request_text - 1 - length, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
    }
    return true;
}

static void *answer(void *context)
{
    const rw_answerer *self = context;
    const int fd = accept(self->listener, NULL, NULL);
    for (unsigned i = 0; i < self->answers && read_request(fd); i++)
        for (size_t at = 0, length = strlen(self->answer); at < length;) {
            const size_t size = self->piece < length - at ? self->piece : length - at;
            if (send(fd, self->answer + at, size, MSG_NOSIGNAL) != (ssize_t)size)
                break;
            at += size;
        }
    close(fd);
    return NULL;
}

static void serve(rw_answerer *self)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    self->listener = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(self->listener, (const struct sockaddr *)&address, length), 0);
    ck_assert_int_eq(listen(self->listener, 8), 0);
    ck_assert_int_eq(getsockname(self->listener, (struct sockaddr *)&address, &length), 0);
    self->port = ntohs(address.sin_port);
    ck_assert_int_eq(pthread_create(&self->thread, NULL, answer, self), 0);
}

static const char *run(rw_answerer *server, rw_load_job *job, rw_load_result *result)
{
    serve(server);
    job->port = server->port;
    job->connections = 1;
    job->requests = requests;
    job->request_count = 1;
    const char *broken = rw_load_run(job, result);
    pthread_join(server->thread, NULL);
    close(server->listener);
    return broken;
}

START_TEST(load__counts_answers_and_failures_in_any_pieces)
{
    static const char *const answers[] = {"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
                                          "HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n"};
    for (size_t i = 0; i < 4; i++) {
        rw_answerer server = {.answer = answers[i % 2], .piece = i < 2 ? 1 : 1000, .answers = 20};
        rw_load_job job = {.seconds = 3600, .count = 20};
        rw_load_result result;
        ck_assert_ptr_null(run(&server, &job, &result));
        ck_assert_uint_eq(result.answers, 20);
        ck_assert_uint_eq(result.failures, i % 2 == 0 ? 0 : 20);
        ck_assert(result.p50 <= result.p99 && result.p99 <= result.p999);
    }
}
END_TEST

START_TEST(load__a_late_answer_counts_from_when_its_request_was_due)
{
    /* A thousand requests fall due within a millisecond on one connection: the last one waits for all the others. */
    for (int spin = 0; spin < 2; spin++) {
        rw_answerer server = {
            .answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .piece = 1000, .answers = 1000};
        rw_load_job job = {.seconds = 3600, .count = 1000, .rate = 1e6, .spin = spin == 1};
        rw_load_result result;
        ck_assert_ptr_null(run(&server, &job, &result));
        ck_assert_uint_eq(result.answers, 1000);
        ck_assert_double_ge(result.p999, 1e6 * result.seconds * 0.9 - 2000);
    }
}
END_TEST

START_TEST(load__says_what_broke)
{
    static const struct {
        const char *answer, *broken;
        unsigned answers;
    } cases[] = {
        {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "the server closed a connection while an answer was awaited", 1},
        {"HTTP/1.1 200 OK\r\n\r\n", "an answer does not say how long it is", 1},
        {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nmore", "the server sent more than an answer", 1},
        {"", "the server closed a connection while an answer was awaited", 0},
        {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "the server closed a connection", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_answerer server = {.answer = cases[i].answer, .piece = 1000, .answers = cases[i].answers};
        rw_load_job job = {.seconds = 3600, .count = 5};
        rw_load_result result = {.answers = 77};
        const char *broken = run(&server, &job, &result);
        ck_assert_ptr_nonnull(broken);
        ck_assert_msg(strncmp(broken, cases[i].broken, strlen(cases[i].broken)) == 0, "%zu: %s", i, broken);
        ck_assert_uint_eq(result.answers, 77);
    }
}
END_TEST

/* As those of "localhost" where the daemon listens on one of them only. */
START_TEST(address__that_nobody_listens_at_is_passed_over)
{
    rw_answerer server = {.answer = "", .answers = 0};
    struct sockaddr_in6 nobody6 = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT, .sin6_port = htons(1)};
    struct sockaddr_in nobody = {.sin_family = AF_INET, .sin_port = htons(1), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in somebody = nobody;
    serve(&server);
    somebody.sin_port = htons(server.port);
    struct addrinfo list[] = {
        {.ai_family = AF_INET6, .ai_socktype = SOCK_STREAM, .ai_addr = (struct sockaddr *)&nobody6, .ai_addrlen = sizeof nobody6},
        {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_addr = (struct sockaddr *)&nobody, .ai_addrlen = sizeof nobody},
        {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_addr = (struct sockaddr *)&somebody, .ai_addrlen = sizeof somebody},
    };
    ck_assert_ptr_null(rw_load_choose(NULL));
    list[0].ai_next = &list[1];
    ck_assert_ptr_null(rw_load_choose(list));
    list[1].ai_next = &list[2];
    ck_assert_ptr_eq(rw_load_choose(list), &list[2]);
    pthread_join(server.thread, NULL);
    close(server.listener);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bench: load");
    TCase *tcase = tcase_create("load");
    tcase_add_test(tcase, load__counts_answers_and_failures_in_any_pieces);
    tcase_add_test(tcase, load__a_late_answer_counts_from_when_its_request_was_due);
    tcase_add_test(tcase, load__says_what_broke);
    tcase_add_test(tcase, address__that_nobody_listens_at_is_passed_over);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
