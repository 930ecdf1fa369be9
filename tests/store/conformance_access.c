#include "conformance_access.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "store/access.h"
#include "store_calls.h"
#include "temporary_folder.h"

static conformance_open open_store;
static temporary_folder folder;
static rw_store *store;
static rw_problem problem;

static const rw_origin somebody = {.actor = "op", .remote = "192.0.2.7", .request_id = "req-1"};

static void open_again(void)
{
    rw_store_close(store);
    store = NULL;
    if (open_store(folder.path, &store, &problem) != RW_STORE_OK)
        ck_abort_msg("open: %s", problem.detail);
}

static void set_up(void)
{
    rw_problem_init(&problem);
    temporary_folder_make(&folder);
    open_again();
}

static void tear_down(void)
{
    rw_store_close(store);
    store = NULL;
    rw_problem_free(&problem);
    temporary_folder_remove(&folder);
}

static rw_token_digest digest_of(const char *text)
{
    return rw_token_digest_of(text, strlen(text));
}

static rw_store_status create(const char *id, const char *secret, unsigned scopes, int64_t expires_at_ms)
{
    const rw_store_token_request request = {
        .id = id, .name = "a name", .scopes = scopes, .expires_at_ms = expires_at_ms, .digest = digest_of(secret)};
    rw_problem_free(&problem);
    return rw_store_token_create(store, &request, &somebody, &problem);
}

static rw_store_status rotate(const char *id, const char *secret, int64_t old_ends_at_ms)
{
    const rw_token_digest digest = digest_of(secret);
    rw_problem_free(&problem);
    return rw_store_token_rotate(store, id, &digest, old_ends_at_ms, &somebody, &problem);
}

static void expect_code(rw_problem_code code)
{
    ck_assert_str_eq(rw_problem_info_get(problem.code)->name, rw_problem_info_get(code)->name);
    ck_assert_str_ne(problem.detail, "");
    rw_problem_free(&problem);
}

static rw_store_token find(const char *id)
{
    rw_store_token found = {.id = ""};
    rw_store_token_list list;
    ck_assert_int_eq(rw_store_token_list_read(store, &list, &problem), RW_STORE_OK);
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.items[i].id, id) == 0)
            found = list.items[i];
    rw_store_token_list_free(&list);
    ck_assert_str_eq(found.id, id);
    return found;
}

static int64_t version(void)
{
    int64_t now = -1;
    ck_assert_int_eq(rw_store_token_version(store, &now, &problem), RW_STORE_OK);
    return now;
}

static void expect_secrets(const rw_store_token *token, size_t count, const char *first, const char *second)
{
    const char *const texts[] = {first, second};
    ck_assert_uint_eq(token->secret_count, count);
    for (size_t i = 0; i < count; i++) {
        const rw_token_digest digest = digest_of(texts[i]);
        ck_assert(rw_token_digest_equal(&token->secrets[i].digest, &digest));
    }
}

