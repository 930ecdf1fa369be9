#include "samples.h"

#include <errno.h>
#include <stdio.h>

static const char hierarchy[] = "HIERARCHY\n"
                                "ROOT root\n"
                                "{\n"
                                "  OFFSET 0 0 0\n"
                                "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                                "  JOINT hips\n"
                                "  {\n"
                                "    OFFSET 0 0.95 0\n"
                                "    CHANNELS 3 Zrotation Xrotation Yrotation\n"
                                "    JOINT spine\n"
                                "    {\n"
                                "      OFFSET 0 0.25 0\n"
                                "      CHANNELS 3 Zrotation Xrotation Yrotation\n"
                                "      End Site\n"
                                "      {\n"
                                "        OFFSET 0 0.5 0\n"
                                "      }\n"
                                "    }\n"
                                "  }\n"
                                "}\n";

/* The spine leans forward and back again, as anybody's does. */
static int lean(int frame)
{
    return frame <= RW_SAMPLE_RATE / 2 ? 2 * frame : 2 * (RW_SAMPLE_RATE - frame);
}

bool rw_sample_write_bvh(const char *path, const rw_sample_motion *motion)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    fputs(hierarchy, file);
    fprintf(file, "MOTION\nFrames: %d\nFrame Time: %.17g\n", RW_SAMPLE_FRAMES, 1.0 / RW_SAMPLE_RATE);
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++)
        fprintf(file, "%.17g %.17g %.17g 0 0 0 0 0 0 0 %d 0\n", motion->position[k][0], motion->position[k][1],
                motion->position[k][2], lean(k));
    bool written = ferror(file) == 0;
    int error = errno;
    if (fclose(file) != 0)
        return false;
    errno = error;
    return written;
}
