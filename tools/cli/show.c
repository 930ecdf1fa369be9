#include "show.h"

#include "table.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 256 };

/* The scalar at a path as a person reads it: numbers with six digits, null as "-". */
static void scalar(const rw_tree *tree, size_t at, const char *path, char *out, size_t size)
{
    size_t member = rw_tree_find(tree, at, path);
    if (rw_tree_is(tree, member, RW_TREE_NUMBER)) {
        double value = rw_tree_number(tree, member, 0);
        snprintf(out, size, "%.6g", value == 0 ? 0.0 : value);
        return;
    }
    char *text = rw_tree_is(tree, member, RW_TREE_NULL) ? NULL : rw_tree_text(tree, member);
    snprintf(out, size, "%s", text != NULL ? text : "-");
    free(text);
}

/* The numbers or texts of an array, in one line: "650, 0, 0". */
static void list(const rw_tree *tree, size_t at, const char *path, char *out, size_t size)
{
    size_t array = rw_tree_find(tree, at, path), used = 0;
    snprintf(out, size, "-");
    for (size_t item = rw_tree_first(tree, array); item != RW_TREE_NONE && used < size;
         item = rw_tree_after(tree, array, item)) {
        char text[TEXT_SIZE];
        const char *inner = rw_tree_is(tree, item, RW_TREE_OBJECT) ? "code" : "";
        scalar(tree, item, inner, text, sizeof text);
        int length = snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", text);
        used += length > 0 ? (size_t)length : 0;
    }
}

static rw_colour verdict_colour(const char *verdict)
{
    if (strcmp(verdict, "in_band") == 0 || strcmp(verdict, "overlapping") == 0)
        return RW_COLOUR_GOOD;
    if (strcmp(verdict, "clamped") == 0 || strcmp(verdict, "compressed") == 0)
        return RW_COLOUR_WARNING;
    return RW_COLOUR_BAD;
}

/* What an answer to one request comes to. */
static int meaning(const rw_tree *tree, size_t at)
{
    static const char *const noes[] = {"rejected", "window_passed", "no_travel", "refused"};
    size_t verdict = rw_tree_find(tree, at, "verdict");
    for (size_t i = 0; i < sizeof noes / sizeof noes[0]; i++)
        if (rw_tree_text_equal(tree, verdict, noes[i]))
            return RW_EXIT_NO;
    return rw_tree_is(tree, rw_tree_find(tree, at, "window_passed"), RW_TREE_TRUE) ? RW_EXIT_NO : RW_EXIT_OK;
}

static void print_table(rw_console *console, rw_table *table, bool heading)
{
    if (!rw_table_print(table, console->out, console->colour_out, heading))
        rw_console_error(console, "out of memory while printing the table");
    rw_table_free(table);
}

static void add_pair(rw_table *table, const char *name, const char *value, rw_colour colour)
{
    rw_table_text(table, name, RW_COLOUR_BOLD);
    rw_table_text(table, value, colour);
}

/* One line a list that says something: "warnings  shortfall, no_direction". */
static void add_list(rw_table *table, const rw_tree *tree, size_t at, const char *path)
{
    char text[TEXT_SIZE];
    list(tree, at, path, text, sizeof text);
    if (strcmp(text, "-") != 0)
        add_pair(table, path, text, RW_COLOUR_WARNING);
}

/* Where the first window opens, where motion of the clip comes before it. */
static void add_lead_in(rw_table *table, const rw_tree *tree, size_t at)
{
    char text[TEXT_SIZE];
    double lead_in = rw_tree_number(tree, rw_tree_find(tree, at, "windows.0.elapsed_start"), 0);
    if (!(lead_in > 0) || rw_tree_find(tree, at, "predicted_start") == RW_TREE_NONE)
        return;
    scalar(tree, at, "windows.0.elapsed_start", text, sizeof text);
    add_pair(table, "lead-in, seconds", text, RW_COLOUR_NONE);
    list(tree, at, "predicted_start.position", text, sizeof text);
    add_pair(table, "predicted start", text, RW_COLOUR_NONE);
}

