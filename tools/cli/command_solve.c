/* resolve and trajectory: questions to a daemon, or to the solver in this process. */
#include "answer.h"
#include "command.h"
#include "file.h"
#include "offline.h"
#include "show.h"
#include "solve.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

typedef int (*offline_answer)(rw_console *console, const rw_offline *offline, const char *body, size_t length,
                              rw_answer *answer);

static int ask_offline(rw_console *console, const rw_arguments *arguments, offline_answer make, const char *body,
                       size_t length, rw_answer *answer)
{
    rw_offline offline;
    int code = rw_offline_open(console, arguments, &offline);
    if (code != RW_EXIT_OK)
        return code;
    code = make(console, &offline, body, length, answer);
    rw_offline_close(&offline);
    return code;
}

static int send(rw_console *console, const rw_arguments *arguments, const char *path, offline_answer make,
                const char *body, size_t length, rw_answer *answer)
{
    if (rw_arguments_has(arguments, "offline"))
        return ask_offline(console, arguments, make, body, length, answer);
    if (rw_arguments_has(arguments, "clip") || rw_arguments_has(arguments, "profile")) {
        rw_console_error(console, "--clip and --profile are for --offline; push the documents to ask a daemon");
        return RW_EXIT_USAGE;
    }
    rw_client client;
    int code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    rw_client_request request = {.method = "POST", .path = path, .body = body, .length = length};
    return rw_answer_ask(console, &client, &request, answer);
}

int rw_solve_trajectory(rw_console *console, const rw_arguments *arguments, const char *body, size_t length,
                        rw_answer *answer)
{
    return send(console, arguments, "/v1/trajectory", rw_offline_trajectory, body, length, answer);
}

int rw_solve_read_request(rw_console *console, const rw_arguments *arguments, char **body, size_t *length)
{
    const char *file = rw_arguments_text(arguments, "file");
    if (file == NULL) {
        rw_console_error(console, "which request? give -f FILE, or -f - for standard input");
        return RW_EXIT_USAGE;
    }
    return rw_file_read(console, "the request", file, body, length) ? RW_EXIT_OK : RW_EXIT_BAD_INPUT;
}

/* Prints an answer in the way asked for; what it says decides the exit code either way. */
static int print_answer(rw_console *console, const rw_arguments *arguments, rw_show show, const rw_answer *answer)
{
    rw_tree tree;
    int code = rw_answer_read(console, answer, &tree);
    if (code != RW_EXIT_OK)
        return code;
    bool json = rw_arguments_has(arguments, "json");
    if (json)
        rw_answer_print_text(console, answer->text, answer->length);
    code = show(console, &tree, json);
    rw_tree_free(&tree);
    return code;
}

static int conclude(rw_console *console, const rw_arguments *arguments, const char *what, rw_show show, int code,
                    rw_answer *answer)
{
    if (code == RW_EXIT_OK)
        code = print_answer(console, arguments, show, answer);
    else if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, what, answer);
    rw_answer_free(answer);
    return code;
}

int rw_command_resolve(rw_console *console, const rw_arguments *arguments)
{
    char *body;
    size_t length;
    int code = rw_solve_read_request(console, arguments, &body, &length);
    if (code != RW_EXIT_OK)
        return code;
    rw_answer answer = {0};
    code = send(console, arguments, "/v1/resolve", rw_offline_resolve, body, length, &answer);
    code = conclude(console, arguments, "the request", rw_show_resolution, code, &answer);
    free(body);
    return code;
}

/* Appends "T,T,…" as a JSON array; what is no number is told. */
static int append_times(rw_console *console, const char *text, rw_buffer *out)
{
    rw_buffer_append_text(out, "\"times\":[");
    for (const char *at = text;;) {
        size_t length = strcspn(at, ",");
        double time;
        if (!rw_text_number(at, length, &time)) {
            rw_console_error(console, "--times: \"%.*s\" is not a number of seconds; write them as 0,0.25,0.5",
                             (int)length, at);
            return RW_EXIT_USAGE;
        }
        rw_buffer_append_number(out, time);
        at += length;
        if (*at == '\0')
            break;
        rw_buffer_append_char(out, ',');
        at++;
    }
    rw_buffer_append_char(out, ']');
    return RW_EXIT_OK;
}

/* Puts the member "times" or "rate" at the end of the request's object. */
static int splice(rw_console *console, const rw_arguments *arguments, const char *body, size_t length, rw_buffer *out)
{
    const char *times = rw_arguments_text(arguments, "times");
    rw_tree tree;
    rw_tree_error error;
    if (!rw_tree_parse(body, length, &tree, &error)) {
        rw_console_error(console, "the request is not JSON: line %zu, column %zu: %s", error.line, error.column,
                         error.detail);
        return RW_EXIT_BAD_INPUT;
    }
    int code = RW_EXIT_OK;
    if (!rw_tree_is(&tree, 0, RW_TREE_OBJECT)) {
        rw_console_error(console, "the request is not a JSON object");
        code = RW_EXIT_BAD_INPUT;
    } else if (rw_tree_find(&tree, 0, "times") != RW_TREE_NONE || rw_tree_find(&tree, 0, "rate") != RW_TREE_NONE) {
        rw_console_error(console, "the request says already which times it asks for; leave out --times and --rate");
        code = RW_EXIT_USAGE;
    } else {
        rw_buffer_append(out, body, tree.values[0].end - 1);
        rw_buffer_append_text(out, tree.values[0].count > 0 ? "," : "");
        if (times != NULL)
            code = append_times(console, times, out);
        else {
            rw_buffer_append_text(out, "\"rate\":");
            rw_buffer_append_number(out, rw_arguments_number(arguments, "rate", 0));
        }
        rw_buffer_append_char(out, '}');
    }
    rw_tree_free(&tree);
    if (code == RW_EXIT_OK && !rw_buffer_ok(out)) {
        rw_console_error(console, "out of memory");
        code = RW_EXIT_INTERNAL;
    }
    return code;
}

int rw_command_trajectory(rw_console *console, const rw_arguments *arguments)
{
    char *body;
    size_t length;
    rw_buffer spliced;
    rw_answer answer = {0};
    bool times = rw_arguments_has(arguments, "times"), rate = rw_arguments_has(arguments, "rate");
    if (times && rate) {
        rw_console_error(console, "--times and --rate contradict each other; give one of them");
        return RW_EXIT_USAGE;
    }
    int code = rw_solve_read_request(console, arguments, &body, &length);
    if (code != RW_EXIT_OK)
        return code;
    rw_buffer_init(&spliced, RW_FILE_MAX);
    if (times || rate)
        code = splice(console, arguments, body, length, &spliced);
    else
        rw_buffer_append(&spliced, body, length);
    if (code == RW_EXIT_OK) {
        code = rw_solve_trajectory(console, arguments, spliced.data != NULL ? spliced.data : "", spliced.length, &answer);
        code = conclude(console, arguments, "the request", rw_show_trajectory, code, &answer);
    }
    rw_buffer_free(&spliced);
    free(body);
    return code;
}
