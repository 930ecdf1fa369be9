/* The store on a disk that fails: what was acknowledged stays, nothing is half there, and everything goes on once the
 * disk does, in the same process, after a kill, and after a loss of power. */
#include <check.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "codec/compiler.h"
#include "disk.h"
#include "endurance.h"
#include "service/service.h"
#include "soundness.h"
#include "support/folder.h"
#include "support/suite.h"

#define SHORT_SAMPLES 6 /* calls of each fault */
#define STATES_MAX 8
#define REVISIONS_MAX 16
#define POWER_CHOICES 4

enum { DISK_FAILED, DISK_REFUSED };

/* ---- what may be stored ---- */

typedef struct state {
    bool exists;
    rw_hash hash;
} state;

/* A name, and each state that it may be in by what was acknowledged. */
typedef struct subject {
    rw_service_kind kind;
    const char *name;
    state states[STATES_MAX];
    size_t state_count;
} subject;

typedef struct acknowledged {
    const subject *of;
    int64_t revision;
    rw_hash hash;
} acknowledged;

enum { LUNGE, OTHER, REACH, SUBJECTS };

typedef struct disk_scene {
    char pattern[RW_TEST_PATH_SIZE]; /* the folder that every run begins with */
    char folder[RW_TEST_PATH_SIZE];  /* of the run */
    rw_store *store;
    rw_service *service;
    subject subjects[SUBJECTS];
    acknowledged revisions[REVISIONS_MAX];
    size_t revision_count;
} disk_scene;

/* ---- writes ---- */

typedef struct step {
    int subject;
    bool deletes;
    unsigned variant, frames; /* of the document */
} step;

/* A clip replaced by one of many pages, one made and replaced, a profile changed and deleted. */
static const step steps[] = {
    {LUNGE, false, 2, 900}, {OTHER, false, 1, 2}, {REACH, false, 2, 0}, {OTHER, false, 2, 400}, {REACH, true, 0, 0},
};
#define STEPS (sizeof steps / sizeof *steps)

static void write_document(const step *at, rw_buffer *out)
{
    rw_buffer_init(out, 1 << 20);
    if (at->subject == REACH) {
        rw_buffer_append_format(out, "{\"clip\":\"lunge\",\"kind\":\"reach\",\"scale_band\":{\"max\":%u,\"min\":0.5},"
                                     "\"window\":\"attack\"}", at->variant);
    } else {
        rw_buffer_append_text(out, "{\"frame_rate\":30,\"root\":{\"positions\":[[0,0,0]");
        for (unsigned i = 1; i <= at->frames; i++)
            rw_buffer_append_format(out, ",[%u,%u.25,0]", i, at->variant * 1000 + i % 7);
        rw_buffer_append_text(out, "]},\"space\":\"unreal\",\"windows\":[{\"end\":0.03125,\"name\":\"attack\",\"start\":0}]}");
    }
    ck_assert(rw_buffer_ok(out));
}

static void accept_profile(void *context, const rw_clip *clip, rw_problem *problem)
{
    (void)context;
    (void)clip;
    (void)problem;
}

static bool put(disk_scene *scene, const step *at, const rw_buffer *body, rw_service_put_outcome *outcome,
                rw_problem *problem)
{
    const subject *of = &scene->subjects[at->subject];
    const rw_service_put request = {.name = of->name,
                                    .document = body->data,
                                    .document_length = body->length,
                                    .clip_name = of->kind == RW_SERVICE_PROFILE ? "lunge" : NULL,
                                    .precondition = {.match = of->states[of->state_count - 1].exists
                                                                  ? RW_SERVICE_MATCH_ANY
                                                                  : RW_SERVICE_MATCH_UNSAID}};
    if (of->kind == RW_SERVICE_PROFILE)
        return rw_service_put_profile(scene->service, &request, accept_profile, NULL, outcome, problem);
    return rw_service_put_clip(scene->service, &request, outcome, problem);
}

/* An acknowledged write leaves one state, a failed one adds a possible one. */
static void learn(disk_scene *scene, const step *at, bool done, const state *next, int64_t revision)
{
    subject *of = &scene->subjects[at->subject];
    if (done)
        of->state_count = 0;
    ck_assert_uint_lt(of->state_count, STATES_MAX);
    of->states[of->state_count++] = *next;
    /* What was there before stays the last one: the next write builds its precondition on it. */
    if (!done) {
        of->states[of->state_count - 1] = of->states[of->state_count - 2];
        of->states[of->state_count - 2] = *next;
    }
    if (done && next->exists) {
        ck_assert_uint_lt(scene->revision_count, REVISIONS_MAX);
        scene->revisions[scene->revision_count++] = (acknowledged){.of = of, .revision = revision, .hash = next->hash};
    }
}

