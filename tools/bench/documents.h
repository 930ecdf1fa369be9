/* What is stored and asked: clips, any number of profiles, and requests with the numbers of a running game. Names have
 * one width, so that all requests of a kind, and all their answers, are equally long. */
#ifndef RW_BENCH_DOCUMENTS_H
#define RW_BENCH_DOCUMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

enum {
    RW_DOCUMENT_SAMPLES = 31,      /* of the lunge and the vault: a second at 30 frames a second */
    RW_DOCUMENT_LONG_SAMPLES = 61, /* of the long clips: two seconds */
    RW_DOCUMENT_PHASE_PROFILES = 10,
    RW_DOCUMENT_MAXIMUM = 8 << 20
};

/* The root's positions in a lunge of 500 cm and in a vault of three phases. */
void rw_document_lunge(double positions[RW_DOCUMENT_SAMPLES][3]);
void rw_document_vault(double positions[RW_DOCUMENT_SAMPLES][3]);

/* Documents. Each appends one as JSON and returns whether the buffer is sound. */
bool rw_document_clip_lunge(rw_buffer *out);
bool rw_document_clip_vault(rw_buffer *out);

/* Two seconds of a root that walks and turns, with every digit that recorded motion has: no two numbers are alike. */
bool rw_document_clip_long(rw_buffer *out, unsigned number);
bool rw_document_profile_reach(rw_buffer *out, const char *clip, unsigned number);
bool rw_document_profile_phases(rw_buffer *out, unsigned number);

/* Appends a whole HTTP request. */
bool rw_document_request(rw_buffer *out, const char *method, const char *target, const rw_buffer *body);

/* Each appends the body of a question; a batch asks for `items` reaches over the first `profiles` profiles, no two
 * of which are alike. */
bool rw_document_ask_reach(rw_buffer *out, unsigned number);
bool rw_document_ask_round(rw_buffer *out, unsigned number); /* a reach whose numbers have few digits */
bool rw_document_ask_phases(rw_buffer *out, unsigned number);
bool rw_document_ask_trajectory(rw_buffer *out, unsigned number);
bool rw_document_ask_batch(rw_buffer *out, unsigned items, unsigned profiles);

#endif
