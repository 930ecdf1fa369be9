#include "http/addresses.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

void rw_http_address_write(const struct sockaddr *client, char *out, size_t size)
{
    const void *bytes = NULL;
    if (client != NULL && client->sa_family == AF_INET)
        bytes = &((const struct sockaddr_in *)(const void *)client)->sin_addr;
    else if (client != NULL && client->sa_family == AF_INET6)
        bytes = &((const struct sockaddr_in6 *)(const void *)client)->sin6_addr;
    if (bytes == NULL || inet_ntop(client->sa_family, bytes, out, (socklen_t)size) == NULL)
        *out = '\0';
}

static void make_key(const struct sockaddr *client, unsigned char key[16])
{
    memset(key, 0, 16);
    if (client == NULL)
        return;
    if (client->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)client;
        memcpy(key, mapped, sizeof mapped);
        memcpy(key + sizeof mapped, &four->sin_addr, 4);
    } else if (client->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)client;
        memcpy(key, &six->sin6_addr, memcmp(&six->sin6_addr, mapped, sizeof mapped) == 0 ? 16 : 8);
    }
}

/* FNV-1a. Who has addresses enough to fill a bucket costs others a walk through his connections, and they are limited. */
static size_t bucket_of(const unsigned char key[16])
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (int i = 0; i < 16; i++)
        hash = (hash ^ key[i]) * UINT64_C(1099511628211);
    return (size_t)(hash >> 32) & (RW_HTTP_ADDRESS_BUCKETS - 1);
}

size_t rw_http_addresses_add(rw_http_addresses *addresses, rw_http_address *entry, const struct sockaddr *client)
{
    size_t count = 1;
    make_key(client, entry->key);
    entry->bucket = bucket_of(entry->key);
    rw_http_address *first = addresses->buckets[entry->bucket];
    for (const rw_http_address *at = first; at != NULL; at = at->next)
        count += memcmp(at->key, entry->key, sizeof entry->key) == 0;
    entry->previous = NULL;
    entry->next = first;
    if (first != NULL)
        first->previous = entry;
    addresses->buckets[entry->bucket] = entry;
    return count;
}

void rw_http_addresses_remove(rw_http_addresses *addresses, rw_http_address *entry)
{
    if (entry->previous != NULL)
        entry->previous->next = entry->next;
    else
        addresses->buckets[entry->bucket] = entry->next;
    if (entry->next != NULL)
        entry->next->previous = entry->previous;
}