static bool take_step(disk_scene *scene, const step *at, rw_problem *problem)
{
    rw_service_put_outcome outcome = {0};
    state next = {.exists = !at->deletes};
    bool done;
    if (at->deletes) {
        const rw_service_precondition any = {.match = RW_SERVICE_MATCH_ANY};
        const subject *of = &scene->subjects[at->subject];
        done = rw_service_delete(scene->service, of->kind, of->name, &any, &(rw_origin){0}, problem);
    } else {
        rw_buffer body;
        write_document(at, &body);
        next.hash = rw_hash_bytes(body.data, body.length);
        done = put(scene, at, &body, &outcome, problem);
        rw_buffer_free(&body);
    }
    learn(scene, at, done, &next, outcome.revision);
    return done;
}

/* ---- folders ---- */

static const char *const files[] = {"rootwarp.db", "rootwarp.db-journal"};

static void copy_folder(const char *from, char to[RW_TEST_PATH_SIZE])
{
    rw_test_folder_make(to);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[RW_TEST_PATH_SIZE + 32];
        struct stat status;
        size_t length;
        snprintf(path, sizeof path, "%s/%s", from, files[i]);
        if (stat(path, &status) != 0)
            continue;
        char *bytes = rw_test_file_read(path, &length);
        snprintf(path, sizeof path, "%s/%s", to, files[i]);
        FILE *file = fopen(path, "wb");
        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
        ck_assert_int_eq(fclose(file), 0);
        free(bytes);
    }
}

static bool open_scene(disk_scene *scene, rw_problem *problem)
{
    const rw_catalog_compiler compiler = rw_codec_compiler();
    scene->service = NULL;
    if (rw_store_open_sqlite(scene->folder, NULL, &scene->store, problem) != RW_STORE_OK)
        return false;
    if (rw_service_open(scene->store, &compiler, NULL, &scene->service, problem))
        return true;
    rw_store_close(scene->store);
    scene->store = NULL;
    return false;
}

static void close_scene(disk_scene *scene)
{
    rw_service_close(scene->service);
    rw_store_close(scene->store);
    scene->service = NULL;
    scene->store = NULL;
}

static void must_open(disk_scene *scene, const char *when)
{
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(open_scene(scene, &problem), "%s: %s", when, problem.detail);
    rw_problem_free(&problem);
}

static void begin_scene(disk_scene *scene)
{
    static const state nothing = {.exists = false};
    static const struct {
        rw_service_kind kind;
        const char *name;
    } names[SUBJECTS] = {{RW_SERVICE_CLIP, "lunge"}, {RW_SERVICE_CLIP, "other"}, {RW_SERVICE_PROFILE, "reach"}};
    for (int i = 0; i < SUBJECTS; i++)
        scene->subjects[i] =
            (subject){.kind = names[i].kind, .name = names[i].name, .states = {nothing}, .state_count = 1};
    scene->revision_count = 0;
}

/* ---- laws ---- */

static rw_store_kind store_kind(const subject *of)
{
    return of->kind == RW_SERVICE_CLIP ? RW_STORE_CLIP : RW_STORE_PROFILE;
}

static bool same(const rw_hash *a, const rw_hash *b)
{
    return strcmp(a->text, b->text) == 0;
}

static void check_head(const disk_scene *scene, const subject *of, const char *when)
{
    rw_store_revision head = {0};
    rw_problem problem;
    rw_problem_init(&problem);
    const rw_store_status status = rw_store_get_revision(scene->store, store_kind(of), of->name, 0, &head, &problem);
    ck_assert_msg(status == RW_STORE_OK || status == RW_STORE_NOT_FOUND, "%s: %s: %s", when, of->name, problem.detail);
    bool possible = false;
    for (size_t i = 0; i < of->state_count; i++)
        possible = possible || (status == RW_STORE_OK ? of->states[i].exists && same(&of->states[i].hash, &head.hash)
                                                      : !of->states[i].exists);
    ck_assert_msg(possible, "%s: %s is in a state that nobody wrote (%s)", when, of->name,
                  status == RW_STORE_OK ? head.hash.text : "gone");
    rw_store_revision_free(&head);
    rw_problem_free(&problem);
}