static void show_summary(rw_console *console, const rw_tree *tree, size_t at)
{
    static const char *const rows[][2] = {
        {"distance to target", "distance_to_target"}, {"stop distance", "stop_distance"},
        {"gap to close", "gap_to_close"},             {"natural travel", "natural_travel"},
        {"required scale", "required_scale"},         {"applied scale", "applied_scale"},
        {"first window scale", "first_window_scale"}, {"travel", "travel"},
        {"shortfall", "shortfall"},                   {"play rate", "play_rate"},
        {"duration", "duration"},
    };
    char text[TEXT_SIZE];
    rw_table table;
    rw_table_init(&table, (const char *const[]){"", ""}, 2);
    scalar(tree, at, "verdict", text, sizeof text);
    if (strcmp(text, "-") != 0)
        add_pair(&table, "verdict", text, verdict_colour(text));
    add_list(&table, tree, at, "reasons");
    if (rw_tree_find(tree, at, "refusal") != RW_TREE_NONE) {
        scalar(tree, at, "refusal.reason", text, sizeof text);
        add_pair(&table, "reason", text, RW_COLOUR_BAD);
        scalar(tree, at, "refusal.height", text, sizeof text);
        add_pair(&table, "height", text, RW_COLOUR_NONE);
        scalar(tree, at, "refusal.length", text, sizeof text);
        add_pair(&table, "length", text, RW_COLOUR_NONE);
        scalar(tree, at, "refusal.approach_angle", text, sizeof text);
        add_pair(&table, "approach angle", text, RW_COLOUR_NONE);
    }
    add_lead_in(&table, tree, at);
    if (rw_tree_find(tree, at, "warp_point") != RW_TREE_NONE) {
        list(tree, at, "warp_point.position", text, sizeof text);
        add_pair(&table, "warp point", text, RW_COLOUR_BOLD);
        list(tree, at, "warp_point.rotation", text, sizeof text);
        add_pair(&table, "rotation there", text, RW_COLOUR_NONE);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rw_tree_find(tree, at, rows[i][1]) == RW_TREE_NONE)
            continue;
        scalar(tree, at, rows[i][1], text, sizeof text);
        add_pair(&table, rows[i][0], text, RW_COLOUR_NONE);
    }
    add_list(&table, tree, at, "warnings");
    print_table(console, &table, false);
}

/* A table of an array's objects. A path that begins with '[' is an array, printed in one cell; "#" is the item's
 * number, and "#name" its name where it has one. */
static void show_items(rw_console *console, const rw_tree *tree, size_t array, const char *const *headings,
                       const char *const *paths, size_t columns)
{
    rw_table table;
    size_t index = 0;
    if (rw_tree_first(tree, array) == RW_TREE_NONE)
        return;
    rw_table_init(&table, headings, columns);
    for (size_t item = rw_tree_first(tree, array); item != RW_TREE_NONE; item = rw_tree_after(tree, array, item)) {
        for (size_t i = 0; i < columns; i++) {
            char text[TEXT_SIZE];
            if (paths[i][0] == '#' && rw_tree_find(tree, item, "name") != RW_TREE_NONE && paths[i][1] != '\0')
                scalar(tree, item, "name", text, sizeof text);
            else if (paths[i][0] == '#')
                snprintf(text, sizeof text, "%zu", index);
            else if (paths[i][0] == '[')
                list(tree, item, paths[i] + 1, text, sizeof text);
            else
                scalar(tree, item, paths[i], text, sizeof text);
            rw_table_text(&table, text, RW_COLOUR_NONE);
        }
        index++;
    }
    putc('\n', console->out);
    print_table(console, &table, true);
}

