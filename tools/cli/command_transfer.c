/* export, import and purge: whole catalogues, over HTTP or, with --data, out of and into a data folder or a
 * database. */
#include "answer.h"
#include "file.h"
#include "store_access.h"

#include "codec/export_write.h"
#include "codec/import_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 512 };

/* Writes out what stands in a file, from its start. */
static int copy_out(rw_console *console, int file, size_t length, const char *output)
{
    char *bytes = malloc(length + 1);
    size_t done = 0;
    if (bytes == NULL) {
        rw_console_error(console, "out of memory: the export is %zu bytes long", length);
        return RW_EXIT_INTERNAL;
    }
    errno = 0;
    while (done < length) {
        const ssize_t more = pread(file, bytes + done, length - done, (off_t)done);
        if (more <= 0)
            break;
        done += (size_t)more;
    }
    int code = RW_EXIT_OK;
    if (done < length) {
        rw_console_error(console, "the export cannot be read back from the disk of the data folder: %s",
                         errno != 0 ? strerror(errno) : "the file is too short");
        code = RW_EXIT_OUTPUT;
    } else if (output == NULL) {
        fwrite(bytes, 1, length, console->out);
    } else if (!rw_file_write(console, output, bytes, length)) {
        code = RW_EXIT_OUTPUT;
    }
    free(bytes);
    return code;
}

static int export_offline(rw_console *console, const rw_arguments *arguments)
{
    rw_store *store = NULL;
    int file = -1;
    int64_t version = 0;
    rw_hash hash;
    int code = rw_cli_store_open(console, arguments, false, &store);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem problem;
    rw_problem_init(&problem);
    bool sound = rw_store_scratch_file(store, &file, &problem) == RW_STORE_OK;
    rw_export_writer writer;
    rw_export_writer_init(&writer, file);
    const rw_store_export_sink sink = rw_export_writer_sink(&writer);
    sound = sound && rw_store_export(store, &sink, &version, &problem) == RW_STORE_OK &&
            rw_export_writer_end(&writer, &hash, &problem);
    if (sound)
        code = copy_out(console, file, writer.bytes, rw_arguments_text(arguments, "output"));
    else
        code = rw_cli_store_refuse(console, &problem);
    if (code == RW_EXIT_OK)
        rw_console_note(console, "%zu names, %zu revisions, content hash %s", writer.names, writer.revisions, hash.text);
    rw_export_writer_free(&writer);
    rw_store_close(store);
    if (file >= 0)
        close(file);
    return code;
}

int rw_command_export(rw_console *console, const rw_arguments *arguments)
{
    rw_client client;
    rw_client_response response;
    if (rw_arguments_has(arguments, "data"))
        return export_offline(console, arguments);
    int code = rw_client_make(console, arguments, &client);
    if (code == RW_EXIT_OK)
        code = rw_client_send(
            console, &client,
            &(rw_client_request){.method = "GET", .path = "/v1/export", .accept = "application/x-ndjson"}, &response);
    if (code != RW_EXIT_OK)
        return code;
    const char *output = rw_arguments_text(arguments, "output");
    if (response.status != 200) {
        code = rw_answer_print_problem(console, "GET /v1/export", response.body, response.length);
    } else if (output == NULL) {
        fwrite(response.body, 1, response.length, console->out);
    } else if (!rw_file_write(console, output, response.body, response.length)) {
        code = RW_EXIT_OUTPUT;
    }
    if (code == RW_EXIT_OK)
        rw_console_note(console, "content hash %s", response.etag);
    rw_client_response_free(&response);
    return code;
}

static void print_fields(rw_console *console, const rw_problem *problem)
{
    rw_console_error(console, "%s", problem->detail);
    for (size_t i = 0; i < problem->field_count; i++)
        rw_console_error(console, "line %s: %s", problem->fields[i].pointer + 1, problem->fields[i].detail);
}

static void tell_import(rw_console *console, bool dry_run, double names, double revisions)
{
    rw_console_note(console, "%.0f names %s, %.0f revisions added%s", names, dry_run ? "would change" : "changed",
                    revisions, dry_run ? "; nothing was written" : "");
}

