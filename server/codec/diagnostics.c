#include "codec/diagnostics.h"

#include <stdio.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    const size_t text_length = strlen(text);
    const size_t end_length = strlen(end);
    return text_length >= end_length && strcmp(text + text_length - end_length, end) == 0;
}

static bool is_stretch_edge(const char *field)
{
    return ends_with(field, "/start") || ends_with(field, "/end");
}

rw_field_code rw_codec_fault_code(rw_fault fault, const char *field)
{
    switch (fault) {
    case RW_FAULT_MISSING:
        return RW_FIELD_MISSING;
    case RW_FAULT_NOT_FINITE:
        return RW_FIELD_NOT_FINITE;
    case RW_FAULT_OUT_OF_RANGE:
        return RW_FIELD_OUT_OF_RANGE;
    case RW_FAULT_ZERO_QUATERNION:
        return RW_FIELD_ZERO_QUATERNION;
    case RW_FAULT_EMPTY:
        return is_stretch_edge(field) ? RW_FIELD_EMPTY_WINDOW : RW_FIELD_EMPTY;
    case RW_FAULT_TOO_MANY:
        return RW_FIELD_TOO_LONG;
    case RW_FAULT_COUNT_MISMATCH:
        return RW_FIELD_COUNT_MISMATCH;
    case RW_FAULT_OUTSIDE_CLIP:
        return RW_FIELD_OUTSIDE_CLIP;
    case RW_FAULT_REVERSED:
        return is_stretch_edge(field) ? RW_FIELD_EMPTY_WINDOW : RW_FIELD_INCONSISTENT;
    case RW_FAULT_OVERLAPPING:
        return RW_FIELD_OVERLAP;
    case RW_FAULT_UNKNOWN_NAME:
        return RW_FIELD_UNKNOWN_NAME;
    case RW_FAULT_NOT_ALLOWED:
        return RW_FIELD_NOT_ALLOWED;
    case RW_FAULT_NOT_ORTHOGONAL:
        return RW_FIELD_INCONSISTENT;
    }
    return RW_FIELD_INCONSISTENT;
}

/* Whether `pointer` is `place` or lies in it. */
static bool lies_in(const char *pointer, const char *place)
{
    const size_t length = strlen(place);
    return strncmp(pointer, place, length) == 0 && (pointer[length] == '\0' || pointer[length] == '/');
}

/* Times of windows and events cannot be judged while the clip's length is unknown. */
static bool needs_duration(const char *pointer, const char *prefix)
{
    const char *field = pointer + strlen(prefix);
    return lies_in(field, "/windows") || lies_in(field, "/events");
}

static bool decides_duration(const char *reported, const char *prefix)
{
    if (!lies_in(reported, prefix))
        return false;
    const char *field = reported + strlen(prefix);
    return strcmp(field, "/frame_rate") == 0 || strcmp(field, "/root") == 0 || strcmp(field, "/root/positions") == 0;
}

/* As many rotations as positions, or none. */
static bool counts_positions(const char *pointer, const char *reported, const char *prefix)
{
    if (!lies_in(reported, prefix) || strcmp(pointer + strlen(prefix), "/root/rotations") != 0)
        return false;
    const char *field = reported + strlen(prefix);
    return strcmp(field, "/root/positions") == 0;
}

/* Of one of the first `count` entries of the problem. */
static bool is_consequence(const rw_problem *problem, size_t count, const char *prefix, const char *pointer)
{
    for (size_t i = 0; i < count; i++) {
        const char *reported = problem->fields[i].pointer;
        if (lies_in(pointer, reported))
            return true;
        if (needs_duration(pointer, prefix) && decides_duration(reported, prefix))
            return true;
        if (counts_positions(pointer, reported, prefix))
            return true;
    }
    return false;
}

/* Where to look up the name of a window that is unknown. */
static const char *advice_of(const rw_diagnostic *diagnostic)
{
    return diagnostic->fault == RW_FAULT_UNKNOWN_NAME && ends_with(diagnostic->field, "/window")
               ? "; the clip's document lists those that it has under \"windows\", and rootwarp bake --window "
                 "NAME:START:END makes one"
               : "";
}

void rw_codec_add_diagnostics(rw_problem *problem, const char *prefix, const rw_diagnostics *diagnostics)
{
    const size_t held = diagnostics->count < diagnostics->capacity ? diagnostics->count : diagnostics->capacity;
    const size_t reported = problem->field_count;
    for (size_t i = 0; i < held; i++) {
        const rw_diagnostic *diagnostic = &diagnostics->items[i];
        char pointer[RW_PROBLEM_POINTER_MAX + 1];
        snprintf(pointer, sizeof pointer, "%s%s", prefix, diagnostic->field);
        if (is_consequence(problem, reported, prefix, pointer))
            continue;
        const rw_field_code code = rw_codec_fault_code(diagnostic->fault, diagnostic->field);
        rw_problem_add_field(problem, pointer, code, "%s%s", diagnostic->detail != NULL ? diagnostic->detail : "",
                             advice_of(diagnostic));
    }
}
