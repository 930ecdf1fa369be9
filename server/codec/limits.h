/* Bounds of what the codec reads. */
#ifndef RW_CODEC_LIMITS_H
#define RW_CODEC_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#define RW_CODEC_DEPTH_MAX 64       /* the deepest that `depth` may be set to */
#define RW_CODEC_ID_MAX 128         /* bytes of a request's id */
#define RW_CODEC_TAGS_MAX 64        /* tags of a document */
#define RW_CODEC_TAG_MAX 64         /* bytes of a tag */
#define RW_CODEC_LABEL_MAX 128      /* bytes of the name of a window, event or phase */
#define RW_CODEC_DESCRIPTION_MAX 2000 /* bytes of a description */
#define RW_CODEC_BATCH_PROFILES_MAX 16 /* requests of a batch that send their profile along, each compiled anew */
#define RW_CODEC_SOURCE_KEYS_MAX 64 /* keys of a clip's source */
#define RW_CODEC_SOURCE_TEXT_MAX 1024 /* bytes of each of its texts */

typedef struct rw_codec_limits {
    size_t depth;   /* nested arrays and objects, the outermost counted; 16 */
    size_t keys;    /* keys of one object; 256 */
    size_t items;   /* requests of a batch; 1,000 */
    size_t samples; /* samples of one trajectory or curve; 10,000 */
    size_t clip_samples; /* samples of a clip document; 1,000,000 */
    size_t values;       /* values of a body, all nested ones counted; 10,000,000; 0: any number */
    bool canonical_known; /* documents: leave `canonical` NULL; what is read was canonical already */
} rw_codec_limits;

/* The values given above. */
rw_codec_limits rw_codec_limits_default(void);

#endif
