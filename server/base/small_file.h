/*
 * Files that hold a little text and are read whole: settings, secrets, certificates. Thread safe.
 */
#ifndef RW_BASE_SMALL_FILE_H
#define RW_BASE_SMALL_FILE_H

#include <stdbool.h>
#include <stddef.h>

#define RW_SMALL_FILE_REASON_SIZE 128
#define RW_SMALL_FILE_PATIENCE_MS 2000

/*
 * Reads the whole file into *text, ended by a zero byte, for the caller to free(). It may be a pipe, but nobody is waited
 * for longer than RW_SMALL_FILE_PATIENCE_MS. False, with *text and *length as they were and why not in `reason`, when
 * it cannot be opened or read, is longer than `maximum` bytes, is not all there in time, or memory is short.
 */
bool rw_small_file_read(const char *path, size_t maximum, char **text, size_t *length,
                        char reason[RW_SMALL_FILE_REASON_SIZE]);

#endif
