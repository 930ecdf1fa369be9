#include "command.h"
#include "table.h"

#include "bake/inspect.h"
#include "base/buffer.h"
#include "codec/json_write.h"

#include <string.h>

static bool show_progress(void *context, double fraction)
{
    rw_console_progress(context, "measuring %3.0f %%", fraction * 100);
    return true;
}

static const char *kind_name(rw_node_kind kind)
{
    switch (kind) {
    case RW_NODE_JOINT: return "joint";
    case RW_NODE_OBJECT: return "object";
    case RW_NODE_PLAIN: break;
    }
    return "group";
}

/* "+X" … "-Z" of a signed axis. */
static void axis_name(int axis, char out[3])
{
    int index = axis < 0 ? -axis : axis;
    out[0] = axis < 0 ? '-' : '+';
    out[1] = index >= 1 && index <= 3 ? "XYZ"[index - 1] : '?';
    out[2] = '\0';
}

static void write_node(rw_json_writer *writer, const rw_inspection *inspection, size_t node)
{
    if (node == RW_SCENE_NO_NODE) {
        rw_json_null(writer);
        return;
    }
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "index", (int64_t)node);
    rw_json_put_text(writer, "name", inspection->nodes[node].name);
    rw_json_object_end(writer);
}

/* "moves_from" and "moves_to", null where it does not move to speak of. */
static void write_stretch(rw_json_writer *writer, const rw_inspect_mover *mover)
{
    static const char *const names[] = {"moves_from", "moves_to"};
    const double times[] = {mover->moves_from, mover->moves_to};
    for (size_t i = 0; i < 2; i++) {
        rw_json_any_key(writer, names[i]);
        if (mover->moves_to > mover->moves_from)
            rw_json_number(writer, times[i]);
        else
            rw_json_null(writer);
    }
}

static void write_animation(rw_json_writer *writer, const rw_inspection *inspection, size_t index)
{
    const rw_inspect_animation *animation = &inspection->animations[index];
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "index", (int64_t)index);
    rw_json_put_text(writer, "name", animation->name);
    rw_json_put_integer(writer, "channel_count", (int64_t)animation->channel_count);
    rw_json_put_integer(writer, "key_count", (int64_t)animation->key_count);
    rw_json_put_number(writer, "start", animation->start);
    rw_json_put_number(writer, "duration", animation->duration);
    rw_json_put_number(writer, "key_rate", animation->key_rate);
    rw_json_put_bool(writer, "key_rate_regular", animation->key_rate_regular);
    rw_json_key(writer, "root");
    write_node(writer, inspection, animation->root);
    rw_json_put_number(writer, "travel", animation->course.travel);
    rw_json_put_number(writer, "path", animation->course.path);
    write_stretch(writer, &animation->course);
    rw_json_put_bool(writer, "in_place", animation->in_place);
    rw_json_key(writer, "hips");
    write_node(writer, inspection, animation->hips);
    rw_json_key(writer, "runners_up");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < animation->runner_count; i++)
        write_node(writer, inspection, animation->runners[i]);
    rw_json_array_end(writer);
    rw_json_put_integer(writer, "moving_count", (int64_t)animation->moving_count);
    rw_json_key(writer, "movers");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < animation->mover_count; i++) {
        const rw_inspect_mover *mover = &animation->movers[i];
        rw_json_object_begin(writer);
        rw_json_put_integer(writer, "index", (int64_t)mover->node);
        rw_json_put_text(writer, "name", inspection->nodes[mover->node].name);
        rw_json_put_text(writer, "kind", kind_name(inspection->nodes[mover->node].kind));
        rw_json_put_number(writer, "travel", mover->travel);
        rw_json_put_number(writer, "path", mover->path);
        write_stretch(writer, mover);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
    rw_json_object_end(writer);
}

