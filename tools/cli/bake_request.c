#include "bake_request.h"

#include "codec/limits.h"
#include "codec/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rw_bake_request_free(rw_bake_request *request)
{
    for (size_t i = 0; i < request->name_count; i++)
        free(request->names[i]);
    free(request->names);
    free(request->windows);
    free(request->events);
}

/* A number, or a fraction as in 24000/1001. */
static bool parse_rate(const char *text, double *out)
{
    const char *slash = strchr(text, '/');
    double above, below = 1;
    if (!rw_text_number(text, slash != NULL ? (size_t)(slash - text) : strlen(text), &above))
        return false;
    if (slash != NULL && !rw_text_number(slash + 1, strlen(slash + 1), &below))
        return false;
    if (!(below > 0) || !(above > 0))
        return false;
    *out = above / below;
    return true;
}

static bool parse_frame(rw_console *console, const rw_arguments *arguments, const char *name, size_t *out)
{
    double value = rw_arguments_number(arguments, name, -1);
    if (!rw_arguments_has(arguments, name))
        return true;
    if (!(value >= 0 && value <= 1e9 && floor(value) == value)) {
        rw_console_error(console, "--%s %s is not a frame, a whole number from 0", name,
                         rw_arguments_text(arguments, name));
        return false;
    }
    *out = (size_t)value;
    return true;
}

static bool parse_axis(rw_console *console, const rw_arguments *arguments, const char *name, int *out)
{
    const char *text = rw_arguments_text(arguments, name);
    if (text == NULL || rw_bake_axis_parse(text, out))
        return true;
    rw_console_error(console, "--%s \"%s\" is not an axis: +X, -X, +Y, -Y, +Z or -Z", name, text);
    return false;
}

static int parse_motion(rw_console *console, const rw_arguments *arguments, rw_bake_options *options)
{
    const char *space = rw_arguments_text(arguments, "space"), *fps = rw_arguments_text(arguments, "fps");
    const char *facing = rw_arguments_text(arguments, "facing");
    if (space != NULL && !rw_bake_space_parse(space, &options->space)) {
        rw_console_error(console,
                         "--space \"%s\" is neither unreal, unity, godot, gltf, blender nor three perpendicular axes "
                         "and metres as in \"+Z,-X,+Y,1\"",
                         space);
        return RW_EXIT_USAGE;
    }
    if (fps != NULL && !parse_rate(fps, &options->fps)) {
        rw_console_error(console, "--fps \"%s\" is not a positive number, nor a fraction as in 24000/1001", fps);
        return RW_EXIT_USAGE;
    }
    if (facing != NULL && strcmp(facing, "first") == 0) {
        options->facing = RW_BAKE_FACING_FIRST;
    } else if (facing != NULL && strcmp(facing, "rest") != 0) {
        rw_console_error(console, "--facing \"%s\" is neither rest nor first", facing);
        return RW_EXIT_USAGE;
    }
    options->scale = rw_arguments_number(arguments, "scale", options->scale);
    options->start_time = rw_arguments_number(arguments, "start-time", options->start_time);
    options->end_time = rw_arguments_number(arguments, "end-time", options->end_time);
    options->from_hips = rw_arguments_has(arguments, "from-hips");
    options->keep_height = rw_arguments_has(arguments, "keep-height");
    options->loop = rw_arguments_has(arguments, "loop");
    options->animation = rw_arguments_text(arguments, "animation");
    options->root = rw_arguments_text(arguments, "root");
    bool parsed = parse_frame(console, arguments, "start-frame", &options->start_frame) &&
                  parse_frame(console, arguments, "end-frame", &options->end_frame) &&
                  parse_axis(console, arguments, "up", &options->up) &&
                  parse_axis(console, arguments, "forward", &options->forward);
    if (parsed && !(options->scale > 0)) {
        rw_console_error(console, "--scale %s is not above 0", rw_arguments_text(arguments, "scale"));
        parsed = false;
    }
    if (parsed && options->keep_height && !options->from_hips) {
        rw_console_error(console, "--keep-height is for --from-hips; a root keeps its height anyway");
        parsed = false;
    }
    return parsed ? RW_EXIT_OK : RW_EXIT_USAGE;
}

