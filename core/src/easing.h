/* Easings: monotone maps of 0..1 onto 0..1. */
#ifndef RW_CORE_EASING_H
#define RW_CORE_EASING_H

#include <rootwarp/profile.h>

/* a: 0 .. 1. The ends are exact. */
double rw_ease(rw_easing easing, double a);

#endif
