#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "http/compress.h"
#include "http/http.h"
#include "support/suite.h"

START_TEST(problem__is_a_document_with_every_wrong_field)
{
    rw_http_request *request = calloc(1, sizeof *request);
    rw_http_response response;
    rw_problem problem;
    ck_assert_ptr_nonnull(request);
    request->request_id = "r-1";
    rw_http_response_init(&response);
    rw_http_response_add_header(&response, "Location", "/x");
    rw_http_response_set_etag(&response, "abc");
    rw_problem_init(&problem);
    rw_problem_add_field(&problem, "/a", RW_FIELD_MISSING, "give it");
    rw_problem_add_field(&problem, "/b/0", RW_FIELD_WRONG_TYPE, "a \"number\" is wanted");
    rw_problem_conclude(&problem);
    rw_http_problem(&response, request, &problem);
    ck_assert_int_eq(response.status, 400);
    ck_assert_str_eq(response.content_type, RW_HTTP_PROBLEM_JSON);
    ck_assert_ptr_nonnull(strstr(response.body, "\"status\":400"));
    ck_assert_ptr_nonnull(strstr(response.body, "\"instance\":\"r-1\""));
    ck_assert_ptr_nonnull(strstr(response.body, "\"code\":\"invalid_request\""));
    ck_assert_ptr_nonnull(strstr(response.body, "{\"pointer\":\"/a\",\"code\":\"missing\",\"detail\":\"give it\"}"));
    ck_assert_ptr_nonnull(strstr(response.body, "\"a \\\"number\\\" is wanted\""));
    ck_assert_uint_eq(response.extra_count, 0);
    ck_assert_ptr_null(response.etag);
    rw_http_response_free(&response);
    rw_problem_free(&problem);
    free(request);
}
END_TEST

/* Every code of the registry: Retry-After goes with retryable. */
START_TEST(problem__that_may_pass_says_when_to_retry)
{
    static const rw_problem_code codes[] = {
#define RW_PROBLEM_CODE(ID, name, status, retryable, title, doc) RW_PROBLEM_##ID,
#include "errors.def"
    };
    size_t retryable = 0;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        rw_http_response response;
        rw_problem problem;
        rw_http_response_init(&response);
        rw_problem_init(&problem);
        rw_problem_set(&problem, codes[i], "broken");
        rw_http_problem(&response, NULL, &problem);
        const rw_problem_info *info = rw_problem_info_get(codes[i]);
        ck_assert_msg(response.extra_count == (info->retryable ? 1 : 0), "%s", info->name);
        if (info->retryable) {
            ck_assert_str_eq(response.extra[0].name, "Retry-After");
            ck_assert_msg(strtol(response.extra[0].value, NULL, 10) >= 1, "%s: %s", info->name, response.extra[0].value);
            retryable++;
        }
        rw_http_response_free(&response);
        rw_problem_free(&problem);
    }
    ck_assert_uint_gt(retryable, 3);
}
END_TEST

START_TEST(request__lists_are_joined)
{
    rw_http_request request = {.header_count = 0};
    char room[16];
    ck_assert_ptr_null(rw_http_request_list(&request, "Accept", room, sizeof room));
    static const char one[] = "a/b";
    request.headers[request.header_count++] = (rw_http_pair){"X", "y"};
    request.headers[request.header_count++] = (rw_http_pair){"Accept", one};
    ck_assert_ptr_eq(rw_http_request_list(&request, "accept", room, sizeof room), one);
    request.headers[request.header_count++] = (rw_http_pair){"ACCEPT", "c/d;q=0"};
    ck_assert_str_eq(rw_http_request_list(&request, "Accept", room, sizeof room), "a/b,c/d;q=0,");
    request.headers[request.header_count++] = (rw_http_pair){"Accept", "e/f"}; /* does not fit */
    request.headers[request.header_count++] = (rw_http_pair){"Accept", "g"};
    ck_assert_str_eq(rw_http_request_list(&request, "Accept", room, sizeof room), "a/b,c/d;q=0,g,");
    request.headers[1].value = "";
    ck_assert_str_eq(rw_http_request_list(&request, "Accept", room, sizeof room), ",c/d;q=0,e/f,g,");
}
END_TEST

START_TEST(take__moves_the_bytes)
{
    rw_http_response response;
    rw_buffer buffer;
    rw_http_response_init(&response);
    rw_buffer_init(&buffer, 100);
    rw_buffer_append_text(&buffer, "{}");
    const char *bytes = buffer.data;
    rw_http_response_take(&response, 201, RW_HTTP_JSON, &buffer);
    ck_assert_ptr_eq(response.body, bytes);
    ck_assert_uint_eq(response.body_length, 2);
    ck_assert_uint_eq(buffer.length, 0);
    rw_http_response_free(&response);
    ck_assert_int_eq(response.status, 200);
    rw_http_response_free(NULL);
}
END_TEST

