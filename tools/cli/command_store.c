/* push, get, list, delete: the commands that keep documents on a daemon. */
#include "answer.h"
#include "command.h"
#include "file.h"
#include "listing.h"
#include "table.h"

#include "base/buffer.h"
#include "base/name.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = RW_ANSWER_PATH_SIZE, HASH_SHOWN = 12 };

/* What is stored under a path now: RW_EXIT_OK with its ETag, or with "" when nothing is. */
static int read_etag(rw_console *console, const rw_client *client, const char *path, char etag[RW_CLIENT_ETAG_SIZE])
{
    rw_client_response response;
    int code = rw_client_send(console, client, &(rw_client_request){.method = "HEAD", .path = path}, &response);
    if (code != RW_EXIT_OK)
        return code;
    etag[0] = '\0';
    if (response.status >= 200 && response.status < 300)
        memcpy(etag, response.etag, RW_CLIENT_ETAG_SIZE);
    bool answered = etag[0] != '\0' || response.status == 404;
    rw_client_response_free(&response);
    if (answered)
        return RW_EXIT_OK;
    /* An answer to HEAD has no body to say what is wrong: ask again for one that has. */
    rw_answer answer = {0};
    code = rw_answer_ask(console, client, &(rw_client_request){.method = "GET", .path = path}, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_print_problem(console, path, answer.text, answer.length);
    if (code == RW_EXIT_OK) {
        rw_console_error(console, "%s%s came without an ETag; is that a rootwarpd?", client->shown, path);
        code = RW_EXIT_INTERNAL;
    }
    rw_answer_free(&answer);
    return code;
}

/* If-Match wants quotes; who copies a tag from a table leaves them out. */
static void quote_etag(const char *tag, char etag[RW_CLIENT_ETAG_SIZE])
{
    bool bare = tag[0] != '"' && tag[0] != '*' && strncmp(tag, "W/", 2) != 0;
    snprintf(etag, RW_CLIENT_ETAG_SIZE, bare ? "\"%s\"" : "%s", tag);
}

/* Chooses the precondition of a push. Without a word from the user it is "as it is now", so that whoever changes the
 * document between the two requests is not overwritten unseen. */
static int choose_precondition(rw_console *console, const rw_arguments *arguments, const rw_client *client,
                               rw_client_request *request, char etag[RW_CLIENT_ETAG_SIZE])
{
    const char *wanted = rw_arguments_text(arguments, "if-match");
    bool create = rw_arguments_has(arguments, "create-only"), force = rw_arguments_has(arguments, "force");
    if ((wanted != NULL) + create + force > 1) {
        rw_console_error(console, "--if-match, --create-only and --force contradict each other; give one of them");
        return RW_EXIT_USAGE;
    }
    if (wanted != NULL && strlen(wanted) + 3 > RW_CLIENT_ETAG_SIZE) {
        rw_console_error(console, "--if-match \"%s\" is too long for an ETag", wanted);
        return RW_EXIT_USAGE;
    }
    int code = RW_EXIT_OK;
    if (wanted != NULL)
        quote_etag(wanted, etag);
    else if (!create)
        code = read_etag(console, client, request->path, etag);
    if (code != RW_EXIT_OK)
        return code;
    if (create || (etag[0] == '\0' && !force))
        request->if_none_match = "*";
    else if (etag[0] != '\0')
        request->if_match = force ? "*" : etag;
    return RW_EXIT_OK;
}

static int print_pushed(rw_console *console, const rw_arguments *arguments, const char *path, const rw_answer *answer)
{
    rw_tree tree;
    int code = rw_answer_read(console, answer, &tree);
    if (code != RW_EXIT_OK)
        return code;
    if (rw_arguments_has(arguments, "json"))
        rw_answer_print_text(console, answer->text, answer->length);
    double revision = rw_tree_number(&tree, rw_tree_find(&tree, 0, "revision"), 0);
    char *hash = rw_tree_text(&tree, rw_tree_find(&tree, 0, "content_hash"));
    if (revision < 1 || hash == NULL) {
        rw_console_error(console, "the answer names no revision and content hash; is that a rootwarpd?");
        code = RW_EXIT_INTERNAL;
    } else {
        rw_console_note(console, "%s is stored as revision %.0f, content hash %s", path + strlen("/v1/"), revision,
                        hash);
    }
    free(hash);
    if (rw_answer_print_findings(console, console->err, &tree, rw_tree_find(&tree, 0, "findings")))
        code = RW_EXIT_NO;
    rw_tree_free(&tree);
    return code;
}

int rw_command_push(rw_console *console, const rw_arguments *arguments)
{
    rw_client client;
    char path[PATH_SIZE], etag[RW_CLIENT_ETAG_SIZE] = "", what[PATH_SIZE + 16];
    char *body = NULL;
    size_t length = 0;
    const char *kind = rw_answer_kind(console, rw_arguments_operand(arguments, 0));
    if (kind == NULL)
        return RW_EXIT_USAGE;
    int code = rw_answer_path(console, kind, rw_arguments_operand(arguments, 1), path, sizeof path);
    if (code == RW_EXIT_OK)
        code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    if (!rw_file_read(console, "the document", rw_arguments_operand(arguments, 2), &body, &length))
        return RW_EXIT_BAD_INPUT;
    rw_client_request request = {.method = "PUT", .path = path, .body = body, .length = length};
    rw_answer answer = {0};
    code = choose_precondition(console, arguments, &client, &request, etag);
    if (code == RW_EXIT_OK) {
        rw_console_progress(console, "sending %zu bytes to %s", length, client.shown);
        code = rw_answer_ask(console, &client, &request, &answer);
        rw_console_progress_end(console);
        snprintf(what, sizeof what, "PUT %s", path);
        if (code == RW_EXIT_OK)
            code = print_pushed(console, arguments, path, &answer);
        else if (code == RW_EXIT_REFUSED)
            code = rw_answer_refusal(console, arguments, what, &answer);
    }
    rw_answer_free(&answer);
    free(body);
    return code;
}

int rw_command_get(rw_console *console, const rw_arguments *arguments)
{
    char path[RW_ANSWER_PATH_SIZE];
    rw_answer answer = {0};
    const char *kind = rw_answer_kind(console, rw_arguments_operand(arguments, 0));
    if (kind == NULL)
        return RW_EXIT_USAGE;
    int code = rw_answer_fetch(console, arguments, kind, rw_arguments_operand(arguments, 1), path, &answer);
    const char *output = rw_arguments_text(arguments, "output");
    if (code == RW_EXIT_OK && output == NULL)
        rw_answer_print_text(console, answer.text, answer.length);
    else if (code == RW_EXIT_OK && !rw_file_write(console, output, answer.text, answer.length))
        code = RW_EXIT_OUTPUT;
    rw_answer_free(&answer);
    return code;
}

/* The members of a page that a table shows; the keys of a clip and of a profile differ. */
static void add_row(rw_table *table, bool clips, const rw_tree *tree, size_t at)
{
    static const char *const clip_paths[] = {"name", "revision", "duration", "travel", "content_hash"};
    static const char *const profile_paths[] = {"name", "revision", "kind", "clip", "content_hash"};
    for (size_t i = 0; i < 5; i++) {
        size_t member = rw_tree_find(tree, at, clips ? clip_paths[i] : profile_paths[i]);
        if (member == RW_TREE_NONE && clips && (i == 2 || i == 3))
            member = rw_tree_find(tree, at, i == 2 ? "derived.duration" : "derived.travel");
        char *text = rw_tree_text(tree, member);
        if (rw_tree_is(tree, member, RW_TREE_NUMBER))
            rw_table_number(table, rw_tree_number(tree, member, 0));
        else
            rw_table_format(table, "%.*s", i == 4 ? HASH_SHOWN : RW_NAME_MAX, text != NULL ? text : "");
        free(text);
    }
}

typedef struct rw_list {
    bool clips, json;
    size_t taken;
    rw_table table;  /* what people get */
    rw_buffer array; /* what programs get */
} rw_list;

static int take_item(void *context, const rw_tree *tree, size_t item)
{
    rw_list *list = context;
    if (list->json) {
        rw_buffer_append_text(&list->array, list->taken > 0 ? "," : "");
        rw_buffer_append(&list->array, tree->text + tree->values[item].start,
                         tree->values[item].end - tree->values[item].start);
    } else {
        add_row(&list->table, list->clips, tree, item);
    }
    list->taken++;
    return RW_EXIT_OK;
}

static int print_list(rw_console *console, rw_list *list, const char *kind)
{
    bool printed = true;
    if (!list->json && list->taken == 0) {
        rw_console_note(console, "no %s", kind);
    } else if (!list->json) {
        printed = rw_table_print(&list->table, console->out, console->colour_out, true);
    } else {
        rw_buffer_append_text(&list->array, "]\n");
        printed = rw_buffer_ok(&list->array);
        if (printed)
            fwrite(list->array.data, 1, list->array.length, console->out);
    }
    if (!printed)
        rw_console_error(console, "out of memory after %zu %s", list->taken, kind);
    return printed ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

int rw_command_list(rw_console *console, const rw_arguments *arguments)
{
    static const char *const clip_headings[] = {"name", ">revision", ">seconds", ">travel", "hash"};
    static const char *const profile_headings[] = {"name", ">revision", "kind", "clip", "hash"};
    rw_client client;
    rw_list list = {.json = rw_arguments_has(arguments, "json")};
    const char *kind = rw_answer_kind(console, rw_arguments_operand(arguments, 0));
    if (kind == NULL)
        return RW_EXIT_USAGE;
    double limit = rw_arguments_number(arguments, "limit", 1e9);
    if (!(limit >= 1 && limit <= 1e9)) {
        rw_console_error(console, "--limit %s is not between 1 and 1000000000", rw_arguments_text(arguments, "limit"));
        return RW_EXIT_USAGE;
    }
    int code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    const rw_listing_filter filter = {.prefix = rw_arguments_text(arguments, "prefix"),
                                      .tag = rw_arguments_text(arguments, "tag"),
                                      .clip = rw_arguments_text(arguments, "clip"),
                                      .limit = (size_t)limit};
    list.clips = strcmp(kind, "clips") == 0;
    rw_table_init(&list.table, list.clips ? clip_headings : profile_headings, 5);
    rw_buffer_init(&list.array, (size_t)1 << 30);
    rw_buffer_append_char(&list.array, '[');
    code = rw_listing_walk(console, arguments, &client, kind, &filter, take_item, &list);
    if (code == RW_EXIT_OK)
        code = print_list(console, &list, kind);
    rw_table_free(&list.table);
    rw_buffer_free(&list.array);
    return code;
}

int rw_command_delete(rw_console *console, const rw_arguments *arguments)
{
    rw_client client;
    char path[PATH_SIZE], etag[RW_CLIENT_ETAG_SIZE] = "", what[PATH_SIZE + 16];
    const char *kind = rw_answer_kind(console, rw_arguments_operand(arguments, 0));
    if (kind == NULL)
        return RW_EXIT_USAGE;
    int code = rw_answer_path(console, kind, rw_arguments_operand(arguments, 1), path, sizeof path);
    if (code == RW_EXIT_OK)
        code = rw_client_make(console, arguments, &client);
    const char *wanted = rw_arguments_text(arguments, "if-match");
    if (code == RW_EXIT_OK && wanted != NULL)
        quote_etag(wanted, etag);
    else if (code == RW_EXIT_OK)
        code = read_etag(console, &client, path, etag);
    if (code != RW_EXIT_OK)
        return code;
    rw_client_request request = {.method = "DELETE", .path = path, .if_match = etag[0] != '\0' ? etag : NULL};
    rw_answer answer = {0};
    code = rw_answer_ask(console, &client, &request, &answer);
    snprintf(what, sizeof what, "DELETE %s", path);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, what, &answer);
    else if (code == RW_EXIT_OK && rw_arguments_has(arguments, "json"))
        fprintf(console->out, "{\"deleted\":\"%s\"}\n", path + strlen("/v1/"));
    else if (code == RW_EXIT_OK)
        rw_console_note(console, "%s is deleted", path + strlen("/v1/"));
    rw_answer_free(&answer);
    return code;
}
