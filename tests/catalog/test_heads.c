#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/heads.h"

enum { NAMES = 200, STEPS = 300, CHANGES_MAX = 30 };

/* What a name has by now, and what it had, so that an item is of one version. */
typedef struct toy_head {
    rw_catalog_clip view; /* first */
    rw_catalog_document document;
    char name[16];
} toy_head;

static toy_head *make_head(unsigned number)
{
    toy_head *head = calloc(1, sizeof *head);
    ck_assert_ptr_nonnull(head);
    snprintf(head->name, sizeof head->name, "n-%03u", number);
    head->document.name = head->name;
    head->view.document = &head->document;
    return head;
}

/* xorshift64*: the same numbers on every machine. */
static unsigned next_number(uint64_t *state, unsigned below)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (unsigned)((*state * UINT64_C(2685821657736338717)) >> 33) % below;
}

static void check_same(const rw_heads *heads, toy_head *const *model)
{
    size_t place = 0;
    for (unsigned i = 0; i < NAMES; i++) {
        char name[16];
        const int length = snprintf(name, sizeof name, "n-%03u", i);
        if (rw_heads_find(heads, name, (size_t)length) != model[i])
            ck_abort_msg("%s is not what it should be", name);
        if (model[i] != NULL && (place == heads->count || heads->items[place++] != model[i]))
            ck_abort_msg("%s is not in its place", name);
    }
    ck_assert_uint_eq(heads->count, place);
    ck_assert_ptr_null(rw_heads_find(heads, "n-", 2));
    ck_assert_ptr_null(rw_heads_find(heads, "n-0000", 6));
}

/* Makes a step: each name changes with a chance of `chance` in NAMES, and is gone then with one of `gone` in ten. */
static void step(rw_heads *heads, toy_head **model, unsigned chance, unsigned gone, uint64_t *state)
{
    static const rw_head_change nothing = {.name = NULL};
    rw_head_change items[NAMES];
    char names[NAMES][16];
    rw_head_changes changes = {.items = items};
    for (unsigned i = 0; i < NAMES; i++) {
        if (next_number(state, NAMES) >= chance)
            continue;
        snprintf(names[i], sizeof names[i], "n-%03u", i);
        items[changes.count] = nothing;
        items[changes.count].name = names[i];
        items[changes.count++].item = next_number(state, 10) < gone ? NULL : make_head(i);
    }
    rw_heads next;
    ck_assert(rw_heads_merge(heads, &changes, &next));
    check_same(heads, model); /* the one before is what it was */
    for (size_t i = 0; i < changes.count; i++) {
        const unsigned number = (unsigned)strtoul(items[i].name + 2, NULL, 10);
        ck_assert_ptr_eq(items[i].old, model[number]);
        model[number] = items[i].item;
    }
    check_same(&next, model);
    for (size_t i = 0; i < changes.count; i++)
        free(items[i].old);
    rw_heads_free(heads);
    *heads = next;
}

START_TEST(merge__holds_what_its_changes_leave)
{
    toy_head *model[NAMES] = {NULL};
    uint64_t state = 20240611;
    rw_heads heads;
    ck_assert(rw_heads_begin(&heads));
    check_same(&heads, model);
    for (int i = 0; i < STEPS; i++) {
        const unsigned chance = i % 50 == 0 ? NAMES : 1 + next_number(&state, CHANGES_MAX);
        step(&heads, model, chance, i % 100 < 50 ? 2 : 8, &state); /* it grows, and becomes small again */
    }
    for (unsigned i = 0; i < NAMES; i++)
        free(model[i]);
    rw_heads_free(&heads);
}
END_TEST

START_TEST(index__is_at_most_half_full)
{
    toy_head *model[NAMES] = {NULL};
    uint64_t state = 1;
    rw_heads heads;
    ck_assert(rw_heads_begin(&heads));
    for (int i = 0; i < 40; i++) {
        step(&heads, model, 20, 0, &state);
        ck_assert_uint_le(heads.count * 2, heads.mask + 1);
    }
    for (unsigned i = 0; i < NAMES; i++)
        free(model[i]);
    rw_heads_free(&heads);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("heads");
    TCase *tests = tcase_create("heads");
    tcase_add_test(tests, merge__holds_what_its_changes_leave);
    tcase_add_test(tests, index__is_at_most_half_full);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
