#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/process.h"
#include "support/server.h"
#include "support/suite.h"

#define ARGUMENTS_MAX 12

/* Runs rootwarpd with these arguments. */
static rw_test_result run(const char *const *arguments, const char *const *variables)
{
    char *program = rw_test_program("rootwarpd");
    const char *argv[ARGUMENTS_MAX] = {program};
    for (size_t i = 0; arguments[i] != NULL; i++)
        argv[i + 1] = arguments[i];
    const rw_test_result result = rw_test_run(argv, variables);
    free(program);
    return result;
}

typedef struct command_row {
    const char *arguments[6];
    int status;
    const char *out, *err; /* texts that must be in it; NULL: it must be empty */
} command_row;

static const command_row rows[] = {
    {{"--version"}, 0, "rootwarpd ", NULL},
    {{"--version"}, 0, " (commit ", NULL},
    {{"--version"}, 0, ", solver version ", NULL},
    {{"--help"}, 0, "--max-body-bytes SIZE", NULL},
    {{"serve", "--help"}, 0, "usage: rootwarpd serve", NULL},
    {{NULL}, 2, NULL, "needs a command; rootwarpd --help says"},
    {{"--frobnicate"}, 2, NULL, "unknown option '--frobnicate'"},
    {{"frobnicate"}, 2, NULL, "unknown command 'frobnicate'"},
    {{"serve"}, 2, NULL, "--data FOLDER"},
    {{"serve", "--store", "mysql://u:s3cret@h/x"}, 2, NULL, "--store is not the address of a database"},
    {{"serve", "--store", "postgres://u:s3cret@/x?host=/nowhere"}, 1, NULL, "cannot open the catalogue in PostgreSQL: "},
    {{"config", "check", "--store", "x"}, 2, NULL, "--store is not the address of a database"},
    {{"config", "print", "--store", "postgres://u:s3cret@h/x"}, 0, "# flag\nstore = ***\n", NULL},
    {{"serve", "--data", "x", "--frobnicate"}, 2, NULL, "rootwarpd: unknown option '--frobnicate'"},
    {{"serve", "--data", "x", "stray"}, 2, NULL, "unexpected argument 'stray'"},
    {{"serve", "--data", "x", "--threads", "many"}, 2, NULL, "--threads: cannot read 'many' as threads"},
    {{"serve", "--data", "x", "--listen", "nonsense"}, 2, NULL, "cannot read 'nonsense' as an address"},
    {{"serve", "--data", "x", "--listen", "0.0.0.0:0"}, 2, NULL, "--insecure-no-auth"},
    {{"config"}, 2, NULL, "config needs print or check"},
    {{"config", "frobnicate"}, 2, NULL, "unknown command config 'frobnicate'"},
    {{"config", "print", "--threads", "3"}, 0, "# flag\nthreads = 3\n", NULL},
    {{"config", "check"}, 0, "the settings are valid\n", NULL},
    {{"config", "check", "--listen", "nonsense"}, 2, NULL, "cannot read 'nonsense' as an address"},
    {{"config", "check", "--listen", "127.0.0.1:99999"}, 2, NULL, "as an address"},
    {{"config", "check", "--listen", "0.0.0.0:1"}, 2, NULL, "--insecure-no-auth"},
    {{"config", "check", "--listen", "0.0.0.0:1", "--insecure-no-auth"}, 0, "the settings are valid\n", NULL},
    {{"config", "check", "--threads", "-1"}, 2, NULL, "a whole number from 0 to 256"},
    {{"config", "check", "--config", "/nonexistent"}, 2, NULL, "cannot read /nonexistent"},
    {{"health", "ftp://x"}, 2, NULL, "cannot read 'ftp://x' as a URL"},
    {{"health", "http://127.0.0.1:0"}, 2, NULL, "as a URL"},
    {{"health", "http://127.0.0.1:1", "b"}, 2, NULL, "health takes one URL"},
    {{"health", "http://127.0.0.1:1"}, 1, NULL, "does not answer"},
};

START_TEST(command__does_or_says_why_not)
{
    const command_row *row = &rows[_i];
    rw_test_result result = run(row->arguments, NULL);
    ck_assert_msg(result.status == row->status, "status %d: %s", result.status, result.err);
    ck_assert_msg(row->out == NULL ? *result.out == '\0' : strstr(result.out, row->out) != NULL, "%s", result.out);
    ck_assert_msg(row->err == NULL ? *result.err == '\0' : strstr(result.err, row->err) != NULL, "%s", result.err);
    rw_test_result_free(&result);
}
END_TEST

/* Whatever takes standard output: what was to be read and was not is a failure. */
START_TEST(output__that_cannot_be_written_is_an_error)
{
    static const char *const commands[] = {"--version", "--help", "config print", "config check", "serve --help"};
    static const char *const places[] = {"> /dev/full", ">&-"};
    char *program = rw_test_program("rootwarpd"), script[1024];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        for (size_t j = 0; j < sizeof places / sizeof *places; j++) {
            snprintf(script, sizeof script, "exec \"%.800s\" %s %s", program, commands[i], places[j]);
            const char *const argv[] = {"/bin/sh", "-c", script, NULL};
            rw_test_result result = rw_test_run(argv, NULL);
            ck_assert_msg(result.status == 1, "%s %s: %d", commands[i], places[j], result.status);
            ck_assert_str_eq(result.err, "rootwarpd: cannot write to standard output\n");
            rw_test_result_free(&result);
        }
    free(program);
}
END_TEST

