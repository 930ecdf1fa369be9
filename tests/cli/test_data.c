/* What an operator does with a catalogue: backup, restore, verify, export, import, purge. */
#include "harness.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char clip[] =
    "{\"space\":\"unreal\",\"frame_rate\":2,\"loop\":false,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
    "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}";
static const char profile[] = "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\","
                              "\"scale_band\":{\"min\":0.3,\"max\":1.3}}";

/* A daemon with a clip and a profile. `data` gets its folder. */
static void serve(rw_place *place, char data[RW_TEST_PATH])
{
    rw_place_open(place);
    rw_place_write(place, "lunge.clip.json", clip);
    rw_place_write(place, "lunge.profile.json", profile);
    rw_place_serve(place);
    rw_place_path(place, "data", data);
    rw_run_check(place, 0, "revision 1", RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(place, 0, "revision 1", RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
}

START_TEST(backup__of_a_running_daemon_restores)
{
    rw_place place;
    char data[RW_TEST_PATH];
    serve(&place, data);
    rw_run_check(&place, 0, "sound at version 2", RW_ARGS("verify", "--data", data));
    rw_result json = rw_run_expect(&place, NULL, 0, RW_ARGS("verify", "--data", data, "--json"));
    ck_assert_str_eq(json.out, "{\"faults\":[],\"version\":2,\"heads\":2,\"revisions\":2,\"documents\":2,\"changes\":2}\n");
    rw_result_free(&json);
    json = rw_run_expect(&place, NULL, 0, RW_ARGS("backup", "--data", data, "json.db", "--json"));
    ck_assert_str_eq(json.out, "{\"version\":2,\"heads\":2,\"revisions\":2,\"documents\":2,\"changes\":2}\n");
    rw_result_free(&json);
    rw_run_check(&place, 0, "verified, at version 2", RW_ARGS("backup", "--data", data, "kept.db"));
    rw_run_check(&place, 4, "is there already", RW_ARGS("backup", "--data", data, "kept.db"));
    rw_run_check(&place, 0, "verified", RW_ARGS("backup", "--data", data, "kept.db", "--force"));
    rw_run_check(&place, 0, "sound", RW_ARGS("verify", "--data", "kept.db"));
    rw_run_check(&place, 4, "is open in process", RW_ARGS("restore", "--data", data, "kept.db", "--force"));
    rw_run_check(&place, 0, "restored and verified", RW_ARGS("restore", "--data", "new/folder", "kept.db"));
    rw_run_check(&place, 4, "is there already", RW_ARGS("restore", "--data", "new/folder", "kept.db"));
    rw_run_check(&place, 0, "restored", RW_ARGS("restore", "--data", "new/folder", "kept.db", "--force"));
    ck_assert(rw_place_exists(&place, "new/folder/rootwarp.db.before-restore"));

    /* The same content, bit by bit. */
    rw_run_check(&place, 0, "content hash", RW_ARGS("export", "-o", "a.ndjson"));
    rw_run_check(&place, 0, "content hash", RW_ARGS("export", "--data", "new/folder", "-o", "b.ndjson"));
    char *a = rw_place_read(&place, "a.ndjson"), *b = rw_place_read(&place, "b.ndjson");
    ck_assert_str_eq(a, b);
    free(a);
    free(b);
    rw_place_close(&place);
}
END_TEST

START_TEST(backup__says_what_is_missing)
{
    rw_place place;
    rw_place_open(&place);
    rw_place_write(&place, "torn.db", "this is no database, however long one looks at it, and it says so of itself, "
                                      "in more than a hundred bytes of text");
    rw_run_check(&place, 64, "--data", RW_ARGS("backup", "kept.db"));
    rw_run_check(&place, 4, "there is no database", RW_ARGS("backup", "--data", ".", "kept.db"));
    rw_run_check(&place, 4, "cannot read", RW_ARGS("restore", "--data", "new", "absent.db"));
    rw_run_check(&place, 4, "not a database", RW_ARGS("verify", "--data", "torn.db"));
    rw_run_check(&place, 4, "not a database", RW_ARGS("restore", "--data", "new", "torn.db"));
    rw_run_check(&place, 64, "give one of them", RW_ARGS("verify", "--data", "torn.db", "-f", "torn.db"));
    rw_place_close(&place);
}
END_TEST

START_TEST(import__moves_a_catalogue)
{
    rw_place place;
    char data[RW_TEST_PATH];
    serve(&place, data);
    rw_run_check(&place, 0, "content hash", RW_ARGS("export", "-o", "all.ndjson"));
    rw_run_check(&place, 4, "is open in process", RW_ARGS("import", "all.ndjson", "--data", data));
    rw_run_check(&place, 0, "2 names would change, 2 revisions",
                 RW_ARGS("import", "all.ndjson", "--data", "other", "--dry-run"));
    rw_run_check(&place, 0, "2 names changed, 2 revisions added", RW_ARGS("import", "all.ndjson", "--data", "other"));
    rw_run_check(&place, 0, "0 names changed, 0 revisions added", RW_ARGS("import", "all.ndjson", "--data", "other"));
    rw_run_check(&place, 0, "0 names changed, 0 revisions added", RW_ARGS("import", "all.ndjson"));
    rw_result same = rw_run_expect(&place, NULL, 0, RW_ARGS("import", "all.ndjson", "--data", "other", "--json"));
    rw_result http = rw_run_expect(&place, NULL, 0, RW_ARGS("import", "all.ndjson", "--json"));
    ck_assert_str_eq(same.out, http.out);
    rw_result_free(&same);
    rw_result_free(&http);
    rw_run_check(&place, 0, "sound", RW_ARGS("verify", "--data", "other"));
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("import", "all.ndjson", "--dry-run", "--json"));
    ck_assert_ptr_nonnull(strstr(result.out, "\"names_changed\":0"));
    rw_result_free(&result);

    /* One byte of it changed: both ways say which line. */
    char *text = rw_place_read(&place, "all.ndjson");
    char *at = strstr(text, "[250,");
    ck_assert_ptr_nonnull(at);
    at[1] = '3';
    rw_place_write(&place, "wrong.ndjson", text);
    free(text);
    rw_run_check(&place, 4, "line 3/content_hash", RW_ARGS("import", "wrong.ndjson", "--data", "third"));
    rw_run_check(&place, 4, "/3/content_hash", RW_ARGS("import", "wrong.ndjson"));
    rw_run_check(&place, 2, NULL, RW_ARGS("import", "absent.ndjson"));
    rw_place_close(&place);
}
END_TEST

START_TEST(token__tells_programs_what_it_did)
{
    rw_place place;
    char id[40] = "", revoked[80];
    rw_place_open(&place);
    rw_result made = rw_run_expect(&place, NULL, 0,
                                   RW_ARGS("token", "create", "--data", "folder", "--scopes", "read", "--name", "x", "--json"));
    ck_assert_int_eq(sscanf(made.out, "{\"id\":\"%39[a-z0-9]\",\"token\":\"rwp_", id), 1);
    ck_assert_ptr_nonnull(strstr(made.out, "\"name\":\"x\",\"scopes\":[\"read\"]}"));
    rw_result_free(&made);
    rw_result list = rw_run_expect(&place, NULL, 0, RW_ARGS("token", "list", "--data", "folder", "--json"));
    ck_assert_ptr_nonnull(strstr(list.out, "\"secrets\":1,\"created_at\":\""));
    rw_result_free(&list);
    rw_result gone = rw_run_expect(&place, NULL, 0, RW_ARGS("token", "revoke", id, "--data", "folder", "--json"));
    snprintf(revoked, sizeof revoked, "{\"revoked\":\"%s\"}\n", id);
    ck_assert_str_eq(gone.out, revoked);
    rw_result_free(&gone);
    rw_place_close(&place);
}
END_TEST

START_TEST(purge__tells_how_many_went)
{
    rw_place place;
    char data[RW_TEST_PATH];
    serve(&place, data);
    rw_result result = rw_run_expect(&place, NULL, 0, RW_ARGS("purge", "clip", "lunge", "--json"));
    ck_assert_str_eq(result.out, "{\"purged\":0,\"kept\":1}\n");
    rw_result_free(&result);
    rw_run_check(&place, 0, "clips/lunge: 0 revisions are gone, 1 are kept", RW_ARGS("purge", "clip", "lunge"));
    rw_run_check(&place, 4, "profile_not_found", RW_ARGS("purge", "profile", "never"));
    rw_run_check(&place, 64, NULL, RW_ARGS("purge", "window", "never"));
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    if (!rw_program_exists("rootwarpd"))
        return 77;
    Suite *suite = suite_create("catalogues on the command line");
    TCase *tcase = tcase_create("data");
    tcase_add_test(tcase, backup__of_a_running_daemon_restores);
    tcase_add_test(tcase, backup__says_what_is_missing);
    tcase_add_test(tcase, import__moves_a_catalogue);
    tcase_add_test(tcase, token__tells_programs_what_it_did);
    tcase_add_test(tcase, purge__tells_how_many_went);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
