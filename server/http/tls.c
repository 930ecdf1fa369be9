#include "http/tls.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gnutls/gnutls.h>

#include "base/clock.h"
#include "base/retired.h"
#include "base/small_file.h"

#define CHAIN_MAX 16
#define FILE_SIZE_MAX ((size_t)256 * 1024)
/* Longer than any handshake that may still use what was replaced. */
#define RETIRED_NS INT64_C(600000000000)

typedef struct rw_tls_pair {
    rw_retired retired;
    gnutls_pcert_st chain[CHAIN_MAX];
    unsigned length;
    gnutls_privkey_t key;
} rw_tls_pair;

struct rw_http_tls {
    char *certificate_file, *key_file;
    _Atomic(rw_tls_pair *) current;
    rw_retired_list retired;
};

static void pair_free(rw_tls_pair *pair)
{
    if (pair == NULL)
        return;
    for (unsigned i = 0; i < pair->length; i++)
        gnutls_pcert_deinit(&pair->chain[i]);
    gnutls_privkey_deinit(pair->key);
    free(pair);
}

static void wipe(char *text, size_t length)
{
    if (text != NULL)
        gnutls_memset(text, 0, length);
    free(text);
}

static void free_retired(rw_retired *one)
{
    pair_free((rw_tls_pair *)(void *)one);
}

static bool read_chain(rw_tls_pair *pair, const char *file, char message[RW_HTTP_TLS_MESSAGE_SIZE])
{
    char reason[RW_SMALL_FILE_REASON_SIZE];
    char *text = NULL;
    size_t length = 0;
    unsigned count = CHAIN_MAX;
    bool sound = rw_small_file_read(file, FILE_SIZE_MAX, &text, &length, reason);
    if (sound) {
        const gnutls_datum_t datum = {.data = (unsigned char *)text, .size = (unsigned)length};
        const int status = gnutls_pcert_list_import_x509_raw(pair->chain, &count, &datum, GNUTLS_X509_FMT_PEM, 0);
        sound = status >= 0;
        snprintf(reason, sizeof reason, "%s", gnutls_strerror(status));
    }
    free(text);
    if (sound)
        pair->length = count;
    else
        snprintf(message, RW_HTTP_TLS_MESSAGE_SIZE, "cannot read certificates from \"%.200s\": %s", file, reason);
    return sound;
}

static bool read_key(rw_tls_pair *pair, const char *file, char message[RW_HTTP_TLS_MESSAGE_SIZE])
{
    char reason[RW_SMALL_FILE_REASON_SIZE];
    char *text = NULL;
    size_t length = 0;
    bool sound = rw_small_file_read(file, FILE_SIZE_MAX, &text, &length, reason);
    if (sound) {
        const gnutls_datum_t datum = {.data = (unsigned char *)text, .size = (unsigned)length};
        const int status = gnutls_privkey_import_x509_raw(pair->key, &datum, GNUTLS_X509_FMT_PEM, NULL, 0);
        sound = status >= 0;
        snprintf(reason, sizeof reason, "%s", gnutls_strerror(status));
    }
    wipe(text, length);
    if (!sound)
        snprintf(message, RW_HTTP_TLS_MESSAGE_SIZE, "cannot read a key from \"%.200s\": %s", file, reason);
    return sound;
}

/* Whether the key is that of the first certificate. */
static bool belong_together(const rw_tls_pair *pair)
{
    unsigned char of_chain[64], of_key[64];
    size_t chain_size = sizeof of_chain, key_size = sizeof of_key;
    gnutls_pubkey_t public = NULL;
    bool same = gnutls_pubkey_init(&public) >= 0 && gnutls_pubkey_import_privkey(public, pair->key, 0, 0) >= 0 &&
                gnutls_pubkey_get_key_id(public, GNUTLS_KEYID_USE_SHA256, of_key, &key_size) >= 0 &&
                gnutls_pubkey_get_key_id(pair->chain[0].pubkey, GNUTLS_KEYID_USE_SHA256, of_chain, &chain_size) >= 0;
    same = same && chain_size == key_size && memcmp(of_chain, of_key, key_size) == 0;
    if (public != NULL)
        gnutls_pubkey_deinit(public);
    return same;
}

static rw_tls_pair *pair_read(const rw_http_tls *tls, char message[RW_HTTP_TLS_MESSAGE_SIZE])
{
    rw_tls_pair *pair = calloc(1, sizeof *pair);
    if (pair == NULL || gnutls_privkey_init(&pair->key) < 0) {
        snprintf(message, RW_HTTP_TLS_MESSAGE_SIZE, "no memory for a certificate");
        free(pair);
        return NULL;
    }
    if (read_chain(pair, tls->certificate_file, message) && read_key(pair, tls->key_file, message)) {
        if (belong_together(pair))
            return pair;
        snprintf(message, RW_HTTP_TLS_MESSAGE_SIZE,
                 "the key in \"%.150s\" is not that of the first certificate in \"%.150s\"", tls->key_file,
                 tls->certificate_file);
    }
    pair_free(pair);
    return NULL;
}

rw_http_tls *rw_http_tls_open(const char *certificate_file, const char *key_file,
                              char message[RW_HTTP_TLS_MESSAGE_SIZE])
{
    rw_http_tls *tls = calloc(1, sizeof *tls);
    if (tls != NULL) {
        tls->certificate_file = strdup(certificate_file);
        tls->key_file = strdup(key_file);
    }
    if (tls == NULL || tls->certificate_file == NULL || tls->key_file == NULL) {
        snprintf(message, RW_HTTP_TLS_MESSAGE_SIZE, "no memory for a certificate");
        rw_http_tls_free(tls);
        return NULL;
    }
    rw_tls_pair *pair = pair_read(tls, message);
    if (pair == NULL) {
        rw_http_tls_free(tls);
        return NULL;
    }
    atomic_init(&tls->current, pair);
    tls->retired = (rw_retired_list){.patience_ns = RETIRED_NS, .free = free_retired};
    return tls;
}

bool rw_http_tls_reload(rw_http_tls *tls, char message[RW_HTTP_TLS_MESSAGE_SIZE])
{
    rw_tls_pair *made = pair_read(tls, message);
    if (made == NULL)
        return false;
    rw_tls_pair *before = atomic_exchange(&tls->current, made);
    rw_retired_add(&tls->retired, &before->retired, rw_clock_monotonic_ns());
    return true;
}

void rw_http_tls_current(const rw_http_tls *tls, gnutls_pcert_st **chain, unsigned *length, gnutls_privkey_t *key)
{
    rw_tls_pair *pair = atomic_load(&tls->current);
    *chain = pair->chain;
    *length = pair->length;
    *key = pair->key;
}

void rw_http_tls_free(rw_http_tls *tls)
{
    if (tls == NULL)
        return;
    rw_retired_clear(&tls->retired);
    pair_free(atomic_load(&tls->current));
    free(tls->certificate_file);
    free(tls->key_file);
    free(tls);
}
