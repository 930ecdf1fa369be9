#include "codec/suggest.h"

#include <string.h>

#define WORD_MAX 32

void rw_suggestion_init(rw_suggestion *suggestion, const char *wanted)
{
    *suggestion = (rw_suggestion){.wanted = wanted, .distance = (size_t)-1};
}

/* Letters and digits only, all small; 0 when there are none or too many. */
static size_t fold(const char *word, char out[WORD_MAX])
{
    size_t length = 0;
    for (; *word != '\0'; word++) {
        const char c = *word;
        if (c == '_' || c == '-' || c == '.' || c == ' ')
            continue;
        if (length == WORD_MAX)
            return 0;
        out[length++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return length;
}

static size_t smallest(size_t a, size_t b, size_t c)
{
    const size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Levenshtein's distance, one row at a time. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[WORD_MAX + 1];
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t above = row[j];
            const size_t changed = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
            row[j] = smallest(above + 1, row[j - 1] + 1, changed);
            diagonal = above;
        }
    }
    return row[b_length];
}

void rw_suggestion_offer(rw_suggestion *suggestion, const char *word)
{
    char wanted[WORD_MAX];
    char offered[WORD_MAX];
    const size_t wanted_length = fold(suggestion->wanted, wanted);
    const size_t offered_length = fold(word, offered);
    if (wanted_length == 0 || offered_length == 0)
        return;
    const size_t apart = distance(wanted, wanted_length, offered, offered_length);
    if (apart <= offered_length / 3 && apart < suggestion->distance) {
        suggestion->best = word;
        suggestion->distance = apart;
    }
}
