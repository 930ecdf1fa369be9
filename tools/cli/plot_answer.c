/* plot --file: the way of an answer beside the authored one. */
#include "file.h"
#include "plot_track.h"
#include "solve.h"

#include "base/name.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE_SIZE = 512, RATE = 60 };

/* The request with what the drawing needs at the end of its object. */
static int prepare(rw_console *console, const char *body, size_t length, rw_buffer *out)
{
    static const char *const own[] = {"times", "rate", "authored"};
    rw_tree tree;
    rw_tree_error error;
    if (!rw_tree_parse(body, length, &tree, &error)) {
        rw_console_error(console, "the request is not JSON: line %zu, column %zu: %s", error.line, error.column,
                         error.detail);
        return RW_EXIT_BAD_INPUT;
    }
    int code = rw_tree_is(&tree, 0, RW_TREE_OBJECT) ? RW_EXIT_OK : RW_EXIT_BAD_INPUT;
    if (code != RW_EXIT_OK)
        rw_console_error(console, "the request is not a JSON object");
    for (size_t i = 0; i < sizeof own / sizeof own[0] && code == RW_EXIT_OK; i++) {
        if (rw_tree_find(&tree, 0, own[i]) == RW_TREE_NONE)
            continue;
        rw_console_error(console, "the request has the member \"%s\", which plot chooses itself; leave it out", own[i]);
        code = RW_EXIT_BAD_INPUT;
    }
    if (code == RW_EXIT_OK) {
        rw_buffer_append(out, body, tree.values[0].end - 1);
        rw_buffer_append_format(out, "%s\"rate\":%d,\"authored\":true}", tree.values[0].count > 0 ? "," : "", RATE);
        code = rw_buffer_ok(out) ? RW_EXIT_OK : rw_plot_out_of_memory(console);
    }
    rw_tree_free(&tree);
    return code;
}

static double number_at(const rw_tree *tree, size_t list, size_t index)
{
    char path[8];
    snprintf(path, sizeof path, "%zu", index);
    return rw_tree_number(tree, rw_tree_find(tree, list, path), 0.0);
}

static rw_pose pose_of(const rw_tree *tree, size_t at)
{
    size_t p = rw_tree_find(tree, at, "position"), q = rw_tree_find(tree, at, "rotation");
    rw_pose pose = {{number_at(tree, p, 0), number_at(tree, p, 1), number_at(tree, p, 2)},
                    {number_at(tree, q, 0), number_at(tree, q, 1), number_at(tree, q, 2), number_at(tree, q, 3)}};
    return pose;
}

/* The space that the answer is in: the request's, or the clip's. */
static int space_of(rw_console *console, const rw_arguments *arguments, const rw_tree *request, const rw_tree *answer,
                    rw_space *out)
{
    size_t told = rw_tree_find(request, 0, "space");
    char *name = rw_tree_text(request, told);
    if (told != RW_TREE_NONE && name != NULL && rw_tree_is(request, told, RW_TREE_STRING)) {
        *out = *rw_space_preset(name);
        free(name);
        return RW_EXIT_OK;
    }
    free(name);
    if (told != RW_TREE_NONE) {
        static const char *const keys[] = {"forward", "right", "up"};
        rw_axis *const axes[] = {&out->forward, &out->right, &out->up};
        for (size_t i = 0; i < 3; i++) {
            char *axis = rw_tree_text(request, rw_tree_find(request, told, keys[i]));
            if (axis != NULL)
                rw_axis_parse(axis, axes[i]);
            free(axis);
        }
        out->metres_per_unit = rw_tree_number(request, rw_tree_find(request, told, "metres_per_unit"), 1.0);
        return RW_EXIT_OK;
    }
    rw_arena arena;
    const rw_clip *clip = NULL;
    char reference[RW_NAME_SIZE + 24];
    char *clip_name = rw_tree_text(answer, rw_tree_find(answer, 0, "clip.name"));
    double revision = rw_tree_number(answer, rw_tree_find(answer, 0, "clip.revision"), 0.0);
    snprintf(reference, sizeof reference, "%s@%.0f", clip_name != NULL ? clip_name : "", revision);
    free(clip_name);
    rw_arena_init(&arena);
    const char *file = rw_arguments_text(arguments, "clip");
    const char *equals = file != NULL ? strchr(file, '=') : NULL;
    int code = file != NULL ? rw_plot_load_clip(console, equals != NULL ? equals + 1 : file, &arena, &clip)
                            : rw_plot_fetch_clip(console, arguments, reference, &arena, &clip);
    if (code == RW_EXIT_OK) {
        rw_clip_info info;
        rw_clip_describe(clip, &info);
        *out = info.space;
    }
    rw_arena_free(&arena);
    return code;
}

