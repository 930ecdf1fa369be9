#include "injected.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/catalogue.h"

void rw_injected_start(rw_injected *injected, const char *const *arguments)
{
    char folder[RW_TEST_PATH_SIZE], path[RW_TEST_PATH_SIZE], preparation[256];
    const char *libraries = getenv("RW_FAULT_LIBRARY");
    ck_assert_msg(libraries != NULL, "RW_FAULT_LIBRARY is not set: run the tests through ctest");
    /* The daemon's own folder is not there yet, and its name is too long for a command. */
    rw_test_folder_make(folder);
    rw_test_file_write(folder, "control", "", path);
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(ftruncate(fd, sizeof(rw_fault_control)), 0);
    void *mapped = mmap(NULL, sizeof(rw_fault_control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ck_assert(mapped != MAP_FAILED);
    close(fd);
    ck_assert_int_eq(setenv(RW_FAULT_VARIABLE, path, 1), 0);
    snprintf(preparation, sizeof preparation,
             "ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0; export ASAN_OPTIONS; LD_PRELOAD=$RW_FAULT_LIBRARY; "
             "export LD_PRELOAD;");
    rw_test_server_start_prepared(&injected->server, preparation, arguments);
    injected->control = mapped;
    rw_test_folder_remove(folder);
}

void rw_injected_end(rw_injected *injected)
{
    for (int site = 0; site < RW_FAULT_SITES; site++)
        rw_fault_disarm(injected->control, (rw_fault_site)site);
    ck_assert_int_eq(rw_test_server_stop(&injected->server), 0);
    rw_test_folder_remove(injected->server.folder);
    munmap(injected->control, sizeof *injected->control);
}

char *rw_script_example(const char *name)
{
    char path[RW_TEST_PATH_SIZE];
    snprintf(path, sizeof path, "schema/examples/%s.json", name);
    char *text = rw_test_file_read(path, NULL);
    for (char *at = text; *at != '\0'; at++)
        if (*at == '\n')
            *at = ' ';
    return text;
}

typedef struct scripted_row {
    const char *method, *target, *headers, *example;
    int status;
    bool changes;
} scripted_row;

static const scripted_row rows[] = {
    {"GET", "/", "", NULL, 200, false},
    {"GET", "/livez", "", NULL, 200, false},
    {"GET", "/readyz?verbose", "", NULL, 200, false},
    {"GET", "/metrics", "", NULL, 200, true},
    {"GET", "/backup", "", NULL, 200, true},
    {"GET", "/assets/nothing.js", "", NULL, 404, true},
    {"GET", "/docs", "", NULL, 200, false},
    {"GET", "/docs/errors", "", NULL, 200, false},
    {"GET", "/openapi.json", "", NULL, 200, false},
    {"GET", "/openapi.json", "Accept-Encoding: gzip\r\n", NULL, 200, false},
    {"GET", "/v1/limits", "", NULL, 200, false},
    {"GET", "/v1/clips", "", NULL, 200, false},
    {"GET", "/v1/clips?limit=1&prefix=l&tag=melee", "", NULL, 200, false},
    {"GET", "/v1/clips/lunge", "", NULL, 200, false},
    {"HEAD", "/v1/clips/lunge", "", NULL, 200, false},
    {"GET", "/v1/clips/lunge", "If-None-Match: *\r\n", NULL, 304, false},
    {"GET", "/v1/clips/nobody", "", NULL, 404, true},
    {"GET", "/v1/clips/lunge/curve?rate=30", "", NULL, 200, false},
    {"GET", "/v1/clips/lunge/curve?rate=30&format=csv", "", NULL, 200, false},
    {"GET", "/v1/clips/lunge/motion?from=0.25&to=0.5", "", NULL, 200, false},
    {"GET", "/v1/clips/lunge/revisions", "", NULL, 200, true},
    {"GET", "/v1/clips/lunge/revisions/1", "", NULL, 200, true},
    {"GET", "/v1/profiles?severity=info", "", NULL, 200, false},
    {"GET", "/v1/profiles/hurdle", "", NULL, 200, false},
    {"GET", "/v1/profiles/lunge/findings", "", NULL, 200, false},
    {"GET", "/v1/profiles/lunge/reach", "", NULL, 200, false},
    {"GET", "/v1/profiles/lunge/difference?from=1", "", NULL, 200, false},
    {"GET", "/v1/profiles/lunge/revisions", "", NULL, 200, true},
    {"GET", "/v1/profiles/lunge/revisions/1", "", NULL, 200, true},
    {"GET", "/v1/changes?limit=3", "", NULL, 200, true},
    {"GET", "/v1/changes?since=1&limit=1", "", NULL, 200, true},
    {"GET", "/v1/audit?limit=5", "", NULL, 200, true},
    {"GET", "/v1/tokens", "", NULL, 200, false},
    {"OPTIONS", "/v1/profiles/lunge", "", NULL, 204, false},
    {"PATCH", "/v1/profiles/lunge", "", NULL, 405, true},
    {"GET", "/v1/profiles/lunge?typo=1", "", NULL, 400, true},
    {"POST", "/v1/resolve", "", "lunge-100.resolve.request", 200, false},
    {"POST", "/v1/resolve", "", "hurdle.resolve.request", 200, false},
    {"POST", "/v1/resolve", "", "batch.resolve.request", 200, true},
    {"POST", "/v1/resolve", "", "wrong.resolve.request", 400, true},
    {"POST", "/v1/trajectory", "", "lunge.trajectory.request", 200, false},
    {"POST", "/v1/step", "", "lunge.step.request", 200, false},
    {"POST", "/v1/verify", "", "lunge.verify.request", 200, false},
    {"POST", "/v1/validate", "", "lunge.validate.request", 200, false},
    {"PUT", "/v1/clips/lunge", "If-Match: *\r\n", "lunge.clip", 200, true},
    {"PUT", "/v1/clips/other", "If-Match: *\r\n", "lunge.clip", 200, true},
    {"PUT", "/v1/clips/other", "If-Match: *\r\n", "vault.clip", 200, true},
    {"PUT", "/v1/profiles/other", "If-Match: *\r\n", "lunge.profile", 200, true},
    {"PUT", "/v1/profiles/other", "If-Match: *\r\n", "vault.profile", 200, true},
    {"DELETE", "/v1/profiles/other", "If-Match: *\r\n", NULL, 204, true},
    {"PUT", "/v1/profiles/other", "", "lunge.profile", 201, true},
    {"PUT", "/v1/profiles/lunge", "", "vault.profile", 428, true},
    {"PUT", "/v1/clips/spare", "", "vault.clip", 201, true},
    {"DELETE", "/v1/clips/spare", "If-Match: *\r\n", NULL, 204, true},
    {"POST", "/v1/clips/other/purge", "", NULL, 200, true},
    {"POST", "/v1/profiles/other/purge", "", NULL, 200, true},
    {"GET", "/v1/export", "", NULL, 200, true},
};

static const char select_body[] =
    "{\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[300,0,0]},\"profiles\":[\"lunge\",\"nobody\"],"
    "\"resolve\":true}";

/* A batch that sends a profile along twice: what one leaves behind, the other finds. */
#define SENT_ALONG \
    "{\"profile\":{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":2}}," \
    "\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[300,0,0]}}"
