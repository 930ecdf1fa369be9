#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 10, FLAT_ROWS = 8, SQUARE_ROWS = 20 };

/* A cell is a braille letter: two dots wide, four tall. */
typedef struct canvas {
    size_t columns, rows;
    unsigned char *dots; /* a bit each, as in U+2800 and on */
    unsigned char *inks;
} canvas;

static const rw_colour colours_of[] = {RW_COLOUR_BAD, RW_COLOUR_GOOD, RW_COLOUR_WARNING, RW_COLOUR_BOLD, RW_COLOUR_NONE};

static void set_dot(canvas *c, double x, double y, rw_plot_ink ink)
{
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (!(x >= 0.0 && y >= 0.0 && x < 2.0 * (double)c->columns && y < 4.0 * (double)c->rows))
        return;
    size_t column = (size_t)x, row = (size_t)y;
    size_t cell = row / 4 * c->columns + column / 2;
    c->dots[cell] |= bits[row % 4][column % 2];
    c->inks[cell] = (unsigned char)ink;
}

static void draw_line(canvas *c, const rw_plot_line *line, const rw_plot_axis *x, const rw_plot_axis *y)
{
    double wide = 2.0 * (double)c->columns / (x->to - x->from), tall = 4.0 * (double)c->rows / (y->to - y->from);
    for (size_t i = 0; i < line->count; i++) {
        size_t next = i + 1 < line->count ? i + 1 : i;
        double from_x = (line->x[i] - x->from) * wide, from_y = (y->to - line->y[i]) * tall;
        double to_x = (line->x[next] - x->from) * wide, to_y = (y->to - line->y[next]) * tall;
        double steps = ceil(fmax(fabs(to_x - from_x), fabs(to_y - from_y))) + 1.0;
        for (double n = 0.0; n < steps; n += 1.0)
            set_dot(c, from_x + (to_x - from_x) * n / steps, from_y + (to_y - from_y) * n / steps, line->ink);
    }
}

static void print_row(FILE *stream, bool colours, const canvas *c, size_t row)
{
    for (size_t i = 0; i < c->columns; i++) {
        unsigned dots = c->dots[row * c->columns + i];
        rw_colour colour = dots != 0 ? colours_of[c->inks[row * c->columns + i]] : RW_COLOUR_NONE;
        fprintf(stream, "%s%c%c%c%s", rw_colour_start(colours, colour), 0xE2, 0xA0 + (int)(dots >> 6),
                0x80 + (int)(dots & 0x3F), rw_colour_end(colours, colour));
    }
}

static void print_legend(FILE *stream, bool colours, const rw_plot_panel *panel)
{
    fprintf(stream, "%s%s%s", rw_colour_start(colours, RW_COLOUR_BOLD), panel->title,
            rw_colour_end(colours, RW_COLOUR_BOLD));
    for (size_t i = 0; i < panel->line_count; i++) {
        rw_colour colour = colours_of[panel->lines[i].ink];
        if (panel->lines[i].name != NULL)
            fprintf(stream, "  %s%s%s", rw_colour_start(colours, colour), panel->lines[i].name,
                    rw_colour_end(colours, colour));
    }
    fprintf(stream, "; %s over %s\n", panel->y_name, panel->x_name);
}

static void print_marks(FILE *stream, const rw_plot_panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++) {
        const rw_plot_mark *mark = &panel->marks[i];
        fprintf(stream, "%*s", LABEL, "");
        rw_console_clean(stream, mark->name, strlen(mark->name));
        if (mark->from < mark->to)
            fprintf(stream, ": %.6g to %.6g\n", mark->from, mark->to);
        else
            fprintf(stream, ": %.6g\n", mark->from);
    }
}

static bool print_panel(FILE *stream, bool colours, size_t columns, const rw_plot_panel *panel)
{
    rw_plot_axis x, y;
    canvas c = {.columns = columns > LABEL + 20 ? columns - LABEL : 20, .rows = panel->even ? SQUARE_ROWS : FLAT_ROWS};
    c.dots = calloc(c.columns * c.rows, 1);
    c.inks = calloc(c.columns * c.rows, 1);
    bool drawn = c.dots != NULL && c.inks != NULL;
    if (drawn) {
        rw_plot_axes(panel, 2.0 * (double)c.columns, 4.0 * (double)c.rows, &x, &y);
        for (size_t i = 0; i < panel->line_count; i++)
            draw_line(&c, &panel->lines[i], &x, &y);
        print_legend(stream, colours, panel);
        for (size_t row = 0; row < c.rows; row++) {
            if (row == 0 || row + 1 == c.rows)
                fprintf(stream, "%*.4g ", LABEL - 1, row == 0 ? y.to : y.from);
            else
                fprintf(stream, "%*s", LABEL, "");
            print_row(stream, colours, &c, row);
            putc('\n', stream);
        }
        fprintf(stream, "%*s%-*.4g%*.4g\n", LABEL, "", (int)(c.columns / 2), x.from,
                (int)(c.columns - c.columns / 2), x.to);
        print_marks(stream, panel);
    }
    free(c.dots);
    free(c.inks);
    return drawn;
}

bool rw_plot_terminal(FILE *stream, bool colours, size_t columns, const rw_plot_panel *panels, size_t count)
{
    bool printed = true;
    for (size_t i = 0; i < count && printed; i++) {
        if (i > 0)
            putc('\n', stream);
        printed = print_panel(stream, colours, columns, &panels[i]);
    }
    return printed;
}
