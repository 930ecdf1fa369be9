/* "rootwarp manual": the manual pages, in the man(7) macros, from the table of commands. */
#include "command.h"
#include "file.h"

#include "rw_build_id.h"

#include <stdlib.h>
#include <string.h>

/* Text as it stands: what troff would take for a request or an escape is kept from it. `dashes`: hyphens that a
 * reader may copy. */
static void put_bytes(FILE *stream, const char *text, size_t length, bool dashes)
{
    static const char ellipsis[] = "…";
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\') {
            fputs("\\e", stream);
        } else if (text[i] == '-' && dashes) {
            fputs("\\-", stream);
        } else if (strncmp(text + i, ellipsis, sizeof ellipsis - 1) == 0) {
            fputs("...", stream);
            i += sizeof ellipsis - 2;
        } else {
            putc(text[i], stream);
        }
    }
}

/* Lines of text; one that begins like a request does not become one. */
static void put_lines(FILE *stream, const char *text, bool dashes)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (*text == '.' || *text == '\'')
            fputs("\\&", stream);
        put_bytes(stream, text, length, dashes);
        putc('\n', stream);
        text += length + (text[length] == '\n');
    }
}

static void put_bold(FILE *stream, const char *text)
{
    fputs("\\fB", stream);
    put_bytes(stream, text, strlen(text), true);
    fputs("\\fR", stream);
}

static void put_rows(FILE *stream, const char *heading, const rw_help_row *rows)
{
    fprintf(stream, ".SH %s\n", heading);
    for (; rows->name != NULL; rows++) {
        fputs(".TP\n", stream);
        put_bold(stream, rows->name);
        putc('\n', stream);
        put_lines(stream, rows->text, false);
    }
}

static void put_title(FILE *stream, const char *page)
{
    fprintf(stream, ".TH %s 1 \"\" \"rootwarp %s\" \"rootwarp\"\n", page, rw_build_version());
}

static void put_option(FILE *stream, const rw_option *option)
{
    char name[64];
    fputs(".TP\n", stream);
    if (option->letter != '\0') {
        snprintf(name, sizeof name, "-%c", option->letter);
        put_bold(stream, name);
        fputs(", ", stream);
    }
    snprintf(name, sizeof name, "--%s", option->name);
    put_bold(stream, name);
    if (option->value != NULL) {
        fputs(" \\fI", stream);
        put_bytes(stream, option->value, strlen(option->value), true);
        fputs("\\fR", stream);
    }
    putc('\n', stream);
    put_lines(stream, option->doc, true);
}

static void put_command_page(FILE *stream, const rw_command *command)
{
    char page[64];
    snprintf(page, sizeof page, "rootwarp-%s", command->name);
    put_title(stream, page);
    fputs(".SH NAME\n", stream);
    fprintf(stream, "rootwarp\\-%s \\- ", command->name);
    put_lines(stream, command->summary, false);
    fputs(".SH SYNOPSIS\n", stream);
    put_bold(stream, "rootwarp");
    putc(' ', stream);
    put_bold(stream, command->name);
    fputs(" [\\fIOPTION\\fR]...", stream);
    if (command->operands[0] != '\0') {
        fputs(" \\fI", stream);
        put_bytes(stream, command->operands, strlen(command->operands), true);
        fputs("\\fR", stream);
    }
    fputs("\n.SH DESCRIPTION\n", stream);
    put_lines(stream, command->description, true);
    fputs(".SH OPTIONS\n", stream);
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = command->options.groups[g]; option != NULL && option->name != NULL; option++)
            put_option(stream, option);
    put_rows(stream, "EXIT STATUS", rw_help_exit_codes());
    fputs(".SH EXAMPLES\n.EX\n", stream);
    put_lines(stream, command->examples, true);
    fputs(".EE\n.SH SEE ALSO\n.BR rootwarp (1)\n", stream);
}

static void put_overview(FILE *stream)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    put_title(stream, "rootwarp");
    fputs(".SH NAME\nrootwarp \\- bake root motion, store clips and profiles, ask where a warped clip lands\n"
          ".SH SYNOPSIS\n\\fBrootwarp\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n"
          ".SH DESCRIPTION\nThe command line of rootwarp. Each command has a page of its own,\n"
          ".BR rootwarp\\-\\fICOMMAND\\fR (1),\nand says the same with \\fB\\-\\-help\\fR.\n"
          ".SH COMMANDS\n",
          stream);
    for (size_t i = 0; i < count; i++) {
        fputs(".TP\n", stream);
        put_bold(stream, commands[i].name);
        putc('\n', stream);
        put_lines(stream, commands[i].summary, false);
    }
    put_rows(stream, "EXIT STATUS", rw_help_exit_codes());
    put_rows(stream, "ENVIRONMENT", rw_help_environment());
    fputs(".SH SEE ALSO\n", stream);
    for (size_t i = 0; i < count; i++)
        fprintf(stream, ".BR rootwarp\\-%s (1)%s\n", commands[i].name, i + 1 < count ? "," : "");
}

static void put_page(FILE *stream, const rw_command *command)
{
    if (command != NULL)
        put_command_page(stream, command);
    else
        put_overview(stream);
}

/* Writes one page into a folder; command NULL: the overview. */
static bool write_page(rw_console *console, const char *folder, const rw_command *command)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/rootwarp%s%s.1", folder, command != NULL ? "-" : "",
                          command != NULL ? command->name : "");
    if (length < 0 || (size_t)length >= sizeof path) {
        rw_console_error(console, "the name of the folder is too long");
        return false;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream != NULL)
        put_page(stream, command);
    bool made = stream != NULL && fclose(stream) == 0;
    if (!made)
        rw_console_error(console, "out of memory while writing \"%s\"", path);
    bool written = made && rw_file_write(console, path, text, size);
    free(text);
    return written;
}

int rw_command_manual(rw_console *console, const rw_arguments *arguments)
{
    const char *name = rw_arguments_operand(arguments, 0);
    const char *folder = rw_arguments_text(arguments, "output");
    const rw_command *command = name != NULL ? rw_command_find(name) : NULL;
    if (name != NULL && (command == NULL || folder != NULL)) {
        if (command == NULL)
            rw_console_error(console, "there is no command \"%s\"; \"rootwarp --help\" lists those there are", name);
        else
            rw_console_error(console, "--output writes all pages; leave \"%s\" out", name);
        return RW_EXIT_USAGE;
    }
    if (folder == NULL) {
        put_page(console->out, command);
        return RW_EXIT_OK;
    }
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    bool written = write_page(console, folder, NULL);
    for (size_t i = 0; i < count && written; i++)
        written = write_page(console, folder, &commands[i]);
    return written ? RW_EXIT_OK : RW_EXIT_OUTPUT;
}
