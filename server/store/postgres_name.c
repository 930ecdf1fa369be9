#include <string.h>

#include "store/postgres.h"

rw_store_postgres_options rw_store_postgres_options_default(void)
{
    return (rw_store_postgres_options){.connections_max = 4, .connect_timeout_s = 3, .statement_timeout_ms = 5000};
}

bool rw_store_postgres_named(const char *address)
{
    static const char *const schemes[] = {"postgres://", "postgresql://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strncmp(address, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return false;
}
