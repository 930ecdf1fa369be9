/* token create, list, revoke, rotate: who may ask the daemon. Works on the data folder, with or without a daemon. */
#include "store_access.h"
#include "table.h"

#include "base/clock.h"
#include "codec/json_write.h"

#include <string.h>

enum { JSON_MAX = 64 << 20 };

static const rw_origin local = {.actor = RW_ORIGIN_LOCAL};

static void put_time(rw_json_writer *writer, const char *key, int64_t at_ms)
{
    char text[RW_CLOCK_TEXT_SIZE];
    if (at_ms == 0)
        return;
    rw_clock_format_utc(at_ms, text);
    rw_json_put_text(writer, key, text);
}

static void put_scopes(rw_json_writer *writer, unsigned scopes)
{
    rw_json_key(writer, "scopes");
    rw_json_array_begin(writer);
    for (unsigned scope = 1; scope <= RW_SCOPES_ALL; scope <<= 1)
        if ((scopes & scope) != 0)
            rw_json_text(writer, rw_scope_name(scope));
    rw_json_array_end(writer);
}

static int print_json(rw_console *console, rw_buffer *body)
{
    rw_buffer_append_char(body, '\n');
    const bool sound = rw_buffer_ok(body);
    if (sound)
        fwrite(body->data, 1, body->length, console->out);
    else
        rw_console_error(console, "out of memory");
    if (body->data != NULL)
        rw_token_wipe(body->data, body->capacity);
    rw_buffer_free(body);
    return sound ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

/* The only time that a secret is shown: alone on standard output, so that it can go straight into a file or variable. */
static int print_secret(rw_console *console, const rw_arguments *arguments, const char *id, const char *text,
                        const rw_store_token_request *made)
{
    if (!rw_arguments_has(arguments, "json")) {
        fprintf(console->out, "%s\n", text);
        rw_console_note(console, "this is token %s; it is shown this once", id);
        return RW_EXIT_OK;
    }
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, JSON_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "id", id);
    rw_json_put_text(&writer, "token", text);
    if (made != NULL) {
        rw_json_put_text(&writer, "name", made->name);
        put_scopes(&writer, made->scopes);
        put_time(&writer, "expires_at", made->expires_at_ms);
    }
    rw_json_object_end(&writer);
    return print_json(console, &body);
}

/* ---- create ---- */

/* 0 when the option is not there. */
static bool read_moment(rw_console *console, const rw_arguments *arguments, const char *option, int64_t *moment_ms)
{
    const char *text = rw_arguments_text(arguments, option);
    int64_t duration_ms = 0;
    *moment_ms = 0;
    if (text == NULL)
        return true;
    if (!rw_cli_duration(text, &duration_ms)) {
        rw_console_error(console, "--%s \"%s\" is no duration; write a whole number and s, m, h, d or w, as in 90d", option,
                         text);
        return false;
    }
    *moment_ms = rw_clock_wall_ms() + duration_ms;
    return true;
}

static bool read_request(rw_console *console, const rw_arguments *arguments, rw_store_token_request *request)
{
    const char *scopes = rw_arguments_text(arguments, "scopes"), *name = rw_arguments_text(arguments, "name");
    if (scopes == NULL || !rw_scopes_parse(scopes, &request->scopes)) {
        rw_console_error(console, "say what the token may do with --scopes: some of read,resolve,write,admin");
        return false;
    }
    request->name = name == NULL ? "" : name;
    if (strlen(request->name) > RW_STORE_TOKEN_NAME_MAX) {
        rw_console_error(console, "--name is longer than %d bytes", RW_STORE_TOKEN_NAME_MAX);
        return false;
    }
    for (const char *at = request->name; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            rw_console_error(console, "--name holds a control character");
            return false;
        }
    return read_moment(console, arguments, "expires", &request->expires_at_ms);
}

static int create(rw_console *console, const rw_arguments *arguments)
{
    rw_store *store = NULL;
    rw_store_token_request request = {0};
    char id[RW_TOKEN_ID_SIZE], text[RW_TOKEN_TEXT_SIZE];
    if (!read_request(console, arguments, &request))
        return RW_EXIT_USAGE;
    int code = rw_cli_store_open(console, arguments, true, &store);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem problem;
    rw_problem_init(&problem);
    rw_token_make_id(id);
    rw_token_make(id, text);
    request.id = id;
    request.digest = rw_token_digest_of(text, strlen(text));
    code = rw_store_token_create(store, &request, &local, &problem) == RW_STORE_OK
               ? print_secret(console, arguments, id, text, &request)
               : rw_cli_store_refuse(console, &problem);
    rw_token_wipe(text, sizeof text);
    rw_store_close(store);
    return code;
}

/* ---- list ---- */

static const char *state_of(const rw_store_token *token, int64_t now_ms)
{
    if (token->revoked_at_ms != 0)
        return "revoked";
    if (token->expires_at_ms != 0 && token->expires_at_ms <= now_ms)
        return "expired";
    return token->secret_count > 1 ? "rotating" : "live";
}

static int list_json(rw_console *console, const rw_store_token_list *list, int64_t now_ms)
{
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, JSON_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < list->count; i++) {
        const rw_store_token *token = &list->items[i];
        rw_json_object_begin(&writer);
        rw_json_put_text(&writer, "id", token->id);
        rw_json_put_text(&writer, "name", token->name);
        put_scopes(&writer, token->scopes);
        rw_json_put_text(&writer, "state", state_of(token, now_ms));
        rw_json_put_integer(&writer, "secrets", (int64_t)token->secret_count);
        put_time(&writer, "created_at", token->created_at_ms);
        put_time(&writer, "expires_at", token->expires_at_ms);
        put_time(&writer, "revoked_at", token->revoked_at_ms);
        put_time(&writer, "last_used_at", token->last_used_at_ms);
        rw_json_object_end(&writer);
    }
    rw_json_array_end(&writer);
    return print_json(console, &body);
}

