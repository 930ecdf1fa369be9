/*
 * rootwarpd: the daemon. Exit status: 0, 1 when it could not do its work, 2 when it was not told properly what to do.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/endpoints.h"
#include "app/health.h"
#include "app/manual.h"
#include "app/serve.h"
#include "app/wiring.h"
#include "base/standard_streams.h"
#include "config/config.h"
#include "rootwarp/version.h"
#include "rw_build_id.h"

#define TEXT_MAX ((size_t)64 * 1024)
#define EXIT_USAGE 2
/* Memory that one thread frees is seldom what another asks for: few arenas keep the process small. */
#define ARENAS_MAX 2

extern char **environ;

static int print_version(void)
{
    printf("rootwarpd %s (commit %s, solver version %d)\n", rw_build_version(), rw_build_commit(), rw_solver_version());
    return EXIT_SUCCESS;
}

static int print_help(void)
{
    rw_buffer settings;
    rw_buffer_init(&settings, TEXT_MAX);
    if (!rw_config_write_help(&settings)) {
        rw_buffer_free(&settings);
        fprintf(stderr, "rootwarpd: out of memory\n");
        return EXIT_FAILURE;
    }
    printf("usage: rootwarpd serve [OPTIONS]         serve the catalogue over HTTP until SIGTERM\n"
           "       rootwarpd config print [OPTIONS]  show every setting and where it comes from\n"
           "       rootwarpd config check [OPTIONS]  say what is wrong with the settings\n"
           "       rootwarpd health [URL]            ask a running daemon whether it is ready (exit 0 or 1)\n"
           "       rootwarpd manual                  print the manual page, as man -l - reads it\n"
           "       rootwarpd --version\n"
           "       rootwarpd --help\n"
           "\n"
           "Options, each also a variable of the environment and, without the dashes, a key of the file;\n"
           "a flag wins over the environment, the environment over the file:\n"
           "\n%s",
           settings.data);
    rw_buffer_free(&settings);
    return EXIT_SUCCESS;
}

static int print_manual(void)
{
    rw_buffer page;
    rw_buffer_init(&page, TEXT_MAX);
    const bool written = rw_manual_write(&page);
    if (written)
        fputs(page.data, stdout);
    else
        fprintf(stderr, "rootwarpd: out of memory\n");
    rw_buffer_free(&page);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int usage(const char *what, const char *argument)
{
    fprintf(stderr, "rootwarpd: %s%s%.200s%s; rootwarpd --help says what can be asked\n", what,
            argument == NULL ? "" : " '", argument == NULL ? "" : argument, argument == NULL ? "" : "'");
    return EXIT_USAGE;
}

/* Prefixes each line of the collected errors. */
static void print_errors(const rw_buffer *errors)
{
    for (const char *at = errors->data; at != NULL && *at != '\0';) {
        const size_t length = strcspn(at, "\n");
        fprintf(stderr, "rootwarpd: %.*s\n", (int)length, at);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
}

static rw_config_source source_of(int count, char **arguments)
{
    return (rw_config_source){.count = (size_t)count,
                              .arguments = (const char *const *)arguments,
                              .environment = (const char *const *)environ};
}

static bool load(const rw_config_source *source, rw_config *config)
{
    rw_buffer errors;
    rw_buffer_init(&errors, TEXT_MAX);
    const bool loaded = rw_config_load(source, config, &errors);
    print_errors(&errors);
    rw_buffer_free(&errors);
    return loaded;
}

/* What only the listeners know about the settings. */
static bool check_addresses(const rw_config *config)
{
    /* Whether a catalogue that is there has tokens shows when it is opened. */
    const bool allow_remote = config->insecure_no_auth || rw_wiring_may_ask(config);
    char message[RW_ENDPOINTS_MESSAGE_SIZE];
    if (rw_endpoints_check(config, allow_remote, message))
        return true;
    fprintf(stderr, "rootwarpd: %s\n", message);
    return false;
}

static int serve(int count, char **arguments)
{
    const rw_config_source source = source_of(count, arguments);
    rw_config config;
    if (!load(&source, &config))
        return EXIT_USAGE;
    int result = EXIT_USAGE;
    char message[RW_WIRING_MESSAGE_SIZE];
    if (!rw_wiring_check(&config, message))
        usage(message, NULL);
    else if (check_addresses(&config))
        result = rw_serve(&config, &source);
    rw_config_free(&config);
    return result;
}

static int config_command(int count, char **arguments)
{
    if (count < 1)
        return usage("config needs print or check", NULL);
    const bool print = strcmp(arguments[0], "print") == 0;
    if (!print && strcmp(arguments[0], "check") != 0)
        return usage("unknown command config", arguments[0]);
    const rw_config_source source = source_of(count - 1, arguments + 1);
    rw_config config;
    if (!load(&source, &config))
        return EXIT_USAGE;
    rw_buffer text;
    rw_buffer_init(&text, TEXT_MAX);
    char message[RW_WIRING_MESSAGE_SIZE];
    int result = EXIT_SUCCESS;
    if (print && !rw_settings_write_values(&config.settings, &text))
        result = EXIT_FAILURE;
    else if (print)
        fputs(text.data, stdout);
    else if (*config.store != '\0' && !rw_wiring_check(&config, message))
        result = usage(message, NULL);
    else if (check_addresses(&config))
        puts("the settings are valid");
    else
        result = EXIT_USAGE;
    rw_buffer_free(&text);
    rw_config_free(&config);
    return result;
}

/* Without a URL the daemon of the same settings is asked. */
static int health(int count, char **arguments)
{
    if (count > 1)
        return usage("health takes one URL, not also", arguments[1]);
    if (count == 1)
        return rw_health_check(arguments[0]);
    const rw_config_source source = source_of(0, arguments);
    rw_config config;
    if (!load(&source, &config))
        return EXIT_USAGE;
    if (*config.tls_certificate != '\0' && *config.admin == '\0') {
        rw_config_free(&config);
        return usage("health does not ask over TLS; give the daemon a plain address for it with --admin", NULL);
    }
    char url[256];
    snprintf(url, sizeof url, "http://%.200s", *config.admin != '\0' ? config.admin : config.listen);
    rw_config_free(&config);
    return rw_health_check(url);
}

/* The result, unless what was printed did not arrive. */
static int printed(int result)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return result;
    fprintf(stderr, "rootwarpd: cannot write to standard output\n");
    return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (!rw_standard_streams_hold())
        return EXIT_FAILURE;
    mallopt(M_ARENA_MAX, ARENAS_MAX);
    if (argc < 2)
        return usage("needs a command", NULL);
    const char *command = argv[1];
    if (strcmp(command, "--version") == 0)
        return printed(print_version());
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0 || strcmp(command, "help") == 0)
        return printed(print_help());
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0)
            return printed(print_help());
    if (strcmp(command, "serve") == 0)
        return serve(argc - 2, argv + 2);
    if (strcmp(command, "config") == 0)
        return printed(config_command(argc - 2, argv + 2));
    if (strcmp(command, "manual") == 0)
        return printed(print_manual());
    if (strcmp(command, "health") == 0)
        return health(argc - 2, argv + 2);
    return usage(*command == '-' ? "unknown option" : "unknown command", command);
}
