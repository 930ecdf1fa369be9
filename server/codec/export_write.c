#include "codec/export_write.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "base/clock.h"
#include "codec/json_write.h"

#define CHUNK ((size_t)256 * 1024)

static bool no_memory(rw_problem *problem)
{
    rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory for a line of the export");
    return false;
}

static bool flush(rw_export_writer *writer, rw_problem *problem)
{
    size_t done = 0;
    while (done < writer->lines.length) {
        const ssize_t more = write(writer->descriptor, writer->lines.data + done, writer->lines.length - done);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0) {
            const bool full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
            rw_problem_set(problem, full ? RW_PROBLEM_STORE_FULL : RW_PROBLEM_INTERNAL,
                           "cannot write the export (error %d)", errno);
            return false;
        }
        done += (size_t)more;
    }
    writer->bytes += done;
    rw_buffer_clear(&writer->lines);
    return true;
}

static bool end_line(rw_export_writer *writer, size_t start, rw_problem *problem)
{
    if (!rw_buffer_append_char(&writer->lines, '\n'))
        return no_memory(problem);
    rw_hash_stream_add(&writer->hash, writer->lines.data + start, writer->lines.length - start);
    return writer->lines.length < CHUNK || flush(writer, problem);
}

static const char *kind_name(rw_store_kind kind)
{
    return kind == RW_STORE_CLIP ? "clip" : "profile";
}

/* The first line comes with the first name, or with the end of an empty catalogue. */
static bool begin(rw_export_writer *writer, rw_problem *problem)
{
    if (writer->bytes > 0 || writer->lines.length > 0)
        return true;
    rw_hash_stream_begin(&writer->hash);
    rw_json_writer json;
    rw_json_writer_init(&json, &writer->lines);
    rw_json_object_begin(&json);
    rw_json_put_text(&json, "format", RW_EXPORT_FORMAT);
    rw_json_put_text(&json, "type", "catalogue");
    rw_json_put_integer(&json, "version", RW_EXPORT_VERSION);
    rw_json_object_end(&json);
    return end_line(writer, 0, problem);
}

static bool write_name(void *context, const rw_store_name *name, rw_problem *problem)
{
    rw_export_writer *writer = context;
    if (!begin(writer, problem))
        return false;
    const size_t start = writer->lines.length;
    rw_json_writer json;
    rw_json_writer_init(&json, &writer->lines);
    rw_json_object_begin(&json);
    rw_json_key(&json, "head");
    if (name->head > 0)
        rw_json_integer(&json, name->head);
    else
        rw_json_null(&json);
    rw_json_put_text(&json, "kind", kind_name(name->kind));
    rw_json_put_integer(&json, "last_revision", name->last_revision);
    rw_json_put_text(&json, "name", name->name);
    rw_json_put_text(&json, "type", "name");
    rw_json_object_end(&json);
    writer->names++;
    return end_line(writer, start, problem);
}

static bool write_revision(void *context, const rw_store_revision *revision, rw_problem *problem)
{
    rw_export_writer *writer = context;
    const size_t start = writer->lines.length;
    char created_at[RW_CLOCK_TEXT_SIZE];
    rw_clock_format_utc(revision->saved_at_ms, created_at);
    rw_json_writer json;
    rw_json_writer_init(&json, &writer->lines);
    rw_json_object_begin(&json);
    if (revision->kind == RW_STORE_PROFILE)
        rw_json_put_integer(&json, "clip_revision", revision->clip_revision);
    rw_json_put_text(&json, "content_hash", revision->hash.text);
    rw_json_put_text(&json, "created_at", created_at);
    rw_json_key(&json, "document");
    rw_json_raw(&json, revision->document, revision->document_length);
    rw_json_put_text(&json, "kind", kind_name(revision->kind));
    rw_json_put_text(&json, "name", revision->name);
    rw_json_put_integer(&json, "revision", revision->revision);
    rw_json_put_text(&json, "type", "revision");
    rw_json_object_end(&json);
    writer->revisions++;
    return end_line(writer, start, problem);
}

void rw_export_writer_init(rw_export_writer *writer, int descriptor)
{
    *writer = (rw_export_writer){.descriptor = descriptor};
    rw_buffer_init(&writer->lines, SIZE_MAX - 1);
}

rw_store_export_sink rw_export_writer_sink(rw_export_writer *writer)
{
    return (rw_store_export_sink){.name = write_name, .revision = write_revision, .context = writer};
}

bool rw_export_writer_end(rw_export_writer *writer, rw_hash *content_hash, rw_problem *problem)
{
    if (!begin(writer, problem))
        return false;
    const rw_hash hash = rw_hash_stream_end(&writer->hash);
    rw_json_writer json;
    rw_json_writer_init(&json, &writer->lines);
    rw_json_object_begin(&json);
    rw_json_put_text(&json, "content_hash", hash.text);
    rw_json_put_integer(&json, "names", (int64_t)writer->names);
    rw_json_put_integer(&json, "revisions", (int64_t)writer->revisions);
    rw_json_put_text(&json, "type", "end");
    rw_json_object_end(&json);
    if (!rw_buffer_append_char(&writer->lines, '\n'))
        return no_memory(problem);
    if (!flush(writer, problem))
        return false;
    *content_hash = hash;
    return true;
}

void rw_export_writer_free(rw_export_writer *writer)
{
    if (writer != NULL)
        rw_buffer_free(&writer->lines);
}
