/*
 * The files of the inspector, as they travel inside the daemon; the definitions are made by tools/build/embed_assets.c.
 */
#ifndef RW_HTTP_ASSETS_H
#define RW_HTTP_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rw_http_asset {
    const char *path;         /* as asked for, "/assets/app.js"; pages have names without a slash, "index.html" */
    const char *content_type;
    const char *etag;         /* SHA-256 of the bytes, hexadecimal */
    bool immutable;           /* the path changes with the content: whoever has it need not ask again */
    const char *bytes;
    size_t length;
    const char *gzip;         /* the same as a gzip member; NULL where that would not be shorter */
    size_t gzip_length;
} rw_http_asset;

extern const rw_http_asset rw_http_assets[];
extern const size_t rw_http_asset_count;

#endif
