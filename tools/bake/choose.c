#include "choose.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { TOKEN_SIZE = 16 };

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_upper(c) || is_lower(c) || is_digit(c);
}

/* The next word of a name, in lower case: "LHipJoint" has three, "b_Hip_01" too. Ends with false. */
static bool next_token(const char **name, char token[TOKEN_SIZE])
{
    const char *at = *name;
    while (*at && !is_word(*at)) at++;
    if (!*at) return false;
    size_t length = 0;
    for (const char *first = at; is_word(*at); at++) {
        bool digit_edge = at > first && is_digit(*at) != is_digit(at[-1]);
        bool case_edge = at > first && is_upper(*at) && (is_lower(at[-1]) || is_lower(at[1]));
        if (digit_edge || case_edge) break;
        if (length + 1 < TOKEN_SIZE) token[length++] = is_upper(*at) ? (char)(*at + ('a' - 'A')) : *at;
    }
    token[length] = '\0';
    *name = at;
    return true;
}

static bool has_token(const char *name, const char *const *words, size_t count)
{
    char token[TOKEN_SIZE];
    while (next_token(&name, token))
        for (size_t i = 0; i < count; i++)
            if (strcmp(token, words[i]) == 0) return true;
    return false;
}

bool rw_name_is_hips(const char *name)
{
    static const char *const pelvis[] = {"hips", "hip", "pelvis"};
    static const char *const side[] = {"l", "r", "left", "right", "joint"};
    return has_token(name, pelvis, sizeof pelvis / sizeof *pelvis) &&
           !has_token(name, side, sizeof side / sizeof *side);
}

static bool is_helper(const char *name)
{
    static const char *const words[] = {"socket", "ik",         "pole",   "target", "weapon", "prop",  "attach",
                                        "slot",   "attachment", "camera", "cam",    "aim",    "handle"};
    return has_token(name, words, sizeof words / sizeof *words);
}

/* What is known of each node. */
typedef struct standing {
    size_t depth, below; /* ancestors; descendants */
    bool above_joint;
    bool candidate;
} standing;

typedef enum tier { TIER_JOINTS, TIER_GROUPS, TIER_OBJECTS, TIER_COUNT } tier;

typedef struct root_search {
    const rw_evaluator *evaluator;
    const rw_node_motion *motions;
    standing *nodes;
} root_search;

static void fill_standings(const rw_scene *scene, standing *nodes)
{
    for (size_t i = 0; i < scene->node_count; i++) {
        size_t parent = scene->nodes[i].parent;
        nodes[i].depth = parent == RW_SCENE_NO_NODE ? 0 : nodes[parent].depth + 1;
    }
    for (size_t i = scene->node_count; i-- > 0;) {
        size_t parent = scene->nodes[i].parent;
        if (parent == RW_SCENE_NO_NODE) continue;
        nodes[parent].below += nodes[i].below + 1;
        if (nodes[i].above_joint || scene->nodes[i].kind == RW_NODE_JOINT) nodes[parent].above_joint = true;
    }
}

static bool has_translation(const root_search *search, size_t node)
{
    const rw_channel *channel = search->evaluator->channels[node];
    return channel && channel->translation.count > 0;
}

static bool stirs(const root_search *search, size_t node)
{
    return search->motions[node].moves || search->motions[node].turns;
}

static bool belongs(const root_search *search, size_t node, tier wanted)
{
    const rw_node *about = &search->evaluator->scene->nodes[node];
    switch (wanted) {
    case TIER_JOINTS:
        return about->kind == RW_NODE_JOINT ||
               (about->kind == RW_NODE_PLAIN && search->nodes[node].above_joint && search->evaluator->channels[node]);
    case TIER_GROUPS: return about->kind == RW_NODE_PLAIN;
    case TIER_OBJECTS:
    case TIER_COUNT: break;
    }
    return true;
}

/* It has keys that place or turn it: a node without only follows its parents, or their scale. */
static bool is_driven(const root_search *search, size_t node)
{
    const rw_channel *channel = search->evaluator->channels[node];
    return channel && (channel->translation.count > 0 || channel->rotation.count > 0);
}

/* Marks the candidates of a tier; false when it has none that moves. */
static bool mark_tier(const root_search *search, tier wanted, bool with_helpers)
{
    bool any = false;
    for (size_t i = 0; i < search->evaluator->scene->node_count; i++) {
        /* A group that keeps still is no dedicated root: exporters key it along with the rest. */
        bool keyed = has_translation(search, i) && search->evaluator->scene->nodes[i].kind != RW_NODE_PLAIN;
        bool fits = belongs(search, i, wanted) && is_driven(search, i) && (stirs(search, i) || keyed) &&
                    (with_helpers || !is_helper(search->evaluator->scene->nodes[i].name));
        search->nodes[i].candidate = fits;
        any = any || (fits && stirs(search, i));
    }
    return any;
}

