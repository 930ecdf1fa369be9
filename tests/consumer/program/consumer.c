/* What a stranger's program does: compile a clip of two samples and ask how far it goes. */
#include <rootwarp/rootwarp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const rw_vec3 positions[2] = {{0.0, 0.0, 0.0}, {3.0, 4.0, 0.0}};
    rw_clip_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.space = *rw_space_preset("unreal");
    desc.frame_rate = 1.0;
    desc.sample_count = 2;
    desc.positions = positions;

    const size_t size = rw_clip_size(&desc);
    void *memory = malloc(size);
    const rw_clip *clip = NULL;
    rw_clip_info info;
    if (memory == NULL || rw_clip_compile(&desc, memory, size, &clip, NULL) != RW_OK) return 1;
    rw_clip_describe(clip, &info);
    free(memory);

    printf("rootwarp %s travels %g\n", rw_version(), info.travel);
    return strcmp(rw_version(), RW_VERSION) != 0 || info.travel != 5.0;
}