static void show_one(rw_console *console, const rw_tree *tree, size_t at)
{
    static const char *const phase_headings[] = {"phase",     ">elapsed from", ">elapsed to",   ">play rate",
                                                 ">residual", "warp point",    "rotation there"};
    static const char *const phase_paths[] = {"#name", "elapsed_start", "elapsed_end", "play_rate", "residual.distance",
                                              "[warp_point.position", "[warp_point.rotation"};
    static const char *const window_headings[] = {"window", ">scale", ">elapsed from", ">elapsed to"};
    static const char *const window_paths[] = {"name", "scale", "elapsed_start", "elapsed_end"};
    static const char *const event_headings[] = {"event", ">clip time", ">elapsed"};
    static const char *const event_paths[] = {"name", "time", "elapsed"};
    show_summary(console, tree, at);
    show_items(console, tree, rw_tree_find(tree, at, "phases"), phase_headings, phase_paths, 7);
    show_items(console, tree, rw_tree_find(tree, at, "windows"), window_headings, window_paths, 4);
    show_items(console, tree, rw_tree_find(tree, at, "events"), event_headings, event_paths, 3);
}

/* The row of one item of a batch. */
static void add_result(rw_table *table, const rw_tree *tree, size_t item, size_t index)
{
    static const char *const numbers[] = {"gap_to_close", "required_scale", "applied_scale", "travel", "shortfall"};
    size_t result = rw_tree_find(tree, item, "result"), phases = rw_tree_find(tree, result, "phases");
    char text[TEXT_SIZE];
    scalar(tree, item, "id", text, sizeof text);
    if (strcmp(text, "-") == 0)
        snprintf(text, sizeof text, "#%zu", index);
    rw_table_text(table, text, RW_COLOUR_BOLD);
    if (result == RW_TREE_NONE) {
        scalar(tree, item, "problem.code", text, sizeof text);
        rw_table_text(table, text, RW_COLOUR_BAD);
    } else if (rw_tree_find(tree, result, "verdict") != RW_TREE_NONE) {
        scalar(tree, result, "verdict", text, sizeof text);
        rw_table_text(table, text, verdict_colour(text));
    } else {
        rw_table_format(table, "%zu phases", rw_tree_is(tree, phases, RW_TREE_ARRAY) ? tree->values[phases].count : 0);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        scalar(tree, result, numbers[i], text, sizeof text);
        rw_table_text(table, text, RW_COLOUR_NONE);
    }
    list(tree, result, "warp_point.position", text, sizeof text);
    rw_table_text(table, text, RW_COLOUR_NONE);
    scalar(tree, result, "duration", text, sizeof text);
    rw_table_text(table, text, RW_COLOUR_NONE);
}

static int show_batch(rw_console *console, const rw_tree *tree, size_t results, bool silent)
{
    static const char *const headings[] = {"id",       "verdict", ">gap",        ">required", ">applied",
                                           ">travel", ">shortfall", "warp point", ">duration"};
    int code = RW_EXIT_OK;
    size_t index = 0;
    rw_table table;
    rw_table_init(&table, headings, 9);
    for (size_t item = rw_tree_first(tree, results); item != RW_TREE_NONE; item = rw_tree_after(tree, results, item)) {
        size_t result = rw_tree_find(tree, item, "result");
        int item_code = result == RW_TREE_NONE ? RW_EXIT_REFUSED : meaning(tree, result);
        if (item_code > code)
            code = item_code;
        add_result(&table, tree, item, index++);
    }
    if (!silent)
        print_table(console, &table, true);
    rw_table_free(&table);
    index = 0;
    for (size_t item = rw_tree_first(tree, results); item != RW_TREE_NONE; item = rw_tree_after(tree, results, item)) {
        char id[TEXT_SIZE], detail[2 * TEXT_SIZE], field[TEXT_SIZE];
        if (rw_tree_find(tree, item, "result") == RW_TREE_NONE) {
            scalar(tree, item, "id", id, sizeof id);
            scalar(tree, item, "problem.detail", detail, sizeof detail);
            scalar(tree, item, "problem.errors.0.pointer", field, sizeof field);
            rw_console_error(console, "request %zu (id %s) was refused: %s%s%s", index, id, detail,
                             strcmp(field, "-") != 0 ? ", first at " : "", strcmp(field, "-") != 0 ? field : "");
        }
        index++;
    }
    return code;
}

