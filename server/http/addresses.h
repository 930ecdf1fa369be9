/*
 * Where clients come from, and how many connections each of them has: an index of the open connections by address, not
 * thread safe.
 */
#ifndef RW_HTTP_ADDRESSES_H
#define RW_HTTP_ADDRESSES_H

#include <stddef.h>
#include <sys/socket.h>

#define RW_HTTP_ADDRESS_BUCKETS 1024 /* a power of two */

/* The client's address as text, in out[0 .. size); empty for NULL, other families and where it does not fit. */
void rw_http_address_write(const struct sockaddr *client, char *out, size_t size);

/* Part of whatever is counted, and in the index until it is removed. */
typedef struct rw_http_address {
    struct rw_http_address *previous, *next;
    unsigned char key[16];
    size_t bucket;
} rw_http_address;

/* All zero: empty. */
typedef struct rw_http_addresses {
    rw_http_address *buckets[RW_HTTP_ADDRESS_BUCKETS];
} rw_http_addresses;

/*
 * Adds an entry for a client and returns how many entries it has now. An IPv4 client that a socket for both families
 * shows as an IPv6 one is the same client; of other IPv6 addresses the network of 64 bits counts, which one host has to
 * itself. NULL, and families other than these two, count as one client.
 */
size_t rw_http_addresses_add(rw_http_addresses *addresses, rw_http_address *entry, const struct sockaddr *client);

void rw_http_addresses_remove(rw_http_addresses *addresses, rw_http_address *entry);

#endif
