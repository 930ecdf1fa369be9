/* The glTF reader: containers, buffers, accessors, interpolation, and every fault with its place. */
#include "fixture.h"

#include <bake/evaluate.h>
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One animation of node 0: times in accessor 0, values in accessor 1. */
#define ANIMATION(path, mode)                                                                                          \
    "\"animations\":[{\"name\":\"a\",\"samplers\":[{\"input\":0,\"output\":1,\"interpolation\":\"" mode "\"}],"        \
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"" path "\"}}]}]"
#define NODE "\"nodes\":[{\"name\":\"root\"}]"
#define VIEWS "\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":24}]"
#define TIMES "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[2]}"
#define VEC3 "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}"

static const float two_keys[] = {0, 2, 1, 2, 3, 4, 5, 6};

static rw_scene read_json(const char *json, const void *data, size_t size)
{
    char *text = fixture_gltf(json, data, size);
    rw_scene scene = fixture_read("a.gltf", text);
    free(text);
    return scene;
}

static const rw_track *translation_of(const rw_scene *scene)
{
    ck_assert_uint_eq(scene->animation_count, 1);
    ck_assert_uint_eq(scene->animations[0].channel_count, 1);
    return &scene->animations[0].channels[0].translation;
}

START_TEST(read__takes_a_plain_document)
{
    rw_scene scene = read_json(NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR"),
                               two_keys, sizeof two_keys);
    ck_assert_str_eq(scene.format, "gltf");
    ck_assert_double_eq(scene.axes.metres_per_unit, 1);
    ck_assert_uint_eq(scene.node_count, 1);
    ck_assert_str_eq(scene.nodes[0].name, "root");
    ck_assert_int_eq(scene.nodes[0].kind, RW_NODE_PLAIN);
    const rw_track *track = translation_of(&scene);
    ck_assert_uint_eq(track->count, 2);
    ck_assert_double_eq(track->times[1], 2);
    for (int i = 0; i < 6; i++) ck_assert_double_eq(track->values[i], i + 1);
    ck_assert_uint_eq(scene.warning_count, 0);
    rw_scene_free(&scene);
}
END_TEST

START_TEST(sample__steps_runs_straight_and_curves)
{
    double at[3];
    rw_scene step = read_json(NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "STEP"),
                              two_keys, sizeof two_keys);
    rw_track_sample(translation_of(&step), 3, 1.999, at);
    ck_assert_double_eq(at[0], 1);
    rw_track_sample(translation_of(&step), 3, 2, at);
    ck_assert_double_eq(at[0], 4);
    rw_scene_free(&step);
    rw_scene line = read_json(NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR"),
                              two_keys, sizeof two_keys);
    rw_track_sample(translation_of(&line), 3, 0.5, at);
    ck_assert_double_eq(at[2], 3.75);
    rw_track_sample(translation_of(&line), 3, -1, at);
    ck_assert_double_eq(at[2], 3);
    rw_track_sample(translation_of(&line), 3, 9, at);
    ck_assert_double_eq(at[2], 6);
    rw_scene_free(&line);
    /* A cubic x(t) = t^3 over two seconds: value 0 and slope 0, then value 8 and slope 12. */
    static const float spline[] = {0, 2, 9, 9, 9, 0, 0, 0, 0, 0, 0, 12, 0, 0, 8, 0, 0, 9, 9, 9};
    rw_scene cubic = read_json(
        NODE ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":72}],"
             "\"accessors\":[" TIMES
             ",{\"bufferView\":1,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"}]," ANIMATION("translation",
                                                                                                    "CUBICSPLINE"),
        spline, sizeof spline);
    for (double t = 0; t <= 2; t += 0.125) {
        rw_track_sample(translation_of(&cubic), 3, t, at);
        ck_assert_double_eq_tol(at[0], t * t * t, 1e-14);
    }
    rw_scene_free(&cubic);
}
END_TEST

