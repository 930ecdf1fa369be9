#include "client.h"

#include "base/buffer.h"

#include <curl/curl.h>
#include <string.h>
#include <strings.h>

enum { ANSWER_MIB_MAX = 256 };

typedef struct rw_exchange {
    rw_buffer body;
    char etag[RW_CLIENT_ETAG_SIZE];
} rw_exchange;

static size_t take_body(char *bytes, size_t size, size_t count, void *context)
{
    rw_exchange *exchange = context;
    return rw_buffer_append(&exchange->body, bytes, size * count) ? size * count : 0;
}

static size_t take_header(char *line, size_t size, size_t count, void *context)
{
    rw_exchange *exchange = context;
    size_t length = size * count;
    if (length > 5 && strncasecmp(line, "etag:", 5) == 0) {
        size_t start = 5, end = length;
        while (start < end && (line[start] == ' ' || line[start] == '\t'))
            start++;
        while (end > start && (unsigned char)line[end - 1] <= ' ')
            end--;
        if (end - start < sizeof exchange->etag) {
            memcpy(exchange->etag, line + start, end - start);
            exchange->etag[end - start] = '\0';
        }
    }
    return length;
}

static bool add_header(struct curl_slist **headers, const char *name, const char *value)
{
    rw_buffer line;
    rw_buffer_init(&line, 8192);
    rw_buffer_append_format(&line, "%s: %s", name, value);
    struct curl_slist *longer = rw_buffer_ok(&line) ? curl_slist_append(*headers, line.data) : NULL;
    rw_buffer_free(&line);
    if (longer == NULL)
        return false;
    *headers = longer;
    return true;
}

/* "Expect:" without a value keeps libcurl from waiting a second before it sends a large body. */
static bool make_headers(const rw_client *client, const rw_client_request *request, struct curl_slist **headers)
{
    struct curl_slist *first = curl_slist_append(NULL, "Expect:");
    if (first == NULL)
        return false;
    *headers = first;
    char authorization[sizeof "Bearer " + RW_TOKEN_TEXT_SIZE];
    snprintf(authorization, sizeof authorization, "Bearer %s", client->token);
    return (client->token[0] == '\0' || add_header(headers, "Authorization", authorization)) &&
           add_header(headers, "Accept",
                      request->accept != NULL ? request->accept : "application/json, application/problem+json") &&
           (request->body == NULL ||
            add_header(headers, "Content-Type",
                       request->content_type != NULL ? request->content_type : "application/json")) &&
           (request->request_id == NULL || add_header(headers, "X-Request-Id", request->request_id)) &&
           (request->if_match == NULL || add_header(headers, "If-Match", request->if_match)) &&
           (request->if_none_match == NULL || add_header(headers, "If-None-Match", request->if_none_match));
}

static bool set_request(CURL *curl, const rw_client *client, const rw_client_request *request, const char *url,
                        struct curl_slist *headers)
{
    bool head = strcmp(request->method, "HEAD") == 0;
    bool set = curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)RW_CLIENT_CONNECT_TIMEOUT) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, client->timeout_ms) == CURLE_OK &&
               curl_easy_setopt(curl, CURLOPT_USERAGENT, "rootwarp") == CURLE_OK;
    if (client->ca != NULL)
        set = set && curl_easy_setopt(curl, CURLOPT_CAINFO, client->ca) == CURLE_OK;
    if (rw_client_is_loopback(url))
        set = set && curl_easy_setopt(curl, CURLOPT_PROXY, "") == CURLE_OK;
    if (request->body != NULL)
        set = set && curl_easy_setopt(curl, CURLOPT_POST, 1L) == CURLE_OK &&
              curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body) == CURLE_OK &&
              curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->length) == CURLE_OK;
    if (head)
        return set && curl_easy_setopt(curl, CURLOPT_NOBODY, 1L) == CURLE_OK;
    return set && curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method) == CURLE_OK;
}

