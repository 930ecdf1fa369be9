/* Answers of the solver as tables. */
#ifndef RW_CLI_SHOW_H
#define RW_CLI_SHOW_H

#include "console.h"
#include "tree.h"

/* Prints an answer on the console's out, unless `silent`, and says what it means: RW_EXIT_OK, RW_EXIT_NO when any part
 * of it is a no, RW_EXIT_REFUSED when an item of a batch is a problem. */
typedef int (*rw_show)(rw_console *console, const rw_tree *tree, bool silent);

int rw_show_resolution(rw_console *console, const rw_tree *tree, bool silent);
int rw_show_verification(rw_console *console, const rw_tree *tree, bool silent); /* RW_EXIT_NO when it did not pass */
int rw_show_selection(rw_console *console, const rw_tree *tree, bool silent);    /* RW_EXIT_NO when none fits */
int rw_show_reach(rw_console *console, const rw_tree *tree, bool silent);
int rw_show_trajectory(rw_console *console, const rw_tree *tree, bool silent);

#endif
