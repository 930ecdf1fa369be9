/*
 * The error value: what went wrong, in one code, one sentence and a list of the fields that are wrong.
 *
 * The caller owns it, on the stack or inside a larger struct. The first code that is set wins, later ones are
 * ignored, so that the cause is not covered by its consequences; field errors accumulate up to a bound, so that a
 * client learns of all of them at once. Codes, statuses and titles come from schema/errors.def. Only the HTTP room
 * turns a code into a status. A problem belongs to one thread at a time.
 */
#ifndef RW_BASE_PROBLEM_H
#define RW_BASE_PROBLEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum rw_problem_code {
    RW_PROBLEM_NONE = 0,
#define RW_PROBLEM_CODE(ID, name, status, retryable, title, doc) RW_PROBLEM_##ID,
#include "errors.def"
    RW_PROBLEM_CODE_COUNT
} rw_problem_code;

typedef enum rw_field_code {
    RW_FIELD_NONE = 0,
#define RW_FIELD_CODE(ID, name, kind, doc) RW_FIELD_##ID,
#include "errors.def"
    RW_FIELD_CODE_COUNT
} rw_field_code;

/* Whether a field error is about the body's form (400) or about what a well-formed body means (422). */
typedef enum rw_field_kind { RW_FIELD_KIND_FORM = 0, RW_FIELD_KIND_MEANING } rw_field_kind;

typedef struct rw_problem_info {
    const char *name; /* stable snake_case text of the code */
    int http_status;
    bool retryable; /* the same request may succeed later */
    const char *title;
    const char *doc; /* one or two sentences: when it happens and what to do */
} rw_problem_info;

typedef struct rw_field_info {
    const char *name;
    rw_field_kind kind;
    const char *doc;
} rw_field_info;

#define RW_PROBLEM_DETAIL_SIZE 512
#define RW_PROBLEM_POINTER_MAX 1024 /* bytes of a pointer that are kept */
#define RW_PROBLEM_FIELDS_MAX 100

typedef struct rw_problem_field {
    const char *pointer; /* JSON pointer (RFC 6901) into the request body; "" is the whole body */
    const char *code;    /* snake_case; a name of RW_FIELD_CODE or one given to rw_problem_add_field_named */
    const char *detail;  /* a sentence for people */
} rw_problem_field;

/* Fields are for reading only. */
typedef struct rw_problem {
    rw_problem_code code;
    char detail[RW_PROBLEM_DETAIL_SIZE];
    rw_problem_field *fields;
    size_t field_count;
    size_t field_capacity;
    bool fields_truncated; /* more fields were wrong than are listed */
    bool has_form_field;   /* at least one field error, listed or not, is of kind FORM */
} rw_problem;

/* An empty problem; allocates nothing. */
void rw_problem_init(rw_problem *problem);

/* Releases the list and leaves an empty problem. Takes NULL. */
void rw_problem_free(rw_problem *problem);

/* True once a code was set or a field added. */
bool rw_problem_failed(const rw_problem *problem);

/* Sets code and detail if no code is set yet. Never allocates: it is how lack of memory is told. A detail that is
 * too long is cut at a whole UTF-8 character. */
void rw_problem_set(rw_problem *problem, rw_problem_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void rw_problem_set_v(rw_problem *problem, rw_problem_code code, const char *format, va_list arguments);

/* Adds a field error; all texts are copied. Does not set the code. Past the bound, or without memory, only
 * fields_truncated is set. */
void rw_problem_add_field(rw_problem *problem, const char *pointer, rw_field_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The same for a code known by its text only (the solver's diagnostics). A text that is not registered counts as
 * one about meaning. */
void rw_problem_add_field_named(rw_problem *problem, const char *pointer, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* If fields were added and no code is set: sets invalid_request when one of them is about form, else
 * unprocessable, with a detail that counts them. Returns rw_problem_failed(). */
bool rw_problem_conclude(rw_problem *problem);

/* Takes back what rw_problem_conclude() concluded from fields, so that more fields can join them and it is concluded
 * anew. Any other code stays. */
void rw_problem_reopen(rw_problem *problem);

/* Moves everything from `source` to the freshly initialised or empty `target`; `source` is empty afterwards. */
void rw_problem_move(rw_problem *source, rw_problem *target);

/* Registry. Any value outside the enum answers as `internal`. Static storage. */
const rw_problem_info *rw_problem_info_get(rw_problem_code code);
const rw_field_info *rw_field_info_get(rw_field_code code);

/* RW_FIELD_NONE when the name is not registered. */
rw_field_code rw_field_code_from_name(const char *name);

#endif
