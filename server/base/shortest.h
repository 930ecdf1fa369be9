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

#endif
