/* "Did you mean": the known word that is nearest to one that is not. */
#ifndef RW_CODEC_SUGGEST_H
#define RW_CODEC_SUGGEST_H

#include <stddef.h>

typedef struct rw_suggestion {
    const char *wanted;
    const char *best; /* NULL: none is near */
    size_t distance;
} rw_suggestion;

void rw_suggestion_init(rw_suggestion *suggestion, const char *wanted);

/* Keeps `word` (borrowed) as the best when it is nearer than what was offered before: at most a third of its letters
 * differ. Capital letters count as small ones and signs between words as none. */
void rw_suggestion_offer(rw_suggestion *suggestion, const char *word);

#endif
