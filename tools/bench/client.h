/* One keep-alive connection to a server on this machine that asks and waits: what fills a catalogue and looks at an
 * answer before it is measured. */
#ifndef RW_BENCH_CLIENT_H
#define RW_BENCH_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Connects to 127.0.0.1:port; a descriptor for close(), or -1. */
int rw_client_open(uint16_t port);

/* Sends a whole request and receives its answer: *head takes the head with its empty line, *body the body. False, with
 * a sentence on standard error, when there was no answer of status 2xx. */
bool rw_client_ask(int fd, const char *request, size_t length, rw_buffer *head, rw_buffer *body);

#endif
