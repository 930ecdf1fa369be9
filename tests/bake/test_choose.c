/* Which node is taken for the root. */
#include "fixture.h"
#include "model.h"

#include <bake/choose.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>

#define NONE RW_SCENE_NO_NODE

static rw_root_choice choose(const model *made, size_t named)
{
    rw_evaluator evaluator;
    ck_assert(rw_evaluator_open(&evaluator, &made->scene, &made->animations[0]));
    rw_node_motion motions[MODEL_MOST_NODES];
    ck_assert(rw_motion_measure(&evaluator, motions));
    rw_root_choice choice;
    ck_assert(rw_root_choose(&evaluator, motions, named, &choice));
    rw_evaluator_close(&evaluator);
    return choice;
}

static void travel(model *made, size_t node, double far)
{
    for (int k = 0; k <= 30; k++)
        model_move(made, node, k / 30.0, made->nodes[node].translation[0], made->nodes[node].translation[1],
                   far * k / 30);
}

START_TEST(root__is_the_dedicated_bone_that_moves)
{
    model made;
    model_start(&made);
    size_t armature = model_node(&made, "Armature", NONE, RW_NODE_PLAIN, 0, 0, 0);
    size_t mesh = model_node(&made, "Body", armature, RW_NODE_OBJECT, 0, 0, 0);
    size_t root = model_node(&made, "root", armature, RW_NODE_JOINT, 0, 0, 0);
    size_t hips = model_node(&made, "Hips", root, RW_NODE_JOINT, 0, 1, 0);
    travel(&made, armature, 0); /* keyed along with the rest, still */
    travel(&made, mesh, 9);
    travel(&made, root, 2);
    travel(&made, hips, 0.1);
    rw_root_choice choice = choose(&made, NONE);
    ck_assert_uint_eq(choice.root, root);
    ck_assert_uint_eq(choice.hips, hips);
    ck_assert(!choice.in_place);
    ck_assert_uint_eq(choice.runner_count, 1);
    ck_assert_uint_eq(choice.runners[0], hips);
}
END_TEST

START_TEST(root__that_keeps_still_above_moving_hips_is_in_place)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    size_t body = model_node(&made, "Body", root, RW_NODE_JOINT, 0, 1, 0);
    size_t hips = model_node(&made, "b_Hip_01", body, RW_NODE_JOINT, 0, 0.1, 0);
    travel(&made, root, 0);
    travel(&made, body, 1);
    rw_root_choice choice = choose(&made, NONE);
    ck_assert_uint_eq(choice.root, root);
    ck_assert(choice.in_place);
    ck_assert_uint_eq(choice.hips, hips); /* by name, before what only moves */
    made.nodes[hips].name = made.nodes[body].name;
    ck_assert_uint_eq(choose(&made, NONE).hips, body);
    ck_assert_uint_eq(choose(&made, body).root, body);
    ck_assert(!choose(&made, body).in_place);
}
END_TEST

START_TEST(root__without_a_dedicated_bone_is_the_hips)
{
    model made;
    model_start(&made);
    size_t top = model_node(&made, "_rootJoint", NONE, RW_NODE_JOINT, 0, 0, 0);
    size_t hips = model_node(&made, "mixamorig:Hips", top, RW_NODE_JOINT, 0, 1, 0);
    size_t spine = model_node(&made, "mixamorig:Spine", hips, RW_NODE_JOINT, 0, 0.2, 0);
    travel(&made, hips, 2);
    model_turn(&made, spine, 0, 0, 0);
    model_turn(&made, spine, 1, 0, 10);
    rw_root_choice choice = choose(&made, NONE);
    ck_assert_uint_eq(choice.root, hips);
    ck_assert_uint_eq(choice.hips, hips);
    ck_assert(!choice.in_place);
}
END_TEST

START_TEST(root__that_only_turns_is_taken)
{
    model made;
    model_start(&made);
    size_t root = model_node(&made, "root", NONE, RW_NODE_JOINT, 0, 0, 0);
    size_t hips = model_node(&made, "Hips", root, RW_NODE_JOINT, 0.5, 1, 0);
    model_turn(&made, root, 0, 1, 0);
    model_turn(&made, root, 1, 1, 90);
    travel(&made, hips, 0.2);
    rw_root_choice choice = choose(&made, NONE);
    ck_assert_uint_eq(choice.root, root);
    ck_assert(!choice.in_place);
}
END_TEST

START_TEST(root__passes_over_sockets_and_prefers_the_skeleton)
{
    model made;
    model_start(&made);
    size_t socket = model_node(&made, "socket_hand_L", NONE, RW_NODE_JOINT, 1, 1, 0);
    size_t target = model_node(&made, "IK_Target", NONE, RW_NODE_JOINT, 1, 0, 0);
    size_t toy = model_node(&made, "toy", NONE, RW_NODE_JOINT, 1, 0, 0);
    size_t root = model_node(&made, "base", NONE, RW_NODE_JOINT, 0, 0, 0);
    (void)model_node(&made, "spine", root, RW_NODE_JOINT, 0, 1, 0);
    travel(&made, socket, 3);
    travel(&made, target, 3);
    travel(&made, toy, 3);
    travel(&made, root, 1);
    ck_assert_uint_eq(choose(&made, NONE).root, root);
    made.animations[0].channel_count = 2; /* only the helpers move: better one of them than none */
    ck_assert_uint_eq(choose(&made, NONE).root, socket);
}
END_TEST

START_TEST(root__without_joints_is_a_group_and_then_an_object)
{
    model made;
    model_start(&made);
    size_t mesh = model_node(&made, "Cube", NONE, RW_NODE_OBJECT, 0, 0, 0);
    size_t group = model_node(&made, "mover", NONE, RW_NODE_PLAIN, 0, 0, 0);
    travel(&made, mesh, 1);
    travel(&made, group, 1);
    ck_assert_uint_eq(choose(&made, NONE).root, group);
    made.animations[0].channel_count = 1;
    ck_assert_uint_eq(choose(&made, NONE).root, mesh);
    made.animations[0].channel_count = 0;
    ck_assert_uint_eq(choose(&made, NONE).root, NONE);
}
END_TEST

static const struct {
    const char *name;
    bool hips;
} names[] = {
    {"Hips", true},     {"mixamorig:Hips", true},     {"b_Hip_01", true},
    {"pelvis", true},   {"Bip001 Pelvis", true},      {"hip", true},
    {"hip_L", false},   {"LHipJoint", false},         {"LeftHip", false},
    {"Ship", false},    {"Back_Leg_Pelvis_R", false}, {"", false},
    {"hipster", false},
};

START_TEST(name__of_the_hips_is_known)
{
    ck_assert_msg(rw_name_is_hips(names[_i].name) == names[_i].hips, "\"%s\"", names[_i].name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("choose");
    TCase *tests = tcase_create("choose");
    tcase_add_test(tests, root__is_the_dedicated_bone_that_moves);
    tcase_add_test(tests, root__that_keeps_still_above_moving_hips_is_in_place);
    tcase_add_test(tests, root__without_a_dedicated_bone_is_the_hips);
    tcase_add_test(tests, root__that_only_turns_is_taken);
    tcase_add_test(tests, root__passes_over_sockets_and_prefers_the_skeleton);
    tcase_add_test(tests, root__without_joints_is_a_group_and_then_an_object);
    tcase_add_loop_test(tests, name__of_the_hips_is_known, 0, sizeof names / sizeof *names);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
