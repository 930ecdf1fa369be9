#include "codec/placement.h"

rw_placed rw_placed_default(void)
{
    return (rw_placed){.placement = {.rotation = {0, 0, 0, 1}}};
}

bool rw_placed_decode(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_table *table,
                      bool facing_required, rw_placed *target)
{
    bool sound = rw_field_object(decoder, path, value, table, 1, target);
    if (!rw_tape_is(value, RW_TAPE_OBJECT))
        return false;
    /* Where all is sound, what is there has set its flag. */
    const bool rotation = sound ? target->has_rotation : rw_tape_present(rw_tape_get(value, "rotation"));
    const bool yaw = sound ? target->placement.has_yaw : rw_tape_present(rw_tape_get(value, "yaw"));
    if (rotation && yaw) {
        const rw_json_path place = rw_json_path_key(path, "yaw");
        rw_field_report(decoder, &place, RW_FIELD_NOT_ALLOWED, "give \"rotation\" or \"yaw\", not both");
        target->placement.has_yaw = false;
        sound = false;
    } else if (facing_required && !rotation && !yaw) {
        const rw_json_path place = rw_json_path_key(path, "rotation");
        rw_field_report(decoder, &place, RW_FIELD_MISSING,
                        "\"rotation\" is required, or \"yaw\" in degrees in its stead");
        sound = false;
    }
    return sound;
}

static const rw_field_spec placement_specs[] = {RW_PLACED_FIELDS};

bool rw_value_placement(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(placement_specs);
    rw_placed read = rw_placed_default();
    const bool sound = rw_placed_decode(decoder, path, value, &table, true, &read);
    *(rw_placement *)target = read.placement;
    return sound;
}
