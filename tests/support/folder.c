/* nftw is part of XSI. */
#define _XOPEN_SOURCE 700
#include "support/folder.h"

#include <check.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buffer.h"

void rw_test_folder_make(char path[RW_TEST_PATH_SIZE])
{
    const char *base = getenv("TMPDIR");
    snprintf(path, RW_TEST_PATH_SIZE, "%s/rw-test-XXXXXX", base == NULL ? "/tmp" : base);
    ck_assert_msg(mkdtemp(path) != NULL, "cannot make %s", path);
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position)
{
    (void)status;
    (void)type;
    (void)position;
    return remove(path);
}

void rw_test_folder_remove(const char *path)
{
    ck_assert_int_eq(nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}

void rw_test_file_write(const char *folder, const char *name, const char *text, char path[RW_TEST_PATH_SIZE])
{
    ck_assert_int_lt(snprintf(path, RW_TEST_PATH_SIZE, "%s/%s", folder, name), RW_TEST_PATH_SIZE);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

char *rw_test_file_read(const char *path, size_t *length)
{
    rw_buffer text;
    char piece[4096];
    rw_buffer_init(&text, (size_t)64 * 1024 * 1024);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    for (size_t got = fread(piece, 1, sizeof piece, file); got > 0; got = fread(piece, 1, sizeof piece, file))
        ck_assert(rw_buffer_append(&text, piece, got));
    fclose(file);
    size_t ignored = 0;
    char *bytes = rw_buffer_steal(&text, length == NULL ? &ignored : length);
    ck_assert_ptr_nonnull(bytes);
    return bytes;
}
