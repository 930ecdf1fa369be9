/* verify, select and reach: questions that a daemon answers from what it has stored. */
#include "answer.h"
#include "command.h"
#include "file.h"
#include "show.h"
#include "solve.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

static int conclude(rw_console *console, const rw_arguments *arguments, const char *what, rw_show show, int code,
                    rw_answer *answer)
{
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, what, answer);
    rw_tree tree;
    if (code == RW_EXIT_OK && (code = rw_answer_read(console, answer, &tree)) == RW_EXIT_OK) {
        bool json = rw_arguments_has(arguments, "json");
        if (json)
            rw_answer_print_text(console, answer->text, answer->length);
        code = show(console, &tree, json);
        rw_tree_free(&tree);
    }
    rw_answer_free(answer);
    return code;
}

static int post(rw_console *console, const rw_arguments *arguments, const char *path, rw_show show)
{
    const char *file = rw_arguments_text(arguments, "file");
    char *body;
    size_t length;
    rw_client client;
    rw_answer answer = {0};
    if (file == NULL) {
        rw_console_error(console, "which request? give -f FILE, or -f - for standard input");
        return RW_EXIT_USAGE;
    }
    int code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    if (!rw_file_read(console, "the request", file, &body, &length))
        return RW_EXIT_BAD_INPUT;
    rw_client_request request = {.method = "POST", .path = path, .body = body, .length = length};
    code = rw_answer_ask(console, &client, &request, &answer);
    free(body);
    return conclude(console, arguments, "the request", show, code, &answer);
}

int rw_command_verify(rw_console *console, const rw_arguments *arguments)
{
    if (!rw_arguments_has(arguments, "data"))
        return post(console, arguments, "/v1/verify", rw_show_verification);
    if (rw_arguments_has(arguments, "file")) {
        rw_console_error(console, "--data looks at a catalogue and --file at a track; give one of them");
        return RW_EXIT_USAGE;
    }
    return rw_command_verify_store(console, arguments);
}

int rw_command_select(rw_console *console, const rw_arguments *arguments)
{
    return post(console, arguments, "/v1/select", rw_show_selection);
}

static void add_query(rw_buffer *path, const rw_arguments *arguments, const char *option, const char *name,
                      char *separator)
{
    if (!rw_arguments_has(arguments, option))
        return;
    rw_buffer_append_char(path, *separator);
    rw_buffer_append_format(path, "%s=", name);
    rw_buffer_append_number(path, rw_arguments_number(arguments, option, 0));
    *separator = '&';
}

int rw_question_reach(rw_console *console, const rw_arguments *arguments, const char *name, rw_answer *answer)
{
    char base[512];
    char separator = '?';
    rw_client client;
    if (strchr(name, '@') != NULL) {
        rw_console_error(console, "\"%s\": reach answers for the newest revision only; leave the @ and what follows out",
                         name);
        return RW_EXIT_USAGE;
    }
    int code = rw_answer_path(console, "profiles", name, base, sizeof base);
    if (code == RW_EXIT_OK)
        code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    rw_buffer path;
    rw_buffer_init(&path, 2048);
    rw_buffer_append_format(&path, "%s/reach", base);
    add_query(&path, arguments, "actor-radius", "actor_radius", &separator);
    add_query(&path, arguments, "target-radius", "target_radius", &separator);
    add_query(&path, arguments, "scale", "scale", &separator);
    if (rw_buffer_ok(&path)) {
        rw_client_request request = {.method = "GET", .path = path.data};
        code = rw_answer_ask(console, &client, &request, answer);
    } else {
        rw_console_error(console, "out of memory");
        code = RW_EXIT_INTERNAL;
    }
    rw_buffer_free(&path);
    return code;
}

int rw_command_reach(rw_console *console, const rw_arguments *arguments)
{
    rw_answer answer = {0};
    int code = rw_question_reach(console, arguments, rw_arguments_operand(arguments, 0), &answer);
    return conclude(console, arguments, "the profile", rw_show_reach, code, &answer);
}