/* The same quarter turn about y, as floats and as each normalised integer. */
static const struct {
    int component;
    const char *bytes;
    size_t size; /* of the two quaternions */
    double tolerance;
} encodings[] = {
    {5120, "\x00\x00\x00\x7f\x00\x5a\x00\x5a", 8, 1e-2},
    {5121, "\x00\x00\x00\xff\x00\xb4\x00\xb4", 8, 1e-2},
    {5122, "\x00\x00\x00\x00\x00\x00\xff\x7f\x00\x00\x82\x5a\x00\x00\x82\x5a", 16, 1e-4},
    {5123, "\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x05\xb5\x00\x00\x05\xb5", 16, 1e-4},
};

START_TEST(accessor__takes_normalised_integers)
{
    unsigned char data[24] = {0, 0, 0, 0, 0, 0, 0x80, 0x3f}; /* 0 s and 1 s */
    memcpy(data + 8, encodings[_i].bytes, encodings[_i].size);
    char json[900];
    (void)snprintf(json, sizeof json,
                   NODE ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
                        "\"byteLength\":%zu}],\"accessors\":[" TIMES ",{\"bufferView\":1,\"componentType\":%d,"
                        "\"normalized\":true,\"count\":2,\"type\":\"VEC4\"}]," ANIMATION("rotation", "LINEAR"),
                   encodings[_i].size, encodings[_i].component);
    rw_scene scene = read_json(json, data, 8 + encodings[_i].size);
    const double *q = scene.animations[0].channels[0].rotation.values;
    ck_assert_double_eq_tol(q[3], 1, 1e-12);
    ck_assert_double_eq_tol(q[4 + 1], sqrt(0.5), encodings[_i].tolerance);
    ck_assert_double_eq_tol(q[4 + 3], sqrt(0.5), encodings[_i].tolerance);
    rw_scene_free(&scene);
}
END_TEST

START_TEST(accessor__takes_signed_integers_below_zero)
{
    static const unsigned char data[] = {0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0x00, 0x81, 0x00, 0x00, 0x80, 0x00, 0x00, 0x00};
    rw_scene scene =
        read_json(NODE ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,"
                       "\"byteLength\":8}],\"accessors\":[" TIMES ",{\"bufferView\":1,\"componentType\":5120,"
                       "\"normalized\":true,\"count\":2,\"type\":\"VEC4\"}]," ANIMATION("rotation", "LINEAR"),
                  data, sizeof data);
    const double *q = scene.animations[0].channels[0].rotation.values;
    ck_assert_double_eq(q[1], -1);
    ck_assert_double_eq(q[4], -1); /* -128 counts as -127 */
    rw_scene_free(&scene);
}
END_TEST

START_TEST(accessor__honours_strides_and_offsets)
{
    static const float data[] = {7, 0, 1, 2, 3, 77, 2, 4, 5, 6, 77, 0};
    rw_scene scene = read_json(
        NODE ",\"bufferViews\":[{\"buffer\":0,\"byteOffset\":4,\"byteLength\":36,\"byteStride\":20}],\"accessors\":["
             "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0],\"max\":[2]},"
             "{\"bufferView\":0,\"byteOffset\":4,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}]," ANIMATION(
                 "translation", "LINEAR"),
        data, sizeof data);
    const rw_track *track = translation_of(&scene);
    ck_assert_double_eq(track->times[1], 2);
    for (int i = 0; i < 6; i++) ck_assert_double_eq(track->values[i], i + 1);
    ck_assert(fixture_scene_warned(&scene, "stride"));
    rw_scene_free(&scene);
}
END_TEST

