/*
 * The contract as JSON; the definitions are made by tools/build from schema/openapi.yaml.
 */
#ifndef RW_HTTP_OPENAPI_DOCUMENT_H
#define RW_HTTP_OPENAPI_DOCUMENT_H

#include <stddef.h>

extern const char rw_http_openapi_document[];
extern const size_t rw_http_openapi_document_size;
extern const char rw_http_openapi_document_hash[]; /* changes with the document; an entity tag */

#endif
