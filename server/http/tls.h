/*
 * The certificate and key of a listener that speaks TLS. They can be replaced while it runs: handshakes that begin
 * afterwards use the new ones. Versions 1.2 and 1.3 are spoken.
 */
#ifndef RW_HTTP_TLS_H
#define RW_HTTP_TLS_H

#include <gnutls/abstract.h>
#include <stdbool.h>

typedef struct rw_http_tls rw_http_tls;

#define RW_HTTP_TLS_MESSAGE_SIZE 512

/* What GnuTLS is told of versions and ciphers: only those whose traffic stays secret when the key is lost later, and
 * that authenticate what they encrypt. */
#define RW_HTTP_TLS_PRIORITIES \
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-AES-128-CBC:-AES-256-CBC:-SHA1:%SERVER_PRECEDENCE"

/*
 * Reads a chain of certificates, the server's own first, and its key, both PEM and the key without a passphrase. NULL,
 * with one sentence in the message that names the file, when one cannot be read or the two do not belong together.
 */
rw_http_tls *rw_http_tls_open(const char *certificate_file, const char *key_file,
                              char message[RW_HTTP_TLS_MESSAGE_SIZE]);

/* Reads the same files again. False, with a sentence and the old ones in force, when they are bad. One thread. */
bool rw_http_tls_reload(rw_http_tls *tls, char message[RW_HTTP_TLS_MESSAGE_SIZE]);

/* The chain and key in force, for a handshake. Valid for ten minutes after a reload has replaced them. Any thread. */
void rw_http_tls_current(const rw_http_tls *tls, gnutls_pcert_st **chain, unsigned *length, gnutls_privkey_t *key);

/* No connection may be open. Takes NULL. */
void rw_http_tls_free(rw_http_tls *tls);

#endif
