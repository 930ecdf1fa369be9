/* Where the points of a phases profile come from. */
#include "codec/decode.h"
#include "codec/placement.h"

static const char *const kind_names[] = {"points", "obstacle", "align", NULL};
static const char *const crossing_names[] = {"vault", "mantle", NULL};
static const rw_value_names names_kind = {kind_names};
static const rw_value_names names_crossing = {crossing_names};

typedef struct provider_fields {
    int kind;
    int crossing;
    rw_crossing_rules rules;
    rw_placement relative;
} provider_fields;

/* A member that another provider has; `more` says which. */
static bool refuse_other(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                         void *target)
{
    (void)value;
    (void)target;
    rw_field_report(decoder, path, RW_FIELD_NOT_ALLOWED, "only %s has this field", (const char *)spec->more);
    return false;
}

#define PROVIDER_RULE(name) RW_FIELD(#name, rw_value_number, provider_fields, rules.name)
#define PROVIDER_OTHER(name, owner) {.key = (name), .decode = refuse_other, .flag = RW_FIELD_NO_FLAG, .more = (owner)}
#define THE_OBSTACLE "a provider of the kind \"obstacle\""
#define THE_ALIGN "a provider of the kind \"align\""

static const rw_field_spec kind_specs[] = {
    {.key = "kind", .decode = rw_value_enum, .required = true, .offset = offsetof(provider_fields, kind),
     .flag = RW_FIELD_NO_FLAG, .more = &names_kind},
};

static const rw_field_spec obstacle_specs[] = {
    {.key = "crossing", .decode = rw_value_enum, .required = true, .offset = offsetof(provider_fields, crossing),
     .flag = RW_FIELD_NO_FLAG, .more = &names_crossing},
    PROVIDER_RULE(min_height),
    PROVIDER_RULE(max_height),
    PROVIDER_RULE(max_length),
    PROVIDER_RULE(max_approach_angle),
    PROVIDER_OTHER("relative", THE_ALIGN),
};

static const rw_field_spec vault_specs[] = {
    PROVIDER_RULE(landing_offset),
    {.key = "landing_height", .decode = rw_value_number, .offset = offsetof(provider_fields, rules.landing_height),
     .flag = offsetof(provider_fields, rules.has_landing_height)},
    PROVIDER_OTHER("ledge_offset", "the crossing \"mantle\""),
};

static const rw_field_spec mantle_specs[] = {
    PROVIDER_RULE(ledge_offset),
    PROVIDER_OTHER("landing_offset", "the crossing \"vault\""),
    PROVIDER_OTHER("landing_height", "the crossing \"vault\""),
};

static const rw_field_spec align_specs[] = {
    RW_FIELD_REQUIRED("relative", rw_value_placement, provider_fields, relative),
};

static const rw_field_spec not_obstacle_specs[] = {
    PROVIDER_OTHER("crossing", THE_OBSTACLE),       PROVIDER_OTHER("landing_offset", THE_OBSTACLE),
    PROVIDER_OTHER("landing_height", THE_OBSTACLE), PROVIDER_OTHER("ledge_offset", THE_OBSTACLE),
    PROVIDER_OTHER("min_height", THE_OBSTACLE),     PROVIDER_OTHER("max_height", THE_OBSTACLE),
    PROVIDER_OTHER("max_length", THE_OBSTACLE),     PROVIDER_OTHER("max_approach_angle", THE_OBSTACLE),
};

static const rw_field_spec not_align_specs[] = {PROVIDER_OTHER("relative", THE_ALIGN)};

/* The kind that the object names or, where that is wrong, the one that its other members speak for. */
static rw_provider_kind guess_kind(rw_value value)
{
    const rw_value kind = rw_tape_get(value, "kind");
    for (int i = 0; kind_names[i] != NULL; i++) {
        if (rw_tape_text_is(kind, kind_names[i]))
            return (rw_provider_kind)i;
    }
    if (rw_tape_present(rw_tape_get(value, "crossing")))
        return RW_PROVIDER_OBSTACLE;
    return rw_tape_present(rw_tape_get(value, "relative")) ? RW_PROVIDER_ALIGN : RW_PROVIDER_POINTS;
}

static rw_crossing guess_crossing(rw_value value)
{
    const rw_value crossing = rw_tape_get(value, "crossing");
    if (rw_tape_is(crossing, RW_TAPE_TEXT))
        return rw_tape_text_is(crossing, "mantle") ? RW_CROSSING_MANTLE : RW_CROSSING_VAULT;
    return rw_tape_present(rw_tape_get(value, "ledge_offset")) ? RW_CROSSING_MANTLE : RW_CROSSING_VAULT;
}

bool rw_decode_provider(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    (void)spec;
    static const rw_field_table kind_table = RW_FIELD_TABLE(kind_specs);
    static const rw_field_table obstacle_table = RW_FIELD_TABLE(obstacle_specs);
    static const rw_field_table vault_table = RW_FIELD_TABLE(vault_specs);
    static const rw_field_table mantle_table = RW_FIELD_TABLE(mantle_specs);
    static const rw_field_table align_table = RW_FIELD_TABLE(align_specs);
    static const rw_field_table not_obstacle_table = RW_FIELD_TABLE(not_obstacle_specs);
    static const rw_field_table not_align_table = RW_FIELD_TABLE(not_align_specs);
    const rw_provider_kind kind = guess_kind(value);
    const rw_crossing crossing = guess_crossing(value);
    rw_field_table tables[3] = {kind_table, not_obstacle_table, not_align_table};
    if (kind == RW_PROVIDER_OBSTACLE) {
        tables[1] = obstacle_table;
        tables[2] = crossing == RW_CROSSING_MANTLE ? mantle_table : vault_table;
    } else if (kind == RW_PROVIDER_ALIGN) {
        tables[2] = align_table;
    }
    const rw_provider none = rw_provider_default();
    provider_fields fields = {.rules = rw_crossing_rules_default(crossing), .relative = none.relative};
    const bool sound = rw_field_object(decoder, path, value, tables, 3, &fields);
    *(rw_provider *)target = (rw_provider){.kind = kind, .rules = fields.rules, .relative = fields.relative};
    return sound;
}
