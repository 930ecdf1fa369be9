/* Runs a fuzz target on the files of the folders named, so that what was found once is tried in every test. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* Memory of just the file's size, so that a sanitizer sees reads past its end. NULL when it cannot be read. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    uint8_t *data = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long end = ftell(file);
        rewind(file);
        *size = end > 0 ? (size_t)end : 0;
        data = malloc(*size > 0 ? *size : 1);
        if (data != NULL && fread(data, 1, *size, file) != *size) {
            free(data);
            data = NULL;
        }
    }
    fclose(file);
    return data;
}

/* The number of files tried; -1 when something cannot be read. */
static int replay_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    if (entries == NULL)
        return -1;
    int count = 0;
    const struct dirent *entry;
    while (count >= 0 && (entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        size_t size;
        uint8_t *data = read_file(path, &size);
        count = data != NULL ? count + 1 : -1;
        if (data != NULL)
            LLVMFuzzerTestOneInput(data, size);
        free(data);
    }
    closedir(entries);
    return count;
}

int main(int argument_count, char **arguments)
{
    int total = 0;
    for (int i = 1; i < argument_count; i++) {
        const int count = replay_folder(arguments[i]);
        if (count <= 0) {
            fprintf(stderr, "%s: there is nothing to replay, or it cannot be read\n", arguments[i]);
            return EXIT_FAILURE;
        }
        total += count;
    }
    printf("%d inputs replayed\n", total);
    return total > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
