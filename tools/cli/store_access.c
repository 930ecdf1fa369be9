#include "store_access.h"

#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

#define DURATION_MAX_MS (INT64_C(36525) * 86400000)

int rw_cli_store_refuse(rw_console *console, rw_problem *problem)
{
    rw_console_error(console, "%s", problem->detail);
    rw_problem_free(problem);
    return RW_EXIT_REFUSED;
}

int rw_cli_store_folder(rw_console *console, const rw_arguments *arguments, const char **folder)
{
    const char *origin, *named = rw_arguments_or_variable(arguments, "data", "ROOTWARP_DATA", &origin);
    if (named == NULL) {
        rw_console_error(console, "name the data folder of the daemon with --data, or in ROOTWARP_DATA");
        return RW_EXIT_USAGE;
    }
    *folder = named;
    return RW_EXIT_OK;
}

/* The address of a database, where one is meant: what names the place explicitly comes first. */
static const char *shared_store(const rw_arguments *arguments)
{
    const char *origin, *named = rw_arguments_or_variable(arguments, "data", "ROOTWARP_STORE", &origin);
    return named != NULL && rw_store_postgres_named(named) ? named : NULL;
}

static int open_shared(rw_console *console, const char *address, rw_store **store)
{
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_open_postgres(address, NULL, store, &problem) != RW_STORE_OK)
        return rw_cli_store_refuse(console, &problem);
    return RW_EXIT_OK;
}

int rw_cli_store_open(rw_console *console, const rw_arguments *arguments, bool make, rw_store **store)
{
    const char *address = shared_store(arguments);
    if (address != NULL)
        return open_shared(console, address, store);
    const char *folder = NULL;
    const int code = rw_cli_store_folder(console, arguments, &folder);
    if (code != RW_EXIT_OK)
        return code;
    if (!make && !rw_store_sqlite_exists(folder)) {
        rw_console_error(console, "there is no catalogue in \"%s\"; name the folder that rootwarpd was given with --data",
                         folder);
        return RW_EXIT_BAD_INPUT;
    }
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_open_sqlite_beside(folder, NULL, store, &problem) != RW_STORE_OK)
        return rw_cli_store_refuse(console, &problem);
    return RW_EXIT_OK;
}

int rw_cli_store_open_to_write(rw_console *console, const rw_arguments *arguments, rw_store **store)
{
    const char *address = shared_store(arguments);
    if (address != NULL)
        return open_shared(console, address, store);
    const char *folder = NULL;
    const int code = rw_cli_store_folder(console, arguments, &folder);
    if (code != RW_EXIT_OK)
        return code;
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_open_sqlite(folder, NULL, store, &problem) != RW_STORE_OK)
        return rw_cli_store_refuse(console, &problem);
    return RW_EXIT_OK;
}

bool rw_cli_duration(const char *text, int64_t *milliseconds)
{
    static const struct {
        char letter;
        int64_t milliseconds;
    } units[] = {{'s', 1000}, {'m', 60000}, {'h', 3600000}, {'d', 86400000}, {'w', 604800000}};
    const size_t digits = strspn(text, "0123456789");
    if (digits < 1 || digits > 10 || strlen(text) != digits + 1)
        return false;
    const int64_t number = strtoll(text, NULL, 10);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].letter == text[digits] && number >= 1 && number <= DURATION_MAX_MS / units[i].milliseconds) {
            *milliseconds = number * units[i].milliseconds;
            return true;
        }
    return false;
}
