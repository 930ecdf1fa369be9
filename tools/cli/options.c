#include "options.h"

#include "base/number.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 40 };

size_t rw_text_distance(const char *a, const char *b)
{
    size_t rows[3][NAME_MAX_LENGTH + 1];
    size_t a_length = strlen(a), b_length = strlen(b);
    if (a_length > NAME_MAX_LENGTH || b_length > NAME_MAX_LENGTH)
        return NAME_MAX_LENGTH;
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            row[j] = best;
        }
        size_t *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b_length];
}

bool rw_text_number(const char *text, size_t length, double *out)
{
    char plain[80];
    size_t at = 0, used = 0;
    if (length == 0 || length > sizeof plain - 4)
        return false;
    if (text[0] == '+' || text[0] == '-') {
        if (text[0] == '-')
            plain[used++] = '-';
        at = 1;
    }
    if (at < length && text[at] == '.')
        plain[used++] = '0';
    for (; at < length; at++) {
        bool bare_point = text[at] == '.' && (at + 1 == length || text[at + 1] == 'e' || text[at + 1] == 'E');
        plain[used++] = text[at];
        if (bare_point)
            plain[used++] = '0';
        if (used > sizeof plain - 2)
            return false;
    }
    return rw_number_parse(plain, used, out);
}

static const rw_option *find_name(const rw_options *options, const char *name, size_t length)
{
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = options->groups[g]; option != NULL && option->name != NULL; option++)
            if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
                return option;
    return NULL;
}

static const rw_option *find_letter(const rw_options *options, char letter)
{
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = options->groups[g]; option != NULL && option->name != NULL; option++)
            if (option->letter == letter)
                return option;
    return NULL;
}

/* The nearest option, or NULL when none is near: a third of the name may be wrong, or the name is cut short. */
static const rw_option *find_nearest(const rw_options *options, const char *name, size_t length)
{
    char typed[NAME_MAX_LENGTH + 1];
    if (length < 2 || length > NAME_MAX_LENGTH)
        return NULL;
    memcpy(typed, name, length);
    typed[length] = '\0';
    const rw_option *nearest = NULL;
    size_t best = (length + 2) / 3 + 1;
    for (size_t g = 0; g < RW_OPTION_GROUPS; g++)
        for (const rw_option *option = options->groups[g]; option != NULL && option->name != NULL; option++) {
            bool starts = strncmp(option->name, typed, length) == 0;
            size_t distance = starts ? 0 : rw_text_distance(option->name, typed);
            if (distance < best) {
                best = distance;
                nearest = option;
            }
        }
    return nearest;
}

static int refuse_unknown(rw_console *console, const rw_options *options, const char *argument)
{
    const char *name = argument + strspn(argument, "-");
    size_t length = strcspn(name, "=");
    const rw_option *nearest = find_nearest(options, name, length);
    const char *help = console->command[0] != '\0' ? console->command : "help";
    if (nearest != NULL)
        rw_console_error(console, "unknown option \"%s\"; did you mean --%s?", argument, nearest->name);
    else
        rw_console_error(console, "unknown option \"%s\"; \"rootwarp %s --help\" lists those there are", argument,
                         help);
    return RW_EXIT_USAGE;
}

/* Appends an option with its value: from behind "=", from the rest of "-oFILE", or from the next argument. */
static int take_option(rw_console *console, const rw_option *option, const char *attached, size_t count,
                       const char *const *arguments, size_t *index, rw_arguments *out)
{
    const char *text = NULL;
    if (option->value == NULL && attached != NULL) {
        rw_console_error(console, "--%s takes no value, but \"%s\" was given", option->name, attached);
        return RW_EXIT_USAGE;
    }
    if (option->value != NULL) {
        if (attached == NULL && *index + 1 >= count) {
            rw_console_error(console, "--%s needs a value: --%s %s", option->name, option->name, option->value);
            return RW_EXIT_USAGE;
        }
        text = attached != NULL ? attached : arguments[++*index];
    }
    double number;
    if (option->number && !rw_text_number(text, strlen(text), &number)) {
        rw_console_error(console, "--%s \"%s\" is not a number", option->name, text);
        return RW_EXIT_USAGE;
    }
    for (size_t i = 0; i < out->count && !option->repeats; i++)
        if (out->items[i].option == option) {
            rw_console_error(console, "--%s is given twice; give it once", option->name);
            return RW_EXIT_USAGE;
        }
    out->items[out->count++] = (rw_argument){.option = option, .text = text};
    return RW_EXIT_OK;
}

