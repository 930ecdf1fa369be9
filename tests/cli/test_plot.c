/* plot: clips and answers, as SVG and with letters. */
#include "harness.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", part, text);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        count++;
    return count;
}

/* A baked lunge of 5 m in 1 s, its profile and a request that reaches 6.5 m. */
static void prepare(rw_place *place)
{
    rw_place_open(place);
    rw_place_samples(place);
    rw_run_check(place, 0, NULL, RW_ARGS("bake", "lunge.glb", "--space", "unreal", "--window", "attack:0:1", "--event",
                                         "hit <&>:0.75", "-o", "lunge.clip.json"));
}

/* The first and the last point of the n-th curve of an SVG. */
static void ends_of(const char *svg, size_t n, double first[2], double last[2])
{
    static const char mark[] = "points=\"";
    const char *at = svg;
    for (size_t i = 0; i <= n; i++) {
        at = strstr(i == 0 ? at : at + 1, mark);
        ck_assert_ptr_nonnull(at);
    }
    const char *end = strchr(at + sizeof mark, '"');
    const char *space = end;
    while (space > at && *space != ' ')
        space--;
    ck_assert_int_eq(sscanf(at + sizeof mark - 1, "%lf,%lf", &first[0], &first[1]), 2);
    ck_assert_int_eq(sscanf(space, "%lf,%lf", &last[0], &last[1]), 2);
}

/* With the room around it, 4 % of its length on each side, a curve that runs over the whole of both axes goes from one
 * corner of the frame, 808 by 220 pixels at (72, top), to the other. */
START_TEST(svg__of_a_clip_is_to_scale)
{
    rw_place place;
    prepare(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("plot", "--clip", "lunge.clip.json", "-o", "lunge.svg"));
    char *svg = rw_place_read(&place, "lunge.svg");
    double first[2], last[2];
    expect(svg, "<title>lunge.clip.json: 1 s, 31 samples, 500 cm of travel</title>");
    expect(svg, ">hit &lt;&amp;&gt;</text>");
    expect(svg, "rotate(-90)\">position, cm</text>");
    ck_assert_uint_eq(count_of(svg, "<polyline"), 5);
    ck_assert_uint_eq(count_of(svg, "class=\"window\""), 2);
    ck_assert_uint_eq(count_of(svg, "class=\"event\""), 2);
    ends_of(svg, 0, first, last); /* x: from 0 to 500 in a second */
    ck_assert_double_eq_tol(first[0], 72.0 + 808.0 * 0.04 / 1.08, 0.01);
    ck_assert_double_eq_tol(last[0], 72.0 + 808.0 * 1.04 / 1.08, 0.01);
    ck_assert_double_eq_tol(first[1] - last[1], 220.0 / 1.08, 0.02);
    ends_of(svg, 1, first, last); /* y: always 0 */
    ck_assert_double_eq(first[1], last[1]);
    ends_of(svg, 4, first, last); /* from above: straight ahead, which is up */
    ck_assert_double_eq(first[0], last[0]);
    ck_assert_double_eq_tol(first[1] - last[1], 420.0 / 1.08, 0.02);
    free(svg);
    rw_place_close(&place);
}
END_TEST

START_TEST(panel__chooses_what_is_drawn)
{
    rw_place place;
    prepare(&place);
    rw_result svg = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "--clip", "lunge.clip.json", "--panel", "from above",
                                                           "--panel", "yaw", "-o", "-"));
    ck_assert_uint_eq(count_of(svg.out, "<polyline"), 2);
    ck_assert(strstr(svg.out, ">from above</text>") < strstr(svg.out, ">yaw</text>"));
    rw_result_free(&svg);
    rw_run_check(&place, 64, "there is no part \"speed\" in this drawing; --panel takes \"position\", \"yaw\", \"from above\"",
                 RW_ARGS("plot", "--clip", "lunge.clip.json", "--panel", "speed"));
    rw_place_close(&place);
}
END_TEST

START_TEST(svg__of_an_answer_lands_where_it_says)
{
    rw_place place;
    prepare(&place);
    rw_result svg = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "-f", "lunge.request.json", "--offline", "--clip",
                                                           "lunge.clip.json", "--profile", "lunge.profile.json", "-o", "-"));
    double from[2], authored[2], warped[2];
    expect(svg.out, "<title>lunge: 1 s, at most 650.");
    ck_assert_uint_eq(count_of(svg.out, "<polyline"), 10);
    ends_of(svg.out, 0, from, authored);
    ends_of(svg.out, 1, from, warped);
    ck_assert_double_eq_tol((from[1] - warped[1]) / (from[1] - authored[1]), 650.0 / 500.0, 1e-3);
    rw_result_free(&svg);
    rw_place_close(&place);
}
END_TEST