static void write_axes(rw_json_writer *writer, const rw_scene_axes *axes)
{
    char name[3];
    rw_json_key(writer, "axes");
    rw_json_object_begin(writer);
    axis_name(axes->forward, name);
    rw_json_put_text(writer, "forward", name);
    axis_name(axes->right, name);
    rw_json_put_text(writer, "right", name);
    axis_name(axes->up, name);
    rw_json_put_text(writer, "up", name);
    rw_json_key(writer, "metres_per_unit");
    if (axes->metres_per_unit > 0)
        rw_json_number(writer, axes->metres_per_unit);
    else
        rw_json_null(writer);
    rw_json_object_end(writer);
}

static int print_json(rw_console *console, const rw_inspection *inspection)
{
    const rw_scene *scene = inspection->scene;
    rw_buffer text;
    rw_json_writer writer;
    rw_buffer_init(&text, (size_t)1 << 30);
    rw_json_writer_init(&writer, &text);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "format", scene->format);
    write_axes(&writer, &scene->axes);
    rw_json_key(&writer, "animations");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < inspection->animation_count; i++)
        write_animation(&writer, inspection, i);
    rw_json_array_end(&writer);
    rw_json_key(&writer, "nodes");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < inspection->node_count; i++) {
        const rw_inspect_node *node = &inspection->nodes[i];
        rw_json_object_begin(&writer);
        rw_json_put_integer(&writer, "index", (int64_t)i);
        rw_json_put_text(&writer, "name", node->name);
        rw_json_put_text(&writer, "kind", kind_name(node->kind));
        rw_json_key(&writer, "parent");
        if (node->parent == RW_SCENE_NO_NODE)
            rw_json_null(&writer);
        else
            rw_json_integer(&writer, (int64_t)node->parent);
        rw_json_put_number(&writer, "height", node->height);
        rw_json_put_integer(&writer, "animation_count", (int64_t)node->animation_count);
        rw_json_object_end(&writer);
    }
    rw_json_array_end(&writer);
    rw_json_key(&writer, "warnings");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < scene->warning_count; i++)
        rw_json_text(&writer, scene->warnings[i]);
    rw_json_array_end(&writer);
    rw_json_object_end(&writer);
    bool written = rw_buffer_append_char(&text, '\n');
    if (written)
        fwrite(text.data, 1, text.length, console->out);
    else
        rw_console_error(console, "out of memory while writing the report");
    rw_buffer_free(&text);
    return written ? RW_EXIT_OK : RW_EXIT_INTERNAL;
}

static const char *node_name(const rw_inspection *inspection, size_t node)
{
    return node == RW_SCENE_NO_NODE ? "-" : inspection->nodes[node].name;
}

static void print_table(rw_console *console, rw_table *table)
{
    if (!rw_table_print(table, console->out, console->colour_out, true))
        rw_console_error(console, "out of memory while printing the table");
    rw_table_free(table);
}

/* "0.033 to 0.267 s", or a dash. */
static void put_stretch(rw_table *table, const rw_inspect_mover *mover)
{
    if (mover->moves_to > mover->moves_from)
        rw_table_format(table, "%.3f to %.3f s", mover->moves_from, mover->moves_to);
    else
        rw_table_text(table, "-", RW_COLOUR_NONE);
}

static void print_animations(rw_console *console, const rw_inspection *inspection)
{
    static const char *const headings[] = {"#",         "animation",   ">seconds", ">keys", ">rate", "root",
                                           ">travel", ">path",       "moves",    "in place", "hips"};
    rw_table table;
    rw_table_init(&table, headings, 11);
    for (size_t i = 0; i < inspection->animation_count; i++) {
        const rw_inspect_animation *animation = &inspection->animations[i];
        rw_table_format(&table, "%zu", i);
        rw_table_text(&table, animation->name, RW_COLOUR_BOLD);
        rw_table_number(&table, animation->duration);
        rw_table_format(&table, "%zu", animation->key_count);
        rw_table_format(&table, "%.6g%s", animation->key_rate, animation->key_rate_regular ? "" : " (uneven)");
        rw_table_text(&table, node_name(inspection, animation->root), RW_COLOUR_GOOD);
        rw_table_number(&table, animation->course.travel);
        rw_table_number(&table, animation->course.path);
        put_stretch(&table, &animation->course);
        rw_table_text(&table, animation->in_place ? "yes" : "no",
                      animation->in_place ? RW_COLOUR_WARNING : RW_COLOUR_NONE);
        rw_table_text(&table, node_name(inspection, animation->hips), RW_COLOUR_NONE);
    }
    print_table(console, &table);
}

