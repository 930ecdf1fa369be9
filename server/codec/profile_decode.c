/* The document of a profile. */
#include "codec/decode.h"
#include "codec/value.h"

static const char *const kind_names[] = {"reach", "phases", NULL};
static const char *const vertical_names[] = {"keep", "target", NULL};
static const char *const plane_names[] = {"horizontal", "full", NULL};
static const rw_value_names names_kind = {kind_names};
static const rw_value_names names_vertical = {vertical_names};
static const rw_value_names names_plane = {plane_names};

typedef struct profile_fields {
    rw_profile_desc desc;
    rw_provider provider;
    const char *clip;
    rw_value_tag_list tags;
    const char *description;
} profile_fields;

static const rw_field_spec condition_specs[] = {
    RW_FIELD("max_angle", rw_value_number, rw_conditions, max_angle),
    RW_FIELD("min_distance", rw_value_number, rw_conditions, min_distance),
    RW_FIELD("max_distance", rw_value_number, rw_conditions, max_distance),
    RW_FIELD("max_height", rw_value_number, rw_conditions, max_height),
};

static bool decode_conditions(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                              const rw_field_spec *spec, void *target)
{
    (void)spec;
    static const rw_field_table table = RW_FIELD_TABLE(condition_specs);
    return rw_field_object(decoder, path, value, &table, 1, target);
}

/* A member of profiles of the other kind; `more` names that. */
static bool refuse_other_kind(rw_decoder *decoder, const rw_json_path *path, rw_value value,
                              const rw_field_spec *spec, void *target)
{
    (void)value;
    (void)target;
    rw_field_report(decoder, path, RW_FIELD_NOT_ALLOWED, "only profiles of kind \"%s\" have this field",
                    (const char *)spec->more);
    return false;
}

#define PROFILE_ENUM(name, list, member) \
    {.key = (name), .decode = rw_value_enum, .offset = offsetof(profile_fields, member), .flag = RW_FIELD_NO_FLAG, \
     .more = &(list)}
#define PROFILE_OTHER(name, owner) \
    {.key = (name), .decode = refuse_other_kind, .flag = RW_FIELD_NO_FLAG, .more = (owner)}

static const rw_field_spec common_specs[] = {
    {.key = "kind", .decode = rw_value_enum, .required = true, .offset = offsetof(profile_fields, desc.kind),
     .flag = RW_FIELD_NO_FLAG, .more = &names_kind},
    RW_FIELD("clip", rw_value_name, profile_fields, clip),
    RW_FIELD("max_speed", rw_value_number, profile_fields, desc.max_speed),
    RW_FIELD("tags", rw_value_tags, profile_fields, tags),
    {.key = "description", .decode = rw_value_text, .offset = offsetof(profile_fields, description),
     .flag = RW_FIELD_NO_FLAG, .max = RW_CODEC_DESCRIPTION_MAX, .more = ""},
    RW_FIELDS_READ_ONLY,
    RW_FIELD_READ_ONLY("clip_revision"),
};

static const rw_field_spec reach_specs[] = {
    {.key = "window", .decode = rw_value_text, .required = true, .offset = offsetof(profile_fields, desc.window),
     .flag = RW_FIELD_NO_FLAG, .min = 1, .max = RW_CODEC_LABEL_MAX},
    RW_FIELD_REQUIRED("scale_band", rw_value_range, profile_fields, desc.scale_band),
    RW_FIELD("contact_offset", rw_value_number, profile_fields, desc.contact_offset),
    PROFILE_ENUM("vertical", names_vertical, desc.vertical),
    PROFILE_ENUM("plane", names_plane, desc.plane),
    RW_FIELD("conditions", decode_conditions, profile_fields, desc.conditions),
    {.key = "rate", .decode = rw_value_range, .offset = offsetof(profile_fields, desc.rate),
     .flag = offsetof(profile_fields, desc.has_rate)},
    PROFILE_ENUM("method", rw_names_method, desc.method),
    PROFILE_ENUM("easing", rw_names_easing, desc.easing),
    PROFILE_ENUM("rotation", rw_names_rotation, desc.rotation),
    PROFILE_ENUM("turn", rw_names_turn, desc.turn),
    RW_FIELD("turn_cap", rw_value_number, profile_fields, desc.turn_cap),
    PROFILE_OTHER("times", "phases"),
    PROFILE_OTHER("phases", "phases"),
    PROFILE_OTHER("provider", "phases"),
};

