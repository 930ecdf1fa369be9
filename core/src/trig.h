/* Sine, cosine and arctangent that give the same bits everywhere. The C library's differ between implementations
 * (glibc, musl, WebAssembly) and even between processors; these use + - * / only. */
#ifndef RW_CORE_TRIG_H
#define RW_CORE_TRIG_H

#define RW_PI 3.14159265358979323846

/* pi/2 in two pieces: the nearest double and what it lacks. */
#define RW_HALF_PI 1.57079632679489655800e+00
#define RW_HALF_PI_TAIL 6.12323399573676603587e-17

/* Taylor series on 0 .. pi/4 (plus rounding): the first term left out is below 1e-19 relative. */
static inline double rw_sin_kernel(double x)
{
    double z = x * x;
    double r = 1.0 / 355687428096000.0;
    r = r * z - 1.0 / 1307674368000.0;
    r = r * z + 1.0 / 6227020800.0;
    r = r * z - 1.0 / 39916800.0;
    r = r * z + 1.0 / 362880.0;
    r = r * z - 1.0 / 5040.0;
    r = r * z + 1.0 / 120.0;
    r = r * z - 1.0 / 6.0;
    return x + x * (z * r);
}

static inline double rw_cos_kernel(double x)
{
    double z = x * x;
    double r = -1.0 / 6402373705728000.0;
    r = r * z + 1.0 / 20922789888000.0;
    r = r * z - 1.0 / 87178291200.0;
    r = r * z + 1.0 / 479001600.0;
    r = r * z - 1.0 / 3628800.0;
    r = r * z + 1.0 / 40320.0;
    r = r * z - 1.0 / 720.0;
    r = r * z + 1.0 / 24.0;
    double half = 0.5 * z;
    double w = 1.0 - half;
    return w + ((1.0 - w) - half + z * (z * r));
}

/* x: radians, 0 <= x <= pi/2. Absolute error below 2.3e-16 (test_trig measures it). */
static inline double rw_sin_quarter(double x)
{
    return x <= 0.78539816339744830962 ? rw_sin_kernel(x) : rw_cos_kernel((RW_HALF_PI - x) + RW_HALF_PI_TAIL);
}

static inline double rw_cos_quarter(double x)
{
    return x <= 0.78539816339744830962 ? rw_cos_kernel(x) : rw_sin_kernel((RW_HALF_PI - x) + RW_HALF_PI_TAIL);
}

/* The angle of the point (x, y), radians, -pi .. pi; 0 for the origin. Relative error below 4.5e-16. */
double rw_atan2(double y, double x);

/* Sine and cosine of an angle in degrees: any finite number, whole turns are taken out exactly. Multiples of 90 give
 * exactly 0, 1 or -1. */
void rw_sin_cos_degrees(double degrees, double *sine, double *cosine);

#endif
