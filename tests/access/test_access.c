/* Tokens in memory: who is let in, and how changes by others are noticed. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access/access.h"
#include "store/store_backend.h"
#include "support/suite.h"
#include "temporary_folder.h"

#define HEADER_SIZE (RW_TOKEN_TEXT_SIZE + 16)
#define IN_2100_MS INT64_C(4102444800000)

static temporary_folder folder;
static rw_store *store;
static rw_access *access_;
static rw_problem problem;
static const rw_origin nobody = {.actor = NULL};

static void open_access(void)
{
    const rw_access_options options = {.store = store};
    ck_assert_msg(rw_access_open(&options, &access_, &problem), "%s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    if (rw_store_open_sqlite(folder.path, NULL, &store, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
    access_ = NULL;
}

static void tear_down(void)
{
    rw_access_close(access_);
    rw_store_close(store);
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
}

/* Makes a token in the store; the header is what a client sends. */
static void create(rw_store *where, const char *id, unsigned scopes, int64_t expires_at_ms, char header[HEADER_SIZE])
{
    char text[RW_TOKEN_TEXT_SIZE];
    rw_token_make(id, text);
    const rw_store_token_request request = {.id = id,
                                            .name = "",
                                            .scopes = scopes,
                                            .expires_at_ms = expires_at_ms,
                                            .digest = rw_token_digest_of(text, strlen(text))};
    if (rw_store_token_create(where, &request, &nobody, &problem) != RW_STORE_OK)
        ck_abort_msg("create: %s", problem.detail);
    snprintf(header, HEADER_SIZE, "Bearer %s", text);
}

static void rotate(const char *id, int64_t old_ends_at_ms, char header[HEADER_SIZE])
{
    char text[RW_TOKEN_TEXT_SIZE];
    rw_token_make(id, text);
    const rw_token_digest digest = rw_token_digest_of(text, strlen(text));
    ck_assert_int_eq(rw_store_token_rotate(store, id, &digest, old_ends_at_ms, &nobody, &problem), RW_STORE_OK);
    snprintf(header, HEADER_SIZE, "Bearer %s", text);
}

static rw_problem_code check(const char *header)
{
    rw_access_identity identity;
    rw_problem own;
    rw_problem_init(&own);
    const bool sound = rw_access_check(access_, header, &identity, &own);
    const rw_problem_code code = own.code;
    ck_assert(sound == (code == RW_PROBLEM_NONE));
    if (header != NULL && strlen(header) > 60)
        ck_assert_ptr_null(strstr(own.detail, header + 24));
    rw_problem_free(&own);
    return code;
}

static void refresh(void)
{
    ck_assert_msg(rw_access_refresh(access_, &problem), "%s", problem.detail);
}

START_TEST(open__asks_nobody_until_there_is_a_token)
{
    char header[HEADER_SIZE];
    open_access();
    ck_assert(!rw_access_asks(access_));
    create(store, "a", RW_SCOPE_READ, 0, header);
    refresh();
    ck_assert(rw_access_asks(access_));
    ck_assert_int_eq(check(header), RW_PROBLEM_NONE);
}
END_TEST

START_TEST(last_token__revoked_leaves_the_door_closed)
{
    char header[HEADER_SIZE];
    create(store, "a", RW_SCOPES_ALL, 0, header);
    open_access();
    ck_assert_int_eq(rw_store_token_revoke(store, "a", &nobody, &problem), RW_STORE_OK);
    refresh();
    ck_assert(rw_access_asks(access_));
    ck_assert_int_eq(check(header), RW_PROBLEM_TOKEN_INVALID);
    rw_access_close(access_);
    open_access();
    ck_assert(rw_access_asks(access_));
}
END_TEST

START_TEST(last_token__expired_leaves_the_door_closed)
{
    char header[HEADER_SIZE];
    create(store, "a", RW_SCOPES_ALL, 1000, header);
    open_access();
    ck_assert(rw_access_asks(access_));
    ck_assert_int_eq(check(header), RW_PROBLEM_TOKEN_EXPIRED);
}
END_TEST

