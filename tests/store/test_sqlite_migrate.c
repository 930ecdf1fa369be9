#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite_migrate.h"
#include "temporary_folder.h"

static temporary_folder folder;
static char path[TEMPORARY_PATH_SIZE];
static char backup[TEMPORARY_PATH_SIZE];
static rw_sqlite_db db;
static rw_problem problem;

static const rw_migration steps[] = {
    {1, "one", "checksum-1", "0.1.0", "CREATE TABLE one (x); INSERT INTO one VALUES (1);"},
    {2, "two", "checksum-2", "0.1.0", "CREATE TABLE two (x);"},
    {3, "three", "checksum-3", "1.2.0", "CREATE TABLE three (x);"},
};

static rw_migration_history history(size_t count, const char *release)
{
    return (rw_migration_history){.migrations = steps, .count = count, .release = release};
}

static void open_file(const char *file)
{
    const rw_store_sqlite_options options = rw_store_sqlite_options_default();
    if (rw_sqlite_db_open(file, &options, &db, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    temporary_folder_join(&folder, "file.db", path);
    temporary_folder_join(&folder, "file.db.before-0002", backup);
    open_file(path);
}

static void tear_down(void)
{
    rw_sqlite_db_close(&db);
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
}

static rw_store_status migrate(rw_migration_history target)
{
    rw_problem_free(&problem);
    return rw_sqlite_migrate(&db, path, &target, &problem);
}

static int64_t count_of(const char *sql)
{
    rw_sql_query query = rw_sql_query_begin(&db.session.sql, sql);
    const int64_t count = rw_sql_query_row(&query) ? rw_sql_column_int(&query, 0) : -1;
    ck_assert_int_eq(rw_sql_query_end(&query, "count", &problem), RW_STORE_OK);
    return count;
}

#define TABLES "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('one', 'two', 'three')"

START_TEST(migrate__brings_an_empty_file_up_to_date_without_a_backup)
{
    ck_assert_int_eq(migrate(history(2, "0.1.0")), RW_STORE_OK);
    ck_assert_int_eq(count_of(TABLES), 2);
    ck_assert_int_eq(count_of("SELECT count(*) FROM schema_migrations WHERE applied_by = '0.1.0'"), 2);
    ck_assert_int_eq(access(backup, F_OK), -1);
    ck_assert_int_eq(migrate(history(2, "0.1.0")), RW_STORE_OK);
}
END_TEST

START_TEST(migrate__backs_up_what_it_changes)
{
    ck_assert_int_eq(migrate(history(1, "0.1.0")), RW_STORE_OK);
    ck_assert_int_eq(migrate(history(3, "1.2.0")), RW_STORE_OK);
    ck_assert_int_eq(count_of(TABLES), 3);
    struct stat status;
    ck_assert_int_eq(stat(backup, &status), 0);
    ck_assert_int_eq((int)(status.st_mode & 07777), 0600);

    /* The copy is a whole database, as it was. */
    rw_sqlite_db_close(&db);
    open_file(backup);
    ck_assert_int_eq(count_of(TABLES), 1);
    ck_assert_int_eq(count_of("SELECT x FROM one"), 1);
    ck_assert_int_eq(migrate(history(1, "0.1.0")), RW_STORE_OK);
}
END_TEST

START_TEST(migrate__a_step_that_fails_undoes_all)
{
    ck_assert_int_eq(migrate(history(1, "0.1.0")), RW_STORE_OK);
    rw_migration broken[3] = {
        steps[0], steps[1], {3, "bad", "checksum-bad", "0.1.0", "CREATE TABLE three (x); NO SQL;"}};
    ck_assert_int_eq(migrate((rw_migration_history){broken, 3, "0.2.0"}), RW_STORE_ERROR);
    ck_assert_ptr_nonnull(strstr(problem.detail, "0003_bad"));
    ck_assert_int_eq(count_of(TABLES), 1);
    ck_assert_int_eq(count_of("SELECT count(*) FROM schema_migrations"), 1);
    /* Trying again replaces the backup of the first try. */
    ck_assert_int_eq(migrate(history(2, "0.2.0")), RW_STORE_OK);
    ck_assert_int_eq(access(backup, F_OK), 0);
}
END_TEST

START_TEST(migrate__a_history_that_differs_is_refused)
{
    ck_assert_int_eq(migrate(history(2, "0.1.0")), RW_STORE_OK);
    rw_migration changed[3] = {steps[0], steps[1], steps[2]};
    changed[1].checksum = "checksum-2-changed";
    ck_assert_int_eq(migrate((rw_migration_history){changed, 3, "9.0.0"}), RW_STORE_ERROR);
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_UNSUITABLE);
    ck_assert_int_eq(count_of(TABLES), 2);
}
END_TEST

START_TEST(migrate__an_older_release_runs_while_the_newer_step_lets_it)
{
    ck_assert_int_eq(migrate(history(3, "1.3.0")), RW_STORE_OK);
    const char *const allowed[] = {"1.2.0", "1.2.1", "1.10.0", "2.0.0"};
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        ck_assert_int_eq(migrate(history(2, allowed[i])), RW_STORE_OK);
    const char *const refused[] = {"0.1.0", "1.1.9", "1.1.10", "0.99.0"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        ck_assert_int_eq(migrate(history(2, refused[i])), RW_STORE_ERROR);
        ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_TOO_NEW);
        ck_assert_ptr_nonnull(strstr(problem.detail, "1.2.0"));
    }
    ck_assert_int_eq(access(backup, F_OK), -1);
}
END_TEST

