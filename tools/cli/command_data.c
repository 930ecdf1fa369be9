/* backup, restore and verify --data: what an operator does to the file of a data folder. */
#include "store_access.h"

#include "codec/json_write.h"
#include "store/maintenance.h"

#include <stdlib.h>
#include <string.h>

#define JSON_MAX ((size_t)64 * 1024 * 1024)

/* What was found, as one object; begun by begin_json. */
typedef struct rw_look {
    rw_console *console;
    bool json;
    rw_buffer text;
    rw_json_writer writer;
} rw_look;

static void begin_json(rw_look *look, rw_console *console, const rw_arguments *arguments)
{
    look->console = console;
    look->json = rw_arguments_has(arguments, "json");
    rw_buffer_init(&look->text, JSON_MAX);
    rw_json_writer_init(&look->writer, &look->text);
    rw_json_object_begin(&look->writer);
}

/* Ends the object with the counts and prints it. */
static int end_json(rw_look *look, const rw_store_verification *counts)
{
    rw_json_writer *writer = &look->writer;
    rw_json_put_integer(writer, "version", counts->sequence);
    rw_json_put_integer(writer, "heads", counts->heads);
    rw_json_put_integer(writer, "revisions", counts->revisions);
    rw_json_put_integer(writer, "documents", counts->documents);
    rw_json_put_integer(writer, "changes", counts->changes);
    rw_json_object_end(writer);
    if (!rw_buffer_append_char(&look->text, '\n')) {
        rw_console_error(look->console, "out of memory");
        return RW_EXIT_INTERNAL;
    }
    fwrite(look->text.data, 1, look->text.length, look->console->out);
    return RW_EXIT_OK;
}

static int say(rw_console *console, const rw_arguments *arguments, rw_store_status status, rw_problem *problem,
               const char *what, const rw_store_verification *counts)
{
    if (status != RW_STORE_OK)
        return rw_cli_store_refuse(console, problem);
    rw_problem_free(problem);
    if (rw_arguments_has(arguments, "json")) {
        rw_look look;
        begin_json(&look, console, arguments);
        const int code = end_json(&look, counts);
        rw_buffer_free(&look.text);
        return code;
    }
    rw_console_note(console, "%s at version %lld: %lld heads, %lld revisions, %lld documents, %lld changes", what,
                    (long long)counts->sequence, (long long)counts->heads, (long long)counts->revisions,
                    (long long)counts->documents, (long long)counts->changes);
    return RW_EXIT_OK;
}

int rw_command_backup(rw_console *console, const rw_arguments *arguments)
{
    rw_problem problem;
    rw_store_verification counts;
    const char *folder = NULL;
    const int code = rw_cli_store_folder(console, arguments, &folder);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem_init(&problem);
    const rw_store_status status = rw_store_backup_sqlite(folder, rw_arguments_operand(arguments, 0),
                                                          rw_arguments_has(arguments, "force"), &counts, &problem);
    return say(console, arguments, status, &problem, "the backup is whole and verified,", &counts);
}

int rw_command_restore(rw_console *console, const rw_arguments *arguments)
{
    rw_problem problem;
    rw_store_verification counts;
    const char *folder = NULL;
    const int code = rw_cli_store_folder(console, arguments, &folder);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem_init(&problem);
    const rw_store_status status = rw_store_restore_sqlite(rw_arguments_operand(arguments, 0), folder,
                                                           rw_arguments_has(arguments, "force"), &counts, &problem);
    return say(console, arguments, status, &problem, "the catalogue is restored and verified,", &counts);
}

static void take_fault(void *context, const char *fault)
{
    rw_look *look = context;
    if (look->json) {
        rw_json_text(&look->writer, fault);
    } else {
        rw_console_clean(look->console->out, fault, strlen(fault));
        fputc('\n', look->console->out);
    }
}

int rw_command_verify_store(rw_console *console, const rw_arguments *arguments)
{
    rw_problem problem;
    rw_store_verification counts;
    rw_look look;
    rw_problem_init(&problem);
    begin_json(&look, console, arguments);
    rw_json_key(&look.writer, "faults");
    rw_json_array_begin(&look.writer);
    const rw_store_status status =
        rw_store_verify_sqlite(rw_arguments_text(arguments, "data"), take_fault, &look, &counts, &problem);
    rw_json_array_end(&look.writer);
    int code = RW_EXIT_OK;
    if (status == RW_STORE_OK && look.json)
        code = end_json(&look, &counts);
    rw_buffer_free(&look.text);
    if (code != RW_EXIT_OK)
        return code;
    if (status == RW_STORE_OK && counts.faults > 0) {
        rw_console_error(console, "%zu fault%s found; restore a backup, or export what can be read", counts.faults,
                         counts.faults == 1 ? " was" : "s were");
        return RW_EXIT_NO;
    }
    return look.json && status == RW_STORE_OK ? RW_EXIT_OK
                                              : say(console, arguments, status, &problem, "the catalogue is sound", &counts);
}
