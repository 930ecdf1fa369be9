#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing_allocator.h"
#include "obs/recorder.h"
#include "support/folder.h"
#include "support/suite.h"

#define PLENTY ((uint64_t)1 << 30)

typedef struct recorder_fixture {
    char folder[RW_TEST_PATH_SIZE], path[RW_TEST_PATH_SIZE + 16];
    rw_recorder_options options;
} recorder_fixture;

static void fixture_make(recorder_fixture *fixture)
{
    rw_test_folder_make(fixture->folder);
    snprintf(fixture->path, sizeof fixture->path, "%s/recording", fixture->folder);
    fixture->options = (rw_recorder_options){
        .path = fixture->path, .max_bytes = PLENTY, .release = "1.2.3", .commit = "abc", .solver_version = 7};
}

static rw_recorder *start(const recorder_fixture *fixture)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_recorder *recorder = rw_recorder_open(&fixture->options, &problem);
    ck_assert_msg(recorder != NULL, "%s", problem.detail);
    return recorder;
}

/* A start that is refused with a sentence that holds `why`. */
static void expect_refused(const recorder_fixture *fixture, const char *why)
{
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_ptr_null(rw_recorder_open(&fixture->options, &problem));
    ck_assert_msg(strstr(problem.detail, why) != NULL, "%s", problem.detail);
    ck_assert_msg(strstr(problem.detail, fixture->path) != NULL, "%s", problem.detail);
    rw_problem_free(&problem);
}

static rw_recording_entry entry_of(const char *request, const char *answer)
{
    return (rw_recording_entry){.at_ms = 1000,
                                .status = 200,
                                .catalog_version = 5,
                                .method = "POST",
                                .target = "/v1/resolve",
                                .request_id = "id-1",
                                .request = request,
                                .request_length = strlen(request),
                                .answer = answer,
                                .answer_length = strlen(answer)};
}

static void take(rw_recorder *recorder, const char *request, const char *answer)
{
    const rw_recording_entry entry = entry_of(request, answer);
    rw_recorder_take(recorder, &entry);
}

/* Reads the whole file; how many records are in it and how it ends. */
static size_t count(const char *path, rw_recording_status *status, size_t *sessions, uint64_t *whole)
{
    rw_recording_reader reader;
    rw_recording_entry entry;
    size_t records = 0;
    const int fd = open(path, O_RDONLY);
    ck_assert_int_ge(fd, 0);
    rw_recording_reader_init(&reader, fd);
    while ((*status = rw_recording_next(&reader, &entry)) == RW_RECORDING_ENTRY)
        records++;
    if (sessions != NULL)
        *sessions = reader.sessions;
    if (whole != NULL)
        *whole = reader.whole;
    rw_recording_reader_free(&reader);
    close(fd);
    return records;
}

static void expect_whole(const char *path, size_t records, size_t sessions)
{
    rw_recording_status status;
    size_t found;
    ck_assert_uint_eq(count(path, &status, &found, NULL), records);
    ck_assert_int_eq(status, RW_RECORDING_END);
    ck_assert_uint_eq(found, sessions);
}

