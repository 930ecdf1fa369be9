/*
 * Readers, writers and askers for old revisions at once. To be run under ThreadSanitizer as well as
 * AddressSanitizer: each finds what the other does not. Everything is counted, nothing timed.
 */
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "base/reader_gate.h"
#include "store_calls.h"
#include "temporary_folder.h"
#include "toy_compiler.h"

/* A reader ends when it has read so often and seen so many different values. */
enum { READERS = 3, READS = 20000, SIGHTINGS = 200 };

typedef struct gate_value {
    unsigned long number;
    unsigned long same_number;
} gate_value;

typedef struct gate_run {
    rw_reader_gate gate;
    atomic_int readers_left;
    atomic_ulong errors;
} gate_run;

static void *read_gate(void *argument)
{
    gate_run *run = argument;
    unsigned long last = 0;
    unsigned long sightings = 0;
    for (unsigned long reads = 0; reads < READS || sightings < SIGHTINGS; reads++) {
        unsigned phase = 0;
        unsigned inner_phase = 0;
        const gate_value *value = rw_reader_gate_enter(&run->gate, &phase);
        const gate_value *inner = rw_reader_gate_enter(&run->gate, &inner_phase);
        if (value->number != value->same_number || value->number < last || inner->number < value->number)
            atomic_fetch_add(&run->errors, 1);
        sightings += value->number != last;
        last = value->number;
        rw_reader_gate_leave(&run->gate, inner_phase);
        if (reads % 8 == 0)
            sched_yield(); /* let the publisher at the value that this thread holds */
        if (value->number != value->same_number)
            atomic_fetch_add(&run->errors, 1);
        rw_reader_gate_leave(&run->gate, phase);
    }
    atomic_fetch_sub(&run->readers_left, 1);
    return NULL;
}

START_TEST(reader_gate__no_reader_sees_a_value_that_is_gone)
{
    static gate_run run;
    gate_value *first = calloc(1, sizeof *first);
    rw_reader_gate_init(&run.gate, first);
    atomic_store(&run.readers_left, READERS);
    pthread_t threads[READERS];
    for (int i = 0; i < READERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_gate, &run), 0);
    for (unsigned long number = 1; atomic_load(&run.readers_left) > 0; number++) {
        gate_value *next = malloc(sizeof *next);
        if (next == NULL)
            ck_abort_msg("no memory");
        *next = (gate_value){.number = number, .same_number = number};
        gate_value *old = (gate_value *)rw_reader_gate_publish(&run.gate, next);
        if (old->number != number - 1)
            ck_abort_msg("publication %lu replaced %lu", number, old->number);
        old->number = 0;
        old->same_number = 1;
        free(old);
    }
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(atomic_load(&run.errors), 0);
    free((gate_value *)rw_reader_gate_current(&run.gate));
}
END_TEST

START_TEST(reader_gate__a_reader_that_is_late_starts_again)
{
    rw_reader_gate gate;
    const int values[] = {0, 1, 2};
    rw_reader_gate_init(&gate, &values[0]);
    const unsigned early = atomic_load(&gate.phase);
    ck_assert_ptr_eq(rw_reader_gate_publish(&gate, &values[1]), &values[0]);

    /* The phase has turned: a late reader must not be let in on it, nor leave a trace. */
    const void *value = NULL;
    ck_assert(!rw_reader_gate_try_enter(&gate, early, &value));
    ck_assert_ptr_null(value);
    ck_assert_uint_eq(atomic_load(&gate.readers[0].count) + atomic_load(&gate.readers[1].count), 0);

    /* It has turned twice: the phase is the reader's again, and so is the newest value. */
    ck_assert_ptr_eq(rw_reader_gate_publish(&gate, &values[2]), &values[1]);
    ck_assert(rw_reader_gate_try_enter(&gate, early, &value));
    ck_assert_ptr_eq(value, &values[2]);
    ck_assert_uint_eq(atomic_load(&gate.readers[atomic_load(&gate.phase)].count), 1);
    rw_reader_gate_leave(&gate, early);
}
END_TEST

enum { WRITES = 60 };

typedef struct catalog_run {
    rw_store *store;
    rw_catalog *catalog;
    atomic_int writers_left;
    atomic_ulong errors;
} catalog_run;

static void check(catalog_run *run, bool holds)
{
    if (!holds)
        atomic_fetch_add(&run->errors, 1);
}

/* Writer w owns clip and profile w: each write changes the clip, every third the profile too. */
static void write_one(catalog_run *run, const char *name, int i)
{
    rw_problem problem;
    rw_problem_init(&problem);
    char document[32];
    snprintf(document, sizeof document, "length=%d", i + 1);
    rw_store_put_result result;
    check(run, store_put(run->store, name, NULL, document, &match_any, &result, &problem) == RW_STORE_OK);
    if (i % 3 == 0) {
        snprintf(document, sizeof document, "window=%d", i + 1);
        check(run, store_put(run->store, name, name, document, &match_any, &result, &problem) == RW_STORE_OK);
    }
    check(run, rw_catalog_refresh(run->catalog, &problem) == RW_STORE_OK);
    /* Read your own write. */
    rw_catalog_guard guard;
    rw_catalog_reader_begin(run->catalog, &guard);
    check(run, rw_catalog_sequence(&guard) >= result.sequence);
    rw_catalog_reader_end(&guard);
    rw_problem_free(&problem);
}

