/* Versions of the library and of its answers. */
#ifndef ROOTWARP_VERSION_H
#define ROOTWARP_VERSION_H

#include <rootwarp/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The release that the header in use is of. */
#define RW_VERSION_MAJOR 0
#define RW_VERSION_MINOR 1
#define RW_VERSION_PATCH 0
#define RW_VERSION "0.1.0"

/* Rises whenever any answer changes by a bit; two builds with the same number answer alike. */
#define RW_SOLVER_VERSION 1

/* What the linked library was built as, which may differ from the header in use. */
RW_API const char *rw_version(void);
RW_API int rw_solver_version(void);

#ifdef __cplusplus
}
#endif

#endif
