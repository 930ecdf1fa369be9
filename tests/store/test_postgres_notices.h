/* What stores on one database tell each other: cases of the program of test_postgres_store.c. */
#ifndef RW_TEST_POSTGRES_NOTICES_H
#define RW_TEST_POSTGRES_NOTICES_H

#include <check.h>

#include "support/postgres.h"

/* The server is borrowed, and runs. */
TCase *notice_cases(const rw_test_postgres *server);

#endif