/* Splits "NAME:N" or "NAME:N:N" from the right, so that a name may hold colons. The name is owned by the request. */
static const char *parse_named(rw_bake_request *request, const char *text, size_t number_count, double *numbers)
{
    size_t end = strlen(text);
    for (size_t i = number_count; i-- > 0;) {
        size_t start = end;
        while (start > 0 && text[start - 1] != ':')
            start--;
        if (start < 2 || !rw_text_number(text + start, end - start, &numbers[i]))
            return NULL;
        end = start - 1;
    }
    char *name = malloc(end + 1);
    if (name == NULL)
        return NULL;
    memcpy(name, text, end);
    name[end] = '\0';
    request->names[request->name_count++] = name;
    return name;
}

/* The API's rule, so that what is baked can be stored. */
static bool name_sound(const char *name)
{
    const size_t length = strlen(name);
    size_t step = 0;
    for (size_t i = 0; i < length; i += step) {
        step = rw_utf8_character(name + i, length - i);
        if (step == 0 || (unsigned char)name[i] < 0x20 || name[i] == 0x7F)
            return false;
    }
    return length >= 1 && length <= RW_CODEC_LABEL_MAX;
}

static int refuse_name(rw_console *console, const char *option, const char *name)
{
    rw_console_error(console, "--%s: \"%.200s\" is no name: 1 to %d bytes of UTF-8 without control characters", option,
                     name, RW_CODEC_LABEL_MAX);
    return RW_EXIT_USAGE;
}

static size_t count_option(const rw_arguments *arguments, const char *name)
{
    size_t count = 0;
    while (rw_arguments_text_at(arguments, name, count) != NULL)
        count++;
    return count;
}

static int parse_marks(rw_console *console, const rw_arguments *arguments, rw_bake_request *request)
{
    size_t windows = count_option(arguments, "window"), events = count_option(arguments, "event");
    request->windows = calloc(windows + 1, sizeof *request->windows);
    request->events = calloc(events + 1, sizeof *request->events);
    request->names = calloc(windows + events + 1, sizeof *request->names);
    if (request->windows == NULL || request->events == NULL || request->names == NULL) {
        rw_console_error(console, "out of memory");
        return RW_EXIT_INTERNAL;
    }
    for (size_t i = 0; i < windows; i++) {
        const char *text = rw_arguments_text_at(arguments, "window", i);
        double numbers[2];
        const char *name = parse_named(request, text, 2, numbers);
        if (name == NULL) {
            rw_console_error(console, "--window \"%s\" is not NAME:START:END in seconds, as in attack:0.3:0.8", text);
            return RW_EXIT_USAGE;
        }
        if (!(numbers[0] < numbers[1])) {
            rw_console_error(console, "--window \"%s\" ends at %.9g s, which is not after its start at %.9g s", text,
                             numbers[1], numbers[0]);
            return RW_EXIT_USAGE;
        }
        if (!name_sound(name))
            return refuse_name(console, "window", name);
        request->windows[i] = (rw_window){.name = name, .start = numbers[0], .end = numbers[1]};
    }
    for (size_t i = 0; i < events; i++) {
        const char *text = rw_arguments_text_at(arguments, "event", i);
        double time;
        const char *name = parse_named(request, text, 1, &time);
        if (name == NULL) {
            rw_console_error(console, "--event \"%s\" is not NAME:TIME in seconds, as in hit:0.55", text);
            return RW_EXIT_USAGE;
        }
        if (!name_sound(name))
            return refuse_name(console, "event", name);
        request->events[i] = (rw_event){.name = name, .time = time};
    }
    request->options.window_count = windows;
    request->options.windows = request->windows;
    request->options.event_count = events;
    request->options.events = request->events;
    return RW_EXIT_OK;
}

int rw_bake_request_parse(rw_console *console, const rw_arguments *arguments, rw_bake_request *out)
{
    rw_bake_request request = {0};
    rw_bake_options_default(&request.options);
    int code = parse_motion(console, arguments, &request.options);
    if (code == RW_EXIT_OK)
        code = parse_marks(console, arguments, &request);
    if (code == RW_EXIT_OK)
        *out = request;
    else
        rw_bake_request_free(&request);
    return code;
}
