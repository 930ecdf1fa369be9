/* nftw() is declared with the X/Open extensions only. */
#define _XOPEN_SOURCE 700
#include "harness.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char out_name[] = ".run.out", err_name[] = ".run.err";

static void resolve_path(const char *path, char out[RW_TEST_PATH])
{
    char *resolved = realpath(path, NULL);
    ck_assert_msg(resolved != NULL && strlen(resolved) < RW_TEST_PATH, "%s: %s", path, strerror(errno));
    memcpy(out, resolved, strlen(resolved) + 1);
    free(resolved);
}

void rw_place_open(rw_place *place)
{
    const char *parent = getenv("TMPDIR"), *bin = getenv("RW_BIN_DIR");
    *place = (rw_place){0};
    ck_assert_msg(bin != NULL, "RW_BIN_DIR must name the folder of the programs; run the test by ctest");
    resolve_path(bin, place->bin);
    char pattern[RW_TEST_PATH];
    snprintf(pattern, sizeof pattern, "%s/rootwarp-cli-XXXXXX", parent != NULL ? parent : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(pattern));
    resolve_path(pattern, place->folder);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

void rw_place_close(rw_place *place)
{
    if (place->daemon > 0) {
        int status = 0;
        kill(place->daemon, SIGTERM);
        while (waitpid(place->daemon, &status, 0) < 0 && errno == EINTR)
            continue;
        close(place->daemon_out);
        ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the daemon ended with status %d", status);
    }
    nftw(place->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

bool rw_program_exists(const char *program)
{
    const char *bin = getenv("RW_BIN_DIR");
    char path[2 * RW_TEST_PATH];
    snprintf(path, sizeof path, "%s/%s", bin != NULL ? bin : "", program);
    return access(path, X_OK) == 0;
}

const char *rw_place_path(rw_place *place, const char *name, char path[RW_TEST_PATH])
{
    int length = snprintf(path, RW_TEST_PATH, "%s/%s", place->folder, name);
    ck_assert_int_lt(length, RW_TEST_PATH);
    return path;
}

void rw_place_write_bytes(rw_place *place, const char *name, const void *bytes, size_t length)
{
    char path[RW_TEST_PATH];
    FILE *file = fopen(rw_place_path(place, name, path), "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

void rw_place_write(rw_place *place, const char *name, const char *text)
{
    rw_place_write_bytes(place, name, text, strlen(text));
}

char *rw_place_read(rw_place *place, const char *name)
{
    char path[RW_TEST_PATH];
    FILE *file = fopen(rw_place_path(place, name, path), "rb");
    ck_assert_msg(file != NULL, "%s: %s", path, strerror(errno));
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    ck_assert_int_ge(size, 0);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_eq(fread(text, 1, (size_t)size, file), (size_t)size);
    text[size] = '\0';
    fclose(file);
    return text;
}

bool rw_place_exists(rw_place *place, const char *name)
{
    char path[RW_TEST_PATH];
    return access(rw_place_path(place, name, path), F_OK) == 0;
}

size_t rw_place_count(rw_place *place)
{
    DIR *folder = opendir(place->folder);
    ck_assert_ptr_nonnull(folder);
    size_t count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        bool own = strcmp(entry->d_name, out_name) == 0 || strcmp(entry->d_name, err_name) == 0;
        count += !own && strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(folder);
    return count;
}

static void redirect(const char *path, int flags, int to)
{
    int descriptor = open(path, flags, 0666);
    if (descriptor < 0 || dup2(descriptor, to) < 0)
        _exit(126);
    close(descriptor);
}

static void limit_files(size_t bytes)
{
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        _exit(126);
}

/* In the child: becomes the program, or ends with 127. */
static void become(rw_place *place, const rw_how *how, const char *program, const char *const *arguments)
{
    char path[2 * RW_TEST_PATH];
    const char *argv[RW_TEST_ARGUMENTS + 2] = {program};
    for (size_t i = 0; i < RW_TEST_ARGUMENTS && arguments[i] != NULL; i++)
        argv[i + 1] = arguments[i];
    snprintf(path, sizeof path, "%s/%s", place->bin, program);
    if (chdir(place->folder) != 0)
        _exit(126);
    redirect(how->input != NULL ? how->input : "/dev/null", O_RDONLY, STDIN_FILENO);
    redirect(how->output != NULL ? how->output : out_name, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(err_name, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    unsetenv("NO_COLOR");
    unsetenv("ROOTWARP_SERVER");
    unsetenv("http_proxy");
    if (place->server[0] != '\0')
        setenv("ROOTWARP_SERVER", place->server, 1);
    char *equals = how->variable != NULL ? strchr(how->variable, '=') : NULL;
    if (equals != NULL) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(equals - how->variable), how->variable);
        setenv(name, equals + 1, 1);
    }
    if (how->file_limit > 0)
        limit_files(how->file_limit);
    execv(path, (char *const *)(const void *)argv);
    _exit(127);
}

static int wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        ck_assert_int_eq(errno, EINTR);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run_program(rw_place *place, const rw_how *how, const char *program, const char *const *arguments)
{
    static const rw_how plain = {0};
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        become(place, how != NULL ? how : &plain, program, arguments);
    return wait_for(child);
}

rw_result rw_run(rw_place *place, const rw_how *how, const char *const *arguments)
{
    rw_result result = {.code = run_program(place, how, "rootwarp", arguments)};
    ck_assert_msg(result.code != 126 && result.code != 127, "rootwarp could not be started from %s", place->bin);
    result.out = how != NULL && how->output != NULL ? calloc(1, 1) : rw_place_read(place, out_name);
    result.err = rw_place_read(place, err_name);
    ck_assert_ptr_nonnull(result.out);
    return result;
}

void rw_result_free(rw_result *result)
{
    free(result->out);
    free(result->err);
    *result = (rw_result){0};
}

rw_result rw_run_expect(rw_place *place, const rw_how *how, int code, const char *const *arguments)
{
    rw_result result = rw_run(place, how, arguments);
    ck_assert_msg(result.code == code, "rootwarp %s ended with %d, not %d\nout: %s\nerr: %s", arguments[0], result.code,
                  code, result.out, result.err);
    return result;
}

void rw_run_check(rw_place *place, int code, const char *in_err, const char *const *arguments)
{
    rw_result result = rw_run_expect(place, NULL, code, arguments);
    ck_assert_msg(in_err == NULL || strstr(result.err, in_err) != NULL, "\"%s\" is not in what rootwarp %s said:\n%s",
                  in_err, arguments[0], result.err);
    rw_result_free(&result);
}

void rw_place_samples(rw_place *place)
{
    ck_assert_int_eq(run_program(place, NULL, "rootwarp-samples", RW_ARGS(".")), 0);
}

void rw_place_lunge(rw_place *place)
{
    rw_place_write(place, "lunge.clip.json",
                   "{\"space\":\"unreal\",\"frame_rate\":2,\"loop\":false,\"root\":{\"positions\":[[0,0,0],[250,0,0],[500,0,0]]},"
                   "\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1}],\"events\":[{\"name\":\"hit\",\"time\":0.5}]}");
    rw_place_write(place, "lunge.profile.json",
                   "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\",\"scale_band\":{\"min\":0.3,\"max\":1.3}}");
    rw_place_write(place, "request.json",
                   "{\"profile\":\"lunge\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,\"radius\":40},"
                   "\"target\":{\"position\":[900,0,0],\"radius\":40}}");
}

void rw_place_serve(rw_place *place)
{
    static const char greeting[] = "listening on ";
    int ends[2];
    char line[256], path[2 * RW_TEST_PATH];
    size_t used = 0;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        snprintf(path, sizeof path, "%s/rootwarpd", place->bin);
        if (chdir(place->folder) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
            _exit(126);
        redirect("daemon.log", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(path, "rootwarpd", "serve", "--listen", "127.0.0.1:0", "--data", "data", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    place->daemon = child;
    while (used + 1 < sizeof line && read(ends[0], line + used, 1) == 1 && line[used] != '\n')
        used++;
    line[used] = '\0';
    place->daemon_out = ends[0];
    ck_assert_msg(strncmp(line, greeting, sizeof greeting - 1) == 0, "rootwarpd began with \"%s\"", line);
    snprintf(place->server, sizeof place->server, "%.200s", line + sizeof greeting - 1);
}
