/* Connecting to servers that say more, or less, than a sound one. They are this program's own threads. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "store/postgres_session.h"
#include "support/folder.h"
#include "support/suite.h"

/* What a server says once it has been greeted. */
#define LETS_IN "R\0\0\0\x08" "\0\0\0\0"
#define WARNS "N\0\0\0\x35" "SWARNING\0" "C57P02\0" "Mabout to crash, sorry for that\0\0"
#define REFUSES "E\0\0\0\x25" "SFATAL\0" "C57P03\0" "Mnot now, if ever\0\0"
#define READY "Z\0\0\0\x05" "I"

typedef struct server {
    char folder[RW_TEST_PATH_SIZE]; /* of its socket */
    const char *says;
    size_t length; /* 0: it never says anything */
    int listener;
    pthread_t thread;
} server;

static char folder[RW_TEST_PATH_SIZE];
static const rw_store_postgres_options options = {
    .connections_max = 1, .connect_timeout_s = 2, .statement_timeout_ms = 30000};

/* Until the listener is shut down. */
static void *serve(void *argument)
{
    const server *self = argument;
    for (int client; (client = accept(self->listener, NULL, NULL)) >= 0; close(client)) {
        char bytes[1024];
        if (recv(client, bytes, sizeof bytes, 0) > 0 && self->length > 0)
            send(client, self->says, self->length, MSG_NOSIGNAL);
        while (recv(client, bytes, sizeof bytes, 0) > 0)
            continue;
    }
    return NULL;
}

static void start(server *self, const char *says, size_t length)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    *self = (server){.says = says, .length = length};
    rw_test_folder_make(self->folder);
    ck_assert_int_lt(snprintf(at.sun_path, sizeof at.sun_path, "%s/.s.PGSQL.5432", self->folder), sizeof at.sun_path);
    self->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(self->listener, (const struct sockaddr *)&at, sizeof at), 0);
    ck_assert_int_eq(listen(self->listener, 8), 0);
    ck_assert_int_eq(pthread_create(&self->thread, NULL, serve, self), 0);
}

static void end(server *self)
{
    shutdown(self->listener, SHUT_RDWR);
    pthread_join(self->thread, NULL);
    close(self->listener);
    rw_test_folder_remove(self->folder);
}

/* Connects and returns the session or NULL. Nothing may be written to standard error meanwhile. */
static rw_pg_session *connect_quietly(const char *hosts, char reason[RW_PG_MESSAGE_SIZE])
{
    char address[2 * RW_TEST_PATH_SIZE + 64], said[RW_TEST_PATH_SIZE];
    snprintf(address, sizeof address, "postgres:///any?user=any&host=%s", hosts);
    rw_test_file_write(folder, "said", "", said);
    const int file = open(said, O_WRONLY | O_APPEND | O_CLOEXEC), kept = dup(STDERR_FILENO);
    ck_assert(file >= 0 && kept >= 0 && dup2(file, STDERR_FILENO) >= 0);
    rw_pg_session *session = rw_pg_session_open(address, &options, reason);
    ck_assert_int_ge(dup2(kept, STDERR_FILENO), 0);
    close(kept);
    close(file);
    char *text = rw_test_file_read(said, NULL);
    ck_assert_str_eq(text, "");
    free(text);
    return session;
}

/* A listener whose queue is full: the system drops whoever else wants to connect, who does not hear of it. */
typedef struct full_host {
    int listener, waiting[4];
    unsigned port;
} full_host;

static void start_full(full_host *self)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    self->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    ck_assert_int_eq(bind(self->listener, (const struct sockaddr *)&at, sizeof at), 0);
    ck_assert_int_eq(listen(self->listener, 0), 0);
    ck_assert_int_eq(getsockname(self->listener, (struct sockaddr *)&at, &length), 0);
    self->port = ntohs(at.sin_port);
    for (size_t i = 0; i < 4; i++) {
        self->waiting[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        connect(self->waiting[i], (const struct sockaddr *)&at, sizeof at);
    }
}

static void end_full(full_host *self)
{
    for (size_t i = 0; i < 4; i++)
        close(self->waiting[i]);
    close(self->listener);
}

static void set_up(void)
{
    rw_test_folder_make(folder);
}

static void tear_down(void)
{
    rw_test_folder_remove(folder);
}

START_TEST(notice__while_connecting_goes_nowhere)
{
    static const char lets_in[] = LETS_IN WARNS READY, crashes[] = LETS_IN WARNS REFUSES;
    char reason[RW_PG_MESSAGE_SIZE] = "";
    server self;
    start(&self, lets_in, sizeof lets_in - 1);
    rw_pg_session *session = connect_quietly(self.folder, reason);
    ck_assert_msg(session != NULL, "%s", reason);
    rw_pg_session_close(session);
    end(&self);
    start(&self, crashes, sizeof crashes - 1);
    ck_assert_ptr_null(connect_quietly(self.folder, reason));
    ck_assert_msg(strstr(reason, "not now, if ever") != NULL, "%s", reason);
    end(&self);
}
END_TEST

START_TEST(server__that_says_nothing_is_given_up)
{
    char reason[RW_PG_MESSAGE_SIZE] = "";
    server self;
    start(&self, "", 0);
    ck_assert_ptr_null(connect_quietly(self.folder, reason));
    ck_assert_str_eq(reason, "the database says nothing");
    end(&self);
}
END_TEST

START_TEST(hosts__that_say_nothing_or_are_not_there_are_passed_over)
{
    static const char lets_in[] = LETS_IN WARNS READY;
    char reason[RW_PG_MESSAGE_SIZE] = "", hosts[2 * RW_TEST_PATH_SIZE + 16];
    server mute, sound;
    start(&mute, "", 0);
    start(&sound, lets_in, sizeof lets_in - 1);
    snprintf(hosts, sizeof hosts, "%s,%s", mute.folder, sound.folder);
    rw_pg_session *session = connect_quietly(hosts, reason);
    ck_assert_msg(session != NULL, "%s", reason);
    rw_pg_session_close(session);
    snprintf(hosts, sizeof hosts, "%s/nowhere,%s", mute.folder, sound.folder);
    session = connect_quietly(hosts, reason);
    ck_assert_msg(session != NULL, "%s", reason);
    rw_pg_session_close(session);
    end(&mute);
    end(&sound);
}
END_TEST

START_TEST(host__that_does_not_even_connect_is_passed_over)
{
    static const char lets_in[] = LETS_IN WARNS READY;
    char reason[RW_PG_MESSAGE_SIZE] = "", hosts[RW_TEST_PATH_SIZE + 64];
    full_host full;
    server sound;
    start_full(&full);
    start(&sound, lets_in, sizeof lets_in - 1);
    snprintf(hosts, sizeof hosts, "127.0.0.1,%s&port=%u,5432", sound.folder, full.port);
    rw_pg_session *session = connect_quietly(hosts, reason);
    ck_assert_msg(session != NULL, "%s", reason);
    rw_pg_session_close(session);
    snprintf(hosts, sizeof hosts, "127.0.0.1&port=%u", full.port);
    ck_assert_ptr_null(connect_quietly(hosts, reason));
    ck_assert_str_eq(reason, "the database says nothing");
    end(&sound);
    end_full(&full);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("connect");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, notice__while_connecting_goes_nowhere);
    tcase_add_test(cases, server__that_says_nothing_is_given_up);
    tcase_add_test(cases, hosts__that_say_nothing_or_are_not_there_are_passed_over);
    tcase_add_test(cases, host__that_does_not_even_connect_is_passed_over);
    return rw_test_suite_run(cases);
}
