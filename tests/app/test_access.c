/* Who may ask a daemon: tokens made by the command line beside it, scopes, limits, and what stays out of every log. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/client.h"
#include "support/process.h"
#include "support/server.h"
#include "support/suite.h"

#define TOKEN_SIZE 256
#define CLIP "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0]]}}"

static rw_test_server server;

/* Runs rootwarp with --data of the server's folder; its standard output without the newline. */
static void run_tool(const char *const *arguments, int status, char out[TOKEN_SIZE])
{
    char *program = rw_test_program("rootwarp");
    const char *argv[16] = {program};
    size_t count = 1;
    for (; *arguments != NULL; arguments++)
        argv[count++] = *arguments;
    argv[count++] = "--data";
    argv[count++] = server.data;
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_msg(result.status == status, "%s %s: %d: %s", argv[1], argv[2], result.status, result.err);
    if (out != NULL)
        snprintf(out, TOKEN_SIZE, "%.*s", (int)strcspn(result.out, "\n"), result.out);
    rw_test_result_free(&result);
    free(program);
}

static void create(const char *scopes, char token[TOKEN_SIZE])
{
    const char *const arguments[] = {"token", "create", "--scopes", scopes, NULL};
    run_tool(arguments, 0, token);
    ck_assert_int_eq(strncmp(token, "rwp_", 4), 0);
}

static void id_of(const char *token, char id[TOKEN_SIZE])
{
    snprintf(id, TOKEN_SIZE, "%.*s", (int)strcspn(token + 4, "_"), token + 4);
}

static rw_test_answer ask(const char *method, const char *target, const char *token, const char *body)
{
    char headers[TOKEN_SIZE + 64] = "";
    if (token != NULL)
        snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", token);
    return rw_test_request(server.port, method, target, headers, body);
}

/* Checks status and, unless NULL, the problem's code and the challenge. */
static void expect(const char *method, const char *target, const char *token, const char *body, int status,
                   const char *code, const char *challenge)
{
    char text[RW_TEST_HEADER_SIZE];
    rw_test_answer answer = ask(method, target, token, body);
    ck_assert_msg(answer.status == status, "%s %s: %d instead of %d: %s", method, target, answer.status, status,
                  answer.body);
    if (code != NULL) {
        snprintf(text, sizeof text, "\"code\":\"%s\"", code);
        ck_assert_msg(strstr(answer.body, text) != NULL, "%s %s: %s", method, target, answer.body);
        ck_assert_str_eq(rw_test_answer_header(&answer, "WWW-Authenticate", text), challenge);
    }
    rw_test_answer_free(&answer);
}

/* Asks until the status comes; the daemon looks for changed tokens once a second. */
static void await(const char *target, const char *token, int status)
{
    int got = 0;
    while (got != status) {
        rw_test_answer answer = ask("GET", target, token, NULL);
        got = answer.status;
        rw_test_answer_free(&answer);
    }
}

