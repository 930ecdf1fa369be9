#include "oracle.h"

#include <math.h>

static oracle_real rise(rw_easing family, oracle_real t)
{
    switch (family) {
    case RW_EASING_SINE_IN:
        return 1 - cosl(t * acosl(-1) / 2);
    case RW_EASING_QUAD_IN:
        return powl(t, 2);
    case RW_EASING_CUBIC_IN:
        return powl(t, 3);
    case RW_EASING_QUART_IN:
        return powl(t, 4);
    default:
        return powl(t, 5);
    }
}

oracle_real oracle_ease(rw_easing easing, oracle_real t)
{
    if (easing == RW_EASING_LINEAR)
        return t;
    if (easing == RW_EASING_SMOOTHSTEP)
        return t * t * (3 - 2 * t);
    rw_easing family = (rw_easing)(RW_EASING_SINE_IN + (easing - RW_EASING_SINE_IN) / 3 * 3);
    if (easing == family)
        return rise(family, t);
    if (easing == family + 1)
        return 1 - rise(family, 1 - t);
    return t < 0.5L ? rise(family, 2 * t) / 2 : 1 - rise(family, 2 - 2 * t) / 2;
}
