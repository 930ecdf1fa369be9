/* Answers, from the daemon or made in this process: a JSON text, and whether it is a result or a problem. */
#ifndef RW_CLI_ANSWER_H
#define RW_CLI_ANSWER_H

#include "client.h"
#include "tree.h"

#include "base/name.h"

#define RW_ANSWER_PATH_SIZE 512

typedef struct rw_answer {
    bool refused; /* the text is a problem document */
    char *text;   /* owned; ends with a zero byte */
    size_t length;
} rw_answer;

/* Takes NULL. */
void rw_answer_free(rw_answer *answer);

/* Reads "clip" or "profile" (or their plurals): the path segment, "clips" or "profiles"; NULL, with a message, for
 * any other text. */
const char *rw_answer_kind(rw_console *console, const char *operand);

/* Makes "/v1/KIND/NAME" of a name that is valid; RW_EXIT_USAGE with a message for one that is not. */
int rw_answer_path(rw_console *console, const char *kind, const char *name, char *path, size_t size);

/* Sends and sorts the answer: RW_EXIT_OK with *answer filled for a status below 300, RW_EXIT_REFUSED with *answer
 * filled for any other, and whatever rw_client_send says when nothing came. */
int rw_answer_ask(rw_console *console, const rw_client *client, const rw_client_request *request, rw_answer *answer);

/* Asks for what is stored under NAME or NAME@REVISION; *path becomes its path. RW_EXIT_OK with *answer filled, any other
 * code after a message. */
int rw_answer_fetch(rw_console *console, const rw_arguments *arguments, const char *kind, const char *reference,
                    char path[RW_ANSWER_PATH_SIZE], rw_answer *answer);

/* Prints a problem document on err: its code and detail, and a line for each field that is wrong. `what` says what was
 * refused. A text that is no problem document is told as such. Returns RW_EXIT_REFUSED. */
int rw_answer_print_problem(rw_console *console, const char *what, const char *text, size_t length);

/* The same for an answer; with --json the problem is printed on out as well, for programs. */
int rw_answer_refusal(rw_console *console, const rw_arguments *arguments, const char *what, const rw_answer *answer);

/* Reads an answer that should be JSON; RW_EXIT_INTERNAL with a message when it is not. */
int rw_answer_read(rw_console *console, const rw_answer *answer, rw_tree *tree);

/* Prints a JSON text and ends it with a line feed where it has none. */
void rw_answer_print_text(rw_console *console, const char *text, size_t length);

/* Prints a list of findings as a table; nothing for an empty one. Returns whether one has the severity error. */
bool rw_answer_print_findings(rw_console *console, FILE *stream, const rw_tree *tree, size_t findings);

#endif
