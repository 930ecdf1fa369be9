/*
 * A compiler for a toy language, so that the catalogue is tested without JSON and solver. A clip's document is
 * "length=9 tags=a,b", a profile's "window=5 tags=c"; a profile whose window is beyond its clip's length does not
 * compile, nor does a clip of length 0. A document that says "oom" finds no memory.
 */
#ifndef RW_TESTS_TOY_COMPILER_H
#define RW_TESTS_TOY_COMPILER_H

#include <stdatomic.h>

#include "catalog/catalog.h"

#define TOY_CLIP_MAGIC 0x1C11C11CL
#define TOY_PROFILE_MAGIC 0x9F0F11EL

typedef struct toy_clip {
    long magic; /* overwritten when destroyed */
    long length;
} toy_clip;

typedef struct toy_profile {
    long magic;
    long window;
    const toy_clip *clip;
} toy_profile;

typedef struct toy_counts {
    atomic_long clips_compiled;
    atomic_long profiles_compiled;
    atomic_long alive;
} toy_counts;

/* The counts are the compiler's context. */
rw_catalog_compiler toy_compiler(toy_counts *counts);

#endif
