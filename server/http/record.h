/* What of a request and its answer is recorded. */
#ifndef RW_HTTP_RECORD_H
#define RW_HTTP_RECORD_H

#include "http/http.h"

/* Hands a copy to the recorder when the route asks the solver: method, target, both bodies as they were before any
 * compression, status, and the request's id, which answers may name. No other header changes an answer, and none is kept:
 * least of all Authorization. */
void rw_http_record(const rw_http_context *context, const rw_http_request *request, const rw_http_response *response);

#endif
