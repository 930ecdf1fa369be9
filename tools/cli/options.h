/* The command line as data: options are rows of a table, from which come the parser, the suggestions and the help. */
#ifndef RW_CLI_OPTIONS_H
#define RW_CLI_OPTIONS_H

#include "console.h"

typedef struct rw_option {
    char letter;       /* '\0': none */
    const char *name;  /* without the leading "--" */
    const char *value; /* what --help calls the value; NULL: a flag */
    bool repeats;      /* may be given more than once; otherwise a second one is an error */
    bool number;       /* the value is a finite number */
    const char *doc;   /* what it does; '\n' breaks the line */
} rw_option;

#define RW_OPTION_GROUPS 5

/* What a command accepts. Groups are arrays that end with a row whose name is NULL; unused groups are NULL. */
typedef struct rw_options {
    const rw_option *groups[RW_OPTION_GROUPS];
} rw_options;

typedef struct rw_argument {
    const rw_option *option; /* NULL: an operand */
    const char *text;        /* NULL for a flag */
} rw_argument;

/* Options and operands in the order given; texts borrow from argv. */
typedef struct rw_arguments {
    rw_argument *items;
    size_t count;
    size_t operand_count;
} rw_arguments;

/* Reads arguments[0 .. count). Options and operands may be mixed; "--" ends the options. On a mistake says so on the
 * console, with the nearest option where one is near, and returns RW_EXIT_USAGE; *out is then untouched. */
int rw_arguments_parse(rw_console *console, const rw_options *options, size_t count, const char *const *arguments,
                       rw_arguments *out);

/* Takes NULL. */
void rw_arguments_free(rw_arguments *arguments);

const char *rw_arguments_operand(const rw_arguments *arguments, size_t index); /* NULL beyond the last */
bool rw_arguments_has(const rw_arguments *arguments, const char *name);
const char *rw_arguments_text(const rw_arguments *arguments, const char *name); /* NULL when not given */

/* The index-th value of an option that repeats; NULL beyond the last. */
const char *rw_arguments_text_at(const rw_arguments *arguments, const char *name, size_t index);

/* The value of an option, or of a variable of the environment where it was not given; NULL when neither holds anything.
 * Either name may be NULL. *origin becomes the name it has it from. */
const char *rw_arguments_or_variable(const rw_arguments *arguments, const char *option, const char *variable,
                                     const char **origin);

/* The value as a number; `otherwise` when it was not given. */
double rw_arguments_number(const rw_arguments *arguments, const char *name, double otherwise);

/* Reads a whole text as one finite decimal number, without regard to the locale; "+1", ".5" and "5." are numbers. */
bool rw_text_number(const char *text, size_t length, double *out);

/* The number of edits (insert, delete, replace, swap neighbours) between two short texts; large for long ones. */
size_t rw_text_distance(const char *a, const char *b);

#endif
