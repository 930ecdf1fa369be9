/* plot: the curves of a clip. */
#include "command.h"
#include "plot_track.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE_SIZE = 512, MOST_SAMPLES = 4000 };

/* Windows, then events. */
static rw_plot_mark *clip_marks(const rw_clip *clip, const rw_clip_info *info)
{
    rw_plot_mark *marks = calloc(info->window_count + info->event_count + 1, sizeof *marks);
    for (size_t i = 0; marks != NULL && i < info->window_count; i++) {
        rw_window window = rw_clip_window(clip, i);
        marks[i] = (rw_plot_mark){strdup(window.name), window.start, window.end};
    }
    for (size_t i = 0; marks != NULL && i < info->event_count; i++) {
        rw_event event = rw_clip_event(clip, i);
        marks[info->window_count + i] = (rw_plot_mark){strdup(event.name), event.time, event.time};
    }
    return marks;
}

static int draw_clip(rw_console *console, const rw_arguments *arguments, const char *title,
                     const rw_clip_info *info, const rw_motion_track *t, const rw_plot_mark *marks)
{
    size_t mark_count = info->window_count + info->event_count;
    char length_name[32], right_name[32], ahead_name[32];
    snprintf(length_name, sizeof length_name, "position, %s", rw_plot_unit(&info->space));
    snprintf(right_name, sizeof right_name, "to the right, %s", rw_plot_unit(&info->space));
    snprintf(ahead_name, sizeof ahead_name, "forward, %s", rw_plot_unit(&info->space));
    rw_plot_panel panels[] = {
        {.title = "position", .x_name = "clip time, s", .y_name = length_name, .marks = marks, .mark_count = mark_count},
        {.title = "yaw", .x_name = "clip time, s", .y_name = "yaw, degrees", .marks = marks, .mark_count = mark_count},
        rw_plot_above(ahead_name, right_name),
    };
    const rw_plot_line lines[] = {
        {"x", RW_PLOT_ORANGE, t->time, t->x, t->count},
        {"y", RW_PLOT_GREEN, t->time, t->y, t->count},
        {"z", RW_PLOT_BLUE, t->time, t->z, t->count},
        {NULL, RW_PLOT_BLACK, t->time, t->yaw, t->count},
        {NULL, RW_PLOT_BLACK, t->across, t->along, t->count},
    };
    memcpy(panels[0].lines, lines, 3 * sizeof *lines);
    panels[0].line_count = 3;
    panels[1].lines[0] = lines[3];
    panels[1].line_count = 1;
    panels[2].lines[0] = lines[4];
    panels[2].line_count = 1;
    return rw_plot_draw(console, arguments, title, panels, 3);
}

static int plot_clip(rw_console *console, const rw_arguments *arguments, const char *name, const rw_clip *clip)
{
    rw_clip_info info;
    char title[TITLE_SIZE];
    rw_motion_track t;
    rw_clip_describe(clip, &info);
    size_t count = info.sample_count < MOST_SAMPLES ? info.sample_count : MOST_SAMPLES;
    rw_plot_mark *marks = clip_marks(clip, &info);
    int code = RW_EXIT_OK;
    if (marks == NULL || !rw_track_make(&t, count)) {
        free(marks);
        return rw_plot_out_of_memory(console);
    }
    for (size_t i = 0; i < count; i++) {
        double time = count > 1 ? info.duration * (double)i / (double)(count - 1) : 0.0;
        rw_pose pose = rw_clip_sample(clip, time);
        rw_track_set(&t, &info.space, i, time, &pose);
    }
    snprintf(title, sizeof title, "%s: %.6g s, %zu samples, %.6g %s of travel", name, info.duration, info.sample_count,
             info.travel, rw_plot_unit(&info.space));
    bool named = true;
    for (size_t i = 0; i < info.window_count + info.event_count; i++)
        named = named && marks[i].name != NULL;
    code = named ? draw_clip(console, arguments, title, &info, &t, marks) : rw_plot_out_of_memory(console);
    for (size_t i = 0; i < info.window_count + info.event_count; i++)
        free(marks[i].name);
    free(marks);
    free(t.memory);
    return code;
}

int rw_command_plot(rw_console *console, const rw_arguments *arguments)
{
    const char *name = rw_arguments_operand(arguments, 0), *file = rw_arguments_text(arguments, "clip");
    const char *profile = rw_arguments_text(arguments, "reach");
    bool request = rw_arguments_has(arguments, "file");
    if ((name != NULL) + request + (file != NULL && !request) + (profile != NULL) != 1) {
        rw_console_error(console, "what? give the name of a stored clip, or --clip FILE, or a request with --file, or a "
                                  "profile with --reach");
        return RW_EXIT_USAGE;
    }
    if (profile != NULL)
        return rw_plot_reach(console, arguments, profile);
    if (request)
        return rw_plot_answer(console, arguments);
    rw_arena arena;
    const rw_clip *clip = NULL;
    rw_arena_init(&arena);
    int code = name != NULL ? rw_plot_fetch_clip(console, arguments, name, &arena, &clip)
                            : rw_plot_load_clip(console, file, &arena, &clip);
    if (code == RW_EXIT_OK)
        code = plot_clip(console, arguments, name != NULL ? name : file, clip);
    rw_arena_free(&arena);
    return code;
}
