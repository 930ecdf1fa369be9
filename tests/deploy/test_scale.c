/* Many daemons, and a large catalogue: what their start and a change cost the database. docs/fleet.md has the figures.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "fault/endurance.h"
#include "replicas.h"

enum { MANY = 50, FEW = 5, SAMPLES = 61 };

/* A start: daemons, clips, profiles. */
typedef struct scale {
    long daemons, clips, profiles;
} scale;

static const scale short_starts[] = {{1, 300, 600}, {4, 300, 600}};
static const scale long_starts[] = {{1, 20000, 50000}, {10, 20000, 50000}};

static rw_test_server servers[MANY];
static char schema[64];

static void use_database(void)
{
    rw_test_postgres_start(&database);
    /* What it does by itself would be counted, and tell it about its tables. */
    free(rw_test_postgres_run(&database, "ALTER SYSTEM SET autovacuum = off"));
    free(rw_test_postgres_run(&database, "SELECT pg_reload_conf()"));
    snprintf(schema, sizeof schema, "scale_%lld", (long long)rw_clock_monotonic_ns());
    rw_test_postgres_address(&database, NULL, schema, address);
}

/* From here on the server writes down what the daemons ask. */
static void log_statements(void)
{
    snprintf(address + strlen(address), sizeof address - strlen(address), "%%20-clog_statement%%3Dall");
}

static void start(size_t count)
{
    const char *const arguments[] = {"--store", address, "--threads=1", NULL};
    rw_test_server_start_many(servers, count, arguments);
}

static void end(size_t count)
{
    for (size_t i = 0; i < count; i++)
        rw_test_server_end(&servers[i]);
}

/* How often a text is in what the server's log got since the last time. */
static long count_logged(const char *text, size_t *from)
{
    char path[RW_TEST_PATH_SIZE + 8];
    size_t length = 0;
    long count = 0;
    snprintf(path, sizeof path, "%s/log", database.folder);
    char *log = rw_test_file_read(path, &length);
    for (const char *at = log + *from; (at = strstr(at, text)) != NULL; at += strlen(text))
        count++;
    *from = length;
    free(log);
    return count;
}

/* ---- a large catalogue ---- */

/* A clip of two seconds, with a number that makes others of it, and a profile. */
static void put_seeds(unsigned port)
{
    static char text[SAMPLES * 160 + 512];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "{\"space\":\"unreal\",\"frame_rate\":30,\"loop\":false,\"root\":{\"positions\":[");
    for (int i = 0; i < SAMPLES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s[%.15g,%s,%.15g]", i > 0 ? "," : "",
                                 i * 8.3715 / 7, i == SAMPLES - 1 ? "1.234567" : "0.5", i / 130.0);
    used += (size_t)snprintf(text + used, sizeof text - used, "],\"rotations\":[");
    for (int i = 0; i < SAMPLES; i++) /* of a circle through whole numbers */
        used += (size_t)snprintf(text + used, sizeof text - used, "%s[0,0,%.17g,%.17g]", i > 0 ? "," : "",
                                 2.0 * i * 400 / (400.0 * 400 + i * i), (400.0 * 400 - i * i) / (400.0 * 400 + i * i));
    snprintf(text + used, sizeof text - used, "]},\"windows\":[{\"name\":\"attack\",\"start\":0,\"end\":1.5}]}");
    expect_status(rw_test_request(port, "PUT", "/v1/clips/seed", json, text), 201);
    expect_status(rw_test_request(port, "PUT", "/v1/profiles/seed", json,
                                  "{\"kind\":\"reach\",\"clip\":\"seed\",\"window\":\"attack\","
                                  "\"scale_band\":{\"min\":0.3,\"max\":1.234567}}"),
                  201);
}

/* As many of each as are wanted, from the seeds, by the database itself. */
static void multiply(const scale *wanted)
{
    static char sql[4096];
    snprintf(
        sql, sizeof sql,
        "SET search_path TO \"%s\";"
        "CREATE TEMP TABLE seeds AS SELECT h.kind, d.body FROM heads h JOIN revisions r USING (kind, name, revision) "
        "JOIN documents d USING (hash);"
        "CREATE TEMP TABLE made AS SELECT 1 AS kind, 'c' || n AS name, NULL AS clip, "
        "replace(body, '1.234567', '1.' || lpad(n::text, 7, '0')) AS body "
        "FROM seeds, generate_series(1, %ld) n WHERE kind = 1 "
        "UNION ALL SELECT 2, 'p' || n, 'c' || (n %% %ld + 1), replace(replace(body, '1.234567', '1.' || "
        "lpad(n::text, 7, '0')), '\"seed\"', '\"c' || (n %% %ld + 1) || '\"') "
        "FROM seeds, generate_series(1, %ld) n WHERE kind = 2;"
        "ALTER TABLE made ADD hash text;"
        "UPDATE made SET hash = encode(sha256(convert_to(body, 'UTF8')), 'hex');"
        "INSERT INTO documents SELECT hash, body FROM made;"
        "INSERT INTO revisions SELECT kind, name, 1, hash, CASE kind WHEN 2 THEN 1 END, clip, "
        "CASE kind WHEN 2 THEN 1 END, 0 FROM made ORDER BY kind;"
        "INSERT INTO heads SELECT kind, name, 1, 1 FROM made;"
        "INSERT INTO changes SELECT 2 + row_number() OVER (), kind, name, 1, 1, hash, 0 FROM made;"
        "UPDATE counters SET change_sequence = (SELECT max(sequence) FROM changes);"
        "SELECT change_sequence FROM counters",
        schema, wanted->clips, wanted->clips, wanted->clips, wanted->profiles);
    char *sequence = rw_test_postgres_run(&database, sql);
    ck_assert_int_eq(strtol(sequence, NULL, 10), 2 + wanted->clips + wanted->profiles);
    free(sequence);
}

