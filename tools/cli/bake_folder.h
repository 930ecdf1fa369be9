/* Every motion file of a folder, baked: "bake --all". */
#ifndef RW_CLI_BAKE_FOLDER_H
#define RW_CLI_BAKE_FOLDER_H

#include "bake_worker.h"
#include "options.h"

/* Bakes files, `jobs` at a time, and leaves in reports[i] what the worker on files[i] told, owned by the caller. False,
 * after a message, when it could not go on; reports that were not come to are then NULL. */
bool rw_bake_files(rw_console *console, const rw_motion_file *const *files, size_t count, const char *folder,
                   const rw_bake_options *options, size_t jobs, char **reports);

/* How many at a time: --jobs, or as many as there are processors; 0 after a message. */
size_t rw_bake_jobs(rw_console *console, const rw_arguments *arguments);

/* The command: rw_command_bake with --all. Returns an rw_exit. */
int rw_bake_folder(rw_console *console, const rw_arguments *arguments, const rw_bake_options *options);

#endif
