#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bake/fbx_outline.h"

static rw_fbx_outline_key keys[] = {{.seconds = 0.5, .translation = {1, 2, 3}, .rotation = {0, 0, 0, 1}}};
static rw_fbx_outline_channel channels[] = {{.name = (char *)"Hips", .key_count = 1, .keys = keys},
                                            {.name = (char *)"Head"}};
static rw_fbx_outline_animation animations[] = {{.name = (char *)"walk", .channel_count = 2, .channels = channels}};

static void fill(rw_fbx_outline_node nodes[3], rw_fbx_outline *out)
{
    static const char *const names[] = {"Root", "Hips", "Head"};
    for (size_t i = 0; i < 3; i++)
        nodes[i] = (rw_fbx_outline_node){.name = (char *)names[i], .parent = i ? i - 1 : RW_SCENE_NO_NODE,
                                         .bone = i > 0, .translation = {0, (double)i, 0}, .rotation = {0, 1, 0, 0},
                                         .scale = {1, 1, 1}};
    *out = (rw_fbx_outline){.node_count = 3, .nodes = nodes, .animation_count = 1, .animations = animations};
}

/* Decodes a copy of exactly that size, so that a sanitizer sees a read beyond it. */
static bool decodes(const unsigned char *data, size_t length, rw_bake_error *error)
{
    unsigned char *copy = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(copy);
    if (length)
        memcpy(copy, data, length);
    rw_fbx_outline outline;
    *error = (rw_bake_error){0};
    bool ok = rw_fbx_outline_decode(copy, length, &outline, error);
    if (ok)
        rw_fbx_outline_free(&outline);
    else
        ck_assert(error->detail[0] != '\0');
    free(copy);
    return ok;
}

START_TEST(outline__comes_back_as_it_was)
{
    rw_fbx_outline_node nodes[3];
    rw_fbx_outline outline, back;
    rw_fbx_bytes bytes = {0};
    rw_bake_error error;
    fill(nodes, &outline);
    rw_fbx_outline_encode(&outline, &bytes);
    ck_assert(!bytes.failed);
    ck_assert(rw_fbx_outline_decode(bytes.data, bytes.length, &back, &error));
    ck_assert_uint_eq(back.node_count, 3);
    ck_assert_str_eq(back.nodes[2].name, "Head");
    ck_assert_uint_eq(back.nodes[0].parent, RW_SCENE_NO_NODE);
    ck_assert_uint_eq(back.nodes[2].parent, 1);
    ck_assert(back.nodes[2].bone && !back.nodes[0].bone);
    ck_assert_double_eq(back.nodes[2].translation[1], 2.0);
    ck_assert_str_eq(back.animations[0].name, "walk");
    ck_assert_uint_eq(back.animations[0].channel_count, 2);
    ck_assert_double_eq(back.animations[0].channels[0].keys[0].translation[2], 3.0);
    rw_fbx_outline_free(&back);
    free(bytes.data);
}
END_TEST

START_TEST(outline__refuses_every_shortened_and_lengthened_message)
{
    rw_fbx_outline_node nodes[3];
    rw_fbx_outline outline;
    rw_fbx_bytes bytes = {0};
    rw_bake_error error;
    fill(nodes, &outline);
    rw_fbx_outline_encode(&outline, &bytes);
    for (size_t length = 0; length < bytes.length; length++)
        ck_assert_msg(!decodes(bytes.data, length, &error), "%zu of %zu bytes were enough", length, bytes.length);
    rw_fbx_bytes_put(&bytes, "", 1);
    ck_assert(!decodes(bytes.data, bytes.length, &error));
    free(bytes.data);
}
END_TEST