/* Of a process, in kilobytes. */
static long peak_of(pid_t pid)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    char *text = rw_test_file_read(path, NULL);
    const char *line = strstr(text, "VmHWM:");
    ck_assert_ptr_nonnull(line);
    const long kilobytes = strtol(line + 6, NULL, 10);
    free(text);
    return kilobytes;
}

/* Of a process on all processors, and of children that it has waited for. */
typedef struct cpu {
    double own, children;
} cpu;

static cpu cpu_of(pid_t pid)
{
    char path[64];
    unsigned long own[2] = {0}, children[2] = {0};
    const double tick = (double)sysconf(_SC_CLK_TCK);
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    char *text = rw_test_file_read(path, NULL);
    const char *rest = strrchr(text, ')');
    ck_assert_ptr_nonnull(rest);
    ck_assert_int_eq(sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &own[0], &own[1],
                            &children[0], &children[1]),
                     4);
    free(text);
    return (cpu){.own = (double)(own[0] + own[1]) / tick, .children = (double)(children[0] + children[1]) / tick};
}

/* What the server's ended connections have taken beyond a time, once no other is left. */
static double await_backends(double before)
{
    const int64_t since = rw_clock_monotonic_ns();
    for (;;) {
        char *left = rw_test_postgres_run(
            &database, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'");
        const bool alone = strcmp(left, "1") == 0;
        free(left);
        if (alone)
            return cpu_of(database.pid).children - before;
        ck_assert_msg(rw_clock_monotonic_ns() - since < PATIENCE_NS, "connections stay");
        pause_briefly();
    }
}

static void start_cold(const scale *at, rw_endurance *endurance)
{
    size_t from = 0;
    count_logged(" ", &from);
    const double before = await_backends(0);
    const int64_t since = rw_clock_monotonic_ns();
    start((size_t)at->daemons);
    const double passed = (double)(rw_clock_monotonic_ns() - since) / 1e9;
    const long loads = count_logged("d.body FROM", &from);
    long peak = 0;
    double processor = 0;
    for (long i = 0; i < at->daemons; i++) {
        const long kilobytes = peak_of(servers[i].pid);
        peak = kilobytes > peak ? kilobytes : peak;
        processor += cpu_of(servers[i].pid).own;
        ck_assert_int_eq(version_of(servers[i].port), 2 + at->clips + at->profiles);
    }
    /* A statement about the clips names a document twice: heads, and what profiles recorded. */
    ck_assert_int_eq(loads, 3 * at->daemons);
    end((size_t)at->daemons);
    /* What served them ends with them, and is counted once the server has noticed. */
    const double served = await_backends(before);
    endurance->done++;
    endurance->figures[0] += loads;
    rw_endurance_end(
        endurance,
        "%ld daemons, %ld clips, %ld profiles: all ready after %.1f s, each having asked two queries; for a "
        "daemon %.1f s of a processor, %.1f s of the server's, and at most %ld MiB",
        at->daemons, at->clips, at->profiles, passed, processor / (double)at->daemons, served / (double)at->daemons,
        peak / 1024);
}

START_TEST(cold_start__of_many_daemons_does_not_pile_up)
{
    for (size_t i = 0; i < sizeof long_starts / sizeof *long_starts; i++) {
        rw_endurance endurance;
        rw_endurance_begin(&endurance, "scale_cold_start", 1, 1);
        const scale *at = endurance.is_long ? &long_starts[i] : &short_starts[i];
        use_database();
        start(1);
        put_seeds(servers[0].port);
        end(1);
        multiply(at);
        log_statements();
        start_cold(at, &endurance);
        rw_test_postgres_end(&database);
    }
}
END_TEST

/* ---- one change ---- */

START_TEST(change__costs_each_of_many_daemons_two_queries)
{
    rw_endurance endurance;
    rw_endurance_begin(&endurance, "scale_one_change", 1, 1);
    const size_t count = endurance.is_long ? MANY : FEW;
    size_t from = 0;
    use_database();
    log_statements();
    start(count);
    expect_status(rw_test_request(servers[0].port, "PUT", "/v1/clips/lunge", json, clip), 201);
    expect_status(put_profile(servers[0].port, 0, false), 201);
    for (size_t i = 0; i < count; i++) {
        await_version(servers[i].port, 2, rw_clock_monotonic_ns());
        rw_test_metric_await(servers[i].port, "rootwarp_catalog_looks_total", 1);
    }
    count_logged(" ", &from);
    const int64_t since = rw_clock_monotonic_ns();
    const long long version = put_new(servers[0].port);
    int64_t last = 0;
    for (size_t i = 1; i < count; i++) {
        const int64_t passed = await_version(servers[i].port, version, since);
        last = passed > last ? passed : last;
    }
    const long loads = count_logged("d.body FROM (SELECT DISTINCT name", &from);
    /* The clips' and the profiles', of each, the writer included. */
    ck_assert_int_eq(loads, 2 * (long)count);
    end(count);
    rw_test_postgres_end(&database);
    endurance.done = 1;
    endurance.figures[0] = loads;
    rw_endurance_end(&endurance, "%zu daemons: seen by all after %.0f ms, for %ld queries of all", count,
                     (double)last / 1e6, loads);
}
END_TEST

int main(void)
{
    if (!rw_test_postgres_available())
        return 77;
    Suite *suite = suite_create("scale");
    TCase *cases = tcase_create("many");
    tcase_set_timeout(cases, 3000);
    tcase_add_test(cases, cold_start__of_many_daemons_does_not_pile_up);
    tcase_add_test(cases, change__costs_each_of_many_daemons_two_queries);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
