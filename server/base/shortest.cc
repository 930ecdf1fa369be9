// Schubfach: Raffaello Giulietti, "The Schubfach way to render doubles", 2020. The paper has the proofs; the names of
// variables are its own as far as they fit.
//
// A double c 2^q stands for all numbers between its neighbours' midpoints. Seen in units of 10^k, where k is the largest
// for which that interval is at least one unit wide, at most one multiple of ten lies in it, and if none does, then one of
// the two whole numbers around the value. So there is nothing to be tried: three products, exact as far as it matters,
// and a few comparisons.
#include "base/shortest.h"

#include <cstring>

namespace {

// The upper 128 bits of a power of ten, the first of them 1, and one more: 10^n < (high 2^64 + low) 2^(e - 127).
struct Power {
    std::uint64_t high, low;
};

constexpr int power_min = -292;
constexpr int power_max = 324;

struct Powers {
    Power of[power_max - power_min + 1];
};

// Whole numbers of so many bits are enough for 10^324, and for 2^1119 / 10^292 to keep 128 bits.
constexpr int words = 35;
constexpr int bits = words * 32;

struct Whole {
    std::uint32_t word[words]; // the lowest first
};

constexpr void multiply_by_ten(Whole &whole)
{
    std::uint64_t carry = 0;
    for (int i = 0; i < words; i++) {
        carry += static_cast<std::uint64_t>(whole.word[i]) * 10;
        whole.word[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
}

// Rounds down, and so do several of these one after the other.
constexpr void divide_by_ten(Whole &whole)
{
    std::uint64_t rest = 0;
    for (int i = words - 1; i >= 0; i--) {
        rest = rest << 32 | whole.word[i];
        whole.word[i] = static_cast<std::uint32_t>(rest / 10);
        rest %= 10;
    }
}

// The 32 bits whose highest is bit `top`, zeros below bit 0.
constexpr std::uint64_t take_bits(const Whole &whole, int top)
{
    const int low = top - 31;
    if (top < 0)
        return 0;
    if (low < 0)
        return static_cast<std::uint32_t>(whole.word[0] << -low);
    const int shift = low % 32;
    std::uint64_t taken = whole.word[low / 32] >> shift;
    if (shift > 0)
        taken |= static_cast<std::uint64_t>(whole.word[low / 32 + 1]) << (32 - shift);
    return taken & 0xFFFFFFFF;
}

constexpr Power round_up(const Whole &whole)
{
    int word = words - 1;
    while (whole.word[word] == 0)
        word--;
    int top = word * 32 + 31;
    while ((whole.word[word] >> (top - word * 32)) == 0)
        top--;
    const std::uint64_t high = take_bits(whole, top) << 32 | take_bits(whole, top - 32);
    const std::uint64_t low = take_bits(whole, top - 64) << 32 | take_bits(whole, top - 96);
    return {high + (low == UINT64_MAX), low + 1};
}

constexpr Powers make_powers()
{
    Powers powers = {};
    Whole whole = {};
    whole.word[0] = 1;
    for (int n = 0; n <= power_max; n++) {
        powers.of[n - power_min] = round_up(whole);
        multiply_by_ten(whole);
    }
    whole = {};
    whole.word[(bits - 1) / 32] = 1u << 31;
    for (int n = -1; n >= power_min; n--) {
        divide_by_ten(whole);
        powers.of[n - power_min] = round_up(whole);
    }
    return powers;
}

constexpr Powers powers = make_powers(); // 10 KB, computed by the compiler

static_assert(powers.of[0 - power_min].high == UINT64_C(1) << 63 && powers.of[0 - power_min].low == 1, "10^0");
static_assert(powers.of[-1 - power_min].high == UINT64_C(0xCCCCCCCCCCCCCCCC), "10^-1");

// floor(log2(10^n)) and floor(log10(2^q)), for all that occur.
constexpr int log2_of_power(int n)
{
    return (n * 1741647) >> 19;
}

constexpr int log10_of_power(int q, bool three_quarters)
{
    return (q * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

// The whole product of two numbers of 64 bits.
Power multiply(std::uint64_t a, std::uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    const wide product = static_cast<wide>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
    const std::uint64_t a_high = a >> 32, a_low = a & 0xFFFFFFFF, b_high = b >> 32, b_low = b & 0xFFFFFFFF;
    const std::uint64_t low = a_low * b_low;
    const std::uint64_t middle = a_high * b_low + (low >> 32);
    const std::uint64_t other = a_low * b_high + (middle & 0xFFFFFFFF);
    return {a_high * b_high + (middle >> 32) + (other >> 32), other << 32 | (low & 0xFFFFFFFF)};
#endif
}

// The product without its lower 128 bits, its last bit set when any of those is: rounded to odd.
std::uint64_t scale(const Power &power, std::uint64_t value)
{
    const std::uint64_t lower = multiply(power.low, value).high;
    const Power upper = multiply(power.high, value);
    const std::uint64_t rest = upper.low + lower;
    const std::uint64_t whole = upper.high + (rest < lower);
    return whole | (rest > 1); // the power is a little too large, which is what 1 may come from
}

rw_decimal without_zeros(std::uint64_t digits, int exponent)
{
    constexpr std::uint64_t eight_digits = 100000000;
    if (digits % eight_digits == 0) {
        digits /= eight_digits;
        exponent += 8;
    }
    while (digits % 10 == 0) {
        digits /= 10;
        exponent++;
    }
    return {digits, exponent};
}

} // namespace

rw_decimal rw_shortest_decimal(double value)
{
    constexpr int fraction_bits = 52;
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &value, sizeof pattern);
    const std::uint64_t fraction = pattern & ((UINT64_C(1) << fraction_bits) - 1);
    const int biased = static_cast<int>(pattern >> fraction_bits);
    const std::uint64_t c = biased != 0 ? fraction | UINT64_C(1) << fraction_bits : fraction;
    const int q = (biased != 0 ? biased : 1) - 1023 - fraction_bits;
    const bool lower_is_closer = fraction == 0 && biased > 1; // the neighbour below has a smaller exponent

    const int k = log10_of_power(q, lower_is_closer);
    const int shift = q + log2_of_power(-k) + 1;
    const Power &power = powers.of[-k - power_min];
    const std::uint64_t odd = c & 1; // of an even number the midpoints, too, read back as it
    const std::uint64_t lower = scale(power, (4 * c - 2 + lower_is_closer) << shift) + odd;
    const std::uint64_t middle = scale(power, 4 * c << shift);
    const std::uint64_t upper = scale(power, (4 * c + 2) << shift) - odd;

    // In units of 10^k all three are four times what they are.
    const std::uint64_t s = middle / 4;
    if (s >= 10) {
        const std::uint64_t tens = s / 10;
        const bool below_fits = lower <= 40 * tens;
        const bool above_fits = 40 * tens + 40 <= upper;
        if (below_fits != above_fits)
            return without_zeros(tens + above_fits, k + 1);
    }
    const bool below_fits = lower <= 4 * s;
    const bool above_fits = 4 * s + 4 <= upper;
    if (below_fits != above_fits)
        return without_zeros(s + above_fits, k);
    const bool nearer_above = middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1) != 0);
    return without_zeros(s + nearer_above, k);
}

// The digits, moved up to fill 64 bits, times the power gives 192 bits. Of these the upper 128 are kept, and they are off
// by less than one, since the power is, and since the rest is cut.
bool rw_nearest_double(std::uint64_t digits, int exponent, double *value)
{
    constexpr unsigned dropped_bits = 11; // 64 without the 53 of a double
    constexpr std::uint64_t dropped = (UINT64_C(1) << dropped_bits) - 1, half = UINT64_C(1) << (dropped_bits - 1);
    if (digits == 0 || exponent < power_min || exponent > power_max)
        return false;
    const int zeros = __builtin_clzll(digits);
    const Power &power = powers.of[exponent - power_min];
    const Power upper = multiply(power.high, digits << zeros);
    const std::uint64_t rest = upper.low + multiply(power.low, digits << zeros).high;
    const std::uint64_t whole = upper.high + (rest < upper.low);
    const int shift = (whole >> 63) == 0; // the product's first bit is one of the first two
    const std::uint64_t first = shift ? whole << 1 | rest >> 63 : whole;
    const std::uint64_t second = rest << shift;
    constexpr std::uint64_t margin = 8;
    if (((first & dropped) == half && second < margin) || ((first & dropped) == half - 1 && second > UINT64_MAX - margin))
        return false;
    std::uint64_t mantissa = (first >> dropped_bits) + ((first & half) != 0);
    int biased = 12 - shift - zeros + log2_of_power(exponent) + 1023 + 52;
    if (mantissa >> 53 != 0) {
        mantissa >>= 1;
        biased++;
    }
    if (biased < 1 || biased > 2046)
        return false;
    const std::uint64_t pattern =
        static_cast<std::uint64_t>(biased) << 52 | (mantissa & ((UINT64_C(1) << 52) - 1));
    std::memcpy(value, &pattern, sizeof pattern);
    return true;
}
