/* A folder of a test's own. */
#ifndef RW_TESTS_TEMPORARY_FOLDER_H
#define RW_TESTS_TEMPORARY_FOLDER_H

#include <stddef.h>

#define TEMPORARY_PATH_SIZE 4096

typedef struct temporary_folder {
    char path[TEMPORARY_PATH_SIZE];
} temporary_folder;

/* Makes an empty folder below TMPDIR, or /tmp; aborts the test when it cannot. */
void temporary_folder_make(temporary_folder *folder);

/* Removes it with everything in it. */
void temporary_folder_remove(const temporary_folder *folder);

/* Writes "<folder>/<name>". */
void temporary_folder_join(const temporary_folder *folder, const char *name, char out[TEMPORARY_PATH_SIZE]);

#endif
