/*
 * A temporary folder for a test. What goes wrong fails the test.
 */
#ifndef RW_TEST_FOLDER_H
#define RW_TEST_FOLDER_H

#include <stddef.h>

#define RW_TEST_PATH_SIZE 512

/* Makes a new folder below TMPDIR. */
void rw_test_folder_make(char path[RW_TEST_PATH_SIZE]);

/* Removes it with all it holds. */
void rw_test_folder_remove(const char *path);

/* Writes a file in a folder and stores its path. */
void rw_test_file_write(const char *folder, const char *name, const char *text, char path[RW_TEST_PATH_SIZE]);

/* The whole of a file, ended by a zero byte, for the caller to free. */
char *rw_test_file_read(const char *path, size_t *length);

#endif
