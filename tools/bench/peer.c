#include "peer.h"

#include <stdio.h>
#include <unistd.h>

#include "base/buffer.h"
#include "client.h"
#include "documents.h"
#include "folder.h"

enum { PROFILES = 10 };

/* Appends what the daemon answers to a GET. */
static bool append_document(int fd, const char *target, const char *before, rw_buffer *out)
{
    rw_buffer request, head, body;
    rw_buffer_init(&request, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&head, RW_DOCUMENT_MAXIMUM);
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    const bool read = rw_buffer_append_format(&request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", target) &&
                      rw_client_ask(fd, request.data, request.length, &head, &body) &&
                      rw_buffer_append_text(out, before) && rw_buffer_append(out, body.data, body.length);
    rw_buffer_free(&request);
    rw_buffer_free(&head);
    rw_buffer_free(&body);
    return read;
}

static bool write_documents(uint16_t port, const char *path)
{
    char target[64];
    rw_buffer out;
    rw_buffer_init(&out, RW_DOCUMENT_MAXIMUM);
    const int fd = rw_client_open(port);
    bool sound = fd >= 0 && append_document(fd, "/v1/clips/lunge", "{\"clips\":[", &out);
    for (unsigned i = 0; sound && i < PROFILES; i++) {
        snprintf(target, sizeof target, "/v1/profiles/reach-%05u", i);
        sound = append_document(fd, target, i == 0 ? "],\"profiles\":[" : ",", &out);
    }
    sound = sound && rw_buffer_append_text(&out, "]}") && rw_folder_write(path, out.data, out.length);
    if (fd >= 0)
        close(fd);
    rw_buffer_free(&out);
    return sound;
}

bool rw_peer_start(const char *script, uint16_t port, const char *folder, int processor, rw_child *peer)
{
    char node[RW_FOLDER_ROOM], documents[RW_FOLDER_ROOM], log[RW_FOLDER_ROOM];
    snprintf(documents, sizeof documents, "%.900s/peer.json", folder);
    snprintf(log, sizeof log, "%.900s/log", folder);
    if (!rw_child_find("node", node, sizeof node)) {
        fputs("there is no node on this machine: its rows are left out\n", stderr);
        return false;
    }
    const char *const arguments[] = {node, script, documents, NULL};
    return write_documents(port, documents) && rw_child_start(arguments, processor, log, peer);
}
