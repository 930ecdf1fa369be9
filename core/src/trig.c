#include "trig.h"

#include <math.h>

/* atan(k / 8), k = 0 .. 8: the nearest doubles. */
static const double atan_eighths[9] = {
    0.0,
    0.12435499454676144,
    0.24497866312686414,
    0.35877067027057225,
    0.4636476090008061,
    0.5585993153435624,
    0.6435011087932844,
    0.7188299996216245,
    0.7853981633974483,
};

/* atan of 0 <= t <= 1: atan(c) + atan((t - c) / (1 + t c)) with c the nearest eighth, then Taylor on |r| <= 1/16,
 * where the first term left out is below 1e-19 relative. */
static double atan_unit(double t)
{
    int k = (int)(t * 8.0 + 0.5);
    double c = (double)k / 8.0;
    double r = (t - c) / (1.0 + t * c);
    double z = r * r;
    double s = 1.0 / 13.0;
    s = s * z - 1.0 / 11.0;
    s = s * z + 1.0 / 9.0;
    s = s * z - 1.0 / 7.0;
    s = s * z + 1.0 / 5.0;
    s = s * z - 1.0 / 3.0;
    return atan_eighths[k] + (r + r * (z * s));
}

double rw_atan2(double y, double x)
{
    double ax = fabs(x);
    double ay = fabs(y);
    double angle;
    if (ax == 0.0 && ay == 0.0)
        return 0.0;
    if (ay <= ax)
        angle = atan_unit(ay / ax);
    else
        angle = (RW_HALF_PI - atan_unit(ax / ay)) + RW_HALF_PI_TAIL;
    if (x < 0.0)
        angle = (RW_PI - angle) + 2.0 * RW_HALF_PI_TAIL;
    return y < 0.0 ? -angle : angle;
}

void rw_sin_cos_degrees(double degrees, double *sine, double *cosine)
{
    double r = fabs(degrees) < 360.0 ? degrees : fmod(degrees, 360.0); /* exact */
    double sign_sine = 1.0;
    double sign_cosine = 1.0;
    if (r < 0.0) {
        r = -r;
        sign_sine = -1.0;
    }
    if (r > 180.0) { /* exact subtractions: r and the constant are within a factor of two */
        r = 360.0 - r;
        sign_sine = -sign_sine;
    }
    if (r > 90.0) {
        r = 180.0 - r;
        sign_cosine = -1.0;
    }
    double s, c;
    if (r == 90.0) {
        s = 1.0;
        c = 0.0;
    } else if (r > 45.0) {
        double x = (90.0 - r) * (RW_PI / 180.0);
        s = rw_cos_quarter(x);
        c = rw_sin_quarter(x);
    } else {
        double x = r * (RW_PI / 180.0);
        s = rw_sin_quarter(x);
        c = rw_cos_quarter(x);
    }
    *sine = sign_sine * s;
    *cosine = sign_cosine * c;
}
