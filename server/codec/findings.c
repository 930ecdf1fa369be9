#include "codec/findings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/diagnostics.h"

void rw_codec_findings_init(rw_codec_findings *list)
{
    *list = (rw_codec_findings){.count = 0};
    rw_arena_init(&list->texts);
}

void rw_codec_findings_free(rw_codec_findings *list)
{
    if (list == NULL)
        return;
    free(list->items);
    rw_arena_free(&list->texts);
    rw_codec_findings_init(list);
}

static bool reserve(rw_codec_findings *list)
{
    if (list->count < list->capacity)
        return true;
    const size_t capacity = list->capacity == 0 ? 16 : 2 * list->capacity;
    rw_codec_finding *items = realloc(list->items, capacity * sizeof *items);
    if (items == NULL)
        return false;
    list->items = items;
    list->capacity = capacity;
    return true;
}

/* Copies the texts. */
static void add(rw_codec_findings *list, const rw_codec_finding *finding)
{
    const char *pointer = rw_arena_text(&list->texts, finding->pointer, strlen(finding->pointer));
    const char *advice = rw_arena_text(&list->texts, finding->advice, strlen(finding->advice));
    if (pointer == NULL || advice == NULL || !reserve(list)) {
        list->no_memory = true;
        return;
    }
    rw_codec_finding *kept = &list->items[list->count++];
    *kept = *finding;
    kept->pointer = pointer;
    kept->advice = advice;
}

#define FEW_FINDINGS 32

void rw_codec_findings_add_profile(rw_codec_findings *list, const rw_profile *profile)
{
    rw_finding few[FEW_FINDINGS];
    rw_finding *findings = few;
    const size_t count = rw_profile_findings(profile, few, FEW_FINDINGS);
    if (count > FEW_FINDINGS) {
        findings = malloc(count * sizeof *findings);
        if (findings == NULL) {
            list->no_memory = true;
            return;
        }
        rw_profile_findings(profile, findings, count);
    }
    for (size_t i = 0; i < count; i++) {
        const rw_finding *found = &findings[i];
        add(list, &(rw_codec_finding){.code = rw_finding_name(found->code),
                                      .severity = found->severity,
                                      .pointer = found->field,
                                      .value = found->value,
                                      .limit = found->limit,
                                      .advice = found->advice != NULL ? found->advice : ""});
    }
    if (findings != few)
        free(findings);
}

/* What a number of a profile that does not compile is held against. */
typedef struct reason {
    const char *code;
    double limit;
} reason;

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static const rw_phase_desc *phase_of(const rw_profile_document *document, const char *field, size_t *index)
{
    if (!begins_with(field, "/phases/"))
        return NULL;
    char *end;
    const unsigned long at = strtoul(field + strlen("/phases/"), &end, 10);
    *index = (size_t)at;
    return at < document->desc.phase_count ? &document->desc.phases[at] : NULL;
}

static reason reason_of_rate(const rw_profile_document *document, const rw_diagnostic *diagnostic)
{
    size_t index;
    const rw_phase_desc *phase = phase_of(document, diagnostic->field, &index);
    const rw_range rate = phase != NULL ? phase->rate : document->desc.rate;
    if (diagnostic->fault == RW_FAULT_REVERSED)
        return (reason){"rate_reversed", rate.min};
    return (reason){"rate_not_positive", 0};
}

static reason reason_of_band(const rw_profile_document *document, const rw_diagnostic *diagnostic)
{
    if (diagnostic->fault == RW_FAULT_REVERSED)
        return (reason){"band_reversed", document->desc.scale_band.min};
    return (reason){"band_not_positive", 0};
}