START_TEST(token__is_kept_as_it_was_made)
{
    const int64_t before_ms = rw_clock_wall_ms();
    ck_assert_int_eq(create("b", "secret b", RW_SCOPE_READ | RW_SCOPE_WRITE, 4102444800000), RW_STORE_OK);
    ck_assert_int_eq(create("a", "secret a", RW_SCOPE_ADMIN, 0), RW_STORE_OK);
    open_again();
    rw_store_token_list list;
    ck_assert_int_eq(rw_store_token_list_read(store, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 2);
    ck_assert_int_eq(list.version, version());
    ck_assert_str_eq(list.items[0].id, "a");
    const rw_store_token *token = &list.items[1];
    ck_assert_str_eq(token->id, "b");
    ck_assert_str_eq(token->name, "a name");
    ck_assert_uint_eq(token->scopes, RW_SCOPE_READ | RW_SCOPE_WRITE);
    ck_assert_int_ge(token->created_at_ms, before_ms);
    ck_assert_int_eq(token->expires_at_ms, 4102444800000);
    ck_assert_int_eq(token->revoked_at_ms, 0);
    ck_assert_int_eq(token->last_used_at_ms, 0);
    expect_secrets(token, 1, "secret b", NULL);
    ck_assert_int_eq(token->secrets[0].ends_at_ms, 0);
    rw_store_token_list_free(&list);
}
END_TEST

START_TEST(token__ids_are_taken_once)
{
    ck_assert_int_eq(create("a", "1", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_eq(create("a", "2", RW_SCOPE_READ, 0), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_TOKEN_CONFLICT);
    ck_assert_int_eq(rw_store_token_revoke(store, "a", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_eq(create("a", "3", RW_SCOPE_READ, 0), RW_STORE_CONFLICT);
}
END_TEST

START_TEST(token__a_first_one_is_only_made_where_never_was_any)
{
    const rw_store_token_request request = {
        .id = "first", .name = "", .scopes = RW_SCOPES_ALL, .digest = digest_of("1"), .first_only = true};
    rw_store_token_request second = request;
    second.id = "second";
    second.digest = digest_of("2");
    ck_assert_int_eq(rw_store_token_create(store, &request, &somebody, &problem), RW_STORE_OK);
    ck_assert_int_eq(rw_store_token_create(store, &second, &somebody, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_TOKEN_CONFLICT);
    ck_assert_int_eq(rw_store_token_revoke(store, "first", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_eq(rw_store_token_create(store, &second, &somebody, &problem), RW_STORE_CONFLICT);
}
END_TEST

START_TEST(rotate__keeps_two_secrets_until_the_old_one_goes)
{
    ck_assert_int_eq(create("a", "1", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_eq(rotate("a", "2", 0), RW_STORE_OK);
    rw_store_token token = find("a");
    expect_secrets(&token, 2, "1", "2");
    ck_assert_int_eq(rotate("a", "3", 0), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_TOKEN_CONFLICT);
    ck_assert_int_eq(rw_store_token_revoke_old(store, "a", &somebody, &problem), RW_STORE_OK);
    token = find("a");
    expect_secrets(&token, 1, "2", NULL);
    ck_assert_int_eq(rw_store_token_revoke_old(store, "a", &somebody, &problem), RW_STORE_CONFLICT);
    expect_code(RW_PROBLEM_TOKEN_CONFLICT);
    ck_assert_int_eq(rotate("a", "3", 0), RW_STORE_OK);
    token = find("a");
    expect_secrets(&token, 2, "2", "3");
}
END_TEST

START_TEST(rotate__an_old_secret_that_has_ended_makes_room)
{
    ck_assert_int_eq(create("a", "1", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_eq(rotate("a", "2", 1000), RW_STORE_OK); /* ended in 1970 */
    rw_store_token token = find("a");
    expect_secrets(&token, 2, "1", "2");
    ck_assert_int_eq(token.secrets[0].ends_at_ms, 1000);
    ck_assert_int_eq(token.secrets[1].ends_at_ms, 0);
    ck_assert_int_eq(rotate("a", "3", 4102444800000), RW_STORE_OK);
    token = find("a");
    expect_secrets(&token, 2, "2", "3");
    ck_assert_int_eq(token.secrets[0].ends_at_ms, 4102444800000);
}
END_TEST

START_TEST(rotate__wants_a_token_that_can_be_used)
{
    ck_assert_int_eq(rotate("nobody", "1", 0), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_TOKEN_NOT_FOUND);
    ck_assert_int_eq(create("late", "1", RW_SCOPE_READ, 1000), RW_STORE_OK);
    ck_assert_int_eq(rotate("late", "2", 0), RW_STORE_CONFLICT);
    ck_assert_int_eq(create("gone", "3", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_eq(rw_store_token_revoke(store, "gone", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_eq(rotate("gone", "4", 0), RW_STORE_CONFLICT);
}
END_TEST

START_TEST(revoke__ends_every_secret_and_stays)
{
    ck_assert_int_eq(create("a", "1", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_eq(rotate("a", "2", 0), RW_STORE_OK);
    ck_assert_int_eq(rw_store_token_revoke(store, "a", &somebody, &problem), RW_STORE_OK);
    open_again();
    const rw_store_token token = find("a");
    ck_assert_int_gt(token.revoked_at_ms, 0);
    ck_assert_uint_eq(token.secret_count, 0);
    const int64_t before = version();
    ck_assert_int_eq(rw_store_token_revoke(store, "a", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_eq(version(), before);
    ck_assert_int_eq(rw_store_token_revoke(store, "nobody", &somebody, &problem), RW_STORE_NOT_FOUND);
    expect_code(RW_PROBLEM_TOKEN_NOT_FOUND);
}
END_TEST

START_TEST(version__rises_with_every_change_and_with_nothing_else)
{
    int64_t before = version();
    ck_assert_int_eq(create("a", "1", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_gt(version(), before);
    before = version();
    ck_assert_int_eq(rotate("a", "2", 0), RW_STORE_OK);
    ck_assert_int_gt(version(), before);
    before = version();
    ck_assert_int_eq(rotate("a", "3", 0), RW_STORE_CONFLICT);
    const rw_store_token_use uses[] = {{.id = "a", .at_ms = 5000}, {.id = "nobody", .at_ms = 1}};
    rw_problem_free(&problem);
    ck_assert_int_eq(rw_store_token_note_uses(store, uses, 2, &problem), RW_STORE_OK);
    store_must_put(store, "walk", NULL, "{1}");
    ck_assert_int_eq(version(), before);
    ck_assert_int_eq(find("a").last_used_at_ms, 5000);
    const rw_store_token_use earlier = {.id = "a", .at_ms = 4000};
    ck_assert_int_eq(rw_store_token_note_uses(store, &earlier, 1, &problem), RW_STORE_OK);
    ck_assert_int_eq(find("a").last_used_at_ms, 5000);
    ck_assert_int_eq(rw_store_token_revoke_old(store, "a", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_gt(version(), before);
    before = version();
    ck_assert_int_eq(rw_store_token_revoke(store, "a", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_gt(version(), before);
}
END_TEST

/* ---- the audit log ---- */

static void expect_audit(const char *expected)
{
    char text[2048] = "";
    rw_store_audit_list list;
    ck_assert_int_eq(rw_store_audit_read(store, 0, 1000, &list, &problem), RW_STORE_OK);
    ck_assert(!list.more);
    for (size_t i = 0; i < list.count; i++) {
        const rw_store_audit_entry *entry = &list.items[i];
        char line[400];
        snprintf(line, sizeof line, "%lld %s %s %s@%lld %s %s;", (long long)entry->sequence, entry->actor, entry->action,
                 entry->subject, (long long)entry->revision, entry->remote, entry->request_id);
        ck_assert_uint_lt(strlen(text) + strlen(line), sizeof text);
        strcat(text, line);
        ck_assert_int_gt(entry->at_ms, 0);
    }
    rw_store_audit_list_free(&list);
    ck_assert_str_eq(text, expected);
}

static void put(const char *name, const char *clip_name, const char *document, const rw_origin *origin,
                rw_store_status status)
{
    const rw_store_put_request request = {
        .kind = clip_name == NULL ? RW_STORE_CLIP : RW_STORE_PROFILE,
        .name = name,
        .document = document,
        .document_length = strlen(document),
        .hash = rw_hash_bytes(document, strlen(document)),
        .clip_name = clip_name,
        .require_match = status != RW_STORE_OK,
        .origin = *origin,
    };
    rw_store_put_result result;
    rw_problem_free(&problem);
    ck_assert_int_eq(rw_store_put(store, &request, &result, &problem), status);
}

START_TEST(audit__tells_every_change_and_who_made_it)
{
    const rw_origin nobody = {.actor = NULL};
    put("walk", NULL, "{1}", &somebody, RW_STORE_OK);
    put("walk", NULL, "{1}", &somebody, RW_STORE_OK);                    /* nothing changes */
    put("walk", NULL, "{2}", &somebody, RW_STORE_PRECONDITION_REQUIRED); /* nothing changes */
    put("walk", NULL, "{2}", &nobody, RW_STORE_OK);
    put("lunge", "walk", "{p}", &somebody, RW_STORE_OK);
    rw_problem_free(&problem);
    const rw_store_delete_request gone = {.kind = RW_STORE_PROFILE, .name = "lunge", .origin = somebody};
    ck_assert_int_eq(rw_store_delete(store, &gone, &(int64_t){0}, &problem), RW_STORE_OK);
    const rw_store_delete_request clip = {.kind = RW_STORE_CLIP, .name = "walk", .origin = somebody};
    ck_assert_int_eq(rw_store_delete(store, &clip, &(int64_t){0}, &problem), RW_STORE_OK);
    ck_assert_int_eq(create("a", "1", RW_SCOPE_READ, 0), RW_STORE_OK);
    ck_assert_int_eq(rotate("a", "2", 0), RW_STORE_OK);
    ck_assert_int_eq(rw_store_token_revoke_old(store, "a", &somebody, &problem), RW_STORE_OK);
    ck_assert_int_eq(rw_store_token_revoke(store, "a", &nobody, &problem), RW_STORE_OK);
    open_again();
    expect_audit("1 op clip.put walk@1 192.0.2.7 req-1;"
                 "2 local clip.put walk@2  ;"
                 "3 op profile.put lunge@1 192.0.2.7 req-1;"
                 "4 op profile.delete lunge@1 192.0.2.7 req-1;"
                 "5 op clip.delete walk@2 192.0.2.7 req-1;"
                 "6 op token.create a@0 192.0.2.7 req-1;"
                 "7 op token.rotate a@0 192.0.2.7 req-1;"
                 "8 op token.revoke_old a@0 192.0.2.7 req-1;"
                 "9 local token.revoke a@0  ;");
}
END_TEST

START_TEST(audit__pages)
{
    for (int i = 0; i < 130; i++) {
        char id[16];
        snprintf(id, sizeof id, "t%d", i);
        ck_assert_int_eq(create(id, id, RW_SCOPE_READ, 0), RW_STORE_OK);
    }
    rw_store_audit_list list;
    int64_t since = 0;
    size_t seen = 0;
    do {
        ck_assert_int_eq(rw_store_audit_read(store, since, 65, &list, &problem), RW_STORE_OK);
        ck_assert(list.more == (since == 0));
        for (size_t i = 0; i < list.count; i++)
            ck_assert_int_eq(list.items[i].sequence, ++since);
        seen += list.count;
        rw_store_audit_list_free(&list);
    } while (seen < 130);
    ck_assert_int_eq(rw_store_audit_read(store, since, 65, &list, &problem), RW_STORE_OK);
    ck_assert_uint_eq(list.count, 0);
    ck_assert(!list.more);
    rw_store_audit_list_free(&list);
}
END_TEST

TCase *conformance_access_cases(conformance_open open)
{
    open_store = open;
    TCase *tcase = tcase_create("access");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, token__is_kept_as_it_was_made);
    tcase_add_test(tcase, token__ids_are_taken_once);
    tcase_add_test(tcase, token__a_first_one_is_only_made_where_never_was_any);
    tcase_add_test(tcase, rotate__keeps_two_secrets_until_the_old_one_goes);
    tcase_add_test(tcase, rotate__an_old_secret_that_has_ended_makes_room);
    tcase_add_test(tcase, rotate__wants_a_token_that_can_be_used);
    tcase_add_test(tcase, revoke__ends_every_secret_and_stays);
    tcase_add_test(tcase, version__rises_with_every_change_and_with_nothing_else);
    tcase_add_test(tcase, audit__tells_every_change_and_who_made_it);
    tcase_add_test(tcase, audit__pages);
    return tcase;
}