START_TEST(take__of_a_failed_buffer_is_an_error)
{
    rw_http_response response;
    rw_buffer buffer;
    rw_http_response_init(&response);
    rw_buffer_init(&buffer, 3);
    rw_buffer_append_text(&buffer, "one");
    rw_buffer_append_text(&buffer, "too long");
    rw_http_response_take(&response, 200, RW_HTTP_JSON, &buffer);
    ck_assert_int_eq(response.status, 500);
    ck_assert_int_eq(response.problem_code, RW_PROBLEM_INTERNAL);
    ck_assert_ptr_null(buffer.data); /* nothing is left that the caller would have to release */
    rw_http_response_free(&response);
}
END_TEST

START_TEST(header__cannot_split_the_head)
{
    rw_http_response response;
    rw_http_response_init(&response);
    rw_http_response_add_header(&response, "Location", "/a\r\nSet-Cookie: b");
    rw_http_response_add_header(&response, "Location", "%s", "/a\nb");
    ck_assert_uint_eq(response.extra_count, 0);
    for (int i = 0; i < RW_HTTP_EXTRA_HEADERS_MAX + 2; i++)
        rw_http_response_add_header(&response, "Link", "<%d>", i);
    ck_assert_uint_eq(response.extra_count, RW_HTTP_EXTRA_HEADERS_MAX);
    rw_http_response_free(&response);
}
END_TEST

static rw_http_request *request_with_query(const char *name, const char *value)
{
    rw_http_request *request = calloc(1, sizeof *request);
    ck_assert_ptr_nonnull(request);
    request->query[request->query_count++] = (rw_http_pair){name, value};
    return request;
}

START_TEST(query__integer_is_exact_and_bounded)
{
    static const struct {
        const char *text;
        bool sound;
        int64_t value;
    } cases[] = {
        {"1", true, 1},   {"500", true, 500}, {"0", false, 0},    {"501", false, 0}, {"-1", false, 0},
        {"", false, 0},   {"1.0", false, 0},  {"1e2", false, 0},  {" 1", false, 0},  {"+1", false, 0},
        {"0x1", false, 0}, {"9999999999999999999", false, 0},     {"-", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_http_request *request = request_with_query("limit", cases[i].text);
        rw_problem problem;
        int64_t value = 50;
        rw_problem_init(&problem);
        ck_assert_msg(rw_http_request_query_integer(request, "limit", 1, 500, &value, &problem) == cases[i].sound, "%s",
                      cases[i].text);
        ck_assert_int_eq(value, cases[i].sound ? cases[i].value : 50);
        ck_assert_int_eq(problem.code, cases[i].sound ? RW_PROBLEM_NONE : RW_PROBLEM_INVALID_PARAMETER);
        ck_assert(rw_http_request_query_integer(request, "other", 1, 500, &value, &problem));
        rw_problem_free(&problem);
        free(request);
    }
}
END_TEST

START_TEST(query__number_is_as_json_writes_it)
{
    static const struct {
        const char *text;
        bool sound;
    } cases[] = {{"30", true}, {"0.5", true}, {"1e2", true}, {"", false}, {".5", false}, {"nan", false}, {"1000", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rw_http_request *request = request_with_query("rate", cases[i].text);
        rw_problem problem;
        double value = 7.0;
        rw_problem_init(&problem);
        ck_assert_msg(rw_http_request_query_number(request, "rate", 0.1, 240.0, &value, &problem) == cases[i].sound,
                      "%s", cases[i].text);
        ck_assert((value == 7.0) == !cases[i].sound);
        rw_problem_free(&problem);
        free(request);
    }
}
END_TEST

START_TEST(gzip__gives_the_same_bytes_back)
{
    char text[5000], back[5000];
    size_t length = 0;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i % 17);
    char *bytes = rw_http_gzip(text, sizeof text, &length);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_lt(length, sizeof text / 10);
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)length, .next_out = (Bytef *)back,
                       .avail_out = sizeof back};
    ck_assert_int_eq(inflateInit2(&stream, 15 + 16), Z_OK);
    ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
    ck_assert_uint_eq(stream.total_out, sizeof text);
    ck_assert_mem_eq(text, back, sizeof text);
    inflateEnd(&stream);
    free(bytes);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("response");
    tcase_add_test(cases, problem__is_a_document_with_every_wrong_field);
    tcase_add_test(cases, problem__that_may_pass_says_when_to_retry);
    tcase_add_test(cases, request__lists_are_joined);
    tcase_add_test(cases, take__moves_the_bytes);
    tcase_add_test(cases, take__of_a_failed_buffer_is_an_error);
    tcase_add_test(cases, header__cannot_split_the_head);
    tcase_add_test(cases, query__integer_is_exact_and_bounded);
    tcase_add_test(cases, query__number_is_as_json_writes_it);
    tcase_add_test(cases, gzip__gives_the_same_bytes_back);
    return rw_test_suite_run(cases);
}
