#include "store/postgres.h"

rw_store_status rw_store_open_postgres(const char *address, const rw_store_postgres_options *options, rw_store **store,
                                       rw_problem *problem)
{
    (void)address;
    (void)options;
    (void)store;
    rw_problem_set(problem, RW_PROBLEM_STORE_UNSUITABLE,
                   "this build cannot use PostgreSQL: it was made without libpq; install libpq-dev and build it again, or "
                   "use a data folder");
    return RW_STORE_ERROR;
}
