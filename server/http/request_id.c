#include "http/request_id.h"

#include <string.h>

bool rw_http_request_id_valid(const char *text)
{
    const size_t length = strlen(text);
    return length >= 1 && length <= RW_HTTP_REQUEST_ID_MAX &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") == length;
}

void rw_http_request_id_write(const char *prefix, uint64_t number, char out[RW_HTTP_REQUEST_ID_MAX + 1])
{
    int digits = 8;
    while (digits < 16 && number >> 4 * digits != 0)
        digits++;
    while (*prefix != '\0')
        *out++ = *prefix++;
    *out++ = '-';
    for (int i = digits - 1; i >= 0; i--)
        *out++ = "0123456789abcdef"[number >> 4 * i & 15];
    *out = '\0';
}
