/* The project of examples/godot in Godot's headless server, with a daemon: it prints a JSON object a line, and what it
 * says is checked. Skipped where there is no godot3-server. */
#include "harness.h"

#include <check.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Godot keeps positions in single precision, a micrometre here, and writes six decimals of a metre. */
#define TOLERANCE 1e-5

typedef struct vec {
    double x, y, z;
} vec;

/* What a game printed. */
typedef struct game {
    int code;
    json_t *lines; /* an array */
} game;

static vec vec_of(const json_t *line, const char *member)
{
    const json_t *v = json_object_get(line, member);
    ck_assert_msg(json_array_size(v) == 3, "no \"%s\" in a line", member);
    return (vec){json_number_value(json_array_get(v, 0)), json_number_value(json_array_get(v, 1)),
                 json_number_value(json_array_get(v, 2))};
}

static double apart(vec a, vec b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

static bool is(const json_t *line, const char *member, const char *value)
{
    const char *text = json_string_value(json_object_get(line, member));
    return text != NULL && strcmp(text, value) == 0;
}

/* The first line with this event and, unless NULL, this member; the test fails without one. */
static const json_t *find(const game *g, const char *event, const char *member, const char *value)
{
    size_t i;
    const json_t *line;
    json_array_foreach(g->lines, i, line)
        if (is(line, "event", event) && (member == NULL || is(line, member, value)))
            return line;
    ck_abort_msg("no line says \"%s\" of \"%s\"", event, member != NULL ? value : "anything");
    return NULL;
}

/* In the child: whatever Godot wants to keep goes into the place, and a tick takes no longer than it must. */
static void start_godot(const rw_place *place, const char *output)
{
    setenv("ROOTWARP_SERVER", place->server, 1);
    setenv("LANG", "en_US.UTF-8", 1);
    setenv("LC_ALL", "en_US.UTF-8", 1);
    setenv("HOME", place->folder, 1);
    setenv("XDG_DATA_HOME", place->folder, 1);
    setenv("XDG_CONFIG_HOME", place->folder, 1);
    setenv("XDG_CACHE_HOME", place->folder, 1);
    if (freopen(output, "w", stdout) != NULL && dup2(STDOUT_FILENO, STDERR_FILENO) >= 0)
        execl(RW_GODOT, "godot3-server", "--path", RW_GODOT_PROJECT, "--fixed-fps", "30", (char *)NULL);
    _exit(127);
}

static game play(rw_place *place)
{
    char output[RW_TEST_PATH];
    int status = 0;
    rw_place_path(place, "game.txt", output);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        start_godot(place, output);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status), "Godot ended with status %d", status);
    game g = {.code = WEXITSTATUS(status), .lines = json_array()};
    char *text = rw_place_read(place, "game.txt"), *rest = text;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        json_t *object = line[0] == '{' ? json_loads(line, JSON_DECODE_INT_AS_REAL, NULL) : NULL;
        if (object != NULL)
            json_array_append_new(g.lines, object);
    }
    free(text);
    return g;
}

static void serve(rw_place *place)
{
    static const char *const clips[] = {"lunge", "vault"}, *const profiles[] = {"lunge", "vault", "vault_box"};
    char file[64];
    rw_place_open(place);
    rw_place_samples(place);
    rw_place_serve(place);
    rw_run_check(place, 0, NULL, RW_ARGS("bake", "lunge.glb", "--space", "unreal", "--window", "attack:0:1", "-o",
                                         "lunge.clip.json"));
    rw_run_check(place, 0, NULL, RW_ARGS("bake", "vault.glb", "--space", "gltf", "-o", "vault.clip.json"));
    for (size_t i = 0; i < sizeof clips / sizeof *clips; i++) {
        (void)snprintf(file, sizeof file, "%s.clip.json", clips[i]);
        rw_run_check(place, 0, NULL, RW_ARGS("push", "clip", clips[i], file));
    }
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        (void)snprintf(file, sizeof file, "%s.profile.json", profiles[i]);
        rw_run_check(place, 0, NULL, RW_ARGS("push", "profile", profiles[i], file));
    }
}

/* The daemon's answer to the last question of a move, asked again by the command line. */
static json_t *ask_again(rw_place *place, const json_t *finished)
{
    char path[RW_TEST_PATH];
    const json_t *question = json_object_get(finished, "question");
    ck_assert_int_eq(json_dump_file(question, rw_place_path(place, "question.json", path), 0), 0);
    rw_result said = rw_run_expect(place, NULL, 0, RW_ARGS("resolve", "-f", "question.json", "--json"));
    json_t *answer = json_loads(said.out, JSON_DECODE_INT_AS_REAL, NULL);
    ck_assert_msg(answer != NULL, "%s", said.out);
    rw_result_free(&said);
    return answer;
}

