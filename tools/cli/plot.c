#include "plot.h"

#include <math.h>

static void include(rw_plot_axis *axis, double value)
{
    axis->from = fmin(axis->from, value);
    axis->to = fmax(axis->to, value);
}

/* A range that has a length, with a little room around it. */
static void widen(rw_plot_axis *axis)
{
    double length = axis->to - axis->from;
    double least = fmax(fabs(axis->from), fabs(axis->to)) * 1e-6 + 1e-9;
    double room = length > least ? 0.04 * length : fmax(least, 0.5);
    axis->from -= room;
    axis->to += room;
}

static void lengthen(rw_plot_axis *axis, double length)
{
    double middle = 0.5 * (axis->from + axis->to);
    axis->from = middle - 0.5 * length;
    axis->to = middle + 0.5 * length;
}

/* Multiples of 1, 2 or 5 times a power of ten, four to eight of them. */
static void choose_ticks(rw_plot_axis *axis)
{
    double rough = (axis->to - axis->from) / 6.0;
    double power = pow(10.0, floor(log10(rough)));
    double step = rough / power < 1.5 ? power : rough / power < 3.5 ? 2.0 * power : rough / power < 7.5 ? 5.0 * power : 10.0 * power;
    axis->tick_count = 0;
    for (double n = ceil(axis->from / step); n * step <= axis->to && axis->tick_count < RW_PLOT_TICKS; n += 1.0)
        axis->ticks[axis->tick_count++] = n * step + 0.0; /* no -0 */
}

void rw_plot_axes(const rw_plot_panel *panel, double width, double height, rw_plot_axis *x, rw_plot_axis *y)
{
    *x = *y = (rw_plot_axis){.from = (double)INFINITY, .to = -(double)INFINITY};
    for (size_t i = 0; i < panel->line_count; i++) {
        for (size_t k = 0; k < panel->lines[i].count; k++) {
            include(x, panel->lines[i].x[k]);
            include(y, panel->lines[i].y[k]);
        }
    }
    if (!(x->from <= x->to)) {
        include(x, 0.0);
        include(y, 0.0);
    }
    widen(x);
    widen(y);
    if (panel->even) {
        double unit = fmax((x->to - x->from) / width, (y->to - y->from) / height);
        lengthen(x, unit * width);
        lengthen(y, unit * height);
    }
    choose_ticks(x);
    choose_ticks(y);
}
