/* Answers about documents: a clip, its curve, a profile. */
#include <math.h>

#include "codec/answer.h"

void rw_codec_write_space(rw_json_writer *writer, const rw_space *space)
{
    const char *name = rw_space_name(space);
    if (name != NULL) {
        rw_json_text(writer, name);
        return;
    }
    rw_json_object_begin(writer);
    rw_json_put_text(writer, "forward", rw_axis_name(space->forward));
    rw_json_put_text(writer, "right", rw_axis_name(space->right));
    rw_json_put_text(writer, "up", rw_axis_name(space->up));
    rw_json_put_number(writer, "metres_per_unit", space->metres_per_unit);
    rw_json_object_end(writer);
}

static void write_head(rw_json_writer *writer, const rw_codec_document_head *head)
{
    rw_json_put_text(writer, "name", head->name);
    rw_json_put_integer(writer, "revision", head->revision);
    rw_json_put_text(writer, "content_hash", head->content_hash);
    if (head->created_at != NULL)
        rw_json_put_text(writer, "created_at", head->created_at);
    if (head->clip_revision > 0)
        rw_json_put_integer(writer, "clip_revision", head->clip_revision);
}

void rw_codec_write_clip(rw_json_writer *writer, const rw_codec_document_head *head, const char *canonical,
                         size_t length, const rw_clip *clip)
{
    rw_json_object_begin(writer);
    write_head(writer, head);
    if (clip != NULL) {
        rw_clip_info info;
        rw_clip_describe(clip, &info);
        rw_json_key(writer, "derived");
        rw_json_object_begin(writer);
        rw_json_put_number(writer, "duration", info.duration);
        rw_json_put_integer(writer, "sample_count", (int64_t)info.sample_count);
        rw_json_put_number(writer, "travel", info.travel);
        rw_json_put_number(writer, "path_length", info.path_length);
        rw_json_put_number(writer, "yaw", info.yaw);
        rw_json_put_number(writer, "height_min", info.height_min);
        rw_json_put_number(writer, "height_max", info.height_max);
        rw_json_put_number(writer, "tilt", info.tilt);
        rw_json_put_vector(writer, "net", info.net);
        rw_json_put_vector(writer, "covered", info.covered);
        rw_json_object_end(writer);
    }
    rw_json_members(writer, canonical, length);
    rw_json_object_end(writer);
}

static const char *vertical_name(rw_vertical vertical)
{
    return vertical == RW_VERTICAL_TARGET ? "target" : "keep";
}

static const char *plane_name(rw_plane plane)
{
    return plane == RW_PLANE_FULL ? "full" : "horizontal";
}

/* What is in force where the document says nothing. */
static void write_reach_settings(rw_json_writer *writer, const rw_profile_desc *desc)
{
    rw_json_put_text(writer, "method", rw_method_name(desc->method));
    rw_json_put_text(writer, "rotation", rw_rotation_name(desc->rotation));
    rw_json_put_text(writer, "turn", rw_turn_name(desc->turn));
    rw_json_put_text(writer, "vertical", vertical_name(desc->vertical));
    rw_json_put_text(writer, "plane", plane_name(desc->plane));
}

static void write_phase_settings(rw_json_writer *writer, const rw_profile_document *document)
{
    const rw_profile_desc *desc = &document->desc;
    rw_json_put_text(writer, "provider", rw_provider_kind_name(document->provider.kind));
    rw_json_put_integer(writer, "phase_count", (int64_t)desc->phase_count);
    rw_json_key(writer, "phases");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < desc->phase_count; i++) {
        const rw_phase_desc *phase = &desc->phases[i];
        rw_json_object_begin(writer);
        rw_json_put_text(writer, "method", rw_method_name(phase->method));
        rw_json_put_text(writer, "rotation", rw_rotation_name(phase->rotation));
        rw_json_put_text(writer, "turn", rw_turn_name(phase->turn));
        rw_json_put_text(writer, "land", phase->land == RW_LAND_CLIP ? "clip" : "phase");
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
}

