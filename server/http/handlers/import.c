/* POST /v1/import: a whole catalogue, merged into this one. */
#include <string.h>

#include "codec/import_read.h"
#include "http/handlers/handlers.h"
#include "http/handlers/support.h"

const char *const rw_import_query[] = {"dry_run", NULL};

static bool read_dry_run(const rw_http_request *request, bool *dry_run, rw_problem *problem)
{
    const char *text = rw_http_request_query(request, "dry_run");
    *dry_run = text != NULL && strcmp(text, "true") == 0;
    if (text == NULL || *dry_run || strcmp(text, "false") == 0)
        return true;
    rw_problem_set(problem, RW_PROBLEM_INVALID_PARAMETER,
                   "the query parameter 'dry_run' is '%.100s'; it must be true or false", text);
    return false;
}

static void answer(rw_http_response *response, const rw_import *import, bool dry_run,
                   const rw_store_import_result *result)
{
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, RW_HANDLER_BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_bool(&writer, "dry_run", dry_run);
    rw_json_put_text(&writer, "content_hash", import->content_hash.text);
    rw_json_put_integer(&writer, "names", (int64_t)import->name_count);
    rw_json_put_integer(&writer, "revisions", (int64_t)import->revision_count);
    rw_json_put_integer(&writer, "names_changed", (int64_t)result->names_changed);
    rw_json_put_integer(&writer, "revisions_added", (int64_t)result->revisions_added);
    rw_json_object_end(&writer);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    response->catalog_version = (uint64_t)result->sequence;
}

void rw_handle_import(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    rw_import import;
    rw_store_import_result result;
    bool dry_run = false;
    if (!read_dry_run(request, &dry_run, &problem) ||
        !rw_import_read(request->body, request->body_length, &import, &problem)) {
        rw_handler_fail(response, request, &problem);
        return;
    }
    const rw_store_import_request wanted = {.names = import.names,
                                            .name_count = import.name_count,
                                            .dry_run = dry_run,
                                            .origin = rw_http_request_origin(request)};
    if (rw_service_import(context->service, &wanted, &result, &problem))
        answer(response, &import, dry_run, &result);
    else
        rw_handler_fail(response, request, &problem);
    rw_import_free(&import);
}
