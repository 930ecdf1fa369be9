/* What is particular to the store in a folder: the folder, its lock, and everything that can break. */
#include <check.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing_allocator.h"
#include "store/store.h"
#include "store/transfer.h"
#include "store_calls.h"
#include "temporary_folder.h"

static temporary_folder folder;
static char data[TEMPORARY_PATH_SIZE];     /* the data folder, not made yet */
static char database[TEMPORARY_PATH_SIZE]; /* the file in it */
static rw_store *store;
static rw_problem problem;

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    temporary_folder_join(&folder, "above/data", data);
    temporary_folder_join(&folder, "above/data/rootwarp.db", database);
}

static void tear_down(void)
{
    rw_store_close(store);
    store = NULL;
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
}

static rw_store_status try_open(const rw_store_sqlite_options *options)
{
    rw_problem_free(&problem);
    return rw_store_open_sqlite(data, options, &store, &problem);
}

static void must_open(const rw_store_sqlite_options *options)
{
    if (try_open(options) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void close_store(void)
{
    rw_store_close(store);
    store = NULL;
}

static void expect_refused(rw_store_status status, rw_problem_code code)
{
    ck_assert_int_eq(try_open(NULL), status);
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, rw_problem_info_get(code)->name);
    ck_assert_str_ne(problem.detail, "");
    ck_assert_ptr_null(store);
}

static void run_sql(const char *sql)
{
    sqlite3 *connection = NULL;
    ck_assert_int_eq(sqlite3_open(database, &connection), SQLITE_OK);
    const int result = sqlite3_exec(connection, sql, NULL, NULL, NULL);
    if (result != SQLITE_OK)
        ck_abort_msg("%s: %s", sql, sqlite3_errmsg(connection));
    sqlite3_close(connection);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

START_TEST(open__makes_folder_and_file_for_the_owner_only)
{
    umask(0);
    must_open(NULL);
    struct stat status;
    ck_assert_int_eq(stat(data, &status), 0);
    ck_assert_int_eq((int)(status.st_mode & 07777), 0700);
    ck_assert_int_eq(stat(database, &status), 0);
    ck_assert_int_eq((int)(status.st_mode & 07777), 0600);
}
END_TEST

START_TEST(open__a_folder_in_use_is_refused_until_it_is_free)
{
    must_open(NULL);
    rw_store *second = NULL;
    ck_assert_int_eq(rw_store_open_sqlite(data, NULL, &second, &problem), RW_STORE_BUSY);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_LOCKED);
    char holder[32];
    snprintf(holder, sizeof holder, "process %ld", (long)getpid());
    ck_assert_ptr_nonnull(strstr(problem.detail, holder));
    ck_assert_ptr_nonnull(strstr(problem.detail, data));
    ck_assert_ptr_null(second);
    close_store();
    must_open(NULL);
}
END_TEST

START_TEST(open__an_unsuitable_place_is_refused)
{
    char path[TEMPORARY_PATH_SIZE];
    temporary_folder_join(&folder, "above", path);
    write_file(path, "a file where a folder should be");
    expect_refused(RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    unlink(path);
    must_open(NULL);
    close_store();
    unlink(database);
    ck_assert_int_eq(mkdir(database, 0700), 0);
    expect_refused(RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_int_eq(rw_store_open_sqlite("", NULL, &store, &problem), RW_STORE_ERROR);
}
END_TEST

START_TEST(open__a_file_that_is_no_database_is_damage)
{
    must_open(NULL);
    close_store();
    char noise[8192];
    memset(noise, '#', sizeof noise - 1);
    noise[sizeof noise - 1] = '\0';
    write_file(database, noise);
    expect_refused(RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT);
    /* It was left as it is. */
    struct stat status;
    ck_assert_int_eq(stat(database, &status), 0);
    ck_assert_int_eq((int)status.st_size, (int)sizeof noise - 1);
}
END_TEST

START_TEST(open__another_programs_database_is_refused)
{
    must_open(NULL);
    close_store();
    unlink(database);
    run_sql("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)");
    expect_refused(RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    run_sql("SELECT x FROM theirs");
}
END_TEST

START_TEST(read__a_changed_document_is_damage)
{
    must_open(NULL);
    store_must_put(store, "walk", NULL, "{\"a\":1}");
    store_must_put(store, "run", NULL, "{\"b\":1}");
    close_store();
    run_sql("DROP TRIGGER documents_never_change; UPDATE documents SET body = '{\"a\":2}' WHERE body LIKE '%a%'");
    must_open(NULL);
    rw_store_revision revision;
    ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 0, &revision, &problem), RW_STORE_CORRUPT);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_CORRUPT);
    ck_assert_ptr_nonnull(strstr(problem.detail, "walk"));
    rw_problem_free(&problem);
    store_expect_head(store, RW_STORE_CLIP, "run", 1, "{\"b\":1}");
}
END_TEST

static bool count_visit(void *context, const rw_store_revision *revision, rw_problem *visit_problem)
{
    (void)revision;
    (void)visit_problem;
    ++*(int *)context;
    return true;
}

START_TEST(read__torn_pages_are_damage_and_never_a_crash)
{
    must_open(NULL);
    char document[3000];
    memset(document, 'd', sizeof document - 1);
    document[sizeof document - 1] = '\0';
    for (int i = 0; i < 30; i++) {
        char name[16];
        snprintf(name, sizeof name, "clip%d", i);
        document[0] = (char)('A' + i);
        store_must_put(store, name, NULL, document);
    }
    close_store();
    struct stat status;
    ck_assert_int_eq(stat(database, &status), 0);
    int damaged = 0;
    const int pages = (int)(status.st_size / 4096);
    for (int page = 1; page < pages; page++) {
        char saved[4096];
        char noise[4096];
        memset(noise, 0xA5, sizeof noise);
        const int file = open(database, O_RDWR);
        ck_assert_int_eq((int)pread(file, saved, sizeof saved, (off_t)page * 4096), 4096);
        ck_assert_int_eq((int)pwrite(file, noise, sizeof noise, (off_t)page * 4096), 4096);
        int visits = 0;
        int64_t sequence = 0;
        rw_store_status read = try_open(NULL);
        if (read == RW_STORE_OK)
            read = rw_store_read_heads(store, 0, count_visit, &visits, &sequence, &problem);
        if (read == RW_STORE_OK) {
            /* An index that this reading did not need. */
            ck_assert_int_eq(visits, 30);
        } else {
            damaged++;
            if (read != RW_STORE_CORRUPT)
                ck_abort_msg("page %d: %s", page, problem.detail);
        }
        close_store();
        ck_assert_int_eq((int)pwrite(file, saved, sizeof saved, (off_t)page * 4096), 4096);
        close(file);
    }
    ck_assert_int_gt(damaged, pages / 2);
}
END_TEST

START_TEST(write__a_full_store_says_so_and_goes_on_reading)
{
    const rw_store_sqlite_options small = {.busy_timeout_ms = 100, .max_page_count = 40};
    must_open(&small);
    char document[10000];
    memset(document, 'x', sizeof document - 1);
    document[sizeof document - 1] = '\0';
    int written = 0;
    rw_store_status status = RW_STORE_OK;
    while (status == RW_STORE_OK) {
        char name[16];
        rw_store_put_result result = {.revision = 77};
        snprintf(name, sizeof name, "clip%d", written);
        document[0] = (char)('A' + written);
        status = store_put(store, name, NULL, document, NULL, &result, &problem);
        if (status == RW_STORE_OK)
            written++;
        else
            ck_assert_int_eq(result.revision, 77);
    }
    ck_assert_int_eq(status, RW_STORE_FULL);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_FULL);
    rw_problem_free(&problem);
    ck_assert_int_gt(written, 5);
    ck_assert_int_lt(written, 26);
    document[0] = 'A';
    store_expect_head(store, RW_STORE_CLIP, "clip0", 1, document);
    close_store();
    must_open(NULL);
    rw_store_change_list list;
    ck_assert_int_eq(rw_store_list_changes(store, 0, 1000, &list, &problem), RW_STORE_OK);
    ck_assert_int_eq((int)list.count, written);
    rw_store_change_list_free(&list);
    store_must_put(store, "more", NULL, "{}");
}
END_TEST

