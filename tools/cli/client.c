#include "client.h"
#include "file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Leaves out what stands before an @ in the authority. */
static void hide_user(const char *url, char *out, size_t size)
{
    const char *mark = strstr(url, "://");
    const char *authority = mark != NULL ? mark + 3 : url;
    const char *host = authority, *end = authority + strcspn(authority, "/?#");
    for (const char *at = authority; at < end; at++)
        if (*at == '@')
            host = at + 1;
    snprintf(out, size, "%.*s%s", (int)(authority - url), url, host);
}

/* Takes over text that has the form of a token, blanks around it apart. Never shows it. */
static int take_token(rw_console *console, const char *origin, const char *text, rw_client *client)
{
    char id[RW_TOKEN_ID_SIZE];
    text += strspn(text, " \t\r\n");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
        length--;
    if (length >= sizeof client->token || !rw_token_parse(text, length, id)) {
        rw_console_error(console, "what %s holds is no token: " RW_TOKEN_RULE, origin);
        return RW_EXIT_BAD_INPUT;
    }
    memcpy(client->token, text, length);
    client->token[length] = '\0';
    return RW_EXIT_OK;
}

static int find_token(rw_console *console, const rw_arguments *arguments, rw_client *client)
{
    const char *origin;
    const char *path = rw_arguments_or_variable(arguments, "token-file", "ROOTWARP_TOKEN_FILE", &origin);
    client->token[0] = '\0';
    if (path == NULL) {
        const char *token = rw_arguments_or_variable(arguments, NULL, "ROOTWARP_TOKEN", &origin);
        return token == NULL ? RW_EXIT_OK : take_token(console, origin, token, client);
    }
    char *bytes = NULL;
    size_t length = 0;
    if (!rw_file_read(console, "the token", path, &bytes, &length))
        return RW_EXIT_BAD_INPUT;
    const int code = take_token(console, path, bytes, client);
    rw_token_wipe(bytes, length);
    free(bytes);
    return code;
}

int rw_client_make(rw_console *console, const rw_arguments *arguments, rw_client *client)
{
    const char *origin, *ca_origin;
    const char *server = rw_arguments_or_variable(arguments, "server", "ROOTWARP_SERVER", &origin);
    if (server == NULL)
        server = RW_CLIENT_DEFAULT_SERVER;
    bool scheme = strncmp(server, "http://", 7) == 0 || strncmp(server, "https://", 8) == 0;
    size_t length = strlen(server);
    while (length > 0 && server[length - 1] == '/')
        length--;
    hide_user(server, client->shown, sizeof client->shown);
    if (!scheme || strpbrk(server, "?# ") != NULL || length >= sizeof client->server || length < 8) {
        rw_console_error(console, "%s \"%s\" is not the URL of a server; write it as %s", origin, client->shown,
                         RW_CLIENT_DEFAULT_SERVER);
        return RW_EXIT_USAGE;
    }
    double timeout = rw_arguments_number(arguments, "timeout", RW_CLIENT_DEFAULT_TIMEOUT);
    if (!(timeout >= 0.001 && timeout <= 86400)) {
        rw_console_error(console, "--timeout %s is not between 0.001 and 86400 seconds",
                         rw_arguments_text(arguments, "timeout"));
        return RW_EXIT_USAGE;
    }
    memcpy(client->server, server, length);
    client->server[length] = '\0';
    hide_user(client->server, client->shown, sizeof client->shown);
    client->connection = NULL;
    client->ca = rw_arguments_or_variable(arguments, "ca", "ROOTWARP_CA", &ca_origin);
    client->timeout_ms = (long)(timeout * 1000.0 + 0.5);
    const int code = find_token(console, arguments, client);
    if (code == RW_EXIT_OK && client->token[0] != '\0' && strncmp(client->server, "http://", 7) == 0 &&
        !rw_client_is_loopback(client->server))
        rw_console_warning(console, "the token goes to %s unencrypted; use https://", client->shown);
    return code;
}

bool rw_client_is_loopback(const char *url)
{
    const char *host = strstr(url, "://");
    if (host == NULL)
        return false;
    host += 3;
    size_t authority = strcspn(host, "/?#");
    for (size_t i = 0; i < authority; i++)
        if (host[i] == '@')
            return false;
    if (strncmp(host, "[::1]", 5) == 0)
        return true;
    size_t length = strcspn(host, ":/?#");
    if (length == 9 && strncasecmp(host, "localhost", 9) == 0)
        return true;
    return length >= 7 && strncmp(host, "127.", 4) == 0 && strspn(host, "0123456789.") == length;
}

void rw_client_response_free(rw_client_response *response)
{
    if (response == NULL)
        return;
    free(response->body);
    *response = (rw_client_response){0};
}
