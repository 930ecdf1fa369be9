/* Tokens as texts, what is kept of them, and scopes. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/token.h"

#define SECRET_43 "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
#define SECRET_128 SECRET_43 SECRET_43 "0123456789abcdefghijklmnopqrstuvwxyzABCDEF"

START_TEST(parse__takes_the_form_and_nothing_else)
{
    static const struct {
        const char *text;
        const char *id; /* NULL: none */
    } cases[] = {
        {"rwp_a_" SECRET_43, "a"},
        {"rwp_abc123_" SECRET_43, "abc123"},
        {"rwp_abcdefghijklmnopqrstuvwxyz012345_" SECRET_43, "abcdefghijklmnopqrstuvwxyz012345"},
        {"rwp_a_" SECRET_128, "a"},
        {"rwp_a_" SECRET_128 "x", NULL},
        {"rwp_abcdefghijklmnopqrstuvwxyz0123456_" SECRET_43, NULL},
        {"", NULL},
        {"rwp_", NULL},
        {"rwp__" SECRET_43, NULL},
        {"rwp_a", NULL},
        {"rwp_a_", NULL},
        {"rwp_a_0123456789abcdefghijklmnopqrstuvwxyzABCDEF", NULL},
        {"RWP_a_" SECRET_43, NULL},
        {"rwq_a_" SECRET_43, NULL},
        {"rwp_A_" SECRET_43, NULL},
        {"rwp_a-b_" SECRET_43, NULL},
        {"rwp_a_b_" SECRET_43, NULL},
        {" rwp_a_" SECRET_43, NULL},
        {"rwp_a_" SECRET_43 " ", NULL},
        {"rwp_a_" SECRET_43 "\n", NULL},
        {"rwp_a_" SECRET_43 "\xc3\xa4", NULL},
        {"rwp_a_" SECRET_43 "_", NULL},
        {"rwp_a_" SECRET_43 ",rwp_b_" SECRET_43, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char id[RW_TOKEN_ID_SIZE] = "untouched";
        const bool parsed = rw_token_parse(cases[i].text, strlen(cases[i].text), id);
        ck_assert_msg(parsed == (cases[i].id != NULL), "%s", cases[i].text);
        ck_assert_str_eq(id, parsed ? cases[i].id : "untouched");
    }
    char id[RW_TOKEN_ID_SIZE];
    ck_assert(!rw_token_parse("rwp_a_" SECRET_43 "\0x", 6 + 43 + 2, id));
}
END_TEST

START_TEST(make__gives_tokens_that_differ_and_parse)
{
    char before[RW_TOKEN_TEXT_SIZE] = "";
    for (int i = 0; i < 100; i++) {
        char id[RW_TOKEN_ID_SIZE], text[RW_TOKEN_TEXT_SIZE], read[RW_TOKEN_ID_SIZE];
        rw_token_make_id(id);
        ck_assert_uint_eq(strlen(id), 12);
        rw_token_make(id, text);
        ck_assert_uint_eq(strlen(text), 4 + 12 + 1 + 52);
        ck_assert(rw_token_parse(text, strlen(text), read));
        ck_assert_str_eq(read, id);
        ck_assert_str_ne(text + 17, before);
        memcpy(before, text + 17, 53);
    }
}
END_TEST

/* Every place of a secret takes all 32 characters: none is fixed, none is left out. */
START_TEST(make__draws_every_character_everywhere)
{
    enum { ROUNDS = 1000, LENGTH = 52 };
    bool seen[LENGTH][128] = {{false}};
    for (int i = 0; i < ROUNDS; i++) {
        char text[RW_TOKEN_TEXT_SIZE];
        rw_token_make("a", text);
        for (int at = 0; at < LENGTH; at++)
            seen[at][(unsigned char)text[6 + at]] = true;
    }
    for (int at = 0; at < LENGTH; at++) {
        int count = 0;
        for (int i = 0; i < 128; i++)
            count += seen[at][i] ? 1 : 0;
        ck_assert_int_eq(count, 32);
    }
}
END_TEST

START_TEST(digest__tells_any_two_texts_apart)
{
    const char text[] = "rwp_a_" SECRET_43;
    const rw_token_digest digest = rw_token_digest_of(text, strlen(text));
    char changed[sizeof text];
    for (size_t i = 0; i < strlen(text); i++) {
        memcpy(changed, text, sizeof text);
        changed[i] ^= 1;
        const rw_token_digest other = rw_token_digest_of(changed, strlen(changed));
        ck_assert(!rw_token_digest_equal(&digest, &other));
    }
    const rw_token_digest again = rw_token_digest_of(text, strlen(text));
    ck_assert(rw_token_digest_equal(&digest, &again));
}
END_TEST

