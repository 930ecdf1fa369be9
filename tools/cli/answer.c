#include "answer.h"

#include "table.h"

#include "base/name.h"

#include <stdlib.h>
#include <string.h>

void rw_answer_free(rw_answer *answer)
{
    if (answer == NULL)
        return;
    free(answer->text);
    *answer = (rw_answer){0};
}

const char *rw_answer_kind(rw_console *console, const char *operand)
{
    if (strcmp(operand, "clip") == 0 || strcmp(operand, "clips") == 0)
        return "clips";
    if (strcmp(operand, "profile") == 0 || strcmp(operand, "profiles") == 0)
        return "profiles";
    rw_console_error(console, "\"%s\" is neither clip nor profile", operand);
    return NULL;
}

int rw_answer_path(rw_console *console, const char *kind, const char *name, char *path, size_t size)
{
    if (!rw_name_valid(name, strlen(name))) {
        rw_console_error(console, "\"%s\" is not a name: %s", name, RW_NAME_RULE);
        return RW_EXIT_USAGE;
    }
    snprintf(path, size, "/v1/%s/%s", kind, name);
    return RW_EXIT_OK;
}

/* NAME or NAME@REVISION: the path of the newest revision, or of that one. */
static int reference_path(rw_console *console, const char *kind, const char *text, char path[RW_ANSWER_PATH_SIZE])
{
    rw_name_reference reference;
    switch (rw_name_reference_parse(text, strlen(text), &reference)) {
    case RW_NAME_OK:
        break;
    case RW_NAME_BAD_REVISION:
        rw_console_error(console, "\"%s\": what follows the @ is not a revision, a whole number from 1", text);
        return RW_EXIT_USAGE;
    case RW_NAME_BAD_NAME:
    default:
        rw_console_error(console, "\"%s\" is not a name: %s", text, RW_NAME_RULE);
        return RW_EXIT_USAGE;
    }
    if (reference.revision == 0)
        snprintf(path, RW_ANSWER_PATH_SIZE, "/v1/%s/%s", kind, reference.name);
    else
        snprintf(path, RW_ANSWER_PATH_SIZE, "/v1/%s/%s/revisions/%lld", kind, reference.name,
                 (long long)reference.revision);
    return RW_EXIT_OK;
}

int rw_answer_ask(rw_console *console, const rw_client *client, const rw_client_request *request, rw_answer *answer)
{
    rw_client_response response;
    int code = rw_client_send(console, client, request, &response);
    if (code != RW_EXIT_OK)
        return code;
    bool refused = response.status < 200 || response.status > 299;
    *answer = (rw_answer){.refused = refused, .text = response.body, .length = response.length};
    return refused ? RW_EXIT_REFUSED : RW_EXIT_OK;
}

int rw_answer_fetch(rw_console *console, const rw_arguments *arguments, const char *kind, const char *reference,
                    char path[RW_ANSWER_PATH_SIZE], rw_answer *answer)
{
    rw_client client;
    rw_answer got = {0};
    char what[RW_ANSWER_PATH_SIZE + 8];
    int code = reference_path(console, kind, reference, path);
    if (code == RW_EXIT_OK)
        code = rw_client_make(console, arguments, &client);
    if (code == RW_EXIT_OK)
        code = rw_answer_ask(console, &client, &(rw_client_request){.method = "GET", .path = path}, &got);
    if (code == RW_EXIT_OK) {
        *answer = got;
        return code;
    }
    snprintf(what, sizeof what, "GET %s", path);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_print_problem(console, what, got.text, got.length);
    rw_answer_free(&got);
    return code;
}

/* The text of a member, or `otherwise`, into a fixed room; what is too long is cut. */
static void member_text(const rw_tree *tree, size_t at, const char *path, const char *otherwise, char *out, size_t size)
{
    char *text = rw_tree_text(tree, rw_tree_find(tree, at, path));
    snprintf(out, size, "%s", text != NULL ? text : otherwise);
    free(text);
}

static void print_fields(rw_console *console, const rw_tree *tree)
{
    size_t errors = rw_tree_find(tree, 0, "errors");
    rw_table table;
    rw_table_init(&table, (const char *const[]){"", "", "", ""}, 4);
    for (size_t at = rw_tree_first(tree, errors); at != RW_TREE_NONE; at = rw_tree_after(tree, errors, at)) {
        char pointer[256], code[64], detail[512];
        member_text(tree, at, "pointer", "", pointer, sizeof pointer);
        member_text(tree, at, "code", "?", code, sizeof code);
        member_text(tree, at, "detail", "", detail, sizeof detail);
        rw_table_text(&table, "", RW_COLOUR_NONE);
        rw_table_text(&table, pointer[0] != '\0' ? pointer : "(whole)", RW_COLOUR_BOLD);
        rw_table_text(&table, code, RW_COLOUR_BAD);
        rw_table_text(&table, detail, RW_COLOUR_NONE);
    }
    if (!rw_table_print(&table, console->err, console->colour_err, false))
        rw_console_error(console, "out of memory while printing the fields");
    rw_table_free(&table);
}

