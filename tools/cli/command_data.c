/* backup, restore and verify --data: what an operator does to the file of a data folder. */
#include "store_access.h"

#include "store/maintenance.h"

#include <stdlib.h>
#include <string.h>

static int say(rw_console *console, rw_store_status status, rw_problem *problem, const char *what,
               const rw_store_verification *counts)
{
    if (status != RW_STORE_OK)
        return rw_cli_store_refuse(console, problem);
    rw_problem_free(problem);
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
    return say(console, status, &problem, "the backup is whole and verified,", &counts);
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
    return say(console, status, &problem, "the catalogue is restored and verified,", &counts);
}

static void print_fault(void *context, const char *fault)
{
    const rw_console *console = context;
    rw_console_clean(console->out, fault, strlen(fault));
    fputc('\n', console->out);
}

int rw_command_verify_store(rw_console *console, const rw_arguments *arguments)
{
    rw_problem problem;
    rw_store_verification counts;
    rw_problem_init(&problem);
    const rw_store_status status =
        rw_store_verify_sqlite(rw_arguments_text(arguments, "data"), print_fault, console, &counts, &problem);
    if (status == RW_STORE_OK && counts.faults > 0) {
        rw_console_error(console, "%zu fault%s found; restore a backup, or export what can be read", counts.faults,
                         counts.faults == 1 ? " was" : "s were");
        return RW_EXIT_NO;
    }
    return say(console, status, &problem, "the catalogue is sound", &counts);
}
