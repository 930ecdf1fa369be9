/* Many motion files, baked: "bake --all" and what "watch" shares with it. */
#ifndef RW_CLI_BAKE_FOLDER_H
#define RW_CLI_BAKE_FOLDER_H

#include "bake_worker.h"
#include "options.h"

/* Bakes files, `jobs` at a time, and leaves in reports[i] what the worker on files[i] told, owned by the caller. False,
 * after a message, when it could not go on; reports that were not come to are then NULL. */
bool rw_bake_files(rw_console *console, const rw_motion_file *const *files, size_t count, const char *folder,
                   const rw_bake_options *options, size_t jobs, char **reports);

/* Whether a line of a report tells of a clip; any other has RW_BAKE_SENTENCE_FIELDS, or is half a line of a worker that
 * was killed. */
enum { RW_BAKE_CLIP_FIELDS = 7, RW_BAKE_SENTENCE_FIELDS = 3 };
bool rw_bake_is_clip(char *const *fields, size_t count);

/* Prints a warning or a failure; returns whether it was a failure. */
bool rw_bake_tell(rw_console *console, const char *path, char *const *fields);

/* Refuses what goes with one animation only, and a missing --output. */
int rw_bake_folder_check(rw_console *console, const rw_arguments *arguments);

/* How many at a time: --jobs, or as many as there are processors; 0 after a message. */
size_t rw_bake_jobs(rw_console *console, const rw_arguments *arguments);

/* The command: rw_command_bake with --all. Returns an rw_exit. */
int rw_bake_folder(rw_console *console, const rw_arguments *arguments, const rw_bake_options *options);

#endif
