/* Any FBX container, and the document in it. What Assimp makes of one happens in a child, and is not ours. */
#include <stdint.h>
#include <stdlib.h>

#include "bake/fbx_container.h"
#include "bake/fbx_document.h"
#include "fuzz.h"

static void read_arrays(const rw_fbx_container *container)
{
    rw_bake_error error = {0};
    for (size_t i = 0; i < container->property_count; i++) {
        void *elements = NULL;
        size_t count = 0;
        int64_t integer;
        double real;
        rw_fbx_property_integer(&container->properties[i], &integer);
        rw_fbx_property_double(&container->properties[i], &real);
        if (rw_fbx_property_array(&container->properties[i], "fdilb", 100000, 0, &elements, &count, &error))
            free(elements);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    rw_fbx_container container;
    rw_fbx_document document;
    rw_bake_error error = {0};
    if (rw_fbx_container_parse(data, size, &container, &error)) {
        read_arrays(&container);
        rw_fbx_container_free(&container);
    }
    if (rw_fbx_document_read(data, size, &document, &error))
        rw_fbx_document_free(&document);
    else if (*error.detail == '\0')
        abort();
    return 0;
}
