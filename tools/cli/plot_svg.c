#include "plot.h"

#include <math.h>
#include <string.h>

/* Pixels. */
enum { WIDTH = 900, LEFT = 72, RIGHT = 20, TOP = 44, BOTTOM = 48, FLAT = 220, SQUARE = 420, HEAD = 40 };

static const char style[] =
    "<style>text{font:12px sans-serif;fill:#222}.title{font-size:14px;font-weight:bold}.frame{fill:none;stroke:#666}"
    ".grid{stroke:#ddd}.window{fill:#8a5cb8;fill-opacity:.16}.event{stroke:#8a5cb8;stroke-dasharray:4 3}"
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}.tick{font-size:11px;fill:#555}</style>\n";

static const char *const inks[] = {"#d55e00", "#009e73", "#0072b2", "#222222", "#888888\" stroke-dasharray=\"6 4"};

static void put_text(rw_buffer *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '&')
            rw_buffer_append_text(out, "&amp;");
        else if (byte == '<')
            rw_buffer_append_text(out, "&lt;");
        else if (byte == '>')
            rw_buffer_append_text(out, "&gt;");
        else if (byte >= 0x20 && byte != 0x7F)
            rw_buffer_append_char(out, *text);
    }
}

/* To a hundredth: finer than a pixel. */
static void put(rw_buffer *out, const char *before, double value)
{
    rw_buffer_append_text(out, before);
    rw_buffer_append_number(out, round(value * 100.0) / 100.0);
}

typedef struct frame {
    double left, top, width, height;
    rw_plot_axis x, y;
} frame;

static double at_x(const frame *f, double value)
{
    return f->left + (value - f->x.from) / (f->x.to - f->x.from) * f->width;
}

static double at_y(const frame *f, double value)
{
    return f->top + f->height - (value - f->y.from) / (f->y.to - f->y.from) * f->height;
}

static void put_segment(rw_buffer *out, const char *class, double x1, double y1, double x2, double y2)
{
    rw_buffer_append_format(out, "<line class=\"%s\"", class);
    put(out, " x1=\"", x1);
    put(out, "\" y1=\"", y1);
    put(out, "\" x2=\"", x2);
    put(out, "\" y2=\"", y2);
    rw_buffer_append_text(out, "\"/>\n");
}

static void begin_text(rw_buffer *out, const char *class, const char *anchor, double x, double y)
{
    rw_buffer_append_format(out, "<text class=\"%s\" text-anchor=\"%s\"", class, anchor);
    put(out, " x=\"", x);
    put(out, "\" y=\"", y);
    rw_buffer_append_text(out, "\">");
}

static void put_tick(rw_buffer *out, const char *anchor, double x, double y, double value)
{
    begin_text(out, "tick", anchor, x, y);
    rw_buffer_append_format(out, "%.6g</text>\n", value);
}

static void put_grid(rw_buffer *out, const frame *f)
{
    double bottom = f->top + f->height;
    for (size_t i = 0; i < f->x.tick_count; i++) {
        double x = at_x(f, f->x.ticks[i]);
        put_segment(out, "grid", x, f->top, x, bottom);
        put_tick(out, "middle", x, bottom + 16.0, f->x.ticks[i]);
    }
    for (size_t i = 0; i < f->y.tick_count; i++) {
        double y = at_y(f, f->y.ticks[i]);
        put_segment(out, "grid", f->left, y, f->left + f->width, y);
        put_tick(out, "end", f->left - 6.0, y + 4.0, f->y.ticks[i]);
    }
}

static void put_marks(rw_buffer *out, const frame *f, const rw_plot_panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++) {
        const rw_plot_mark *mark = &panel->marks[i];
        double from = at_x(f, mark->from), to = at_x(f, mark->to);
        if (mark->from < mark->to) {
            put(out, "<rect class=\"window\" x=\"", from);
            put(out, "\" y=\"", f->top);
            put(out, "\" width=\"", to - from);
            put(out, "\" height=\"", f->height);
            rw_buffer_append_text(out, "\"/>\n");
        } else {
            put_segment(out, "event", from, f->top, from, f->top + f->height);
        }
        begin_text(out, "tick", "start", from + 4.0, f->top + 14.0 + 14.0 * (double)(i % 3));
        put_text(out, mark->name);
        rw_buffer_append_text(out, "</text>\n");
    }
}

