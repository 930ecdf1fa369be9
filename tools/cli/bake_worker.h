/* One motion file baked in a process of its own, so that many are at once and none can take the others with it. */
#ifndef RW_CLI_BAKE_WORKER_H
#define RW_CLI_BAKE_WORKER_H

#include "motion_folder.h"

#include "bake/bake.h"

#include <sys/types.h>

/* A worker tells what it did in lines whose fields are parted by tabs, in the order in which it came to them:
 *
 *   clip <animation> <path> <samples> <frame rate> <seconds> <metres of travel>
 *   warning <animation> <sentence>       of the clip before it; of the file where no clip came before
 *   failure <animation> <sentence>       nothing was written for this animation, or, where it is empty, for the file
 */
typedef struct rw_bake_worker {
    pid_t process;
    int report; /* reads those lines, until the worker ends */
} rw_bake_worker;

/* Starts one on every animation of a file. Clips go to "FOLDER/NAME.clip.json", or with several animations to
 * "FOLDER/NAME-ANIMATION.clip.json"; folders are made. On failure says why and returns false. */
bool rw_bake_worker_start(rw_console *console, const rw_motion_file *file, const char *folder,
                          const rw_bake_options *options, rw_bake_worker *out);

/* The next line of a report, its fields parted by zero bytes where the tabs were: returns how many there are, at most
 * `most`, and moves *at on; 0 at the end. */
size_t rw_bake_report_next(char **at, char *fields[], size_t most);

#endif
