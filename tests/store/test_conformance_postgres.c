#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "store/postgres.h"
#include "support/pooler.h"

static rw_test_postgres server;
static bool pooled;

/* The schema's name is the folder's, or that of the database: one for each test. */
static void address_of(const char *folder, char address[RW_TEST_ADDRESS_SIZE])
{
    const char *name = strrchr(folder, '/') + 1;
    if (pooled)
        rw_test_pooler_address(&server, name, address);
    else
        rw_test_postgres_address(&server, NULL, name, address);
}

static rw_store_status open_postgres(const char *folder, rw_store **store, rw_problem *problem)
{
    char address[RW_TEST_ADDRESS_SIZE];
    address_of(folder, address);
    return rw_store_open_postgres(address, NULL, store, problem);
}

static void expect_zero(const char *address, const char *what, const char *from_where)
{
    char sql[640];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", from_where);
    char *count = rw_test_postgres_run_at(address, sql);
    if (strcmp(count, "0") != 0)
        ck_abort_msg("%s %s", count, what);
    free(count);
}

/* What the keys of the tables do not say themselves. */
static void expect_sound(const char *folder)
{
    char address[RW_TEST_ADDRESS_SIZE];
    address_of(folder, address);
    expect_zero(address, "documents that nothing uses",
                "documents d WHERE NOT EXISTS (SELECT 1 FROM revisions r WHERE r.hash = d.hash)");
    expect_zero(address, "documents that are not what their hash says",
                "documents WHERE hash <> encode(sha256(convert_to(body, 'UTF8')), 'hex')");
    expect_zero(address, "revisions of no name or above its last",
                "revisions r LEFT JOIN heads h ON h.kind = r.kind AND h.name = r.name "
                "WHERE h.last_revision IS NULL OR r.revision > h.last_revision");
    expect_zero(address, "counters that are not their logs' ends",
                "counters WHERE change_sequence <> (SELECT count(*) FROM changes) "
                "OR change_sequence <> (SELECT coalesce(max(sequence), 0) FROM changes) "
                "OR audit_sequence <> (SELECT coalesce(max(sequence), 0) FROM audit)");
}

/* With "pooled" as its argument, by way of a pooler. */
int main(int argc, char **argv)
{
    const conformance_backend backend = {.open = open_postgres, .expect_sound = expect_sound};
    pooled = argc > 1 && strcmp(argv[1], "pooled") == 0;
    if (!rw_test_postgres_available() || (pooled && !rw_test_pooler_available()))
        return 77;
    rw_test_postgres_start(&server);
    const pid_t pooler = pooled ? rw_test_pooler_start(&server) : 0;
    SRunner *runner = srunner_create(conformance_suite("store on PostgreSQL", &backend));
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    if (pooled)
        rw_test_pooler_end(pooler);
    rw_test_postgres_end(&server);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