static void put_line(rw_buffer *out, const frame *f, const rw_plot_line *line)
{
    rw_buffer_append_format(out, "<polyline class=\"line\" stroke=\"%s\" points=\"", inks[line->ink]);
    for (size_t i = 0; i < line->count; i++) {
        put(out, i > 0 ? " " : "", at_x(f, line->x[i]));
        put(out, ",", at_y(f, line->y[i]));
    }
    rw_buffer_append_text(out, "\"/>\n");
}

static void put_legend(rw_buffer *out, const frame *f, const rw_plot_panel *panel)
{
    double x = f->left + f->width;
    for (size_t i = panel->line_count; i-- > 0;) {
        const rw_plot_line *line = &panel->lines[i];
        if (line->name == NULL)
            continue;
        begin_text(out, "tick", "end", x, f->top - 8.0);
        put_text(out, line->name);
        rw_buffer_append_format(out, "</text>\n<line stroke-width=\"2\" stroke=\"%s\"", inks[line->ink]);
        x -= 8.0 * (double)strlen(line->name) + 26.0;
        put(out, " x1=\"", x);
        put(out, "\" y1=\"", f->top - 12.0);
        put(out, "\" x2=\"", x + 18.0);
        put(out, "\" y2=\"", f->top - 12.0);
        rw_buffer_append_text(out, "\"/>\n");
        x -= 12.0;
    }
}

static void put_panel(rw_buffer *out, const rw_plot_panel *panel, double top)
{
    frame f = {.left = LEFT, .top = top + TOP, .width = WIDTH - LEFT - RIGHT, .height = panel->even ? SQUARE : FLAT};
    rw_plot_axes(panel, f.width, f.height, &f.x, &f.y);
    begin_text(out, "title", "start", f.left, f.top - 8.0);
    put_text(out, panel->title);
    rw_buffer_append_text(out, "</text>\n");
    put_grid(out, &f);
    put_marks(out, &f, panel);
    for (size_t i = 0; i < panel->line_count; i++)
        put_line(out, &f, &panel->lines[i]);
    put(out, "<rect class=\"frame\" x=\"", f.left);
    put(out, "\" y=\"", f.top);
    put(out, "\" width=\"", f.width);
    put(out, "\" height=\"", f.height);
    rw_buffer_append_text(out, "\"/>\n");
    begin_text(out, "tick", "middle", f.left + 0.5 * f.width, f.top + f.height + 34.0);
    put_text(out, panel->x_name);
    rw_buffer_append_text(out, "</text>\n<text class=\"tick\" text-anchor=\"middle\" transform=\"translate(16 ");
    put(out, "", f.top + 0.5 * f.height);
    rw_buffer_append_text(out, ") rotate(-90)\">");
    put_text(out, panel->y_name);
    rw_buffer_append_text(out, "</text>\n");
    put_legend(out, &f, panel);
}

static double height_of(const rw_plot_panel *panel)
{
    return TOP + BOTTOM + (panel->even ? SQUARE : FLAT);
}

void rw_plot_svg(rw_buffer *out, const char *title, const rw_plot_panel *panels, size_t count)
{
    double height = HEAD;
    for (size_t i = 0; i < count; i++)
        height += height_of(&panels[i]);
    rw_buffer_append_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\"", WIDTH);
    put(out, " height=\"", height);
    put(out, "\" viewBox=\"0 0 900 ", height);
    rw_buffer_append_text(out, "\" role=\"img\">\n<title>");
    put_text(out, title);
    rw_buffer_append_text(out, "</title>\n");
    rw_buffer_append_text(out, style);
    rw_buffer_append_text(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    begin_text(out, "title", "start", LEFT, 28.0);
    put_text(out, title);
    rw_buffer_append_text(out, "</text>\n");
    double top = HEAD;
    for (size_t i = 0; i < count; i++) {
        put_panel(out, &panels[i], top);
        top += height_of(&panels[i]);
    }
    rw_buffer_append_text(out, "</svg>\n");
}
