/* A small client for game servers, on libcurl: one connection that stays open, batches, retries, and patience with a
 * daemon that is busy. Copy the two files into your server, or link the target rootwarp_client.
 *
 * It asks questions only (/v1/resolve, /v1/trajectory, …), which may be asked again without harm. A client is one
 * connection and belongs to one thread; make one for each. Bodies and answers are JSON as docs/api.md has it. */
#ifndef ROOTWARP_CLIENT_H
#define ROOTWARP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rwc_client rwc_client;

/* Zero stands for what is in brackets. Texts are copied. */
typedef struct rwc_options {
    const char *url;        /* of the daemon, as in "http://127.0.0.1:7420" */
    const char *token;      /* NULL: none */
    const char *ca_file;    /* PEM, for https [libcurl's] */
    long timeout_ms;        /* of one attempt [250] */
    long patience_ms;       /* of one question with all its attempts [500] */
    unsigned attempts;      /* of one question, the first one included [3] */
} rwc_options;

typedef enum rwc_status {
    RWC_OK = 0,      /* an answer, 2xx */
    RWC_REFUSED,     /* a problem document: the question is wrong, and would be wrong again */
    RWC_BUSY,        /* the daemon asked to wait (429, 503) for longer than there was patience: ask when
                        rwc_wait_ms() is 0 */
    RWC_UNREACHABLE, /* no answer in time */
    RWC_NO_MEMORY,
} rwc_status;

/* The text belongs to the client and holds until its next question. */
typedef struct rwc_answer {
    long status; /* of HTTP; 0 when none came */
    const char *text; /* NULL when none came */
    size_t length;
} rwc_answer;

/* What became of everything that was asked so far. */
typedef struct rwc_counts {
    unsigned long asked, answered, retried, connected;
} rwc_counts;

/* NULL without memory, or when the URL is missing. */
rwc_client *rwc_open(const rwc_options *options);

/* Takes NULL. */
void rwc_close(rwc_client *client);

/* Asks and waits. Connections that broke and answers of 429 and 503 are tried again, after the time that the daemon
 * names in Retry-After, as long as attempts and patience last. While the daemon has asked for more time than that, new
 * questions get RWC_BUSY at once instead of adding to its load. */
rwc_status rwc_ask(rwc_client *client, const char *path, const char *body, size_t length, rwc_answer *answer);

/* Milliseconds until a question is sent again; 0: now. */
long rwc_wait_ms(const rwc_client *client);

rwc_counts rwc_count(const rwc_client *client);

/* ---- batches: many resolves in one question ---- */

/* Empties the batch of the client. */
void rwc_batch_begin(rwc_client *client);

/* Adds one resolve request, a JSON object. False without memory. */
bool rwc_batch_add(rwc_client *client, const char *request);

/* Asks /v1/resolve for all of them; {"results": […]} in their order. An empty batch is not sent: RWC_OK without a text.
 * /v1/limits says how many a batch may hold (1,000 unless set otherwise). */
rwc_status rwc_batch_ask(rwc_client *client, rwc_answer *answer);

#ifdef __cplusplus
}
#endif

#endif
