#include "bake_folder.h"
#include "table.h"

#include "base/buffer.h"
#include "codec/json_write.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_JOBS = 256 };
#define MAX_REPORT ((size_t)16 * 1024 * 1024)

/* ---- many workers ---- */

typedef struct slot {
    rw_bake_worker worker;
    size_t file;
    rw_buffer report;
} slot;

typedef struct pool {
    rw_console *console;
    const rw_motion_file *const *files;
    size_t count;
    char **reports;
    slot slots[MAX_JOBS];
    size_t running;
    size_t done;
    double bytes, bytes_done; /* of the files: what there is, and what is baked */
    double began;
} pool;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void show_progress(const pool *p)
{
    double spent = seconds_now() - p->began;
    if (p->bytes_done > 0.0 && p->done < p->count)
        rw_console_progress(p->console, "%zu of %zu files, about %.0f s to go", p->done, p->count,
                            ceil(spent * (p->bytes - p->bytes_done) / p->bytes_done));
    else
        rw_console_progress(p->console, "%zu of %zu files", p->done, p->count);
}

/* Takes what a worker that ended has told; one that was killed has failed, whatever it told before. */
static void finish(pool *p, size_t index)
{
    slot *s = &p->slots[index];
    int status = 0;
    close(s->worker.report);
    while (waitpid(s->worker.process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(status))
        rw_buffer_append_format(&s->report, "failure\t\tthe baker was ended by signal %d\n", WTERMSIG(status));
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        rw_buffer_append_format(&s->report, "failure\t\tthe baker could not tell what it did\n");
    size_t length;
    rw_buffer_append_text(&s->report, "");
    p->reports[s->file] = rw_buffer_steal(&s->report, &length);
    rw_buffer_free(&s->report);
    p->done++;
    p->bytes_done += (double)p->files[s->file]->size;
    p->slots[index] = p->slots[--p->running];
    show_progress(p);
}

static void read_reports(pool *p)
{
    struct pollfd waits[MAX_JOBS];
    char bytes[4096];
    for (size_t i = 0; i < p->running; i++)
        waits[i] = (struct pollfd){.fd = p->slots[i].worker.report, .events = POLLIN};
    if (poll(waits, (nfds_t)p->running, -1) < 0)
        return;
    for (size_t i = p->running; i-- > 0;) {
        if (waits[i].revents == 0)
            continue;
        ssize_t got = read(waits[i].fd, bytes, sizeof bytes);
        if (got > 0)
            rw_buffer_append(&p->slots[i].report, bytes, (size_t)got);
        else if (got == 0 || errno != EINTR)
            finish(p, i);
    }
}

bool rw_bake_files(rw_console *console, const rw_motion_file *const *files, size_t count, const char *folder,
                   const rw_bake_options *options, size_t jobs, char **reports)
{
    pool *p = calloc(1, sizeof *p);
    if (p == NULL) {
        rw_console_error(console, "out of memory");
        return false;
    }
    p->console = console;
    p->files = files;
    p->count = count;
    p->reports = reports;
    p->began = seconds_now();
    for (size_t i = 0; i < count; i++) {
        reports[i] = NULL;
        p->bytes += (double)files[i]->size;
    }
    bool going = true;
    for (size_t next = 0; (going && next < count) || p->running > 0;) {
        if (going && next < count && p->running < jobs) {
            slot *s = &p->slots[p->running];
            rw_buffer_init(&s->report, MAX_REPORT);
            s->file = next;
            going = rw_bake_worker_start(console, files[next++], folder, options, &s->worker);
            p->running += going;
        } else {
            read_reports(p);
        }
    }
    free(p);
    rw_console_progress_end(console);
    for (size_t i = 0; i < count && going; i++) {
        if (reports[i] != NULL)
            continue;
        rw_console_error(console, "out of memory for what is told of \"%s\"", files[i]->path);
        going = false;
    }
    return going;
}

size_t rw_bake_jobs(rw_console *console, const rw_arguments *arguments)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    double jobs = rw_arguments_number(arguments, "jobs", processors < 1 ? 1.0 : fmin((double)processors, MAX_JOBS));
    if (jobs >= 1.0 && jobs <= MAX_JOBS && floor(jobs) == jobs)
        return (size_t)jobs;
    rw_console_error(console, "--jobs %s is not a whole number from 1 to %d", rw_arguments_text(arguments, "jobs"),
                     MAX_JOBS);
    return 0;
}

/* ---- what is said of them ---- */

typedef struct summary {
    size_t clips, warnings, failures;
} summary;

bool rw_bake_is_clip(char *const *fields, size_t count)
{
    return count == RW_BAKE_CLIP_FIELDS && strcmp(fields[0], "clip") == 0;
}

bool rw_bake_tell(rw_console *console, const char *path, char *const *fields)
{
    const char *animation = fields[1];
    bool failed = strcmp(fields[0], "failure") == 0;
    const char *between = animation[0] != '\0' ? ": animation \"" : "";
    const char *after = animation[0] != '\0' ? "\"" : "";
    if (failed)
        rw_console_error(console, "%s%s%s%s: %s", path, between, animation, after, fields[2]);
    else
        rw_console_warning(console, "%s%s%s%s: %s", path, between, animation, after, fields[2]);
    return failed;
}

