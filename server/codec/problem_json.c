#include "codec/problem_json.h"

#include <stdio.h>

static void write_fields(rw_json_writer *writer, const rw_problem *problem)
{
    rw_json_key(writer, "errors");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < problem->field_count; i++) {
        const rw_problem_field *field = &problem->fields[i];
        rw_json_object_begin(writer);
        rw_json_put_text(writer, "pointer", field->pointer);
        rw_json_put_text(writer, "code", field->code);
        rw_json_put_text(writer, "detail", field->detail);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
}

void rw_problem_write_json(rw_json_writer *writer, const rw_problem *problem, const char *instance)
{
    const rw_problem_code code = problem->code == RW_PROBLEM_NONE ? RW_PROBLEM_INTERNAL : problem->code;
    const rw_problem_info *info = rw_problem_info_get(code);
    char type[128];
    snprintf(type, sizeof type, "%s%s", RW_PROBLEM_TYPE_PREFIX, info->name);
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "type", type);
    rw_json_put_text(writer, "title", info->title);
    rw_json_put_integer(writer, "status", info->http_status);
    rw_json_put_text(writer, "detail", problem->detail[0] != '\0' ? problem->detail : info->doc);
    if (instance != NULL)
        rw_json_put_text(writer, "instance", instance);
    rw_json_put_text(writer, "code", info->name);
    rw_json_put_bool(writer, "retryable", info->retryable);
    if (problem->field_count > 0)
        write_fields(writer, problem);
    if (problem->fields_truncated)
        rw_json_put_bool(writer, "errors_truncated", true);
    rw_json_object_end(writer);
}
