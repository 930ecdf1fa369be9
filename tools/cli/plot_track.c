#include "plot_track.h"

#include "file.h"

#include "base/hash.h"
#include "base/name.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PATH_SIZE = 512, COLUMNS = 80 };

bool rw_track_make(rw_motion_track *t, size_t count)
{
    *t = (rw_motion_track){.count = count, .memory = calloc(7 * count + 1, sizeof *t->memory)};
    if (t->memory == NULL)
        return false;
    double **lists[] = {&t->time, &t->x, &t->y, &t->z, &t->yaw, &t->along, &t->across};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        *lists[i] = t->memory + i * count;
    return true;
}

static double dot(rw_vec3 a, rw_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

void rw_track_set(rw_motion_track *t, const rw_space *space, size_t i, double time, const rw_pose *pose)
{
    t->time[i] = time;
    t->x[i] = pose->position.x;
    t->y[i] = pose->position.y;
    t->z[i] = pose->position.z;
    t->along[i] = dot(pose->position, rw_space_forward(space));
    t->across[i] = dot(pose->position, rw_space_right(space));
    double yaw = rw_space_yaw_of(space, pose->rotation);
    while (i > 0 && yaw - t->yaw[i - 1] > 180.0)
        yaw -= 360.0;
    while (i > 0 && t->yaw[i - 1] - yaw > 180.0)
        yaw += 360.0;
    t->yaw[i] = yaw;
}

int rw_plot_out_of_memory(rw_console *console)
{
    rw_console_error(console, "out of memory");
    return RW_EXIT_INTERNAL;
}

const char *rw_plot_unit(const rw_space *space)
{
    return space->metres_per_unit == 1.0 ? "m" : space->metres_per_unit == 0.01 ? "cm" : "units";
}

static size_t terminal_columns(FILE *stream)
{
    struct winsize size;
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : COLUMNS;
}

static int draw_panels(rw_console *console, const char *output, const char *title, const rw_plot_panel *panels,
                       size_t count)
{
    if (output == NULL) {
        rw_console_clean(console->out, title, strlen(title));
        putc('\n', console->out);
        bool printed = rw_plot_terminal(console->out, console->colour_out, terminal_columns(console->out), panels, count);
        return printed ? RW_EXIT_OK : rw_plot_out_of_memory(console);
    }
    rw_buffer svg;
    rw_buffer_init(&svg, RW_FILE_MAX);
    rw_plot_svg(&svg, title, panels, count);
    int code = RW_EXIT_OK;
    if (!rw_buffer_ok(&svg))
        code = rw_plot_out_of_memory(console);
    else if (strcmp(output, "-") == 0)
        fwrite(svg.data, 1, svg.length, console->out);
    else if (!rw_file_write(console, output, svg.data, svg.length))
        code = RW_EXIT_OUTPUT;
    rw_buffer_free(&svg);
    return code;
}

/* Says which panels there are besides the one that is not. */
static int no_such_panel(rw_console *console, const char *wanted, const rw_plot_panel *panels, size_t count)
{
    char names[256] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s\"%s\"", i > 0 ? ", " : "", panels[i].title);
    rw_console_error(console, "there is no part \"%s\" in this drawing; --panel takes %s", wanted, names);
    return RW_EXIT_USAGE;
}

int rw_plot_draw(rw_console *console, const rw_arguments *arguments, const char *title, const rw_plot_panel *panels,
                 size_t count)
{
    rw_plot_panel chosen[RW_PLOT_PANELS];
    size_t chosen_count = 0;
    const char *wanted;
    for (size_t k = 0; (wanted = rw_arguments_text_at(arguments, "panel", k)) != NULL; k++) {
        size_t i = 0;
        while (i < count && strcmp(panels[i].title, wanted) != 0)
            i++;
        if (i == count || chosen_count == RW_PLOT_PANELS)
            return no_such_panel(console, wanted, panels, count);
        chosen[chosen_count++] = panels[i];
    }
    const bool all = chosen_count == 0;
    return draw_panels(console, rw_arguments_text(arguments, "output"), title, all ? panels : chosen,
                       all ? count : chosen_count);
}

rw_plot_panel rw_plot_above(const char *y_name, const char *x_name)
{
    return (rw_plot_panel){.title = "from above", .x_name = x_name, .y_name = y_name, .even = true};
}

/* Reads the clip document in `text` into the arena. */
static int read_clip(rw_console *console, const char *what, const char *text, size_t length, rw_arena *arena,
                     const rw_clip **clip)
{
    rw_offline_clip read = {0};
    if (!rw_hash_start())
        return rw_plot_out_of_memory(console);
    int code = rw_offline_clip_read(console, what, text, length, arena, &read);
    *clip = read.clip;
    return code;
}

int rw_plot_fetch_clip(rw_console *console, const rw_arguments *arguments, const char *name, rw_arena *arena,
                      const rw_clip **clip)
{
    char path[RW_ANSWER_PATH_SIZE];
    rw_answer answer = {0};
    int code = rw_answer_fetch(console, arguments, "clips", name, path, &answer);
    if (code == RW_EXIT_OK)
        code = read_clip(console, path, answer.text, answer.length, arena, clip);
    rw_answer_free(&answer);
    return code;
}

int rw_plot_load_clip(rw_console *console, const char *file, rw_arena *arena, const rw_clip **clip)
{
    char *text;
    size_t length;
    if (!rw_file_read(console, "the clip", file, &text, &length))
        return RW_EXIT_BAD_INPUT;
    int code = read_clip(console, file, text, length, arena, clip);
    free(text);
    return code;
}
