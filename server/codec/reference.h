/* References to stored documents: "name" or "name@revision". */
#ifndef RW_CODEC_REFERENCE_H
#define RW_CODEC_REFERENCE_H

#include <stdint.h>

/* Texts lie in the arena. */
typedef struct rw_codec_reference {
    const char *text; /* as it was given; NULL when none was */
    const char *name; /* NULL likewise */
    int64_t revision; /* 0: the head */
} rw_codec_reference;

#endif
