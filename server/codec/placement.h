/* Where something is and which way it faces: members that actors, targets, boxes and partners share. Private to the
 * codec. */
#ifndef RW_CODEC_PLACEMENT_H
#define RW_CODEC_PLACEMENT_H

#include "codec/field.h"
#include "codec/value.h"

/* Structs that begin with it decode the things that have members of their own. */
typedef struct rw_placed {
    rw_placement placement;
    bool has_rotation;
} rw_placed;

/* Rows of a table whose target begins with an rw_placed: position, rotation, yaw. */
#define RW_PLACED_FIELDS                                                                                   \
    RW_FIELD_REQUIRED("position", rw_value_vector, rw_placed, placement.position),                         \
        {.key = "rotation", .decode = rw_value_rotation, .offset = offsetof(rw_placed, placement.rotation), \
         .flag = offsetof(rw_placed, has_rotation)},                                                        \
        {.key = "yaw", .decode = rw_value_number, .offset = offsetof(rw_placed, placement.yaw),             \
         .flag = offsetof(rw_placed, placement.has_yaw)}

/* At the origin, unturned. */
rw_placed rw_placed_default(void);

/* Decodes by a table with RW_PLACED_FIELDS into `target`, which begins with an rw_placed. Which way it faces is said
 * once, as a rotation or as a yaw; facing_required: and must be said. */
bool rw_placed_decode(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_table *table,
                      bool facing_required, rw_placed *target);

/* Decodes an object with the three members and no others into an rw_placement; its facing is required. */
rw_field_decode rw_value_placement;

#endif
