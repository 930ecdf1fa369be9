/* What the parts of the preloaded library share. */
#ifndef RW_TESTS_FAULT_PRELOAD_H
#define RW_TESTS_FAULT_PRELOAD_H

#include "control.h"

/* The control in force; never NULL. */
rw_fault_control *rw_fault_current(void);

#endif