START_TEST(daemon__draws_what_the_files_draw)
{
    rw_place place;
    prepare(&place);
    rw_place_serve(&place);
    rw_run_check(&place, 0, NULL, RW_ARGS("push", "clip", "lunge", "lunge.clip.json"));
    rw_run_check(&place, 0, NULL, RW_ARGS("push", "profile", "lunge", "lunge.profile.json"));
    rw_result stored = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "lunge@1"));
    rw_result file = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "--clip", "lunge.clip.json"));
    ck_assert_ptr_nonnull(strchr(stored.out, '\n'));
    ck_assert_str_eq(strchr(stored.out, '\n'), strchr(file.out, '\n'));
    rw_result asked = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "-f", "lunge.request.json"));
    rw_result offline = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "-f", "lunge.request.json", "--offline", "--clip",
                                                               "lunge.clip.json", "--profile", "lunge.profile.json"));
    ck_assert_str_eq(asked.out, offline.out);
    rw_run_check(&place, 4, "/v1/clips/nothing", RW_ARGS("plot", "nothing"));
    rw_result_free(&stored);
    rw_result_free(&file);
    rw_result_free(&asked);
    rw_result_free(&offline);
    rw_place_close(&place);
}
END_TEST

START_TEST(terminal__draws_with_dots_and_lists_the_marks)
{
    rw_place place;
    prepare(&place);
    rw_result drawn = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "--clip", "lunge.clip.json"));
    expect(drawn.out, "position  x  y  z; position, cm over clip time, s\n");
    expect(drawn.out, "\n      520 ");
    expect(drawn.out, "attack: 0 to 1\n");
    expect(drawn.out, "hit <&>: 0.75\n");
    expect(drawn.out, "\xE2\xA3\x80"); /* braille, not all of it empty */
    ck_assert_ptr_null(strchr(drawn.out, '\033'));
    rw_result_free(&drawn);
    rw_place_close(&place);
}
END_TEST

/* A request may name its own space, by name or by axes: then that is what "forward" means. */
START_TEST(answer__is_drawn_in_the_space_of_the_request)
{
    static const char preset[] = "{\"profile\":\"lunge\",\"space\":\"unity\",\"actor\":{\"position\":[0,0,0],\"yaw\":0},"
                                 "\"target\":{\"position\":[0,0,5.5]}}";
    static const char axes[] = "{\"profile\":\"lunge\",\"space\":{\"forward\":\"+Z\",\"right\":\"+X\",\"up\":\"+Y\","
                               "\"metres_per_unit\":1},\"actor\":{\"position\":[0,0,0],\"yaw\":0},\"target\":{\"position\":[0,0,5.5]}}";
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "preset.json", preset);
    rw_place_write(&place, "axes.json", axes);
    rw_result one = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "-f", "preset.json", "--offline", "--clip",
                                                           "lunge.clip.json", "--profile", "lunge.profile.json", "-o", "-"));
    rw_result two = rw_run_expect(&place, NULL, 0, RW_ARGS("plot", "-f", "axes.json", "--offline", "--clip",
                                                           "lunge.clip.json", "--profile", "lunge.profile.json", "-o", "-"));
    double first[2], last[2];
    expect(one.out, " m a second</title>");
    ends_of(one.out, 1, first, last);
    ck_assert_double_eq(first[0], last[0]);
    ck_assert_double_gt(first[1], last[1]);
    ck_assert_str_eq(one.out, two.out);
    rw_result_free(&one);
    rw_result_free(&two);
    rw_place_close(&place);
}
END_TEST

START_TEST(plot__refuses)
{
    static const struct {
        int code;
        const char *arguments[12];
        const char *says;
    } lines[] = {
        {64, {"plot"}, "give the name of a stored clip, or --clip FILE, or a request"},
        {64, {"plot", "a", "--clip", "lunge.clip.json"}, "give the name of a stored clip"},
        {64, {"plot", "a", "-f", "lunge.request.json"}, "give the name of a stored clip"},
        {64, {"plot", "a/b"}, "\"a/b\" is not a name"},
        {2, {"plot", "--clip", "nothing.json"}, "nothing.json"},
        {2, {"plot", "--clip", "lunge.profile.json"}, "lunge.profile.json"},
        {2, {"plot", "-f", "list.json", "--offline"}, "the request is not a JSON object"},
        {2, {"plot", "-f", "broken.json", "--offline"}, "the request is not JSON: line 1, column "},
        {2, {"plot", "-f", "rate.json", "--offline"}, "the request has the member \"rate\""},
        {64, {"plot", "-f", "lunge.request.json", "--offline"}, "--offline needs the documents"},
        {3, {"plot", "a", "--server", "http://127.0.0.1:1"}, "127.0.0.1:1"},
        {74, {"plot", "--clip", "lunge.clip.json", "-o", "no/where.svg"}, "no/where.svg"},
    };
    rw_place place;
    prepare(&place);
    rw_place_write(&place, "list.json", "[]");
    rw_place_write(&place, "broken.json", "{");
    rw_place_write(&place, "rate.json", "{\"rate\":1}");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        rw_run_check(&place, lines[i].code, lines[i].says, lines[i].arguments);
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("plot");
    TCase *tc = tcase_create("plot");
    tcase_add_test(tc, svg__of_a_clip_is_to_scale);
    tcase_add_test(tc, panel__chooses_what_is_drawn);
    tcase_add_test(tc, svg__of_an_answer_lands_where_it_says);
    tcase_add_test(tc, daemon__draws_what_the_files_draw);
    tcase_add_test(tc, terminal__draws_with_dots_and_lists_the_marks);
    tcase_add_test(tc, answer__is_drawn_in_the_space_of_the_request);
    tcase_add_test(tc, plot__refuses);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
