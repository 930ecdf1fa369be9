/* Vectors, rotations, statuses and diagnostics shared by every part of librootwarp.
 *
 * The library allocates nothing, performs no I/O and keeps no state: every function is reentrant and may be called
 * from any number of threads at once, as long as no two of them write the same output. Answers are the same to the
 * last bit on every IEEE 754 machine with 64-bit doubles. */
#ifndef ROOTWARP_TYPES_H
#define ROOTWARP_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the library exports, all of it declared in these headers. */
#if defined(RW_SHARED_BUILD) && defined(_WIN32)
#define RW_API __declspec(dllexport)
#elif defined(RW_SHARED_BUILD) && defined(__GNUC__)
#define RW_API __attribute__((visibility("default")))
#else
#define RW_API
#endif

/* Limits of every input. Coordinates, lengths and speeds are in units of the space at hand. */
#define RW_MAX_COORDINATE 1e9   /* |coordinate|, length or speed; beyond it an input is refused */
#define RW_MAX_LOOPS 1e6        /* whole loops of a looping clip that a clip time may hold */
#define RW_MAX_SAMPLES 10000000 /* samples of a clip */
#define RW_MAX_FRAME_RATE 1e6   /* samples a second */
#define RW_MAX_SPAN_SAMPLES 1e5 /* samples of a looping clip from a profile's first window to its last, or in a phase */
#define RW_MAX_PHASES 64        /* phases of a profile */
#define RW_MAX_WINDOWS 256      /* windows of a clip */
#define RW_MAX_EVENTS 256       /* events of a clip */

/* "Nothing" for a length: below this many metres a length counts as zero. */
#define RW_NOTHING_METRES 1e-6

/* A position, displacement, velocity or direction: components along the coordinate axes of the space at hand. */
typedef struct rw_vec3 {
    double x, y, z;
} rw_vec3;

/* A rotation as a unit quaternion, vector part first. Inputs need not be of unit length (they are normalised) but must
 * be finite, at least 1e-12 long (else zero_quaternion) and at most 1e12 (else out_of_range). Answers have w > 0, or
 * w = 0 and the first non-zero of x, y, z positive. */
typedef struct rw_quat {
    double x, y, z, w;
} rw_quat;

/* A rigid transform: rotates, then translates. Where something is: the position in units of the space at hand. */
typedef struct rw_pose {
    rw_vec3 position;
    rw_quat rotation;
} rw_pose;

/* What became of a call. */
typedef enum rw_status {
    RW_OK = 0,
    RW_INVALID,  /* an input is wrong: the diagnostics say which and why; outputs are untouched */
    RW_CAPACITY, /* a caller-owned buffer or array is too small; outputs are untouched */
} rw_status;

/* What is wrong with one input field. The texts of rw_fault_name() are stable. */
typedef enum rw_fault {
    RW_FAULT_MISSING = 0,     /* "missing": a pointer or count that must be there is not */
    RW_FAULT_NOT_FINITE,      /* "not_finite" */
    RW_FAULT_OUT_OF_RANGE,    /* "out_of_range": see the detail for the range */
    RW_FAULT_ZERO_QUATERNION, /* "zero_quaternion" */
    RW_FAULT_EMPTY,           /* "empty": a list or window that holds nothing */
    RW_FAULT_TOO_MANY,        /* "too_many" */
    RW_FAULT_COUNT_MISMATCH,  /* "count_mismatch": two counts that must agree do not */
    RW_FAULT_OUTSIDE_CLIP,    /* "outside_clip": a time before the clip's start or after its end */
    RW_FAULT_REVERSED,        /* "reversed": an end before its start, a max below its min */
    RW_FAULT_OVERLAPPING,     /* "overlapping": phases that overlap or are out of order */
    RW_FAULT_UNKNOWN_NAME,    /* "unknown_name": no window of the clip has this name */
    RW_FAULT_NOT_ALLOWED,     /* "not_allowed": the field cannot stand with another one */
    RW_FAULT_NOT_ORTHOGONAL,  /* "not_orthogonal": axes of a space that do not span it */
} rw_fault;

/* One wrong field. */
typedef struct rw_diagnostic {
    char field[96];     /* JSON pointer into the description or job, as the API names it: "/windows/2/end" */
    rw_fault fault;     /* what kind of wrong */
    const char *detail; /* a sentence in static storage: what is wanted and what to do */
    double value;       /* the offending number; NaN where there is none */
} rw_diagnostic;

/* Caller-owned list of wrong fields. A function that checks an input appends every wrong field it finds: `count`
 * grows past `capacity` when there is no more room, so that the caller knows how many were dropped. Wherever a
 * parameter `rw_diagnostics *` appears, NULL means that the caller does not want to know. */
typedef struct rw_diagnostics {
    rw_diagnostic *items;
    size_t capacity;
    size_t count;
} rw_diagnostics;

/* The stable snake_case name of a fault; "unknown" for a value that is none. */
RW_API const char *rw_fault_name(rw_fault fault);

#ifdef __cplusplus
}
#endif

#endif
