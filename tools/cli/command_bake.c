#include "bake_folder.h"
#include "bake_request.h"
#include "command.h"
#include "file.h"

#include "base/buffer.h"
#include "codec/json_write.h"

#include <math.h>
#include <stdlib.h>

static bool show_progress(void *context, double fraction)
{
    rw_console_progress(context, "baking %3.0f %%", fraction * 100);
    return true;
}

static void print_report_json(rw_console *console, const rw_baked *baked)
{
    const rw_bake_summary *summary = &baked->summary;
    rw_buffer text;
    rw_json_writer writer;
    rw_buffer_init(&text, (size_t)1 << 24);
    rw_json_writer_init(&writer, &text);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "format", baked->format);
    rw_json_put_text(&writer, "animation", baked->animation);
    rw_json_put_text(&writer, "root", baked->root);
    rw_json_put_text(&writer, "choice", baked->choice);
    rw_json_put_integer(&writer, "sample_count", (int64_t)baked->sample_count);
    rw_json_put_number(&writer, "frame_rate", baked->frame_rate);
    rw_json_put_number(&writer, "key_rate", summary->key_rate);
    rw_json_put_bool(&writer, "key_rate_regular", summary->key_rate_regular);
    rw_json_put_number(&writer, "duration", summary->duration);
    rw_json_put_number(&writer, "travel_metres", summary->travel);
    rw_json_put_number(&writer, "path_metres", summary->path);
    rw_json_put_number(&writer, "height_min_metres", summary->height_min);
    rw_json_put_number(&writer, "height_max_metres", summary->height_max);
    rw_json_put_number(&writer, "yaw_degrees", summary->yaw);
    rw_json_put_number(&writer, "peak_speed_metres", summary->peak_speed);
    if (summary->moves_to > summary->moves_from) {
        rw_json_put_number(&writer, "moves_from", summary->moves_from);
        rw_json_put_number(&writer, "moves_to", summary->moves_to);
    } else {
        rw_json_key(&writer, "moves_from");
        rw_json_null(&writer);
        rw_json_key(&writer, "moves_to");
        rw_json_null(&writer);
    }
    rw_json_key(&writer, "warnings");
    rw_json_array_begin(&writer);
    for (size_t i = 0; i < baked->warning_count; i++)
        rw_json_text(&writer, baked->warnings[i]);
    rw_json_array_end(&writer);
    rw_json_object_end(&writer);
    if (rw_buffer_ok(&text))
        fprintf(console->err, "%s\n", text.data);
    rw_buffer_free(&text);
}

/* To the millisecond, and not beyond the clip's end, so that it can be given back as a window. */
static double round_within(double time, double duration)
{
    double rounded = floor(time * 1000 + 0.5) / 1000;
    return rounded > duration ? floor(time * 1000) / 1000 : rounded;
}

static void print_stretch(rw_console *console, const rw_baked *baked)
{
    const rw_bake_summary *summary = &baked->summary;
    double from = round_within(summary->moves_from, summary->duration);
    double to = round_within(summary->moves_to, summary->duration);
    if (!(to > from))
        return;
    if (baked->window_count > 0)
        rw_console_note(console, "moves from %.3f to %.3f s", from, to);
    else
        rw_console_note(console, "moves from %.3f to %.3f s: a window could be --window NAME:%.3f:%.3f", from, to, from,
                        to);
}

static void print_report(rw_console *console, const rw_baked *baked)
{
    const rw_bake_summary *summary = &baked->summary;
    rw_console_note(console, "animation \"%s\": %s", baked->animation, baked->choice);
    rw_console_note(console, "%zu samples at %.6g a second, %.6g s; travel %.6g m, path %.6g m, height %.6g to %.6g m, "
                    "turn %.6g degrees, at most %.6g m/s",
                    baked->sample_count, baked->frame_rate, summary->duration, summary->travel, summary->path,
                    summary->height_min, summary->height_max, summary->yaw, summary->peak_speed);
    print_stretch(console, baked);
    for (size_t i = 0; i < baked->warning_count; i++)
        rw_console_warning(console, "%s", baked->warnings[i]);
}

static int write_clip(rw_console *console, const rw_arguments *arguments, const rw_baked *baked)
{
    const char *output = rw_arguments_text(arguments, "output");
    char *text;
    size_t length;
    int code = RW_EXIT_OK;
    if (!rw_baked_write_json(baked, &text, &length)) {
        rw_console_error(console, "out of memory while writing the clip");
        return RW_EXIT_INTERNAL;
    }
    if (output == NULL)
        fwrite(text, 1, length, console->out);
    else if (!rw_file_write(console, output, text, length))
        code = RW_EXIT_OUTPUT;
    free(text);
    return code;
}

static int bake(rw_console *console, const rw_arguments *arguments, rw_bake_options *options)
{
    rw_scene scene;
    rw_baked baked;
    rw_bake_error error = {0};
    rw_console_progress(console, "reading %s", options->file);
    if (!rw_scene_read(options->file, &scene, &error)) {
        rw_console_error(console, "cannot read \"%s\": %s%s%s", options->file, error.place,
                         error.place[0] != '\0' ? ": " : "", error.detail);
        return RW_EXIT_BAD_INPUT;
    }
    options->progress = show_progress;
    options->progress_context = console;
    bool done = rw_bake(&scene, options, &baked, &error);
    rw_console_progress_end(console);
    rw_scene_free(&scene);
    if (!done) {
        rw_console_error(console, "cannot bake \"%s\": %s%s%s", options->file, error.place,
                         error.place[0] != '\0' ? ": " : "", error.detail);
        return RW_EXIT_BAD_INPUT;
    }
    if (rw_arguments_has(arguments, "json"))
        print_report_json(console, &baked);
    else
        print_report(console, &baked);
    int code = write_clip(console, arguments, &baked);
    rw_baked_free(&baked);
    return code;
}

int rw_command_bake(rw_console *console, const rw_arguments *arguments)
{
    rw_bake_request request;
    int code = rw_bake_request_parse(console, arguments, &request);
    if (code != RW_EXIT_OK)
        return code;
    request.options.file = rw_arguments_operand(arguments, 0);
    code = rw_arguments_has(arguments, "all") ? rw_bake_folder(console, arguments, &request.options)
                                              : bake(console, arguments, &request.options);
    rw_bake_request_free(&request);
    return code;
}
