#include "listing.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 500, URL_MAX = 4096 };

typedef struct rw_walk {
    rw_console *console;
    const rw_arguments *arguments;
    const rw_client *client;
    const char *kind;
    const rw_listing_filter *filter;
    rw_listing_visit visit;
    void *context;
    size_t taken;
    char *cursor; /* of the next page; NULL after the last */
    char *last;   /* the last name taken; NULL before the first */
} rw_walk;

static void append_query(rw_buffer *url, const char *name, const char *value)
{
    if (value == NULL)
        return;
    rw_buffer_append_format(url, "%c%s=", strchr(url->data, '?') == NULL ? '?' : '&', name);
    for (const unsigned char *byte = (const unsigned char *)value; *byte != '\0'; byte++) {
        bool letter = (*byte >= 'a' && *byte <= 'z') || (*byte >= 'A' && *byte <= 'Z');
        bool plain = letter || (*byte >= '0' && *byte <= '9') || strchr("-._~", *byte) != NULL;
        rw_buffer_append_format(url, plain ? "%c" : "%%%02X", *byte);
    }
}

/* The names rise from page to page. Whoever sends one again would be asked for ever. */
static bool goes_on(rw_walk *walk, const rw_tree *tree, size_t item)
{
    char *name = rw_tree_text(tree, rw_tree_find(tree, item, "name"));
    if (name == NULL || (walk->last != NULL && strcmp(walk->last, name) >= 0)) {
        free(name);
        return false;
    }
    free(walk->last);
    walk->last = name;
    return true;
}

static int refuse_page(const rw_walk *walk, const char *url)
{
    rw_console_error(walk->console, "%s was answered with no page of a list that goes on; is that a rootwarpd?", url);
    return RW_EXIT_INTERNAL;
}

static int take_page(rw_walk *walk, const rw_tree *tree, const char *url)
{
    size_t items = rw_tree_find(tree, 0, "items"), before = walk->taken;
    if (!rw_tree_is(tree, items, RW_TREE_ARRAY))
        return refuse_page(walk, url);
    for (size_t at = rw_tree_first(tree, items); at != RW_TREE_NONE && walk->taken < walk->filter->limit;
         at = rw_tree_after(tree, items, at)) {
        if (!goes_on(walk, tree, at))
            return refuse_page(walk, url);
        const int code = walk->visit(walk->context, tree, at);
        if (code != RW_EXIT_OK)
            return code;
        walk->taken++;
    }
    free(walk->cursor);
    size_t next = rw_tree_find(tree, 0, "next_cursor");
    walk->cursor = rw_tree_is(tree, next, RW_TREE_STRING) ? rw_tree_text(tree, next) : NULL;
    return walk->cursor == NULL || walk->taken > before ? RW_EXIT_OK : refuse_page(walk, url);
}

static void write_url(const rw_walk *walk, rw_buffer *url)
{
    char limit[24];
    size_t left = walk->filter->limit - walk->taken;
    rw_buffer_append_format(url, "/v1/%s", walk->kind);
    snprintf(limit, sizeof limit, "%zu", left < PAGE ? left : (size_t)PAGE);
    append_query(url, "limit", limit);
    append_query(url, "prefix", walk->filter->prefix);
    append_query(url, "tag", walk->filter->tag);
    append_query(url, "clip", walk->filter->clip);
    append_query(url, "cursor", walk->cursor);
}

static int ask_page(rw_walk *walk)
{
    rw_buffer url;
    rw_buffer_init(&url, URL_MAX);
    write_url(walk, &url);
    if (!rw_buffer_ok(&url)) {
        rw_console_error(walk->console, "the filters are too long for a URL");
        rw_buffer_free(&url);
        return RW_EXIT_USAGE;
    }
    rw_answer answer = {0};
    rw_tree tree;
    int code = rw_answer_ask(walk->console, walk->client, &(rw_client_request){.method = "GET", .path = url.data},
                             &answer);
    if (code == RW_EXIT_REFUSED)
        code = rw_answer_refusal(walk->console, walk->arguments, url.data, &answer);
    else if (code == RW_EXIT_OK)
        code = rw_answer_read(walk->console, &answer, &tree);
    if (code == RW_EXIT_OK) {
        code = take_page(walk, &tree, url.data);
        rw_tree_free(&tree);
    }
    rw_answer_free(&answer);
    rw_buffer_free(&url);
    return code;
}

int rw_listing_walk(rw_console *console, const rw_arguments *arguments, const rw_client *client, const char *kind,
                    const rw_listing_filter *filter, rw_listing_visit visit, void *context)
{
    rw_walk walk = {.console = console,
                    .arguments = arguments,
                    .client = client,
                    .kind = kind,
                    .filter = filter,
                    .visit = visit,
                    .context = context};
    int code;
    do
        code = ask_page(&walk);
    while (code == RW_EXIT_OK && walk.cursor != NULL && walk.taken < filter->limit);
    free(walk.cursor);
    free(walk.last);
    return code;
}
