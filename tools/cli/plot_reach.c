/* plot --reach: how far a profile goes for a target at each distance. */
#include "plot_track.h"
#include "solve.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE_SIZE = 512, CORNERS = 3 };

/* How much farther than the last distance in band is drawn. */
static const double beyond = 1.25;

/* The space of the answer's numbers, its unit above all. */
static const char *unit_of(const rw_tree *tree)
{
    char *name = rw_tree_text(tree, rw_tree_find(tree, 0, "space"));
    const rw_space *space = name != NULL ? rw_space_preset(name) : NULL;
    free(name);
    return space != NULL ? rw_plot_unit(space) : "units";
}

static int draw(rw_console *console, const rw_arguments *arguments, const char *name, const rw_tree *tree)
{
    const double overlapping = rw_tree_number(tree, rw_tree_find(tree, 0, "overlapping_to"), 0.0);
    const double from = rw_tree_number(tree, rw_tree_find(tree, 0, "in_band_from"), 0.0);
    const double to = rw_tree_number(tree, rw_tree_find(tree, 0, "in_band_to"), 0.0);
    const char *unit = unit_of(tree);
    const double far = to > 0.0 ? to * beyond : 1.0;
    const double x[CORNERS + 1] = {0.0, overlapping, to, far};
    const double travels[CORNERS + 1] = {0.0, 0.0, to - overlapping, to - overlapping};
    const double gap[CORNERS + 1] = {0.0, 0.0, to - overlapping, far - overlapping};
    char title[TITLE_SIZE], x_name[64], y_name[32];
    char labels[][16] = {"overlapping", "compressed", "in band", "clamped"};
    /* Where each begins; in band is the one to be in. */
    const rw_plot_mark marks[] = {
        {labels[0], 0.0, 0.0}, {labels[1], overlapping, overlapping}, {labels[2], from, to}, {labels[3], to, to}};
    snprintf(title, sizeof title, "%s: in band from %.6g to %.6g %s", name, from, to, unit);
    snprintf(x_name, sizeof x_name, "distance to the target, %s", unit);
    snprintf(y_name, sizeof y_name, "%s", unit);
    rw_plot_panel panel = {.title = "travel", .x_name = x_name, .y_name = y_name, .line_count = 2};
    panel.lines[0] = (rw_plot_line){"to close the gap", RW_PLOT_GREY, x, gap, CORNERS + 1};
    panel.lines[1] = (rw_plot_line){"travels", RW_PLOT_ORANGE, x, travels, CORNERS + 1};
    panel.marks = marks;
    panel.mark_count = sizeof marks / sizeof *marks;
    return rw_plot_draw(console, arguments, title, &panel, 1);
}

int rw_plot_reach(rw_console *console, const rw_arguments *arguments, const char *name)
{
    rw_answer answer = {0};
    rw_tree tree;
    int code = rw_question_reach(console, arguments, name, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, "the profile", &answer);
    else if (code == RW_EXIT_OK && (code = rw_answer_read(console, &answer, &tree)) == RW_EXIT_OK) {
        code = draw(console, arguments, name, &tree);
        rw_tree_free(&tree);
    }
    rw_answer_free(&answer);
    return code;
}
