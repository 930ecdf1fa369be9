/* The pages and files that the daemon holds: what this build has, and what a build without npm has. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "http/assets.h"
#include "http/handlers/page_headers.h"
#include "http/handlers/system.h"
#include "support/suite.h"

static const char policy[] = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                             "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

static const rw_http_asset *find(const char *path)
{
    for (size_t i = 0; i < rw_http_asset_count; i++)
        if (strcmp(rw_http_assets[i].path, path) == 0)
            return &rw_http_assets[i];
    return NULL;
}

static const char *header(const rw_http_response *response, const char *name)
{
    for (size_t i = 0; i < response->extra_count; i++)
        if (strcmp(response->extra[i].name, name) == 0)
            return response->extra[i].value;
    return "";
}

static void ask(rw_http_handler *handler, rw_http_response *response)
{
    const rw_http_request request = {.method = RW_HTTP_GET, .request_id = "test", .target = "/", .body = ""};
    rw_http_context context = {.release = "0"};
    rw_http_response_init(response);
    handler(&context, &request, response);
}

START_TEST(files__are_hashed_and_their_gzip_forms_are_the_same)
{
    ck_assert_int_ge(sodium_init(), 0);
    ck_assert_uint_gt(rw_http_asset_count, 3);
    for (size_t i = 0; i < rw_http_asset_count; i++) {
        const rw_http_asset *asset = &rw_http_assets[i];
        unsigned char hash[crypto_hash_sha256_BYTES];
        char text[2 * sizeof hash + 1];
        crypto_hash_sha256(hash, (const unsigned char *)asset->bytes, asset->length);
        ck_assert_str_eq(asset->etag, sodium_bin2hex(text, sizeof text, hash, sizeof hash));
        if (asset->gzip == NULL)
            continue;
        ck_assert_uint_lt(asset->gzip_length, asset->length);
        char *plain = malloc(asset->length + 1);
        ck_assert_ptr_nonnull(plain);
        z_stream stream = {.next_in = (Bytef *)(uintptr_t)asset->gzip,
                           .avail_in = (uInt)asset->gzip_length,
                           .next_out = (Bytef *)plain,
                           .avail_out = (uInt)asset->length + 1};
        ck_assert_int_eq(inflateInit2(&stream, 15 + 16), Z_OK);
        ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
        ck_assert_uint_eq(stream.total_out, asset->length);
        ck_assert_mem_eq(plain, asset->bytes, asset->length);
        inflateEnd(&stream);
        free(plain);
    }
}
END_TEST

/* Every src and href into /assets/ leads to a file, and nothing leads elsewhere than into this server. */
static void check_links(const char *page)
{
    static const char *const attributes[] = {" src=\"", " href=\""};
    for (size_t a = 0; a < 2; a++)
        for (const char *at = page; (at = strstr(at, attributes[a])) != NULL;) {
            at += strlen(attributes[a]);
            char target[256];
            const size_t length = strcspn(at, "\"");
            ck_assert_uint_lt(length, sizeof target);
            memcpy(target, at, length);
            target[length] = '\0';
            ck_assert_msg(target[0] == '/' || target[0] == '#', "a link to %s", target);
            if (strncmp(target, "/assets/", 8) == 0)
                ck_assert_msg(find(target) != NULL, "%s is not in this build", target);
        }
}

START_TEST(pages__have_the_policy_and_no_script_or_style_in_line)
{
    rw_http_handler *const handlers[] = {rw_handle_inspector, rw_handle_docs, rw_handle_docs_errors};
    for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
        rw_http_response response;
        ask(handlers[i], &response);
        ck_assert_int_eq(response.status, 200);
        ck_assert_str_eq(response.content_type, RW_HTTP_HTML);
        ck_assert_str_eq(header(&response, "Content-Security-Policy"), policy);
        ck_assert_str_eq(header(&response, "Referrer-Policy"), "no-referrer");
        ck_assert_str_eq(header(&response, "Cross-Origin-Opener-Policy"), "same-origin");
        ck_assert_str_eq(header(&response, "Cache-Control"), "no-cache");
        char *page = strndup(response.body, response.body_length);
        ck_assert_ptr_nonnull(page);
        ck_assert_ptr_null(strstr(page, "<style"));
        ck_assert_ptr_null(strstr(page, " style=\""));
        ck_assert_ptr_null(strstr(page, "<script>"));
        ck_assert_ptr_null(strstr(page, " onclick"));
        check_links(page);
        free(page);
        rw_http_response_free(&response);
    }
}
END_TEST

START_TEST(errors__each_have_their_anchor)
{
    rw_http_response response;
    ask(rw_handle_docs_errors, &response);
    char *page = strndup(response.body, response.body_length);
    ck_assert_ptr_nonnull(page);
    for (int code = RW_PROBLEM_NONE + 1; code < RW_PROBLEM_CODE_COUNT; code++) {
        char anchor[128];
        snprintf(anchor, sizeof anchor, "<tr id=\"%s\">", rw_problem_info_get((rw_problem_code)code)->name);
        ck_assert_msg(strstr(page, anchor) != NULL, "%s is missing", anchor);
    }
    free(page);
    rw_http_response_free(&response);
}
END_TEST

START_TEST(front_page__says_what_this_build_is)
{
    rw_http_response response;
    ask(rw_handle_inspector, &response);
    char *page = strndup(response.body, response.body_length);
    ck_assert_ptr_nonnull(page);
#ifdef RW_PLAIN
    ck_assert_ptr_nonnull(strstr(page, "built without the inspector"));
    ck_assert_ptr_nonnull(strstr(page, "cmake --preset release -DRW_WEB=ON"));
    ck_assert_ptr_null(strstr(page, "<script"));
#else
    ck_assert_ptr_nonnull(strstr(page, "<script type=\"module\" src=\"/assets/app-"));
#endif
    free(page);
    rw_http_response_free(&response);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("inspector");
    tcase_add_test(cases, files__are_hashed_and_their_gzip_forms_are_the_same);
    tcase_add_test(cases, pages__have_the_policy_and_no_script_or_style_in_line);
    tcase_add_test(cases, errors__each_have_their_anchor);
    tcase_add_test(cases, front_page__says_what_this_build_is);
    return rw_test_suite_run(cases);
}
