#include "answer.h"
#include "command.h"
#include "file.h"
#include "offline.h"

#include "base/buffer.h"

#include <stdlib.h>

/* Appends "KEY":DOCUMENT with the text of a file, which must be one JSON document. */
static int append_document(rw_console *console, const char *key, const char *file, rw_buffer *body)
{
    char *text;
    size_t length;
    rw_tree tree;
    rw_tree_error error;
    if (!rw_file_read(console, key, file, &text, &length))
        return RW_EXIT_BAD_INPUT;
    int code = RW_EXIT_OK;
    if (rw_tree_parse(text, length, &tree, &error)) {
        rw_buffer_append_format(body, "\"%s\":", key);
        rw_buffer_append(body, text, length);
        rw_tree_free(&tree);
    } else {
        rw_console_error(console, "\"%s\" is not JSON: line %zu, column %zu: %s", file, error.line, error.column,
                         error.detail);
        code = RW_EXIT_BAD_INPUT;
    }
    free(text);
    return code;
}

static int make_body(rw_console *console, const rw_arguments *arguments, rw_buffer *body)
{
    const char *clip = rw_arguments_text(arguments, "clip");
    rw_buffer_append_char(body, '{');
    int code = append_document(console, "profile", rw_arguments_operand(arguments, 0), body);
    if (code == RW_EXIT_OK && clip != NULL) {
        rw_buffer_append_char(body, ',');
        code = append_document(console, "clip", clip, body);
    }
    rw_buffer_append_char(body, '}');
    if (code == RW_EXIT_OK && !rw_buffer_ok(body)) {
        rw_console_error(console, "out of memory");
        code = RW_EXIT_INTERNAL;
    }
    return code;
}

static int ask(rw_console *console, const rw_arguments *arguments, const rw_buffer *body, rw_answer *answer)
{
    if (rw_arguments_has(arguments, "offline"))
        return rw_offline_validate(console, body->data, body->length, answer);
    rw_client client;
    int code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    rw_client_request request = {
        .method = "POST", .path = "/v1/validate", .body = body->data, .length = body->length};
    return rw_answer_ask(console, &client, &request, answer);
}

static int print_findings(rw_console *console, const rw_arguments *arguments, const rw_answer *answer)
{
    rw_tree tree;
    int code = rw_answer_read(console, answer, &tree);
    if (code != RW_EXIT_OK)
        return code;
    bool json = rw_arguments_has(arguments, "json");
    size_t findings = rw_tree_find(&tree, 0, "findings");
    if (json)
        rw_answer_print_text(console, answer->text, answer->length);
    if (rw_answer_print_findings(console, json ? console->err : console->out, &tree, findings))
        code = RW_EXIT_NO;
    if (rw_tree_first(&tree, findings) == RW_TREE_NONE)
        rw_console_note(console, "nothing is doubtful about it");
    rw_tree_free(&tree);
    return code;
}

int rw_command_validate(rw_console *console, const rw_arguments *arguments)
{
    rw_buffer body;
    rw_answer answer = {0};
    if (rw_arguments_has(arguments, "offline") && !rw_arguments_has(arguments, "clip")) {
        rw_console_error(console, "--offline needs the clip: --clip FILE");
        return RW_EXIT_USAGE;
    }
    rw_buffer_init(&body, 2 * RW_FILE_MAX);
    int code = make_body(console, arguments, &body);
    if (code == RW_EXIT_OK)
        code = ask(console, arguments, &body, &answer);
    if (code == RW_EXIT_OK && answer.text != NULL)
        code = print_findings(console, arguments, &answer);
    else if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, "the profile", &answer);
    rw_answer_free(&answer);
    rw_buffer_free(&body);
    return code;
}