START_TEST(check__tells_what_is_wrong_with_a_header)
{
    char good[HEADER_SIZE], other[HEADER_SIZE], text[HEADER_SIZE + 8];
    create(store, "a", RW_SCOPE_READ, IN_2100_MS, good);
    create(store, "b", RW_SCOPE_READ, 0, other);
    open_access();
    ck_assert_int_eq(check(good), RW_PROBLEM_NONE);
    ck_assert_int_eq(check(NULL), RW_PROBLEM_TOKEN_REQUIRED);
    ck_assert_int_eq(check(""), RW_PROBLEM_TOKEN_REQUIRED);
    ck_assert_int_eq(check("Basic YTpi"), RW_PROBLEM_TOKEN_REQUIRED);
    ck_assert_int_eq(check(good + 7), RW_PROBLEM_TOKEN_REQUIRED);
    ck_assert_int_eq(check("Bearer"), RW_PROBLEM_TOKEN_REQUIRED);
    ck_assert_int_eq(check("Bearer "), RW_PROBLEM_TOKEN_INVALID);
    snprintf(text, sizeof text, "bEARER   %s", good + 7);
    ck_assert_int_eq(check(text), RW_PROBLEM_NONE);
    snprintf(text, sizeof text, "%s ", good);
    ck_assert_int_eq(check(text), RW_PROBLEM_TOKEN_INVALID);
    /* The id of one token with the secret of another. */
    snprintf(text, sizeof text, "Bearer rwp_b_%s", good + 13);
    ck_assert_int_eq(check(text), RW_PROBLEM_TOKEN_INVALID);
    snprintf(text, sizeof text, "Bearer rwp_c_%s", good + 13);
    ck_assert_int_eq(check(text), RW_PROBLEM_TOKEN_INVALID);
}
END_TEST

START_TEST(check__refuses_a_token_with_any_character_changed)
{
    char good[HEADER_SIZE], changed[HEADER_SIZE];
    create(store, "abc", RW_SCOPE_READ, 0, good);
    open_access();
    for (size_t i = 7; i < strlen(good); i++)
        for (int bit = 0; bit < 7; bit++) {
            memcpy(changed, good, sizeof changed);
            changed[i] = (char)(changed[i] ^ 1 << bit);
            ck_assert_msg(check(changed) == RW_PROBLEM_TOKEN_INVALID, "%zu %d", i, bit);
        }
    changed[strlen(good) - 1] = '\0';
    ck_assert_int_eq(check(changed), RW_PROBLEM_TOKEN_INVALID);
    ck_assert_int_eq(check(good), RW_PROBLEM_NONE);
}
END_TEST

START_TEST(rotate__both_secrets_work_until_the_old_one_ends)
{
    char first[HEADER_SIZE], second[HEADER_SIZE], third[HEADER_SIZE];
    create(store, "a", RW_SCOPE_READ, 0, first);
    rotate("a", IN_2100_MS, second);
    open_access();
    ck_assert_int_eq(check(first), RW_PROBLEM_NONE);
    ck_assert_int_eq(check(second), RW_PROBLEM_NONE);
    ck_assert_int_eq(rw_store_token_revoke_old(store, "a", &nobody, &problem), RW_STORE_OK);
    refresh();
    ck_assert_int_eq(check(first), RW_PROBLEM_TOKEN_INVALID);
    ck_assert_int_eq(check(second), RW_PROBLEM_NONE);
    rotate("a", 1000, third);
    refresh();
    ck_assert_int_eq(check(second), RW_PROBLEM_TOKEN_INVALID);
    ck_assert_int_eq(check(third), RW_PROBLEM_NONE);
}
END_TEST

START_TEST(changes_of_another_connection__are_noticed_without_being_told)
{
    char header[HEADER_SIZE];
    rw_store *beside = NULL;
    open_access();
    if (rw_store_open_sqlite_beside(folder.path, NULL, &beside, &problem) != RW_STORE_OK)
        ck_abort_msg("beside: %s", problem.detail);
    create(beside, "a", RW_SCOPE_READ, 0, header);
    while (!rw_access_asks(access_)) {
    }
    ck_assert_int_eq(check(header), RW_PROBLEM_NONE);
    ck_assert_int_eq(rw_store_token_revoke(beside, "a", &nobody, &problem), RW_STORE_OK);
    while (check(header) == RW_PROBLEM_NONE) {
    }
    ck_assert_int_eq(check(header), RW_PROBLEM_TOKEN_INVALID);
    rw_store_close(beside);
}
END_TEST

