#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[400], path[512];

static void remove_file(void)
{
    remove(path);
    rmdir(folder);
}

const char *fuzz_file_write(const uint8_t *data, size_t size)
{
    if (*folder == '\0') {
        const char *base = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%.300s/rw-fuzz-XXXXXX", base == NULL ? "/tmp" : base);
        if (mkdtemp(folder) == NULL)
            abort();
        snprintf(path, sizeof path, "%s/file", folder);
        atexit(remove_file);
    }
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
    return path;
}
