/* The phases of a profile. */
#include "codec/decode.h"
#include "codec/value.h"

static const char *const land_names[] = {"phase", "clip", NULL};
static const rw_value_names names_land = {land_names};

static const rw_field_spec switch_specs[] = {
    RW_FIELD("warp", rw_value_bool, rw_axis_switch, warp),
    RW_FIELD("linear", rw_value_bool, rw_axis_switch, linear),
    RW_FIELD("animate", rw_value_bool, rw_axis_switch, animate),
};

static bool decode_switch(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                          void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(switch_specs);
    return rw_field_object(decoder, path, value, &table, 1, target);
}

typedef struct axes {
    rw_axis_switch x, y, z;
} axes;

static const rw_field_spec axes_specs[] = {
    RW_FIELD("x", decode_switch, axes, x),
    RW_FIELD("y", decode_switch, axes, y),
    RW_FIELD("z", decode_switch, axes, z),
};

static bool decode_axes(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(axes_specs);
    rw_axis_switch *switches = target;
    axes read = {switches[0], switches[1], switches[2]};
    const bool sound = rw_field_object(decoder, path, value, &table, 1, &read);
    switches[0] = read.x;
    switches[1] = read.y;
    switches[2] = read.z;
    return sound;
}

#define PHASE_ENUM(name, list, member) \
    {.key = (name), .decode = rw_value_enum, .offset = offsetof(rw_phase_desc, member), .flag = RW_FIELD_NO_FLAG, \
     .more = &(list)}

typedef struct phase_fields {
    rw_phase_desc desc;
    bool has_start, has_end;
} phase_fields;

static const rw_field_spec phase_specs[] = {
    {.key = "name", .decode = rw_value_text, .offset = offsetof(rw_phase_desc, name), .flag = RW_FIELD_NO_FLAG,
     .min = 1, .max = RW_CODEC_LABEL_MAX},
    {.key = "start", .decode = rw_value_number, .required = true, .offset = offsetof(rw_phase_desc, start),
     .flag = offsetof(phase_fields, has_start)},
    {.key = "end", .decode = rw_value_number, .required = true, .offset = offsetof(rw_phase_desc, end),
     .flag = offsetof(phase_fields, has_end)},
    RW_FIELD("translation_offset", rw_value_vector, rw_phase_desc, translation_offset),
    RW_FIELD("rotation_offset", rw_value_rotation, rw_phase_desc, rotation_offset),
    {.key = "rate", .decode = rw_value_range, .offset = offsetof(rw_phase_desc, rate),
     .flag = offsetof(rw_phase_desc, has_rate)},
    RW_FIELD("axes", decode_axes, rw_phase_desc, axes),
    PHASE_ENUM("method", rw_names_method, method),
    PHASE_ENUM("easing", rw_names_easing, easing),
    PHASE_ENUM("rotation", rw_names_rotation, rotation),
    PHASE_ENUM("turn", rw_names_turn, turn),
    RW_FIELD("turn_cap", rw_value_number, rw_phase_desc, turn_cap),
    {.key = "anchor", .decode = rw_value_vector, .offset = offsetof(rw_phase_desc, anchor),
     .flag = offsetof(rw_phase_desc, has_anchor)},
    PHASE_ENUM("land", names_land, land),
};

/* Where a time is wrong, one that makes the phase begin with the last one's end, or end where it begins. */
static double decode_phase(rw_decoder *decoder, const rw_json_path *path, rw_value value, double last_end,
                           rw_phase_desc *phase)
{
    static const rw_field_table table = RW_FIELD_TABLE(phase_specs);
    phase_fields fields = {.desc = rw_phase_desc_default()};
    rw_field_object(decoder, path, value, &table, 1, &fields);
    rw_decode_check_easing(decoder, path, value, fields.desc.method);
    if (!fields.has_start)
        fields.desc.start = last_end;
    if (!fields.has_end)
        fields.desc.end = fields.desc.start;
    *phase = fields.desc;
    return fields.desc.end;
}

bool rw_decode_phases(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                      void *target)
{
    (void)spec;
    rw_profile_desc *desc = target;
    if (!rw_tape_is(value, RW_TAPE_ARRAY))
        return rw_field_wrong_type(decoder, path, value, "a list of phases");
    const size_t count = rw_tape_count(value);
    if (count == 0) {
        rw_field_report(decoder, path, RW_FIELD_EMPTY, "a profile of this kind has at least one phase");
        return false;
    }
    if (count > RW_MAX_PHASES) {
        rw_value_report_too_long(decoder, path, count, RW_MAX_PHASES);
        return false;
    }
    rw_phase_desc *phases = rw_decoder_allocate(decoder, count, sizeof *phases);
    if (phases == NULL)
        return false;
    double end = 0;
    rw_tape_iterator element = rw_tape_iterate(value);
    for (size_t i = 0; rw_tape_next(&element); i++) {
        const rw_json_path place = rw_json_path_index(path, i);
        end = decode_phase(decoder, &place, element.value, end, &phases[i]);
    }
    desc->phase_count = count;
    desc->phases = phases;
    return true;
}
