/* The command line on a disk that fails: the n-th call of rootwarp to read, write, sync, cut, rename, link or remove a file,
 * whoever makes it, gives EIO or ENOSPC, once or for good, or is its last. It ends with 0 or says why not; the catalogue is the
 * one from before or the one after, and the one after where it ended with 0; and the same command works after that. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/problem.h"
#include "control.h"
#include "endurance.h"
#include "support/catalogue.h"
#include "support/folder.h"
#include "support/process.h"
#include "support/suite.h"
#include "upkeep.h"

#define SHORT_SAMPLES 2 /* calls of each command and fault */
#define ARGUMENTS_MAX 8
#define KILLED (128 + SIGKILL)
#define REFUSED 4 /* exit statuses of rootwarp */
#define NO_OUTPUT 74

enum { COMMANDS_FAILED, COMMANDS_REFUSED, COMMANDS_KILLED };

/* Arguments; these stand for the place's own. */
static const char data[] = "DATA", backup[] = "BACKUP", made[] = "MADE", catalogue[] = "CATALOGUE";

static const char *const commands[][ARGUMENTS_MAX] = {
    {"verify", "--data", data, NULL},
    {"backup", made, "--data", data, "--force", NULL},
    {"restore", backup, "--data", data, "--force", NULL},
    {"export", "--data", data, "--output", made, NULL},
    {"import", catalogue, "--data", data, NULL},
    {"token", "create", "--scopes", "read", "--data", data, NULL},
};
#define COMMANDS ((long)(sizeof commands / sizeof *commands))

static const struct {
    const char *name;
    int error;
    bool once; /* asked for a single call, too */
} faults[] = {{"an I/O error", EIO, true}, {"no space left", ENOSPC, true}, {"killed", 0, false}};
#define FAULTS ((long)(sizeof faults / sizeof *faults))

typedef struct scene {
    const char *const *command;
    rw_upkeep begin;
    rw_hash before, after;
    rw_fault_control *control;
    char control_path[RW_TEST_PATH_SIZE];
} scene;

