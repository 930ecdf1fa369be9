/* The folder in which a run keeps its catalogues and notes. */
#ifndef RW_BENCH_FOLDER_H
#define RW_BENCH_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

enum { RW_FOLDER_ROOM = 1024 };

/* Makes a folder of its own in `parent`, or, where that is NULL, in /dev/shm (filling a catalogue waits for the disk
 * at every document) or else in TMPDIR or /tmp. False with a sentence on standard error. */
bool rw_folder_make(const char *parent, char path[RW_FOLDER_ROOM]);

/* Removes it and all that it holds. Takes an empty path. */
void rw_folder_remove(const char *path);

/* Writes a file. */
bool rw_folder_write(const char *path, const char *bytes, size_t length);

#endif
