/* pull: the documents of a daemon as files in a folder. */
#include "command.h"
#include "file.h"
#include "listing.h"

#include "base/buffer.h"
#include "base/clock.h"
#include "base/name.h"
#include "codec/json_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_PATH_MAX = 4096 };

typedef struct rw_pull_item {
    bool clip;
    char name[RW_NAME_SIZE];
} rw_pull_item;

typedef struct rw_pull {
    rw_console *console;
    const rw_arguments *arguments;
    rw_client client;
    const char *folder;
    bool clips; /* what is being listed */
    rw_pull_item *items;
    size_t count, capacity, changed;
    rw_buffer report; /* with --json */
    rw_json_writer writer;
} rw_pull;

static int add_item(rw_pull *pull, bool clip, const char *name)
{
    if (!rw_name_valid(name, strlen(name))) {
        rw_console_error(pull->console, "\"%s\" is not a name: %s", name, RW_NAME_RULE);
        return RW_EXIT_USAGE;
    }
    if (pull->count == pull->capacity) {
        const size_t capacity = pull->capacity == 0 ? 64 : 2 * pull->capacity;
        rw_pull_item *grown = realloc(pull->items, capacity * sizeof *grown);
        if (grown == NULL) {
            rw_console_error(pull->console, "out of memory after %zu names", pull->count);
            return RW_EXIT_INTERNAL;
        }
        pull->items = grown;
        pull->capacity = capacity;
    }
    rw_pull_item *item = &pull->items[pull->count++];
    item->clip = clip;
    memcpy(item->name, name, strlen(name) + 1);
    return RW_EXIT_OK;
}

/* A server's names become names of files: those that are none are refused. */
static int take_item(void *context, const rw_tree *tree, size_t item)
{
    rw_pull *pull = context;
    char *name = rw_tree_text(tree, rw_tree_find(tree, item, "name"));
    const int code = name == NULL ? RW_EXIT_INTERNAL : add_item(pull, pull->clips, name);
    free(name);
    return code;
}

/* The names that --clip and --profile list; otherwise all that there are. */
static int collect(rw_pull *pull)
{
    const char *name;
    int code = RW_EXIT_OK;
    for (size_t i = 0; code == RW_EXIT_OK && (name = rw_arguments_text_at(pull->arguments, "clip", i)) != NULL; i++)
        code = add_item(pull, true, name);
    for (size_t i = 0; code == RW_EXIT_OK && (name = rw_arguments_text_at(pull->arguments, "profile", i)) != NULL; i++)
        code = add_item(pull, false, name);
    if (code != RW_EXIT_OK || pull->count > 0)
        return code;
    const rw_listing_filter filter = {.prefix = rw_arguments_text(pull->arguments, "prefix"),
                                      .tag = rw_arguments_text(pull->arguments, "tag"),
                                      .limit = SIZE_MAX};
    for (int i = 0; i < 2 && code == RW_EXIT_OK; i++) {
        pull->clips = i == 0;
        code = rw_listing_walk(pull->console, pull->arguments, &pull->client, pull->clips ? "clips" : "profiles",
                               &filter, take_item, pull);
    }
    return code;
}

/* Whether a file holds just these bytes. */
static bool holds(const char *path, const char *bytes, size_t length)
{
    char chunk[16384];
    FILE *file = fopen(path, "rb");
    size_t done = 0, got;
    if (file == NULL)
        return false;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0 && got <= length - done &&
           memcmp(bytes + done, chunk, got) == 0)
        done += got;
    const bool same = got == 0 && done == length && !ferror(file);
    fclose(file);
    return same;
}

static int tell(rw_pull *pull, const rw_pull_item *item, const rw_answer *answer, const char *path, bool changed)
{
    if (!rw_arguments_has(pull->arguments, "json")) {
        if (changed) {
            rw_console_progress_end(pull->console);
            rw_console_clean(pull->console->out, path, strlen(path));
            fputc('\n', pull->console->out);
        }
        return RW_EXIT_OK;
    }
    rw_tree tree;
    const int code = rw_answer_read(pull->console, answer, &tree);
    if (code != RW_EXIT_OK)
        return code;
    char *hash = rw_tree_text(&tree, rw_tree_find(&tree, 0, "content_hash"));
    rw_json_object_begin(&pull->writer);
    rw_json_put_text(&pull->writer, "kind", item->clip ? "clip" : "profile");
    rw_json_put_text(&pull->writer, "name", item->name);
    rw_json_put_integer(&pull->writer, "revision",
                        (int64_t)rw_tree_number(&tree, rw_tree_find(&tree, 0, "revision"), 0));
    rw_json_put_text(&pull->writer, "content_hash", hash != NULL ? hash : "");
    rw_json_put_text(&pull->writer, "file", path);
    rw_json_put_bool(&pull->writer, "changed", changed);
    rw_json_object_end(&pull->writer);
    free(hash);
    rw_tree_free(&tree);
    return RW_EXIT_OK;
}

