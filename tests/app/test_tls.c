#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "support/client.h"
#include "support/process.h"
#include "support/server.h"
#include "support/suite.h"

#define PEM_MAX 8192

typedef struct tls_fixture {
    char folder[RW_TEST_PATH_SIZE], certificate[RW_TEST_PATH_SIZE], key[RW_TEST_PATH_SIZE];
    rw_test_server server;
} tls_fixture;

static tls_fixture fixture;

/* Makes a key and a certificate for it, signed by itself, of this name, in PEM. */
static void make_pair(const char *name, char certificate_pem[PEM_MAX], char key_pem[PEM_MAX])
{
    gnutls_x509_privkey_t key;
    gnutls_x509_crt_t certificate;
    size_t certificate_size = PEM_MAX - 1, key_size = PEM_MAX - 1;
    const time_t now = time(NULL);
    ck_assert_int_eq(gnutls_x509_privkey_init(&key), 0);
    ck_assert_int_eq(
        gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0), 0);
    ck_assert_int_eq(gnutls_x509_crt_init(&certificate), 0);
    gnutls_x509_crt_set_version(certificate, 3);
    gnutls_x509_crt_set_serial(certificate, "\1", 1);
    gnutls_x509_crt_set_activation_time(certificate, now - 3600);
    gnutls_x509_crt_set_expiration_time(certificate, now + 86400);
    gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, name, (unsigned)strlen(name));
    gnutls_x509_crt_set_subject_alt_name(certificate, GNUTLS_SAN_DNSNAME, name, (unsigned)strlen(name),
                                         GNUTLS_FSAN_SET);
    gnutls_x509_crt_set_key(certificate, key);
    ck_assert_int_eq(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0), 0);
    ck_assert_int_eq(gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_PEM, certificate_pem, &certificate_size), 0);
    ck_assert_int_eq(gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, key_pem, &key_size), 0);
    certificate_pem[certificate_size] = key_pem[key_size] = '\0';
    gnutls_x509_crt_deinit(certificate);
    gnutls_x509_privkey_deinit(key);
}

static void write_pair(const char *name)
{
    char certificate[PEM_MAX], key[PEM_MAX];
    make_pair(name, certificate, key);
    rw_test_file_write(fixture.folder, "certificate.pem", certificate, fixture.certificate);
    rw_test_file_write(fixture.folder, "key.pem", key, fixture.key);
}

static void make_folder(void)
{
    rw_test_folder_make(fixture.folder);
    write_pair("one.example");
}

static void remove_folder(void)
{
    rw_test_folder_remove(fixture.folder);
}

static void start_daemon(void)
{
    const char *const arguments[] = {"--tls-certificate", fixture.certificate, "--tls-key", fixture.key,
                                     "--admin",           "127.0.0.1:0",       NULL};
    rw_test_server_start(&fixture.server, arguments);
}

typedef struct tls_client {
    int fd;
    gnutls_session_t session;
    gnutls_certificate_credentials_t credentials;
    int handshake; /* what came of it */
} tls_client;