START_TEST(outline__survives_any_damaged_byte)
{
    static const unsigned char damage[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    rw_fbx_outline_node nodes[3];
    rw_fbx_outline outline;
    rw_fbx_bytes bytes = {0};
    rw_bake_error error;
    fill(nodes, &outline);
    rw_fbx_outline_encode(&outline, &bytes);
    size_t refused = 0;
    for (size_t at = 0; at < bytes.length; at++)
        for (size_t d = 0; d < sizeof damage; d++) {
            unsigned char kept = bytes.data[at];
            bytes.data[at] = damage[d];
            refused += !decodes(bytes.data, bytes.length, &error);
            bytes.data[at] = kept;
        }
    ck_assert_uint_gt(refused, 100);
    free(bytes.data);
}
END_TEST

typedef void spoiler(rw_fbx_outline *outline);

static void spoil_own_parent(rw_fbx_outline *o) { o->nodes[1].parent = 1; }
static void spoil_later_parent(rw_fbx_outline *o) { o->nodes[1].parent = 2; }
static void spoil_number(rw_fbx_outline *o) { o->nodes[1].translation[0] = NAN; }
static void spoil_infinity(rw_fbx_outline *o) { o->nodes[2].scale[0] = INFINITY; }
static void spoil_rotation(rw_fbx_outline *o) { o->nodes[1].rotation[1] = 3.0; }

START_TEST(outline__refuses_what_no_tree_is)
{
    static spoiler *const spoilers[] = {spoil_own_parent, spoil_later_parent, spoil_number, spoil_infinity,
                                        spoil_rotation};
    rw_fbx_outline_node nodes[3];
    rw_fbx_outline outline;
    rw_fbx_bytes bytes = {0};
    rw_bake_error error;
    fill(nodes, &outline);
    spoilers[_i](&outline);
    rw_fbx_outline_encode(&outline, &bytes);
    ck_assert(!decodes(bytes.data, bytes.length, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "makes no sense"));
    free(bytes.data);
}
END_TEST

START_TEST(outline__refuses_endless_depth)
{
    size_t count = RW_BAKE_MAX_DEPTH + 1;
    rw_fbx_outline_node *nodes = calloc(count, sizeof *nodes);
    ck_assert_ptr_nonnull(nodes);
    for (size_t i = 0; i < count; i++)
        nodes[i] = (rw_fbx_outline_node){.name = (char *)"n", .parent = i ? i - 1 : RW_SCENE_NO_NODE,
                                         .rotation = {0, 0, 0, 1}};
    rw_fbx_outline outline = {.node_count = count, .nodes = nodes};
    rw_fbx_bytes bytes = {0};
    rw_bake_error error;
    rw_fbx_outline_encode(&outline, &bytes);
    ck_assert(!decodes(bytes.data, bytes.length, &error));
    bytes.length = 0;
    outline.node_count--;
    rw_fbx_outline_encode(&outline, &bytes);
    ck_assert(decodes(bytes.data, bytes.length, &error));
    free(bytes.data);
    free(nodes);
}
END_TEST

START_TEST(outline__carries_the_reason_of_a_failure)
{
    rw_fbx_bytes bytes = {0};
    rw_bake_error error;
    rw_fbx_outline_encode_failure("token\x1b[31m gone", &bytes);
    ck_assert(!decodes(bytes.data, bytes.length, &error));
    ck_assert_ptr_nonnull(strstr(error.detail, "gone"));
    ck_assert_ptr_null(strchr(error.detail, '\x1b')); /* no control characters reach the terminal */
    free(bytes.data);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fbx_outline");
    TCase *tests = tcase_create("outline");
    tcase_add_test(tests, outline__comes_back_as_it_was);
    tcase_add_test(tests, outline__refuses_every_shortened_and_lengthened_message);
    tcase_add_test(tests, outline__survives_any_damaged_byte);
    tcase_add_loop_test(tests, outline__refuses_what_no_tree_is, 0, 5);
    tcase_add_test(tests, outline__refuses_endless_depth);
    tcase_add_test(tests, outline__carries_the_reason_of_a_failure);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
