/* replay: asks what was recorded again and compares the answers. */
#include "answer.h"
#include "command.h"
#include "replay.h"
#include "replay_request.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 10, PINNED_MAX = 1 << 30 };

typedef struct rw_replay {
    rw_console *console;
    const rw_arguments *arguments;
    rw_client client;
    rw_recording_reader reader;
    uint64_t length; /* of the file at the start; 0: unknown */
    int64_t begun_ns;
    rw_replay_report report;
} rw_replay;

/* ---- asking ---- */

static bool is_busy(long status)
{
    return status == 429 || status == 503;
}

/* Sends once more while the daemon says that it has too much to do. */
static int ask(rw_replay *replay, const rw_client_request *request, rw_client_response *response)
{
    const struct timespec second = {.tv_sec = 1};
    for (int tries = 0;; tries++) {
        const int code = rw_client_send(replay->console, &replay->client, request, response);
        if (code != RW_EXIT_OK || !is_busy(response->status) || tries == TRIES)
            return code;
        rw_console_progress(replay->console, "%s is busy; asking again", replay->client.shown);
        rw_client_response_free(response);
        nanosleep(&second, NULL);
    }
}

/* An answer that says nothing about the solver: who may ask, and how often. */
static bool is_refusal(long status)
{
    return is_busy(status) || status == 401 || status == 403 || status == 421;
}

/* What came of asking once. */
typedef struct rw_replay_outcome {
    int status;
    bool pinned;
    rw_replay_verdict verdict;
    rw_replay_difference difference; /* when the bodies differ */
} rw_replay_outcome;

static void keep_first(rw_replay *replay, const rw_recording_entry *entry, const rw_replay_outcome *outcome)
{
    rw_replay_case *first = &replay->report.first;
    *first = (rw_replay_case){
        .record = replay->report.records,
        .offset = replay->reader.offset,
        .at_ms = entry->at_ms,
        .catalog_version = entry->catalog_version,
        .then_status = entry->status,
        .now_status = outcome->status,
        .pinned = outcome->pinned,
        .difference = outcome->difference,
    };
    snprintf(first->method, sizeof first->method, "%s", entry->method);
    snprintf(first->target, sizeof first->target, "%s", entry->target);
    snprintf(first->request_id, sizeof first->request_id, "%s", entry->request_id);
}

/* Asks and compares; RW_EXIT_OK with *outcome. */
static int ask_and_compare(rw_replay *replay, const rw_recording_entry *entry, const char *target, const char *body,
                           size_t length, rw_replay_outcome *outcome)
{
    rw_client_response response;
    const rw_client_request request = {.method = entry->method,
                                       .path = target,
                                       .body = entry->request_length > 0 ? body : NULL,
                                       .length = length,
                                       .request_id = entry->request_id};
    int code = ask(replay, &request, &response);
    if (code != RW_EXIT_OK)
        return code;
    if (is_refusal(response.status)) {
        code = rw_answer_print_problem(replay->console, target, response.body, response.length);
    } else {
        outcome->status = (int)response.status;
        outcome->verdict = rw_replay_compare(entry->answer, entry->answer_length, response.body, response.length,
                                             &outcome->difference);
        if (outcome->status != entry->status)
            outcome->verdict = RW_REPLAY_DIFFERS;
    }
    rw_client_response_free(&response);
    return code;
}

/* Where the newest revisions are others by now, those that answered then are asked. What that comes to counts, unless
 * they are not there. */
static int ask_pinned(rw_replay *replay, const rw_recording_entry *entry, rw_replay_outcome *outcome)
{
    rw_buffer target, body;
    rw_replay_outcome pinned = {.pinned = true};
    int code = RW_EXIT_OK;
    rw_buffer_init(&target, RW_RECORDING_LINE_MAX);
    rw_buffer_init(&body, PINNED_MAX);
    if (rw_replay_pin(entry, &target, &body)) {
        code = ask_and_compare(replay, entry, target.data, body.data, body.length, &pinned);
        if (code == RW_EXIT_OK && pinned.status == entry->status)
            *outcome = pinned;
    }
    rw_buffer_free(&target);
    rw_buffer_free(&body);
    return code;
}