static void check_revision(const disk_scene *scene, const acknowledged *wanted, const char *when)
{
    rw_store_revision revision = {0};
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(rw_store_get_revision(scene->store, store_kind(wanted->of), wanted->of->name, wanted->revision,
                                        &revision, &problem) == RW_STORE_OK,
                  "%s: %s@%ld is lost: %s", when, wanted->of->name, (long)wanted->revision, problem.detail);
    const rw_hash hash = rw_hash_bytes(revision.document, revision.document_length);
    ck_assert_msg(same(&hash, &wanted->hash), "%s: %s@%ld is another document", when, wanted->of->name,
                  (long)wanted->revision);
    rw_store_revision_free(&revision);
    rw_problem_free(&problem);
}

/* What the service answers from is what the store holds. */
static void check_view(const disk_scene *scene, const char *when)
{
    rw_service_view view;
    rw_service_view_begin(scene->service, &view);
    for (int i = 0; i < SUBJECTS; i++) {
        const subject *of = &scene->subjects[i];
        rw_store_revision head = {0};
        rw_problem problem;
        rw_problem_init(&problem);
        const bool stored = rw_store_get_revision(scene->store, store_kind(of), of->name, 0, &head, &problem) == RW_STORE_OK;
        rw_service_clip clip = {0};
        rw_service_profile profile = {0};
        const bool known = of->kind == RW_SERVICE_CLIP ? rw_service_find_clip(&view, of->name, 0, &clip, &problem)
                                                       : rw_service_find_profile(&view, of->name, 0, &profile, &problem);
        ck_assert_msg(stored == known, "%s: %s is %sin the store and %sin the catalogue", when, of->name,
                      stored ? "" : "not ", known ? "" : "not ");
        const rw_catalog_document *document = of->kind == RW_SERVICE_CLIP ? clip.document : profile.document;
        if (stored)
            ck_assert_msg(same(&document->hash, &head.hash), "%s: the catalogue has another %s", when, of->name);
        rw_service_clip_release(&clip);
        rw_service_profile_release(&profile);
        rw_store_revision_free(&head);
        rw_problem_free(&problem);
    }
    rw_service_view_end(&view);
}

static void check_integrity(const char *folder, const char *when)
{
    char path[RW_TEST_PATH_SIZE + 32];
    sqlite3 *database = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, files[0]);
    ck_assert_int_eq(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof rw_soundness_queries / sizeof *rw_soundness_queries; i++) {
        sqlite3_stmt *statement = NULL;
        ck_assert_int_eq(sqlite3_prepare_v2(database, rw_soundness_queries[i], -1, &statement, NULL), SQLITE_OK);
        ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
        const char *said = (const char *)sqlite3_column_text(statement, 0);
        ck_assert_msg(strcmp(said, "ok") == 0, "%s: %s", when, said);
        sqlite3_finalize(statement);
    }
    sqlite3_close(database);
}

static void check_all(const disk_scene *scene, const char *when)
{
    for (int i = 0; i < SUBJECTS; i++)
        check_head(scene, &scene->subjects[i], when);
    for (size_t i = 0; i < scene->revision_count; i++)
        check_revision(scene, &scene->revisions[i], when);
    check_view(scene, when);
    check_integrity(scene->folder, when);
}

/* Another process finds the folder as it is. */
static void check_found(const disk_scene *ended, const char *folder, const char *when)
{
    disk_scene found = *ended;
    ck_assert_int_lt(snprintf(found.folder, sizeof found.folder, "%s", folder), (int)sizeof found.folder);
    must_open(&found, when);
    check_all(&found, when);
    close_scene(&found);
}

/* ---- runs ---- */

/* The same writes again, now that the disk is sound: each is done, or finds that it was. */
static void repeat(disk_scene *scene, const char *when)
{
    for (size_t i = 0; i < STEPS; i++) {
        rw_problem problem;
        rw_problem_init(&problem);
        const bool done = take_step(scene, &steps[i], &problem);
        ck_assert_msg(done || problem.code == RW_PROBLEM_PROFILE_NOT_FOUND ||
                          (problem.code == RW_PROBLEM_PRECONDITION_REQUIRED || problem.code == RW_PROBLEM_PRECONDITION_FAILED),
                      "%s: write %zu: %s", when, i, problem.detail);
        rw_problem_free(&problem);
    }
    check_view(scene, when);
}

