/* Requests to validate: a profile that is not saved, with a clip of its own or a stored one. */
#include "codec/decode.h"
#include "codec/request.h"

typedef struct validate_fields {
    rw_profile_document profile;
    rw_clip_document clip;
    bool has_clip;
} validate_fields;

static bool decode_clip(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                        void *target)
{
    (void)spec;
    rw_decode_clip(decoder, path, value, target);
    return true;
}

/* The profile itself is decoded apart: what it must hold depends on the clip. */
static bool note_profile(rw_decoder *decoder, const rw_json_path *path, rw_value value, const rw_field_spec *spec,
                         void *target)
{
    (void)decoder;
    (void)path;
    (void)value;
    (void)spec;
    (void)target;
    return true;
}

static const rw_field_spec validate_specs[] = {
    {.key = "profile", .decode = note_profile, .required = true, .flag = RW_FIELD_NO_FLAG},
    {.key = "clip", .decode = decode_clip, .offset = offsetof(validate_fields, clip),
     .flag = offsetof(validate_fields, has_clip)},
};

static void decode_validate(rw_decoder *decoder, rw_value root, void *out)
{
    static const rw_field_table table = RW_FIELD_TABLE(validate_specs);
    validate_fields fields = {.profile = {.clip = "", .desc = rw_profile_desc_default(RW_PROFILE_REACH)}};
    rw_field_object(decoder, NULL, root, &table, 1, &fields);
    const rw_value profile = rw_tape_get(root, "profile");
    if (rw_tape_present(profile) && !rw_tape_is(profile, RW_TAPE_NULL)) {
        const rw_json_path place = rw_json_path_key(NULL, "profile");
        const bool own_clip = rw_tape_present(rw_tape_get(root, "clip"));
        rw_decode_profile(decoder, &place, profile, !own_clip, &fields.profile);
    }
    rw_codec_validate_request *request = out;
    *request = (rw_codec_validate_request){
        .profile = fields.profile, .has_clip = fields.has_clip, .clip = fields.clip};
}

bool rw_codec_validate_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                              rw_codec_validate_request *out, rw_problem *problem)
{
    rw_codec_validate_request read;
    if (!rw_decode_with(body, length, limits, arena, decode_validate, &read, problem))
        return false;
    *out = read;
    return true;
}