START_TEST(digest__equality_looks_at_every_byte)
{
    const rw_token_digest digest = rw_token_digest_of("x", 1);
    for (size_t i = 0; i < sizeof digest.bytes; i++)
        for (int bit = 0; bit < 8; bit++) {
            rw_token_digest other = digest;
            other.bytes[i] = (unsigned char)(other.bytes[i] ^ 1U << bit);
            ck_assert(!rw_token_digest_equal(&digest, &other));
        }
}
END_TEST

START_TEST(digest__is_keyed_and_fixed)
{
    /* Stored in databases: it may never change. */
    char text[RW_TOKEN_DIGEST_TEXT_SIZE];
    const rw_token_digest digest = rw_token_digest_of("rwp_a_" SECRET_43, 6 + 43);
    rw_token_digest_write(&digest, text);
    ck_assert_str_eq(text, "8b472b642ed1a38f7b95c8e552d80e51590e22ca26fafe5d4e85a890ac50ec68");
    ck_assert_str_ne(text, rw_hash_bytes("rwp_a_" SECRET_43, 6 + 43).text);
}
END_TEST

START_TEST(digest__reads_what_it_writes_and_nothing_else)
{
    char text[RW_TOKEN_DIGEST_TEXT_SIZE];
    const rw_token_digest digest = rw_token_digest_of("x", 1);
    rw_token_digest read = {{0}};
    rw_token_digest_write(&digest, text);
    ck_assert(rw_token_digest_read(text, 64, &read));
    ck_assert(rw_token_digest_equal(&digest, &read));
    ck_assert(!rw_token_digest_read(text, 63, &read));
    ck_assert(!rw_token_digest_read(text, 0, &read));
    text[10] = 'g';
    ck_assert(!rw_token_digest_read(text, 64, &read));
    ck_assert(rw_token_digest_equal(&digest, &read));
}
END_TEST

START_TEST(scopes__are_read_and_written)
{
    static const struct {
        const char *text;
        unsigned scopes; /* 0: refused */
    } cases[] = {
        {"read", 1},           {"resolve", 2},  {"write", 4},     {"admin", 8},         {"read,resolve", 3},
        {"write,read", 5},     {"read,read", 1}, {"read,resolve,write,admin", 15},      {"", 0},
        {"read,", 0},          {",read", 0},    {"Read", 0},      {"read resolve", 0},  {"all", 0},
        {"readx", 0},          {"rea", 0},      {"read,,write", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned scopes = 0;
        ck_assert_msg(rw_scopes_parse(cases[i].text, &scopes) == (cases[i].scopes != 0), "%s", cases[i].text);
        ck_assert_uint_eq(scopes, cases[i].scopes);
    }
    for (unsigned scopes = 1; scopes <= RW_SCOPES_ALL; scopes++) {
        char text[RW_SCOPES_TEXT_SIZE];
        unsigned read = 0;
        rw_scopes_write(scopes, text);
        ck_assert(rw_scopes_parse(text, &read));
        ck_assert_uint_eq(read, scopes);
    }
}
END_TEST

START_TEST(scopes__admin_includes_all_and_the_others_nothing_else)
{
    for (unsigned held = 1; held <= RW_SCOPES_ALL; held++)
        for (unsigned wanted = 1; wanted <= RW_SCOPES_ALL; wanted++)
            ck_assert(rw_scopes_allow(held, wanted) == ((held & RW_SCOPE_ADMIN) != 0 || (held & wanted) != 0));
    ck_assert(!rw_scopes_allow(0, RW_SCOPES_ALL));
}
END_TEST

START_TEST(table_hash__depends_on_its_key)
{
    const rw_table_key one = rw_table_key_make(), other = rw_table_key_make();
    ck_assert_uint_eq(rw_table_hash(&one, "a", 1), rw_table_hash(&one, "a", 1));
    ck_assert_uint_ne(rw_table_hash(&one, "a", 1), rw_table_hash(&one, "b", 1));
    ck_assert_uint_ne(rw_table_hash(&one, "a", 1), rw_table_hash(&other, "a", 1));
}
END_TEST

int main(void)
{
    if (!rw_hash_start())
        return EXIT_FAILURE;
    Suite *suite = suite_create("token");
    TCase *tcase = tcase_create("token");
    tcase_add_test(tcase, parse__takes_the_form_and_nothing_else);
    tcase_add_test(tcase, make__gives_tokens_that_differ_and_parse);
    tcase_add_test(tcase, make__draws_every_character_everywhere);
    tcase_add_test(tcase, digest__tells_any_two_texts_apart);
    tcase_add_test(tcase, digest__equality_looks_at_every_byte);
    tcase_add_test(tcase, digest__is_keyed_and_fixed);
    tcase_add_test(tcase, digest__reads_what_it_writes_and_nothing_else);
    tcase_add_test(tcase, scopes__are_read_and_written);
    tcase_add_test(tcase, scopes__admin_includes_all_and_the_others_nothing_else);
    tcase_add_test(tcase, table_hash__depends_on_its_key);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
