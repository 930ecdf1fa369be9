/* health and config: whether a daemon is there and ready, and what this program and the daemon go by. */
#include "answer.h"
#include "command.h"
#include "table.h"

#include "codec/json_write.h"

#include <stdlib.h>
#include <string.h>

#define REPORT_MAX ((size_t)1024 * 1024)

/* ---- health ---- */

static int print_checks(rw_console *console, const rw_tree *tree)
{
    rw_table table;
    rw_table_init(&table, (const char *const[]){"check", "state", "detail"}, 3);
    const size_t checks = rw_tree_find(tree, 0, "checks");
    for (size_t at = rw_tree_first(tree, checks); at != RW_TREE_NONE; at = rw_tree_after(tree, checks, at)) {
        char *name = rw_tree_text(tree, rw_tree_find(tree, at, "name"));
        char *detail = rw_tree_text(tree, rw_tree_find(tree, at, "detail"));
        const bool sound = rw_tree_is(tree, rw_tree_find(tree, at, "ok"), RW_TREE_TRUE);
        rw_table_text(&table, name != NULL ? name : "?", RW_COLOUR_BOLD);
        rw_table_text(&table, sound ? "ok" : "not ok", sound ? RW_COLOUR_GOOD : RW_COLOUR_BAD);
        rw_table_text(&table, detail != NULL ? detail : "", RW_COLOUR_NONE);
        free(name);
        free(detail);
    }
    const bool printed = rw_table_print(&table, console->out, console->colour_out, true);
    if (!printed)
        rw_console_error(console, "out of memory while printing the checks");
    rw_table_free(&table);
    return printed ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

/* Whether an answer says how a daemon is. */
static bool tells(const rw_tree *tree)
{
    return rw_tree_is(tree, rw_tree_find(tree, 0, "status"), RW_TREE_STRING) &&
           rw_tree_is(tree, rw_tree_find(tree, 0, "checks"), RW_TREE_ARRAY);
}

static int report_readiness(rw_console *console, const rw_arguments *arguments, const rw_client *client,
                            const rw_client_response *response)
{
    const rw_answer answer = {.text = response->body, .length = response->length};
    rw_tree tree;
    int code = rw_answer_read(console, &answer, &tree);
    if (code != RW_EXIT_OK)
        return code;
    if (!tells(&tree)) {
        code = rw_answer_print_problem(console, "GET /readyz", response->body, response->length);
        if (response->status == 404)
            rw_console_note(console, "a daemon that was started with --admin answers this on that address only");
    } else {
        if (rw_arguments_has(arguments, "json"))
            rw_answer_print_text(console, response->body, response->length);
        else
            code = print_checks(console, &tree);
        const bool ready = response->status == 200;
        if (!ready)
            rw_console_note(console, "%s is there, but not ready", client->shown);
        code = code != RW_EXIT_OK ? code : ready ? RW_EXIT_OK : RW_EXIT_NO;
    }
    rw_tree_free(&tree);
    return code;
}

int rw_command_health(rw_console *console, const rw_arguments *arguments)
{
    rw_client client;
    rw_client_response response = {0};
    int code = rw_client_make(console, arguments, &client);
    if (code == RW_EXIT_OK)
        code = rw_client_send(console, &client, &(rw_client_request){.method = "GET", .path = "/readyz?verbose"},
                              &response);
    if (code == RW_EXIT_OK)
        code = report_readiness(console, arguments, &client, &response);
    rw_client_response_free(&response);
    return code;
}

/* ---- config ---- */

typedef struct rw_cli_setting {
    const char *name, *option, *variable, *otherwise;
    bool secret;
} rw_cli_setting;

static const rw_cli_setting settings[] = {
    {"server", "server", "ROOTWARP_SERVER", RW_CLIENT_DEFAULT_SERVER, false},
    {"timeout", "timeout", NULL, "60", false},
    {"ca", "ca", "ROOTWARP_CA", "", false},
    {"token-file", "token-file", "ROOTWARP_TOKEN_FILE", "", false},
    {"token", NULL, "ROOTWARP_TOKEN", "", true},
    {"data", "data", "ROOTWARP_DATA", "", false},
    {"store", NULL, "ROOTWARP_STORE", "", true},
    {"no-color", NULL, "NO_COLOR", "", false},
};

/* Value and origin, as the commands find them. */
static const char *find_value(const rw_arguments *arguments, const rw_cli_setting *setting, const char **origin)
{
    const char *value = rw_arguments_or_variable(arguments, setting->option, setting->variable, origin);
    if (value != NULL)
        return setting->secret ? "***" : value;
    *origin = "default";
    return setting->otherwise;
}

static int print_settings(rw_console *console, const rw_arguments *arguments, const rw_client *client)
{
    const bool json = rw_arguments_has(arguments, "json");
    rw_table table;
    rw_buffer text;
    rw_json_writer writer;
    rw_table_init(&table, (const char *const[]){"setting", "value", "origin"}, 3);
    rw_buffer_init(&text, REPORT_MAX);
    rw_json_writer_init(&writer, &text);
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        char option[64];
        const char *origin, *value = find_value(arguments, &settings[i], &origin);
        snprintf(option, sizeof option, "--%s", origin);
        if (origin == settings[i].option)
            origin = option;
        if (i == 0)
            value = client->shown; /* without a password */
        rw_table_text(&table, settings[i].name, RW_COLOUR_BOLD);
        rw_table_text(&table, value, RW_COLOUR_NONE);
        rw_table_text(&table, origin, RW_COLOUR_NONE);
        rw_json_object_begin(&writer);
        rw_json_put_text(&writer, "name", settings[i].name);
        rw_json_put_text(&writer, "value", value);
        rw_json_put_text(&writer, "origin", origin);
        rw_json_object_end(&writer);
    }
    rw_json_array_end(&writer);
    bool printed = rw_buffer_append_char(&text, '\n');
    if (printed && json)
        fwrite(text.data, 1, text.length, console->out);
    else
        printed = printed && rw_table_print(&table, console->out, console->colour_out, true);
    if (!printed)
        rw_console_error(console, "out of memory while printing the settings");
    rw_buffer_free(&text);
    rw_table_free(&table);
    return printed ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

static int print_limits(rw_console *console, const rw_arguments *arguments, const rw_answer *answer)
{
    rw_tree tree;
    int code = rw_answer_read(console, answer, &tree);
    if (code != RW_EXIT_OK)
        return code;
    rw_table table;
    rw_table_init(&table, (const char *const[]){"limit", ">value"}, 2);
    for (size_t at = rw_tree_first(&tree, 0); at != RW_TREE_NONE; at = rw_tree_after(&tree, 0, at)) {
        const rw_tree_value *value = &tree.values[at];
        rw_table_bytes(&table, tree.text + value->key_start, value->key_end - value->key_start, RW_COLOUR_BOLD);
        rw_table_bytes(&table, tree.text + value->start, value->end - value->start, RW_COLOUR_NONE);
    }
    if (rw_arguments_has(arguments, "json")) {
        rw_answer_print_text(console, answer->text, answer->length);
    } else if (!rw_table_print(&table, console->out, console->colour_out, true)) {
        rw_console_error(console, "out of memory while printing the limits");
        code = RW_EXIT_INTERNAL;
    }
    rw_table_free(&table);
    rw_tree_free(&tree);
    return code;
}

int rw_command_config(rw_console *console, const rw_arguments *arguments)
{
    rw_client client;
    rw_answer answer = {0};
    int code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    if (!rw_arguments_has(arguments, "daemon"))
        return print_settings(console, arguments, &client);
    code = rw_answer_ask(console, &client, &(rw_client_request){.method = "GET", .path = "/v1/limits"}, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, "GET /v1/limits", &answer);
    else if (code == RW_EXIT_OK)
        code = print_limits(console, arguments, &answer);
    rw_answer_free(&answer);
    return code;
}