static bool set_receivers(CURL *curl, rw_exchange *exchange, char *reason)
{
    return curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_WRITEDATA, exchange) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_HEADERDATA, exchange) == CURLE_OK &&
           curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, reason) == CURLE_OK;
}

static const char *hint_for(CURLcode result)
{
    if (result == CURLE_COULDNT_CONNECT)
        return "; is rootwarpd running there? --server, or ROOTWARP_SERVER, names another";
    if (result == CURLE_OPERATION_TIMEDOUT)
        return "; --timeout allows more time";
    if (result == CURLE_COULDNT_RESOLVE_HOST)
        return "; look at the name in --server or ROOTWARP_SERVER";
    return "";
}

static int perform(rw_console *console, CURL *curl, const rw_client *client, const rw_client_request *request,
                   rw_exchange *exchange, rw_client_response *response)
{
    char reason[CURL_ERROR_SIZE] = "";
    long status = 0;
    if (!set_receivers(curl, exchange, reason)) {
        rw_console_error(console, "libcurl cannot be set up for %s", client->shown);
        return RW_EXIT_INTERNAL;
    }
    CURLcode result = curl_easy_perform(curl);
    if (result == CURLE_OK)
        result = curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (exchange->body.status == RW_BUFFER_TOO_LONG) {
        rw_console_error(console, "the answer of %s is longer than %d MiB; is that a rootwarpd?", client->shown,
                         ANSWER_MIB_MAX);
        return RW_EXIT_INTERNAL;
    }
    if (result != CURLE_OK) {
        rw_console_error(console, "%s %s%s got no answer: %s%s", request->method, client->shown, request->path,
                         reason[0] != '\0' ? reason : curl_easy_strerror(result), hint_for(result));
        return RW_EXIT_UNREACHABLE;
    }
    rw_client_response answer = {.status = status};
    memcpy(answer.etag, exchange->etag, sizeof answer.etag);
    answer.body = rw_buffer_steal(&exchange->body, &answer.length);
    if (answer.body == NULL) {
        rw_console_error(console, "out of memory while reading the answer of %s", client->shown);
        return RW_EXIT_INTERNAL;
    }
    *response = answer;
    return RW_EXIT_OK;
}

static CURL *start(void)
{
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return NULL;
    CURL *curl = curl_easy_init();
    if (curl == NULL)
        curl_global_cleanup();
    return curl;
}

static void end(CURL *curl)
{
    if (curl == NULL)
        return;
    curl_easy_cleanup(curl);
    curl_global_cleanup();
}

int rw_client_keep(rw_console *console, rw_client *client)
{
    client->connection = start();
    if (client->connection != NULL)
        return RW_EXIT_OK;
    rw_console_error(console, "libcurl cannot be set up for %s", client->shown);
    return RW_EXIT_INTERNAL;
}

void rw_client_release(rw_client *client)
{
    end(client->connection);
    client->connection = NULL;
}

int rw_client_send(rw_console *console, const rw_client *client, const rw_client_request *request,
                 rw_client_response *response)
{
    int code = RW_EXIT_INTERNAL;
    struct curl_slist *headers = NULL;
    CURL *curl = client->connection;
    rw_exchange exchange = {0};
    rw_buffer url;
    rw_buffer_init(&exchange.body, (size_t)ANSWER_MIB_MAX << 20);
    rw_buffer_init(&url, 16384);
    rw_buffer_append_format(&url, "%s%s", client->server, request->path);
    if (curl != NULL)
        curl_easy_reset(curl); /* which keeps its connections */
    else
        curl = start();
    if (curl == NULL || !rw_buffer_ok(&url) || !make_headers(client, request, &headers) ||
        !set_request(curl, client, request, url.data, headers))
        rw_console_error(console, "libcurl cannot be set up for %s%s", client->shown, request->path);
    else
        code = perform(console, curl, client, request, &exchange, response);
    curl_slist_free_all(headers);
    if (curl != client->connection)
        end(curl);
    rw_buffer_free(&url);
    rw_buffer_free(&exchange.body);
    return code;
}
