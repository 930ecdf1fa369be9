#include "rootwarp_client.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

struct rwc_client {
    CURL *curl;
    struct curl_slist *headers;
    char *url, *ca_file;
    long timeout_ms, patience_ms;
    unsigned attempts;
    text answer, batch;
    size_t batch_count;
    bool batch_broken; /* no memory for one of its requests */
    long retry_after_s; /* of the answer that came last; -1: it named none */
    double busy_until;  /* on the clock below: no question before */
    rwc_counts counts;
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void pause_ms(double ms)
{
    struct timespec left = {(time_t)(ms / 1e3), (long)((ms - 1e3 * (double)(time_t)(ms / 1e3)) * 1e6)};
    nanosleep(&left, NULL);
}

/* Always leaves room for a zero byte, and one there. */
static bool append(text *to, const char *bytes, size_t length)
{
    if (to->length + length + 1 > to->capacity) {
        size_t capacity = 2 * (to->length + length) + 4096;
        char *grown = realloc(to->bytes, capacity);
        if (grown == NULL)
            return false;
        to->bytes = grown;
        to->capacity = capacity;
    }
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    to->bytes[to->length] = '\0';
    return true;
}

/* ---- life ---- */

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    rwc_client *client = context;
    return append(&client->answer, bytes, size * count) ? size * count : 0;
}

static size_t take_header(char *line, size_t size, size_t count, void *context)
{
    static const char name[] = "retry-after:";
    rwc_client *client = context;
    if (size * count > sizeof name && strncasecmp(line, name, sizeof name - 1) == 0)
        client->retry_after_s = strtol(line + sizeof name - 1, NULL, 10);
    return size * count;
}

static bool add_header(rwc_client *client, const char *line)
{
    struct curl_slist *longer = curl_slist_append(client->headers, line);
    if (longer == NULL)
        return false;
    client->headers = longer;
    return true;
}

static bool set_up(rwc_client *client, const rwc_options *options)
{
    char authorization[256];
    CURL *curl = client->curl;
    if (options->token != NULL) {
        int length = snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", options->token);
        if (length < 0 || (size_t)length >= sizeof authorization || !add_header(client, authorization))
            return false;
    }
    return add_header(client, "Content-Type: application/json") && add_header(client, "Expect:") &&
           curl_easy_setopt(curl, CURLOPT_HTTPHEADER, client->headers) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_TCP_NODELAY, 1L) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_USERAGENT, "rootwarp-client") == CURLE_OK &&
           (client->ca_file == NULL || curl_easy_setopt(curl, CURLOPT_CAINFO, client->ca_file) == CURLE_OK) &&
           curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_WRITEDATA, client) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HEADERDATA, client) == CURLE_OK;
}

rwc_client *rwc_open(const rwc_options *options)
{
    rwc_client *client = calloc(1, sizeof *client);
    if (client == NULL || options->url == NULL) {
        free(client);
        return NULL;
    }
    client->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : 250;
    client->patience_ms = options->patience_ms > 0 ? options->patience_ms : 500;
    client->attempts = options->attempts > 0 ? options->attempts : 3;
    client->url = strdup(options->url);
    client->ca_file = options->ca_file != NULL ? strdup(options->ca_file) : NULL;
    bool copied = client->url != NULL && (options->ca_file == NULL || client->ca_file != NULL);
    if (copied && curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK)
        client->curl = curl_easy_init();
    if (client->curl == NULL || !set_up(client, options)) {
        rwc_close(client);
        return NULL;
    }
    size_t length = strlen(client->url);
    if (length > 0 && client->url[length - 1] == '/')
        client->url[length - 1] = '\0';
    return client;
}

void rwc_close(rwc_client *client)
{
    if (client == NULL)
        return;
    curl_easy_cleanup(client->curl);
    curl_slist_free_all(client->headers);
    free(client->url);
    free(client->ca_file);
    free(client->answer.bytes);
    free(client->batch.bytes);
    free(client);
}

/* ---- questions ---- */