START_TEST(accessor__puts_sparse_values_in)
{
    static const unsigned char data[] = {0, 0, 0,    0,    0, 0, 0x80, 0x3f, 1, 0, 0, 0,
                                         0, 0, 0x40, 0x40, 0, 0, 0,    0,    0, 0, 0, 0};
    rw_scene scene = read_json(
        NODE
        ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":2},"
        "{\"buffer\":0,\"byteOffset\":12,\"byteLength\":12}],\"accessors\":[" TIMES ","
        "{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,"
        "\"componentType\":5123},\"values\":{\"bufferView\":2}}}]," ANIMATION("translation", "LINEAR"),
        data, sizeof data);
    const rw_track *track = translation_of(&scene);
    ck_assert_double_eq(track->values[0], 0); /* without a buffer view an accessor is zeros */
    ck_assert_double_eq(track->values[3], 3);
    rw_scene_free(&scene);
}
END_TEST

START_TEST(nodes__come_parents_first_with_their_kinds)
{
    rw_scene scene = read_json("\"nodes\":[{\"name\":\"leaf\"},{\"name\":\"mesh\",\"mesh\":0},{\"name\":\"top\","
                               "\"children\":[1,3]},{\"name\":\"joint\",\"children\":[0],\"translation\":[1,2,3],"
                               "\"rotation\":[0,0,0,2],\"scale\":[1,1,2]}],\"skins\":[{\"joints\":[3,0]}]",
                               "", 0);
    ck_assert_uint_eq(scene.node_count, 4);
    for (size_t i = 0; i < 4; i++) ck_assert(scene.nodes[i].parent == RW_SCENE_NO_NODE || scene.nodes[i].parent < i);
    ck_assert_str_eq(scene.nodes[0].name, "top");
    for (size_t i = 0; i < 4; i++) {
        rw_node_kind wanted = strcmp(scene.nodes[i].name, "mesh") == 0  ? RW_NODE_OBJECT
                              : strcmp(scene.nodes[i].name, "top") == 0 ? RW_NODE_PLAIN
                                                                        : RW_NODE_JOINT;
        ck_assert_int_eq(scene.nodes[i].kind, wanted);
        if (strcmp(scene.nodes[i].name, "joint") == 0) {
            ck_assert_double_eq(scene.nodes[i].rotation[3], 1);
            ck_assert_double_eq(scene.nodes[i].scale[2], 2);
        }
    }
    ck_assert_uint_eq(scene.animation_count, 0);
    rw_scene_free(&scene);
}
END_TEST

START_TEST(nodes__take_a_matrix_apart)
{
    /* turned a quarter about z, scaled by 2, 3 and -4, moved to 5, 6, 7; column-major */
    rw_scene scene = read_json("\"nodes\":[{\"matrix\":[0,2,0,0,-3,0,0,0,0,0,-4,0,5,6,7,1],\"children\":[1]},"
                               "{\"translation\":[1,1,1]}]",
                               "", 0);
    rw_evaluator evaluator;
    ck_assert(rw_evaluator_open(&evaluator, &scene, NULL));
    rw_pose pose = rw_evaluate_node(&evaluator, 1, 0);
    ck_assert_double_eq_tol(pose.position.x, 5 - 3, 1e-12);
    ck_assert_double_eq_tol(pose.position.y, 6 + 2, 1e-12);
    ck_assert_double_eq_tol(pose.position.z, 7 - 4, 1e-12);
    rw_evaluator_close(&evaluator);
    rw_scene_free(&scene);
}
END_TEST

/* --- containers --- */

static size_t put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(word >> (8 * i));
    return 4;
}

/* A GLB of this JSON and these bytes; returns its size. */
static size_t make_glb(unsigned char *out, const char *json, const void *data, size_t size)
{
    size_t length = strlen(json), padded = (length + 3) / 4 * 4, at = 12;
    at += put_word(out + at, (uint32_t)padded);
    at += put_word(out + at, 0x4e4f534a);
    memset(out + at, ' ', padded);
    memcpy(out + at, json, length);
    at += padded;
    at += put_word(out + at, (uint32_t)size);
    at += put_word(out + at, 0x004e4942);
    memcpy(out + at, data, size);
    at += size;
    memcpy(out, "glTF", 4);
    put_word(out + 4, 2);
    put_word(out + 8, (uint32_t)at);
    return at;
}