/* Whatever of the unsynced writes has arrived. */
static void check_power_loss(disk_scene *scene, const char *when)
{
    char left[POWER_CHOICES][RW_TEST_PATH_SIZE];
    close_scene(scene);
    for (uint64_t choice = 0; choice < POWER_CHOICES; choice++) {
        copy_folder(scene->pattern, left[choice]);
        rw_disk_power_loss(left[choice], choice);
    }
    for (int choice = 0; choice < POWER_CHOICES; choice++) {
        rw_disk_arm(RW_DISK_POWER, 0, 0);
        check_found(scene, left[choice], when);
        rw_test_folder_remove(left[choice]);
    }
}

static void check_after(disk_scene *scene, rw_disk_fault fault, const char *when)
{
    char copy[RW_TEST_PATH_SIZE];
    if (fault == RW_DISK_POWER) {
        check_power_loss(scene, when);
        return;
    }
    rw_disk_mend();
    copy_folder(scene->folder, copy);
    check_found(scene, copy, when);
    rw_test_folder_remove(copy);
    if (scene->service == NULL)
        must_open(scene, when);
    check_all(scene, when);
    repeat(scene, when);
    close_scene(scene);
    must_open(scene, when);
    check_all(scene, when);
}

/* One run of the writes with calls from .. until - 1 failing; how many calls there were. */
static long run(const disk_scene *pattern, rw_disk_fault fault, long from, long until, rw_endurance *endurance)
{
    char when[128];
    disk_scene at = *pattern;
    rw_problem problem;
    snprintf(when, sizeof when, "%s at call %ld, %s", rw_disk_fault_name(fault), from, until == LONG_MAX ? "for good" : "once");
    copy_folder(pattern->pattern, at.folder);
    for (size_t i = 0; i < at.revision_count; i++)
        at.revisions[i].of = &at.subjects[at.revisions[i].of - pattern->subjects];
    rw_disk_arm(fault, from, until);
    rw_problem_init(&problem);
    long refused = 0;
    if (open_scene(&at, &problem))
        for (size_t i = 0; i < STEPS; i++) {
            rw_problem_free(&problem);
            refused += !take_step(&at, &steps[i], &problem);
        }
    rw_problem_free(&problem);
    const long seen = rw_disk_seen();
    if (endurance != NULL) {
        ck_assert_msg(rw_disk_struck(), "%s: no call failed", when);
        endurance->figures[DISK_FAILED]++;
        endurance->figures[DISK_REFUSED] += refused;
        check_after(&at, fault, when);
    }
    close_scene(&at);
    rw_test_folder_remove(at.folder);
    return seen;
}

static void begin_pattern(disk_scene *pattern)
{
    static const step first[] = {{LUNGE, false, 1, 60}, {REACH, false, 1, 0}};
    rw_problem problem;
    rw_problem_init(&problem);
    *pattern = (disk_scene){0};
    begin_scene(pattern);
    rw_test_folder_make(pattern->pattern);
    snprintf(pattern->folder, sizeof pattern->folder, "%s", pattern->pattern);
    must_open(pattern, "at the start");
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        ck_assert_msg(take_step(pattern, &first[i], &problem), "%s", problem.detail);
    check_all(pattern, "at the start");
    close_scene(pattern);
}

START_TEST(disk__that_fails_loses_nothing_that_was_acknowledged)
{
    rw_endurance endurance;
    disk_scene pattern;
    rw_disk_install();
    begin_pattern(&pattern);
    rw_endurance_begin(&endurance, "disk", RW_DISK_FAULTS, RW_DISK_FAULTS);
    for (; endurance.done < endurance.total; endurance.done++, rw_endurance_keep(&endurance)) {
        const rw_disk_fault fault = (rw_disk_fault)endurance.done;
        const long calls = run(&pattern, fault, 0, 0, NULL);
        const long stride = endurance.is_long || calls <= SHORT_SAMPLES ? 1 : calls / SHORT_SAMPLES;
        ck_assert_int_gt(calls, 0);
        for (long n = 1 + calls % stride; n <= calls; n += stride) {
            run(&pattern, fault, n, LONG_MAX, &endurance);
            if (fault != RW_DISK_POWER)
                run(&pattern, fault, n, n + 1, &endurance);
        }
    }
    rw_test_folder_remove(pattern.pattern);
    rw_endurance_end(&endurance, "%ld failed calls of five kinds, %ld writes refused; nothing lost, nothing torn",
                     endurance.figures[DISK_FAILED], endurance.figures[DISK_REFUSED]);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("disk");
    tcase_add_test(cases, disk__that_fails_loses_nothing_that_was_acknowledged);
    return rw_test_suite_run(cases);
}
