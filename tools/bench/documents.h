/* What is stored and asked: two clips, any number of profiles, and requests with the numbers of a running game. Names
 * have one width, so that all requests of a kind, and all their answers, are equally long. */
#ifndef RW_BENCH_DOCUMENTS_H
#define RW_BENCH_DOCUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum { RW_DOCUMENT_SAMPLES = 31, RW_DOCUMENT_PHASE_PROFILES = 10, RW_DOCUMENT_MAXIMUM = 8 << 20 };

/* The root's positions in a lunge of 500 cm and in a vault of three phases, one second at 30 frames a second. */
void rw_document_lunge(double positions[RW_DOCUMENT_SAMPLES][3]);
void rw_document_vault(double positions[RW_DOCUMENT_SAMPLES][3]);

/* Each appends one whole HTTP request. */
bool rw_document_put_lunge(rw_buffer *out);
bool rw_document_put_vault(rw_buffer *out);
bool rw_document_put_reach(rw_buffer *out, unsigned number);
bool rw_document_put_phases(rw_buffer *out, unsigned number);
bool rw_document_ask_reach(rw_buffer *out, unsigned number);
bool rw_document_ask_phases(rw_buffer *out, unsigned number);
bool rw_document_ask_trajectory(rw_buffer *out, unsigned number);

/* A batch of `items` reach requests over the first `profiles` profiles. */
bool rw_document_ask_batch(rw_buffer *out, unsigned items, unsigned profiles);

#endif
