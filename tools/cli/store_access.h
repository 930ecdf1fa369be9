/* What the commands that work on a data folder share: they need no daemon, and may run beside one. */
#ifndef RW_CLI_STORE_ACCESS_H
#define RW_CLI_STORE_ACCESS_H

#include "command.h"

#include "store/access.h"

#include <stdint.h>

/* The folder that --data, or ROOTWARP_DATA, names; RW_EXIT_USAGE, with a message, when neither does. */
int rw_cli_store_folder(rw_console *console, const rw_arguments *arguments, const char **folder);

/* Opens the store in the folder that --data, or ROOTWARP_DATA, names. It has to be there, unless `make`. RW_EXIT_OK with
 * *store for the caller to close; else says what is wrong and returns RW_EXIT_USAGE, RW_EXIT_BAD_INPUT or
 * RW_EXIT_REFUSED. */
int rw_cli_store_open(rw_console *console, const rw_arguments *arguments, bool make, rw_store **store);

/* The same for who writes the catalogue: a folder is made when it is not there, and nobody else may have it open, since a
 * daemon would not notice what is written behind its back. Daemons on a database do. */
int rw_cli_store_open_to_write(rw_console *console, const rw_arguments *arguments, rw_store **store);

/* Says what a call of the store reported, frees the problem, and returns RW_EXIT_REFUSED. */
int rw_cli_store_refuse(rw_console *console, rw_problem *problem);

/* Reads "90d": a whole number and s, m, h, d or w, at most 100 years. False when it is none. */
bool rw_cli_duration(const char *text, int64_t *milliseconds);

#endif