/* Connects and shakes hands, offering only what the priorities say. */
static void client_open(tls_client *client, const char *priorities)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)fixture.server.port),
                                        .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    client->fd = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(client->fd, 0);
    ck_assert_int_eq(connect(client->fd, (const struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(gnutls_certificate_allocate_credentials(&client->credentials), 0);
    ck_assert_int_eq(gnutls_init(&client->session, GNUTLS_CLIENT), 0);
    ck_assert_int_eq(gnutls_priority_set_direct(client->session, priorities, NULL), 0);
    gnutls_credentials_set(client->session, GNUTLS_CRD_CERTIFICATE, client->credentials);
    gnutls_transport_set_int(client->session, client->fd);
    gnutls_handshake_set_timeout(client->session, 10000);
    do
        client->handshake = gnutls_handshake(client->session);
    while (client->handshake < 0 && !gnutls_error_is_fatal(client->handshake));
}

static void client_close(tls_client *client)
{
    gnutls_deinit(client->session);
    gnutls_certificate_free_credentials(client->credentials);
    close(client->fd);
}

/* The common name of the certificate that the server showed. */
static void expect_name(const tls_client *client, const char *name)
{
    unsigned count = 0;
    char found[128] = "";
    size_t size = sizeof found;
    ck_assert_msg(client->handshake == 0, "%s", gnutls_strerror(client->handshake));
    const gnutls_datum_t *chain = gnutls_certificate_get_peers(client->session, &count);
    gnutls_x509_crt_t certificate;
    ck_assert_uint_eq(count, 1);
    gnutls_x509_crt_init(&certificate);
    ck_assert_int_eq(gnutls_x509_crt_import(certificate, chain, GNUTLS_X509_FMT_DER), 0);
    gnutls_x509_crt_get_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, 0, found, &size);
    gnutls_x509_crt_deinit(certificate);
    ck_assert_str_eq(found, name);
}

static void expect_answer(const tls_client *client)
{
    static const char request[] = "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char answer[8192] = "";
    size_t length = 0;
    ck_assert_int_eq(gnutls_record_send(client->session, request, sizeof request - 1), (ssize_t)sizeof request - 1);
    do {
        const ssize_t count = gnutls_record_recv(client->session, answer + length, sizeof answer - 1 - length);
        if (count == GNUTLS_E_AGAIN || count == GNUTLS_E_INTERRUPTED)
            continue;
        ck_assert_msg(count > 0, "%s", gnutls_strerror((int)count));
        length += (size_t)count;
        answer[length] = '\0';
    } while (strstr(answer, "}") == NULL);
    ck_assert_ptr_nonnull(strstr(answer, "HTTP/1.1 200 OK\r\n"));
    ck_assert_ptr_nonnull(strstr(answer, "\"solver_version\""));
}

/* Waits until the log of the daemon holds the text. */
static void await_log(const char *text)
{
    for (bool found = false; !found;) {
        char *err = rw_test_file_read(fixture.server.err, NULL);
        found = strstr(err, text) != NULL;
        free(err);
        rw_test_answer answer = rw_test_request(fixture.server.admin_port, "GET", "/livez", "", NULL);
        ck_assert_int_eq(answer.status, 200);
        rw_test_answer_free(&answer);
    }
}

START_TEST(tls__serves_with_versions_1_2_and_1_3)
{
    static const char *const priorities[] = {"NORMAL:-VERS-ALL:+VERS-TLS1.2", "NORMAL:-VERS-ALL:+VERS-TLS1.3"};
    start_daemon();
    ck_assert_int_eq(strncmp(fixture.server.first_line, "listening on https://127.0.0.1:", 31), 0);
    for (int i = 0; i < 2; i++) {
        tls_client client;
        client_open(&client, priorities[i]);
        expect_name(&client, "one.example");
        expect_answer(&client);
        expect_answer(&client);
        client_close(&client);
    }
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(tls__refuses_what_is_older_and_what_is_plain)
{
    tls_client old;
    start_daemon();
    client_open(&old, "NORMAL:-VERS-ALL:+VERS-TLS1.1:+VERS-TLS1.0");
    client_close(&old);
    ck_assert_int_ne(old.handshake, 0);
    static const char *const weak[] = {"NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+RSA",
                                       "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+AES-128-CBC:+AES-256-CBC"};
    for (size_t i = 0; i < sizeof weak / sizeof *weak; i++) {
        client_open(&old, weak[i]);
        client_close(&old);
        ck_assert_msg(old.handshake != 0, "%s", weak[i]);
    }
    rw_test_client plain;
    char bytes[64];
    rw_test_client_open(&plain, fixture.server.port);
    rw_test_client_send_text(&plain, "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const ssize_t length = recv(plain.fd, bytes, sizeof bytes, 0);
    ck_assert(length <= 0 || memcmp(bytes, "HTTP", length < 4 ? (size_t)length : 4) != 0);
    rw_test_client_close(&plain);
    tls_client client;
    client_open(&client, "NORMAL");
    expect_answer(&client);
    client_close(&client);
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(hangup__takes_a_new_certificate_and_keeps_connections)
{
    tls_client before, after;
    start_daemon();
    client_open(&before, "NORMAL");
    expect_name(&before, "one.example");
    write_pair("two.example");
    ck_assert_int_eq(kill(fixture.server.pid, SIGHUP), 0);
    await_log("the settings were read again");
    client_open(&after, "NORMAL");
    expect_name(&after, "two.example");
    expect_answer(&after);
    expect_answer(&before);
    client_close(&before);
    client_close(&after);
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(hangup__with_a_bad_certificate_keeps_the_old)
{
    char certificate[PEM_MAX], key[PEM_MAX];
    tls_client client;
    start_daemon();
    make_pair("other.example", certificate, key);
    rw_test_file_write(fixture.folder, "key.pem", key, fixture.key);
    ck_assert_int_eq(kill(fixture.server.pid, SIGHUP), 0);
    await_log("is not that of the first certificate");
    rw_test_file_write(fixture.folder, "certificate.pem", "no PEM", fixture.certificate);
    ck_assert_int_eq(kill(fixture.server.pid, SIGHUP), 0);
    await_log("cannot read certificates from");
    client_open(&client, "NORMAL");
    expect_name(&client, "one.example");
    expect_answer(&client);
    client_close(&client);
    ck_assert_int_eq(rw_test_server_stop(&fixture.server), 0);
    rw_test_folder_remove(fixture.server.folder);
}
END_TEST

#ifdef RW_HAS_CLI
static void expect_tool(const char *option, const char *ca, int status)
{
    char url[64];
    char *program = rw_test_program("rootwarp");
    snprintf(url, sizeof url, "https://localhost:%u", fixture.server.port);
    const char *const argv[] = {program, "list", "clips", "--server", url, option, ca, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_msg(result.status == status, "%d %s", result.status, result.err);
    rw_test_result_free(&result);
    free(program);
}

START_TEST(tool__trusts_whom_it_is_told_to_trust)
{
    char certificate[PEM_MAX], key[PEM_MAX], other[RW_TEST_PATH_SIZE];
    write_pair("localhost");
    make_pair("localhost", certificate, key);
    rw_test_file_write(fixture.folder, "other.pem", certificate, other);
    start_daemon();
    expect_tool("--ca", fixture.certificate, 0);
    expect_tool("--ca", other, 3);
    expect_tool(NULL, NULL, 3);
    rw_test_server_end(&fixture.server);
}
END_TEST
#endif

static void expect_refusal(const char *certificate, const char *key, const char *message)
{
    char *program = rw_test_program("rootwarpd");
    const char *const argv[] = {program, "config", "check", "--tls-certificate", certificate, "--tls-key", key, NULL};
    rw_test_result result = rw_test_run(argv, NULL);
    ck_assert_int_eq(result.status, 2);
    ck_assert_msg(strstr(result.err, message) != NULL, "%s", result.err);
    rw_test_result_free(&result);
    free(program);
}

START_TEST(files__that_are_wrong_are_named)
{
    char certificate[PEM_MAX], key[PEM_MAX], other[RW_TEST_PATH_SIZE];
    make_pair("other.example", certificate, key);
    rw_test_file_write(fixture.folder, "other.pem", key, other);
    expect_refusal(fixture.certificate, "", "--tls-key is missing");
    expect_refusal("", fixture.key, "--tls-certificate is missing");
    expect_refusal(fixture.certificate, other, "is not that of the first certificate");
    expect_refusal("/nowhere.pem", fixture.key, "cannot read certificates from \"/nowhere.pem\"");
    expect_refusal(fixture.certificate, "/nowhere.pem", "cannot read a key from \"/nowhere.pem\"");
    expect_refusal(fixture.certificate, fixture.certificate, "cannot read a key from");
    expect_refusal(fixture.key, fixture.key, "cannot read certificates from");
    expect_refusal("/dev/zero", fixture.key, "it is longer than 256 KiB");
    expect_refusal(fixture.certificate, "/dev/zero", "it is longer than 256 KiB");
}
END_TEST

/* ---- requests that rest until the catalogue goes on ---- */

#define RESTING 40
#define CLIP "{\"space\":\"unreal\",\"frame_rate\":2,\"root\":{\"positions\":[[0,0,0],[250,0,0]]}}"

static void client_send(const tls_client *client, const char *text)
{
    const size_t length = strlen(text);
    ck_assert_int_eq(gnutls_record_send(client->session, text, length), (ssize_t)length);
}

/* Reads until the text is there; what came before is skipped. */
static void client_await(const tls_client *client, const char *wanted)
{
    char got[16384] = "";
    size_t length = 0;
    while (strstr(got, wanted) == NULL) {
        const ssize_t count = gnutls_record_recv(client->session, got + length, sizeof got - 1 - length);
        if (count == GNUTLS_E_AGAIN || count == GNUTLS_E_INTERRUPTED)
            continue;
        ck_assert_msg(count > 0, "%s instead of %s after: %s", count == 0 ? "the end" : gnutls_strerror((int)count), wanted,
                      got);
        length += (size_t)count;
        got[length] = '\0';
    }
}

/* Waits until so many requests are in flight. */
static void await_in_flight(int count)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\nrootwarp_http_requests_in_flight %d\n", count);
    for (bool found = false; !found;) {
        rw_test_answer answer = rw_test_request(fixture.server.admin_port, "GET", "/metrics", "", NULL);
        ck_assert_int_eq(answer.status, 200);
        found = strstr(answer.body, wanted) != NULL;
        rw_test_answer_free(&answer);
    }
}

/* Clients of both versions whose request rests. Every fourth has sent the next one along, in the same record. */
static void rest(tls_client clients[RESTING])
{
    for (int i = 0; i < RESTING; i++) {
        client_open(&clients[i], i % 2 == 0 ? "NORMAL:-VERS-ALL:+VERS-TLS1.2" : "NORMAL:-VERS-ALL:+VERS-TLS1.3");
        ck_assert_msg(clients[i].handshake == 0, "%s", gnutls_strerror(clients[i].handshake));
        client_send(&clients[i], i % 4 == 0 ? "GET /v1/changes?wait=30 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                              "GET /v1/limits HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                            : "GET /v1/changes?wait=30 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    await_in_flight(RESTING);
}

static void put_clip(void)
{
    tls_client writer;
    char request[512];
    snprintf(request, sizeof request,
             "PUT /v1/clips/c HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             strlen(CLIP), CLIP);
    client_open(&writer, "NORMAL");
    client_send(&writer, request);
    client_await(&writer, "HTTP/1.1 201 ");
    client_close(&writer);
}

START_TEST(resting__clients_go_on_with_a_write)
{
    tls_client clients[RESTING];
    start_daemon();
    rest(clients);
    put_clip();
    for (int i = 0; i < RESTING; i++) {
        client_await(&clients[i], i % 4 == 0 ? "\"solver_version\"" : "\"version\":1,\"more\":false}");
        client_close(&clients[i]);
    }
    await_in_flight(0);
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(resting__clients_that_leave_are_forgotten)
{
    tls_client clients[RESTING];
    start_daemon();
    rest(clients);
    for (int i = 0; i < RESTING; i += 2)
        client_close(&clients[i]);
    put_clip();
    for (int i = 1; i < RESTING; i += 2) {
        client_await(&clients[i], "\"version\":1,\"more\":false}");
        client_close(&clients[i]);
    }
    await_in_flight(0);
    rw_test_server_end(&fixture.server);
}
END_TEST

START_TEST(resting__clients_are_answered_by_a_drain)
{
    tls_client clients[RESTING];
    start_daemon();
    rest(clients);
    ck_assert_int_eq(kill(fixture.server.pid, SIGTERM), 0);
    for (int i = 0; i < RESTING; i++) {
        client_await(&clients[i], "\"version\":0,\"more\":false}");
        client_close(&clients[i]);
    }
    ck_assert_int_eq(rw_test_wait(fixture.server.pid), 0);
    close(fixture.server.out);
    rw_test_server_check_and_remove(&fixture.server);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("tls");
    tcase_add_checked_fixture(cases, make_folder, remove_folder);
    tcase_add_test(cases, tls__serves_with_versions_1_2_and_1_3);
    tcase_add_test(cases, tls__refuses_what_is_older_and_what_is_plain);
    tcase_add_test(cases, hangup__takes_a_new_certificate_and_keeps_connections);
    tcase_add_test(cases, hangup__with_a_bad_certificate_keeps_the_old);
#ifdef RW_HAS_CLI
    tcase_add_test(cases, tool__trusts_whom_it_is_told_to_trust);
#endif
    tcase_add_test(cases, files__that_are_wrong_are_named);
    tcase_add_test(cases, resting__clients_go_on_with_a_write);
    tcase_add_test(cases, resting__clients_that_leave_are_forgotten);
    tcase_add_test(cases, resting__clients_are_answered_by_a_drain);
    return rw_test_suite_run(cases);
}
