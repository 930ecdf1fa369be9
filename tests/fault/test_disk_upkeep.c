/* What is done to a whole catalogue, on a disk that fails: import, purge and backup of a daemon; verification, backup,
 * restoring, export and import of a data folder; bringing an older schema up to date. The catalogue is the one from
 * before or the one after, whole; what was said to be done is; a refusal says why and costs nothing; and the same again
 * works once the disk does, in the same process, after a kill, and after a loss of power. */
#include <check.h>
#include <dirent.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codec/compiler.h"
#include "codec/import_read.h"
#include "disk.h"
#include "endurance.h"
#include "service/service.h"
#include "store/maintenance.h"
#include "support/catalogue.h"
#include "support/folder.h"
#include "support/suite.h"
#include "upkeep.h"

#define SHORT_SAMPLES 2 /* calls of each fault and chore */
#define POWER_CHOICES 4
#define OLDER_SQL "tests/deploy/stored/sqlite-0002.sql"

enum { UPKEEP_FAILED, UPKEEP_REFUSED };

typedef struct job {
    rw_upkeep place;
    rw_store *store;
    rw_service *service; /* of chores that a daemon does; kept for the next try */
    int file;            /* what a daemon's backup made, or -1 */
    rw_hash exported;
} job;

typedef struct chore {
    const char *name;
    bool (*run)(job *at, rw_problem *problem);
    void (*look)(const job *at, const rw_hash *before, const char *when); /* at what it made, when it is done */
    bool older; /* begins with an older schema */
    bool power; /* survives a loss of power by SQLite's means alone: no file is given another name */
} chore;

static void make_job(job *at)
{
    *at = (job){.file = -1};
    rw_upkeep_make(&at->place);
}

static void copy_job(const job *from, job *to)
{
    *to = (job){.file = -1};
    rw_upkeep_copy(&from->place, &to->place);
}

static void close_job(job *at)
{
    rw_service_close(at->service);
    rw_store_close(at->store);
    if (at->file >= 0)
        close(at->file);
    at->service = NULL;
    at->store = NULL;
    at->file = -1;
}

static void remove_job(job *at)
{
    close_job(at);
    rw_upkeep_remove(&at->place);
}

static size_t count_descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    ck_assert_ptr_nonnull(folder);
    while (readdir(folder) != NULL)
        count++;
    closedir(folder);
    return count;
}

/* ---- chores of a daemon ---- */

static bool serve(job *at, rw_problem *problem)
{
    const rw_catalog_compiler compiler = rw_codec_compiler();
    if (at->service != NULL)
        return true;
    if (at->store == NULL && rw_store_open_sqlite(at->place.data, NULL, &at->store, problem) != RW_STORE_OK)
        return false;
    return rw_service_open(at->store, &compiler, NULL, &at->service, problem);
}

static bool knows(const job *at, const char *name, int64_t revision)
{
    rw_service_view view;
    rw_service_clip clip = {0};
    rw_problem problem;
    rw_problem_init(&problem);
    rw_service_view_begin(at->service, &view);
    const bool known = rw_service_find_clip(&view, name, revision, &clip, &problem);
    if (known)
        rw_service_clip_release(&clip);
    rw_service_view_end(&view);
    rw_problem_free(&problem);
    return known;
}

static bool import_served(job *at, rw_problem *problem)
{
    rw_import import = {.name_count = 0};
    rw_store_import_result result;
    if (!serve(at, problem))
        return false;
    if (!rw_import_read(rw_test_catalogue, sizeof rw_test_catalogue - 1, &import, problem))
        return false;
    const rw_store_import_request request = {.names = import.names, .name_count = import.name_count};
    const bool done = rw_service_import(at->service, &request, &result, problem);
    rw_import_free(&import);
    return done;
}

static void look_at_imported(const job *at, const rw_hash *before, const char *when)
{
    (void)before;
    ck_assert_msg(knows(at, "brought", 0), "%s: the daemon does not know what it imported", when);
}

static bool purge_served(job *at, rw_problem *problem)
{
    rw_store_purge_result result;
    return serve(at, problem) &&
           rw_service_purge(at->service, RW_SERVICE_CLIP, "lunge", &(rw_origin){0}, &result, problem);
}

static void look_at_purged(const job *at, const rw_hash *before, const char *when)
{
    (void)before;
    ck_assert_msg(!knows(at, "lunge", 1), "%s: the daemon still knows what it purged", when);
    ck_assert_msg(knows(at, "lunge", 3), "%s: the head is gone", when);
}

static bool backup_served(job *at, rw_problem *problem)
{
    if (at->file >= 0)
        close(at->file);
    at->file = -1;
    return serve(at, problem) && rw_service_backup_file(at->service, &at->file, problem);
}