static bool mark_candidates(const root_search *search)
{
    for (int wanted = TIER_JOINTS; wanted < TIER_COUNT; wanted++)
        for (int helpers = 0; helpers < 2; helpers++)
            if (mark_tier(search, (tier)wanted, helpers == 1)) return true;
    return false;
}

static bool stands_before(const root_search *search, size_t a, size_t b)
{
    const standing *x = &search->nodes[a], *y = &search->nodes[b];
    if (x->depth != y->depth) return x->depth < y->depth;
    if (x->below != y->below) return x->below > y->below;
    return a < b;
}

static bool is_below(const rw_scene *scene, size_t node, size_t top)
{
    for (node = scene->nodes[node].parent; node != RW_SCENE_NO_NODE; node = scene->nodes[node].parent)
        if (node == top) return true;
    return false;
}

/* The best candidate for which `moving` holds where it is asked for, and that lies below `top` unless that is none. */
static size_t best_of(const root_search *search, bool moving, size_t top)
{
    size_t best = RW_SCENE_NO_NODE;
    for (size_t i = 0; i < search->evaluator->scene->node_count; i++) {
        if (!search->nodes[i].candidate || (moving && !stirs(search, i))) continue;
        if (best != RW_SCENE_NO_NODE && !stands_before(search, i, best)) continue;
        if (top == RW_SCENE_NO_NODE || is_below(search->evaluator->scene, i, top)) best = i;
    }
    return best;
}

/* Nothing moves: the shallowest node with keys, a joint before anything else. */
static size_t still_root(const root_search *search)
{
    const rw_scene *scene = search->evaluator->scene;
    size_t best = RW_SCENE_NO_NODE;
    for (size_t i = 0; i < scene->node_count; i++) {
        if (!search->evaluator->channels[i]) continue;
        bool joint = scene->nodes[i].kind == RW_NODE_JOINT;
        bool best_joint = best != RW_SCENE_NO_NODE && scene->nodes[best].kind == RW_NODE_JOINT;
        if (best == RW_SCENE_NO_NODE || (joint && !best_joint) ||
            (joint == best_joint && stands_before(search, i, best)))
            best = i;
    }
    return best;
}

static size_t named_hips(const root_search *search, size_t root)
{
    const rw_scene *scene = search->evaluator->scene;
    size_t best = RW_SCENE_NO_NODE;
    for (size_t i = 0; i < scene->node_count; i++) {
        if (!rw_name_is_hips(scene->nodes[i].name) || scene->nodes[i].kind == RW_NODE_OBJECT) continue;
        if (best != RW_SCENE_NO_NODE && !stands_before(search, i, best)) continue;
        if (i == root || is_below(scene, i, root)) best = i;
    }
    return best;
}

static void list_runners(const root_search *search, rw_root_choice *out)
{
    while (out->runner_count < RW_ROOT_MOST_RUNNERS) {
        size_t next = RW_SCENE_NO_NODE;
        for (size_t i = 0; i < search->evaluator->scene->node_count; i++)
            if (search->nodes[i].candidate && search->motions[i].moves && i != out->root &&
                (next == RW_SCENE_NO_NODE || stands_before(search, i, next)))
                next = i;
        if (next == RW_SCENE_NO_NODE) return;
        search->nodes[next].candidate = false;
        out->runners[out->runner_count++] = next;
    }
}

bool rw_root_choose(const rw_evaluator *evaluator, const rw_node_motion *motions, size_t named, rw_root_choice *out)
{
    const rw_scene *scene = evaluator->scene;
    root_search search = {evaluator, motions, rw_bake_allocate(scene->node_count, sizeof *search.nodes)};
    if (!search.nodes) return false;
    fill_standings(scene, search.nodes);
    bool moving = mark_candidates(&search);
    rw_root_choice choice = {.root = named, .hips = RW_SCENE_NO_NODE};
    if (named == RW_SCENE_NO_NODE)
        choice.root = moving ? best_of(&search, false, RW_SCENE_NO_NODE) : still_root(&search);
    if (choice.root != RW_SCENE_NO_NODE) {
        size_t mover = best_of(&search, true, choice.root);
        choice.in_place = !stirs(&search, choice.root) && mover != RW_SCENE_NO_NODE;
        choice.hips = named_hips(&search, choice.root);
        if (choice.hips == RW_SCENE_NO_NODE && choice.in_place) choice.hips = mover;
        list_runners(&search, &choice);
    }
    free(search.nodes);
    *out = choice;
    return true;
}