static reason reason_of_phase(const rw_profile_document *document, const rw_clip *clip,
                              const rw_diagnostic *diagnostic)
{
    size_t index = 0;
    const rw_phase_desc *phase = phase_of(document, diagnostic->field, &index);
    const rw_field_code code = rw_codec_fault_code(diagnostic->fault, diagnostic->field);
    if (phase == NULL)
        return (reason){rw_field_info_get(code)->name, (double)NAN};
    if (diagnostic->fault == RW_FAULT_OVERLAPPING && index > 0)
        return (reason){"overlapping_phases", document->desc.phases[index - 1].end};
    if (diagnostic->fault == RW_FAULT_OUTSIDE_CLIP && clip != NULL) {
        rw_clip_info info;
        rw_clip_describe(clip, &info);
        return (reason){"outside_clip", document->desc.times_normalised ? 1 : info.duration};
    }
    return (reason){rw_field_info_get(code)->name, code == RW_FIELD_EMPTY_WINDOW ? phase->start : (double)(double)NAN};
}

static reason reason_of(const rw_profile_document *document, const rw_clip *clip, const rw_diagnostic *diagnostic)
{
    const bool bounds = diagnostic->fault == RW_FAULT_REVERSED || diagnostic->fault == RW_FAULT_OUT_OF_RANGE;
    const char *field = diagnostic->field;
    if (document != NULL && bounds && begins_with(field, "/scale_band/"))
        return reason_of_band(document, diagnostic);
    if (document != NULL && bounds && strstr(field, "/rate/") != NULL)
        return reason_of_rate(document, diagnostic);
    if (document != NULL)
        return reason_of_phase(document, clip, diagnostic);
    return (reason){rw_field_info_get(rw_codec_fault_code(diagnostic->fault, field))->name, (double)NAN};
}

void rw_codec_findings_add_diagnostics(rw_codec_findings *list, const rw_profile_document *document,
                                       const rw_clip *clip, const rw_diagnostics *diagnostics)
{
    const size_t held = diagnostics->count < diagnostics->capacity ? diagnostics->count : diagnostics->capacity;
    for (size_t i = 0; i < held; i++) {
        const rw_diagnostic *diagnostic = &diagnostics->items[i];
        const reason why = reason_of(document, clip, diagnostic);
        add(list, &(rw_codec_finding){.code = why.code,
                                      .severity = RW_SEVERITY_ERROR,
                                      .pointer = diagnostic->field,
                                      .of_clip = document == NULL,
                                      .value = diagnostic->value,
                                      .limit = why.limit,
                                      .advice = diagnostic->detail != NULL ? diagnostic->detail : ""});
    }
}

void rw_codec_findings_add_problem(rw_codec_findings *list, const rw_problem *problem)
{
    for (size_t i = 0; i < problem->field_count; i++) {
        const rw_problem_field *field = &problem->fields[i];
        const rw_field_code code = rw_field_code_from_name(field->code);
        add(list, &(rw_codec_finding){.code = rw_field_info_get(code)->name,
                                      .severity = RW_SEVERITY_ERROR,
                                      .pointer = field->pointer,
                                      .value = (double)NAN,
                                      .limit = (double)NAN,
                                      .advice = field->detail});
    }
    if (problem->field_count == 0)
        add(list, &(rw_codec_finding){.code = rw_problem_info_get(problem->code)->name,
                                      .severity = RW_SEVERITY_ERROR,
                                      .pointer = "",
                                      .value = (double)NAN,
                                      .limit = (double)NAN,
                                      .advice = problem->detail});
}

void rw_codec_findings_add_clip_changed(rw_codec_findings *list, double old_travel, double new_travel)
{
    add(list, &(rw_codec_finding){
                  .code = "clip_changed",
                  .severity = RW_SEVERITY_WARNING,
                  .pointer = "/clip",
                  .value = new_travel,
                  .limit = old_travel,
                  .advice = "the clip has changed since the profile was saved: value is the travel of the profile's "
                            "span now, limit what it was; look at the profile again and put it once more"});
}