int rw_answer_print_problem(rw_console *console, const char *what, const char *text, size_t length)
{
    rw_tree tree;
    rw_tree_error error;
    if (!rw_tree_parse(text, length, &tree, &error)) {
        rw_console_error(console, "%s was refused, and the answer is no problem document; is that a rootwarpd?", what);
        return RW_EXIT_REFUSED;
    }
    char code[64], detail[1024], status[16], id[160];
    member_text(&tree, 0, "code", "no code", code, sizeof code);
    member_text(&tree, 0, "detail", "", detail, sizeof detail);
    member_text(&tree, 0, "status", "", status, sizeof status);
    member_text(&tree, 0, "instance", "", id, sizeof id);
    rw_console_error(console, "%s was refused with %s%s%s: %s", what, status, status[0] != '\0' ? " " : "", code,
                     detail);
    print_fields(console, &tree);
    if (strcmp(code, "internal") == 0 && id[0] != '\0')
        rw_console_note(console, "the server's log has it under request %s", id);
    rw_tree_free(&tree);
    return RW_EXIT_REFUSED;
}

int rw_answer_refusal(rw_console *console, const rw_arguments *arguments, const char *what, const rw_answer *answer)
{
    if (rw_arguments_has(arguments, "json"))
        rw_answer_print_text(console, answer->text, answer->length);
    return rw_answer_print_problem(console, what, answer->text, answer->length);
}

int rw_answer_read(rw_console *console, const rw_answer *answer, rw_tree *tree)
{
    rw_tree_error error;
    if (rw_tree_parse(answer->text, answer->length, tree, &error))
        return RW_EXIT_OK;
    rw_console_error(console, "the answer is not JSON (line %zu, column %zu: %s); is that a rootwarpd?", error.line,
                     error.column, error.detail);
    return RW_EXIT_INTERNAL;
}

void rw_answer_print_text(rw_console *console, const char *text, size_t length)
{
    fwrite(text, 1, length, console->out);
    if (length == 0 || text[length - 1] != '\n')
        putc('\n', console->out);
}

/* An empty cell where there is none. */
static void add_number(rw_table *table, const rw_tree *tree, size_t at)
{
    if (rw_tree_is(tree, at, RW_TREE_NUMBER))
        rw_table_number(table, rw_tree_number(tree, at, 0));
    else
        rw_table_text(table, "", RW_COLOUR_NONE);
}

bool rw_answer_print_findings(rw_console *console, FILE *stream, const rw_tree *tree, size_t findings)
{
    bool colours = stream == console->out ? console->colour_out : console->colour_err;
    bool has_error = false;
    rw_table table;
    rw_table_init(&table, (const char *const[]){"severity", "code", "where", ">value", ">limit", "what to do"}, 6);
    for (size_t at = rw_tree_first(tree, findings); at != RW_TREE_NONE; at = rw_tree_after(tree, findings, at)) {
        char severity[32], code[64], document[16], pointer[256], place[280], advice[512];
        member_text(tree, at, "severity", "?", severity, sizeof severity);
        member_text(tree, at, "code", "?", code, sizeof code);
        member_text(tree, at, "document", "", document, sizeof document);
        member_text(tree, at, "pointer", "", pointer, sizeof pointer);
        snprintf(place, sizeof place, "%s%s", document, pointer);
        member_text(tree, at, "advice", "", advice, sizeof advice);
        bool error = strcmp(severity, "error") == 0;
        bool warning = strcmp(severity, "warning") == 0;
        has_error = has_error || error;
        rw_table_text(&table, severity, error ? RW_COLOUR_BAD : warning ? RW_COLOUR_WARNING : RW_COLOUR_NONE);
        rw_table_text(&table, code, RW_COLOUR_NONE);
        rw_table_text(&table, place, RW_COLOUR_NONE);
        add_number(&table, tree, rw_tree_find(tree, at, "value"));
        add_number(&table, tree, rw_tree_find(tree, at, "limit"));
        rw_table_text(&table, advice, RW_COLOUR_NONE);
    }
    if (table.cell_count > 0 && !rw_table_print(&table, stream, colours, true))
        rw_console_error(console, "out of memory while printing the findings");
    rw_table_free(&table);
    return has_error;
}