/* A backup holds the whole catalogue, whoever made it. */
static void look_at_backup(const char *file, const rw_hash *before, const char *when)
{
    job other;
    char database[RW_TEST_PATH_SIZE + 64];
    make_job(&other);
    snprintf(database, sizeof database, "%s/rootwarp.db", other.place.data);
    rw_upkeep_copy_file(file, database);
    rw_upkeep_check_sound(database, when);
    const rw_hash hash = rw_upkeep_content(other.place.data, when);
    ck_assert_msg(rw_upkeep_same(&hash, before), "%s: the backup holds another catalogue", when);
    remove_job(&other);
}

static void look_at_served_backup(const job *at, const rw_hash *before, const char *when)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", at->file);
    look_at_backup(path, before, when);
}

static bool open_older(job *at, rw_problem *problem)
{
    return serve(at, problem);
}

/* ---- chores of the command line ---- */

static bool verify_offline(job *at, rw_problem *problem)
{
    rw_store_verification counts;
    return rw_store_verify_sqlite(at->place.data, rw_upkeep_complain, (void *)(uintptr_t)"a sound catalogue is said to have a fault",
                                  &counts, problem) == RW_STORE_OK;
}

static bool backup_offline(job *at, rw_problem *problem)
{
    rw_store_verification counts;
    return rw_store_backup_sqlite(at->place.data, at->place.made, true, &counts, problem) == RW_STORE_OK;
}

static void look_at_offline_backup(const job *at, const rw_hash *before, const char *when)
{
    look_at_backup(at->place.made, before, when);
}

static bool restore_offline(job *at, rw_problem *problem)
{
    rw_store_verification counts;
    return rw_store_restore_sqlite(at->place.backup, at->place.data, true, &counts, problem) == RW_STORE_OK;
}

static bool export_offline(job *at, rw_problem *problem)
{
    rw_store *store = NULL;
    if (rw_store_open_sqlite_beside(at->place.data, NULL, &store, problem) != RW_STORE_OK)
        return false;
    const bool done = rw_upkeep_export(store, &at->exported, problem);
    rw_store_close(store);
    return done;
}

static void look_at_export(const job *at, const rw_hash *before, const char *when)
{
    ck_assert_msg(rw_upkeep_same(&at->exported, before), "%s: the export is of another catalogue", when);
}

static bool import_offline(job *at, rw_problem *problem)
{
    rw_store *store = NULL;
    rw_import import = {.name_count = 0};
    rw_store_import_result result;
    if (rw_store_open_sqlite(at->place.data, NULL, &store, problem) != RW_STORE_OK)
        return false;
    bool done = rw_import_read(rw_test_catalogue, sizeof rw_test_catalogue - 1, &import, problem);
    if (done) {
        const rw_store_import_request request = {.names = import.names, .name_count = import.name_count};
        done = rw_store_import(store, &request, &result, problem) == RW_STORE_OK;
    }
    rw_import_free(&import);
    rw_store_close(store);
    return done;
}

static const chore chores[] = {
    {"an import into a daemon", import_served, look_at_imported, false, true},
    {"a purge", purge_served, look_at_purged, false, true},
    {"a daemon's backup", backup_served, look_at_served_backup, false, true},
    {"a start on an older schema", open_older, NULL, true, true},
    {"verify", verify_offline, NULL, false, true},
    {"backup", backup_offline, look_at_offline_backup, false, false},
    {"restore", restore_offline, NULL, false, false},
    {"export", export_offline, look_at_export, false, true},
    {"import", import_offline, NULL, false, true},
};
#define CHORES ((long)(sizeof chores / sizeof *chores))

/* ---- runs ---- */

/* What a chore begins with, and the content of the catalogue before and after it. */
typedef struct pattern {
    const chore *chore;
    job begin;
    rw_hash before, after;
} pattern;

static void check_state(const job *at, const pattern *from, bool done, const char *when)
{
    const rw_hash now = rw_upkeep_content(at->place.data, when);
    ck_assert_msg(rw_upkeep_same(&now, &from->after) || (!done && rw_upkeep_same(&now, &from->before)),
                  "%s: the catalogue is %s", when, rw_upkeep_same(&now, &from->before) ? "as it was before" : "a third one");
    rw_upkeep_check_sound(at->place.data, when);
}

static void check_copy(const job *at, const pattern *from, bool done, const char *when)
{
    job found;
    copy_job(at, &found);
    check_state(&found, from, done, when);
    remove_job(&found);
}

static void check_power_loss(const pattern *from, bool done, const char *when)
{
    job found[POWER_CHOICES];
    for (uint64_t choice = 0; choice < POWER_CHOICES; choice++) {
        copy_job(&from->begin, &found[choice]);
        rw_disk_power_loss(found[choice].place.data, choice);
    }
    rw_disk_mend();
    for (int choice = 0; choice < POWER_CHOICES; choice++) {
        check_state(&found[choice], from, done, when);
        remove_job(&found[choice]);
    }
}

