/* The commands that talk to a daemon, against a real one, and against servers that are none. */
#include "harness.h"

#include <arpa/inet.h>
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void serve(rw_place *place)
{
    rw_place_open(place);
    rw_place_lunge(place);
    rw_place_serve(place);
}

static void push_both(rw_place *place)
{
    rw_run_check(place, 0, "clips/lunge is stored as revision 1", RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(place, 0, "profiles/lunge is stored as revision 1",
                 RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
}

static void expect_out(rw_place *place, int code, const char *part, const char *const *arguments)
{
    rw_result result = rw_run_expect(place, NULL, code, arguments);
    ck_assert_msg(strstr(result.out, part) != NULL, "\"%s\" is not in:\n%s", part, result.out);
    rw_result_free(&result);
}

START_TEST(push__stores_replaces_and_repeats)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_run_check(&place, 0, "revision 1", RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_place_write(&place, "lunge.profile.json",
                   "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.5,\"max\":1}}");
    rw_run_check(&place, 0, "revision 2", RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
    expect_out(&place, 0, "\"revision\":2", RW_ARGS("push", "profile", "lunge", "lunge.profile.json", "--json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(push__preconditions_hold)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_place_write(&place, "other.json",
                   "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.5,\"max\":1}}");
    rw_run_check(&place, 4, "already_exists", RW_ARGS("push", "profile", "lunge", "other.json", "--create-only"));
    rw_run_check(&place, 0, "revision 1", RW_ARGS("push", "profile", "fresh", "other.json", "--create-only"));
    rw_run_check(&place, 4, "precondition_failed",
                 RW_ARGS("push", "profile", "lunge", "other.json", "--if-match",
                         "0000000000000000000000000000000000000000000000000000000000000000"));
    rw_run_check(&place, 0, "revision 2", RW_ARGS("push", "profile", "lunge", "other.json", "--force"));
    rw_run_check(&place, 0, "revision 1", RW_ARGS("push", "profile", "forced", "other.json", "--force"));
    rw_run_check(&place, 64, "contradict each other",
                 RW_ARGS("push", "profile", "lunge", "other.json", "--force", "--create-only"));
    rw_place_close(&place);
}
END_TEST

START_TEST(push__a_refused_document_names_every_field)
{
    rw_place place;
    serve(&place);
    rw_place_write(&place, "wrong.json",
                   "{\"space\":\"unreal\",\"frame_rate\":-1,\"root\":{\"positions\":[[0,0],[1,2,3]]},\"typo\":1}");
    rw_result result = rw_run_expect(&place, NULL, 4, RW_ARGS("push", "clip", "x", "wrong.json", "--json"));
    static const char *const parts[] = {"/frame_rate", "/root/positions/0", "/typo", "unknown_field"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        ck_assert_msg(strstr(result.err, parts[i]) != NULL, "\"%s\" is not in:\n%s", parts[i], result.err);
    ck_assert_ptr_nonnull(strstr(result.out, "\"errors\":["));
    rw_result_free(&result);
    rw_run_check(&place, 4, "body_required", RW_ARGS("push", "clip", "x", "/dev/null"));
    rw_run_check(&place, 2, "cannot read the document \"absent.json\": No such file",
                 RW_ARGS("push", "clip", "x", "absent.json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(push__reads_standard_input)
{
    rw_place place;
    serve(&place);
    rw_how how = {.input = "lunge.clip.json"};
    rw_result result = rw_run_expect(&place, &how, 0, RW_ARGS("push", "clip", "lunge", "-"));
    rw_result_free(&result);
    expect_out(&place, 0, "lunge", RW_ARGS("list", "clips"));
    rw_place_close(&place);
}
END_TEST

START_TEST(push__an_error_finding_is_a_no)
{
    rw_place place;
    serve(&place);
    rw_place_write(&place, "still.json",
                   "{\"space\":\"unreal\",\"frame_rate\":1,\"root\":{\"positions\":[[0,0,0],[0,0,0]]},"
                   "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}]}");
    rw_run_check(&place, 0, NULL, RW_ARGS("push", "clip", "lunge", "still.json"));
    rw_run_check(&place, 1, "no_travel", RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
    rw_run_check(&place, 1, NULL, RW_ARGS("validate", "lunge.profile.json"));
    rw_run_check(&place, 0, NULL, RW_ARGS("validate", "lunge.profile.json", "--clip", "lunge.clip.json"));
    expect_out(&place, 1, "no_travel",
               RW_ARGS("validate", "lunge.profile.json", "--clip", "still.json", "--offline"));
    rw_place_close(&place);
}
END_TEST

START_TEST(get__gives_what_can_be_put_back)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("get", "clip", "lunge", "-o", "back.json"));
    rw_run_check(&place, 0, "revision 1", RW_ARGS("push", "clip", "lunge", "back.json"));
    expect_out(&place, 0, "\"revision\":1", RW_ARGS("get", "profile", "lunge@1"));
    rw_run_check(&place, 4, "revision_not_found", RW_ARGS("get", "profile", "lunge@7"));
    rw_run_check(&place, 4, "profile_not_found", RW_ARGS("get", "profile", "absent", "-o", "absent.json"));
    ck_assert(!rw_place_exists(&place, "absent.json"));
    rw_run_check(&place, 74, "cannot write \"no/such/folder\"", RW_ARGS("get", "clip", "lunge", "-o", "no/such/folder"));
    rw_place_close(&place);
}
END_TEST

START_TEST(list__pages_filters_and_tables)
{
    rw_place place;
    serve(&place);
    rw_run_check(&place, 0, "no clips", RW_ARGS("list", "clips"));
    expect_out(&place, 0, "[]\n", RW_ARGS("list", "clips", "--json"));
    push_both(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("push", "clip", "another", "lunge.clip.json"));
    expect_out(&place, 0, "another", RW_ARGS("list", "clips"));
    expect_out(&place, 0, "reach", RW_ARGS("list", "profiles", "--clip", "lunge"));
    rw_run_check(&place, 0, "no profiles", RW_ARGS("list", "profiles", "--clip", "another"));
    rw_result one = rw_run_expect(&place, NULL, 0, RW_ARGS("list", "clips", "--limit", "1"));
    ck_assert_ptr_null(strstr(one.out, "lunge"));
    rw_result_free(&one);
    rw_result prefix = rw_run_expect(&place, NULL, 0, RW_ARGS("list", "clips", "--prefix", "lu", "--json"));
    ck_assert_ptr_nonnull(strstr(prefix.out, "\"lunge\""));
    ck_assert_ptr_null(strstr(prefix.out, "\"another\""));
    rw_result_free(&prefix);
    rw_run_check(&place, 0, "no clips", RW_ARGS("list", "clips", "--tag", "a b&c"));
    rw_place_close(&place);
}
END_TEST

/* Revisions, the newest one, and a file that differs in its writing only. */
START_TEST(diff__tells_revisions_and_files_apart)
{
    static const char wider[] = "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\","
                                "\"scale_band\":{\"max\":1.64,\"min\":0.30},\"tags\":[\"a\"]}";
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_place_write(&place, "wider.json", wider);
    rw_place_write(&place, "wrong.json", "{\"kind\":\"reach\"}");
    rw_run_check(&place, 0, NULL, RW_ARGS("push", "profile", "lunge", "wider.json"));
    expect_out(&place, 1,
               "[{\"pointer\":\"/scale_band/max\",\"before\":1.3,"
               "\"after\":1.64},{\"pointer\":\"/tags\",\"after\":[\"a\"]}]\n",
               RW_ARGS("diff", "profile", "lunge@1", "--json"));
    expect_out(&place, 1, "/scale_band/max  1.64    1.3", RW_ARGS("diff", "profile", "lunge@2", "lunge@1"));
    rw_run_check(&place, 0, "nothing differs", RW_ARGS("diff", "profile", "lunge", "./wider.json"));
    expect_out(&place, 0, "[]\n", RW_ARGS("diff", "profile", "wider.json", "lunge@2", "--json"));
    rw_run_check(&place, 0, "nothing differs", RW_ARGS("diff", "clip", "lunge.clip.json", "lunge"));
    rw_run_check(&place, 4, "revision_not_found", RW_ARGS("diff", "profile", "lunge@9"));
    rw_run_check(&place, 64, "with what?", RW_ARGS("diff", "profile", "lunge"));
    rw_run_check(&place, 64, "with what?", RW_ARGS("diff", "profile", "wider.json"));
    rw_run_check(&place, 64, "what follows the @ is not a revision", RW_ARGS("diff", "profile", "lunge@x", "lunge"));
    rw_run_check(&place, 2, "wrong.json", RW_ARGS("diff", "profile", "lunge", "wrong.json"));
    rw_run_check(&place, 2, "/window", RW_ARGS("diff", "clip", "lunge", "wider.json"));
    rw_run_check(&place, 2, "nowhere.json", RW_ARGS("diff", "clip", "lunge", "nowhere.json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(delete__asks_first_what_is_there)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_run_check(&place, 4, "clip_in_use", RW_ARGS("delete", "clip", "lunge"));
    rw_run_check(&place, 4, "precondition_failed",
                 RW_ARGS("delete", "profile", "lunge", "--if-match",
                         "0000000000000000000000000000000000000000000000000000000000000000"));
    expect_out(&place, 0, "{\"deleted\":\"profiles/lunge\"}\n", RW_ARGS("delete", "profile", "lunge", "--json"));
    rw_run_check(&place, 0, "clips/lunge is deleted", RW_ARGS("delete", "clip", "lunge"));
    rw_run_check(&place, 4, "clip_not_found", RW_ARGS("delete", "clip", "lunge"));
    rw_place_close(&place);
}
END_TEST

/* Runs both ways and compares what comes out byte for byte, and the exit codes. */
static void compare(rw_place *place, int code, const char *command, const char *file, const char *extra)
{
    const char *json = extra != NULL ? "--json" : NULL;
    const char *const online[] = {command, "-f", file, extra != NULL ? extra : "--json", json, NULL};
    const char *const offline[] = {command, "-f", file, "--offline", "--clip", "lunge.clip.json", "--profile",
                                   "lunge.profile.json", extra != NULL ? extra : "--json", json, NULL};
    rw_result there = rw_run_expect(place, NULL, code, online);
    rw_result here = rw_run_expect(place, NULL, code, offline);
    ck_assert_str_eq(there.out, here.out);
    ck_assert_uint_gt(strlen(here.out), 50);
    rw_result_free(&there);
    rw_result_free(&here);
}

START_TEST(offline__answers_with_the_daemons_bytes)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_place_write(&place, "past.json",
                   "{\"profile\":\"lunge\",\"time\":1,\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40},"
                   "\"target\":{\"position\":[9,8,7],\"radius\":40}}");
    rw_place_write(&place, "batch.json",
                   "{\"requests\":[{\"id\":\"a\",\"profile\":\"lunge@1\",\"time\":0.25,\"space\":\"gltf\",\"actor\":{"
                   "\"position\":[0.1,0.2,0.3],\"yaw\":33,\"radius\":0.4,\"scale\":1.1},\"target\":{\"position\":[1,0,3],"
                   "\"radius\":0.4,\"velocity\":[0.1,0,0.2]}},{\"id\":2,\"profile\":\"lunge\",\"actor\":{\"position\":"
                   "[0,0,0],\"yaw\":0},\"target\":{\"position\":[3,4,5]}}]}");
    compare(&place, 0, "resolve", "request.json", NULL);
    compare(&place, 1, "resolve", "past.json", NULL);
    compare(&place, 0, "resolve", "batch.json", NULL);
    compare(&place, 0, "trajectory", "request.json", "--times=0,.25,+1,99");
    compare(&place, 0, "trajectory", "request.json", "--rate=30");
    rw_place_close(&place);
}
END_TEST

START_TEST(plot__draws_how_far_a_profile_reaches)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    expect_out(&place, 0, "in band: 230 to 730",
               RW_ARGS("plot", "--reach", "lunge", "--actor-radius", "40", "--target-radius", "40"));
    rw_run_check(&place, 0, NULL, RW_ARGS("plot", "--reach", "lunge", "-o", "reach.svg"));
    char *svg = rw_place_read(&place, "reach.svg");
    ck_assert_ptr_nonnull(strstr(svg, "<title>lunge: in band from 150 to 650 cm</title>"));
    free(svg);
    rw_run_check(&place, 64, "reach answers for the newest revision only", RW_ARGS("plot", "--reach", "lunge@1"));
    rw_run_check(&place, 4, "profile_not_found", RW_ARGS("plot", "--reach", "nobody"));
    rw_run_check(&place, 64, "what?", RW_ARGS("plot", "lunge", "--reach", "lunge"));
    rw_place_close(&place);
}
END_TEST

START_TEST(reach__takes_a_name_and_no_revision)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    expect_out(&place, 0, "in band up to", RW_ARGS("reach", "lunge"));
    rw_run_check(&place, 64, "\"lunge@1\": reach answers for the newest revision only", RW_ARGS("reach", "lunge@1"));
    rw_place_close(&place);
}
END_TEST

START_TEST(push__an_unknown_window_is_told_where_to_look)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_place_write(&place, "wrong.json", "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"absent\","
                                         "\"scale_band\":{\"min\":0.3,\"max\":1.3}}");
    rw_run_check(&place, 4, "rootwarp bake --window NAME:START:END", RW_ARGS("push", "profile", "wrong", "wrong.json"));
    rw_place_close(&place);
}
END_TEST

START_TEST(resolve__shows_tables_and_refusals)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    expect_out(&place, 0, "clamped", RW_ARGS("resolve", "-f", "request.json"));
    expect_out(&place, 0, "650, 0, 0", RW_ARGS("resolve", "-f", "request.json"));
    expect_out(&place, 0, "hit", RW_ARGS("resolve", "-f", "request.json"));
    expect_out(&place, 0, "peak speed", RW_ARGS("trajectory", "-f", "request.json", "--rate", "4"));
    rw_place_write(&place, "wrong.json", "{\"profile\":\"lunge\",\"actor\":{},\"target\":{\"position\":[1,2]}}");
    rw_run_check(&place, 4, "/target/position", RW_ARGS("resolve", "-f", "wrong.json"));
    rw_place_write(&place, "unknown.json", "{\"requests\":[{\"id\":\"z\",\"profile\":\"absent\",\"actor\":{\"position\":"
                                           "[0,0,0],\"yaw\":0},\"target\":{\"position\":[1,0,0]}}]}");
    rw_run_check(&place, 4, "request 0 (id z) was refused", RW_ARGS("resolve", "-f", "unknown.json"));
    rw_run_check(&place, 2, "cannot read the request", RW_ARGS("resolve", "-f", "absent.json"));
    rw_place_close(&place);
}
END_TEST

/* A port that nothing listens on: one that was bound a moment ago, and is held without listening. */
static int hold_port(char url[64])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int held = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(held, 0);
    ck_assert_int_eq(bind(held, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(getsockname(held, (struct sockaddr *)&address, &size), 0);
    snprintf(url, 64, "http://127.0.0.1:%u", ntohs(address.sin_port));
    return held;
}

START_TEST(server__unreachable_is_3)
{
    rw_place place;
    char url[64];
    rw_place_open(&place);
    int held = hold_port(url);
    rw_run_check(&place, 3, "got no answer", RW_ARGS("list", "clips", "--server", url));
    ck_assert_int_eq(listen(held, 1), 0);
    rw_run_check(&place, 3, "--timeout allows more time",
                 RW_ARGS("list", "clips", "--server", url, "--timeout", "0.05"));
    close(held);
    rw_place_close(&place);
}
END_TEST

START_TEST(server__proxies_are_not_asked_about_loopback)
{
    rw_place place;
    char url[64], variable[96];
    serve(&place);
    int held = hold_port(url);
    snprintf(variable, sizeof variable, "http_proxy=%s", url);
    rw_how how = {.variable = variable};
    rw_result result = rw_run_expect(&place, &how, 0, RW_ARGS("list", "clips"));
    rw_result_free(&result);
    close(held);
    rw_place_close(&place);
}
END_TEST

#define JSON_HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"

/* A server that answers whatever it is asked with the same text; an endless one repeats it until nobody listens. */
static pid_t answer_with(const char *text, bool endless, char url[64])
{
    int listener = hold_port(url);
    ck_assert_int_eq(listen(listener, 8), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child != 0) {
        close(listener);
        return child;
    }
    char asked[8192], block[65536];
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = i % 2 == 0 ? '1' : ',';
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0 || recv(client, asked, sizeof asked, 0) <= 0)
            _exit(1);
        ssize_t sent = send(client, text, strlen(text), MSG_NOSIGNAL);
        while (endless && sent > 0)
            sent = send(client, block, sizeof block, MSG_NOSIGNAL);
        close(client);
    }
}

static void end_server(pid_t server)
{
    kill(server, SIGKILL);
    ck_assert_int_eq(waitpid(server, NULL, 0), server);
}

START_TEST(server__that_is_no_rootwarpd_is_seen_through)
{
    static const struct {
        const char *answer, *words;
    } cases[] = {
        {JSON_HEAD "{\"items\":5}", "no page of a list"},
        {JSON_HEAD "{}", "no page of a list"},
        {JSON_HEAD "[]", "no page of a list"},
        {JSON_HEAD "{\"items\":[{}]}", "no page of a list"},
        {JSON_HEAD "{\"items\":[{\"name\":\"b\"},{\"name\":\"a\"}]}", "no page of a list"},
        {JSON_HEAD "{\"items\":[],\"next_cursor\":\"c\"}", "no page of a list"},
        {JSON_HEAD "{\"items\":[{\"name\":\"a\"}],\"next_cursor\":\"c\"}", "no page of a list"},
        {JSON_HEAD "<html>", "the answer is not JSON"},
    };
    rw_place place;
    char url[64];
    rw_place_open(&place);
    pid_t server = answer_with(cases[_i].answer, false, url);
    rw_run_check(&place, 70, cases[_i].words, RW_ARGS("list", "clips", "--server", url));
    rw_run_check(&place, 70, cases[_i].words, RW_ARGS("list", "profiles", "--json", "--server", url));
    end_server(server);
    rw_place_close(&place);
}
END_TEST

START_TEST(push__wants_to_hear_what_was_stored)
{
    rw_place place;
    char url[64];
    rw_place_open(&place);
    rw_place_lunge(&place);
    pid_t server = answer_with(JSON_HEAD "{\"revision\":0}", false, url);
    rw_run_check(&place, 70, "names no revision and content hash",
                 RW_ARGS("push", "clip", "lunge", "lunge.clip.json", "--create-only", "--server", url));
    end_server(server);
    rw_place_close(&place);
}
END_TEST

START_TEST(server__without_an_end_is_left)
{
    rw_place place;
    char url[64];
    rw_place_open(&place);
    pid_t server = answer_with(JSON_HEAD "[", true, url);
    rw_run_check(&place, 70, "is longer than 256 MiB", RW_ARGS("list", "clips", "--server", url));
    end_server(server);
    rw_place_close(&place);
}
END_TEST

START_TEST(server__passwords_are_not_shown)
{
    static const char *const cases[] = {"http://user:secret@127.0.0.1:1", "http://secret@127.0.0.1:1/x",
                                        "http://a@b:secret@127.0.0.1:1", "ftp://user:secret@host", "user:secret@host",
                                        "http://user:secret@host?x"};
    rw_place place;
    rw_place_open(&place);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rw_result result = rw_run(&place, NULL, RW_ARGS("list", "clips", "--server", cases[i]));
        ck_assert_int_eq(result.code, i < 3 ? 3 : 64);
        ck_assert_msg(strstr(result.err, "secret") == NULL, "%s", result.err);
        rw_result_free(&result);
    }
    rw_run_check(&place, 3, "GET http://127.0.0.1:1/v1/clips",
                 RW_ARGS("list", "clips", "--server", "http://user:secret@127.0.0.1:1/"));
    rw_place_close(&place);
}
END_TEST

START_TEST(question__is_answered_with_a_table_and_a_code)
{
    rw_place place;
    serve(&place);
    push_both(&place);
    rw_place_write(&place, "far.json",
                   "{\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[9000,0,0]},"
                   "\"profiles\":[\"lunge\",\"nobody\"]}");
    rw_place_write(&place, "near.json",
                   "{\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[500,0,0]},"
                   "\"profiles\":[\"lunge\",\"nobody\"]}");
    expect_out(&place, 0, "in_band", RW_ARGS("select", "-f", "near.json"));
    expect_out(&place, 1, "profile_not_found", RW_ARGS("select", "-f", "far.json"));
    expect_out(&place, 1, "\"candidates\":[", RW_ARGS("select", "-f", "far.json", "--json"));
    rw_place_write(&place, "track.json",
                   "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},"
                   "\"target\":{\"position\":[500,0,0]},\"observed\":[{\"elapsed\":1,\"position\":[499,0,0]}],"
                   "\"tolerance\":{\"distance\":1}}");
    rw_place_write(&place, "cheat.json",
                   "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},"
                   "\"target\":{\"position\":[500,0,0]},\"observed\":[{\"elapsed\":1,\"position\":[900,0,0]}],"
                   "\"tolerance\":{\"distance\":1}}");
    expect_out(&place, 0, "passed: 0 failed, worst distance 1,", RW_ARGS("verify", "-f", "track.json"));
    expect_out(&place, 1, "not passed: 1 failed, worst distance 400,", RW_ARGS("verify", "-f", "cheat.json"));
    expect_out(&place, 0, "in band up to      730",
               RW_ARGS("reach", "lunge", "--actor-radius", "40", "--target-radius", "40"));
    expect_out(&place, 0, "\"in_band_to\":1300", RW_ARGS("reach", "lunge", "--scale", "2", "--json"));
    rw_run_check(&place, 4, "profile_not_found", RW_ARGS("reach", "nobody"));
    rw_run_check(&place, 64, "which request?", RW_ARGS("verify"));
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    if (!rw_program_exists("rootwarpd")) {
        puts("skipped: rootwarpd is not built");
        return 77;
    }
    Suite *suite = suite_create("server");
    TCase *tests = tcase_create("server");
    tcase_add_test(tests, push__stores_replaces_and_repeats);
    tcase_add_test(tests, question__is_answered_with_a_table_and_a_code);
    tcase_add_test(tests, push__preconditions_hold);
    tcase_add_test(tests, push__a_refused_document_names_every_field);
    tcase_add_test(tests, push__reads_standard_input);
    tcase_add_test(tests, push__an_error_finding_is_a_no);
    tcase_add_test(tests, get__gives_what_can_be_put_back);
    tcase_add_test(tests, list__pages_filters_and_tables);
    tcase_add_test(tests, diff__tells_revisions_and_files_apart);
    tcase_add_test(tests, delete__asks_first_what_is_there);
    tcase_add_test(tests, offline__answers_with_the_daemons_bytes);
    tcase_add_test(tests, reach__takes_a_name_and_no_revision);
    tcase_add_test(tests, plot__draws_how_far_a_profile_reaches);
    tcase_add_test(tests, push__an_unknown_window_is_told_where_to_look);
    tcase_add_test(tests, resolve__shows_tables_and_refusals);
    tcase_add_test(tests, server__unreachable_is_3);
    tcase_add_test(tests, server__proxies_are_not_asked_about_loopback);
    tcase_add_loop_test(tests, server__that_is_no_rootwarpd_is_seen_through, 0, 8);
    tcase_add_test(tests, push__wants_to_hear_what_was_stored);
    tcase_add_test(tests, server__without_an_end_is_left);
    tcase_add_test(tests, server__passwords_are_not_shown);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
