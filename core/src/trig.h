/* Sine, cosine and arctangent that give the same bits everywhere. The C library's differ between implementations
 * (glibc, musl, WebAssembly) and even between processors; these use + - * / only. */
#ifndef RW_CORE_TRIG_H
#define RW_CORE_TRIG_H

#define RW_PI 3.14159265358979323846

/* x: radians, 0 <= x <= pi/2. Absolute error below 2.3e-16 (test_trig measures it). */
double rw_sin_quarter(double x);
double rw_cos_quarter(double x);

/* The angle of the point (x, y), radians, -pi .. pi; 0 for the origin. Relative error below 4.5e-16. */
double rw_atan2(double y, double x);

/* Sine and cosine of an angle in degrees: any finite number, whole turns are taken out exactly. Multiples of 90 give
 * exactly 0, 1 or -1. */
void rw_sin_cos_degrees(double degrees, double *sine, double *cosine);

#endif
