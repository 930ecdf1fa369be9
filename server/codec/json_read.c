#include "codec/json_read.h"

#include <string.h>

#include "codec/json_scan.h"

typedef struct fault_text {
    rw_problem_code problem;
    rw_field_code field;
    const char *text;
} fault_text;

static const fault_text fault_texts[] = {
    [RW_JSON_SOUND] = {RW_PROBLEM_INTERNAL, RW_FIELD_NONE, "nothing is wrong"},
    [RW_JSON_EMPTY] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_EMPTY, "the body is empty"},
    [RW_JSON_BOM] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_BAD_TEXT,
                     "the body begins with a byte order mark; send UTF-8 without one"},
    [RW_JSON_SYNTAX] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_INVALID_JSON, "this may not stand here"},
    [RW_JSON_CUT_SHORT] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_INVALID_JSON, "the body ends before its value does"},
    [RW_JSON_TRAILING] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_INVALID_JSON, "something follows the end of the value"},
    [RW_JSON_BAD_UTF8] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_BAD_TEXT, "these bytes are not UTF-8"},
    [RW_JSON_CONTROL] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_BAD_TEXT,
                         "a control character stands in a text; write it as an escape"},
    [RW_JSON_BAD_ESCAPE] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_INVALID_JSON, "JSON has no such escape"},
    [RW_JSON_NUL] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_BAD_TEXT, "a text may not hold the character U+0000"},
    [RW_JSON_SURROGATE] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_BAD_TEXT, "half a surrogate pair is no character"},
    [RW_JSON_BAD_NUMBER] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_INVALID_JSON,
                            "JSON does not write numbers like this: no plus, no leading zero, a digit on both sides "
                            "of the point"},
    [RW_JSON_NOT_A_VALUE] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_NOT_FINITE,
                             "JSON has no NaN and no infinity; send a finite number"},
    [RW_JSON_TOO_DEEP] = {RW_PROBLEM_INVALID_JSON, RW_FIELD_TOO_DEEP, "arrays and objects are nested too deep"},
    [RW_JSON_TOO_MANY_KEYS] = {RW_PROBLEM_TOO_MANY_FIELDS, RW_FIELD_TOO_LONG, "the object has too many keys"},
};

static void report(rw_problem *problem, const fault_text *what, const rw_json_place *place)
{
    rw_problem_set(problem, what->problem, "line %zu, column %zu (byte %zu): %s", place->line, place->column,
                   place->offset, what->text);
    rw_problem_add_field(problem, place->pointer, what->field, "%s", what->text);
}

static void report_jansson(const char *body, size_t length, const json_error_t *error, rw_problem *problem)
{
    static const fault_text duplicate = {RW_PROBLEM_INVALID_JSON, RW_FIELD_DUPLICATE_KEY,
                                         "the object has this key twice"};
    static const fault_text overflow = {RW_PROBLEM_INVALID_JSON, RW_FIELD_OUT_OF_RANGE,
                                        "the number is too large for a 64-bit floating-point number"};
    const enum json_error_code code = json_error_code(error);
    const fault_text *what = code == json_error_duplicate_key      ? &duplicate
                             : code == json_error_numeric_overflow ? &overflow
                                                                   : NULL;
    if (what == NULL) {
        /* The grammar was found sound, so nothing but memory is left that can have failed. */
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to read the body");
        return;
    }
    rw_json_place place;
    rw_json_locate(body, length, error->position > 0 ? (size_t)error->position : 0, &place);
    report(problem, what, &place);
}

/* Each value but the first follows a comma or the beginning of what it lies in. Commas within texts count too. */
static size_t values_at_most(const char *body, size_t length)
{
    size_t count = 1;
    for (size_t i = 0; i < length; i++)
        count += body[i] == ',' || body[i] == '[' || body[i] == '{';
    return count;
}

bool rw_json_few_values(const char *body, size_t length, const rw_codec_limits *limits, rw_problem *problem)
{
    if (limits->values == 0 || length <= limits->values || values_at_most(body, length) <= limits->values)
        return true;
    rw_problem_set(problem, RW_PROBLEM_BODY_TOO_LARGE, "the body has more than the %zu values that are read",
                   limits->values);
    return false;
}

json_t *rw_json_read(const char *body, size_t length, const rw_codec_limits *limits, rw_problem *problem)
{
    if (!rw_json_few_values(body, length, limits, problem))
        return NULL;
    rw_json_place place;
    const rw_json_fault fault = rw_json_scan(body, length, limits->depth, limits->keys, &place);
    if (fault != RW_JSON_SOUND) {
        report(problem, &fault_texts[fault], &place);
        return NULL;
    }
    json_error_t error = {.line = -1}; /* Jansson leaves it alone when it finds no memory to begin with */
    json_t *root =
        json_loadb(body, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, &error);
    if (root == NULL)
        report_jansson(body, length, &error, problem);
    return root;
}
