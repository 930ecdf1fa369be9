/* What an operator does to the file: backup, verification, restoring; and stores that are only read. */
#include <check.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalogue_copy.h"
#include "store/maintenance.h"
#include "store_calls.h"
#include "temporary_folder.h"

static temporary_folder folder;
static char data[TEMPORARY_PATH_SIZE], database[TEMPORARY_PATH_SIZE], backup[TEMPORARY_PATH_SIZE];
static char kept[TEMPORARY_PATH_SIZE];
static rw_store *store;
static rw_problem problem;
static rw_store_verification counts;
static char faults[8192];

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    temporary_folder_join(&folder, "data", data);
    temporary_folder_join(&folder, "data/rootwarp.db", database);
    temporary_folder_join(&folder, "data/rootwarp.db.before-restore", kept);
    temporary_folder_join(&folder, "backup.db", backup);
    counts = (rw_store_verification){.faults = 0};
    faults[0] = '\0';
}

static void tear_down(void)
{
    rw_store_close(store);
    store = NULL;
    rw_problem_free(&problem);
    chmod(data, 0700);
    temporary_folder_remove(&folder);
}

static void close_store(void)
{
    rw_store_close(store);
    store = NULL;
}

static void must(rw_store_status status)
{
    if (status != RW_STORE_OK)
        ck_abort_msg("%s", problem.detail);
}

static void expect(rw_store_status status, rw_store_status wanted, rw_problem_code code)
{
    ck_assert_int_eq(status, wanted);
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, rw_problem_info_get(code)->name);
    ck_assert_str_ne(problem.detail, "");
    rw_problem_free(&problem);
}

static void open_filled(void)
{
    must(rw_store_open_sqlite(data, NULL, &store, &problem));
    store_must_put(store, "walk", NULL, "{\"w\":1}");
    store_must_put(store, "walk", NULL, "{\"w\":2}");
    store_must_put(store, "lunge", "walk", "{\"l\":1}");
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *connection = NULL;
    ck_assert_int_eq(sqlite3_open(path, &connection), SQLITE_OK);
    const int result = sqlite3_exec(connection, sql, NULL, NULL, NULL);
    if (result != SQLITE_OK)
        ck_abort_msg("%s: %s", sql, sqlite3_errmsg(connection));
    sqlite3_close(connection);
}

static void note_fault(void *context, const char *fault)
{
    (void)context;
    const size_t length = strlen(faults);
    snprintf(faults + length, sizeof faults - length, "%s\n", fault);
}

static void verify(const char *path)
{
    faults[0] = '\0';
    must(rw_store_verify_sqlite(path, note_fault, NULL, &counts, &problem));
}

START_TEST(verify__counts_what_is_there_while_it_is_in_use)
{
    open_filled();
    verify(data);
    ck_assert_uint_eq(counts.faults, 0);
    ck_assert_int_eq(counts.documents, 3);
    ck_assert_int_eq(counts.revisions, 3);
    ck_assert_int_eq(counts.heads, 2);
    ck_assert_int_eq(counts.changes, 3);
    ck_assert_int_eq(counts.sequence, 3);
    store_must_put(store, "walk", NULL, "{\"w\":3}");
    verify(database);
    ck_assert_int_eq(counts.sequence, 4);
}
END_TEST

typedef struct damage {
    const char *sql;
    const char *told;
} damage;

static const damage damages[] = {
    {"DROP TRIGGER documents_never_change; UPDATE documents SET body = '{}' WHERE body = '{\"w\":1}'",
     "is not what was written: its hash is"},
    {"DELETE FROM documents WHERE body = '{\"w\":1}'", "a row of revisions refers to a row of documents"},
    {"DELETE FROM documents WHERE body = '{\"w\":2}'", "the head of clip \"walk\", revision 2, has no document"},
    {"DELETE FROM revisions WHERE kind = 1 AND revision = 1",
     "change 1 is about revision 1 of clip \"walk\", which is not there"},
    {"UPDATE heads SET last_revision = 1 , revision = 1 WHERE kind = 1", "and has one numbered 2"},
    {"UPDATE heads SET revision = NULL WHERE kind = 1", "profile \"lunge\" uses clip \"walk\", which is deleted"},
    {"UPDATE heads SET revision = 1 WHERE kind = 1", "head of clip \"walk\" is not what the change log says last"},
    {"DROP TRIGGER changes_never_go; DELETE FROM changes WHERE sequence = 2", "the change log has a gap before 3"},
    {"DROP TRIGGER changes_never_go; DELETE FROM changes WHERE sequence = 3", "ends at 2, and went to 3"},
    {"DROP TRIGGER changes_never_go; DELETE FROM changes WHERE sequence = 3", "profile \"lunge\" is in no entry"},
    {"DELETE FROM heads WHERE kind = 2", "revision 1 of profile \"lunge\" belongs to a name that is not in the list"},
    {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'saved_at      INTEGER', "
     "'saved_at      TEXT   ') WHERE name = 'revisions'",
     "SQLite: "},
};

