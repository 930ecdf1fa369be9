/* What the drawings of a clip and of an answer share. */
#ifndef RW_CLI_PLOT_TRACK_H
#define RW_CLI_PLOT_TRACK_H

#include "offline.h"
#include "plot.h"

/* Curves over time, a sample each. `along` and `across` are the ground seen from above: across to the right. */
typedef struct rw_motion_track {
    size_t count;
    double *time, *x, *y, *z, *yaw, *along, *across;
    double *memory; /* all of them; the caller's to free() */
} rw_motion_track;

/* False without memory. */
bool rw_track_make(rw_motion_track *t, size_t count);

/* Samples are set in their order: the yaw goes on from the one before without a jump of a turn. */
void rw_track_set(rw_motion_track *t, const rw_space *space, size_t i, double time, const rw_pose *pose);

/* "m", "cm", or "units" of another length. */
const char *rw_plot_unit(const rw_space *space);

/* An empty panel for the way seen from above. */
rw_plot_panel rw_plot_above(const char *y_name, const char *x_name);

/* Draws those of the panels that --panel names, or all, to where --output says. Returns an rw_exit. */
int rw_plot_draw(rw_console *console, const rw_arguments *arguments, const char *title, const rw_plot_panel *panels,
                 size_t count);

/* Says so and returns RW_EXIT_INTERNAL. */
int rw_plot_out_of_memory(rw_console *console);

/* Asks the daemon for a clip, "NAME" or "NAME@REVISION", or reads the document in a file, into the arena. */
int rw_plot_fetch_clip(rw_console *console, const rw_arguments *arguments, const char *name, rw_arena *arena,
                       const rw_clip **clip);
int rw_plot_load_clip(rw_console *console, const char *file, rw_arena *arena, const rw_clip **clip);

/* plot --file. Returns an rw_exit. */
int rw_plot_answer(rw_console *console, const rw_arguments *arguments);

/* plot --reach. Returns an rw_exit. */
int rw_plot_reach(rw_console *console, const rw_arguments *arguments, const char *name);

#endif
