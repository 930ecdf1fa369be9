#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "store/postgres.h"
#include "support/postgres.h"

static rw_test_postgres server;

/* The schema's name is the folder's: one for each test. */
static rw_store_status open_postgres(const char *folder, rw_store **store, rw_problem *problem)
{
    char address[RW_TEST_ADDRESS_SIZE];
    rw_test_postgres_address(&server, NULL, strrchr(folder, '/') + 1, address);
    return rw_store_open_postgres(address, NULL, store, problem);
}

static void expect_zero(const char *schema, const char *what, const char *from_where)
{
    char sql[640];
    snprintf(sql, sizeof sql, "SET search_path = \"%s\"; SELECT count(*) FROM %s", schema, from_where);
    char *count = rw_test_postgres_run(&server, sql);
    if (strcmp(count, "0") != 0)
        ck_abort_msg("%s %s", count, what);
    free(count);
}

/* What the keys of the tables do not say themselves. */
static void expect_sound(const char *folder)
{
    const char *schema = strrchr(folder, '/') + 1;
    expect_zero(schema, "documents that nothing uses",
                "documents d WHERE NOT EXISTS (SELECT 1 FROM revisions r WHERE r.hash = d.hash)");
    expect_zero(schema, "documents that are not what their hash says",
                "documents WHERE hash <> encode(sha256(convert_to(body, 'UTF8')), 'hex')");
    expect_zero(schema, "revisions of no name or above its last",
                "revisions r LEFT JOIN heads h ON h.kind = r.kind AND h.name = r.name "
                "WHERE h.last_revision IS NULL OR r.revision > h.last_revision");
    expect_zero(schema, "counters that are not their logs' ends",
                "counters WHERE change_sequence <> (SELECT count(*) FROM changes) "
                "OR change_sequence <> (SELECT coalesce(max(sequence), 0) FROM changes) "
                "OR audit_sequence <> (SELECT coalesce(max(sequence), 0) FROM audit)");
}

int main(void)
{
    const conformance_backend backend = {.open = open_postgres, .expect_sound = expect_sound};
    if (!rw_test_postgres_available())
        return 77;
    rw_test_postgres_start(&server);
    SRunner *runner = srunner_create(conformance_suite("store on PostgreSQL", &backend));
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    rw_test_postgres_end(&server);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
