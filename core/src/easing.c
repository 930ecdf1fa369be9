#include "easing.h"

#include "trig.h"

static double raised(double a, int power)
{
    double r = a;
    for (int i = 1; i < power; i++)
        r *= a;
    return r;
}

static double ease_in(int power, double a)
{
    return raised(a, power);
}

static double ease_out(int power, double a)
{
    return 1.0 - raised(1.0 - a, power);
}

/* Half the way as `in`, half as `out`, twice as fast. */
static double ease_in_out(int power, double a)
{
    return a < 0.5 ? 0.5 * raised(2.0 * a, power) : 1.0 - 0.5 * raised(2.0 * (1.0 - a), power);
}

double rw_ease(rw_easing easing, double a)
{
    if (a <= 0.0)
        return 0.0;
    if (a >= 1.0)
        return 1.0;
    const double quarter = RW_PI / 2.0;
    switch (easing) {
    case RW_EASING_SMOOTHSTEP:
        return a * a * (3.0 - 2.0 * a);
    case RW_EASING_SINE_IN:
        return 1.0 - rw_cos_quarter(a * quarter);
    case RW_EASING_SINE_OUT:
        return rw_sin_quarter(a * quarter);
    case RW_EASING_SINE_IN_OUT: { /* (1 - cos(pi a)) / 2 = sin^2(pi a / 2) */
        double s = rw_sin_quarter(a * quarter);
        return s * s;
    }
    case RW_EASING_QUAD_IN:
        return ease_in(2, a);
    case RW_EASING_QUAD_OUT:
        return ease_out(2, a);
    case RW_EASING_QUAD_IN_OUT:
        return ease_in_out(2, a);
    case RW_EASING_CUBIC_IN:
        return ease_in(3, a);
    case RW_EASING_CUBIC_OUT:
        return ease_out(3, a);
    case RW_EASING_CUBIC_IN_OUT:
        return ease_in_out(3, a);
    case RW_EASING_QUART_IN:
        return ease_in(4, a);
    case RW_EASING_QUART_OUT:
        return ease_out(4, a);
    case RW_EASING_QUART_IN_OUT:
        return ease_in_out(4, a);
    case RW_EASING_QUINT_IN:
        return ease_in(5, a);
    case RW_EASING_QUINT_OUT:
        return ease_out(5, a);
    case RW_EASING_QUINT_IN_OUT:
        return ease_in_out(5, a);
    case RW_EASING_LINEAR:
        break;
    }
    return a;
}