static int fetch_one(rw_pull *pull, const rw_pull_item *item)
{
    char url[RW_ANSWER_PATH_SIZE], path[FILE_PATH_MAX];
    rw_answer answer = {0};
    snprintf(url, sizeof url, "/v1/%s/%s", item->clip ? "clips" : "profiles", item->name);
    const int length = snprintf(path, sizeof path, "%s/%s.%s.json", pull->folder, item->name,
                                item->clip ? "clip" : "profile");
    if (length < 0 || (size_t)length >= sizeof path) {
        rw_console_error(pull->console, "the name of the folder is too long");
        return RW_EXIT_OUTPUT;
    }
    int code = rw_answer_ask(pull->console, &pull->client, &(rw_client_request){.method = "GET", .path = url}, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(pull->console, pull->arguments, url, &answer);
    if (code == RW_EXIT_OK) {
        const bool changed = !holds(path, answer.text, answer.length);
        if (changed && !rw_file_write(pull->console, path, answer.text, answer.length))
            code = RW_EXIT_OUTPUT;
        pull->changed += changed;
        if (code == RW_EXIT_OK)
            code = tell(pull, item, &answer, path, changed);
    }
    rw_answer_free(&answer);
    return code;
}

static int fetch_all(rw_pull *pull)
{
    const int64_t begun = rw_clock_monotonic_ns();
    int code = RW_EXIT_OK;
    for (size_t i = 0; i < pull->count && code == RW_EXIT_OK; i++) {
        code = fetch_one(pull, &pull->items[i]);
        const double seconds = (double)(rw_clock_monotonic_ns() - begun) / 1e9;
        const size_t left = pull->count - i - 1;
        rw_console_progress(pull->console, "%zu of %zu documents, about %.0f s to go", i + 1, pull->count,
                            seconds / (double)(i + 1) * (double)left);
    }
    rw_console_progress_end(pull->console);
    return code;
}

static int print_report(rw_pull *pull)
{
    rw_console_note(pull->console, "%zu document%s, %zu file%s changed", pull->count, pull->count == 1 ? "" : "s",
                    pull->changed, pull->changed == 1 ? "" : "s");
    if (!rw_arguments_has(pull->arguments, "json"))
        return RW_EXIT_OK;
    rw_json_array_end(&pull->writer);
    if (!rw_buffer_append_char(&pull->report, '\n')) {
        rw_console_error(pull->console, "out of memory");
        return RW_EXIT_INTERNAL;
    }
    fwrite(pull->report.data, 1, pull->report.length, pull->console->out);
    return RW_EXIT_OK;
}

int rw_command_pull(rw_console *console, const rw_arguments *arguments)
{
    rw_pull pull = {.console = console, .arguments = arguments, .folder = rw_arguments_operand(arguments, 0)};
    const bool named = rw_arguments_has(arguments, "clip") || rw_arguments_has(arguments, "profile");
    if (named && (rw_arguments_has(arguments, "prefix") || rw_arguments_has(arguments, "tag"))) {
        rw_console_error(console, "--clip and --profile name what is wanted, --prefix and --tag choose from all; give "
                                  "the ones or the others");
        return RW_EXIT_USAGE;
    }
    int code = rw_client_make(console, arguments, &pull.client);
    if (code == RW_EXIT_OK)
        code = rw_client_keep(console, &pull.client);
    if (code != RW_EXIT_OK)
        return code;
    rw_buffer_init(&pull.report, (size_t)1 << 30);
    rw_json_writer_init(&pull.writer, &pull.report);
    rw_json_array_begin(&pull.writer);
    code = collect(&pull);
    if (code == RW_EXIT_OK && mkdir(pull.folder, 0777) != 0 && errno != EEXIST) {
        rw_console_error(console, "cannot make the folder %s: %s", pull.folder, strerror(errno));
        code = RW_EXIT_OUTPUT;
    }
    if (code == RW_EXIT_OK)
        code = fetch_all(&pull);
    if (code == RW_EXIT_OK)
        code = print_report(&pull);
    rw_client_release(&pull.client);
    rw_buffer_free(&pull.report);
    free(pull.items);
    return code;
}