int rw_show_resolution(rw_console *console, const rw_tree *tree, bool silent)
{
    size_t results = rw_tree_find(tree, 0, "results");
    if (results != RW_TREE_NONE)
        return show_batch(console, tree, results, silent);
    if (!silent)
        show_one(console, tree, 0);
    return meaning(tree, 0);
}

int rw_show_verification(rw_console *console, const rw_tree *tree, bool silent)
{
    static const char *const headings[] = {">observation", ">elapsed", ">distance", ">angle", "passed"};
    static const char *const paths[] = {"#", "elapsed", "distance", "angle", "passed"};
    bool passed = rw_tree_is(tree, rw_tree_find(tree, 0, "passed"), RW_TREE_TRUE);
    if (!silent) {
        char failed[TEXT_SIZE], distance[TEXT_SIZE], angle[TEXT_SIZE];
        scalar(tree, 0, "failed", failed, sizeof failed);
        scalar(tree, 0, "worst.distance.value", distance, sizeof distance);
        scalar(tree, 0, "worst.angle.value", angle, sizeof angle);
        fprintf(console->out, "%s: %s failed, worst distance %s, worst angle %s\n", passed ? "passed" : "not passed",
                failed, distance, angle);
        show_items(console, tree, rw_tree_find(tree, 0, "deviations"), headings, paths, 5);
    }
    return passed ? RW_EXIT_OK : RW_EXIT_NO;
}

int rw_show_selection(rw_console *console, const rw_tree *tree, bool silent)
{
    static const char *const headings[] = {"profile", "verdict", ">required", ">applied", ">shortfall",
                                           ">distortion", "problem"};
    static const char *const paths[] = {"reference", "verdict",    "required_scale", "applied_scale",
                                        "shortfall", "distortion", "problem.code"};
    size_t candidates = rw_tree_find(tree, 0, "candidates");
    if (!silent)
        show_items(console, tree, candidates, headings, paths, 7);
    size_t first = rw_tree_first(tree, candidates);
    bool fits = first != RW_TREE_NONE && rw_tree_is(tree, rw_tree_find(tree, first, "fits"), RW_TREE_TRUE);
    return fits ? RW_EXIT_OK : RW_EXIT_NO;
}

int rw_show_reach(rw_console *console, const rw_tree *tree, bool silent)
{
    static const char *const rows[][2] = {
        {"lead-in", "lead_in"},
        {"natural travel", "natural_travel"},
        {"overlapping up to", "overlapping_to"},
        {"compressed up to", "in_band_from"},
        {"in band up to", "in_band_to"},
    };
    if (silent)
        return RW_EXIT_OK;
    char text[TEXT_SIZE];
    rw_table table;
    rw_table_init(&table, (const char *const[]){"", ""}, 2);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scalar(tree, 0, rows[i][1], text, sizeof text);
        add_pair(&table, rows[i][0], text, RW_COLOUR_NONE);
    }
    print_table(console, &table, false);
    return RW_EXIT_OK;
}

int rw_show_trajectory(rw_console *console, const rw_tree *tree, bool silent)
{
    static const char *const headings[] = {">elapsed", ">clip time", ">phase", "position", "rotation"};
    static const char *const paths[] = {"elapsed", "clip_time", "phase", "[position", "[rotation"};
    if (silent)
        return RW_EXIT_OK;
    char duration[TEXT_SIZE], speed[TEXT_SIZE], turn[TEXT_SIZE];
    scalar(tree, 0, "duration", duration, sizeof duration);
    scalar(tree, 0, "peak_speed", speed, sizeof speed);
    scalar(tree, 0, "peak_turn_rate", turn, sizeof turn);
    fprintf(console->out, "duration %s s, peak speed %s units a second, peak turn rate %s degrees a second\n", duration,
            speed, turn);
    show_items(console, tree, rw_tree_find(tree, 0, "samples"), headings, paths, 5);
    return RW_EXIT_OK;
}