/* Every tick moved the character, followed the target, and ended where the daemon said that it would. */
static void check_lunge(rw_place *place, const game *g)
{
    const json_t *first = find(g, "tick", "move", "lunge"), *line, *last = NULL;
    vec before = vec_of(find(g, "start", NULL, NULL), "position"), target_before = {0};
    size_t i, ticks = 0;
    json_array_foreach(g->lines, i, line) {
        if (!is(line, "event", "tick") || !is(line, "move", "lunge"))
            continue;
        vec now = vec_of(line, "position"), target = vec_of(line, "target");
        ck_assert_msg(is(line, "verdict", "in_band"), "tick %zu is not in the band", ticks);
        ck_assert_double_gt(apart(before, now), 0.1); /* 5 m in 30 ticks, shortened by the band's 0.3 at most */
        if (ticks > 0)
            ck_assert_double_gt(apart(target_before, target), 0.01);
        before = now;
        target_before = target;
        last = line;
        ticks++;
    }
    ck_assert_uint_eq(ticks, 30);
    const json_t *finished = find(g, "finished", "move", "lunge");
    vec at = vec_of(finished, "position"), target = vec_of(last, "target");
    json_t *answer = ask_again(place, finished);
    vec warp_point = vec_of(json_object_get(answer, "warp_point"), "position");
    ck_assert_double_lt(apart(at, warp_point), TOLERANCE);
    ck_assert_double_lt(apart(at, vec_of(last, "warp_point")), TOLERANCE);
    ck_assert_double_eq_tol(apart(at, target), 0.8, TOLERANCE); /* the two radii */
    ck_assert_double_gt(apart(vec_of(first, "target"), target), 1.0);
    ck_assert_double_gt(apart(vec_of(first, "warp_point"), at), 0.5);
    json_decref(answer);
}

/* Never lower than the top while over the box, exactly at its edges in between, and on the ground behind it. */
static void check_vault(rw_place *place, const game *g)
{
    const json_t *box = json_object_get(find(g, "start", NULL, NULL), "box"), *line;
    vec centre = vec_of(box, "position"), size = vec_of(box, "size");
    double top = centre.y + size.y / 2, near_z = centre.z + size.z / 2, far_z = centre.z - size.z / 2;
    size_t i, over = 0, reached = 0;
    json_array_foreach(g->lines, i, line) {
        vec at = vec_of(line, "position");
        if (at.z < near_z + TOLERANCE && at.z > far_z - TOLERANCE) {
            ck_assert_msg(at.y >= top - TOLERANCE, "at z %g the root is at a height of %g", at.z, at.y);
            ck_assert_double_lt(fabs(at.x - centre.x), size.x / 2);
            over++;
        }
        reached += is(line, "event", "reached");
    }
    ck_assert_uint_gt(over, 10);
    ck_assert_uint_eq(reached, 3);
    vec near_edge = vec_of(find(g, "reached", "phase", "near_edge"), "position");
    vec far_edge = vec_of(find(g, "reached", "phase", "far_edge"), "position");
    ck_assert_double_eq_tol(near_edge.y, top, TOLERANCE);
    ck_assert_double_eq_tol(near_edge.z, near_z, TOLERANCE);
    ck_assert_double_eq_tol(far_edge.y, top, TOLERANCE);
    ck_assert_double_eq_tol(far_edge.z, far_z, TOLERANCE);
    const json_t *finished = find(g, "finished", "move", "vault");
    json_t *answer = ask_again(place, finished);
    vec at = vec_of(finished, "position");
    const json_t *landing = json_object_get(json_array_get(json_object_get(answer, "phases"), 2), "warp_point");
    ck_assert_double_lt(apart(at, vec_of(landing, "position")), TOLERANCE);
    ck_assert_double_eq_tol(at.y, 0, TOLERANCE);
    ck_assert_double_lt(at.z, far_z - 0.7); /* the profile lands 0.8 m beyond */
    json_decref(answer);
}

START_TEST(game__goes_where_the_daemon_says)
{
    rw_place place;
    serve(&place);
    game g = play(&place);
    char *text = rw_place_read(&place, "game.txt");
    ck_assert_msg(g.code == 0 && strstr(text, "ERROR") == NULL && strstr(text, "WARNING") == NULL, "%d: %.2000s", g.code, text);
    free(text);
    check_lunge(&place, &g);
    check_vault(&place, &g);
    const json_t *end = find(&g, "end", NULL, NULL);
    size_t ticks = 0, i;
    const json_t *line;
    json_array_foreach(g.lines, i, line)
        ticks += is(line, "event", "tick");
    ck_assert_double_eq(json_number_value(json_object_get(end, "ticks")), (double)ticks);
    /* Each tick asks what is to happen and the way there; the box is looked at once. */
    ck_assert_double_eq(json_number_value(json_object_get(end, "asked")), 2.0 * (double)ticks + 1.0);
    json_decref(g.lines);
    rw_place_close(&place);
}
END_TEST

/* A refusal is shown with its code, and the game ends with 1, not where it believes to be. */
START_TEST(game__tells_why_it_was_refused)
{
    rw_place place;
    rw_place_open(&place);
    rw_place_serve(&place);
    game g = play(&place);
    char *text = rw_place_read(&place, "game.txt");
    ck_assert_msg(g.code == 1 && strstr(text, "profile_not_found: ") != NULL, "%d: %.2000s", g.code, text);
    free(text);
    ck_assert_double_eq(json_number_value(json_object_get(find(&g, "end", NULL, NULL), "ticks")), 0.0);
    json_decref(g.lines);
    (void)snprintf(place.server, sizeof place.server, "http://127.0.0.1:1");
    g = play(&place);
    text = rw_place_read(&place, "game.txt");
    ck_assert_msg(g.code == 1 && strstr(text, "no answer from 127.0.0.1:1") != NULL, "%d: %.2000s", g.code, text);
    free(text);
    json_decref(g.lines);
    rw_place_close(&place);
}
END_TEST

int main(void)
{
    if (access(RW_GODOT, X_OK) != 0) {
        puts("skipped: godot3-server is not installed");
        return 77;
    }
    Suite *suite = suite_create("godot");
    TCase *tc = tcase_create("godot");
    tcase_add_test(tc, game__goes_where_the_daemon_says);
    tcase_add_test(tc, game__tells_why_it_was_refused);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