static void start_closed(const char *const *arguments, char admin[TOKEN_SIZE])
{
    rw_test_server_start(&server, NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    create("admin", admin);
    rw_test_server_restart(&server, arguments);
}

START_TEST(first_token__closes_a_running_daemon)
{
    char token[TOKEN_SIZE];
    rw_test_server_start(&server, NULL);
    expect("GET", "/v1/clips", NULL, NULL, 200, NULL, NULL);
    create("read", token);
    await("/v1/clips", NULL, 401);
    expect("GET", "/v1/clips", token, NULL, 200, NULL, NULL);
    static const char *const public[] = {"/", "/livez", "/readyz", "/openapi.json"};
    for (size_t i = 0; i < sizeof public / sizeof *public; i++)
        expect("GET", public[i], NULL, NULL, 200, NULL, NULL);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(sighup__reads_the_tokens_again)
{
    char admin[TOKEN_SIZE], token[TOKEN_SIZE];
    start_closed(NULL, admin);
    create("read", token);
    ck_assert_int_eq(kill(server.pid, SIGHUP), 0);
    await("/v1/clips", token, 200);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(last_token__revoked_lets_nobody_in)
{
    char admin[TOKEN_SIZE], id[TOKEN_SIZE];
    start_closed(NULL, admin);
    expect("GET", "/v1/clips", admin, NULL, 200, NULL, NULL);
    id_of(admin, id);
    run_tool((const char *const[]){"token", "revoke", id, NULL}, 0, NULL);
    await("/v1/clips", admin, 401);
    expect("GET", "/v1/clips", NULL, NULL, 401, "token_required", "Bearer realm=\"rootwarp\"");
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_test_server_restart(&server, NULL);
    expect("GET", "/v1/clips", NULL, NULL, 401, "token_required", "Bearer realm=\"rootwarp\"");
    expect("GET", "/readyz", NULL, NULL, 200, NULL, NULL);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(stranger__learns_nothing_of_what_is_there)
{
    static const char challenge[] = "Bearer realm=\"rootwarp\"", wrong[] = "Bearer realm=\"rootwarp\", error=\"invalid_token\"";
    static const char made_up[] = "rwp_aaaaaaaaaaaa_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    char admin[TOKEN_SIZE];
    start_closed(NULL, admin);
    expect("GET", "/v1/clips/any", NULL, NULL, 401, "token_required", challenge);
    expect("GET", "/v1/nowhere", NULL, NULL, 401, "token_required", challenge);
    expect("PATCH", "/v1/clips/any", NULL, NULL, 401, "token_required", challenge);
    expect("PUT", "/v1/clips/any", NULL, CLIP, 401, "token_required", challenge);
    expect("POST", "/v1/resolve", NULL, "{}", 401, "token_required", challenge);
    expect("GET", "/metrics", NULL, NULL, 401, "token_required", challenge);
    expect("GET", "/v1/audit", NULL, NULL, 401, "token_required", challenge);
    expect("GET", "/v1/clips?bogus=1", NULL, NULL, 401, "token_required", challenge);
    expect("GET", "/v1/clips", made_up, NULL, 401, "token_invalid", wrong);
    expect("GET", "/v1/clips", "x", NULL, 401, "token_invalid", wrong);
    expect("GET", "/v1/nowhere", admin, NULL, 404, "route_not_found", "");
    rw_test_answer answer = rw_test_request(server.port, "GET", "/v1/clips?token=x", "", NULL);
    ck_assert_int_eq(answer.status, 401);
    rw_test_answer_free(&answer);
    char headers[2 * TOKEN_SIZE + 64];
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\nAuthorization: Bearer %s\r\n", admin, admin);
    answer = rw_test_request(server.port, "GET", "/v1/clips", headers, NULL);
    ck_assert_int_eq(answer.status, 400);
    ck_assert_ptr_nonnull(strstr(answer.body, "bad_header"));
    rw_test_answer_free(&answer);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(scopes__hold_on_every_kind_of_route)
{
    static const char insufficient[] = "Bearer realm=\"rootwarp\", error=\"insufficient_scope\", scope=\"%s\"";
    static const struct {
        const char *method, *target, *body, *scope;
        int status; /* for who has the scope */
    } cases[] = {
        {"GET", "/v1/clips", NULL, "read", 200},         {"GET", "/metrics", NULL, "read", 200},
        {"POST", "/v1/validate", "{}", "read", 400},     {"POST", "/v1/resolve", "{}", "resolve", 400},
        {"POST", "/v1/verify", "{}", "resolve", 400},    {"PUT", "/v1/clips/c", CLIP, "write", 201},
        {"DELETE", "/v1/clips/none", NULL, "write", 404}, {"GET", "/v1/audit", NULL, "admin", 200},
        {"GET", "/v1/tokens", NULL, "admin", 200},       {"GET", "/backup", NULL, "admin", 200},
    };
    static const char *const scopes[] = {"read", "resolve", "write", "admin"};
    char tokens[4][TOKEN_SIZE];
    rw_test_server_start(&server, NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    for (size_t i = 0; i < 4; i++)
        create(scopes[i], tokens[i]);
    rw_test_server_restart(&server, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t held = 0; held < 3; held++) {
            char code[64], challenge[128];
            const bool allowed = strcmp(scopes[held], cases[i].scope) == 0;
            snprintf(code, sizeof code, "scope_%s_required", cases[i].scope);
            snprintf(challenge, sizeof challenge, insufficient, cases[i].scope);
            expect(cases[i].method, cases[i].target, tokens[held], cases[i].body, allowed ? cases[i].status : 403,
                   allowed ? NULL : code, challenge);
        }
    expect("GET", "/v1/audit", tokens[3], NULL, 200, NULL, NULL);
    expect("GET", "/v1/clips/c", tokens[3], NULL, 200, NULL, NULL);
    for (size_t i = 0; i < 4; i++)
        expect("GET", "/v1/limits", tokens[i], NULL, 200, NULL, NULL);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(audit__names_the_token_and_the_address)
{
    char admin[TOKEN_SIZE], id[TOKEN_SIZE], wanted[512];
    start_closed(NULL, admin);
    id_of(admin, id);
    char headers[TOKEN_SIZE + 64];
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\nX-Request-Id: find-me\r\n", admin);
    rw_test_answer answer = rw_test_request(server.port, "PUT", "/v1/clips/walk", headers, CLIP);
    ck_assert_int_eq(answer.status, 201);
    rw_test_answer_free(&answer);
    answer = ask("GET", "/v1/audit?since=1&limit=1", admin, NULL);
    snprintf(wanted, sizeof wanted,
             "\"actor\":\"%s\",\"action\":\"clip.put\",\"subject\":\"walk\",\"revision\":1,\"remote\":\"127.0.0.1\","
             "\"request_id\":\"find-me\"}],\"last_sequence\":2,\"more\":false",
             id);
    ck_assert_msg(strstr(answer.body, wanted) != NULL, "%s", answer.body);
    rw_test_answer_free(&answer);
    answer = ask("GET", "/v1/audit?limit=1", admin, NULL);
    ck_assert_str_eq(rw_test_answer_header(&answer, "Link", wanted), "</v1/audit?since=1&limit=1>; rel=\"next\"");
    ck_assert_str_eq(rw_test_answer_header(&answer, "Cache-Control", wanted), "no-store");
    rw_test_answer_free(&answer);
    expect("GET", "/v1/audit?since=-1", admin, NULL, 400, "invalid_parameter", "");
    expect("GET", "/v1/audit?limit=501", admin, NULL, 400, "invalid_parameter", "");
    rw_test_server_end(&server);
}
END_TEST

START_TEST(audit__calls_the_caller_of_an_open_daemon_anonymous)
{
    rw_test_server_start(&server, NULL);
    expect("PUT", "/v1/clips/walk", NULL, CLIP, 201, NULL, NULL);
    rw_test_answer answer = ask("GET", "/v1/audit", NULL, NULL);
    ck_assert_msg(strstr(answer.body, "\"actor\":\"anonymous\"") != NULL, "%s", answer.body);
    rw_test_answer_free(&answer);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(rate__of_a_token_is_limited)
{
    static const char *const arguments[] = {"--rate-limit-per-token=1", "--rate-limit-burst=3", NULL};
    char admin[TOKEN_SIZE], other[TOKEN_SIZE], text[RW_TEST_HEADER_SIZE];
    rw_test_server_start(&server, NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    create("read", other);
    create("admin", admin);
    rw_test_server_restart(&server, arguments);
    int status = 200;
    while (status == 200) {
        rw_test_answer answer = ask("GET", "/v1/clips", admin, NULL);
        status = answer.status;
        if (status != 200) {
            ck_assert_ptr_nonnull(strstr(answer.body, "\"code\":\"rate_limited\""));
            ck_assert_ptr_nonnull(strstr(answer.body, "\"retryable\":true"));
            ck_assert_str_eq(rw_test_answer_header(&answer, "Retry-After", text), "1");
        }
        rw_test_answer_free(&answer);
    }
    ck_assert_int_eq(status, 429);
    expect("GET", "/livez", admin, NULL, 200, NULL, NULL);
    rw_test_answer answer = ask("GET", "/v1/limits", other, NULL);
    ck_assert_ptr_nonnull(strstr(answer.body, "\"rate_limit_per_token\":1,\"rate_limit_per_address\":0,"
                                              "\"rate_limit_burst\":3"));
    rw_test_answer_free(&answer);
    answer = ask("GET", "/metrics", other, NULL);
    ck_assert_ptr_nonnull(strstr(answer.body, "rootwarp_rate_limited_total{by=\"token\"} "));
    ck_assert_ptr_nonnull(strstr(answer.body, "rootwarp_tokens_live 2\n"));
    rw_test_answer_free(&answer);
    rw_test_server_end(&server);
}
END_TEST

/* Also of a stranger, who else could try tokens as fast as the wire carries them. */
START_TEST(rate__of_an_address_is_limited_before_its_token_is_looked_at)
{
    static const char *const arguments[] = {"--rate-limit-per-address=1", "--rate-limit-burst=2", NULL};
    char admin[TOKEN_SIZE];
    int status = 401;
    start_closed(arguments, admin);
    while (status == 401) {
        rw_test_answer answer = ask("GET", "/v1/clips", NULL, NULL);
        status = answer.status;
        rw_test_answer_free(&answer);
    }
    ck_assert_int_eq(status, 429);
    expect("GET", "/readyz", NULL, NULL, 200, NULL, NULL);
    rw_test_server_end(&server);
}
END_TEST

/* ---- other addresses ---- */

/* Starts on 0.0.0.0 and a free port; the first line that it prints, or what it says on standard error. */
static int start_public(const char *extra, const char *variable, char said[1024], pid_t *pid)
{
    char out[RW_TEST_PATH_SIZE], err[RW_TEST_PATH_SIZE];
    char *program = rw_test_program("rootwarpd"), *text = NULL;
    const char *argv[] = {program, "serve", "--listen", "0.0.0.0:0", "--data", server.data, extra, NULL};
    const char *const variables[] = {variable, NULL};
    rw_test_file_write(server.folder, "public.out", "", out);
    rw_test_file_write(server.folder, "public.err", "", err);
    *pid = rw_test_spawn(argv, variable == NULL ? NULL : variables, out, err);
    free(program);
    for (;;) {
        text = rw_test_file_read(out, NULL);
        if (strchr(text, '\n') != NULL) {
            snprintf(said, 1024, "%.1000s", text);
            free(text);
            return 0;
        }
        free(text);
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)*pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid == *pid)
            break;
    }
    const int status = rw_test_wait(*pid);
    text = rw_test_file_read(err, NULL);
    snprintf(said, 1024, "%.1000s", text);
    free(text);
    return status;
}

static void stop_public(pid_t pid)
{
    ck_assert_int_eq(kill(pid, SIGTERM), 0);
    ck_assert_int_eq(rw_test_wait(pid), 0);
}

START_TEST(public_address__needs_a_token)
{
    char said[1024], token[TOKEN_SIZE];
    pid_t pid = 0;
    rw_test_server_start(&server, NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    ck_assert_int_eq(start_public(NULL, NULL, said, &pid), 1);
    ck_assert_msg(strstr(said, "rootwarp token create") != NULL, "%s", said);
    ck_assert_int_eq(start_public("--insecure-no-auth", NULL, said, &pid), 0);
    stop_public(pid);
    create("read", token);
    ck_assert_int_eq(start_public(NULL, NULL, said, &pid), 0);
    ck_assert_int_eq(sscanf(said, "listening on http://0.0.0.0:%u", &server.port), 1);
    /* A Host that the daemon does not know is no matter any more: a page that rebinds a name has no token. */
    char headers[TOKEN_SIZE + 64];
    snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", token);
    rw_test_client client;
    rw_test_client_open(&client, server.port);
    rw_test_client_send_text(&client, "GET /v1/clips HTTP/1.1\r\nHost: elsewhere.example\r\n");
    rw_test_client_send_text(&client, headers);
    rw_test_client_send_text(&client, "\r\n");
    rw_test_answer answer = rw_test_client_read(&client, false);
    ck_assert_int_eq(answer.status, 200);
    rw_test_answer_free(&answer);
    rw_test_client_close(&client);
    expect("GET", "/v1/clips", NULL, NULL, 401, "token_required", "Bearer realm=\"rootwarp\"");
    stop_public(pid);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(bootstrap__opens_a_fresh_container_to_its_owner_only)
{
    static const char token[] = "rwp_owner_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    char said[1024], path[RW_TEST_PATH_SIZE], variable[RW_TEST_PATH_SIZE + 64];
    pid_t pid = 0;
    rw_test_server_start(&server, NULL);
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    rw_test_file_write(server.folder, "token", "hunter2\n", path);
    snprintf(variable, sizeof variable, "ROOTWARP_BOOTSTRAP_TOKEN_FILE=%s", path);
    ck_assert_int_eq(start_public(NULL, variable, said, &pid), 1);
    ck_assert_ptr_null(strstr(said, "hunter2"));
    ck_assert_msg(strstr(said, "rwp_<id>_<secret>") != NULL, "%s", said);
    char line[sizeof token + 2];
    snprintf(line, sizeof line, "%s\n", token);
    rw_test_file_write(server.folder, "token", line, path);
    for (int i = 0; i < 2; i++) { /* the second time the token is there already */
        ck_assert_int_eq(start_public(NULL, variable, said, &pid), 0);
        ck_assert_int_eq(sscanf(said, "listening on http://0.0.0.0:%u", &server.port), 1);
        expect("GET", "/v1/tokens", token, NULL, 200, NULL, NULL);
        expect("GET", "/v1/tokens", NULL, NULL, 401, "token_required", "Bearer realm=\"rootwarp\"");
        stop_public(pid);
    }
    rw_test_server_check_and_remove(&server);
}
END_TEST

/* ---- secrets ---- */

static bool holds(const char *path, const char *secret)
{
    size_t length = 0;
    char *bytes = rw_test_file_read(path, &length);
    const size_t size = strlen(secret);
    bool found = false;
    for (size_t i = 0; i + size <= length && !found; i++)
        found = memcmp(bytes + i, secret, size) == 0;
    free(bytes);
    return found;
}

static void expect_nowhere(const char *folder, const char *secret)
{
    DIR *entries = opendir(folder);
    ck_assert_ptr_nonnull(entries);
    for (const struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        char path[2 * RW_TEST_PATH_SIZE];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ck_assert_int_eq(lstat(path, &status), 0);
        if (S_ISDIR(status.st_mode) && entry->d_name[0] != '.')
            expect_nowhere(path, secret);
        else if (S_ISREG(status.st_mode))
            ck_assert_msg(!holds(path, secret), "%s holds a secret", path);
    }
    closedir(entries);
}

START_TEST(secrets__are_in_no_file_and_no_answer)
{
    static const char *const arguments[] = {"--access-log", "--slow-request=0s", NULL};
    static const char *const targets[] = {"/metrics", "/v1/tokens", "/v1/audit", "/v1/limits", "/readyz?verbose"};
    char admin[TOKEN_SIZE], read[TOKEN_SIZE], unknown[TOKEN_SIZE], rotated[TOKEN_SIZE], id[TOKEN_SIZE];
    start_closed(arguments, admin);
    create("read", read);
    id_of(read, id);
    run_tool((const char *const[]){"token", "rotate", id, "--grace", "1h", NULL}, 0, rotated);
    await("/v1/clips", rotated, 200);
    /* Good, bad, refused and malformed requests, each with a secret. */
    memcpy(unknown, read, sizeof unknown);
    unknown[strlen(unknown) - 1] = unknown[strlen(unknown) - 1] == 'a' ? 'b' : 'a';
    expect("PUT", "/v1/clips/walk", admin, CLIP, 201, NULL, NULL);
    expect("PUT", "/v1/clips/walk", read, CLIP, 403, NULL, NULL);
    expect("GET", "/v1/clips", unknown, NULL, 401, NULL, NULL);
    expect("GET", "/v1/clips?x=1", read, NULL, 400, NULL, NULL);
    char target[TOKEN_SIZE + 64];
    snprintf(target, sizeof target, "/v1/clips/%s", read);
    expect("GET", target, admin, NULL, 404, NULL, NULL);
    const char *const secrets[] = {strchr(admin + 4, '_') + 1, strchr(read + 4, '_') + 1, strchr(rotated + 4, '_') + 1};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        rw_test_answer answer = ask("GET", targets[i], admin, NULL);
        ck_assert_int_eq(answer.status, 200);
        for (size_t j = 0; j < 3; j++)
            ck_assert_msg(strstr(answer.body, secrets[j]) == NULL, "%s: %s", targets[i], answer.body);
        rw_test_answer_free(&answer);
    }
    ck_assert_int_eq(rw_test_server_stop(&server), 0);
    for (size_t j = 0; j < 3; j++)
        expect_nowhere(server.folder, secrets[j]);
    char *log = rw_test_file_read(server.err, NULL);
    ck_assert_ptr_nonnull(strstr(log, "\"actor\":\"")); /* the ids are there */
    ck_assert_ptr_nonnull(strstr(log, id));
    free(log);
    rw_test_server_check_and_remove(&server);
}
END_TEST

START_TEST(data_folder__is_its_owners_alone)
{
    struct stat status;
    char token[TOKEN_SIZE], path[2 * RW_TEST_PATH_SIZE];
    rw_test_server_start(&server, NULL);
    create("read", token);
    ck_assert_int_eq(stat(server.data, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0700);
    snprintf(path, sizeof path, "%s/rootwarp.db", server.data);
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("access");
    tcase_add_test(cases, first_token__closes_a_running_daemon);
    tcase_add_test(cases, sighup__reads_the_tokens_again);
    tcase_add_test(cases, last_token__revoked_lets_nobody_in);
    tcase_add_test(cases, stranger__learns_nothing_of_what_is_there);
    tcase_add_test(cases, scopes__hold_on_every_kind_of_route);
    tcase_add_test(cases, audit__names_the_token_and_the_address);
    tcase_add_test(cases, audit__calls_the_caller_of_an_open_daemon_anonymous);
    tcase_add_test(cases, rate__of_a_token_is_limited);
    tcase_add_test(cases, rate__of_an_address_is_limited_before_its_token_is_looked_at);
    tcase_add_test(cases, public_address__needs_a_token);
    tcase_add_test(cases, bootstrap__opens_a_fresh_container_to_its_owner_only);
    tcase_add_test(cases, secrets__are_in_no_file_and_no_answer);
    tcase_add_test(cases, data_folder__is_its_owners_alone);
    return rw_test_suite_run(cases);
}
