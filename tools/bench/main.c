/* rootwarp-bench: measures the daemon, the yardstick beside it and the solver, and prints what it found. */
#include <rootwarp/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "folder.h"
#include "report.h"
#include "rw_build_id.h"

enum { DONE = 0, FAILED = 1, WRONG_USE = 64, NOT_WRITTEN = 74, JSON_MAXIMUM = 1 << 20 };

#define SECONDS_MIN 0.01
#define SECONDS_MAX 3600.0

static const char usage[] =
    "usage: rootwarp-bench [OPTION...]\n"
    "\n"
    "  --rounds N        visit everything so often and take medians (5)\n"
    "  --seconds S       of load for each row and server in a round (1)\n"
    "  --quick           look that everything works: 1 round of 0.1 s, small catalogues\n"
    "  --only PART       measure only this; may be given several times. PART is one of single, half-load,\n"
    "                    catalogues, batch, trajectory, core, counts, cores, start, writes\n"
    "  --json FILE       write the figures as JSON as well; - writes them to standard output instead of the table\n"
    "  --daemon FILE     the daemon (rootwarpd beside this program)\n"
    "  --yardstick FILE  the yardstick (rootwarp-yardstick beside this program, where it is)\n"
    "  --peer FILE       the peer's server.js, for node\n"
    "  --folder FOLDER   where to make a folder for the catalogues (/dev/shm, else TMPDIR, else /tmp)\n"
    "  --keep            leave that folder, with the servers' log\n"
    "  --no-pin          do not keep load and servers to a processor each\n"
    "  --version         print release, commit and solver version\n"
    "  --help            print this\n";

typedef struct rw_arguments {
    rw_options run;
    const char *parent, *json;
    bool keep, quick, help, version;
    double rounds, seconds; /* 0: not given */
} rw_arguments;

static bool read_part(const char *text, unsigned *parts)
{
    static const char *const names[] = {"single", "half-load", "catalogues", "batch", "trajectory",
                                        "core",   "counts",    "cores",      "start", "writes"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], text) == 0) {
            *parts |= 1u << i;
            return true;
        }
    fprintf(stderr, "rootwarp-bench: there is no part \"%s\"; see --help\n", text);
    return false;
}

static bool read_number(const char *name, const char *text, double minimum, double maximum, double *value)
{
    char *end;
    const double number = strtod(text, &end);
    if (end != text && *end == '\0' && number >= minimum && number <= maximum) {
        *value = number;
        return true;
    }
    fprintf(stderr, "rootwarp-bench: \"%s\" is no value for %s; give a number from %g to %g\n", text, name, minimum,
            maximum);
    return false;
}

static bool *find_flag(rw_arguments *arguments, const char *name)
{
    if (strcmp(name, "--quick") == 0) return &arguments->quick;
    if (strcmp(name, "--keep") == 0) return &arguments->keep;
    if (strcmp(name, "--help") == 0) return &arguments->help;
    if (strcmp(name, "--version") == 0) return &arguments->version;
    return NULL;
}

static const char **find_text(rw_arguments *arguments, const char *name)
{
    if (strcmp(name, "--json") == 0) return &arguments->json;
    if (strcmp(name, "--daemon") == 0) return &arguments->run.daemon;
    if (strcmp(name, "--yardstick") == 0) return &arguments->run.yardstick;
    if (strcmp(name, "--peer") == 0) return &arguments->run.peer;
    if (strcmp(name, "--folder") == 0) return &arguments->parent;
    return NULL;
}

static double *find_number(rw_arguments *arguments, const char *name)
{
    if (strcmp(name, "--rounds") == 0) return &arguments->rounds;
    if (strcmp(name, "--seconds") == 0) return &arguments->seconds;
    return NULL;
}

static bool read_value(rw_arguments *arguments, const char *name, const char *value)
{
    const char **text = find_text(arguments, name);
    double *number = find_number(arguments, name);
    if (strcmp(name, "--only") != 0 && text == NULL && number == NULL) {
        fprintf(stderr, "rootwarp-bench: there is no option \"%s\"; see --help\n", name);
        return false;
    }
    if (value == NULL) {
        fprintf(stderr, "rootwarp-bench: %s wants a value behind it; see --help\n", name);
        return false;
    }
    if (strcmp(name, "--only") == 0)
        return read_part(value, &arguments->run.parts);
    if (text != NULL) {
        *text = value;
        return true;
    }
    return number == &arguments->rounds ? read_number(name, value, 1, RW_ROUNDS_MAX, number)
                                        : read_number(name, value, SECONDS_MIN, SECONDS_MAX, number);
}