START_TEST(migrate__the_built_in_history_is_in_order)
{
    const rw_migration_history built_in = rw_sqlite_history_built_in();
    ck_assert_uint_ge(built_in.count, 1);
    for (size_t i = 0; i < built_in.count; i++) {
        const rw_migration *step = &built_in.migrations[i];
        ck_assert_int_eq(step->number, (int)i + 1);
        const rw_hash hash = rw_hash_bytes(step->sql, strlen(step->sql));
        ck_assert_str_eq(step->checksum, hash.text);
    }
    ck_assert_int_eq(migrate(built_in), RW_STORE_OK);
    ck_assert_int_eq(count_of("SELECT count(*) FROM pragma_foreign_key_list('revisions')"), 4);
}
END_TEST

START_TEST(schema__what_never_changes_cannot_be_changed)
{
    ck_assert_int_eq(migrate(rw_sqlite_history_built_in()), RW_STORE_OK);
    const char *const before =
        "INSERT INTO documents VALUES ('0123456789012345678901234567890123456789012345678901234567890123', '{}');"
        "INSERT INTO revisions SELECT 1, 'walk', 1, hash, NULL, NULL, NULL, 0 FROM documents;"
        "INSERT INTO changes SELECT 1, 1, 'walk', 1, 1, hash, 0 FROM documents;"
        "INSERT INTO heads VALUES (1, 'walk', 1, 1);";
    ck_assert_int_eq(sqlite3_exec(db.session.connection, before, NULL, NULL, NULL), SQLITE_OK);
    const char *const refused[] = {
        "UPDATE documents SET body = ''",
        "UPDATE revisions SET saved_at = 1",
        "UPDATE changes SET at = 1",
        "DELETE FROM documents",
        "DELETE FROM revisions",
        "INSERT INTO heads VALUES (1, 'run', 1, 1)",
        "INSERT INTO revisions SELECT 2, 'lunge', 1, hash, NULL, NULL, NULL, 0 FROM documents",
        "INSERT INTO revisions SELECT 2, 'lunge', 1, hash, 1, 'walk', 2, 0 FROM documents",
        "INSERT INTO revisions SELECT 1, 'walk', 'x', hash, NULL, NULL, NULL, 0 FROM documents",
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        ck_assert_msg(sqlite3_exec(db.session.connection, refused[i], NULL, NULL, NULL) != SQLITE_OK, "%s", refused[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("SQLite schema");
    TCase *tcase = tcase_create("migrate");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, migrate__brings_an_empty_file_up_to_date_without_a_backup);
    tcase_add_test(tcase, migrate__backs_up_what_it_changes);
    tcase_add_test(tcase, migrate__a_step_that_fails_undoes_all);
    tcase_add_test(tcase, migrate__a_history_that_differs_is_refused);
    tcase_add_test(tcase, migrate__an_older_release_runs_while_the_newer_step_lets_it);
    tcase_add_test(tcase, migrate__the_built_in_history_is_in_order);
    tcase_add_test(tcase, schema__what_never_changes_cannot_be_changed);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