START_TEST(scopes__are_asked_for_one_by_one)
{
    static const struct {
        unsigned held, wanted;
        rw_problem_code code;
    } cases[] = {
        {RW_SCOPE_READ, RW_SCOPE_READ, RW_PROBLEM_NONE},
        {RW_SCOPE_READ, RW_SCOPE_RESOLVE, RW_PROBLEM_SCOPE_RESOLVE_REQUIRED},
        {RW_SCOPE_READ, RW_SCOPE_WRITE, RW_PROBLEM_SCOPE_WRITE_REQUIRED},
        {RW_SCOPE_WRITE, RW_SCOPE_READ, RW_PROBLEM_SCOPE_READ_REQUIRED},
        {RW_SCOPE_READ | RW_SCOPE_RESOLVE | RW_SCOPE_WRITE, RW_SCOPE_ADMIN, RW_PROBLEM_SCOPE_ADMIN_REQUIRED},
        {RW_SCOPE_RESOLVE, RW_SCOPES_ALL, RW_PROBLEM_NONE},
        {RW_SCOPE_ADMIN, RW_SCOPE_WRITE, RW_PROBLEM_NONE},
    };
    open_access();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rw_access_identity identity = {.id = "a", .scopes = cases[i].held};
        ck_assert(rw_access_allows(access_, &identity, cases[i].wanted, &problem) ==
                  (cases[i].code == RW_PROBLEM_NONE));
        ck_assert_int_eq(problem.code, cases[i].code);
        rw_problem_free(&problem);
    }
}
END_TEST

START_TEST(use__is_noted_at_the_end)
{
    char header[HEADER_SIZE];
    rw_store_token_list list;
    create(store, "a", RW_SCOPE_READ, 0, header);
    create(store, "b", RW_SCOPE_READ, 0, header);
    open_access();
    ck_assert_int_eq(check(header), RW_PROBLEM_NONE);
    rw_access_close(access_);
    access_ = NULL;
    ck_assert_int_eq(rw_store_token_list_read(store, &list, &problem), RW_STORE_OK);
    ck_assert_int_eq(list.items[0].last_used_at_ms, 0);
    ck_assert_int_ge(list.items[1].last_used_at_ms, list.items[1].created_at_ms);
    rw_store_token_list_free(&list);
}
END_TEST