START_TEST(record__comes_back_as_it_was)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    const char request[] = "{\n\0\xFFrecord at=\n", answer[] = "";
    rw_recording_entry entry = entry_of("", answer), back;
    entry.request = request;
    entry.request_length = sizeof request - 1;
    rw_recorder_take(recorder, &entry);
    take(recorder, "", "second");
    rw_recorder_close(recorder);

    struct stat status;
    ck_assert_int_eq(stat(fixture.path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0600);
    rw_recording_reader reader;
    const int fd = open(fixture.path, O_RDONLY);
    rw_recording_reader_init(&reader, fd);
    ck_assert_int_eq(rw_recording_next(&reader, &back), RW_RECORDING_ENTRY);
    ck_assert_str_eq(reader.session.release, "1.2.3");
    ck_assert_str_eq(reader.session.commit, "abc");
    ck_assert_int_eq(reader.session.solver_version, 7);
    ck_assert_int_eq(back.at_ms, 1000);
    ck_assert_int_eq(back.status, 200);
    ck_assert_uint_eq(back.catalog_version, 5);
    ck_assert_str_eq(back.method, "POST");
    ck_assert_str_eq(back.target, "/v1/resolve");
    ck_assert_str_eq(back.request_id, "id-1");
    ck_assert_uint_eq(back.request_length, sizeof request - 1);
    ck_assert_mem_eq(back.request, request, sizeof request - 1);
    ck_assert_uint_eq(back.answer_length, 0);
    ck_assert_int_eq(rw_recording_next(&reader, &back), RW_RECORDING_ENTRY);
    ck_assert_mem_eq(back.answer, "second", 6);
    ck_assert_int_eq(rw_recording_next(&reader, &back), RW_RECORDING_END);
    rw_recording_reader_free(&reader);
    close(fd);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* As docs/guides/capture.md describes it; computed by another program. */
START_TEST(format__stays)
{
    static const char text[] =
        "rootwarp-recording 1 release=0.1.0 commit=49faa43ffba9 solver=1 started=2026-05-04T10:11:12.131Z\n"
        "record at=2026-05-04T10:11:13.000Z status=200 catalog=12 request=2 answer=4 method=POST target=/v1/resolve "
        "id=id-1 check=5b26c489adad4787\n{}\ntrue\n";
    recorder_fixture fixture;
    char other[RW_TEST_PATH_SIZE];
    fixture_make(&fixture);
    rw_test_file_write(fixture.folder, "recording", text, other);
    expect_whole(fixture.path, 1, 1);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

START_TEST(file__that_is_a_recording_is_gone_on_with)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    for (int i = 0; i < 3; i++) {
        rw_recorder *recorder = start(&fixture);
        take(recorder, "q", "a");
        rw_recorder_close(recorder);
    }
    expect_whole(fixture.path, 3, 3);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

START_TEST(file__of_another_kind_is_refused_and_left_alone)
{
    recorder_fixture fixture;
    char other[RW_TEST_PATH_SIZE];
    fixture_make(&fixture);
    rw_test_file_write(fixture.folder, "recording", "dear diary\n", other);
    expect_refused(&fixture, "it holds something else than a recording");
    char *text = rw_test_file_read(fixture.path, NULL);
    ck_assert_str_eq(text, "dear diary\n");
    free(text);
    ck_assert_int_eq(unlink(fixture.path), 0);
    ck_assert_int_eq(symlink("elsewhere", fixture.path), 0);
    expect_refused(&fixture, "symbolic link");
    ck_assert_int_eq(unlink(fixture.path), 0);
    ck_assert_int_eq(mkfifo(fixture.path, 0600), 0);
    expect_refused(&fixture, "no regular file");
    ck_assert_int_eq(unlink(fixture.path), 0);
    ck_assert_int_eq(mkdir(fixture.path, 0700), 0);
    expect_refused(&fixture, "directory");
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* Who owns a file may read it, whatever its mode. */
START_TEST(file__of_another_user_is_refused)
{
    recorder_fixture fixture;
    struct stat status;
    fixture_make(&fixture);
    rw_recorder_close(start(&fixture));
    ck_assert_int_eq(stat(fixture.path, &status), 0);
    ck_assert_uint_eq(status.st_uid, geteuid());
    if (chown(fixture.path, status.st_uid + 1, (gid_t)-1) == 0) { /* with root's rights only */
        expect_refused(&fixture, "another user");
        expect_whole(fixture.path, 0, 1);
    }
    rw_test_folder_remove(fixture.folder);
}
END_TEST

START_TEST(file__has_one_writer)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    expect_refused(&fixture, "another daemon records to it");
    take(recorder, "q", "a");
    rw_recorder_close(recorder);
    expect_whole(fixture.path, 1, 1);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* Wherever a crash cuts the file: what stood before is read, and the next session goes on behind it. */
START_TEST(file__torn_anywhere_is_told_and_gone_on_with)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    take(recorder, "{\"first\":1}", "{}");
    take(recorder, "{\"second\":2}", "{}");
    rw_recorder_close(recorder);
    size_t length;
    char *bytes = rw_test_file_read(fixture.path, &length);
    for (size_t cut = 1; cut < length; cut += cut + 12 < length ? 5 : 1) {
        rw_recording_status status;
        uint64_t whole;
        FILE *file = fopen(fixture.path, "wb");
        ck_assert_uint_eq(fwrite(bytes, 1, cut, file), cut);
        fclose(file);
        const size_t there = count(fixture.path, &status, NULL, &whole);
        ck_assert_uint_le(there, 1);
        ck_assert_int_eq(status, whole == cut ? RW_RECORDING_END : RW_RECORDING_TORN);
        recorder = start(&fixture);
        take(recorder, "q", "a");
        rw_recorder_close(recorder);
        expect_whole(fixture.path, there + 1, whole > 0 ? 2 : 1);
    }
    free(bytes);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* A length that a disk has changed must not pass for a crash: what stands behind would be cut off. */
START_TEST(file__whose_lengths_were_changed_is_not_torn)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    char request[101] = "";
    memset(request, 'q', 100);
    take(recorder, request, "{}");
    take(recorder, "q", "a");
    rw_recorder_close(recorder);
    size_t length;
    char *bytes = rw_test_file_read(fixture.path, &length);
    char *digits = strstr(bytes, "request=100 ");
    ck_assert_ptr_nonnull(digits);
    memcpy(digits, "request=999", 11);
    FILE *file = fopen(fixture.path, "wb");
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    fclose(file);
    expect_refused(&fixture, "move it away");
    rw_recording_status status;
    count(fixture.path, &status, NULL, NULL);
    ck_assert_int_eq(status, RW_RECORDING_DAMAGED);
    free(bytes);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

START_TEST(file__that_was_empty_becomes_its_owners_alone)
{
    recorder_fixture fixture;
    struct stat status;
    char other[RW_TEST_PATH_SIZE];
    fixture_make(&fixture);
    rw_test_file_write(fixture.folder, "recording", "", other);
    ck_assert_int_eq(chmod(fixture.path, 0644), 0);
    rw_recorder_close(start(&fixture));
    ck_assert_int_eq(stat(fixture.path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0600);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* Whatever byte a disk changes is noticed, and the file is not written on. */
START_TEST(file__damaged_anywhere_is_told_and_refused)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    take(recorder, "{\"first\":1}", "{}");
    take(recorder, "{\"second\":2}", "{}");
    rw_recorder_close(recorder);
    size_t length;
    char *bytes = rw_test_file_read(fixture.path, &length);
    const size_t session = strcspn(bytes, "\n") + 1;
    for (size_t at = session; at < length; at++) {
        rw_recording_status status;
        bytes[at] ^= 1;
        FILE *file = fopen(fixture.path, "wb");
        ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
        fclose(file);
        bytes[at] ^= 1;
        ck_assert_uint_le(count(fixture.path, &status, NULL, NULL), 1);
        ck_assert_msg(status == RW_RECORDING_DAMAGED || status == RW_RECORDING_TORN, "byte %zu: %d", at, (int)status);
        if (status == RW_RECORDING_DAMAGED)
            expect_refused(&fixture, "move it away");
    }
    free(bytes);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* And one that is full holds up no start. */
START_TEST(bound__ends_the_recording_with_whole_records)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    fixture.options.max_bytes = 4096;
    rw_recorder *recorder = start(&fixture);
    for (int i = 0; i < 100; i++)
        take(recorder, "0123456789", "0123456789");
    while (rw_recorder_read(recorder).running)
        sched_yield();
    take(recorder, "q", "a");
    const rw_recorder_counts counts = rw_recorder_read(recorder);
    rw_recorder_close(recorder);
    ck_assert_uint_gt(counts.records, 5);
    ck_assert_uint_lt(counts.records, 100);
    ck_assert_uint_le(counts.bytes, 4096);
    struct stat status;
    ck_assert_int_eq(stat(fixture.path, &status), 0);
    ck_assert_uint_eq((uint64_t)status.st_size, counts.bytes);
    expect_whole(fixture.path, counts.records, 1);
    for (uint64_t less = 0; less <= counts.bytes; less += counts.bytes) { /* the bound may have been lowered since */
        fixture.options.max_bytes = counts.bytes - less;
        recorder = start(&fixture);
        take(recorder, "q", "a");
        const rw_recorder_counts again = rw_recorder_read(recorder);
        rw_recorder_close(recorder);
        ck_assert(!again.running);
        ck_assert_uint_eq(again.records, 0);
        ck_assert_uint_eq(again.bytes, counts.bytes);
    }
    expect_whole(fixture.path, counts.records, 1);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* As a full disk does: the system takes part of a record. */
START_TEST(disk__that_is_full_ends_the_recording_with_whole_records)
{
    recorder_fixture fixture;
    char log_path[RW_TEST_PATH_SIZE];
    fixture_make(&fixture);
    rw_test_file_write(fixture.folder, "log", "", log_path);
    const int log_fd = open(log_path, O_WRONLY | O_APPEND);
    fixture.options.log = rw_log_open(log_fd, RW_LOG_INFO);
    ck_assert_ptr_nonnull(fixture.options.log);
    rw_recorder *recorder = start(&fixture);
    signal(SIGXFSZ, SIG_IGN);
    const struct rlimit limit = {2000, RLIM_INFINITY};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (int i = 0; i < 100; i++)
        take(recorder, "0123456789", "0123456789");
    while (rw_recorder_read(recorder).running)
        sched_yield();
    const rw_recorder_counts counts = rw_recorder_read(recorder);
    rw_recorder_close(recorder);
    rw_log_close(fixture.options.log);
    close(log_fd);
    ck_assert_uint_lt(counts.records, 100);
    expect_whole(fixture.path, counts.records, 1);
    char *text = rw_test_file_read(log_path, NULL);
    ck_assert_msg(strstr(text, "\"level\":\"error\"") != NULL && strstr(text, "File too large") != NULL, "%s", text);
    free(text);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* What waits is bounded: the rest is dropped and counted, and nobody waits. */
START_TEST(queue__drops_and_counts_what_it_has_no_room_for)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    fixture.options.queue_bytes = 1000;
    rw_recorder *recorder = start(&fixture);
    char *large = calloc(1, 2000);
    memset(large, 'x', 1999);
    take(recorder, large, "a");
    ck_assert_uint_eq(rw_recorder_read(recorder).dropped, 1);
    for (int i = 0; i < 2000; i++)
        take(recorder, "q", "a");
    while (rw_recorder_read(recorder).records + rw_recorder_read(recorder).dropped < 2001)
        sched_yield();
    const rw_recorder_counts counts = rw_recorder_read(recorder);
    ck_assert(counts.running);
    rw_recorder_close(recorder);
    expect_whole(fixture.path, counts.records, 1);
    free(large);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

START_TEST(entry__that_cannot_stand_in_a_line_is_dropped)
{
    static const char *const texts[] = {"", "a b", "a\nb", "a\tb", "a\x7F"};
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        rw_recording_entry entry = entry_of("q", "a");
        entry.target = texts[i];
        rw_recorder_take(recorder, &entry);
    }
    ck_assert_uint_eq(rw_recorder_read(recorder).dropped, sizeof texts / sizeof *texts);
    rw_recorder_close(recorder);
    expect_whole(fixture.path, 0, 1);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

static void *take_many(void *context)
{
    for (int i = 0; i < 500; i++)
        take(context, "q", "a");
    return NULL;
}

START_TEST(threads__may_hand_over_at_once)
{
    recorder_fixture fixture;
    pthread_t threads[4];
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    for (size_t i = 0; i < 4; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, take_many, recorder), 0);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    rw_recorder_close(recorder);
    expect_whole(fixture.path, 2000, 1);
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* Short of memory a record is dropped, and a start is refused with nothing left behind but what is a recording. */
START_TEST(memory__that_is_short_drops_and_refuses)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    rw_recorder *recorder = start(&fixture);
    for (unsigned long failing = 1; failing <= 2; failing++) {
        failing_allocator_arm(failing);
        take(recorder, "q", "a");
        failing_allocator_arm(0);
        ck_assert_uint_eq(rw_recorder_read(recorder).dropped, failing);
    }
    take(recorder, "q", "a");
    rw_recorder_close(recorder);
    expect_whole(fixture.path, 1, 1);
    bool opened = false;
    for (unsigned long failing = 1; !opened; failing++) {
        rw_problem problem;
        rw_problem_init(&problem);
        failing_allocator_arm(failing);
        recorder = rw_recorder_open(&fixture.options, &problem);
        failing_allocator_arm(0);
        opened = recorder != NULL;
        ck_assert(opened == !rw_problem_failed(&problem));
        rw_recorder_close(recorder);
        rw_problem_free(&problem);
        rw_recording_status status;
        count(fixture.path, &status, NULL, NULL);
        ck_assert_int_eq(status, RW_RECORDING_END);
        ck_assert_uint_lt(failing, 100);
    }
    rw_test_folder_remove(fixture.folder);
}
END_TEST

/* Killed while it writes: whatever is in the file is whole, but for its end. */
START_TEST(kill__leaves_a_file_that_can_be_read)
{
    recorder_fixture fixture;
    fixture_make(&fixture);
    for (int round = 0; round < 5; round++) {
        const pid_t child = fork();
        if (child == 0) {
            rw_recorder *recorder = start(&fixture);
            for (;;)
                take(recorder, "0123456789", "0123456789");
        }
        struct stat status = {0};
        while (stat(fixture.path, &status) != 0 || status.st_size < 100000 * (round + 1))
            sched_yield();
        ck_assert_int_eq(kill(child, SIGKILL), 0);
        ck_assert_int_eq(waitpid(child, NULL, 0), child);
        rw_recording_status how;
        ck_assert_uint_gt(count(fixture.path, &how, NULL, NULL), 100);
        ck_assert(how == RW_RECORDING_END || how == RW_RECORDING_TORN);
    }
    rw_recorder_close(start(&fixture));
    rw_test_folder_remove(fixture.folder);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("recorder");
    tcase_add_test(cases, record__comes_back_as_it_was);
    tcase_add_test(cases, format__stays);
    tcase_add_test(cases, file__that_is_a_recording_is_gone_on_with);
    tcase_add_test(cases, file__of_another_kind_is_refused_and_left_alone);
    tcase_add_test(cases, file__of_another_user_is_refused);
    tcase_add_test(cases, file__has_one_writer);
    tcase_add_test(cases, file__torn_anywhere_is_told_and_gone_on_with);
    tcase_add_test(cases, file__whose_lengths_were_changed_is_not_torn);
    tcase_add_test(cases, file__that_was_empty_becomes_its_owners_alone);
    tcase_add_test(cases, file__damaged_anywhere_is_told_and_refused);
    tcase_add_test(cases, bound__ends_the_recording_with_whole_records);
    tcase_add_test(cases, disk__that_is_full_ends_the_recording_with_whole_records);
    tcase_add_test(cases, queue__drops_and_counts_what_it_has_no_room_for);
    tcase_add_test(cases, entry__that_cannot_stand_in_a_line_is_dropped);
    tcase_add_test(cases, threads__may_hand_over_at_once);
    tcase_add_test(cases, memory__that_is_short_drops_and_refuses);
    tcase_add_test(cases, kill__leaves_a_file_that_can_be_read);
    return rw_test_suite_run(cases);
}
