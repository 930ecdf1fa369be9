/* The solver's diagnostics as entries of a problem. */
#ifndef RW_CODEC_DIAGNOSTICS_H
#define RW_CODEC_DIAGNOSTICS_H

#include <rootwarp/types.h>

#include "base/problem.h"

/* Room for diagnostics that is enough to fill a problem. */
#define RW_CODEC_DIAGNOSTICS_MAX (RW_PROBLEM_FIELDS_MAX + 28)

/* The registered field code of a fault at `field` (a JSON pointer). */
rw_field_code rw_codec_fault_code(rw_fault fault, const char *field);

/* Adds each diagnostic to the problem, `prefix` ("" or a JSON pointer) before its field. Left out are those whose
 * place, or a place around it, the problem names already: they are consequences. Does not set the code: call
 * rw_problem_conclude() after it. */
void rw_codec_add_diagnostics(rw_problem *problem, const char *prefix, const rw_diagnostics *diagnostics);

#endif
