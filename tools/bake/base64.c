#include "base64.h"

#include <stdint.h>

static int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool rw_base64_decode(const char *text, size_t length, unsigned char *out, size_t *size)
{
    if (length > 0 && length % 4 == 0)
        for (int i = 0; i < 2 && text[length - 1] == '='; i++) length--;
    if (length % 4 == 1) return false;
    size_t have = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < length; i++) {
        int digit = digit_of(text[i]);
        if (digit < 0) return false;
        bits = bits << 6 | (uint32_t)digit;
        if (i % 4 == 3) {
            out[have++] = (unsigned char)(bits >> 16);
            out[have++] = (unsigned char)(bits >> 8);
            out[have++] = (unsigned char)bits;
            bits = 0;
        }
    }
    if (length % 4 == 2) {
        out[have++] = (unsigned char)(bits >> 4);
    } else if (length % 4 == 3) {
        out[have++] = (unsigned char)(bits >> 10);
        out[have++] = (unsigned char)(bits >> 2);
    }
    *size = have;
    return true;
}
