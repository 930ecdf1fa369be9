#include "client.h"

int rw_client_send(rw_console *console, const rw_client *client, const rw_client_request *request,
                 rw_client_response *response)
{
    (void)response;
    rw_console_error(console,
                     "cannot send %s %s%s: this rootwarp was built without libcurl; install libcurl's development "
                     "files (Debian: libcurl4-openssl-dev) and build it again, or use --offline where the command has "
                     "it",
                     request->method, client->shown, request->path);
    return RW_EXIT_UNREACHABLE;
}

int rw_client_keep(rw_console *console, rw_client *client)
{
    const rw_client_request request = {.method = "a request to", .path = ""};
    return rw_client_send(console, client, &request, NULL);
}

void rw_client_release(rw_client *client)
{
    (void)client;
}
