// The shortest decimal of a double: of those with the fewest digits that read back as the value, the nearest.
#ifndef RW_BASE_SHORTEST_H
#define RW_BASE_SHORTEST_H

#include <cstdint>

// digits x 10^exponent; the last digit is not 0.
struct rw_decimal {
    std::uint64_t digits; // at most 17 of them
    int exponent;
};

// The value must be finite and above zero.
rw_decimal rw_shortest_decimal(double value);

// The other way: the double nearest to digits x 10^exponent, ties to even. False where it is not decided: at or next to
// the middle of two doubles, and outside of the normal ones.
bool rw_nearest_double(std::uint64_t digits, int exponent, double *value);

#endif
