#include "names.h"

#include <rootwarp/rootwarp.h>

bool rw_text_equal(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

const char *rw_name_at(const char *const *names, size_t count, size_t index, const char *otherwise)
{
    return index < count ? names[index] : otherwise;
}

bool rw_name_find(const char *const *names, size_t count, const char *text, size_t *index)
{
    if (text == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        if (rw_text_equal(names[i], text)) {
            *index = i;
            return true;
        }
    return false;
}

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static const char *const faults[] = {"missing",        "not_finite",   "out_of_range", "zero_quaternion", "empty",
                                     "too_many",       "count_mismatch", "outside_clip", "reversed",      "overlapping",
                                     "unknown_name",   "not_allowed",  "not_orthogonal"};
static const char *const methods[] = {"axis", "skew", "path", "time", "scale"};
static const char *const easings[] = {"linear",     "smoothstep",   "sine_in",    "sine_out",  "sine_in_out",  "quad_in",
                                      "quad_out",   "quad_in_out",  "cubic_in",   "cubic_out", "cubic_in_out", "quart_in",
                                      "quart_out",  "quart_in_out", "quint_in",   "quint_out", "quint_in_out"};
static const char *const rotations[] = {"target", "face", "keep"};
static const char *const turns[] = {"slerp", "offset"};
static const char *const verdicts[] = {"rejected",   "window_passed", "overlapping", "no_travel",
                                       "compressed", "clamped",       "in_band"};
static const char *const findings[] = {"no_travel",        "lead_in",   "untracked_gap",  "rate_extreme",
                                       "short_window",     "duplicate_window", "in_place", "against_facing",
                                       "swings_back",      "tilted_root", "suspicious_units"};
static const char *const severities[] = {"info", "warning", "error"};

const char *rw_fault_name(rw_fault fault)
{
    return rw_name_at(faults, COUNT(faults), (size_t)fault, "unknown");
}

const char *rw_method_name(rw_method method)
{
    return rw_name_at(methods, COUNT(methods), (size_t)method, "?");
}

bool rw_method_parse(const char *text, rw_method *method)
{
    size_t i;
    if (!rw_name_find(methods, COUNT(methods), text, &i))
        return false;
    *method = (rw_method)i;
    return true;
}

const char *rw_easing_name(rw_easing easing)
{
    return rw_name_at(easings, COUNT(easings), (size_t)easing, "?");
}

bool rw_easing_parse(const char *text, rw_easing *easing)
{
    size_t i;
    if (!rw_name_find(easings, COUNT(easings), text, &i))
        return false;
    *easing = (rw_easing)i;
    return true;
}

const char *rw_rotation_name(rw_rotation rotation)
{
    return rw_name_at(rotations, COUNT(rotations), (size_t)rotation, "?");
}

bool rw_rotation_parse(const char *text, rw_rotation *rotation)
{
    size_t i;
    if (!rw_name_find(rotations, COUNT(rotations), text, &i))
        return false;
    *rotation = (rw_rotation)i;
    return true;
}

const char *rw_turn_name(rw_turn turn)
{
    return rw_name_at(turns, COUNT(turns), (size_t)turn, "?");
}

bool rw_turn_parse(const char *text, rw_turn *turn)
{
    size_t i;
    if (!rw_name_find(turns, COUNT(turns), text, &i))
        return false;
    *turn = (rw_turn)i;
    return true;
}

const char *rw_verdict_name(rw_verdict verdict)
{
    return rw_name_at(verdicts, COUNT(verdicts), (size_t)verdict, "?");
}

const char *rw_finding_name(rw_finding_code code)
{
    return rw_name_at(findings, COUNT(findings), (size_t)code, "?");
}

const char *rw_severity_name(rw_severity severity)
{
    return rw_name_at(severities, COUNT(severities), (size_t)severity, "?");
}

const char *rw_version(void)
{
    return RW_VERSION;
}

int rw_solver_version(void)
{
    return RW_SOLVER_VERSION;
}