static int take_argument(rw_console *console, const rw_options *options, size_t count, const char *const *arguments,
                         size_t *index, rw_arguments *out)
{
    const char *argument = arguments[*index];
    const rw_option *option = NULL;
    const char *attached = NULL;
    if (argument[1] == '-') {
        const char *name = argument + 2;
        size_t length = strcspn(name, "=");
        option = find_name(options, name, length);
        attached = name[length] == '=' ? name + length + 1 : NULL;
    } else {
        option = find_letter(options, argument[1]);
        attached = argument[2] != '\0' ? argument + 2 : NULL;
    }
    if (option == NULL)
        return refuse_unknown(console, options, argument);
    return take_option(console, option, attached, count, arguments, index, out);
}

int rw_arguments_parse(rw_console *console, const rw_options *options, size_t count, const char *const *arguments,
                       rw_arguments *out)
{
    rw_arguments taken = {.items = calloc(count + 1, sizeof *taken.items)};
    if (taken.items == NULL) {
        rw_console_error(console, "out of memory while reading the command line");
        return RW_EXIT_INTERNAL;
    }
    bool options_ended = false;
    for (size_t i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (!options_ended && strcmp(argument, "--") == 0) {
            options_ended = true;
        } else if (options_ended || argument[0] != '-' || argument[1] == '\0') {
            taken.items[taken.count++] = (rw_argument){.text = argument};
            taken.operand_count++;
        } else {
            int code = take_argument(console, options, count, arguments, &i, &taken);
            if (code != RW_EXIT_OK) {
                rw_arguments_free(&taken);
                return code;
            }
        }
    }
    *out = taken;
    return RW_EXIT_OK;
}

void rw_arguments_free(rw_arguments *arguments)
{
    if (arguments == NULL)
        return;
    free(arguments->items);
    *arguments = (rw_arguments){0};
}

const char *rw_arguments_operand(const rw_arguments *arguments, size_t index)
{
    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].option == NULL && index-- == 0)
            return arguments->items[i].text;
    return NULL;
}

bool rw_arguments_has(const rw_arguments *arguments, const char *name)
{
    for (size_t i = 0; i < arguments->count; i++)
        if (arguments->items[i].option != NULL && strcmp(arguments->items[i].option->name, name) == 0)
            return true;
    return false;
}

const char *rw_arguments_text_at(const rw_arguments *arguments, const char *name, size_t index)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const rw_argument *item = &arguments->items[i];
        if (item->option != NULL && strcmp(item->option->name, name) == 0 && index-- == 0)
            return item->text;
    }
    return NULL;
}

const char *rw_arguments_text(const rw_arguments *arguments, const char *name)
{
    return rw_arguments_text_at(arguments, name, 0);
}

const char *rw_arguments_or_variable(const rw_arguments *arguments, const char *option, const char *variable,
                                     const char **origin)
{
    const char *value = option != NULL ? rw_arguments_text(arguments, option) : NULL;
    *origin = option;
    if (value == NULL && variable != NULL) {
        value = getenv(variable);
        *origin = variable;
    }
    return value != NULL && *value != '\0' ? value : NULL;
}

double rw_arguments_number(const rw_arguments *arguments, const char *name, double otherwise)
{
    double value = otherwise;
    const char *text = rw_arguments_text(arguments, name);
    if (text != NULL)
        (void)rw_text_number(text, strlen(text), &value);
    return value;
}