START_TEST(write__waits_for_another_process_and_then_says_busy)
{
    const rw_store_sqlite_options impatient = {.busy_timeout_ms = 1};
    must_open(&impatient);
    sqlite3 *other = NULL;
    ck_assert_int_eq(sqlite3_open(database, &other), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    rw_store_put_result result;
    ck_assert_int_eq(store_put(store, "walk", NULL, "{}", NULL, &result, &problem), RW_STORE_BUSY);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_BUSY);
    rw_problem_free(&problem);
    ck_assert_int_eq(rw_store_ping(store, &problem), RW_STORE_OK);
    ck_assert_int_eq(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);

    /* A reader of the other process makes the commit wait, not the start. */
    ck_assert_int_eq(sqlite3_exec(other, "BEGIN; SELECT * FROM heads", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{}", NULL, &result, &problem), RW_STORE_BUSY);
    rw_problem_free(&problem);
    sqlite3_close(other);
    ck_assert_int_eq(store_put(store, "walk", NULL, "{}", NULL, &result, &problem), RW_STORE_OK);
    ck_assert_int_eq(result.revision, 1);
}
END_TEST

static bool ping_between(void *context, const rw_store_name *name, rw_problem *problem_inside)
{
    int *busy = context;
    (void)name;
    rw_problem own;
    rw_problem_init(&own);
    *busy += rw_store_ping(store, &own) == RW_STORE_BUSY && own.code == RW_PROBLEM_STORE_BUSY ? 1 : 0;
    rw_problem_free(&own);
    (void)problem_inside;
    return true;
}

static bool pass_over(void *context, const rw_store_revision *revision, rw_problem *problem_inside)
{
    (void)context;
    (void)revision;
    (void)problem_inside;
    return true;
}

/* Not even for the call that it is made from; nor for another process, though a write would, for ten minutes. */
START_TEST(ping__waits_for_nobody)
{
    const rw_store_sqlite_options patient = {.busy_timeout_ms = 600000};
    int busy = 0;
    int64_t sequence = 0;
    must_open(&patient);
    store_must_put(store, "walk", NULL, "{}");
    const rw_store_export_sink sink = {.name = ping_between, .revision = pass_over, .context = &busy};
    ck_assert_int_eq(rw_store_export(store, &sink, &sequence, &problem), RW_STORE_OK);
    ck_assert_int_eq(busy, 1);
    sqlite3 *other = NULL;
    ck_assert_int_eq(sqlite3_open(database, &other), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(rw_store_ping(store, &problem), RW_STORE_BUSY);
    rw_problem_free(&problem);
    sqlite3_close(other);
    ck_assert_int_eq(rw_store_ping(store, &problem), RW_STORE_OK);
}
END_TEST

/* In the child: writes without end and tells the parent of each write that was answered. */
static void write_until_killed(int told)
{
    rw_store *own = NULL;
    rw_problem own_problem;
    rw_problem_init(&own_problem);
    if (rw_store_open_sqlite(data, NULL, &own, &own_problem) != RW_STORE_OK)
        _exit(1);
    for (;;) {
        rw_store_revision head;
        int64_t next = 1;
        if (rw_store_get_revision(own, RW_STORE_CLIP, "walk", 0, &head, &own_problem) == RW_STORE_OK) {
            next = head.revision + 1;
            rw_store_revision_free(&head);
        }
        rw_problem_free(&own_problem);
        char document[64];
        snprintf(document, sizeof document, "{%lld}", (long long)next);
        rw_store_put_request request = {.kind = RW_STORE_CLIP,
                                        .name = "walk",
                                        .document = document,
                                        .document_length = strlen(document),
                                        .hash = rw_hash_bytes(document, strlen(document))};
        rw_store_put_result result;
        if (rw_store_put(own, &request, &result, &own_problem) != RW_STORE_OK)
            _exit(2);
        if (write(told, &result.revision, sizeof result.revision) < 0)
            _exit(3);
    }
}

START_TEST(write__what_was_answered_survives_a_kill)
{
    int64_t last = 0;
    for (int round = 0; round < 5; round++) {
        int ends[2];
        ck_assert_int_eq(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            write_until_killed(ends[1]);
        }
        close(ends[1]);
        int64_t told = 0;
        for (int i = 0; i < 3 + 4 * round; i++) {
            ck_assert_int_eq((int)read(ends[0], &told, sizeof told), (int)sizeof told);
            ck_assert_int_eq(told, last + 1);
            last = told;
        }
        kill(child, SIGKILL);
        int status = 0;
        ck_assert_int_eq(waitpid(child, &status, 0), child);
        ck_assert(WIFSIGNALED(status));
        while (read(ends[0], &told, sizeof told) == (ssize_t)sizeof told)
            last = told;
        close(ends[0]);

        must_open(NULL);
        rw_store_revision head;
        ck_assert_int_eq(rw_store_get_revision(store, RW_STORE_CLIP, "walk", 0, &head, &problem), RW_STORE_OK);
        /* At most the one write whose answer was not heard is there beyond. */
        ck_assert_int_ge(head.revision, last);
        ck_assert_int_le(head.revision, last + 1);
        char document[64];
        snprintf(document, sizeof document, "{%lld}", (long long)head.revision);
        ck_assert_str_eq(head.document, document);
        last = head.revision;
        rw_store_revision_free(&head);
        close_store();
    }
    run_sql("PRAGMA foreign_key_check");
}
END_TEST

static void *sqlite_malloc(int size)
{
    return malloc((size_t)size);
}

static void *sqlite_realloc(void *block, int size)
{
    return realloc(block, (size_t)size);
}

static int sqlite_size(void *block)
{
    return (int)malloc_usable_size(block);
}

static int sqlite_roundup(int size)
{
    return (size + 7) & ~7;
}

static int sqlite_init(void *context)
{
    (void)context;
    return SQLITE_OK;
}

static void sqlite_shutdown_nothing(void *context)
{
    (void)context;
}

/* Sends SQLite's allocations through this program, where they can be made to fail. */
static void route_sqlite_memory(void)
{
    static const sqlite3_mem_methods methods = {sqlite_malloc,  free,        sqlite_realloc,          sqlite_size,
                                                sqlite_roundup, sqlite_init, sqlite_shutdown_nothing, NULL};
    sqlite3_shutdown();
    ck_assert_int_eq(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
    ck_assert_int_eq(sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0), SQLITE_OK);
}

typedef rw_store_status (*fragile_step)(void);

static rw_store_status step_put(void)
{
    rw_store_put_result result;
    return store_put(store, "leap", "walk", "{new}", NULL, &result, &problem);
}

static rw_store_status step_get(void)
{
    rw_store_revision revision;
    const rw_store_status status = rw_store_get_revision(store, RW_STORE_CLIP, "walk", 1, &revision, &problem);
    if (status == RW_STORE_OK)
        rw_store_revision_free(&revision);
    return status;
}

static rw_store_status step_list(void)
{
    rw_store_revision_list list;
    const rw_store_status status = rw_store_list_revisions(store, RW_STORE_CLIP, "walk", 0, 9, &list, &problem);
    if (status == RW_STORE_OK)
        rw_store_revision_list_free(&list);
    return status;
}

static rw_store_status step_changes(void)
{
    rw_store_change_list list;
    const rw_store_status status = rw_store_list_changes(store, 0, 9, &list, &problem);
    if (status == RW_STORE_OK)
        rw_store_change_list_free(&list);
    return status;
}

static rw_store_status step_read_heads(void)
{
    int visits = 0;
    int64_t sequence = 0;
    const rw_store_status status = rw_store_read_heads(store, 0, count_visit, &visits, &sequence, &problem);
    return status == RW_STORE_OK && visits != 3 ? RW_STORE_ERROR : status;
}

static rw_store_status step_delete(void)
{
    int64_t sequence = 0;
    return store_delete(store, RW_STORE_PROFILE, "lunge", &match_any, &sequence, &problem);
}

static rw_store_status step_open(void)
{
    rw_store *opened = NULL;
    char other[TEMPORARY_PATH_SIZE + 8];
    snprintf(other, sizeof other, "%s.other", data);
    const rw_store_status status = rw_store_open_sqlite(other, NULL, &opened, &problem);
    rw_store_close(opened);
    return status;
}

START_TEST(memory__the_failure_of_every_allocation_is_survived)
{
    static const fragile_step steps[] = {step_get,        step_list, step_changes, step_read_heads,
                                         step_put,        step_delete, step_open};
    route_sqlite_memory();
    must_open(NULL);
    store_must_put(store, "walk", NULL, "{1}");
    store_must_put(store, "lunge", "walk", "{p}");
    store_must_put(store, "walk", NULL, "{2}");
    rw_store_status status = RW_STORE_ERROR;
    unsigned long n = 0;
    do {
        rw_problem_free(&problem);
        /* Opening allocates a thousand times and syncs each time: there a sample has to do. */
        n += steps[_i] == step_open ? 1 + n / 16 : 1;
        failing_allocator_arm(n);
        status = steps[_i]();
        failing_allocator_arm(0);
        if (status != RW_STORE_OK && status != RW_STORE_NO_MEMORY)
            ck_abort_msg("allocation %lu: status %d, %s", n, (int)status, problem.detail);
    } while (status != RW_STORE_OK);
    ck_assert_uint_gt(n, 3);
    store_expect_head(store, RW_STORE_CLIP, "walk", 2, "{2}");
    rw_store_change_list list;
    ck_assert_int_eq(rw_store_list_changes(store, 0, 9, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, steps[_i] == step_put || steps[_i] == step_delete ? 4 : 3);
    rw_store_change_list_free(&list);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("SQLite store");
    TCase *tcase = tcase_create("folder and faults");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, open__makes_folder_and_file_for_the_owner_only);
    tcase_add_test(tcase, open__a_folder_in_use_is_refused_until_it_is_free);
    tcase_add_test(tcase, open__an_unsuitable_place_is_refused);
    tcase_add_test(tcase, open__a_file_that_is_no_database_is_damage);
    tcase_add_test(tcase, open__another_programs_database_is_refused);
    tcase_add_test(tcase, read__a_changed_document_is_damage);
    tcase_add_test(tcase, read__torn_pages_are_damage_and_never_a_crash);
    tcase_add_test(tcase, write__a_full_store_says_so_and_goes_on_reading);
    tcase_add_test(tcase, write__waits_for_another_process_and_then_says_busy);
    tcase_add_test(tcase, ping__waits_for_nobody);
    tcase_add_test(tcase, write__what_was_answered_survives_a_kill);
    tcase_add_loop_test(tcase, memory__the_failure_of_every_allocation_is_survived, 0, 7);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