static int import_offline(rw_console *console, const rw_arguments *arguments, const char *text, size_t length)
{
    rw_store *store = NULL;
    rw_import import = {.name_count = 0};
    rw_store_import_result result = {.sequence = 0};
    rw_problem problem;
    rw_problem_init(&problem);
    const bool dry_run = rw_arguments_has(arguments, "dry-run");
    int code = rw_cli_store_open_to_write(console, arguments, &store);
    if (code != RW_EXIT_OK)
        return code;
    bool sound = rw_import_read(text, length, &import, &problem);
    if (sound) {
        const rw_store_import_request request = {
            .names = import.names, .name_count = import.name_count, .dry_run = dry_run};
        sound = rw_store_import(store, &request, &result, &problem) == RW_STORE_OK;
    }
    if (sound && rw_arguments_has(arguments, "json")) {
        fprintf(console->out,
                "{\"dry_run\":%s,\"content_hash\":\"%s\",\"names\":%zu,\"revisions\":%zu,\"names_changed\":%zu,"
                "\"revisions_added\":%zu}\n",
                dry_run ? "true" : "false", import.content_hash.text, import.name_count, import.revision_count,
                result.names_changed, result.revisions_added);
    } else if (sound) {
        tell_import(console, dry_run, (double)result.names_changed, (double)result.revisions_added);
    } else {
        print_fields(console, &problem);
        code = RW_EXIT_REFUSED;
    }
    rw_problem_free(&problem);
    rw_import_free(&import);
    rw_store_close(store);
    return code;
}

static int import_over_http(rw_console *console, const rw_arguments *arguments, const char *text, size_t length)
{
    rw_client client;
    rw_answer answer = {0};
    int code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    const bool dry_run = rw_arguments_has(arguments, "dry-run");
    const rw_client_request request = {.method = "POST",
                                       .path = dry_run ? "/v1/import?dry_run=true" : "/v1/import",
                                       .body = text,
                                       .length = length,
                                       .content_type = "application/x-ndjson"};
    code = rw_answer_ask(console, &client, &request, &answer);
    rw_tree tree;
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, "the import", &answer);
    else if (code == RW_EXIT_OK && rw_arguments_has(arguments, "json"))
        rw_answer_print_text(console, answer.text, answer.length);
    else if (code == RW_EXIT_OK && (code = rw_answer_read(console, &answer, &tree)) == RW_EXIT_OK) {
        tell_import(console, dry_run, rw_tree_number(&tree, rw_tree_find(&tree, 0, "names_changed"), 0),
                    rw_tree_number(&tree, rw_tree_find(&tree, 0, "revisions_added"), 0));
        rw_tree_free(&tree);
    }
    rw_answer_free(&answer);
    return code;
}

int rw_command_import(rw_console *console, const rw_arguments *arguments)
{
    char *text = NULL;
    size_t length = 0;
    if (!rw_file_read(console, "the import", rw_arguments_operand(arguments, 0), &text, &length))
        return RW_EXIT_BAD_INPUT;
    const int code = rw_arguments_has(arguments, "data") ? import_offline(console, arguments, text, length)
                                                         : import_over_http(console, arguments, text, length);
    free(text);
    return code;
}

int rw_command_purge(rw_console *console, const rw_arguments *arguments)
{
    rw_client client;
    rw_answer answer = {0};
    char path[PATH_SIZE], purge[PATH_SIZE + 8];
    const char *kind = rw_answer_kind(console, rw_arguments_operand(arguments, 0));
    if (kind == NULL)
        return RW_EXIT_USAGE;
    int code = rw_answer_path(console, kind, rw_arguments_operand(arguments, 1), path, sizeof path);
    if (code == RW_EXIT_OK)
        code = rw_client_make(console, arguments, &client);
    if (code != RW_EXIT_OK)
        return code;
    snprintf(purge, sizeof purge, "%s/purge", path);
    code = rw_answer_ask(console, &client, &(rw_client_request){.method = "POST", .path = purge}, &answer);
    rw_tree tree;
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, purge, &answer);
    else if (code == RW_EXIT_OK && rw_arguments_has(arguments, "json"))
        rw_answer_print_text(console, answer.text, answer.length);
    else if (code == RW_EXIT_OK && (code = rw_answer_read(console, &answer, &tree)) == RW_EXIT_OK) {
        rw_console_note(console, "%s: %.0f revisions are gone, %.0f are kept", path + strlen("/v1/"),
                        rw_tree_number(&tree, rw_tree_find(&tree, 0, "purged"), 0),
                        rw_tree_number(&tree, rw_tree_find(&tree, 0, "kept"), 0));
        rw_tree_free(&tree);
    }
    rw_answer_free(&answer);
    return code;
}