static void add_row(rw_table *table, const char *path, char **fields)
{
    rw_table_text(table, path, RW_COLOUR_NONE);
    rw_table_text(table, fields[1], RW_COLOUR_BOLD);
    rw_table_text(table, fields[3], RW_COLOUR_NONE);
    for (size_t i = 4; i < RW_BAKE_CLIP_FIELDS; i++)
        rw_table_number(table, strtod(fields[i], NULL));
    rw_table_text(table, fields[2], RW_COLOUR_GOOD);
}

static void write_row(rw_json_writer *writer, const char *path, char **fields)
{
    bool clip = strcmp(fields[0], "clip") == 0;
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "file", path);
    rw_json_put_text(writer, "animation", fields[1]);
    rw_json_put_text(writer, "outcome", fields[0]);
    if (clip) {
        rw_json_put_text(writer, "clip", fields[2]);
        rw_json_put_integer(writer, "sample_count", strtoll(fields[3], NULL, 10));
        rw_json_put_number(writer, "frame_rate", strtod(fields[4], NULL));
        rw_json_put_number(writer, "duration", strtod(fields[5], NULL));
        rw_json_put_number(writer, "travel_metres", strtod(fields[6], NULL));
    } else {
        rw_json_put_text(writer, "detail", fields[2]);
    }
    rw_json_object_end(writer);
}

/* Messages and the table, or JSON; counts what there was. Uses the reports up. */
static bool print_reports(rw_console *console, const rw_motion_files *files, char **reports, bool json, summary *sum)
{
    static const char *const headings[] = {"file", "animation", ">samples", ">rate", ">seconds", ">travel m", "clip"};
    rw_table table;
    rw_buffer text;
    rw_json_writer writer;
    rw_table_init(&table, headings, RW_BAKE_CLIP_FIELDS);
    rw_buffer_init(&text, (size_t)1 << 30);
    rw_json_writer_init(&writer, &text);
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->items[i].path;
        char *fields[RW_BAKE_CLIP_FIELDS], *at = reports[i];
        for (size_t count; (count = rw_bake_report_next(&at, fields, RW_BAKE_CLIP_FIELDS)) > 0;) {
            bool clip = rw_bake_is_clip(fields, count);
            if (!clip && count < RW_BAKE_SENTENCE_FIELDS)
                continue;
            write_row(&writer, path, fields);
            sum->clips += clip;
            if (clip)
                add_row(&table, path, fields);
            else if (rw_bake_tell(console, path, fields))
                sum->failures++;
            else
                sum->warnings++;
        }
    }
    rw_json_array_end(&writer);
    rw_buffer_append_char(&text, '\n');
    bool printed = json ? rw_buffer_ok(&text) : sum->clips == 0 || rw_table_print(&table, console->out, console->colour_out, true);
    if (json && printed)
        fwrite(text.data, 1, text.length, console->out);
    if (!printed)
        rw_console_error(console, "out of memory while printing what was baked");
    rw_table_free(&table);
    rw_buffer_free(&text);
    return printed;
}

static int bake_all(rw_console *console, const rw_motion_files *files, const rw_arguments *arguments,
                    const rw_bake_options *options, size_t jobs)
{
    summary sum = {0};
    double began = seconds_now();
    const rw_motion_file **list = calloc(files->count, sizeof *list);
    char **reports = calloc(files->count, sizeof *reports);
    int code = RW_EXIT_INTERNAL;
    if (list == NULL || reports == NULL) {
        rw_console_error(console, "out of memory");
    } else {
        for (size_t i = 0; i < files->count; i++)
            list[i] = &files->items[i];
        const char *folder = rw_arguments_text(arguments, "output");
        if (rw_bake_files(console, list, files->count, folder, options, jobs, reports) &&
            print_reports(console, files, reports, rw_arguments_has(arguments, "json"), &sum)) {
            rw_console_note(console, "%zu clips of %zu files in %.1f s; %zu warnings, %zu failures", sum.clips,
                            files->count, seconds_now() - began, sum.warnings, sum.failures);
            code = sum.failures > 0 ? RW_EXIT_BAD_INPUT : RW_EXIT_OK;
        }
    }
    for (size_t i = 0; i < files->count && reports != NULL; i++)
        free(reports[i]);
    free(reports);
    free(list);
    return code;
}

int rw_bake_folder_check(rw_console *console, const rw_arguments *arguments)
{
    static const char *const single[] = {"animation", "window", "event"};
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        if (!rw_arguments_has(arguments, single[i]))
            continue;
        rw_console_error(console, "--%s is for one animation, not for all of a folder; leave it out", single[i]);
        return RW_EXIT_USAGE;
    }
    if (rw_arguments_has(arguments, "output"))
        return RW_EXIT_OK;
    rw_console_error(console, "where to? give a folder for the clips: --output FOLDER");
    return RW_EXIT_USAGE;
}

int rw_bake_folder(rw_console *console, const rw_arguments *arguments, const rw_bake_options *options)
{
    size_t jobs = rw_bake_jobs(console, arguments);
    rw_motion_files files;
    int code = rw_bake_folder_check(console, arguments);
    if (code != RW_EXIT_OK || jobs == 0)
        return RW_EXIT_USAGE;
    const char *folder = rw_arguments_operand(arguments, 0);
    if (!rw_motion_files_find(console, folder, &files))
        return RW_EXIT_BAD_INPUT;
    code = RW_EXIT_BAD_INPUT;
    if (files.count == 0)
        rw_console_error(console, "there is no bvh, glb, gltf or fbx file in \"%s\" nor below it", folder);
    else
        code = bake_all(console, &files, arguments, options, jobs);
    rw_motion_files_free(&files);
    return code;
}
