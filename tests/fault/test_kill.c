/* SIGKILL at any moment, again and again: what was acknowledged is there, whole, and no revision number comes twice. */
#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "endurance.h"
#include "ledger.h"
#include "soundness.h"
#include "support/server.h"
#include "support/suite.h"

#define WRITERS 4
#define SHORT_KILLS 50
#define LONG_KILLS 2000
#define ROUND_WRITES_MAX 40     /* writes that are let through before a kill, at most */
#define DELAY_NS_MAX 4000000    /* and then so long, so that it falls into any part of a write */

enum { KILLS_PENDING, KILLS_ACKNOWLEDGED };

typedef struct writer {
    pthread_t thread;
    rw_ledger ledger;
    unsigned port;
    atomic_long *acknowledged;
} writer;

static void *write_on(void *context)
{
    writer *self = context;
    rw_caller caller = RW_CALLER(self->port);
    while (rw_ledger_write(&self->ledger, &caller))
        atomic_fetch_add(self->acknowledged, 1);
    rw_caller_hang_up(&caller);
    return NULL;
}

/* The one value that the statement gives, as a text. */
static void ask_database(sqlite3 *database, const char *sql, char out[256])
{
    sqlite3_stmt *statement = NULL;
    ck_assert_int_eq(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    snprintf(out, 256, "%s", "");
    if (sqlite3_step(statement) == SQLITE_ROW)
        snprintf(out, 256, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
}

/* Every document has the hash under which it is stored. */
static void check_documents(sqlite3 *database)
{
    sqlite3_stmt *statement = NULL;
    ck_assert(rw_hash_start());
    ck_assert_int_eq(sqlite3_prepare_v2(database, "SELECT hash, body FROM documents", -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        const char *body = (const char *)sqlite3_column_text(statement, 1);
        const rw_hash hash = rw_hash_bytes(body, (size_t)sqlite3_column_bytes(statement, 1));
        ck_assert_str_eq(hash.text, (const char *)sqlite3_column_text(statement, 0));
    }
    ck_assert_int_eq(sqlite3_finalize(statement), SQLITE_OK);
}

static void check_file(const rw_test_server *server, bool documents)
{
    char path[RW_TEST_PATH_SIZE + 16], said[256];
    sqlite3 *database = NULL;
    snprintf(path, sizeof path, "%s/rootwarp.db", server->data);
    ck_assert_int_eq(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof rw_soundness_queries / sizeof *rw_soundness_queries; i++) {
        ask_database(database, rw_soundness_queries[i], said);
        ck_assert_str_eq(said, "ok");
    }
    if (documents)
        check_documents(database);
    sqlite3_close(database);
}

static void kill_at_random(const rw_test_server *server, rw_ledger *dice, const atomic_long *acknowledged)
{
    const long wanted = (long)(rw_ledger_random(dice) % ROUND_WRITES_MAX) + 1;
    while (atomic_load(acknowledged) < wanted) {
        const struct timespec pause = {.tv_nsec = 100000};
        ck_assert_int_eq(waitpid(server->pid, NULL, WNOHANG), 0);
        nanosleep(&pause, NULL);
    }
    const struct timespec delay = {.tv_nsec = (long)(rw_ledger_random(dice) % DELAY_NS_MAX)};
    nanosleep(&delay, NULL);
    ck_assert_int_eq(kill(server->pid, SIGKILL), 0);
}

static void run_round(rw_test_server *server, writer *writers, rw_ledger *dice, rw_endurance *endurance)
{
    atomic_long acknowledged = 0;
    int status = 0;
    for (int i = 0; i < WRITERS; i++) {
        writers[i].port = server->port;
        writers[i].acknowledged = &acknowledged;
        ck_assert_int_eq(pthread_create(&writers[i].thread, NULL, write_on, &writers[i]), 0);
    }
    kill_at_random(server, dice, &acknowledged);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i].thread, NULL);
    ck_assert_int_eq(waitpid(server->pid, &status, 0), server->pid);
    ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "the daemon ended by itself: %d", status);
    close(server->out);
    rw_test_server_restart(server, NULL);
    rw_caller caller = RW_CALLER(server->port);
    for (int i = 0; i < WRITERS; i++) {
        for (int name = 0; name < RW_LEDGER_NAMES; name++)
            endurance->figures[KILLS_PENDING] += writers[i].ledger.entries[name].pending != RW_LEDGER_NOTHING;
        ck_assert_msg(rw_ledger_verify(&writers[i].ledger, &caller), "%s", writers[i].ledger.fault);
    }
    rw_caller_hang_up(&caller);
    endurance->figures[KILLS_ACKNOWLEDGED] += atomic_load(&acknowledged);
}

START_TEST(kill__loses_nothing_that_was_acknowledged)
{
    rw_endurance endurance;
    rw_test_server server;
    rw_ledger dice;
    writer *writers = calloc(WRITERS, sizeof *writers);
    ck_assert_ptr_nonnull(writers);
    rw_endurance_begin(&endurance, "kill", SHORT_KILLS, LONG_KILLS);
    const uint64_t seed = (uint64_t)endurance.done + 1;
    rw_ledger_init(&dice, WRITERS, seed);
    for (int i = 0; i < WRITERS; i++)
        rw_ledger_init(&writers[i].ledger, i, seed);
    rw_test_server_start(&server, NULL);
    while (endurance.done < endurance.total) {
        run_round(&server, writers, &dice, &endurance);
        endurance.done++;
        const bool all = endurance.done % 50 == 0 || endurance.done == endurance.total;
        check_file(&server, all);
        rw_endurance_keep(&endurance);
    }
    rw_test_server_end(&server);
    rw_endurance_end(&endurance, "%ld kills, %ld writes acknowledged, %ld without an answer; nothing lost, nothing torn",
                     endurance.done, endurance.figures[KILLS_ACKNOWLEDGED], endurance.figures[KILLS_PENDING]);
    free(writers);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("kill");
    tcase_add_test(cases, kill__loses_nothing_that_was_acknowledged);
    return rw_test_suite_run(cases);
}
