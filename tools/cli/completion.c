/* "rootwarp completion": what a shell needs to complete command lines, from the table of commands. A value that is one
 * of several words is written with bars between them, as in rest|first; every other value may be a file. */
#include "command.h"

#include <ctype.h>
#include <string.h>

/* The words of "clip|profile NAME": those of its first part; 0 where that is a name for something. */
static size_t words_of(const char *value, const char *words[], int lengths[], size_t most)
{
    size_t count = 0;
    size_t end = strcspn(value, " [@");
    if (value[0] == '\0' || memchr(value, '|', end) == NULL)
        return 0;
    for (const char *at = value; at < value + end && count < most; count++) {
        size_t length = strcspn(at, "| [@");
        for (size_t i = 0; i < length; i++)
            if (!islower((unsigned char)at[i]))
                return 0;
        words[count] = at;
        lengths[count] = (int)length;
        at += length + 1;
    }
    return count;
}

/* The words with blanks between them; false, and nothing printed, where there are none. */
static bool put_words(FILE *stream, const char *before, const char *value)
{
    const char *words[16];
    int lengths[16];
    size_t count = words_of(value, words, lengths, 16);
    for (size_t i = 0; i < count; i++)
        fprintf(stream, "%s%.*s", i == 0 ? before : " ", lengths[i], words[i]);
    return count > 0;
}

/* Text within single quotes; what would end them, and what a description may not hold, becomes a blank. */
static void put_plain(FILE *stream, const char *text, const char *banned)
{
    for (; *text != '\0'; text++)
        putc(*text == '\n' || strchr(banned, *text) != NULL ? ' ' : *text, stream);
}

typedef void option_visit(FILE *stream, const rw_command *command, const rw_option *option);

static void each_option(FILE *stream, const rw_command *command, option_visit *visit)
{
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = command->options.groups[g]; option != NULL && option->name != NULL; option++)
            visit(stream, command, option);
}

static void put_names(FILE *stream, const char *between)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    for (size_t i = 0; i < count; i++)
        fprintf(stream, "%s%s", i == 0 ? "" : between, commands[i].name);
}

/* The words that a command's first operand may be; false, and nothing printed, where it may be anything. */
static bool put_operand(FILE *stream, const char *before, const rw_command *command)
{
    if (strcmp(command->operands, "[COMMAND]") != 0)
        return put_words(stream, before, command->operands);
    fputs(before, stream);
    put_names(stream, " ");
    return true;
}

/* ---- bash ---- */

static void bash_name(FILE *stream, const rw_command *command, const rw_option *option)
{
    (void)command;
    fprintf(stream, " --%s", option->name);
}

static void bash_pattern(FILE *stream, const rw_command *command, const rw_option *option, const char *after)
{
    fprintf(stream, "        %s:--%s", command->name, option->name);
    if (option->letter != '\0')
        fprintf(stream, " | %s:-%c", command->name, option->letter);
    fputs(after, stream);
}

/* What stands after an option that takes one of several words … */
static void bash_words(FILE *stream, const rw_command *command, const rw_option *option)
{
    const char *words[1];
    int lengths[1];
    if (option->value == NULL || words_of(option->value, words, lengths, 1) == 0)
        return;
    bash_pattern(stream, command, option, ") words=\"");
    put_words(stream, "", option->value);
    fputs("\" ;;\n", stream);
}

/* … and after one that takes anything else: nothing to offer but files. */
static void bash_anything(FILE *stream, const rw_command *command, const rw_option *option)
{
    const char *words[1];
    int lengths[1];
    if (option->value != NULL && words_of(option->value, words, lengths, 1) == 0)
        bash_pattern(stream, command, option, " | \\\n");
}

