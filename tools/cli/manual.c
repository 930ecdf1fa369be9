/* "rootwarp manual": the manual pages, from the table of commands. */
#include "command.h"
#include "file.h"

#include "base/troff.h"
#include "rw_build_id.h"

#include <string.h>

static void put_rows(rw_buffer *out, const char *heading, const rw_help_row *rows)
{
    rw_buffer_append_format(out, ".SH %s\n", heading);
    for (; rows->name != NULL; rows++) {
        rw_buffer_append_text(out, ".TP\n");
        rw_troff_bold(out, rows->name);
        rw_buffer_append_char(out, '\n');
        rw_troff_lines(out, rows->text);
    }
}

static void put_option(rw_buffer *out, const rw_option *option)
{
    char name[64];
    rw_buffer_append_text(out, ".TP\n");
    if (option->letter != '\0') {
        snprintf(name, sizeof name, "-%c", option->letter);
        rw_troff_bold(out, name);
        rw_buffer_append_text(out, ", ");
    }
    snprintf(name, sizeof name, "--%s", option->name);
    rw_troff_bold(out, name);
    if (option->value != NULL) {
        rw_buffer_append_text(out, " \\fI");
        rw_troff_append(out, option->value);
        rw_buffer_append_text(out, "\\fR");
    }
    rw_buffer_append_char(out, '\n');
    rw_troff_lines(out, option->doc);
}

static void put_command_page(rw_buffer *out, const rw_command *command)
{
    rw_buffer_append_format(out, ".TH rootwarp-%s 1 \"\" \"rootwarp %s\" \"rootwarp\"\n.SH NAME\nrootwarp\\-%s \\- ",
                            command->name, rw_build_version(), command->name);
    rw_troff_lines(out, command->summary);
    rw_buffer_append_text(out, ".SH SYNOPSIS\n\\fBrootwarp\\fR ");
    rw_troff_bold(out, command->name);
    rw_buffer_append_text(out, " [\\fIOPTION\\fR]...");
    if (command->operands[0] != '\0') {
        rw_buffer_append_text(out, " \\fI");
        rw_troff_append(out, command->operands);
        rw_buffer_append_text(out, "\\fR");
    }
    rw_buffer_append_text(out, "\n.SH DESCRIPTION\n");
    rw_troff_lines(out, command->description);
    rw_buffer_append_text(out, ".SH OPTIONS\n");
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = command->options.groups[g]; option != NULL && option->name != NULL; option++)
            put_option(out, option);
    put_rows(out, "EXIT STATUS", rw_help_exit_codes());
    rw_buffer_append_text(out, ".SH EXAMPLES\n.EX\n");
    rw_troff_lines(out, command->examples);
    rw_buffer_append_text(out, ".EE\n.SH SEE ALSO\n.BR rootwarp (1)\n");
}

static void put_overview(rw_buffer *out)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    rw_buffer_append_format(out, ".TH rootwarp 1 \"\" \"rootwarp %s\" \"rootwarp\"\n", rw_build_version());
    rw_buffer_append_text(
        out, ".SH NAME\nrootwarp \\- bake root motion, store clips and profiles, ask where a warped clip lands\n"
             ".SH SYNOPSIS\n\\fBrootwarp\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n"
             ".SH DESCRIPTION\nThe command line of rootwarp. Each command has a page of its own,\n"
             ".BR rootwarp\\-\\fICOMMAND\\fR (1),\nand says the same with \\fB\\-\\-help\\fR.\n"
             ".SH COMMANDS\n");
    for (size_t i = 0; i < count; i++) {
        rw_buffer_append_text(out, ".TP\n");
        rw_troff_bold(out, commands[i].name);
        rw_buffer_append_char(out, '\n');
        rw_troff_lines(out, commands[i].summary);
    }
    put_rows(out, "EXIT STATUS", rw_help_exit_codes());
    put_rows(out, "ENVIRONMENT", rw_help_environment());
    rw_buffer_append_text(out, ".SH SEE ALSO\n.BR rootwarpd (8),\n");
    for (size_t i = 0; i < count; i++)
        rw_buffer_append_format(out, ".BR rootwarp\\-%s (1)%s\n", commands[i].name, i + 1 < count ? "," : "");
}

/* Makes a page, command NULL: the overview, and writes it to a file, or with path NULL to standard output. */
static int write_page(rw_console *console, const rw_command *command, const char *path)
{
    rw_buffer page;
    rw_buffer_init(&page, RW_FILE_MAX);
    if (command != NULL)
        put_command_page(&page, command);
    else
        put_overview(&page);
    int code = RW_EXIT_OK;
    if (!rw_buffer_ok(&page)) {
        rw_console_error(console, "out of memory");
        code = RW_EXIT_INTERNAL;
    } else if (path == NULL) {
        fwrite(page.data, 1, page.length, console->out);
    } else if (!rw_file_write(console, path, page.data, page.length)) {
        code = RW_EXIT_OUTPUT;
    }
    rw_buffer_free(&page);
    return code;
}

/* One page into a folder. */
static int write_into(rw_console *console, const char *folder, const rw_command *command)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/rootwarp%s%s.1", folder, command != NULL ? "-" : "",
                          command != NULL ? command->name : "");
    if (length >= 0 && (size_t)length < sizeof path)
        return write_page(console, command, path);
    rw_console_error(console, "the name of the folder is too long");
    return RW_EXIT_OUTPUT;
}

int rw_command_manual(rw_console *console, const rw_arguments *arguments)
{
    const char *name = rw_arguments_operand(arguments, 0);
    const char *folder = rw_arguments_text(arguments, "output");
    const rw_command *command = name != NULL ? rw_command_find(name) : NULL;
    if (name != NULL && command == NULL)
        return rw_command_refuse(console, name);
    if (name != NULL && folder != NULL) {
        rw_console_error(console, "--output writes all pages; leave \"%s\" out", name);
        return RW_EXIT_USAGE;
    }
    if (folder == NULL)
        return write_page(console, command, NULL);
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    int code = write_into(console, folder, NULL);
    for (size_t i = 0; i < count && code == RW_EXIT_OK; i++)
        code = write_into(console, folder, &commands[i]);
    return code;
}