static const char sent_along_body[] = "{\"requests\":[" SENT_ALONG "," SENT_ALONG "]}";
static const char reach_body[] =
    "{\"profile\":{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":2}}}";

#define NDJSON "Content-Type: application/x-ndjson\r\n"

static const struct {
    const char *target, *headers, *body;
    bool changes;
} posts[] = {
    {"/v1/select", "", select_body, true},
    {"/v1/resolve", "", sent_along_body, true},
    {"/v1/reach", "", reach_body, false},
    {"/v1/import?dry_run=true", NDJSON, rw_test_catalogue, true},
    {"/v1/import", NDJSON, rw_test_catalogue, true},
};

bool rw_scripted_writes(const rw_scripted *scripted)
{
    return strcmp(scripted->method, "PUT") == 0 || strcmp(scripted->method, "DELETE") == 0 ||
           strstr(scripted->target, "/purge") != NULL || strncmp(scripted->target, "/v1/import", 10) == 0;
}

rw_scripted *rw_script_load(size_t *count)
{
    const size_t rows_count = sizeof rows / sizeof *rows;
    const size_t posts_count = sizeof posts / sizeof *posts;
    rw_scripted *script = calloc(rows_count + posts_count, sizeof *script);
    ck_assert_ptr_nonnull(script);
    for (size_t i = 0; i < rows_count; i++)
        script[i] = (rw_scripted){.method = rows[i].method,
                                  .target = rows[i].target,
                                  .headers = rows[i].headers,
                                  .body = rows[i].example == NULL ? NULL : rw_script_example(rows[i].example),
                                  .status = rows[i].status,
                                  .changes = rows[i].changes};
    for (size_t i = 0; i < posts_count; i++)
        script[rows_count + i] = (rw_scripted){.method = "POST",
                                               .target = posts[i].target,
                                               .headers = posts[i].headers,
                                               .body = strdup(posts[i].body),
                                               .status = 200,
                                               .changes = posts[i].changes};
    *count = rows_count + posts_count;
    return script;
}

void rw_script_free(rw_scripted *script, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(script[i].body);
    free(script);
}

void rw_script_documents(unsigned port)
{
    static const char *const puts[][2] = {
        {"/v1/clips/lunge", "lunge.clip"},         {"/v1/clips/vault", "vault.clip"},
        {"/v1/clips/hurdle", "hurdle.clip"},       {"/v1/clips/other", "vault.clip"},
        {"/v1/profiles/lunge", "lunge.profile"},   {"/v1/profiles/vault", "vault.profile"},
        {"/v1/profiles/hurdle", "hurdle.profile"}, {"/v1/profiles/other", "vault.profile"},
    };
    rw_caller caller = RW_CALLER(port);
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (size_t i = 0; i < sizeof puts / sizeof *puts; i++) {
        char *body = rw_script_example(puts[i][1]);
        const rw_call_end end = rw_caller_ask(&caller, "PUT", puts[i][0], "", body, &answer);
        ck_assert_msg(end == RW_CALL_ANSWERED && answer.status == 201, "%s: %d %s", puts[i][0], answer.status,
                      rw_call_body(&answer));
        free(body);
    }
    rw_caller_hang_up(&caller);
    rw_call_answer_free(&answer);
}
