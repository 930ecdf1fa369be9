/* Requests for the reach of a profile: which profile, and how large those are that meet. */
#include "codec/decode.h"
#include "codec/request_fields.h"

typedef struct reach_fields {
    rw_request_fields base;
    double actor_radius, target_radius, scale;
} reach_fields;

static const rw_field_spec reach_specs[] = {
    {.key = "profile", .decode = rw_request_decode_profile, .required = true, .flag = RW_FIELD_NO_FLAG,
     .more = "profile"},
    {.key = "actor_radius", .decode = rw_value_number, .offset = offsetof(reach_fields, actor_radius),
     .flag = RW_FIELD_NO_FLAG, .max = RW_MAX_COORDINATE},
    {.key = "target_radius", .decode = rw_value_number, .offset = offsetof(reach_fields, target_radius),
     .flag = RW_FIELD_NO_FLAG, .max = RW_MAX_COORDINATE},
    {.key = "scale", .decode = rw_value_number, .offset = offsetof(reach_fields, scale), .flag = RW_FIELD_NO_FLAG,
     .min = 1e-6, .max = 1e6},
};

static void decode_reach(rw_decoder *decoder, rw_value root, void *out)
{
    static const rw_field_table table = RW_FIELD_TABLE(reach_specs);
    reach_fields fields = {.base = rw_request_fields_default(), .scale = 1};
    rw_field_object(decoder, NULL, root, &table, 1, &fields);
    rw_codec_reach_request *request = out;
    *request = (rw_codec_reach_request){
        .actor_radius = fields.actor_radius, .target_radius = fields.target_radius, .scale = fields.scale};
    rw_request_finish(decoder, &fields.base, "", &request->request);
}

bool rw_codec_reach_decode(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena,
                           rw_codec_reach_request *out, rw_problem *problem)
{
    rw_codec_reach_request read;
    if (!rw_decode_with(body, length, limits, arena, decode_reach, &read, problem))
        return false;
    *out = read;
    return true;
}
