#include "command.h"

#include <string.h>

enum { OPTION_COLUMN = 30 };

static const rw_help_row exit_codes[] = {
    {"0", "done, and the answer is yes"},
    {"1", "the answer is no, or there are findings of severity error"},
    {"2", "an input file cannot be read, or does not hold what it should"},
    {"3", "the server cannot be reached"},
    {"4", "the request was refused; the problem is printed with its fields"},
    {"64", "the command line is wrong"},
    {"70", "out of memory, or an answer that makes no sense"},
    {"74", "the result could not be written"},
    {0},
};

static const rw_help_row environment[] = {
    {"ROOTWARP_SERVER", "the daemon's URL, where --server does not give it"},
    {"ROOTWARP_TOKEN", "the token to send, where no file is named"},
    {"ROOTWARP_TOKEN_FILE", "a file that holds it, where --token-file names none"},
    {"ROOTWARP_CA", "the certificates to trust, where --ca names none"},
    {"ROOTWARP_DATA", "the data folder, where --data does not give it"},
    {"ROOTWARP_STORE", "the address of the store, before ROOTWARP_DATA"},
    {"NO_COLOR", "any value: no colours"},
    {0},
};

const rw_help_row *rw_help_exit_codes(void)
{
    return exit_codes;
}

const rw_help_row *rw_help_environment(void)
{
    return environment;
}

static void print_heading(FILE *stream, bool colours, const char *heading)
{
    fprintf(stream, "\n%s%s%s\n", rw_colour_start(colours, RW_COLOUR_BOLD), heading,
            rw_colour_end(colours, RW_COLOUR_BOLD));
}

static void print_rows(FILE *stream, const rw_help_row *rows, int width)
{
    for (; rows->name != NULL; rows++)
        fprintf(stream, "  %-*s%s\n", width, rows->name, rows->text);
}

/* Prints lines of text, each behind `indent` blanks; the first one's indent is there already when `begun`. */
static void print_lines(FILE *stream, const char *text, int indent, bool begun)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");
        fprintf(stream, "%*s%.*s\n", begun ? 0 : indent, "", length, text);
        begun = false;
        text += length + (text[length] == '\n');
    }
}

static void print_option(FILE *stream, const rw_option *option)
{
    char left[80];
    char letter[8] = "    ";
    if (option->letter != '\0')
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    int length = snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name, option->value != NULL ? " " : "",
                          option->value != NULL ? option->value : "");
    fputs(left, stream);
    bool fits = length < OPTION_COLUMN - 1;
    if (fits)
        fprintf(stream, "%*s", OPTION_COLUMN - length, "");
    else
        putc('\n', stream);
    print_lines(stream, option->doc, OPTION_COLUMN, fits);
}

void rw_help_overview(FILE *stream, bool colours)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    fputs("rootwarp: bakes root motion, stores clips and profiles, and asks where a warped clip lands\n"
          "\nusage: rootwarp COMMAND [OPTION]… [OPERAND]…\n"
          "       rootwarp COMMAND --help\n"
          "       rootwarp --version\n",
          stream);
    print_heading(stream, colours, "commands");
    for (size_t i = 0; i < count; i++)
        fprintf(stream, "  %-12s%s\n", commands[i].name, commands[i].summary);
    print_heading(stream, colours, "exit codes");
    print_rows(stream, exit_codes, 4);
    print_heading(stream, colours, "environment");
    print_rows(stream, environment, 21);
}

void rw_help_command(FILE *stream, bool colours, const rw_command *command)
{
    fprintf(stream, "rootwarp %s: %s\n\nusage: rootwarp %s [OPTION]…%s%s\n\n", command->name, command->summary,
            command->name, command->operands[0] != '\0' ? " " : "", command->operands);
    print_lines(stream, command->description, 0, false);
    print_heading(stream, colours, "options");
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = command->options.groups[g]; option != NULL && option->name != NULL; option++)
            print_option(stream, option);
    print_heading(stream, colours, "examples");
    print_lines(stream, command->examples, 2, false);
    print_heading(stream, colours, "exit codes");
    print_rows(stream, exit_codes, 4);
}

int rw_command_help(rw_console *console, const rw_arguments *arguments)
{
    const char *name = rw_arguments_operand(arguments, 0);
    if (name == NULL) {
        rw_help_overview(console->out, console->colour_out);
        return RW_EXIT_OK;
    }
    const rw_command *command = rw_command_find(name);
    if (command == NULL)
        return rw_command_refuse(console, name);
    rw_help_command(console->out, console->colour_out, command);
    return RW_EXIT_OK;
}
