/*
 * The same random sequence of calls on SQLite and on PostgreSQL: every answer, and everything that can be read in the
 * end, is the same text but for times.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "catalogue_copy.h"
#include "store/access.h"
#include "store/postgres.h"
#include "store_calls.h"
#include "support/postgres.h"
#include "temporary_folder.h"

enum { STEPS = 250, NAMES = 6, DOCUMENTS = 5, TEXT_MAX = 8 << 20 };

static rw_test_postgres server;
static temporary_folder folder;
static rw_store *stores[2]; /* SQLite, PostgreSQL */
static char address[RW_TEST_ADDRESS_SIZE];

static void open_both(void)
{
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_open_sqlite(folder.path, NULL, &stores[0], &problem) != RW_STORE_OK ||
        rw_store_open_postgres(address, NULL, &stores[1], &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void close_both(void)
{
    for (size_t i = 0; i < 2; i++) {
        rw_store_close(stores[i]);
        stores[i] = NULL;
    }
}

static void set_up(void)
{
    temporary_folder_make(&folder);
    rw_test_postgres_address(&server, NULL, strrchr(folder.path, '/') + 1, address);
    open_both();
}

static void tear_down(void)
{
    close_both();
    temporary_folder_remove(&folder);
}

static unsigned draw(uint64_t *state, unsigned bound)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % bound;
}

/* Names whose order depends on the collation. */
static const char *const names[NAMES] = {"a", "B", "a-b", "a_b", "Z.1", "b"};

typedef struct step {
    unsigned kind, name, clip, document, mode, hash, after, limit;
} step;

static step draw_step(uint64_t *state)
{
    return (step){draw(state, 10), draw(state, NAMES),     draw(state, NAMES), draw(state, DOCUMENTS),
                  draw(state, 5),  draw(state, DOCUMENTS), draw(state, 8),     1 + draw(state, 6)};
}

static void document_of(unsigned number, bool profile, char text[64])
{
    snprintf(text, 64, "{\"%s\":%u,\"\xC3\xA4\":\"\xE2\x82\xAC\"}", profile ? "p" : "c", number);
}

static rw_store_precondition precondition_of(const step *at, bool profile, rw_hash *hash)
{
    char text[64];
    document_of(at->hash, profile, text);
    *hash = rw_hash_bytes(text, strlen(text));
    static const rw_store_precondition_mode modes[] = {RW_STORE_MATCH_NOTHING_SAID, RW_STORE_MATCH_ANY,
                                                       RW_STORE_MATCH_ANY, RW_STORE_MATCH_LIST, RW_STORE_MATCH_NONE};
    return (rw_store_precondition){.mode = modes[at->mode], .hashes = hash, .hash_count = 1};
}

static void write_problem(const rw_problem *problem, rw_buffer *out)
{
    rw_buffer_append_format(out, " [%s] %s", rw_problem_info_get(problem->code)->name, problem->detail);
    for (size_t i = 0; i < problem->field_count; i++)
        rw_buffer_append_format(out, " (%s)", problem->fields[i].detail);
}

static void write_revision(const rw_store_revision *at, rw_buffer *out)
{
    rw_buffer_append_format(out, "%d %s@%lld%s %s %s@%lld %s\n", (int)at->kind, at->name, (long long)at->revision,
                            at->is_head ? " head" : "", at->hash.text, at->clip_name, (long long)at->clip_revision,
                            at->document != NULL ? at->document : "-");
}

static void run_put(rw_store *store, const step *at, rw_buffer *out, rw_problem *problem)
{
    const bool profile = at->kind >= 4;
    char text[64];
    rw_hash hash;
    document_of(at->document, profile, text);
    const rw_store_precondition precondition = precondition_of(at, profile, &hash);
    rw_store_put_result result = {0};
    const rw_store_status status =
        store_put(store, names[at->name], profile ? names[at->clip] : NULL, text, &precondition, &result, problem);
    rw_buffer_append_format(out, "put %d: %lld %lld %d %d %lld", (int)status, (long long)result.revision,
                            (long long)result.clip_revision, result.created, result.unchanged,
                            (long long)result.sequence);
}

static void run_delete(rw_store *store, const step *at, rw_buffer *out, rw_problem *problem)
{
    const rw_store_kind kind = at->clip % 2 == 0 ? RW_STORE_CLIP : RW_STORE_PROFILE;
    rw_hash hash;
    const rw_store_precondition precondition = precondition_of(at, kind == RW_STORE_PROFILE, &hash);
    int64_t sequence = 0;
    const rw_store_status status = store_delete(store, kind, names[at->name], &precondition, &sequence, problem);
    rw_buffer_append_format(out, "delete %d: %lld", (int)status, (long long)sequence);
}

static void run_purge(rw_store *store, const step *at, rw_buffer *out, rw_problem *problem)
{
    const rw_store_kind kind = at->clip % 2 == 0 ? RW_STORE_CLIP : RW_STORE_PROFILE;
    const rw_origin nobody = {.actor = NULL};
    rw_store_purge_result result = {.purged = 0};
    const rw_store_status status = rw_store_purge(store, kind, names[at->name], &nobody, &result, problem);
    rw_buffer_append_format(out, "purge %d: %zu %zu %lld", (int)status, result.purged, result.kept,
                            (long long)result.sequence);
}

static void run_read(rw_store *store, const step *at, rw_buffer *out, rw_problem *problem)
{
    const rw_store_kind kind = at->clip % 2 == 0 ? RW_STORE_CLIP : RW_STORE_PROFILE;
    rw_store_revision revision = {.document = NULL};
    rw_store_revision_list list = {.items = NULL};
    rw_store_status status = rw_store_get_revision(store, kind, names[at->name], at->after, &revision, problem);
    rw_buffer_append_format(out, "get %d: ", (int)status);
    if (status == RW_STORE_OK)
        write_revision(&revision, out);
    else
        write_problem(problem, out);
    rw_store_revision_free(&revision);
    rw_problem_free(problem);
    status = rw_store_list_revisions(store, kind, names[at->name], at->after, at->limit, &list, problem);
    rw_buffer_append_format(out, "list %d %d: ", (int)status, list.more);
    for (size_t i = 0; i < list.count; i++)
        write_revision(&list.items[i], out);
    rw_store_revision_list_free(&list);
}

/* Heads of a kind come in any order. */
enum { VISITS_MAX = 64, LINE_SIZE = 320 };

typedef struct visits {
    char lines[VISITS_MAX][LINE_SIZE];
    size_t count;
} visits;

static bool visit(void *context, const rw_store_revision *revision, rw_problem *problem)
{
    (void)problem;
    visits *seen = context;
    rw_buffer line;
    rw_buffer_init(&line, LINE_SIZE);
    write_revision(revision, &line);
    ck_assert_uint_lt(seen->count, VISITS_MAX);
    snprintf(seen->lines[seen->count++], LINE_SIZE, "%s", line.data);
    rw_buffer_free(&line);
    return true;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void run_heads(rw_store *store, int64_t since, rw_buffer *out, rw_problem *problem)
{
    visits seen = {.count = 0};
    int64_t sequence = -1;
    const rw_store_status status = rw_store_read_heads(store, since, visit, &seen, &sequence, problem);
    qsort(seen.lines, seen.count, LINE_SIZE, compare_lines);
    for (size_t i = 0; i < seen.count; i++)
        rw_buffer_append_format(out, "%s", seen.lines[i]);
    rw_buffer_append_format(out, "heads %d since %lld: %lld", (int)status, (long long)since, (long long)sequence);
}

static void run_step(rw_store *store, const step *at, rw_buffer *out)
{
    rw_problem problem;
    rw_problem_init(&problem);
    if (at->kind < 7)
        run_put(store, at, out, &problem);
    else if (at->kind == 7)
        run_delete(store, at, out, &problem);
    else if (at->kind == 8 && at->limit == 1)
        run_purge(store, at, out, &problem);
    else if (at->kind == 8)
        run_read(store, at, out, &problem);
    else
        run_heads(store, (int64_t)at->after * 4, out, &problem);
    write_problem(&problem, out);
    rw_buffer_append_text(out, "\n");
    rw_problem_free(&problem);
}

static void write_logs(rw_store *store, rw_buffer *out, rw_problem *problem)
{
    rw_store_change_list changes = {.items = NULL};
    rw_store_audit_list audit = {.items = NULL};
    ck_assert_int_eq(rw_store_list_changes(store, 0, 100000, &changes, problem), RW_STORE_OK);
    for (size_t i = 0; i < changes.count; i++) {
        const rw_store_change *at = &changes.items[i];
        rw_buffer_append_format(out, "%lld %d %d %s@%lld %s\n", (long long)at->sequence, (int)at->kind, (int)at->action,
                                at->name, (long long)at->revision, at->hash.text);
    }
    ck_assert_int_eq(rw_store_audit_read(store, 0, 100000, &audit, problem), RW_STORE_OK);
    for (size_t i = 0; i < audit.count; i++) {
        const rw_store_audit_entry *at = &audit.items[i];
        rw_buffer_append_format(out, "%lld %s %s %s %lld\n", (long long)at->sequence, at->actor, at->action,
                                at->subject, (long long)at->revision);
    }
    rw_store_change_list_free(&changes);
    rw_store_audit_list_free(&audit);
}

static void write_everything(rw_store *store, rw_buffer *out)
{
    rw_problem problem;
    rw_problem_init(&problem);
    for (unsigned i = 0; i < 2 * NAMES; i++) {
        const step all = {.name = i / 2, .clip = i % 2, .limit = 100000};
        run_read(store, &all, out, &problem);
        rw_problem_free(&problem);
    }
    run_heads(store, 0, out, &problem);
    write_logs(store, out, &problem);
    rw_problem_free(&problem);
}

/* Tells the first line that differs. */
static void expect_equal(const char *a, const char *b)
{
    while (*a != '\0' && strcmp(a, b) != 0) {
        const size_t a_length = strcspn(a, "\n");
        const size_t b_length = strcspn(b, "\n");
        if (a_length != b_length || memcmp(a, b, a_length) != 0)
            ck_abort_msg("SQLite:     %.*s\nPostgreSQL: %.*s", (int)a_length, a, (int)b_length, b);
        a += a_length + 1;
        b += b_length + 1;
    }
    ck_assert_str_eq(a, b);
}

START_TEST(sequences__give_the_same_answers_and_end_in_the_same_catalogue)
{
    uint64_t state = 20260101u + (uint64_t)_i;
    rw_buffer texts[2];
    for (size_t i = 0; i < 2; i++)
        rw_buffer_init(&texts[i], TEXT_MAX);
    for (int i = 0; i < STEPS; i++) {
        const step at = draw_step(&state);
        for (size_t s = 0; s < 2; s++)
            run_step(stores[s], &at, &texts[s]);
        if (i == STEPS / 2) {
            close_both();
            open_both();
        }
    }
    for (size_t s = 0; s < 2; s++) {
        write_everything(stores[s], &texts[s]);
        ck_assert(rw_buffer_ok(&texts[s]));
    }
    expect_equal(texts[0].data, texts[1].data);
    ck_assert_ptr_nonnull(strstr(texts[0].data, "profile.delete"));
    ck_assert_ptr_nonnull(strstr(texts[0].data, "clip_in_use"));
    for (size_t s = 0; s < 2; s++)
        rw_buffer_free(&texts[s]);
}
END_TEST

/* What is exported from one and imported into the other is exported from there as the same bytes, times included. */
START_TEST(export__moves_between_the_stores_and_back)
{
    uint64_t state = 77u + (uint64_t)_i;
    const size_t from = (size_t)_i % 2;
    rw_buffer ignored;
    rw_buffer_init(&ignored, TEXT_MAX);
    for (int i = 0; i < STEPS / 2; i++) {
        const step at = draw_step(&state);
        run_step(stores[from], &at, &ignored);
    }
    rw_buffer_free(&ignored);
    catalogue_copy first, second;
    rw_store_import_result result;
    rw_problem problem;
    rw_problem_init(&problem);
    catalogue_copy_take(stores[from], &first);
    if (catalogue_copy_import(&first, stores[1 - from], false, &result, &problem) != RW_STORE_OK)
        ck_abort_msg("import: %s", problem.detail);
    catalogue_copy_take(stores[1 - from], &second);
    ck_assert_uint_gt(result.revisions_added, 20);
    expect_equal(first.text.data, second.text.data);
    ck_assert_int_eq(catalogue_copy_import(&second, stores[from], false, &result, &problem), RW_STORE_OK);
    ck_assert_uint_eq(result.names_changed + result.revisions_added, 0);
    catalogue_copy_free(&first);
    catalogue_copy_free(&second);
    rw_problem_free(&problem);
}
END_TEST

int main(void)
{
    if (!rw_test_postgres_available())
        return 77;
    rw_test_postgres_start(&server);
    Suite *suite = suite_create("two stores");
    TCase *cases = tcase_create("pairs");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_loop_test(cases, sequences__give_the_same_answers_and_end_in_the_same_catalogue, 0, 4);
    tcase_add_loop_test(cases, export__moves_between_the_stores_and_back, 0, 4);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rw_test_postgres_end(&server);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