static void add_time(rw_table *table, int64_t at_ms, const char *otherwise)
{
    char text[RW_CLOCK_TEXT_SIZE];
    if (at_ms != 0)
        rw_clock_format_utc(at_ms, text);
    rw_table_text(table, at_ms != 0 ? text : otherwise, RW_COLOUR_NONE);
}

static int list_table(rw_console *console, const rw_store_token_list *list, int64_t now_ms)
{
    static const char *const headings[] = {"id", "name", "scopes", "state", "expires", "last used"};
    rw_table table;
    rw_table_init(&table, headings, sizeof headings / sizeof *headings);
    for (size_t i = 0; i < list->count; i++) {
        const rw_store_token *token = &list->items[i];
        char scopes[RW_SCOPES_TEXT_SIZE];
        rw_scopes_write(token->scopes, scopes);
        rw_table_text(&table, token->id, RW_COLOUR_BOLD);
        rw_table_text(&table, token->name, RW_COLOUR_NONE);
        rw_table_text(&table, scopes, RW_COLOUR_NONE);
        rw_table_text(&table, state_of(token, now_ms), RW_COLOUR_NONE);
        add_time(&table, token->expires_at_ms, "never");
        add_time(&table, token->last_used_at_ms, "-");
    }
    const bool printed = rw_table_print(&table, console->out, console->colour_out, true);
    rw_table_free(&table);
    if (!printed)
        rw_console_error(console, "out of memory");
    return printed ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

static int list(rw_console *console, const rw_arguments *arguments)
{
    rw_store *store = NULL;
    rw_store_token_list tokens = {0};
    int code = rw_cli_store_open(console, arguments, false, &store);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_token_list_read(store, &tokens, &problem) != RW_STORE_OK)
        code = rw_cli_store_refuse(console, &problem);
    else if (rw_arguments_has(arguments, "json"))
        code = list_json(console, &tokens, rw_clock_wall_ms());
    else if (tokens.count == 0)
        rw_console_note(console, "there is no token: whoever reaches the daemon may do everything");
    else
        code = list_table(console, &tokens, rw_clock_wall_ms());
    rw_store_token_list_free(&tokens);
    rw_store_close(store);
    return code;
}

/* ---- revoke, rotate ---- */

static int revoke(rw_console *console, const rw_arguments *arguments, const char *id)
{
    rw_store *store = NULL;
    const bool old = rw_arguments_has(arguments, "old");
    int code = rw_cli_store_open(console, arguments, false, &store);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem problem;
    rw_problem_init(&problem);
    const rw_store_status status = old ? rw_store_token_revoke_old(store, id, &local, &problem)
                                       : rw_store_token_revoke(store, id, &local, &problem);
    if (status != RW_STORE_OK)
        code = rw_cli_store_refuse(console, &problem);
    else if (rw_arguments_has(arguments, "json"))
        fprintf(console->out, "{\"revoked\":\"%s\"}\n", id);
    else
        rw_console_note(console, "%s %s is revoked; a running daemon notices within a second or two",
                        old ? "the old secret of token" : "token", id);
    rw_store_close(store);
    return code;
}

static int rotate(rw_console *console, const rw_arguments *arguments, const char *id)
{
    rw_store *store = NULL;
    int64_t old_ends_at_ms = 0;
    char text[RW_TOKEN_TEXT_SIZE];
    if (!read_moment(console, arguments, "grace", &old_ends_at_ms))
        return RW_EXIT_USAGE;
    int code = rw_cli_store_open(console, arguments, false, &store);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem problem;
    rw_problem_init(&problem);
    rw_token_make(id, text);
    const rw_token_digest digest = rw_token_digest_of(text, strlen(text));
    if (rw_store_token_rotate(store, id, &digest, old_ends_at_ms, &local, &problem) != RW_STORE_OK)
        code = rw_cli_store_refuse(console, &problem);
    else
        code = print_secret(console, arguments, id, text, NULL);
    rw_token_wipe(text, sizeof text);
    rw_store_close(store);
    return code;
}

int rw_command_token(rw_console *console, const rw_arguments *arguments)
{
    const char *verb = rw_arguments_operand(arguments, 0), *id = rw_arguments_operand(arguments, 1);
    const bool revokes = strcmp(verb, "revoke") == 0, rotates = strcmp(verb, "rotate") == 0;
    if (!revokes && !rotates && strcmp(verb, "create") != 0 && strcmp(verb, "list") != 0) {
        rw_console_error(console, "there is no \"token %s\"; there are create, list, revoke and rotate", verb);
        return RW_EXIT_USAGE;
    }
    if ((revokes || rotates) != (id != NULL)) {
        rw_console_error(console, revokes || rotates ? "token %s needs the id of a token; \"token list\" shows them"
                                                     : "token %s takes no id",
                         verb);
        return RW_EXIT_USAGE;
    }
    if (id != NULL && !rw_token_id_valid(id, strlen(id))) {
        rw_console_error(console, "\"%s\" is no id of a token, which is 1 to 32 of a-z 0-9; never give the token itself",
                         strlen(id) > RW_TOKEN_ID_MAX ? "…" : id);
        return RW_EXIT_USAGE;
    }
    if (revokes)
        return revoke(console, arguments, id);
    if (rotates)
        return rotate(console, arguments, id);
    return strcmp(verb, "list") == 0 ? list(console, arguments) : create(console, arguments);
}
