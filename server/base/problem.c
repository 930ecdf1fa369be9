#include "base/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 8

static const rw_problem_info problem_infos[] = {
    [RW_PROBLEM_NONE] = {"none", 200, false, "No problem", "Nothing went wrong."},
#define RW_PROBLEM_CODE(ID, name, status, retryable, title, doc) \
    [RW_PROBLEM_##ID] = {name, status, retryable, title, doc},
#include "errors.def"
};

static const rw_field_info field_infos[] = {
    [RW_FIELD_NONE] = {"none", RW_FIELD_KIND_MEANING, "Nothing is wrong with the field."},
#define RW_FIELD_CODE(ID, name, kind, doc) [RW_FIELD_##ID] = {name, RW_FIELD_KIND_##kind, doc},
#include "errors.def"
};

void rw_problem_init(rw_problem *problem)
{
    problem->code = RW_PROBLEM_NONE;
    problem->detail[0] = '\0'; /* the rest of it is never read, and a batch has many problems */
    problem->fields = NULL;
    problem->field_count = problem->field_capacity = 0;
    problem->fields_truncated = problem->has_form_field = false;
}

void rw_problem_free(rw_problem *problem)
{
    if (problem == NULL)
        return;
    for (size_t i = 0; i < problem->field_count; i++)
        free((char *)problem->fields[i].pointer);
    free(problem->fields);
    rw_problem_init(problem);
}

bool rw_problem_failed(const rw_problem *problem)
{
    return problem->code != RW_PROBLEM_NONE || problem->field_count > 0 || problem->fields_truncated;
}

/* The length of the longest run of whole UTF-8 characters in text[0 .. length). */
static size_t whole_characters(const char *text, size_t length)
{
    size_t start = length;
    while (start > 0 && length - start < 4) {
        start--;
        const unsigned char lead = (unsigned char)text[start];
        if ((lead & 0xC0) == 0x80)
            continue;
        const size_t size = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        return length - start < size ? start : length;
    }
    return length;
}

/* vsnprintf that cuts between characters; returns the length written. */
static size_t print_bounded(char *out, size_t size, const char *format, va_list arguments)
{
    const int length = vsnprintf(out, size, format, arguments);
    if (length < 0) {
        out[0] = '\0';
        return 0;
    }
    if ((size_t)length < size)
        return (size_t)length;
    const size_t kept = whole_characters(out, size - 1);
    out[kept] = '\0';
    return kept;
}

void rw_problem_set_v(rw_problem *problem, rw_problem_code code, const char *format, va_list arguments)
{
    if (problem->code != RW_PROBLEM_NONE || code == RW_PROBLEM_NONE)
        return;
    problem->code = code;
    print_bounded(problem->detail, sizeof problem->detail, format, arguments);
}

void rw_problem_set(rw_problem *problem, rw_problem_code code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    rw_problem_set_v(problem, code, format, arguments);
    va_end(arguments);
}

static bool reserve_field(rw_problem *problem)
{
    if (problem->field_count < problem->field_capacity)
        return true;
    if (problem->field_count >= RW_PROBLEM_FIELDS_MAX)
        return false;
    size_t capacity = problem->field_capacity == 0 ? FIRST_CAPACITY : problem->field_capacity * 2;
    if (capacity > RW_PROBLEM_FIELDS_MAX)
        capacity = RW_PROBLEM_FIELDS_MAX;
    rw_problem_field *fields = realloc(problem->fields, capacity * sizeof *fields);
    if (fields == NULL)
        return false;
    problem->fields = fields;
    problem->field_capacity = capacity;
    return true;
}

/* One allocation holds the three texts of a field, in the order of the struct. */
static bool store_field(rw_problem *problem, const char *pointer, const char *code, const char *detail)
{
    if (!reserve_field(problem))
        return false;
    const size_t full_length = strlen(pointer);
    const size_t pointer_length =
        full_length <= RW_PROBLEM_POINTER_MAX ? full_length : whole_characters(pointer, RW_PROBLEM_POINTER_MAX);
    const size_t code_size = strlen(code) + 1;
    const size_t detail_size = strlen(detail) + 1;
    char *texts = malloc(pointer_length + 1 + code_size + detail_size);
    if (texts == NULL)
        return false;
    char *code_copy = texts + pointer_length + 1;
    char *detail_copy = code_copy + code_size;
    memcpy(texts, pointer, pointer_length);
    texts[pointer_length] = '\0';
    memcpy(code_copy, code, code_size);
    memcpy(detail_copy, detail, detail_size);
    problem->fields[problem->field_count++] =
        (rw_problem_field){.pointer = texts, .code = code_copy, .detail = detail_copy};
    return true;
}

static void add_field(rw_problem *problem, const char *pointer, const char *code, rw_field_kind kind,
                      const char *format, va_list arguments)
{
    char detail[RW_PROBLEM_DETAIL_SIZE];
    print_bounded(detail, sizeof detail, format, arguments);
    problem->has_form_field = problem->has_form_field || kind == RW_FIELD_KIND_FORM;
    if (!store_field(problem, pointer, code, detail))
        problem->fields_truncated = true;
}

void rw_problem_add_field(rw_problem *problem, const char *pointer, rw_field_code code, const char *format, ...)
{
    const rw_field_info *info = rw_field_info_get(code);
    va_list arguments;
    va_start(arguments, format);
    add_field(problem, pointer, info->name, info->kind, format, arguments);
    va_end(arguments);
}

void rw_problem_add_field_named(rw_problem *problem, const char *pointer, const char *code, const char *format, ...)
{
    const rw_field_code known = rw_field_code_from_name(code);
    va_list arguments;
    va_start(arguments, format);
    add_field(problem, pointer, code, rw_field_info_get(known)->kind, format, arguments);
    va_end(arguments);
}

bool rw_problem_conclude(rw_problem *problem)
{
    if (problem->code != RW_PROBLEM_NONE || !rw_problem_failed(problem))
        return rw_problem_failed(problem);
    const rw_problem_code code = problem->has_form_field ? RW_PROBLEM_INVALID_REQUEST : RW_PROBLEM_UNPROCESSABLE;
    const size_t count = problem->field_count;
    if (count == 0)
        rw_problem_set(problem, code, "fields are wrong, but no memory was left to list them");
    else if (problem->fields_truncated)
        rw_problem_set(problem, code, "more than %zu fields are wrong; errors lists the first of them", count);
    else if (count == 1)
        rw_problem_set(problem, code, "one field is wrong: %s: %s", problem->fields[0].pointer,
                       problem->fields[0].detail);
    else
        rw_problem_set(problem, code, "%zu fields are wrong; errors lists them", count);
    return true;
}

void rw_problem_reopen(rw_problem *problem)
{
    const bool concluded = problem->code == RW_PROBLEM_INVALID_REQUEST || problem->code == RW_PROBLEM_UNPROCESSABLE;
    if (concluded && problem->field_count > 0)
        problem->code = RW_PROBLEM_NONE;
}

void rw_problem_move(rw_problem *source, rw_problem *target)
{
    rw_problem_free(target);
    *target = *source;
    rw_problem_init(source);
}

const rw_problem_info *rw_problem_info_get(rw_problem_code code)
{
    if ((int)code < 0 || code >= RW_PROBLEM_CODE_COUNT)
        return &problem_infos[RW_PROBLEM_INTERNAL];
    return &problem_infos[code];
}

const rw_field_info *rw_field_info_get(rw_field_code code)
{
    if ((int)code < 0 || code >= RW_FIELD_CODE_COUNT)
        return &field_infos[RW_FIELD_NONE];
    return &field_infos[code];
}

rw_field_code rw_field_code_from_name(const char *name)
{
    for (int code = RW_FIELD_NONE + 1; code < RW_FIELD_CODE_COUNT; code++) {
        if (strcmp(field_infos[code].name, name) == 0)
            return (rw_field_code)code;
    }
    return RW_FIELD_NONE;
}