static void check_refusal(const rw_problem *problem, const char *when)
{
    const bool fitting = problem->code == RW_PROBLEM_INTERNAL || problem->code == RW_PROBLEM_STORE_FULL ||
                         problem->code == RW_PROBLEM_STORE_UNSUITABLE;
    ck_assert_msg(fitting && problem->detail[0] != '\0', "%s: refused with %s: %s", when,
                  rw_problem_info_get(problem->code)->name, problem->detail);
}

static void run_again(job *at, const pattern *from, const char *when)
{
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(from->chore->run(at, &problem), "%s, then again: %s", when, problem.detail);
    rw_problem_free(&problem);
    if (from->chore->look != NULL)
        from->chore->look(at, &from->before, when);
    close_job(at);
    check_state(at, from, true, when);
}

/* One run with calls from .. until - 1 failing; how many calls there were. */
static long run(const pattern *from, rw_disk_fault fault, long first, long until, rw_endurance *endurance)
{
    char when[160];
    job at;
    rw_problem problem;
    snprintf(when, sizeof when, "%s, %s at call %ld, %s", from->chore->name, rw_disk_fault_name(fault), first,
             until == LONG_MAX ? "for good" : "once");
    const size_t descriptors = count_descriptors();
    copy_job(&from->begin, &at);
    rw_problem_init(&problem);
    rw_disk_arm(fault, first, until);
    const bool done = from->chore->run(&at, &problem);
    const long seen = rw_disk_seen();
    if (!done)
        check_refusal(&problem, when);
    rw_problem_free(&problem);
    if (endurance != NULL) {
        ck_assert_msg(rw_disk_struck(), "%s: no call failed", when);
        endurance->figures[UPKEEP_FAILED]++;
        endurance->figures[UPKEEP_REFUSED] += !done;
        if (fault == RW_DISK_POWER) {
            close_job(&at);
            check_power_loss(from, done, when);
        } else {
            rw_disk_mend();
            if (done && from->chore->look != NULL)
                from->chore->look(&at, &from->before, when);
            check_copy(&at, from, done, when);
            run_again(&at, from, when);
        }
    }
    remove_job(&at);
    ck_assert_msg(count_descriptors() == descriptors, "%s: a file stayed open", when);
    return seen;
}

static void fill_older(const job *at)
{
    char path[RW_TEST_PATH_SIZE + 64];
    sqlite3 *database = NULL;
    char *sql = rw_test_file_read(OLDER_SQL, NULL);
    snprintf(path, sizeof path, "%s/rootwarp.db", at->place.data);
    ck_assert_int_eq(sqlite3_open(path, &database), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(database));
    sqlite3_close(database);
    free(sql);
}

/* Rehearses the chore on a sound disk. */
static void make_pattern(pattern *made, const chore *of)
{
    job rehearsal, untouched;
    rw_problem problem;
    rw_problem_init(&problem);
    made->chore = of;
    make_job(&made->begin);
    if (of->older)
        fill_older(&made->begin);
    else
        rw_upkeep_fill(&made->begin.place);
    copy_job(&made->begin, &untouched);
    made->before = rw_upkeep_content(untouched.place.data, of->name);
    remove_job(&untouched);
    copy_job(&made->begin, &rehearsal);
    ck_assert_msg(of->run(&rehearsal, &problem), "%s: %s", of->name, problem.detail);
    close_job(&rehearsal);
    made->after = rw_upkeep_content(rehearsal.place.data, of->name);
    remove_job(&rehearsal);
}

static void sweep(const chore *of, rw_disk_fault fault, rw_endurance *endurance)
{
    pattern from;
    if (fault == RW_DISK_POWER && !of->power)
        return;
    rw_disk_mend();
    make_pattern(&from, of);
    const long calls = run(&from, fault, 0, 0, NULL);
    const long stride = endurance->is_long || calls <= SHORT_SAMPLES ? 1 : calls / SHORT_SAMPLES;
    for (long n = 1 + calls % stride; n <= calls; n += stride) {
        run(&from, fault, n, LONG_MAX, endurance);
        if (fault != RW_DISK_POWER)
            run(&from, fault, n, n + 1, endurance);
    }
    remove_job(&from.begin);
}

START_TEST(upkeep__on_a_disk_that_fails_leaves_the_catalogue_before_or_after)
{
    rw_endurance endurance;
    rw_disk_install();
    rw_endurance_begin(&endurance, "disk_upkeep", CHORES * RW_DISK_FAULTS, CHORES * RW_DISK_FAULTS);
    for (; endurance.done < endurance.total; endurance.done++, rw_endurance_keep(&endurance))
        sweep(&chores[endurance.done % CHORES], (rw_disk_fault)(endurance.done / CHORES), &endurance);
    rw_endurance_end(&endurance, "%ld chores: %ld failed calls of five kinds, %ld times refused; nothing lost, nothing torn",
                     CHORES, endurance.figures[UPKEEP_FAILED], endurance.figures[UPKEEP_REFUSED]);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("disk_upkeep");
    tcase_add_test(cases, upkeep__on_a_disk_that_fails_leaves_the_catalogue_before_or_after);
    return rw_test_suite_run(cases);
}
