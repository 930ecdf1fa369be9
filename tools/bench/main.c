/* rootwarp-bench: measures the daemon, the yardstick beside it and the solver, and prints what it found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "report.h"
#include "rounds.h"

enum { DONE = 0, FAILED = 1, WRONG_USE = 64, NOT_WRITTEN = 74, JSON_MAXIMUM = 1 << 20 };

#define SECONDS_MIN 0.01
#define SECONDS_MAX 3600.0

static const char usage[] =
    "usage: rootwarp-bench [OPTION...]\n"
    "\n"
    "  --rounds N        visit everything so often and take medians (5)\n"
    "  --seconds S       of load for each row and server in a round (2)\n"
    "  --quick           only look that everything works: 1 round of 0.2 s, 300 profiles instead of 10000\n"
    "  --large           a catalogue of 50000 profiles as well\n"
    "  --fill S          store profiles for at most so many seconds a catalogue, then go on with fewer (120)\n"
    "  --json FILE       write the figures as JSON as well; - writes them to standard output instead of the table\n"
    "  --daemon FILE     the daemon (rootwarpd beside this program)\n"
    "  --yardstick FILE  the yardstick (rootwarp-yardstick beside this program, where it is)\n"
    "  --folder FOLDER   where to make a folder for the catalogues (/dev/shm, else TMPDIR, else /tmp)\n"
    "  --keep            leave that folder, with the servers' log\n"
    "  --no-pin          do not keep load and servers to a processor each\n"
    "  --help            print this\n";

typedef struct rw_arguments {
    rw_rounds_options run;
    const char *parent, *json;
    bool keep, large, quick, help;
    double rounds, seconds, fill; /* 0: not given */
} rw_arguments;

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
    if (strcmp(name, "--large") == 0) return &arguments->large;
    if (strcmp(name, "--keep") == 0) return &arguments->keep;
    if (strcmp(name, "--help") == 0) return &arguments->help;
    return NULL;
}

static const char **find_text(rw_arguments *arguments, const char *name)
{
    if (strcmp(name, "--json") == 0) return &arguments->json;
    if (strcmp(name, "--daemon") == 0) return &arguments->run.daemon;
    if (strcmp(name, "--yardstick") == 0) return &arguments->run.yardstick;
    if (strcmp(name, "--folder") == 0) return &arguments->parent;
    return NULL;
}

static double *find_number(rw_arguments *arguments, const char *name)
{
    if (strcmp(name, "--rounds") == 0) return &arguments->rounds;
    if (strcmp(name, "--seconds") == 0) return &arguments->seconds;
    if (strcmp(name, "--fill") == 0) return &arguments->fill;
    return NULL;
}

static bool read_arguments(int count, char **texts, rw_arguments *arguments)
{
    for (int i = 1; i < count; i++) {
        const char *name = texts[i], *value = i + 1 < count ? texts[i + 1] : NULL;
        bool *flag = find_flag(arguments, name);
        const char **text = find_text(arguments, name);
        double *number = find_number(arguments, name);
        if (flag != NULL) {
            *flag = true;
            continue;
        }
        if (strcmp(name, "--no-pin") == 0) {
            arguments->run.pin = false;
            continue;
        }
        if (text == NULL && number == NULL) {
            fprintf(stderr, "rootwarp-bench: there is no option \"%s\"; see --help\n", name);
            return false;
        }
        if (value == NULL) {
            fprintf(stderr, "rootwarp-bench: %s wants a value behind it; see --help\n", name);
            return false;
        }
        i++;
        if (text != NULL)
            *text = value;
        else if (!read_number(name, value, number == &arguments->rounds ? 1 : SECONDS_MIN,
                              number == &arguments->rounds ? RW_ROUNDS_MAX : SECONDS_MAX, number))
            return false;
    }
    return true;
}

/* The path of a program in the folder of this one. */
static bool find_beside(const char *name, char path[RW_FOLDER_ROOM])
{
    const ssize_t length = readlink("/proc/self/exe", path, RW_FOLDER_ROOM - 64);
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    snprintf(slash, RW_FOLDER_ROOM - (size_t)(slash - path), "/%s", name);
    return access(path, X_OK) == 0;
}

static void complete(rw_arguments *arguments)
{
    const bool quick = arguments->quick;
    arguments->run.rounds = arguments->rounds > 0 ? (unsigned)arguments->rounds : quick ? 1 : 5;
    arguments->run.seconds = arguments->seconds > 0 ? arguments->seconds : quick ? 0.2 : 2;
    arguments->run.fill_seconds = arguments->fill > 0 ? arguments->fill : 120;
    arguments->run.profiles[0] = 10;
    arguments->run.profiles[1] = quick ? 300 : 10000;
    arguments->run.profiles[2] = arguments->large ? 50000 : 0;
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
        if (rw_rounds_run(&arguments->run, result))
            status = write_report(arguments, result);
        if (arguments->keep)
            fprintf(stderr, "kept \"%s\"\n", folder);
        else
            rw_folder_remove(folder);
    }
    free(result);
    return status;
}

int main(int argc, char **argv)
{
    char daemon_path[RW_FOLDER_ROOM], yardstick_path[RW_FOLDER_ROOM];
    rw_arguments arguments = {.run.pin = true};
    if (!read_arguments(argc, argv, &arguments))
        return WRONG_USE;
    if (arguments.help) {
        fputs(usage, stdout);
        return DONE;
    }
    if (arguments.run.daemon == NULL && find_beside("rootwarpd", daemon_path))
        arguments.run.daemon = daemon_path;
    if (arguments.run.yardstick == NULL && find_beside("rootwarp-yardstick", yardstick_path))
        arguments.run.yardstick = yardstick_path;
    if (arguments.run.daemon == NULL) {
        fputs("rootwarp-bench: there is no rootwarpd beside this program; name it with --daemon\n", stderr);
        return WRONG_USE;
    }
    complete(&arguments);
    return run(&arguments);
}
