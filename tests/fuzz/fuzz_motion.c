/* Any motion file for the reader RW_FUZZ_READER: it becomes a scene that bakes, or an error that says something. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/bake.h"
#include "bake/scene.h"
#include "file.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rw_scene scene;
    rw_bake_error error = {0};
    rw_bake_options options;
    rw_baked baked;
    if (!RW_FUZZ_READER(fuzz_file_write(data, size), &scene, &error)) {
        if (*error.detail == '\0')
            abort();
        return 0;
    }
    rw_bake_options_default(&options);
    options.scale = 0.01;
    options.end_time = 10;
    if (rw_bake(&scene, &options, &baked, &error)) {
        char *text = NULL;
        size_t length = 0;
        if (rw_baked_write_json(&baked, &text, &length))
            free(text);
        rw_baked_free(&baked);
    } else if (*error.detail == '\0') {
        abort();
    }
    rw_scene_free(&scene);
    return 0;
}
