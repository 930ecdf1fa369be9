/* What a person sees: messages, tables, colours and progress. Standard output carries results, standard error
 * everything else. Every text that comes from a file or a server passes through rw_console_clean first, so that it
 * cannot steer the terminal. */
#ifndef RW_CLI_CONSOLE_H
#define RW_CLI_CONSOLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit codes, documented in docs/guides/command-line.md and in every --help. */
typedef enum rw_exit {
    RW_EXIT_OK = 0,
    RW_EXIT_NO = 1,           /* the question was answered with no, or there are findings of severity error */
    RW_EXIT_BAD_INPUT = 2,    /* an input file cannot be read, or does not hold what it should */
    RW_EXIT_UNREACHABLE = 3,  /* no answer from the server */
    RW_EXIT_REFUSED = 4,      /* the server, or the solver with --offline, refused; the problem is printed */
    RW_EXIT_USAGE = 64,       /* the command line is wrong */
    RW_EXIT_INTERNAL = 70,    /* out of memory, or an answer that makes no sense */
    RW_EXIT_OUTPUT = 74,      /* the result could not be written */
} rw_exit;

typedef enum rw_colour {
    RW_COLOUR_NONE = 0,
    RW_COLOUR_BOLD,
    RW_COLOUR_GOOD,
    RW_COLOUR_WARNING,
    RW_COLOUR_BAD,
} rw_colour;

typedef struct rw_console {
    FILE *out;           /* borrowed */
    FILE *err;           /* borrowed */
    const char *command; /* name of the running command, "" before one is known; borrowed */
    bool colour_out;     /* out is a terminal that wants colours */
    bool colour_err;
    bool progress;       /* progress lines are wanted */
    bool quiet;          /* notes and warnings are not wanted */
    bool progress_open;  /* a progress line stands on err and is to be wiped before anything else */
} rw_console;

/* A console on two streams. Colours only on a terminal, and never where NO_COLOR holds anything or TERM is "dumb";
 * progress only where err is a terminal. */
rw_console rw_console_make(FILE *out, FILE *err);

/* One line on err, "rootwarp COMMAND: text". Errors always; notes and warnings unless quiet. */
void rw_console_error(rw_console *console, const char *format, ...) __attribute__((format(printf, 2, 3)));
void rw_console_warning(rw_console *console, const char *format, ...) __attribute__((format(printf, 2, 3)));
void rw_console_note(rw_console *console, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Replaces the progress line; nothing when progress is not wanted. rw_console_progress_end wipes it. */
void rw_console_progress(rw_console *console, const char *format, ...) __attribute__((format(printf, 2, 3)));
void rw_console_progress_end(rw_console *console);

/* Writes text[0 .. length) with control characters, and the code points that reorder text, as escapes. */
void rw_console_clean(FILE *stream, const char *text, size_t length);

/* The escape sequence that starts a colour ("" when colours are off), and the one that ends it. */
const char *rw_colour_start(bool colours, rw_colour colour);
const char *rw_colour_end(bool colours, rw_colour colour);

/* Flushes out: RW_EXIT_OUTPUT with a message when what was written did not arrive, else `code`. */
int rw_console_finish(rw_console *console, int code);

#endif