START_TEST(config__shows_the_origin_of_each_setting)
{
    char folder[RW_TEST_PATH_SIZE], path[RW_TEST_PATH_SIZE], variable[RW_TEST_PATH_SIZE + 32] = "ROOTWARP_CONFIG=";
    rw_test_folder_make(folder);
    rw_test_file_write(folder, "rootwarpd.conf", "idle-deadline = 5s\nthreads = 2\n", path);
    const char *const variables[] = {strcat(variable, path), "ROOTWARP_THREADS=3", "ROOTWARP_HOST=a", NULL};
    static const char *const arguments[] = {"config", "print", "--host=b", NULL};
    rw_test_result result = run(arguments, variables);
    ck_assert_msg(result.status == 0, "%s", result.err);
    ck_assert_ptr_nonnull(strstr(result.out, "# default\nlisten = 127.0.0.1:7420\n"));
    ck_assert_ptr_nonnull(strstr(result.out, "# file\nidle-deadline = 5s\n"));
    ck_assert_ptr_nonnull(strstr(result.out, "# environment\nthreads = 3\n"));
    ck_assert_ptr_nonnull(strstr(result.out, "# flag\nhost = b\n"));
    rw_test_result_free(&result);
    rw_test_folder_remove(folder);
}
END_TEST

START_TEST(serve__says_why_it_cannot_listen)
{
    rw_test_server server;
    char address[64], data[RW_TEST_PATH_SIZE];
    rw_test_server_start(&server, NULL);
    snprintf(address, sizeof address, "127.0.0.1:%u", server.port);
    snprintf(data, sizeof data, "%.400s/other", server.folder);
    const char *const arguments[] = {"serve", "--listen", address, "--data", data, NULL};
    rw_test_result result = run(arguments, NULL);
    ck_assert_int_eq(result.status, 1);
    ck_assert_str_eq(result.out, "");
    ck_assert_ptr_nonnull(strstr(result.err, "Address already in use"));
    rw_test_result_free(&result);
    rw_test_server_end(&server);
}
END_TEST

START_TEST(serve__names_a_damaged_catalogue_and_the_way_out)
{
    char folder[RW_TEST_PATH_SIZE], path[RW_TEST_PATH_SIZE];
    rw_test_folder_make(folder);
    rw_test_file_write(folder, "rootwarp.db", "this is no database, although it has the name and the length of a header "
                                              "and more: one hundred bytes are wanted", path);
    const char *const arguments[] = {"serve", "--listen", "127.0.0.1:0", "--data", folder, NULL};
    rw_test_result result = run(arguments, NULL);
    ck_assert_int_eq(result.status, 1);
    ck_assert_str_eq(result.out, "");
    ck_assert_msg(strstr(result.err, folder) != NULL && strstr(result.err, "put a backup in the place of its rootwarp.db") != NULL,
                  "%s", result.err);
    rw_test_result_free(&result);
    rw_test_folder_remove(folder);
}
END_TEST

START_TEST(health__asks_the_daemon)
{
    rw_test_server server;
    char url[96], wrong[96], listen[64];
    rw_test_server_start(&server, NULL);
    snprintf(url, sizeof url, "http://127.0.0.1:%u", server.port);
    snprintf(wrong, sizeof wrong, "http://127.0.0.1:%u/nowhere", server.port);
    snprintf(listen, sizeof listen, "ROOTWARP_LISTEN=127.0.0.1:%u", server.port);
    const char *const asks[] = {"health", url, NULL}, *const asks_wrong[] = {"health", wrong, NULL};
    static const char *const asks_own[] = {"health", NULL};
    const char *const variables[] = {listen, NULL};
    rw_test_result result = run(asks, NULL);
    ck_assert_msg(result.status == 0, "%s", result.err);
    rw_test_result_free(&result);
    result = run(asks_own, variables);
    ck_assert_msg(result.status == 0, "%s", result.err);
    rw_test_result_free(&result);
    result = run(asks_wrong, NULL);
    ck_assert_int_eq(result.status, 1);
    ck_assert_ptr_nonnull(strstr(result.err, "answers: HTTP/1.1 404"));
    rw_test_result_free(&result);
    rw_test_server_end(&server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("commands");
    tcase_add_loop_test(cases, command__does_or_says_why_not, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(cases, output__that_cannot_be_written_is_an_error);
    tcase_add_test(cases, config__shows_the_origin_of_each_setting);
    tcase_add_test(cases, serve__says_why_it_cannot_listen);
    tcase_add_test(cases, serve__names_a_damaged_catalogue_and_the_way_out);
    tcase_add_test(cases, health__asks_the_daemon);
    return rw_test_suite_run(cases);
}