static bool read_arguments(int count, char **texts, rw_arguments *arguments)
{
    for (int i = 1; i < count; i++) {
        bool *flag = find_flag(arguments, texts[i]);
        if (flag != NULL)
            *flag = true;
        else if (strcmp(texts[i], "--no-pin") == 0)
            arguments->run.pin = false;
        else if (!read_value(arguments, texts[i], i + 1 < count ? texts[i + 1] : NULL))
            return false;
        else
            i++;
    }
    return true;
}

/* The path of a file in the folder of this program. */
static bool find_beside(const char *name, int access_mode, char path[RW_FOLDER_ROOM])
{
    const ssize_t length = readlink("/proc/self/exe", path, RW_FOLDER_ROOM - 64);
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    snprintf(slash, RW_FOLDER_ROOM - (size_t)(slash - path), "/%s", name);
    return access(path, access_mode) == 0;
}

static void complete(rw_arguments *arguments)
{
    const bool quick = arguments->quick;
    rw_options *run = &arguments->run;
    run->rounds = arguments->rounds > 0 ? (unsigned)arguments->rounds : quick ? 1 : 5;
    run->seconds = arguments->seconds > 0 ? arguments->seconds : quick ? 0.1 : 1;
    run->parts = run->parts == 0 ? RW_PARTS_ALL : run->parts;
    run->profiles[0] = 10;
    run->profiles[1] = quick ? 200 : 10000;
    run->profiles[2] = quick ? 300 : 50000;
    run->start_clips = quick ? 50 : 20000;
    run->start_profiles = quick ? 100 : 50000;
    run->writes = quick ? 5 : 100;
}

static int write_report(const rw_arguments *arguments, const rw_result *result)
{
    rw_buffer json;
    rw_buffer_init(&json, JSON_MAXIMUM);
    rw_report_json(result, &json);
    const bool only_json = arguments->json != NULL && strcmp(arguments->json, "-") == 0;
    bool written = rw_buffer_ok(&json);
    if (written && only_json)
        written = fwrite(json.data, 1, json.length, stdout) == json.length;
    else if (written && arguments->json != NULL)
        written = rw_folder_write(arguments->json, json.data, json.length);
    if (!only_json)
        rw_report_table(result, stdout);
    rw_buffer_free(&json);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("rootwarp-bench: cannot write to standard output\n", stderr);
        written = false;
    }
    return written ? DONE : NOT_WRITTEN;
}

static int run(rw_arguments *arguments)
{
    char folder[RW_FOLDER_ROOM];
    rw_result *result = malloc(sizeof *result);
    if (result == NULL) {
        fputs("rootwarp-bench: no memory\n", stderr);
        return FAILED;
    }
    int status = FAILED;
    if (rw_folder_make(arguments->parent, folder)) {
        arguments->run.folder = folder;
        if (rw_bench_run(&arguments->run, result))
            status = write_report(arguments, result);
        if (arguments->keep)
            fprintf(stderr, "kept \"%s\"\n", folder);
        else
            rw_folder_remove(folder);
    }
    free(result);
    return status;
}

/* Looks for the programs that come with this one, in its own folder. */
static bool find_programs(rw_options *run, char paths[4][RW_FOLDER_ROOM])
{
    if (run->daemon == NULL && find_beside("rootwarpd", X_OK, paths[0]))
        run->daemon = paths[0];
    if (run->yardstick == NULL && find_beside("rootwarp-yardstick", X_OK, paths[1]))
        run->yardstick = paths[1];
    if (find_beside("rootwarp-bench-inside", X_OK, paths[2]))
        run->inside = paths[2];
    if (find_beside("rootwarp-bench-allocations.so", R_OK, paths[3]))
        run->allocations = paths[3];
    if (run->peer == NULL && access(RW_BENCH_PEER, R_OK) == 0)
        run->peer = RW_BENCH_PEER;
    if (run->daemon == NULL)
        fputs("rootwarp-bench: there is no rootwarpd beside this program; name it with --daemon\n", stderr);
    return run->daemon != NULL;
}

int main(int argc, char **argv)
{
    char paths[4][RW_FOLDER_ROOM];
    rw_arguments arguments = {.run.pin = true};
    if (!read_arguments(argc, argv, &arguments))
        return WRONG_USE;
    if (arguments.help) {
        fputs(usage, stdout);
        return DONE;
    }
    if (arguments.version) {
        printf("rootwarp-bench %s (commit %s, solver version %d)\n", rw_build_version(), rw_build_commit(),
               rw_solver_version());
        return DONE;
    }
    if (!find_programs(&arguments.run, paths))
        return WRONG_USE;
    complete(&arguments);
    return run(&arguments);
}
