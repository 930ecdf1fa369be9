#include "command.h"

#include "base/standard_streams.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Whether --help or -h stands among the options, so that it is answered whatever else is wrong with the line. */
static bool asks_for_help(size_t count, const char *const *arguments)
{
    for (size_t i = 0; i < count && strcmp(arguments[i], "--") != 0; i++)
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0)
            return true;
    return false;
}

static int run_command(rw_console *console, const rw_command *command, size_t count, const char *const *arguments)
{
    rw_arguments parsed;
    int code = rw_arguments_parse(console, &command->options, count, arguments, &parsed);
    if (code != RW_EXIT_OK)
        return code;
    console->quiet = rw_arguments_has(&parsed, "quiet");
    console->progress = (console->progress && !console->quiet) || rw_arguments_has(&parsed, "progress");
    if (parsed.operand_count < command->operands_min) {
        rw_console_error(console, "an operand is missing: rootwarp %s %s", command->name, command->operands);
        code = RW_EXIT_USAGE;
    } else if (parsed.operand_count > command->operands_max) {
        rw_console_error(console, "\"%s\" is one operand too many; usage: rootwarp %s [OPTION]…%s%s",
                         rw_arguments_operand(&parsed, command->operands_max), command->name,
                         command->operands[0] != '\0' ? " " : "", command->operands);
        code = RW_EXIT_USAGE;
    } else {
        code = command->run(console, &parsed);
    }
    rw_arguments_free(&parsed);
    return code;
}

int rw_command_line(rw_console *console, size_t count, const char *const *arguments)
{
    if (count == 0) {
        rw_help_overview(console->err, console->colour_err);
        return RW_EXIT_USAGE;
    }
    if (strcmp(arguments[0], "--help") == 0 || strcmp(arguments[0], "-h") == 0) {
        rw_help_overview(console->out, console->colour_out);
        return RW_EXIT_OK;
    }
    const char *name = strcmp(arguments[0], "--version") == 0 ? "version" : arguments[0];
    const rw_command *command = rw_command_find(name);
    if (command == NULL)
        return rw_command_refuse(console, name);
    console->command = command->name;
    if (asks_for_help(count - 1, arguments + 1)) {
        rw_help_command(console->out, console->colour_out, command);
        return RW_EXIT_OK;
    }
    return run_command(console, command, count - 1, arguments + 1);
}

int main(int argc, char **argv)
{
    /* A file at the limit of its size fails the write, so that what was begun can be taken back. */
    if (!rw_standard_streams_hold() || signal(SIGXFSZ, SIG_IGN) == SIG_ERR)
        return EXIT_FAILURE;
    rw_console console = rw_console_make(stdout, stderr);
    size_t count = argc > 0 ? (size_t)argc - 1 : 0;
    int code = rw_command_line(&console, count, (const char *const *)(argv + 1));
    return rw_console_finish(&console, code);
}