static int replay_one(rw_replay *replay, const rw_recording_entry *entry)
{
    rw_replay_report *report = &replay->report;
    rw_replay_outcome outcome = {0};
    report->records++;
    if (!rw_replay_may_ask(entry)) {
        rw_console_error(replay->console, "record %zu asks for %s %s, which no daemon records; where is that file from?",
                         report->records, entry->method, entry->target);
        return RW_EXIT_BAD_INPUT;
    }
    if (entry->status >= 500) {
        report->left_out++;
        return RW_EXIT_OK;
    }
    int code = ask_and_compare(replay, entry, entry->target, entry->request, entry->request_length, &outcome);
    if (code == RW_EXIT_OK && outcome.verdict == RW_REPLAY_DIFFERS && !rw_arguments_has(replay->arguments, "heads"))
        code = ask_pinned(replay, entry, &outcome);
    if (code != RW_EXIT_OK)
        return code;
    report->equal += outcome.verdict == RW_REPLAY_EQUAL;
    report->alike += outcome.verdict == RW_REPLAY_ALIKE;
    report->pinned += outcome.pinned;
    if (outcome.verdict == RW_REPLAY_DIFFERS && report->different++ == 0)
        keep_first(replay, entry, &outcome);
    return RW_EXIT_OK;
}

/* ---- the whole file ---- */

static void show_progress(const rw_replay *replay)
{
    const double seconds = (double)(rw_clock_monotonic_ns() - replay->begun_ns) / 1e9;
    const double part = replay->length > 0 ? (double)replay->reader.whole / (double)replay->length : 0;
    if (part > 0 && seconds > 1)
        rw_console_progress(replay->console, "%zu records, %.0f %%, about %.0f s to go", replay->report.records,
                            100 * part, seconds / part - seconds);
}

/* Says how the file ended; RW_EXIT_OK where that takes nothing from what was found. */
static int conclude_file(rw_replay *replay, const char *path, rw_recording_status status)
{
    const rw_recording_reader *reader = &replay->reader;
    if (status == RW_RECORDING_TORN) {
        replay->report.torn = true;
        rw_console_warning(replay->console, "%s is torn at byte %" PRIu64 ": %s; what stands before it was asked", path,
                           reader->offset, rw_recording_status_text(status));
        return RW_EXIT_OK;
    }
    if (status == RW_RECORDING_END && reader->sessions > 0)
        return RW_EXIT_OK;
    if (status == RW_RECORDING_NO_MEMORY) {
        rw_console_error(replay->console, "out of memory at byte %" PRIu64 " of %s", reader->offset, path);
        return RW_EXIT_INTERNAL;
    }
    if (reader->sessions == 0 && status != RW_RECORDING_UNKNOWN && status != RW_RECORDING_UNREADABLE)
        rw_console_error(replay->console, "%s is no recording; rootwarpd serve --record makes one", path);
    else
        rw_console_error(replay->console, "%s, byte %" PRIu64 ": %s", path, reader->offset,
                         status == RW_RECORDING_UNREADABLE ? strerror(errno) : rw_recording_status_text(status));
    return RW_EXIT_BAD_INPUT;
}

