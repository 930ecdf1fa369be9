/* Drawings: panels of curves over two axes, as SVG or with the dots of braille letters for a terminal. */
#ifndef RW_CLI_PLOT_H
#define RW_CLI_PLOT_H

#include "console.h"

#include "base/buffer.h"

#define RW_PLOT_LINES 4
#define RW_PLOT_PANELS 8 /* of a drawing */
#define RW_PLOT_TICKS 12

typedef enum rw_plot_ink {
    RW_PLOT_ORANGE, /* told apart by those who see colours differently too */
    RW_PLOT_GREEN,
    RW_PLOT_BLUE,
    RW_PLOT_BLACK,
    RW_PLOT_GREY, /* dashed */
} rw_plot_ink;

typedef struct rw_plot_line {
    const char *name;      /* borrowed; NULL: none */
    rw_plot_ink ink;
    const double *x, *y; /* count of each; borrowed */
    size_t count;
} rw_plot_line;

/* A stretch of the horizontal axis, or, where both ends are one, a moment. */
typedef struct rw_plot_mark {
    char *name; /* owned by whoever made the list */
    double from, to;
} rw_plot_mark;

typedef struct rw_plot_panel {
    const char *title;
    const char *x_name, *y_name; /* with their units */
    bool even;                   /* a unit is as long on both axes */
    rw_plot_line lines[RW_PLOT_LINES];
    size_t line_count;
    const rw_plot_mark *marks;
    size_t mark_count;
} rw_plot_panel;

/* What an axis shows: the range of its values, never empty, and round numbers within it. */
typedef struct rw_plot_axis {
    double from, to;
    double ticks[RW_PLOT_TICKS];
    size_t tick_count;
} rw_plot_axis;

/* The axes of a panel that is drawn `width` by `height` of anything. */
void rw_plot_axes(const rw_plot_panel *panel, double width, double height, rw_plot_axis *x, rw_plot_axis *y);

/* Appends an SVG document of the panels, one below the other. */
void rw_plot_svg(rw_buffer *out, const char *title, const rw_plot_panel *panels, size_t count);

/* Prints the panels, `columns` wide. False without memory. */
bool rw_plot_terminal(FILE *stream, bool colours, size_t columns, const rw_plot_panel *panels, size_t count);

#endif