START_TEST(bootstrap__installs_a_first_token_once)
{
    static const char first[] = "rwp_boot_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    static const char second[] = "rwp_boot2_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    char header[HEADER_SIZE];
    ck_assert(!rw_access_bootstrap(store, "hunter2", NULL, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_INVALID_PARAMETER);
    ck_assert_ptr_null(strstr(problem.detail, "hunter2"));
    rw_problem_free(&problem);
    ck_assert(rw_access_bootstrap(store, first, NULL, &problem));
    ck_assert(rw_access_bootstrap(store, first, NULL, &problem));
    ck_assert(rw_access_bootstrap(store, second, NULL, &problem));
    ck_assert(!rw_problem_failed(&problem));
    open_access();
    snprintf(header, sizeof header, "Bearer %s", first);
    ck_assert_int_eq(check(header), RW_PROBLEM_NONE);
    snprintf(header, sizeof header, "Bearer %s", second);
    ck_assert_int_eq(check(header), RW_PROBLEM_TOKEN_INVALID);
}
END_TEST

/* ---- a store that fails ---- */

/* The real store, which reads nothing while `failing` is set. */
static atomic_bool failing;
static const rw_store_backend *sound_backend;

static rw_store_status try_transact(rw_store *at, rw_sql_mode mode, rw_sql_work work, void *context, rw_problem *out)
{
    if (mode == RW_SQL_WRITE || !atomic_load(&failing))
        return sound_backend->transact(at, mode, work, context, out);
    rw_problem_set(out, RW_PROBLEM_STORE_BUSY, "busy");
    return RW_STORE_BUSY;
}

START_TEST(failing_store__leaves_the_last_tokens_in_force)
{
    char header[HEADER_SIZE], later[HEADER_SIZE];
    sound_backend = store->backend;
    rw_store_backend backend = *sound_backend;
    backend.transact = try_transact;
    store->backend = &backend;

    create(store, "a", RW_SCOPE_READ, 0, header);
    atomic_store(&failing, true);
    const rw_access_options options = {.store = store};
    ck_assert(!rw_access_open(&options, &access_, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_BUSY);
    ck_assert_ptr_null(access_);
    rw_problem_free(&problem);

    atomic_store(&failing, false);
    open_access();
    atomic_store(&failing, true);
    create(store, "b", RW_SCOPE_READ, 0, later);
    ck_assert(!rw_access_refresh(access_, &problem));
    ck_assert_int_eq(problem.code, RW_PROBLEM_STORE_BUSY);
    rw_problem_free(&problem);
    ck_assert_int_eq(check(header), RW_PROBLEM_NONE);
    ck_assert_int_eq(check(later), RW_PROBLEM_TOKEN_INVALID);
    atomic_store(&failing, false);
    refresh();
    ck_assert_int_eq(check(later), RW_PROBLEM_NONE);
    rw_access_close(access_);
    access_ = NULL;
    store->backend = sound_backend;
}
END_TEST

/* ---- races ---- */

enum { READERS = 3, ROUNDS = 40 };

typedef struct race {
    const char *stays;
    atomic_bool stop;
    atomic_int wrong;
} race;

static void *read_on(void *context)
{
    race *at = context;
    while (!atomic_load(&at->stop))
        if (check(at->stays) != RW_PROBLEM_NONE)
            atomic_fetch_add(&at->wrong, 1);
    return NULL;
}

/* Tokens come, are rotated and revoked while others ask: a revoked one is refused as soon as the call that looks has
 * returned, and a token that nobody touches always works. */
START_TEST(threads__ask_while_tokens_come_and_go)
{
    char stays[HEADER_SIZE], goes[HEADER_SIZE];
    pthread_t threads[READERS];
    create(store, "stays", RW_SCOPE_READ, 0, stays);
    open_access();
    race at = {.stays = stays};
    for (int i = 0; i < READERS; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, read_on, &at), 0);
    for (int i = 0; i < ROUNDS; i++) {
        char id[16];
        snprintf(id, sizeof id, "goes%d", i);
        create(store, id, RW_SCOPE_READ, 0, goes);
        refresh();
        ck_assert_int_eq(check(goes), RW_PROBLEM_NONE);
        ck_assert_int_eq(rw_store_token_revoke(store, id, &nobody, &problem), RW_STORE_OK);
        refresh();
        ck_assert_int_eq(check(goes), RW_PROBLEM_TOKEN_INVALID);
    }
    atomic_store(&at.stop, true);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    ck_assert_int_eq(atomic_load(&at.wrong), 0);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("access");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, open__asks_nobody_until_there_is_a_token);
    tcase_add_test(cases, last_token__revoked_leaves_the_door_closed);
    tcase_add_test(cases, last_token__expired_leaves_the_door_closed);
    tcase_add_test(cases, check__tells_what_is_wrong_with_a_header);
    tcase_add_test(cases, check__refuses_a_token_with_any_character_changed);
    tcase_add_test(cases, rotate__both_secrets_work_until_the_old_one_ends);
    tcase_add_test(cases, changes_of_another_connection__are_noticed_without_being_told);
    tcase_add_test(cases, scopes__are_asked_for_one_by_one);
    tcase_add_test(cases, use__is_noted_at_the_end);
    tcase_add_test(cases, bootstrap__installs_a_first_token_once);
    tcase_add_test(cases, failing_store__leaves_the_last_tokens_in_force);
    tcase_add_test(cases, threads__ask_while_tokens_come_and_go);
    return rw_test_suite_run(cases);
}