START_TEST(verify__tells_each_kind_of_damage)
{
    const damage *given = &damages[_i];
    open_filled();
    close_store();
    run_sql(database, given->sql);
    verify(data);
    ck_assert_uint_gt(counts.faults, 0);
    ck_assert_msg(strstr(faults, given->told) != NULL, "\"%s\" is not among:\n%s", given->told, faults);
}
END_TEST

START_TEST(verify__of_a_file_with_a_torn_page_goes_on)
{
    open_filled();
    char document[9000] = "{\"w\":\"";
    memset(document + 6, 'x', sizeof document - 9);
    memcpy(document + sizeof document - 3, "\"}", 3);
    store_must_put(store, "walk", NULL, document);
    close_store();
    const int file = open(database, O_RDWR);
    struct stat status;
    ck_assert_int_eq(fstat(file, &status), 0);
    char noise[4096];
    memset(noise, 0x5A, sizeof noise);
    for (off_t page = status.st_size / 4096 - 4; page < status.st_size / 4096; page++)
        ck_assert_int_eq(pwrite(file, noise, sizeof noise, page * 4096), 4096);
    close(file);
    verify(data);
    ck_assert_uint_gt(counts.faults, 1);
}
END_TEST

START_TEST(verify__refuses_what_is_no_catalogue)
{
    expect(rw_store_verify_sqlite(data, NULL, NULL, &counts, &problem), RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    run_sql(backup, "CREATE TABLE theirs (x)");
    expect(rw_store_verify_sqlite(backup, NULL, NULL, &counts, &problem), RW_STORE_ERROR,
           RW_PROBLEM_STORE_UNSUITABLE);
    FILE *file = fopen(backup, "w");
    fprintf(file, "%s", "this is not a database at all, but a text that is long enough to be looked at as if it were "
                        "one, which takes at least a hundred bytes");
    fclose(file);
    expect(rw_store_verify_sqlite(backup, NULL, NULL, &counts, &problem), RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT);
}
END_TEST

START_TEST(backup__while_it_is_in_use_is_whole_and_private)
{
    open_filled();
    umask(0);
    must(rw_store_backup_sqlite(data, backup, false, &counts, &problem));
    ck_assert_int_eq(counts.sequence, 3);
    struct stat status;
    ck_assert_int_eq(stat(backup, &status), 0);
    ck_assert_int_eq((int)(status.st_mode & 07777), 0600);
    store_must_put(store, "walk", NULL, "{\"w\":3}");
    verify(backup);
    ck_assert_uint_eq(counts.faults, 0);
    ck_assert_int_eq(counts.sequence, 3);

    /* What stands there is replaced only when that is said. */
    expect(rw_store_backup_sqlite(data, backup, false, &counts, &problem), RW_STORE_ERROR,
           RW_PROBLEM_STORE_UNSUITABLE);
    must(rw_store_backup_sqlite(data, backup, true, &counts, &problem));
    ck_assert_int_eq(counts.sequence, 4);
}
END_TEST

START_TEST(backup__of_a_damaged_database_is_refused_and_leaves_no_file)
{
    open_filled();
    close_store();
    run_sql(database, "DELETE FROM documents WHERE body = '{\"w\":2}'");
    expect(rw_store_backup_sqlite(data, backup, false, &counts, &problem), RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT);
    ck_assert_int_eq(access(backup, F_OK), -1);
    char partial[TEMPORARY_PATH_SIZE];
    temporary_folder_join(&folder, "backup.db.partial", partial);
    ck_assert_int_eq(access(partial, F_OK), -1);
    expect(rw_store_backup_sqlite(folder.path, backup, false, &counts, &problem), RW_STORE_ERROR,
           RW_PROBLEM_STORE_UNSUITABLE);
}
END_TEST

START_TEST(restore__gives_back_what_was_backed_up)
{
    open_filled();
    catalogue_copy before, after;
    catalogue_copy_take(store, &before);
    must(rw_store_backup_sqlite(data, backup, false, &counts, &problem));
    store_must_put(store, "walk", NULL, "{\"w\":3}");
    expect(rw_store_restore_sqlite(backup, data, true, &counts, &problem), RW_STORE_BUSY, RW_PROBLEM_STORE_LOCKED);
    close_store();
    expect(rw_store_restore_sqlite(backup, data, false, &counts, &problem), RW_STORE_ERROR,
           RW_PROBLEM_STORE_UNSUITABLE);
    must(rw_store_restore_sqlite(backup, data, true, &counts, &problem));
    ck_assert_int_eq(counts.sequence, 3);
    verify(kept);
    ck_assert_uint_eq(counts.faults, 0);
    ck_assert_int_eq(counts.sequence, 4);
    must(rw_store_open_sqlite(data, NULL, &store, &problem));
    catalogue_copy_take(store, &after);
    ck_assert_str_eq(before.text.data, after.text.data);
    catalogue_copy_free(&before);
    catalogue_copy_free(&after);
}
END_TEST

START_TEST(restore__into_a_new_folder)
{
    open_filled();
    must(rw_store_backup_sqlite(data, backup, false, &counts, &problem));
    close_store();
    char fresh[TEMPORARY_PATH_SIZE];
    temporary_folder_join(&folder, "deep/fresh", fresh);
    must(rw_store_restore_sqlite(backup, fresh, false, &counts, &problem));
    must(rw_store_open_sqlite(fresh, NULL, &store, &problem));
    store_expect_head(store, RW_STORE_CLIP, "walk", 2, "{\"w\":2}");
}
END_TEST

START_TEST(restore__of_a_bad_file_changes_nothing)
{
    open_filled();
    must(rw_store_backup_sqlite(data, backup, false, &counts, &problem));
    close_store();
    run_sql(backup, "DELETE FROM documents WHERE body = '{\"w\":2}'");
    expect(rw_store_restore_sqlite(backup, data, true, &counts, &problem), RW_STORE_CORRUPT, RW_PROBLEM_STORE_CORRUPT);
    expect(rw_store_restore_sqlite(kept, data, true, &counts, &problem), RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_int_eq(access(kept, F_OK), -1);
    verify(data);
    ck_assert_uint_eq(counts.faults, 0);
    ck_assert_int_eq(counts.sequence, 3);
}
END_TEST

/* A transaction that was cut short leaves a journal, which must not be played back into the restored file. */
START_TEST(restore__over_a_damaged_database_with_a_journal)
{
    open_filled();
    must(rw_store_backup_sqlite(data, backup, false, &counts, &problem));
    close_store();
    char journal[TEMPORARY_PATH_SIZE], kept_journal[TEMPORARY_PATH_SIZE];
    temporary_folder_join(&folder, "data/rootwarp.db-journal", journal);
    temporary_folder_join(&folder, "data/rootwarp.db.before-restore-journal", kept_journal);
    FILE *file = fopen(database, "w");
    fprintf(file, "damaged beyond all hope, so that not even its header can be made out any more, for a hundred bytes");
    fclose(file);
    file = fopen(journal, "w");
    fprintf(file, "left by a crash");
    fclose(file);
    must(rw_store_restore_sqlite(backup, data, true, &counts, &problem));
    struct stat status;
    ck_assert(stat(journal, &status) != 0 || status.st_size == 0);
    ck_assert_int_eq(access(kept, F_OK), 0);
    must(rw_store_open_sqlite(data, NULL, &store, &problem));
    store_expect_head(store, RW_STORE_CLIP, "walk", 2, "{\"w\":2}");
}
END_TEST

static rw_store_status open_read_only(void)
{
    rw_store_sqlite_options options = rw_store_sqlite_options_default();
    options.read_only = true;
    return rw_store_open_sqlite(data, &options, &store, &problem);
}

START_TEST(read_only__reads_and_refuses_every_write)
{
    open_filled();
    catalogue_copy copy;
    catalogue_copy_take(store, &copy);
    close_store();
    must(open_read_only());
    store_expect_head(store, RW_STORE_CLIP, "walk", 2, "{\"w\":2}");
    rw_store_put_result put;
    rw_store_purge_result purge;
    rw_store_import_result result;
    int64_t sequence;
    const rw_origin nobody = {.actor = NULL};
    expect(store_put(store, "walk", NULL, "{\"w\":9}", &match_any, &put, &problem), RW_STORE_READ_ONLY,
           RW_PROBLEM_STORE_READ_ONLY);
    expect(store_delete(store, RW_STORE_PROFILE, "lunge", &match_any, &sequence, &problem), RW_STORE_READ_ONLY,
           RW_PROBLEM_STORE_READ_ONLY);
    expect(rw_store_purge(store, RW_STORE_CLIP, "walk", &nobody, &purge, &problem), RW_STORE_READ_ONLY,
           RW_PROBLEM_STORE_READ_ONLY);
    expect(catalogue_copy_import(&copy, store, false, &result, &problem), RW_STORE_READ_ONLY,
           RW_PROBLEM_STORE_READ_ONLY);
    must(catalogue_copy_import(&copy, store, true, &result, &problem));
    must(rw_store_ping(store, &problem));
    int file = -1;
    must(rw_store_scratch_file(store, &file, &problem));
    ck_assert_int_eq(write(file, "abc", 3), 3);
    close(file);
    catalogue_copy_free(&copy);
}
END_TEST

START_TEST(read_only__shares_the_folder_with_readers_but_not_with_a_writer)
{
    open_filled();
    rw_store *writer = store;
    store = NULL;
    expect(open_read_only(), RW_STORE_BUSY, RW_PROBLEM_STORE_LOCKED);
    rw_store_close(writer);
    must(open_read_only());
    rw_store *second = store;
    must(open_read_only());
    rw_store *refused = NULL;
    expect(rw_store_open_sqlite(data, NULL, &refused, &problem), RW_STORE_BUSY, RW_PROBLEM_STORE_LOCKED);
    rw_store_close(second);
}
END_TEST

START_TEST(read_only__makes_nothing)
{
    expect(open_read_only(), RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_int_eq(access(data, F_OK), -1);
    ck_assert_int_eq(mkdir(data, 0700), 0);
    expect(open_read_only(), RW_STORE_ERROR, RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_int_eq(rmdir(data), 0); /* still empty */
    open_filled();
    close_store();
    char lock[TEMPORARY_PATH_SIZE];
    temporary_folder_join(&folder, "data/rootwarp.lock", lock);
    ck_assert_int_eq(unlink(lock), 0);
    ck_assert_int_eq(chmod(data, 0500), 0);
    must(open_read_only());
    store_expect_head(store, RW_STORE_CLIP, "walk", 2, "{\"w\":2}");
    ck_assert_int_eq(access(lock, F_OK), -1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("maintenance of a store's file");
    TCase *tcase = tcase_create("maintenance");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, verify__counts_what_is_there_while_it_is_in_use);
    tcase_add_loop_test(tcase, verify__tells_each_kind_of_damage, 0, (int)(sizeof damages / sizeof damages[0]));
    tcase_add_test(tcase, verify__of_a_file_with_a_torn_page_goes_on);
    tcase_add_test(tcase, verify__refuses_what_is_no_catalogue);
    tcase_add_test(tcase, backup__while_it_is_in_use_is_whole_and_private);
    tcase_add_test(tcase, backup__of_a_damaged_database_is_refused_and_leaves_no_file);
    tcase_add_test(tcase, restore__gives_back_what_was_backed_up);
    tcase_add_test(tcase, restore__into_a_new_folder);
    tcase_add_test(tcase, restore__of_a_bad_file_changes_nothing);
    tcase_add_test(tcase, restore__over_a_damaged_database_with_a_journal);
    tcase_add_test(tcase, read_only__reads_and_refuses_every_write);
    tcase_add_test(tcase, read_only__shares_the_folder_with_readers_but_not_with_a_writer);
    tcase_add_test(tcase, read_only__makes_nothing);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
