/* Any settings file: it is taken or every fault has a line, and what is taken reads back the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "file.h"
#include "fuzz.h"

static bool load(const uint8_t *data, size_t size, rw_buffer *values, rw_buffer *errors)
{
    const char *const arguments[] = {"--config", fuzz_file_write(data, size)};
    const char *const environment[] = {NULL};
    const rw_config_source source = {.count = 2, .arguments = arguments, .environment = environment};
    rw_config config;
    if (!rw_config_load(&source, &config, errors))
        return false;
    rw_settings_write_values(&config.settings, values);
    rw_config_free(&config);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rw_buffer values, again, third, errors; /* from the second on, every value comes from a file */
    rw_buffer_init(&values, 1 << 20);
    rw_buffer_init(&again, 1 << 20);
    rw_buffer_init(&third, 1 << 20);
    rw_buffer_init(&errors, 1 << 20);
    if (!load(data, size, &values, &errors)) {
        if (errors.length == 0)
            abort();
    } else if (!load((const uint8_t *)values.data, values.length, &again, &errors) ||
               !load((const uint8_t *)again.data, again.length, &third, &errors) ||
               strcmp(again.data, third.data) != 0) {
        fprintf(stderr, "%s\n---\n%s\n---\n%s\n", values.data, again.data == NULL ? "" : again.data,
                errors.data == NULL ? "" : errors.data);
        abort();
    }
    rw_buffer_free(&values);
    rw_buffer_free(&again);
    rw_buffer_free(&third);
    rw_buffer_free(&errors);
    return 0;
}
