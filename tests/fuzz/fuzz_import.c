/* Any text as a catalogue to import: once as it is, and once with its hashes put right, so that a changed document is read
 * and not only found to be changed. Nothing is stored, so that every input meets the same catalogue. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz.h"
#include "world.h"

#define HASH_DIGITS 64

/* Where `word` begins in [at, end); NULL: nowhere. */
static char *find(char *at, const char *end, const char *word)
{
    const size_t length = strlen(word);
    for (; at + length <= end; at++)
        if (memcmp(at, word, length) == 0)
            return at;
    return NULL;
}

/* What the hash of a line is of: the document of a revision, or, in the last line, all lines before it. */
static bool hashed(char *text, char *line, const char *end, const char **from, size_t *length)
{
    char *document = find(line, end, "\"document\":");
    char *behind = document == NULL ? NULL : find(document, end, ",\"kind\":\"clip\",\"name\"");
    if (document != NULL && behind == NULL)
        behind = find(document, end, ",\"kind\":\"profile\",\"name\"");
    *from = behind == NULL ? text : document + strlen("\"document\":");
    *length = behind == NULL ? (size_t)(line - text) : (size_t)(behind - *from);
    return behind != NULL || find(line, end, "\"type\":\"end\"") != NULL;
}

static void mend_hashes(char *text, size_t size)
{
    static const char member[] = "\"content_hash\":\"";
    char *const text_end = text + size;
    for (char *line = text; line < text_end;) {
        char *end = memchr(line, '\n', (size_t)(text_end - line));
        end = end == NULL ? text_end : end;
        char *at = find(line, end, member);
        const char *from;
        size_t length;
        if (at != NULL && at + strlen(member) + HASH_DIGITS <= end && hashed(text, line, end, &from, &length)) {
            const rw_hash hash = rw_hash_bytes(from, length);
            memcpy(at + strlen(member), hash.text, HASH_DIGITS);
        }
        line = end + 1;
    }
}

static void import(const char *text, size_t size)
{
    const world_question question = {.method = "POST",
                                     .target = "/v1/import?dry_run=true",
                                     .body = text,
                                     .body_length = size,
                                     .content_type = RW_HTTP_NDJSON};
    world_ask(&question);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    import((const char *)data, size);
    if (size == 0)
        return 0;
    char *mended = malloc(size);
    if (mended == NULL)
        return 0;
    memcpy(mended, data, size);
    mend_hashes(mended, size);
    import(mended, size);
    free(mended);
    return 0;
}