#define GLB_JSON                                                                                                       \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":32}]," NODE "," VIEWS ",\"accessors\":[" TIMES      \
    "," VEC3 "]," ANIMATION("translation", "LINEAR") "}"

START_TEST(glb__is_read_by_content_whatever_its_name)
{
    unsigned char bytes[2000];
    size_t size = make_glb(bytes, GLB_JSON, two_keys, sizeof two_keys);
    fixture_folder folder = fixture_folder_make();
    fixture_path path = fixture_write(&folder, "walk.bvh", bytes, size);
    rw_scene scene;
    rw_bake_error error;
    ck_assert(rw_scene_read(path.text, &scene, &error));
    ck_assert_double_eq(translation_of(&scene)->values[5], 6);
    rw_scene_free(&scene);
    fixture_folder_remove(&folder);
}
END_TEST

START_TEST(glb__cut_or_changed_anywhere_does_no_harm)
{
    unsigned char bytes[2000], changed[2000];
    size_t size = make_glb(bytes, GLB_JSON, two_keys, sizeof two_keys);
    fixture_folder folder = fixture_folder_make();
    rw_scene scene;
    rw_bake_error error;
    for (size_t cut = 1; cut < size; cut++) {
        fixture_path path = fixture_write(&folder, "a.glb", bytes, cut);
        ck_assert_msg(!rw_scene_read_gltf(path.text, &scene, &error), "%zu bytes", cut);
    }
    uint32_t random = 12345;
    for (int round = 0; round < 2000; round++) {
        memcpy(changed, bytes, size);
        for (int i = 0; i < 3; i++) {
            random = random * 1664525u + 1013904223u;
            changed[(random >> 8) % size] = (unsigned char)(random >> 3);
        }
        fixture_path path = fixture_write(&folder, "a.glb", changed, size);
        if (rw_scene_read_gltf(path.text, &scene, &error))
            rw_scene_free(&scene);
        else
            ck_assert_uint_ne(strlen(error.detail), 0);
    }
    fixture_folder_remove(&folder);
}
END_TEST

#define BESIDE(uri)                                                                                                    \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":32,\"uri\":\"" uri "\"}]," NODE "," VIEWS           \
    ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR") "}"

START_TEST(buffer__is_read_beside_the_document)
{
    fixture_folder folder = fixture_folder_make();
    rw_scene scene;
    rw_bake_error error;
    (void)fixture_write(&folder, "two keys.bin", two_keys, sizeof two_keys);
    static const char json[] = BESIDE("two%20keys.bin");
    fixture_path path = fixture_write(&folder, "a.gltf", json, sizeof json - 1);
    ck_assert(rw_scene_read(path.text, &scene, &error));
    ck_assert_double_eq(translation_of(&scene)->values[5], 6);
    rw_scene_free(&scene);
    (void)fixture_write(&folder, "two keys.bin", two_keys, sizeof two_keys - 1);
    ck_assert(!rw_scene_read(path.text, &scene, &error));
    ck_assert_str_eq(error.place, "/buffers/0");
    ck_assert_ptr_nonnull(strstr(error.detail, "31 are there"));
    fixture_folder_remove(&folder);
}
END_TEST

static const char *const escapes[] = {
    BESIDE("/etc/hostname"),
    BESIDE("../a.bin"),
    BESIDE("x/../../a.bin"),
    BESIDE("file:///etc/hostname"),
    BESIDE("http://localhost/a.bin"),
    BESIDE("..\\\\a.bin"),
    BESIDE("%2e%2e/a.bin"),
    BESIDE("x/.."),
    BESIDE("a%00.bin"),
    BESIDE("%2fetc/hostname"),
};

START_TEST(buffer__outside_the_folder_is_refused)
{
    rw_bake_error error = fixture_read_error("a.gltf", escapes[_i]);
    ck_assert_str_eq(error.place, "/buffers/0/uri");
    ck_assert_ptr_nonnull(strstr(error.detail, "in the folder"));
}
END_TEST

