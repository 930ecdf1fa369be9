/* What the parts of the preloaded library share. */
#ifndef RW_TESTS_FAULT_PRELOAD_H
#define RW_TESTS_FAULT_PRELOAD_H

#include "control.h"

/* The control in force; never NULL. */
rw_fault_control *rw_fault_current(void);

/* Whether this call of a site is one to fail; then errno is set. An error of 0 ends the process there and then. */
bool rw_fault_fails(rw_fault_site site);

/* Stores the next function of this name; what dlsym() returns does not become one by a cast. */
void rw_fault_find_next(void *function, const char *name);

#endif