/* Phases are read after `times`; they fill in the description. */
static bool decode_times(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                         void *target)
{
    int times;
    if (!rw_value_enum(decoder, path, value, spec, &times))
        return false;
    *(bool *)target = times == 1;
    return true;
}

static const rw_field_spec phases_specs[] = {
    {.key = "times", .decode = decode_times, .offset = offsetof(profile_fields, desc.times_normalised),
     .flag = RW_FIELD_NO_FLAG, .more = &rw_names_times},
    RW_FIELD_REQUIRED("phases", rw_decode_phases, profile_fields, desc),
    RW_FIELD("provider", rw_decode_provider, profile_fields, provider),
    PROFILE_OTHER("window", "reach"),
    PROFILE_OTHER("scale_band", "reach"),
    PROFILE_OTHER("contact_offset", "reach"),
    PROFILE_OTHER("vertical", "reach"),
    PROFILE_OTHER("plane", "reach"),
    PROFILE_OTHER("conditions", "reach"),
    PROFILE_OTHER("rate", "reach"),
    PROFILE_OTHER("method", "reach"),
    PROFILE_OTHER("easing", "reach"),
    PROFILE_OTHER("rotation", "reach"),
    PROFILE_OTHER("turn", "reach"),
    PROFILE_OTHER("turn_cap", "reach"),
};

/* The kind that the document names or, where that is wrong, the one that its other members speak for. */
static rw_profile_kind guess_kind(rw_value document)
{
    const rw_value kind = rw_tape_get(document, "kind");
    if (rw_tape_text_is(kind, "reach"))
        return RW_PROFILE_REACH;
    if (rw_tape_text_is(kind, "phases"))
        return RW_PROFILE_PHASES;
    return rw_tape_present(rw_tape_get(document, "phases")) ? RW_PROFILE_PHASES : RW_PROFILE_REACH;
}

void rw_decode_profile(rw_decoder *decoder, const rw_json_path *path, rw_value value, bool clip_required,
                       rw_profile_document *document)
{
    static const rw_field_table tables[][2] = {
        [RW_PROFILE_REACH] = {RW_FIELD_TABLE(common_specs), RW_FIELD_TABLE(reach_specs)},
        [RW_PROFILE_PHASES] = {RW_FIELD_TABLE(common_specs), RW_FIELD_TABLE(phases_specs)},
    };
    const rw_profile_kind kind = guess_kind(value);
    profile_fields fields = {.desc = rw_profile_desc_default(kind), .provider = rw_provider_default(), .clip = ""};
    fields.desc.window = "";
    fields.desc.scale_band = (rw_range){1, 1};
    rw_field_object(decoder, path, value, tables[kind], 2, &fields);
    if (clip_required && rw_tape_is(value, RW_TAPE_OBJECT) && !rw_tape_present(rw_tape_get(value, "clip"))) {
        const rw_json_path place = rw_json_path_key(path, "clip");
        rw_field_report(decoder, &place, RW_FIELD_MISSING, "the field \"clip\" is required");
    }
    if (kind == RW_PROFILE_REACH)
        rw_decode_check_easing(decoder, path, value, fields.desc.method);
    fields.desc.kind = kind;
    *document = (rw_profile_document){.desc = fields.desc,
                                      .provider = fields.provider,
                                      .clip = fields.clip,
                                      .tag_count = fields.tags.count,
                                      .tags = fields.tags.items,
                                      .description = fields.description};
}
