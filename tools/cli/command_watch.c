#include "bake_folder.h"
#include "bake_request.h"
#include "command.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* How often the folder is looked at. Looking works on every file system, network shares included, where notifications
 * do not arrive. */
#define LOOK_NS 500000000L

/* A look at the folder: baked[i] says that files.items[i] was baked as it is. */
typedef struct look {
    rw_motion_files files;
    bool *baked;
} look;

static void look_free(look *l)
{
    rw_motion_files_free(&l->files);
    free(l->baked);
    l->baked = NULL;
}

static bool same(const rw_motion_file *a, const rw_motion_file *b)
{
    return strcmp(a->path, b->path) == 0 && a->size == b->size && a->changed.tv_sec == b->changed.tv_sec &&
           a->changed.tv_nsec == b->changed.tv_nsec;
}

/* Where the look before had this very file; its count when it had not. Both are in the order of paths. */
static size_t find_before(const look *before, const rw_motion_file *file)
{
    for (size_t i = 0; i < before->files.count; i++)
        if (same(&before->files.items[i], file))
            return i;
    return before->files.count;
}

/* Prints the paths of clips to standard output, everything else to standard error. */
static void tell(rw_console *console, const rw_motion_file *file, char *report)
{
    char *fields[RW_BAKE_CLIP_FIELDS], *at = report;
    for (size_t count; (count = rw_bake_report_next(&at, fields, RW_BAKE_CLIP_FIELDS)) > 0;) {
        if (rw_bake_is_clip(fields, count))
            fprintf(console->out, "%s\n", fields[2]);
        else if (count >= RW_BAKE_SENTENCE_FIELDS)
            rw_bake_tell(console, file->path, fields);
    }
    fflush(console->out);
}

/* Bakes what is new, or changed, and has stood still since the look before. */
static bool bake_due(rw_console *console, look *now, const look *before, const char *folder,
                     const rw_bake_options *options, size_t jobs)
{
    const rw_motion_file **due = calloc(now->files.count + 1, sizeof *due);
    char **reports = calloc(now->files.count + 1, sizeof *reports);
    size_t count = 0;
    bool going = due != NULL && reports != NULL;
    for (size_t i = 0; going && i < now->files.count; i++) {
        size_t at = find_before(before, &now->files.items[i]);
        now->baked[i] = at < before->files.count;
        if (now->baked[i] && !before->baked[at])
            due[count++] = &now->files.items[i];
    }
    if (!going)
        rw_console_error(console, "out of memory");
    else if (count > 0)
        going = rw_bake_files(console, due, count, folder, options, jobs, reports);
    for (size_t i = 0; i < count && going; i++)
        tell(console, due[i], reports[i]);
    for (size_t i = 0; i < count; i++)
        free(reports[i]);
    free(reports);
    free(due);
    return going && ferror(console->out) == 0;
}

static int watch(rw_console *console, const rw_arguments *arguments, const rw_bake_options *options, size_t jobs)
{
    const char *from = rw_arguments_operand(arguments, 0), *to = rw_arguments_text(arguments, "output");
    const struct timespec pause = {.tv_nsec = LOOK_NS};
    look before = {0};
    int code = RW_EXIT_OK;
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    rw_console_note(console, "watching \"%s\"; a clip's path is printed when it is baked; Ctrl-C ends it", from);
    do {
        look now = {0};
        if (!rw_motion_files_find(console, from, &now.files)) {
            code = RW_EXIT_BAD_INPUT;
        } else if ((now.baked = calloc(now.files.count + 1, sizeof *now.baked)) == NULL) {
            rw_console_error(console, "out of memory");
            code = RW_EXIT_INTERNAL;
        } else if (!bake_due(console, &now, &before, to, options, jobs)) {
            code = RW_EXIT_INTERNAL;
        }
        look_free(&before);
        before = now;
    } while (code == RW_EXIT_OK && sigtimedwait(&ends, NULL, &pause) < 0);
    look_free(&before);
    return code;
}

int rw_command_watch(rw_console *console, const rw_arguments *arguments)
{
    rw_bake_request request;
    int code = rw_bake_request_parse(console, arguments, &request);
    if (code != RW_EXIT_OK)
        return code;
    size_t jobs = rw_bake_jobs(console, arguments);
    code = rw_bake_folder_check(console, arguments);
    if (code == RW_EXIT_OK)
        code = jobs == 0 ? RW_EXIT_USAGE : watch(console, arguments, &request.options, jobs);
    rw_bake_request_free(&request);
    return code;
}