static void print_movers(rw_console *console, const rw_inspection *inspection, size_t index)
{
    static const char *const headings[] = {"node", "name", "kind", ">travel", ">path", "moves", ""};
    const rw_inspect_animation *animation = &inspection->animations[index];
    rw_table table;
    rw_table_init(&table, headings, 7);
    for (size_t i = 0; i < animation->mover_count; i++) {
        const rw_inspect_mover *mover = &animation->movers[i];
        const char *role = mover->node == animation->root ? "root" : mover->node == animation->hips ? "hips" : "";
        for (size_t r = 0; r < animation->runner_count && role[0] == '\0'; r++)
            if (animation->runners[r] == mover->node)
                role = "runner-up";
        rw_table_format(&table, "#%zu", mover->node);
        rw_table_text(&table, inspection->nodes[mover->node].name, RW_COLOUR_BOLD);
        rw_table_text(&table, kind_name(inspection->nodes[mover->node].kind), RW_COLOUR_NONE);
        rw_table_number(&table, mover->travel);
        rw_table_number(&table, mover->path);
        put_stretch(&table, mover);
        rw_table_text(&table, role, RW_COLOUR_GOOD);
    }
    fputs("\nmoving in \"", console->out);
    rw_console_clean(console->out, animation->name, strlen(animation->name));
    fprintf(console->out, "\": %zu of %zu nodes%s\n", animation->moving_count, inspection->node_count,
            animation->mover_count < animation->moving_count ? ", the shallowest:" : "");
    print_table(console, &table);
}

static void print_tables(rw_console *console, const rw_inspection *inspection)
{
    const rw_scene_axes *axes = &inspection->scene->axes;
    char forward[3], right[3], up[3];
    axis_name(axes->forward, forward);
    axis_name(axes->right, right);
    axis_name(axes->up, up);
    fprintf(console->out, "%s, forward %s, right %s, up %s, ", inspection->scene->format, forward, right, up);
    if (axes->metres_per_unit > 0)
        fprintf(console->out, "%.6g m to the unit; lengths below are metres, travel along the ground\n\n", axes->metres_per_unit);
    else
        fputs("no unit; lengths below are the file's, travel along the ground\n\n", console->out);
    print_animations(console, inspection);
    for (size_t i = 0; i < inspection->animation_count; i++)
        if (inspection->animations[i].mover_count > 0)
            print_movers(console, inspection, i);
}

int rw_command_inspect(rw_console *console, const rw_arguments *arguments)
{
    const char *file = rw_arguments_operand(arguments, 0);
    rw_scene scene;
    rw_inspection inspection;
    rw_bake_error error = {0};
    rw_console_progress(console, "reading %s", file);
    if (!rw_scene_read(file, &scene, &error)) {
        rw_console_error(console, "cannot read \"%s\": %s%s%s", file, error.place, error.place[0] != '\0' ? ": " : "",
                         error.detail);
        return RW_EXIT_BAD_INPUT;
    }
    int code = RW_EXIT_OK;
    bool inspected = rw_inspect(&scene, show_progress, console, &inspection, &error);
    rw_console_progress_end(console);
    if (!inspected) {
        rw_console_error(console, "cannot inspect \"%s\": %s", file, error.detail);
        code = RW_EXIT_INTERNAL;
    } else if (rw_arguments_has(arguments, "json")) {
        code = print_json(console, &inspection);
    } else {
        print_tables(console, &inspection);
        for (size_t i = 0; i < scene.warning_count; i++)
            rw_console_warning(console, "%s", scene.warnings[i]);
        if (scene.animation_count == 0)
            rw_console_note(console, "the file holds no animation: there is nothing to bake");
    }
    if (inspected)
        rw_inspection_free(&inspection);
    rw_scene_free(&scene);
    return code;
}
