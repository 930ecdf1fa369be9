/* Questions whose answer a daemon gives, or the solver in this process with --offline. */
#ifndef RW_CLI_SOLVE_H
#define RW_CLI_SOLVE_H

#include "answer.h"

/* Reads the request that --file names; *body is the caller's to free(). */
int rw_solve_read_request(rw_console *console, const rw_arguments *arguments, char **body, size_t *length);

/* Asks for a trajectory: RW_EXIT_OK or RW_EXIT_REFUSED with *answer filled, any other code after a message. */
int rw_solve_trajectory(rw_console *console, const rw_arguments *arguments, const char *body, size_t length,
                        rw_answer *answer);

/* Asks the daemon at which distances a profile reaches, for the radii and the scale of the arguments; returns likewise. */
int rw_question_reach(rw_console *console, const rw_arguments *arguments, const char *name, rw_answer *answer);

#endif
