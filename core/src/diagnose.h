/* Appending to a caller's list of wrong fields, without printf. */
#ifndef RW_CORE_DIAGNOSE_H
#define RW_CORE_DIAGNOSE_H

#include <math.h>
#include <rootwarp/types.h>

/* Where a wrong field has no number to show. Not a constant: NAN is none for every compiler. */
#define RW_NO_VALUE ((double)NAN)

/* The path of a field, built from the left: "/windows/3/end". Too long a path is cut. */
typedef struct rw_path {
    char text[96];
    size_t length;
} rw_path;

rw_path rw_path_of(const char *text);
rw_path rw_path_add(rw_path path, const char *text);
rw_path rw_path_index(rw_path path, size_t index); /* appends "/index" */

/* Appends one wrong field; list may be NULL. detail: static storage. value: NaN where there is none. */
void rw_diagnose(rw_diagnostics *list, rw_path field, rw_fault fault, const char *detail, double value);

/* Counts what one check found, whether or not the caller wants the list. */
typedef struct rw_check {
    rw_diagnostics *list;
    size_t faults;
} rw_check;

void rw_check_fail(rw_check *check, rw_path field, rw_fault fault, const char *detail, double value);

/* Finite, and |value| <= RW_MAX_COORDINATE. */
bool rw_check_coordinate(rw_check *check, rw_path field, double value);
bool rw_check_vector(rw_check *check, rw_path field, rw_vec3 value);
bool rw_check_rotation(rw_check *check, rw_path field, rw_quat value);
/* Finite and within [min, max]; `detail` says the range. */
bool rw_check_range(rw_check *check, rw_path field, double value, double min, double max, const char *detail);

#endif
