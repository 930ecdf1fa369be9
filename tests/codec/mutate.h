/* Sound bodies made wrong in one place. */
#ifndef RW_TESTS_CODEC_MUTATE_H
#define RW_TESTS_CODEC_MUTATE_H

/* The JSON text `sound` with the value at `pointer` replaced by the raw text `value` (which need not be JSON), or with
 * the member taken out where `value` is NULL. A last segment that is not there is added. Release with free(). */
char *mutate(const char *sound, const char *pointer, const char *value);

#endif
