#include "base/name.h"
#include "http/handlers/support.h"
#include "http/handlers/system.h"
#include "rootwarp/version.h"

#define BODY_MAX 4096

/* What the codec and the solver read of a body. */
static void put_document_limits(rw_json_writer *writer, const rw_http_context *context)
{
    const rw_codec_limits codec = rw_handler_limits(context);
    rw_json_put_integer(writer, "max_depth", (int64_t)codec.depth);
    rw_json_put_integer(writer, "max_values", (int64_t)codec.values);
    rw_json_put_integer(writer, "max_keys", (int64_t)codec.keys);
    rw_json_put_integer(writer, "max_trajectory_samples", (int64_t)codec.samples);
    rw_json_put_integer(writer, "max_observations", (int64_t)codec.samples);
    rw_json_put_integer(writer, "max_batch_profiles", RW_CODEC_BATCH_PROFILES_MAX);
    rw_json_put_integer(writer, "max_select_profiles", (int64_t)codec.items);
    rw_json_put_integer(writer, "max_clip_samples", (int64_t)codec.clip_samples);
    rw_json_put_integer(writer, "max_phases", RW_MAX_PHASES);
    rw_json_put_integer(writer, "max_windows", RW_MAX_WINDOWS);
    rw_json_put_integer(writer, "max_events", RW_MAX_EVENTS);
    rw_json_put_integer(writer, "max_tags", RW_CODEC_TAGS_MAX);
    rw_json_put_integer(writer, "max_tag_bytes", RW_CODEC_TAG_MAX);
    rw_json_put_integer(writer, "max_label_bytes", RW_CODEC_LABEL_MAX);
    rw_json_put_integer(writer, "max_description_bytes", RW_CODEC_DESCRIPTION_MAX);
    rw_json_put_integer(writer, "max_id_bytes", RW_CODEC_ID_MAX);
    rw_json_put_integer(writer, "max_page_items", RW_SERVICE_LIST_MAX);
    rw_json_put_integer(writer, "max_field_errors", RW_PROBLEM_FIELDS_MAX);
}

/* GET /v1/limits: the bounds in force and the versions that answer, for clients to ask once. */
void rw_handle_limits(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    const rw_http_limits *limits = &rw_http_settings_now(context)->limits;
    (void)request;
    rw_buffer body;
    rw_json_writer writer;
    rw_buffer_init(&body, BODY_MAX);
    rw_json_writer_init(&writer, &body);
    rw_json_object_begin(&writer);
    rw_json_put_text(&writer, "server_version", context->release);
    rw_json_put_text(&writer, "commit", context->commit);
    rw_json_put_integer(&writer, "solver_version", RW_SOLVER_VERSION);
    rw_json_put_integer(&writer, "max_body_bytes", (int64_t)limits->max_body_bytes);
    rw_json_put_integer(&writer, "max_document_bytes", (int64_t)limits->max_document_bytes);
    rw_json_put_integer(&writer, "max_import_bytes", (int64_t)limits->max_import_bytes);
    rw_json_put_integer(&writer, "max_batch_items", (int64_t)limits->max_batch_items);
    put_document_limits(&writer, context);
    rw_json_put_integer(&writer, "max_connections", limits->max_connections);
    rw_json_put_integer(&writer, "max_connections_per_address", (int64_t)limits->max_connections_per_address);
    rw_json_put_integer(&writer, "max_in_flight", (int64_t)limits->max_in_flight);
    rw_json_put_integer(&writer, "rate_limit_per_token", limits->rate_per_token);
    rw_json_put_integer(&writer, "rate_limit_per_address", limits->rate_per_address);
    rw_json_put_integer(&writer, "rate_limit_burst", limits->rate_burst);
    rw_json_put_integer(&writer, "max_name_length", RW_NAME_MAX);
    rw_json_put_integer(&writer, "max_target_bytes", RW_HTTP_TARGET_MAX);
    rw_json_put_integer(&writer, "max_headers", RW_HTTP_HEADERS_MAX);
    rw_json_put_integer(&writer, "max_query_parameters", RW_HTTP_QUERY_PARAMETERS_MAX);
    rw_json_put_integer(&writer, "head_deadline_ms", limits->head_deadline_ms);
    rw_json_put_integer(&writer, "body_deadline_ms", limits->body_deadline_ms);
    rw_json_put_integer(&writer, "reply_deadline_ms", limits->reply_deadline_ms);
    rw_json_put_integer(&writer, "idle_deadline_ms", limits->idle_deadline_ms);
    rw_json_put_integer(&writer, "max_wait_ms", RW_HANDLER_WAIT_MAX_MS);
    rw_json_put_integer(&writer, "version_wait_ms", RW_HTTP_VERSION_WAIT_MS);
    rw_json_put_bool(&writer, "read_only", context->read_only);
    rw_json_object_end(&writer);
    rw_http_response_take(response, 200, RW_HTTP_JSON, &body);
    rw_buffer_free(&body);
}
