#include "samples.h"

/* The four distances of the worked table: 900 is out of the band's reach, 250 within it, 100 below it, 60 inside the
 * stop distance. Lengths are centimetres: the clip is baked with --space unreal. */
#define LUNGE_REQUEST(id, distance)                                                                                  \
    "{\n"                                                                                                             \
    "      \"id\": \"" id "\",\n"                                                                                     \
    "      \"profile\": \"lunge\",\n"                                                                                 \
    "      \"actor\": {\"position\": [0, 0, 0], \"yaw\": 0, \"radius\": 40},\n"                                       \
    "      \"target\": {\"position\": [" distance ", 0, 0], \"radius\": 40}\n"                                        \
    "    }"

static const char lunge_profile[] = "{\n"
                                    "  \"kind\": \"reach\",\n"
                                    "  \"clip\": \"lunge\",\n"
                                    "  \"window\": \"attack\",\n"
                                    "  \"scale_band\": {\"min\": 0.3, \"max\": 1.3},\n"
                                    "  \"contact_offset\": 0\n"
                                    "}\n";

static const char lunge_request[] = "{\n"
                                    "  \"profile\": \"lunge\",\n"
                                    "  \"actor\": {\"position\": [0, 0, 0], \"yaw\": 0, \"radius\": 40},\n"
                                    "  \"target\": {\"position\": [900, 0, 0], \"radius\": 40}\n"
                                    "}\n";

static const char lunge_table[] =
    "{\n"
    "  \"requests\": [\n"
    "    " LUNGE_REQUEST("900 cm away", "900") ",\n"
    "    " LUNGE_REQUEST("250 cm away", "250") ",\n"
    "    " LUNGE_REQUEST("100 cm away", "100") ",\n"
    "    " LUNGE_REQUEST("60 cm away", "60") "\n"
    "  ]\n"
    "}\n";

/* Times of the phases are those of the motion. Lengths are metres: the clip is baked with --space gltf. */
static const char vault_profile[] =
    "{\n"
    "  \"kind\": \"phases\",\n"
    "  \"clip\": \"vault\",\n"
    "  \"phases\": [\n"
    "    {\"name\": \"near_edge\", \"start\": 0, \"end\": 0.3, \"rate\": {\"min\": 0.5, \"max\": 2}},\n"
    "    {\"name\": \"far_edge\", \"start\": 0.3, \"end\": 0.6, \"rate\": {\"min\": 0.5, \"max\": 2}},\n"
    "    {\"name\": \"landing\", \"start\": 0.6, \"end\": 1, \"rate\": {\"min\": 0.5, \"max\": 2}}\n"
    "  ]\n"
    "}\n";

/* A box 1.6 m long, twice as long as the animator's, 0.2 m higher and 0.2 m farther away. */
static const char vault_request[] = "{\n"
                                    "  \"profile\": \"vault\",\n"
                                    "  \"actor\": {\"position\": [0, 0, 0], \"yaw\": 0, \"radius\": 0.4},\n"
                                    "  \"targets\": [\n"
                                    "    {\"position\": [0, 1.1, 1.2], \"yaw\": 0},\n"
                                    "    {\"position\": [0, 1.1, 2.8], \"yaw\": 0},\n"
                                    "    {\"position\": [0, 0, 3.6], \"yaw\": 0}\n"
                                    "  ]\n"
                                    "}\n";

static const char walk_profile[] = "{\n"
                                   "  \"kind\": \"reach\",\n"
                                   "  \"clip\": \"walk\",\n"
                                   "  \"window\": \"steps\",\n"
                                   "  \"scale_band\": {\"min\": 0.5, \"max\": 1.5},\n"
                                   "  \"rate\": {\"min\": 0.5, \"max\": 2}\n"
                                   "}\n";

/* The same motion over a box, whose edges are found from where it stands; 0.8 m beyond it the feet land. */
static const char vault_box_profile[] =
    "{\n"
    "  \"kind\": \"phases\",\n"
    "  \"clip\": \"vault\",\n"
    "  \"phases\": [\n"
    "    {\"name\": \"near_edge\", \"start\": 0, \"end\": 0.3, \"rate\": {\"min\": 0.5, \"max\": 2}},\n"
    "    {\"name\": \"far_edge\", \"start\": 0.3, \"end\": 0.6, \"rate\": {\"min\": 0.5, \"max\": 2}},\n"
    "    {\"name\": \"landing\", \"start\": 0.6, \"end\": 1, \"rate\": {\"min\": 0.5, \"max\": 2}}\n"
    "  ],\n"
    "  \"provider\": {\"kind\": \"obstacle\", \"crossing\": \"vault\", \"landing_offset\": 0.8, \"max_height\": 1.5},\n"
    "  \"tags\": [\"traversal\"]\n"
    "}\n";

/* Up onto a box, with half a metre to stand on. */
static const char mantle_profile[] =
    "{\n"
    "  \"kind\": \"phases\",\n"
    "  \"clip\": \"mantle\",\n"
    "  \"phases\": [\n"
    "    {\"name\": \"edge\", \"start\": 0, \"end\": 0.4, \"rate\": {\"min\": 0.5, \"max\": 2}},\n"
    "    {\"name\": \"ledge\", \"start\": 0.4, \"end\": 0.7}\n"
    "  ],\n"
    "  \"provider\": {\"kind\": \"obstacle\", \"crossing\": \"mantle\", \"ledge_offset\": 0.5},\n"
    "  \"tags\": [\"traversal\"]\n"
    "}\n";

/* The lunge as one half of a pair: it ends a metre in front of the partner, face to face. */
static const char takedown_profile[] =
    "{\n"
    "  \"kind\": \"phases\",\n"
    "  \"clip\": \"lunge\",\n"
    "  \"phases\": [{\"name\": \"grab\", \"start\": 0, \"end\": 1, \"rate\": {\"min\": 0.5, \"max\": 2}}],\n"
    "  \"provider\": {\"kind\": \"align\", \"relative\": {\"position\": [100, 0, 0], \"yaw\": 180}},\n"
    "  \"tags\": [\"melee\", \"pair\"]\n"
    "}\n";

/* 1.1 m of net travel ahead and to the left; asked for in the middle of the loop. */
static const char walk_request[] = "{\n"
                                   "  \"profile\": \"walk\",\n"
                                   "  \"time\": 0.25,\n"
                                   "  \"actor\": {\"position\": [2, 0, 3], \"yaw\": 30, \"radius\": 0.3},\n"
                                   "  \"target\": {\"position\": [3.2, 0, 4], \"radius\": 0.3}\n"
                                   "}\n";

static const rw_sample_document documents[] = {
    {"lunge.profile.json", lunge_profile}, {"lunge.request.json", lunge_request},
    {"lunge-table.request.json", lunge_table}, {"vault.profile.json", vault_profile},
    {"vault.request.json", vault_request},   {"walk.profile.json", walk_profile},
    {"walk.request.json", walk_request},
    {"vault_box.profile.json", vault_box_profile},
    {"mantle.profile.json", mantle_profile},
    {"takedown.profile.json", takedown_profile},
};

const rw_sample_document *rw_sample_documents(size_t *count)
{
    *count = sizeof documents / sizeof documents[0];
    return documents;
}