/* --- faults --- */

static const struct {
    const char *json, *place, *detail;
} faults[] = {
    {NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "CUBIC"),
     "/animations/0/samplers/0/interpolation", "CUBICSPLINE"},
    {NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("path", "LINEAR"),
     "/animations/0/channels/0/target/path", "can be animated"},
    {NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("rotation", "LINEAR"),
     "/animations/0/samplers/0/output", "VEC4"},
    {NODE "," VIEWS ",\"accessors\":[" TIMES "]," ANIMATION("translation", "LINEAR"), "/animations/0/samplers/0/output",
     "there is no accessor 1"},
    {"\"nodes\":[]," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR"),
     "/animations/0/channels/0/target/node", "there is no node 0"},
    {"\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]}]," VIEWS ",\"accessors\":[" TIMES "," VEC3
     "]," ANIMATION("translation", "LINEAR"),
     "/animations/0/channels/0/target", "matrix"},
    {NODE "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"}," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/animations/0/samplers/0/output", "1 key times but 2 values"},
    {NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "CUBICSPLINE"),
     "/animations/0/samplers/0/output", "three a key"},
    {NODE
     "," VIEWS ",\"accessors\":[" TIMES
     ",{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]," ANIMATION("translation", "LINEAR"),
     "/animations/0/samplers/0/output", "2 key times but 3 values"},
    {NODE
     "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"SCALAR\"},"
     "{\"bufferView\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]," ANIMATION("translation", "LINEAR"),
     "/accessors/0", "do not fit"},
    {NODE "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5125,\"count\":2,\"type\":\"SCALAR\"}," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/animations/0/samplers/0/input", "no SCALAR of floats"},
    {NODE "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5124,\"count\":2,\"type\":\"SCALAR\"}," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/accessors/0/componentType", "5124"},
    {NODE "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"VEC9\"}," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/accessors/0/type", "VEC9"},
    {NODE "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1e15,\"type\":\"SCALAR\"}," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/accessors/0/count", "keys are read"},
    {NODE "," VIEWS ",\"accessors\":[{\"bufferView\":0,\"byteOffset\":9007199254740992,\"componentType\":5126,"
          "\"count\":2,\"type\":\"SCALAR\"}," VEC3 "]," ANIMATION("translation", "LINEAR"),
     "/accessors/0", "do not fit"},
    {NODE ",\"bufferViews\":[{\"buffer\":0,\"byteOffset\":9007199254740992,\"byteLength\":8},{\"buffer\":0,"
          "\"byteLength\":24}],\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR"),
     "/bufferViews/0", "which has 32"},
    {NODE ",\"bufferViews\":[{\"buffer\":1,\"byteLength\":8}],\"accessors\":[" TIMES "," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/bufferViews/0/buffer", "no buffer 1"},
    {NODE ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"byteStride\":1}],\"accessors\":[" TIMES "," VEC3
          "]," ANIMATION("translation", "LINEAR"),
     "/accessors/0", "stride of 1"},
    {NODE ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8,\"extensions\":{\"EXT_meshopt_compression\":{}}}],"
          "\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR"),
     "/bufferViews/0", "EXT_meshopt_compression"},
    {NODE ",\"accessors\":[" TIMES ",{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\",\"sparse\":{\"count\":3,"
          "\"indices\":{\"bufferView\":0,\"componentType\":5123},\"values\":{\"bufferView\":0}}}]," VIEWS
          "," ANIMATION("translation", "LINEAR"),
     "/accessors/1/sparse/count", "3 of 2"},
    {NODE
     "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],"
     "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}},{\"sampler\":0,\"target\":{\"node\":0,"
     "\"path\":\"scale\"}}]}]",
     "/animations/0/channels/1/target", "second channel"},
    {NODE ",\"animations\":[{}]", "/animations/0", "no channels"},
    {NODE ",\"animations\":[{\"channels\":[{}],\"samplers\":[{}]}]", "/animations/0/channels/0",
     "\"target\" is missing"},
    {NODE ",\"animations\":[{\"channels\":[{\"target\":{}}],\"samplers\":[{}]}]", "/animations/0/channels/0/target",
     "\"path\" is missing"},
    {NODE ",\"animations\":[7]", "/animations/0", "a number where an object"},
    {NODE ",\"animations\":{}", "/animations", "an object where an array"},
    {"\"nodes\":[{\"children\":[0]}]", "/nodes/0", "own ancestor"},
    {"\"nodes\":[{\"children\":[1]},{\"children\":[0]}]", "/nodes/0", "own ancestor"},
    {"\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]", "/nodes/1/children/0", "two parents"},
    {"\"nodes\":[{\"children\":[7]}]", "/nodes/0/children/0", "no such node"},
    {"\"nodes\":[{\"children\":[-1]}]", "/nodes/0/children/0", "no such node"},
    {"\"nodes\":[{\"rotation\":[0,0,0,0]}]", "/nodes/0/rotation", "length zero"},
    {"\"nodes\":[{\"translation\":[1,2]}]", "/nodes/0/translation", "2 numbers where 3"},
    {"\"nodes\":[{\"translation\":[1,2,1e300]}]", "/nodes/0/translation", "item 2"},
    {"\"nodes\":[{}],\"skins\":[{\"joints\":[1]}]", "/skins/0/joints/0", "no such node"},
    {"\"extensionsRequired\":[\"EXT_meshopt_compression\"]", "/extensionsRequired/0", "gltfpack without -c"},
    {"\"extensionsRequired\":[\"ACME_secret\"]", "/extensionsRequired/0", "ACME_secret"},
};

START_TEST(read__names_the_place_of_a_fault)
{
    char *text = fixture_gltf(faults[_i].json, two_keys, sizeof two_keys);
    rw_bake_error error = fixture_read_error("a.gltf", text);
    free(text);
    ck_assert_msg(strcmp(error.place, faults[_i].place) == 0 && strstr(error.detail, faults[_i].detail),
                  "\"%s\" \"%s\" instead of \"%s\" \"%s\"", error.place, error.detail, faults[_i].place,
                  faults[_i].detail);
}
END_TEST

/* Times or values that no animation has. */
static const struct {
    float data[8];
    const char *place, *detail;
} bad_numbers[] = {
    {{0, NAN, 1, 2, 3, 4, 5, 6}, "/accessors/0", "nan"},     {{0, 2, 1, INFINITY, 3, 4, 5, 6}, "/accessors/1", "inf"},
    {{2, 0, 1, 2, 3, 4, 5, 6}, "/accessors/0", "must rise"}, {{1, 1, 1, 2, 3, 4, 5, 6}, "/accessors/0", "must rise"},
    {{0, 2, 1, 2, 3e9f, 4, 5, 6}, "/accessors/1", "1e9"},
};

START_TEST(read__refuses_numbers_that_no_animation_has)
{
    char *text = fixture_gltf(NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "]," ANIMATION("translation", "LINEAR"),
                              bad_numbers[_i].data, sizeof bad_numbers[_i].data);
    rw_bake_error error = fixture_read_error("a.gltf", text);
    free(text);
    ck_assert_str_eq(error.place, bad_numbers[_i].place);
    ck_assert_ptr_nonnull(strstr(error.detail, bad_numbers[_i].detail));
}
END_TEST

START_TEST(read__refuses_a_zero_quaternion_and_normalises_a_long_one)
{
    static const float zero[] = {0, 1, 0, 0, 0, 1, 0, 0, 0, 0}, twice[] = {0, 1, 0, 0, 0, 2, 0, 2, 0, 0};
    static const char json[] = NODE
        ",\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":8,\"byteLength\":32}],"
        "\"accessors\":[" TIMES
        ",{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"}]," ANIMATION("rotation", "LINEAR");
    char *text = fixture_gltf(json, zero, sizeof zero);
    rw_bake_error error = fixture_read_error("a.gltf", text);
    free(text);
    ck_assert_str_eq(error.place, "/animations/0/samplers/0/output");
    ck_assert_ptr_nonnull(strstr(error.detail, "key 1"));
    rw_scene scene = read_json(json, twice, sizeof twice);
    ck_assert_double_eq(scene.animations[0].channels[0].rotation.values[3], 1);
    ck_assert(fixture_scene_warned(&scene, "normalised"));
    rw_scene_free(&scene);
}
END_TEST

