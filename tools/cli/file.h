/* Whole files: read with a limit, written whole or not at all. */
#ifndef RW_CLI_FILE_H
#define RW_CLI_FILE_H

#include "console.h"

/* Longest document that is read from a file or from standard input. */
#define RW_FILE_MAX ((size_t)512 * 1024 * 1024)

/* Reads a file, or standard input where path is "-". *bytes is the caller's to free() and ends with a zero byte that
 * *length does not count. On failure says why on the console, naming `what` ("the request"), and returns false. */
bool rw_file_read(rw_console *console, const char *what, const char *path, char **bytes, size_t *length);

/* Writes a file so that a reader, or a crash, meets either the old content or the new one: a temporary file in the
 * same folder is written, synced, given the mode of the file that it replaces, and renamed. On failure says why,
 * removes the temporary file, leaves what stood there, and returns false. A path that names something other than a
 * regular file (a pipe, /dev/null, /dev/stdout) is written straight: there is nothing to replace. */
bool rw_file_write(rw_console *console, const char *path, const char *bytes, size_t length);

#endif
