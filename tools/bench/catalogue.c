#include "catalogue.h"

#include <stdio.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "client.h"
#include "documents.h"

bool rw_catalogue_start(rw_catalogue *catalogue)
{
    char log[RW_FOLDER_ROOM];
    const char *const arguments[] = {catalogue->program, "serve",     "--listen", "127.0.0.1:0", "--data",
                                     catalogue->data,    "--threads", "1",        NULL};
    snprintf(log, sizeof log, "%.900s/log", catalogue->folder);
    return rw_child_start(arguments, catalogue->processor, log, &catalogue->child);
}

typedef struct rw_filler {
    int fd;
    rw_buffer request, head, body;
} rw_filler;

static bool send_request(rw_filler *filler, bool made)
{
    const bool stored =
        made && rw_client_ask(filler->fd, filler->request.data, filler->request.length, &filler->head, &filler->body);
    rw_buffer_clear(&filler->request);
    return stored;
}

bool rw_catalogue_fill(rw_catalogue *catalogue, double seconds)
{
    const int64_t give_up = rw_clock_monotonic_ns() + (int64_t)(seconds * 1e9);
    rw_filler filler = {.fd = rw_client_open(catalogue->child.port)};
    rw_buffer *request = &filler.request;
    rw_buffer_init(&filler.request, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&filler.head, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&filler.body, RW_DOCUMENT_MAXIMUM);
    bool sound = filler.fd >= 0 && send_request(&filler, rw_document_put_lunge(request)) &&
                 send_request(&filler, rw_document_put_vault(request));
    for (unsigned i = 0; sound && i < RW_DOCUMENT_PHASE_PROFILES; i++)
        sound = send_request(&filler, rw_document_put_phases(request, i));
    unsigned stored = 0;
    while (sound && stored < catalogue->profiles && (stored == 0 || rw_clock_monotonic_ns() < give_up))
        sound = send_request(&filler, rw_document_put_reach(request, stored++));
    catalogue->profiles = stored;
    rw_buffer_free(&filler.request);
    rw_buffer_free(&filler.head);
    rw_buffer_free(&filler.body);
    if (filler.fd >= 0)
        close(filler.fd);
    else
        fputs("rootwarp-bench: cannot connect to the daemon\n", stderr);
    return sound;
}
