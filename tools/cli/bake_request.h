/* The options of "bake" and "watch", read. */
#ifndef RW_CLI_BAKE_REQUEST_H
#define RW_CLI_BAKE_REQUEST_H

#include "options.h"

#include "bake/bake.h"

/* Names of windows and events are owned; the rest is borrowed from the command line. options.file is not set. */
typedef struct rw_bake_request {
    rw_bake_options options;
    rw_window *windows;
    rw_event *events;
    char **names;
    size_t name_count;
} rw_bake_request;

/* RW_EXIT_OK, or another code after a message; *out is then untouched. */
int rw_bake_request_parse(rw_console *console, const rw_arguments *arguments, rw_bake_request *out);

void rw_bake_request_free(rw_bake_request *request);

#endif
