#include "codec/limits.h"

rw_codec_limits rw_codec_limits_default(void)
{
    return (rw_codec_limits){.depth = 16, .keys = 256, .items = 1000, .samples = 10000, .clip_samples = 1000000,
                             .values = 10000000};
}