static int replay_all(rw_replay *replay, const char *path, size_t limit)
{
    rw_recording_entry entry;
    rw_recording_status status = RW_RECORDING_ENTRY;
    int code = RW_EXIT_OK;
    replay->begun_ns = rw_clock_monotonic_ns();
    int64_t shown_ns = replay->begun_ns;
    while (code == RW_EXIT_OK && replay->report.records < limit &&
           (status = rw_recording_next(&replay->reader, &entry)) == RW_RECORDING_ENTRY) {
        code = replay_one(replay, &entry);
        if (rw_clock_monotonic_ns() - shown_ns < 200000000)
            continue;
        shown_ns = rw_clock_monotonic_ns();
        show_progress(replay);
    }
    rw_console_progress_end(replay->console);
    replay->report.session = replay->reader.session;
    if (status == RW_RECORDING_ENTRY)
        return code;
    return code == RW_EXIT_OK ? conclude_file(replay, path, status) : code;
}

/* Who is asked. */
static int read_server(rw_replay *replay)
{
    rw_answer answer = {0};
    rw_tree tree;
    int code = rw_answer_ask(replay->console, &replay->client,
                             &(rw_client_request){.method = "GET", .path = "/v1/limits"}, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_print_problem(replay->console, "GET /v1/limits", answer.text, answer.length);
    else if (code == RW_EXIT_OK)
        code = rw_answer_read(replay->console, &answer, &tree);
    if (code == RW_EXIT_OK) {
        char *version = rw_tree_text(&tree, rw_tree_find(&tree, 0, "server_version"));
        snprintf(replay->report.server_version, sizeof replay->report.server_version, "%s",
                 version != NULL ? version : "?");
        free(version);
        const double solver = rw_tree_number(&tree, rw_tree_find(&tree, 0, "solver_version"), 0);
        replay->report.solver_version = solver >= 0 && solver < 1e9 ? (int)solver : 0;
        rw_tree_free(&tree);
    }
    rw_answer_free(&answer);
    return code;
}

static void tell_who(const rw_replay *replay)
{
    const rw_replay_report *report = &replay->report;
    rw_console_note(replay->console, "recorded by release %s, solver %d; asked %s, release %s, solver %d",
                    report->session.release, report->session.solver_version, replay->client.shown,
                    report->server_version, report->solver_version);
    if (report->pinned > 0)
        rw_console_note(replay->console, "asked again with the revisions that answered then, as the newest are "
                                         "others: %zu", report->pinned);
    if (report->alike > 0)
        rw_console_note(replay->console, "the same but for the solver's version: %zu", report->alike);
}

static int run(rw_replay *replay, const char *path, size_t limit)
{
    int code = rw_client_keep(replay->console, &replay->client);
    if (code == RW_EXIT_OK)
        code = read_server(replay);
    if (code == RW_EXIT_OK)
        code = replay_all(replay, path, limit);
    rw_client_release(&replay->client);
    if (replay->report.records == 0 && code != RW_EXIT_OK)
        return code;
    tell_who(replay);
    const int told = rw_replay_print(replay->console, replay->arguments, &replay->report);
    return code != RW_EXIT_OK ? code : told;
}

int rw_command_replay(rw_console *console, const rw_arguments *arguments)
{
    const char *path = rw_arguments_operand(arguments, 0);
    rw_replay replay = {.console = console, .arguments = arguments};
    struct stat status;
    const double limit = rw_arguments_number(arguments, "limit", 1e15);
    if (!(limit >= 1 && limit <= 1e15)) {
        rw_console_error(console, "--limit %s is not between 1 and 1e15", rw_arguments_text(arguments, "limit"));
        return RW_EXIT_USAGE;
    }
    int code = rw_client_make(console, arguments, &replay.client);
    if (code != RW_EXIT_OK)
        return code;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        rw_console_error(console, "cannot read the recording %s: %s", path, strerror(errno));
        return RW_EXIT_BAD_INPUT;
    }
    rw_recording_reader_init(&replay.reader, fd);
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
        /* The daemon that is asked may be recording into the very file. */
        replay.length = (uint64_t)status.st_size;
        rw_recording_reader_bound(&replay.reader, replay.length);
    }
    code = run(&replay, path, (size_t)limit);
    rw_recording_reader_free(&replay.reader);
    close(fd);
    return code;
}
