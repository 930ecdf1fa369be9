#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/revision_cache.h"
#include "toy_compiler.h"

/* A loader that waits at a gate until the test opens it, and then gives what the test has chosen. */
typedef struct slow_source {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool open;
    int started;
    rw_store_status answer;
    rw_catalog_compiler compiler;
} slow_source;

static slow_source source;
static toy_counts counts;
static rw_revision_cache *cache;

static rw_store_status slow_load(void *context, const rw_revision_key *key, rw_revision_entry *out,
                                 rw_problem *problem)
{
    slow_source *self = context;
    pthread_mutex_lock(&self->mutex);
    self->started++;
    pthread_cond_broadcast(&self->changed);
    while (!self->open)
        pthread_cond_wait(&self->changed, &self->mutex);
    const rw_store_status answer = self->answer;
    pthread_mutex_unlock(&self->mutex);
    if (answer != RW_STORE_OK) {
        rw_problem_set(problem, RW_PROBLEM_REVISION_NOT_FOUND, "not there");
        return answer;
    }
    char text[] = "length=9";
    rw_store_revision revision = {.kind = RW_STORE_CLIP,
                                  .revision = key->revision,
                                  .document = text,
                                  .document_length = sizeof text - 1};
    out->clip = rw_clip_entry_make(&self->compiler, &revision, problem);
    return RW_STORE_OK;
}

static void set_up(void)
{
    source = (slow_source){.answer = RW_STORE_OK, .compiler = toy_compiler(&counts)};
    pthread_mutex_init(&source.mutex, NULL);
    pthread_cond_init(&source.changed, NULL);
    cache = rw_revision_cache_make(4, 1000);
    ck_assert_ptr_nonnull(cache);
}

static void tear_down(void)
{
    rw_revision_cache_free(cache);
    ck_assert_int_eq(atomic_load(&counts.alive), 0);
}

static void set_gate(bool open)
{
    pthread_mutex_lock(&source.mutex);
    source.open = open;
    pthread_cond_broadcast(&source.changed);
    pthread_mutex_unlock(&source.mutex);
}

static void wait_until_started(int loads)
{
    pthread_mutex_lock(&source.mutex);
    while (source.started < loads)
        pthread_cond_wait(&source.changed, &source.mutex);
    pthread_mutex_unlock(&source.mutex);
}

static rw_store_status get(int64_t revision)
{
    rw_revision_key key = {.kind = RW_STORE_CLIP, .name = "walk", .revision = revision};
    rw_revision_entry entry = {.clip = NULL};
    rw_problem problem;
    rw_problem_init(&problem);
    const rw_store_status status = rw_revision_cache_get(cache, &key, slow_load, &source, &entry, &problem);
    if (status == RW_STORE_OK && entry.clip->document->view.revision != revision)
        abort();
    if (status != RW_STORE_OK && problem.code != RW_PROBLEM_REVISION_NOT_FOUND)
        abort();
    rw_revision_entry_release(&entry);
    rw_problem_free(&problem);
    return status;
}

static void *get_one(void *argument)
{
    *(rw_store_status *)argument = get(1);
    return NULL;
}

START_TEST(get__many_askers_load_once)
{
    enum { ASKERS = 4 };
    pthread_t threads[ASKERS];
    rw_store_status statuses[ASKERS];
    for (int i = 0; i < ASKERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, get_one, &statuses[i]), 0);
    wait_until_started(1);
    set_gate(true);
    for (int i = 0; i < ASKERS; i++) {
        pthread_join(threads[i], NULL);
        ck_assert_int_eq(statuses[i], RW_STORE_OK);
    }
    ck_assert_int_eq(source.started, 1);
    ck_assert_int_eq(get(1), RW_STORE_OK);
    ck_assert_int_eq(source.started, 1);
}
END_TEST

START_TEST(get__remembers_what_is_absent_until_told_to_forget)
{
    set_gate(true);
    source.answer = RW_STORE_NOT_FOUND;
    ck_assert_int_eq(get(1), RW_STORE_NOT_FOUND);
    ck_assert_int_eq(get(1), RW_STORE_NOT_FOUND);
    ck_assert_int_eq(source.started, 1);
    source.answer = RW_STORE_OK;
    ck_assert_int_eq(get(1), RW_STORE_NOT_FOUND);
    rw_revision_cache_forget_absent(cache);
    ck_assert_int_eq(get(1), RW_STORE_OK);
    rw_revision_cache_forget_absent(cache);
    ck_assert_int_eq(get(1), RW_STORE_OK);
    ck_assert_int_eq(source.started, 2);
}
END_TEST

START_TEST(get__what_was_loading_when_told_to_forget_is_not_remembered_as_absent)
{
    source.answer = RW_STORE_NOT_FOUND;
    pthread_t thread;
    rw_store_status status = RW_STORE_OK;
    ck_assert_int_eq(pthread_create(&thread, NULL, get_one, &status), 0);
    wait_until_started(1);
    rw_revision_cache_forget_absent(cache);
    set_gate(true);
    pthread_join(thread, NULL);
    ck_assert_int_eq(status, RW_STORE_NOT_FOUND);
    source.answer = RW_STORE_OK;
    ck_assert_int_eq(get(1), RW_STORE_OK);
}
END_TEST

START_TEST(get__other_failures_are_not_remembered)
{
    set_gate(true);
    source.answer = RW_STORE_BUSY;
    ck_assert_int_eq(get(1), RW_STORE_BUSY);
    ck_assert_uint_eq(rw_revision_cache_measure(cache).count, 0);
    source.answer = RW_STORE_OK;
    ck_assert_int_eq(get(1), RW_STORE_OK);
    ck_assert_uint_eq(rw_revision_cache_measure(cache).count, 1);
    ck_assert_uint_eq(rw_revision_cache_measure(cache).bytes, 8);
}
END_TEST

START_TEST(evict__the_least_recently_used_goes_first_absences_included)
{
    set_gate(true);
    source.answer = RW_STORE_NOT_FOUND;
    get(1);
    source.answer = RW_STORE_OK;
    for (int64_t revision = 2; revision <= 4; revision++)
        get(revision);
    ck_assert_int_eq(get(2), RW_STORE_OK);
    ck_assert_int_eq(source.started, 4);
    get(5); /* instead of 1 */
    get(6); /* instead of 3 */
    ck_assert_uint_eq(rw_revision_cache_measure(cache).count, 4);
    ck_assert_int_eq(source.started, 6);
    get(2);
    get(4);
    ck_assert_int_eq(source.started, 6);
    ck_assert_int_eq(get(1), RW_STORE_OK);
    get(3);
    ck_assert_int_eq(source.started, 8);
}
END_TEST

START_TEST(evict__by_bytes)
{
    rw_revision_cache_free(cache);
    cache = rw_revision_cache_make(100, 20);
    set_gate(true);
    for (int64_t revision = 1; revision <= 5; revision++)
        get(revision);
    ck_assert_uint_eq(rw_revision_cache_measure(cache).count, 2);
    ck_assert_uint_eq(rw_revision_cache_measure(cache).bytes, 16);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("revision cache");
    TCase *tcase = tcase_create("cache");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, get__many_askers_load_once);
    tcase_add_test(tcase, get__remembers_what_is_absent_until_told_to_forget);
    tcase_add_test(tcase, get__what_was_loading_when_told_to_forget_is_not_remembered_as_absent);
    tcase_add_test(tcase, get__other_failures_are_not_remembered);
    tcase_add_test(tcase, evict__the_least_recently_used_goes_first_absences_included);
    tcase_add_test(tcase, evict__by_bytes);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