static void map_control(scene *at)
{
    rw_test_file_write(at->begin.folder, "control", "", at->control_path);
    const int fd = open(at->control_path, O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(ftruncate(fd, sizeof(rw_fault_control)), 0);
    void *mapped = mmap(NULL, sizeof(rw_fault_control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ck_assert(mapped != MAP_FAILED);
    close(fd);
    at->control = mapped;
}

static rw_test_result call(const scene *at, const rw_upkeep *place)
{
    char library[PATH_MAX], control[RW_TEST_PATH_SIZE + 64], sanitizer[256], catalogue_path[RW_TEST_PATH_SIZE];
    const char *wanted = getenv("RW_FAULT_LIBRARY"), *options = getenv("ASAN_OPTIONS");
    ck_assert_msg(wanted != NULL, "RW_FAULT_LIBRARY is not set: run the tests through ctest");
    rw_test_file_write(place->folder, "catalogue.ndjson", rw_test_catalogue, catalogue_path);
    snprintf(library, sizeof library, "LD_PRELOAD=%s", wanted);
    snprintf(control, sizeof control, RW_FAULT_VARIABLE "=%s", at->control_path);
    snprintf(sanitizer, sizeof sanitizer, "ASAN_OPTIONS=%.200s:verify_asan_link_order=0", options == NULL ? "" : options);
    const char *const variables[] = {library, control, sanitizer, NULL};
    char *program = rw_test_program("rootwarp");
    const char *argv[ARGUMENTS_MAX + 1] = {program};
    for (size_t i = 0; at->command[i] != NULL; i++)
        argv[i + 1] = at->command[i] == data        ? place->data
                      : at->command[i] == backup    ? place->backup
                      : at->command[i] == made      ? place->made
                      : at->command[i] == catalogue ? catalogue_path
                                                    : at->command[i];
    const rw_test_result result = rw_test_run(argv, variables);
    free(program);
    return result;
}

static void check_ended(const rw_test_result *result, int error, const char *when)
{
    if (result->status == 0 || (error == 0 && result->status == KILLED))
        return;
    ck_assert_msg(result->status == REFUSED || result->status == NO_OUTPUT, "%s: ended with %d: %s", when,
                  result->status, result->err);
    ck_assert_msg(strlen(result->err) > 10, "%s: ended with %d and said nothing", when, result->status);
}

static void check_state(const rw_upkeep *place, const scene *from, bool done, const char *when)
{
    rw_upkeep copy; /* what opening mends is left as it is */
    rw_upkeep_copy(place, &copy);
    const rw_hash now = rw_upkeep_content(copy.data, when);
    ck_assert_msg(rw_upkeep_same(&now, &from->after) || (!done && rw_upkeep_same(&now, &from->before)),
                  "%s: the catalogue is %s", when, rw_upkeep_same(&now, &from->before) ? "as it was before" : "a third one");
    rw_upkeep_check_sound(copy.data, when);
    rw_upkeep_remove(&copy);
}

/* One call with calls from .. until - 1 failing; how many there were. */
static long run(const scene *from, long fault, long first, long until, rw_endurance *endurance)
{
    char when[160];
    rw_upkeep place;
    snprintf(when, sizeof when, "rootwarp %s, %s at call %ld, %s", from->command[0], faults[fault].name, first,
             until == LONG_MAX ? "for good" : "once");
    rw_upkeep_copy(&from->begin, &place);
    rw_fault_arm(from->control, RW_FAULT_DISK, first, until, faults[fault].error);
    rw_test_result result = call(from, &place);
    rw_fault_disarm(from->control, RW_FAULT_DISK);
    const long seen = atomic_load(&from->control->plans[RW_FAULT_DISK].seen);
    const int status = result.status;
    check_ended(&result, faults[fault].error, when);
    rw_test_result_free(&result);
    if (endurance != NULL) {
        ck_assert_msg(seen >= first, "%s: no call failed", when);
        endurance->figures[COMMANDS_FAILED]++;
        endurance->figures[COMMANDS_REFUSED] += status == REFUSED || status == NO_OUTPUT;
        endurance->figures[COMMANDS_KILLED] += status == KILLED;
        check_state(&place, from, status == 0, when);
        result = call(from, &place);
        ck_assert_msg(result.status == 0, "%s, then again: %d: %s", when, result.status, result.err);
        rw_test_result_free(&result);
        check_state(&place, from, true, when);
    }
    rw_upkeep_remove(&place);
    return seen;
}

/* Rehearses the command on a sound disk. */
static void make_scene(scene *at, const char *const *command)
{
    rw_upkeep rehearsal;
    at->command = command;
    rw_upkeep_make(&at->begin);
    rw_upkeep_fill(&at->begin);
    map_control(at);
    at->before = rw_upkeep_content(at->begin.data, command[0]);
    rw_upkeep_copy(&at->begin, &rehearsal);
    rw_test_result result = call(at, &rehearsal);
    ck_assert_msg(result.status == 0, "rootwarp %s: %d: %s", command[0], result.status, result.err);
    rw_test_result_free(&result);
    at->after = rw_upkeep_content(rehearsal.data, command[0]);
    rw_upkeep_remove(&rehearsal);
}

static void sweep(const char *const *command, long fault, rw_endurance *endurance)
{
    scene from;
    make_scene(&from, command);
    const long calls = run(&from, fault, LONG_MAX, LONG_MAX, NULL);
    const long stride = endurance->is_long || calls <= SHORT_SAMPLES ? 1 : calls / SHORT_SAMPLES;
    ck_assert(calls > 0 || faults[fault].error == ENOSPC); /* who only reads needs no space */
    for (long n = 1 + calls % stride; n <= calls; n += stride) {
        run(&from, fault, n, LONG_MAX, endurance);
        if (faults[fault].once)
            run(&from, fault, n, n + 1, endurance);
    }
    munmap(from.control, sizeof *from.control);
    rw_upkeep_remove(&from.begin);
}

START_TEST(command__on_a_disk_that_fails_says_so_and_leaves_the_catalogue_before_or_after)
{
    rw_endurance endurance;
    rw_endurance_begin(&endurance, "disk_commands", COMMANDS * FAULTS, COMMANDS * FAULTS);
    for (; endurance.done < endurance.total; endurance.done++, rw_endurance_keep(&endurance))
        sweep(commands[endurance.done % COMMANDS], endurance.done / COMMANDS, &endurance);
    rw_endurance_end(&endurance,
                     "%ld commands: %ld failed calls, %ld times refused, %ld times killed; nothing lost, nothing torn",
                     COMMANDS, endurance.figures[COMMANDS_FAILED], endurance.figures[COMMANDS_REFUSED],
                     endurance.figures[COMMANDS_KILLED]);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("disk_commands");
    tcase_add_test(cases, command__on_a_disk_that_fails_says_so_and_leaves_the_catalogue_before_or_after);
    return rw_test_suite_run(cases);
}
