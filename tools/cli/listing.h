/* The lists of a daemon, page after page. */
#ifndef RW_CLI_LISTING_H
#define RW_CLI_LISTING_H

#include "answer.h"

/* What a list is narrowed down to; NULL: not by this. */
typedef struct rw_listing_filter {
    const char *prefix, *tag;
    const char *clip; /* of profiles */
    size_t limit;     /* at most so many */
} rw_listing_filter;

/* Called with each entry of a list, by name; an rw_exit other than RW_EXIT_OK ends the walk. */
typedef int (*rw_listing_visit)(void *context, const rw_tree *tree, size_t item);

/* Walks a list, "clips" or "profiles". What is refused is told, with --json as JSON, too. */
int rw_listing_walk(rw_console *console, const rw_arguments *arguments, const rw_client *client, const char *kind,
                    const rw_listing_filter *filter, rw_listing_visit visit, void *context);

#endif