double rw_codec_span_travel(const rw_profile_document *document, const rw_profile *profile)
{
    const rw_clip *clip = rw_profile_clip(profile);
    rw_reach_table table;
    if (rw_profile_kind_of(profile) == RW_PROFILE_REACH)
        return rw_reach_table_of(profile, 0, 0, 1, &table, NULL) == RW_OK ? table.natural_travel : (double)NAN;
    if (document->desc.phase_count == 0)
        return (double)NAN;
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    const double unit = document->desc.times_normalised ? info.duration : 1;
    const double start = document->desc.phases[0].start * unit;
    const double end = document->desc.phases[document->desc.phase_count - 1].end * unit;
    const rw_vec3 net = rw_clip_motion(clip, start, end, 1).position;
    return sqrt(net.x * net.x + net.y * net.y + net.z * net.z);
}

static const rw_clip *validate_clip(const rw_clip_document *document, rw_arena *arena, rw_codec_findings *list,
                                    rw_problem *problem)
{
    const size_t size = rw_clip_size(&document->desc);
    void *memory = rw_arena_allocate(arena, size, 1);
    if (memory == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to compile the clip");
        return NULL;
    }
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_clip *clip = NULL;
    if (rw_clip_compile(&document->desc, memory, size, &clip, &diagnostics) == RW_OK)
        return clip;
    rw_codec_findings_add_diagnostics(list, NULL, NULL, &diagnostics);
    return NULL;
}

static void validate_profile(const rw_profile_document *document, const rw_clip *clip, rw_arena *arena,
                             rw_codec_findings *list, rw_problem *problem)
{
    const size_t size = rw_profile_size(&document->desc, clip);
    void *memory = rw_arena_allocate(arena, size, 1);
    if (memory == NULL) {
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to compile the profile");
        return;
    }
    rw_diagnostic items[RW_CODEC_DIAGNOSTICS_MAX];
    rw_diagnostics diagnostics = {.items = items, .capacity = RW_CODEC_DIAGNOSTICS_MAX};
    const rw_profile *profile = rw_codec_profile_build(document, clip, memory, size, &diagnostics);
    if (profile != NULL)
        rw_codec_findings_add_profile(list, profile);
    else
        rw_codec_findings_add_diagnostics(list, document, clip, &diagnostics);
}

bool rw_codec_validate(const rw_codec_validate_request *request, const rw_clip *stored, rw_arena *arena,
                       rw_codec_findings *list, rw_problem *problem)
{
    const rw_clip *clip = request->has_clip ? validate_clip(&request->clip, arena, list, problem) : stored;
    if (clip != NULL)
        validate_profile(&request->profile, clip, arena, list, problem);
    return !rw_problem_failed(problem);
}

static void write_finding(rw_json_writer *writer, const rw_codec_finding *finding)
{
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "code", finding->code);
    rw_json_put_text(writer, "severity", rw_severity_name(finding->severity));
    rw_json_put_text(writer, "document", finding->of_clip ? "clip" : "profile");
    rw_json_put_text(writer, "pointer", finding->pointer);
    rw_json_put_number(writer, "value", finding->value);
    rw_json_put_number(writer, "limit", finding->limit);
    rw_json_put_text(writer, "advice", finding->advice);
    rw_json_object_end(writer);
}

void rw_codec_findings_write(rw_json_writer *writer, const rw_codec_findings *list)
{
    if (list->no_memory) {
        rw_buffer_fail(writer->buffer);
        return;
    }
    rw_json_array_begin(writer);
    for (size_t i = 0; i < list->count; i++)
        write_finding(writer, &list->items[i]);
    rw_json_array_end(writer);
}

bool rw_codec_severity_parse(const char *text, rw_severity *severity)
{
    for (int i = RW_SEVERITY_INFO; i <= RW_SEVERITY_ERROR; i++) {
        if (strcmp(text, rw_severity_name((rw_severity)i)) == 0) {
            *severity = (rw_severity)i;
            return true;
        }
    }
    return false;
}
