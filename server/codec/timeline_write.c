/* Answers about the timeline: trajectory and step. */
#include "codec/answer.h"
#include "codec/answer_parts.h"

static void write_sample(rw_json_writer *writer, const rw_sample *sample, const rw_codec_trajectory_request *request,
                         const rw_codec_answer *answer)
{
    rw_json_object_begin(writer);
    rw_json_put_number(writer, "elapsed", sample->elapsed);
    rw_json_put_number(writer, "clip_time", sample->clip_time);
    rw_json_key(writer, "phase");
    if (sample->phase == RW_NO_PHASE)
        rw_json_null(writer);
    else
        rw_json_integer(writer, (int64_t)sample->phase);
    rw_json_put_vector(writer, "position", sample->pose.position);
    rw_json_key(writer, "rotation");
    rw_json_rotation(writer, sample->pose.rotation);
    if (request->authored)
        rw_json_put_pose(writer, "authored", sample->authored);
    if (request->offset)
        rw_json_put_pose(writer, "offset", sample->offset);
    if (request->partner && answer->partner != NULL)
        rw_json_put_pose(
            writer, "partner",
            rw_partner_pose(&answer->partner->partner, &answer->space, answer->play_rate, sample->elapsed));
    rw_json_object_end(writer);
}

void rw_codec_write_trajectory(rw_json_writer *writer, const rw_codec_trajectory_request *request,
                               const rw_codec_answer *answer, const double *times, size_t count)
{
    const rw_resolution *resolution = answer->resolution;
    double peak_speed;
    double peak_turn_rate;
    rw_trajectory_peaks(resolution, &peak_speed, &peak_turn_rate);
    rw_json_object_begin(writer);
    rw_answer_put_id(writer, request->request.id);
    rw_json_put_number(writer, "duration", resolution->duration);
    rw_json_put_number(writer, "peak_speed", peak_speed);
    rw_json_put_number(writer, "peak_turn_rate", peak_turn_rate);
    rw_json_key(writer, "samples");
    rw_json_array_begin(writer);
    rw_sampler sampler;
    rw_sampler_init(&sampler, resolution);
    for (size_t i = 0; i < count; i++) {
        rw_sample sample;
        if (request->authored || request->offset)
            rw_sampler_at(&sampler, times[i], &sample);
        else
            rw_sampler_pose_at(&sampler, times[i], &sample);
        write_sample(writer, &sample, request, answer);
    }
    rw_json_array_end(writer);
    rw_answer_put_provenance(writer, answer->provenance);
    rw_json_object_end(writer);
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

void rw_codec_write_step(rw_json_writer *writer, const rw_codec_step_request *request, const rw_codec_answer *answer)
{
    const rw_resolution *resolution = answer->resolution;
    const double from = clamp(request->from, 0, resolution->duration);
    const double to = clamp(request->to, 0, resolution->duration);
    const rw_pose delta = rw_step(resolution, from, to);
    rw_json_object_begin(writer);
    rw_answer_put_id(writer, request->request.id);
    rw_json_put_number(writer, "from", from);
    rw_json_put_number(writer, "to", to);
    rw_json_put_vector(writer, "position", delta.position);
    rw_json_key(writer, "rotation");
    rw_json_rotation(writer, delta.rotation);
    rw_json_put_number(writer, "duration", resolution->duration);
    rw_answer_put_provenance(writer, answer->provenance);
    rw_json_object_end(writer);
}
