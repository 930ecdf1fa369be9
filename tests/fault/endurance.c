#include "endurance.h"

#include <check.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/folder.h"
#include "support/process.h"

#define RECORD_SCRIPT "tests/fault/record.sh"

void rw_endurance_begin(rw_endurance *endurance, const char *name, long short_total, long long_total)
{
    const char *wanted = getenv("RW_ENDURANCE"), *folder = getenv("TMPDIR");
    *endurance = (rw_endurance){.name = name, .is_long = wanted != NULL && strcmp(wanted, "1") == 0};
    endurance->total = endurance->is_long ? long_total : short_total;
    if (!endurance->is_long)
        return;
    ck_assert_ptr_nonnull(folder);
    snprintf(endurance->path, sizeof endurance->path, "%.400s/reliability", folder);
    ck_assert(mkdir(endurance->path, 0700) == 0 || errno == EEXIST);
    snprintf(endurance->path, sizeof endurance->path, "%.400s/reliability/%.60s", folder, name);
    if (access(endurance->path, F_OK) != 0)
        return;
    char *text = rw_test_file_read(endurance->path, NULL), *at = text;
    endurance->done = strtol(at, &at, 10);
    for (int i = 0; i < RW_ENDURANCE_FIGURES; i++)
        endurance->figures[i] = strtol(at, &at, 10);
    free(text);
}

void rw_endurance_keep(const rw_endurance *endurance)
{
    char next[600];
    if (!endurance->is_long)
        return;
    snprintf(next, sizeof next, "%s.next", endurance->path);
    FILE *file = fopen(next, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "%ld", endurance->done);
    for (int i = 0; i < RW_ENDURANCE_FIGURES; i++)
        fprintf(file, " %ld", endurance->figures[i]);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(rename(next, endurance->path), 0);
}

void rw_endurance_end(rw_endurance *endurance, const char *format, ...)
{
    char figures[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(figures, sizeof figures, format, arguments);
    va_end(arguments);
    printf("%s: %s\n", endurance->name, figures);
    fflush(stdout);
    if (!endurance->is_long)
        return;
    const char *const argv[] = {"/bin/bash", RECORD_SCRIPT, endurance->name, figures, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_msg(result.status == 0, "%s%s", result.out, result.err);
    rw_test_result_free(&result);
    unlink(endurance->path);
}
