/* The commands of the command line: one table gives dispatch, parsing and help. */
#ifndef RW_CLI_COMMAND_H
#define RW_CLI_COMMAND_H

#include "options.h"

typedef struct rw_command {
    const char *name;
    const char *operands; /* as in the usage line: "NAME FILE" */
    size_t operands_min, operands_max;
    const char *summary;     /* one line, lower case, for the list of commands */
    const char *description; /* what it does, in paragraphs of lines that fit a terminal */
    rw_options options;
    const char *examples; /* lines */
    int (*run)(rw_console *console, const rw_arguments *arguments); /* returns an rw_exit */
} rw_command;

/* The table, in the order in which help lists it. */
const rw_command *rw_command_table(size_t *count);

/* NULL when there is none. */
const rw_command *rw_command_find(const char *name);

/* The nearest command to a name that is none; NULL when none is near. */
const rw_command *rw_command_nearest(const char *name);

/* Says that there is no command of this name, with the nearest that there is; gives RW_EXIT_USAGE. */
int rw_command_refuse(rw_console *console, const char *name);

/* A name and what it means; a list of them ends with one whose name is NULL. */
typedef struct rw_help_row {
    const char *name, *text;
} rw_help_row;

const rw_help_row *rw_help_exit_codes(void);
const rw_help_row *rw_help_environment(void);

/* What "rootwarp --help" and "rootwarp COMMAND --help" print. */
void rw_help_overview(FILE *stream, bool colours);
void rw_help_command(FILE *stream, bool colours, const rw_command *command);

/* Runs `rootwarp arguments…` (argv without the program's name) and returns the exit code. */
int rw_command_line(rw_console *console, size_t count, const char *const *arguments);

/* The commands' bodies, one file each. */
int rw_command_bake(rw_console *console, const rw_arguments *arguments);
int rw_command_watch(rw_console *console, const rw_arguments *arguments);
int rw_command_inspect(rw_console *console, const rw_arguments *arguments);
int rw_command_push(rw_console *console, const rw_arguments *arguments);
int rw_command_pull(rw_console *console, const rw_arguments *arguments);
int rw_command_get(rw_console *console, const rw_arguments *arguments);
int rw_command_list(rw_console *console, const rw_arguments *arguments);
int rw_command_diff(rw_console *console, const rw_arguments *arguments);
int rw_command_delete(rw_console *console, const rw_arguments *arguments);
int rw_command_resolve(rw_console *console, const rw_arguments *arguments);
int rw_command_trajectory(rw_console *console, const rw_arguments *arguments);
int rw_command_plot(rw_console *console, const rw_arguments *arguments);
int rw_command_verify(rw_console *console, const rw_arguments *arguments);
int rw_command_select(rw_console *console, const rw_arguments *arguments);
int rw_command_reach(rw_console *console, const rw_arguments *arguments);
int rw_command_validate(rw_console *console, const rw_arguments *arguments);
int rw_command_replay(rw_console *console, const rw_arguments *arguments);
int rw_command_bench(rw_console *console, const rw_arguments *arguments);
int rw_command_token(rw_console *console, const rw_arguments *arguments);
int rw_command_audit(rw_console *console, const rw_arguments *arguments);
int rw_command_backup(rw_console *console, const rw_arguments *arguments);
int rw_command_restore(rw_console *console, const rw_arguments *arguments);
int rw_command_verify_store(rw_console *console, const rw_arguments *arguments); /* verify --data */
int rw_command_export(rw_console *console, const rw_arguments *arguments);
int rw_command_import(rw_console *console, const rw_arguments *arguments);
int rw_command_purge(rw_console *console, const rw_arguments *arguments);
int rw_command_config(rw_console *console, const rw_arguments *arguments);
int rw_command_health(rw_console *console, const rw_arguments *arguments);
int rw_command_completion(rw_console *console, const rw_arguments *arguments);
int rw_command_manual(rw_console *console, const rw_arguments *arguments);
int rw_command_version(rw_console *console, const rw_arguments *arguments);
int rw_command_help(rw_console *console, const rw_arguments *arguments);

#endif
