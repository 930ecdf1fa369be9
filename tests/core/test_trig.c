/* Our own sine, cosine and arctangent against the C library's in long double. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "trig.h"

START_TEST(sin_cos__agree_with_long_double)
{
    for (int i = 0; i <= 400000; i++) {
        double x = (RW_PI / 2.0) * ((double)i / 400000.0);
        ck_assert_double_le((double)fabsl((long double)rw_sin_quarter(x) - sinl((long double)x)), 2.3e-16);
        ck_assert_double_le((double)fabsl((long double)rw_cos_quarter(x) - cosl((long double)x)), 2.3e-16);
    }
}
END_TEST

START_TEST(atan2__agrees_with_long_double)
{
    for (int i = 0; i < 400000; i++) {
        double t = -3.14159 + 6.28318 * ((double)i / 400000.0);
        double x = cos(t) * (1.0 + i % 7);
        double y = sin(t) * (1.0 + i % 7);
        long double want = atan2l((long double)y, (long double)x);
        ck_assert_double_le((double)fabsl((long double)rw_atan2(y, x) - want), 4.5e-16 * fmax(1e-12, (double)fabsl(want)));
    }
    ck_assert_double_eq(rw_atan2(0.0, 0.0), 0.0);
    ck_assert_double_eq(rw_atan2(0.0, -1.0), RW_PI);
    ck_assert_double_eq_tol(rw_atan2(1e-200, 1.0), 1e-200, 1e-215);
    ck_assert_double_eq(rw_atan2(3.0, 0.0), RW_PI / 2.0);
}
END_TEST

START_TEST(degrees__multiples_of_90_are_exact)
{
    const double sines[] = {0.0, 1.0, 0.0, -1.0};
    for (int i = -40; i <= 40; i++) {
        double s, c;
        rw_sin_cos_degrees(90.0 * i, &s, &c);
        ck_assert_double_eq(fabs(s - sines[((i % 4) + 4) % 4]), 0.0);
        ck_assert_double_eq(fabs(c - sines[(((i + 1) % 4) + 4) % 4]), 0.0);
    }
}
END_TEST

START_TEST(degrees__agree_with_long_double)
{
    for (int i = -100000; i <= 100000; i++) {
        double degrees = i * 0.0123;
        double s, c;
        rw_sin_cos_degrees(degrees, &s, &c);
        long double x = (long double)degrees * (3.14159265358979323846264338327950288L / 180.0L);
        ck_assert_double_le((double)fabsl((long double)s - sinl(x)), 4e-16);
        ck_assert_double_le((double)fabsl((long double)c - cosl(x)), 4e-16);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trig");
    TCase *tc = tcase_create("trig");
    tcase_add_test(tc, sin_cos__agree_with_long_double);
    tcase_add_test(tc, atan2__agrees_with_long_double);
    tcase_add_test(tc, degrees__multiples_of_90_are_exact);
    tcase_add_test(tc, degrees__agree_with_long_double);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
