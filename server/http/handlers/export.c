/* GET /v1/export: the whole catalogue as NDJSON. */
#include <unistd.h>

#include "codec/export_write.h"
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_export_media[] = {RW_HTTP_NDJSON, NULL};

/* Through a file: a catalogue with its past may be larger than memory. */
static bool write_export(rw_http_context *context, int file, rw_export_writer *writer, rw_hash *content_hash,
                         int64_t *version, rw_problem *problem)
{
    rw_export_writer_init(writer, file);
    const rw_store_export_sink sink = rw_export_writer_sink(writer);
    const bool written = rw_service_export(context->service, &sink, version, problem) &&
                         rw_export_writer_end(writer, content_hash, problem);
    rw_export_writer_free(writer);
    return written;
}

static bool make_export(rw_http_context *context, rw_http_response *response, rw_problem *problem)
{
    rw_export_writer writer;
    rw_hash content_hash;
    int64_t version = 0;
    int file = -1;
    if (!rw_service_scratch_file(context->service, &file, problem))
        return false;
    if (!write_export(context, file, &writer, &content_hash, &version, problem)) {
        close(file);
        return false;
    }
    rw_http_response_file(response, 200, RW_HTTP_NDJSON, file, writer.bytes);
    rw_http_response_set_etag(response, content_hash.text);
    response->catalog_version = (uint64_t)version;
    return true;
}

void rw_handle_export(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_handler_turn_begin(context, response, &problem)) {
        make_export(context, response, &problem);
        rw_handler_turn_end(context);
    }
    if (rw_problem_failed(&problem))
        rw_handler_fail(response, request, &problem);
}