static rwc_status attempt(rwc_client *client, const char *body, size_t length, long timeout_ms, long *status)
{
    long connected = 0;
    client->answer.length = 0;
    client->retry_after_s = -1;
    *status = 0;
    if (curl_easy_setopt(client->curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length) != CURLE_OK ||
        curl_easy_setopt(client->curl, CURLOPT_POSTFIELDS, body) != CURLE_OK ||
        curl_easy_setopt(client->curl, CURLOPT_TIMEOUT_MS, timeout_ms) != CURLE_OK)
        return RWC_NO_MEMORY;
    CURLcode result = curl_easy_perform(client->curl);
    if (curl_easy_getinfo(client->curl, CURLINFO_NUM_CONNECTS, &connected) == CURLE_OK)
        client->counts.connected += (unsigned long)connected;
    if (result == CURLE_WRITE_ERROR || result == CURLE_OUT_OF_MEMORY)
        return RWC_NO_MEMORY;
    if (result != CURLE_OK || curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, status) != CURLE_OK)
        return RWC_UNREACHABLE;
    if (*status == 429 || *status == 503)
        return RWC_BUSY;
    return *status >= 200 && *status < 300 ? RWC_OK : RWC_REFUSED;
}

/* How long to wait before the next attempt, the n-th: what the daemon says, or ever longer. */
static double pause_before(const rwc_client *client, unsigned n)
{
    if (client->retry_after_s >= 0)
        return 1e3 * (double)client->retry_after_s;
    return (double)(5u << (n < 6 ? n : 6));
}

rwc_status rwc_ask(rwc_client *client, const char *path, const char *body, size_t length, rwc_answer *answer)
{
    char url[2048];
    double end = now_ms() + (double)client->patience_ms;
    rwc_status said = RWC_BUSY;
    *answer = (rwc_answer){0};
    int used = snprintf(url, sizeof url, "%s%s", client->url, path);
    if (used < 0 || (size_t)used >= sizeof url || curl_easy_setopt(client->curl, CURLOPT_URL, url) != CURLE_OK)
        return RWC_NO_MEMORY;
    client->counts.asked++;
    if (rwc_wait_ms(client) > 0)
        return RWC_BUSY;
    for (unsigned n = 0; n < client->attempts; n++) {
        double left = end - now_ms();
        if (left < 1.0)
            break;
        long timeout_ms = left < (double)client->timeout_ms ? (long)left : client->timeout_ms;
        client->counts.retried += n > 0;
        said = attempt(client, body, length, timeout_ms, &answer->status);
        if (said != RWC_BUSY && said != RWC_UNREACHABLE)
            break;
        double pause = pause_before(client, n);
        if (now_ms() + pause >= end) {
            if (said == RWC_BUSY)
                client->busy_until = now_ms() + pause;
            break;
        }
        if (n + 1 < client->attempts)
            pause_ms(pause);
    }
    client->counts.answered += said == RWC_OK;
    if (answer->status != 0 && client->answer.length > 0) {
        answer->text = client->answer.bytes;
        answer->length = client->answer.length;
    }
    return said;
}

long rwc_wait_ms(const rwc_client *client)
{
    double left = client->busy_until - now_ms();
    return left > 0.0 ? (long)left + 1 : 0;
}

rwc_counts rwc_count(const rwc_client *client)
{
    return client->counts;
}

/* ---- batches ---- */

void rwc_batch_begin(rwc_client *client)
{
    client->batch.length = 0;
    client->batch_count = 0;
    client->batch_broken = !append(&client->batch, "{\"requests\":[", 13);
}

bool rwc_batch_add(rwc_client *client, const char *request)
{
    size_t before = client->batch.length;
    if (!client->batch_broken && (client->batch_count == 0 || append(&client->batch, ",", 1)) &&
        append(&client->batch, request, strlen(request))) {
        client->batch_count++;
        return true;
    }
    client->batch.length = before;
    return false;
}

rwc_status rwc_batch_ask(rwc_client *client, rwc_answer *answer)
{
    *answer = (rwc_answer){0};
    if (client->batch_count == 0 && !client->batch_broken)
        return RWC_OK;
    size_t before = client->batch.length;
    if (client->batch_broken || !append(&client->batch, "]}", 2))
        return RWC_NO_MEMORY;
    rwc_status said = rwc_ask(client, "/v1/resolve", client->batch.bytes, client->batch.length, answer);
    client->batch.length = before;
    return said;
}