static int draw_answer(rw_console *console, const rw_arguments *arguments, const char *title, const rw_space *space,
                       const rw_motion_track *warped, const rw_motion_track *authored)
{
    char right_name[32], ahead_name[32], length_name[32];
    snprintf(right_name, sizeof right_name, "to the right, %s", rw_plot_unit(space));
    snprintf(ahead_name, sizeof ahead_name, "forward, %s", rw_plot_unit(space));
    snprintf(length_name, sizeof length_name, "%s", rw_plot_unit(space));
    const struct {
        const char *title;
        const double *warped, *authored;
        const char *y_name;
    } curves[] = {{"x", warped->x, authored->x, length_name},
                  {"y", warped->y, authored->y, length_name},
                  {"z", warped->z, authored->z, length_name},
                  {"yaw", warped->yaw, authored->yaw, "degrees"}};
    rw_plot_panel panels[5] = {rw_plot_above(ahead_name, right_name)};
    panels[0].lines[0] = (rw_plot_line){"authored", RW_PLOT_GREY, authored->across, authored->along, authored->count};
    panels[0].lines[1] = (rw_plot_line){"warped", RW_PLOT_ORANGE, warped->across, warped->along, warped->count};
    panels[0].line_count = 2;
    for (size_t i = 0; i < 4; i++) {
        panels[i + 1] = (rw_plot_panel){.title = curves[i].title, .x_name = "elapsed, s", .y_name = curves[i].y_name};
        panels[i + 1].lines[0] =
            (rw_plot_line){"authored", RW_PLOT_GREY, authored->time, curves[i].authored, authored->count};
        panels[i + 1].lines[1] = (rw_plot_line){"warped", RW_PLOT_ORANGE, warped->time, curves[i].warped, warped->count};
        panels[i + 1].line_count = 2;
    }
    return rw_plot_draw(console, arguments, title, panels, 5);
}

static int plot_samples(rw_console *console, const rw_arguments *arguments, const rw_tree *request,
                        const rw_tree *answer)
{
    rw_space space = *rw_space_preset("gltf");
    rw_motion_track warped, authored;
    char title[TITLE_SIZE];
    size_t samples = rw_tree_find(answer, 0, "samples");
    size_t count = samples != RW_TREE_NONE ? answer->values[samples].count : 0;
    if (count == 0) {
        rw_console_error(console, "the answer holds no samples; is that a rootwarpd?");
        return RW_EXIT_INTERNAL;
    }
    int code = space_of(console, arguments, request, answer, &space);
    if (code != RW_EXIT_OK)
        return code;
    bool made = rw_track_make(&warped, count);
    if (!made || !rw_track_make(&authored, count)) {
        if (made)
            free(warped.memory);
        return rw_plot_out_of_memory(console);
    }
    size_t i = 0;
    for (size_t at = rw_tree_first(answer, samples); at != RW_TREE_NONE; at = rw_tree_after(answer, samples, at), i++) {
        double elapsed = rw_tree_number(answer, rw_tree_find(answer, at, "elapsed"), 0.0);
        rw_pose pose = pose_of(answer, at), was = pose_of(answer, rw_tree_find(answer, at, "authored"));
        rw_track_set(&warped, &space, i, elapsed, &pose);
        rw_track_set(&authored, &space, i, elapsed, &was);
    }
    char *profile = rw_tree_text(answer, rw_tree_find(answer, 0, "profile.name"));
    snprintf(title, sizeof title, "%s: %.6g s, at most %.6g %s a second", profile != NULL ? profile : "?",
             rw_tree_number(answer, rw_tree_find(answer, 0, "duration"), 0.0),
             rw_tree_number(answer, rw_tree_find(answer, 0, "peak_speed"), 0.0), rw_plot_unit(&space));
    code = draw_answer(console, arguments, title, &space, &warped, &authored);
    free(profile);
    free(warped.memory);
    free(authored.memory);
    return code;
}

int rw_plot_answer(rw_console *console, const rw_arguments *arguments)
{
    char *body;
    size_t length;
    rw_buffer request;
    rw_answer answer = {0};
    rw_tree asked, told;
    rw_tree_error error;
    int code = rw_solve_read_request(console, arguments, &body, &length);
    if (code != RW_EXIT_OK)
        return code;
    rw_buffer_init(&request, RW_FILE_MAX);
    code = prepare(console, body, length, &request);
    if (code == RW_EXIT_OK)
        code = rw_solve_trajectory(console, arguments, request.data, request.length, &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(console, arguments, "the request", &answer);
    else if (code == RW_EXIT_OK && (code = rw_answer_read(console, &answer, &told)) == RW_EXIT_OK) {
        if (rw_tree_parse(body, length, &asked, &error)) {
            code = plot_samples(console, arguments, &asked, &told);
            rw_tree_free(&asked);
        } else {
            code = rw_plot_out_of_memory(console);
        }
        rw_tree_free(&told);
    }
    rw_answer_free(&answer);
    rw_buffer_free(&request);
    free(body);
    return code;
}