static const struct {
    const char *text, *place, *detail;
} broken[] = {
    {"{", "line 1 column 1", "JSON is broken"},
    {"{}", "/asset", "no glTF"},
    {"{\"asset\":{\"version\":\"1.0\"}}", "/asset", "2.0 is read"},
    {"{\"asset\":{\"version\":\"2.0\",\"minVersion\":\"2.1\"}}", "/asset", "2.1"},
    {"{\"asset\":7}", "/asset", "a number where an object"},
    {"{\"asset\":{\"version\":\"2.0\"},\"asset\":{}}", "line 1 column 36", "duplicate"},
};

START_TEST(read__refuses_what_is_no_gltf)
{
    rw_bake_error error = fixture_read_error("a.gltf", broken[_i].text);
    ck_assert_msg(strncmp(error.place, broken[_i].place, 6) == 0 && strstr(error.detail, broken[_i].detail),
                  "\"%s\" \"%s\"", error.place, error.detail);
}
END_TEST

START_TEST(read__passes_over_channels_that_move_no_node)
{
    rw_scene scene = read_json(
        NODE "," VIEWS ",\"accessors\":[" TIMES "," VEC3 "],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],"
             "\"channels\":[{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":{"
             "\"pointer\":\"/nodes/0/scale\"}}}},{\"sampler\":0,\"target\":{\"path\":\"translation\"}},"
             "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}]}]",
        two_keys, sizeof two_keys);
    ck_assert_uint_eq(scene.animations[0].channel_count, 0);
    ck_assert(fixture_scene_warned(&scene, "KHR_animation_pointer"));
    ck_assert(fixture_scene_warned(&scene, "without a node"));
    rw_scene_free(&scene);
}
END_TEST

static Suite *gltf_suite(void)
{
    Suite *suite = suite_create("gltf");
    TCase *tests = tcase_create("read");
    tcase_add_test(tests, read__takes_a_plain_document);
    tcase_add_test(tests, sample__steps_runs_straight_and_curves);
    tcase_add_loop_test(tests, accessor__takes_normalised_integers, 0, sizeof encodings / sizeof *encodings);
    tcase_add_test(tests, accessor__takes_signed_integers_below_zero);
    tcase_add_test(tests, accessor__honours_strides_and_offsets);
    tcase_add_test(tests, accessor__puts_sparse_values_in);
    tcase_add_test(tests, nodes__come_parents_first_with_their_kinds);
    tcase_add_test(tests, nodes__take_a_matrix_apart);
    tcase_add_test(tests, glb__is_read_by_content_whatever_its_name);
    tcase_add_test(tests, glb__cut_or_changed_anywhere_does_no_harm);
    tcase_add_test(tests, buffer__is_read_beside_the_document);
    tcase_add_loop_test(tests, buffer__outside_the_folder_is_refused, 0, sizeof escapes / sizeof *escapes);
    tcase_add_loop_test(tests, read__names_the_place_of_a_fault, 0, sizeof faults / sizeof *faults);
    tcase_add_loop_test(tests, read__refuses_numbers_that_no_animation_has, 0,
                        sizeof bad_numbers / sizeof *bad_numbers);
    tcase_add_test(tests, read__refuses_a_zero_quaternion_and_normalises_a_long_one);
    tcase_add_loop_test(tests, read__refuses_what_is_no_gltf, 0, sizeof broken / sizeof *broken);
    tcase_add_test(tests, read__passes_over_channels_that_move_no_node);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(gltf_suite());
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