void rw_codec_write_profile(rw_json_writer *writer, const rw_codec_document_head *head, const char *canonical,
                            size_t length, const rw_profile_document *document)
{
    rw_json_object_begin(writer);
    write_head(writer, head);
    if (document != NULL) {
        rw_json_key(writer, "derived");
        rw_json_object_begin(writer);
        if (document->desc.kind == RW_PROFILE_REACH)
            write_reach_settings(writer, &document->desc);
        else
            write_phase_settings(writer, document);
        rw_json_object_end(writer);
    }
    rw_json_members(writer, canonical, length);
    rw_json_object_end(writer);
}

size_t rw_codec_curve_count(const rw_clip *clip, double rate)
{
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    if (!(rate > 0))
        return info.sample_count;
    /* The last sample falls on the clip's end; one that a rounding puts beside it is not taken too. */
    const double steps = ceil(info.duration * rate * (1 - 1e-12));
    return steps < 1e15 ? (size_t)steps + 1 : SIZE_MAX;
}

static double curve_time(const rw_clip_info *info, double rate, size_t index, size_t count)
{
    if (index + 1 == count)
        return info->duration;
    return (double)index / (rate > 0 ? rate : info->frame_rate);
}

/* The yaw that is a whole number of turns from `yaw` and nearest to `last`. */
static double unwrapped(double yaw, double last)
{
    return yaw + 360 * floor((last - yaw) / 360 + 0.5);
}

void rw_codec_write_curve(rw_json_writer *writer, const rw_clip *clip, double rate)
{
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    const size_t count = rw_codec_curve_count(clip, rate);
    double yaw = 0;
    rw_json_object_begin(writer);
    rw_json_key(writer, "space");
    rw_codec_write_space(writer, &info.space);
    rw_json_put_number(writer, "frame_rate", rate > 0 ? rate : info.frame_rate);
    rw_json_put_number(writer, "duration", info.duration);
    rw_json_put_integer(writer, "sample_count", (int64_t)count);
    rw_json_key(writer, "samples");
    rw_json_array_begin(writer);
    for (size_t i = 0; i < count && rw_buffer_ok(writer->buffer); i++) {
        const double time = curve_time(&info, rate, i, count);
        const rw_pose pose = rw_clip_sample(clip, time);
        rw_json_object_begin(writer);
        rw_json_put_number(writer, "time", time);
        rw_json_put_vector(writer, "position", pose.position);
        rw_json_key(writer, "rotation");
        rw_json_rotation(writer, pose.rotation);
        yaw = unwrapped(rw_space_yaw_of(&info.space, pose.rotation), yaw);
        rw_json_put_number(writer, "yaw", yaw);
        rw_json_object_end(writer);
    }
    rw_json_array_end(writer);
    rw_json_object_end(writer);
}

void rw_codec_write_curve_csv(rw_buffer *buffer, const rw_clip *clip, double rate)
{
    rw_clip_info info;
    rw_clip_describe(clip, &info);
    const size_t count = rw_codec_curve_count(clip, rate);
    rw_buffer_append_text(buffer, "time,x,y,z,qx,qy,qz,qw\r\n");
    for (size_t i = 0; i < count && rw_buffer_ok(buffer); i++) {
        const double time = curve_time(&info, rate, i, count);
        const rw_pose pose = rw_clip_sample(clip, time);
        const double columns[] = {time,
                                  pose.position.x,
                                  pose.position.y,
                                  pose.position.z,
                                  pose.rotation.x,
                                  pose.rotation.y,
                                  pose.rotation.z,
                                  pose.rotation.w};
        for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
            if (c > 0)
                rw_buffer_append_char(buffer, ',');
            rw_buffer_append_number(buffer, columns[c]);
        }
        rw_buffer_append_text(buffer, "\r\n");
    }
}
