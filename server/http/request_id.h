/* Names of requests: the client's own when it is well formed, else one that is made. */
#ifndef RW_HTTP_REQUEST_ID_H
#define RW_HTTP_REQUEST_ID_H

#include <stdbool.h>
#include <stdint.h>

#include "http/http.h"

/* 1 to RW_HTTP_REQUEST_ID_MAX letters, digits, ".", "_" and "-". */
bool rw_http_request_id_valid(const char *text);

/* The prefix, a hyphen and the number in hexadecimal, at least eight digits. The prefix has at most 15 characters. */
void rw_http_request_id_write(const char *prefix, uint64_t number, char out[RW_HTTP_REQUEST_ID_MAX + 1]);

#endif