typedef struct catalog_writer {
    catalog_run *run;
    char name[8];
} catalog_writer;

static void *write_catalog(void *argument)
{
    const catalog_writer *writer = argument;
    for (int i = 1; i <= WRITES; i++)
        write_one(writer->run, writer->name, i);
    atomic_fetch_sub(&writer->run->writers_left, 1);
    return NULL;
}

static void check_heads(catalog_run *run, const rw_catalog_guard *guard, const char *name)
{
    const rw_catalog_clip *clip = rw_catalog_find_clip(guard, name, strlen(name));
    const rw_catalog_profile *profile = rw_catalog_find_profile(guard, name, strlen(name));
    const rw_catalog_profile *saved = rw_catalog_find_profile_as_saved(guard, name, strlen(name));
    if (clip == NULL || profile == NULL || saved == NULL || profile->object == NULL || saved->object == NULL) {
        check(run, false);
        return;
    }
    const toy_profile *object = profile->object;
    check(run, profile->clip == clip && object->clip == clip->object && object->magic == TOY_PROFILE_MAGIC);
    check(run, saved->clip->document->revision == profile->document->clip_revision);
    check(run, ((const toy_profile *)saved->object)->clip->magic == TOY_CLIP_MAGIC);
}

static void check_pin(catalog_run *run, const rw_catalog_guard *guard, const char *name, int64_t revision)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_catalog_handle handle = {.clip = NULL};
    const rw_store_status status =
        rw_catalog_pin_profile(guard, name, strlen(name), revision, &handle, &problem);
    if (status == RW_STORE_OK) {
        const toy_profile *object = handle.profile->object;
        check(run, handle.profile->document->revision == revision && object->window <= object->clip->length);
    } else {
        check(run, status == RW_STORE_NOT_FOUND);
    }
    rw_catalog_handle_release(&handle);
    rw_problem_free(&problem);
}

static void *read_catalog(void *argument)
{
    catalog_run *run = argument;
    int64_t last = 0;
    for (int64_t turn = 0; atomic_load(&run->writers_left) > 0; turn++) {
        rw_catalog_guard guard;
        rw_catalog_reader_begin(run->catalog, &guard);
        check(run, rw_catalog_sequence(&guard) >= last);
        last = rw_catalog_sequence(&guard);
        check_heads(run, &guard, "a");
        check_heads(run, &guard, "b");
        if (turn % 16 == 0)
            check_pin(run, &guard, turn % 32 == 0 ? "a" : "b", 1 + turn / 16 % 24);
        rw_catalog_reader_end(&guard);
    }
    return NULL;
}

START_TEST(catalog__readers_writers_and_pins_at_once)
{
    temporary_folder folder;
    static toy_counts counts;
    static catalog_run run;
    rw_problem problem;
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    const rw_catalog_compiler compiler = toy_compiler(&counts);
    ck_assert_int_eq(rw_store_open_sqlite(folder.path, NULL, &run.store, &problem), RW_STORE_OK);
    catalog_writer writers[2] = {{&run, "a"}, {&run, "b"}};
    for (int i = 0; i < 2; i++) {
        store_must_put(run.store, writers[i].name, NULL, "length=1");
        store_must_put(run.store, writers[i].name, writers[i].name, "window=1");
    }
    const rw_catalog_options options = {.old_revisions_max = 5, .old_revisions_bytes_max = 1000};
    ck_assert_int_eq(rw_catalog_open(run.store, &compiler, &options, &run.catalog, &problem), RW_STORE_OK);
    atomic_store(&run.writers_left, 2);
    pthread_t threads[READERS + 2];
    for (int i = 0; i < READERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_catalog, &run), 0);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_create(&threads[READERS + i], NULL, write_catalog, &writers[i]), 0);
    for (int i = 0; i < READERS + 2; i++)
        pthread_join(threads[i], NULL);
    ck_assert_uint_eq(atomic_load(&run.errors), 0);
    rw_catalog_close(run.catalog);
    ck_assert_int_eq(atomic_load(&counts.alive), 0);
    rw_store_close(run.store);
    temporary_folder_remove(&folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("catalog threads");
    TCase *tcase = tcase_create("threads");
    tcase_set_timeout(tcase, 120); /* its writes wait for the disk */
    tcase_add_test(tcase, reader_gate__no_reader_sees_a_value_that_is_gone);
    tcase_add_test(tcase, reader_gate__a_reader_that_is_late_starts_again);
    tcase_add_test(tcase, catalog__readers_writers_and_pins_at_once);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
