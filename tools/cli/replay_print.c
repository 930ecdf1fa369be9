#include "replay.h"

#include "base/clock.h"
#include "codec/json_write.h"

#include <inttypes.h>
#include <string.h>

#define REPORT_MAX ((size_t)64 * 1024)

/* ---- for people ---- */

static void put(rw_console *console, const char *text)
{
    rw_console_clean(console->out, text, strlen(text));
}

static void print_value(rw_console *console, const char *label, const rw_replay_value *value)
{
    fprintf(console->out, "  %-8s", label);
    put(console, *value->text != '\0' ? value->text : "nothing");
    if (value->number)
        fprintf(console->out, "   bits %016" PRIx64, value->bits);
    fputc('\n', console->out);
}

static void print_place(rw_console *console, const rw_replay_difference *difference)
{
    if (!difference->json) {
        fprintf(console->out, "  where   byte %zu of the answer\n", difference->byte);
        return;
    }
    fprintf(console->out, "  where   %s", rw_colour_start(console->colour_out, RW_COLOUR_BOLD));
    put(console, *difference->pointer != '\0' ? difference->pointer : "the whole answer");
    fprintf(console->out, "%s, byte %zu\n", rw_colour_end(console->colour_out, RW_COLOUR_BOLD), difference->byte);
    print_value(console, "then", &difference->then);
    print_value(console, "now", &difference->now);
    if (difference->then.number && difference->now.number) {
        const uint64_t distance = rw_replay_distance(difference->then.bits, difference->now.bits);
        fprintf(console->out, "  apart   %" PRIu64 " unit%s in the last place\n", distance, distance == 1 ? "" : "s");
    }
}

static void print_case(rw_console *console, const rw_replay_case *first)
{
    char at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(first->at_ms, at);
    fprintf(console->out, "%sthe first that differs is record %zu%s, at byte %" PRIu64 " of the file\n",
            rw_colour_start(console->colour_out, RW_COLOUR_BAD), first->record,
            rw_colour_end(console->colour_out, RW_COLOUR_BAD), first->offset);
    fprintf(console->out, "  asked   ");
    put(console, first->method);
    fputc(' ', console->out);
    put(console, first->target);
    fprintf(console->out, "%s\n  request ", first->pinned ? ", with the revisions that answered then" : "");
    put(console, first->request_id);
    fprintf(console->out, ", answered %s from catalogue version %" PRIu64 "\n", at, first->catalog_version);
    if (first->then_status != first->now_status)
        fprintf(console->out, "  status  %d then, %d now\n", first->then_status, first->now_status);
    print_place(console, &first->difference);
}

static void print_report(rw_console *console, const rw_replay_report *report)
{
    if (report->different > 0)
        print_case(console, &report->first);
    fprintf(console->out, "%zu record%s: %zu answered alike, %s%zu otherwise%s, %zu not asked\n", report->records,
            report->records == 1 ? "" : "s", report->equal + report->alike,
            rw_colour_start(console->colour_out, report->different > 0 ? RW_COLOUR_BAD : RW_COLOUR_GOOD),
            report->different, rw_colour_end(console->colour_out, RW_COLOUR_BAD), report->left_out);
}

/* ---- for programs ---- */

static void write_value(rw_json_writer *writer, const char *name, const rw_replay_value *value)
{
    char bits[24];
    rw_json_key(writer, name);
    if (*value->text == '\0') {
        rw_json_null(writer);
        return;
    }
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "text", value->text);
    snprintf(bits, sizeof bits, "%016" PRIx64, value->bits);
    if (value->number)
        rw_json_put_text(writer, "bits", bits);
    rw_json_object_end(writer);
}

static void write_case(rw_json_writer *writer, const rw_replay_case *first)
{
    char at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(first->at_ms, at);
    rw_json_object_begin(writer);
    rw_json_put_integer(writer, "record", (int64_t)first->record);
    rw_json_put_integer(writer, "offset", (int64_t)first->offset);
    rw_json_put_text(writer, "at", at);
    rw_json_put_integer(writer, "catalog_version", (int64_t)first->catalog_version);
    rw_json_put_text(writer, "method", first->method);
    rw_json_put_text(writer, "target", first->target);
    rw_json_put_text(writer, "request_id", first->request_id);
    rw_json_put_bool(writer, "pinned", first->pinned);
    rw_json_put_integer(writer, "status_then", first->then_status);
    rw_json_put_integer(writer, "status_now", first->now_status);
    rw_json_put_integer(writer, "byte", (int64_t)first->difference.byte);
    if (first->difference.json) {
        rw_json_put_text(writer, "pointer", first->difference.pointer);
        write_value(writer, "then", &first->difference.then);
        write_value(writer, "now", &first->difference.now);
    }
    rw_json_object_end(writer);
}

static void write_who(rw_json_writer *writer, const char *name, const char *release, int solver)
{
    rw_json_key(writer, name);
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "release", release);
    rw_json_put_integer(writer, "solver_version", solver);
    rw_json_object_end(writer);
}

static bool write_report(rw_buffer *out, const rw_replay_report *report)
{
    rw_json_writer writer;
    rw_json_writer_init(&writer, out);
    rw_json_object_begin(&writer);
    write_who(&writer, "recorded_by", report->session.release, report->session.solver_version);
    write_who(&writer, "asked", report->server_version, report->solver_version);
    rw_json_put_integer(&writer, "records", (int64_t)report->records);
    rw_json_put_integer(&writer, "equal", (int64_t)report->equal);
    rw_json_put_integer(&writer, "alike", (int64_t)report->alike);
    rw_json_put_integer(&writer, "different", (int64_t)report->different);
    rw_json_put_integer(&writer, "left_out", (int64_t)report->left_out);
    rw_json_put_integer(&writer, "pinned", (int64_t)report->pinned);
    rw_json_put_bool(&writer, "torn", report->torn);
    rw_json_key(&writer, "first_difference");
    if (report->different > 0)
        write_case(&writer, &report->first);
    else
        rw_json_null(&writer);
    rw_json_object_end(&writer);
    return rw_buffer_append_char(out, '\n');
}

int rw_replay_print(rw_console *console, const rw_arguments *arguments, const rw_replay_report *report)
{
    rw_buffer text;
    rw_buffer_init(&text, REPORT_MAX);
    if (!rw_arguments_has(arguments, "json")) {
        print_report(console, report);
    } else if (write_report(&text, report)) {
        fwrite(text.data, 1, text.length, console->out);
    } else {
        rw_console_error(console, "out of memory while writing the report");
        rw_buffer_free(&text);
        return RW_EXIT_INTERNAL;
    }
    rw_buffer_free(&text);
    return report->different > 0 ? RW_EXIT_NO : RW_EXIT_OK;
}