static void put_bash(FILE *stream)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    fputs("# bash completion for rootwarp; printed by: rootwarp completion bash\n"
          "_rootwarp() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local words=\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        words=\"",
          stream);
    put_names(stream, " ");
    fputs(" --help --version\"\n"
          "    else\n"
          "        case $command:$before in\n",
          stream);
    for (size_t i = 0; i < count; i++)
        each_option(stream, &commands[i], bash_words);
    for (size_t i = 0; i < count; i++)
        each_option(stream, &commands[i], bash_anything);
    fputs("        :) ;;\n        *) case $command in\n", stream);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "        %s) words=\"", commands[i].name);
        put_operand(stream, "", &commands[i]);
        fputs("\"\n            [[ $word != -* ]] || words=\"", stream);
        each_option(stream, &commands[i], bash_name);
        fputs("\" ;;\n", stream);
    }
    fputs("        esac ;;\n"
          "        esac\n"
          "    fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
          "}\n"
          "complete -o default -F _rootwarp rootwarp\n",
          stream);
}

/* ---- zsh ---- */

static void zsh_option(FILE *stream, const rw_command *command, const rw_option *option)
{
    (void)command;
    fprintf(stream, " \\\n            '%s--%s[", option->repeats ? "*" : "", option->name);
    put_plain(stream, option->doc, "'[]:\\");
    putc(']', stream);
    if (option->value != NULL) {
        fputs(":value:", stream);
        if (put_words(stream, "(", option->value))
            putc(')', stream);
        else
            fputs("_files", stream);
    }
    putc('\'', stream);
}

static void put_zsh(FILE *stream)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    fputs("#compdef rootwarp\n"
          "# zsh completion for rootwarp; printed by: rootwarp completion zsh\n"
          "_rootwarp() {\n"
          "    local -a commands=(\n",
          stream);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "        '%s:", commands[i].name);
        put_plain(stream, commands[i].summary, "'\\");
        fputs("'\n", stream);
    }
    fputs("    )\n"
          "    if ((CURRENT == 2)); then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    local command=${words[2]}\n"
          "    shift words\n"
          "    ((CURRENT--))\n"
          "    case $command in\n",
          stream);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "        %s) _arguments -s", commands[i].name);
        each_option(stream, &commands[i], zsh_option);
        fputs(" \\\n            '", stream);
        fputs(put_operand(stream, "1:what:(", &commands[i]) ? ")' '*:file:_files'" : "*:file:_files'", stream);
        fputs(" ;;\n", stream);
    }
    fputs("    esac\n"
          "}\n"
          "compdef _rootwarp rootwarp\n",
          stream);
}

/* ---- fish ---- */

static void fish_option(FILE *stream, const rw_command *command, const rw_option *option)
{
    fprintf(stream, "complete -c rootwarp -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
    if (option->letter != '\0')
        fprintf(stream, " -s %c", option->letter);
    if (option->value != NULL && put_words(stream, " -x -a '", option->value))
        putc('\'', stream);
    else if (option->value != NULL)
        fputs(" -r", stream);
    fputs(" -d '", stream);
    put_plain(stream, option->doc, "'\\");
    fputs("'\n", stream);
}

static void put_fish(FILE *stream)
{
    size_t count;
    const rw_command *commands = rw_command_table(&count);
    fputs("# fish completion for rootwarp; printed by: rootwarp completion fish\n", stream);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "complete -c rootwarp -f -n __fish_use_subcommand -a %s -d '", commands[i].name);
        put_plain(stream, commands[i].summary, "'\\");
        fputs("'\n", stream);
        each_option(stream, &commands[i], fish_option);
        if (commands[i].operands[0] != '\0') {
            fprintf(stream, "complete -c rootwarp -n '__fish_seen_subcommand_from %s'", commands[i].name);
            fputs(put_operand(stream, " -f -a '", &commands[i]) ? "'\n" : " -F\n", stream);
        }
    }
}

int rw_command_completion(rw_console *console, const rw_arguments *arguments)
{
    static const struct {
        const char *shell;
        void (*put)(FILE *stream);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    const char *shell = rw_arguments_operand(arguments, 0);
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(shell, shells[i].shell) == 0) {
            shells[i].put(console->out);
            return RW_EXIT_OK;
        }
    }
    rw_console_error(console, "there is no completion for \"%s\", only for bash, zsh and fish", shell);
    return RW_EXIT_USAGE;
}
