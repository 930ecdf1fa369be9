#include "documents.h"

#include <math.h>
#include <stdint.h>

bool rw_document_request(rw_buffer *out, const char *method, const char *target, const rw_buffer *body)
{
    return rw_buffer_ok(body) &&
           rw_buffer_append_format(out,
                                   "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                   "Content-Length: %zu\r\n\r\n",
                                   method, target, body->length) &&
           rw_buffer_append(out, body->data, body->length);
}

void rw_document_lunge(double positions[RW_DOCUMENT_SAMPLES][3])
{
    for (int i = 0; i < RW_DOCUMENT_SAMPLES; i++) {
        const double t = (double)i / (RW_DOCUMENT_SAMPLES - 1);
        positions[i][0] = 500 * t * t * (3 - 2 * t);
        positions[i][1] = 8 * t * (1 - t);
        positions[i][2] = 0;
    }
}

void rw_document_vault(double positions[RW_DOCUMENT_SAMPLES][3])
{
    for (int i = 0; i < RW_DOCUMENT_SAMPLES; i++) {
        const double t = (double)i / (RW_DOCUMENT_SAMPLES - 1);
        positions[i][0] = 280 * t;
        positions[i][1] = 5 * t * (1 - t);
        positions[i][2] = 360 * t * (1 - t);
    }
}

static void append_row(rw_buffer *out, size_t row, const double *numbers, size_t count)
{
    rw_buffer_append_text(out, row > 0 ? ",[" : "[");
    for (size_t i = 0; i < count; i++) {
        rw_buffer_append_text(out, i > 0 ? "," : "");
        rw_buffer_append_number(out, numbers[i]);
    }
    rw_buffer_append_char(out, ']');
}

static bool append_clip(rw_buffer *out, double positions[RW_DOCUMENT_SAMPLES][3], const char *rest)
{
    rw_buffer_append_text(out, "{\"space\":\"unreal\",\"frame_rate\":30,\"root\":{\"positions\":[");
    for (size_t i = 0; i < RW_DOCUMENT_SAMPLES; i++)
        append_row(out, i, positions[i], 3);
    return rw_buffer_append_format(out, "]}%s}", rest);
}

#define ATTACK \
    ",\"windows\":[{\"name\":\"attack\",\"start\":0.1,\"end\":0.9}],\"events\":[{\"name\":\"hit\",\"time\":0.75}]"

bool rw_document_clip_lunge(rw_buffer *out)
{
    double positions[RW_DOCUMENT_SAMPLES][3];
    rw_document_lunge(positions);
    return append_clip(out, positions, ATTACK);
}

bool rw_document_clip_vault(rw_buffer *out)
{
    double positions[RW_DOCUMENT_SAMPLES][3];
    rw_document_vault(positions);
    return append_clip(out, positions, "");
}

/* A number from -1 to 1 with all the digits of a double, the same for the same place. */
static double shake(unsigned number, size_t row, size_t column)
{
    uint64_t state = (uint64_t)number * 1000003 + row * 8 + column + 1;
    for (int i = 0; i < 3; i++)
        state = (state ^ (state >> 29)) * UINT64_C(0xBF58476D1CE4E5B9);
    return (double)(state >> 11) * 0x1p-52 - 1;
}

bool rw_document_clip_long(rw_buffer *out, unsigned number)
{
    rw_buffer_append_text(out, "{\"space\":\"unreal\",\"frame_rate\":30,\"root\":{\"positions\":[");
    for (size_t i = 0; i < RW_DOCUMENT_LONG_SAMPLES; i++) {
        const double t = (double)i / (RW_DOCUMENT_LONG_SAMPLES - 1);
        const double position[3] = {500 * t * t * (3 - 2 * t) + 0.1 * shake(number, i, 0),
                                    8 * t * (1 - t) + 0.1 * shake(number, i, 1), 92 + 0.1 * shake(number, i, 2)};
        append_row(out, i, position, 3);
    }
    rw_buffer_append_text(out, "],\"rotations\":[");
    for (size_t i = 0; i < RW_DOCUMENT_LONG_SAMPLES; i++) {
        const double x = 0.01 * shake(number, i, 3), y = 0.01 * shake(number, i, 4), z = 0.1 * shake(number, i, 5);
        const double rotation[4] = {x, y, z, sqrt(1 - x * x - y * y - z * z)};
        append_row(out, i, rotation, 4);
    }
    return rw_buffer_append_text(out, "]}" ATTACK "}");
}

bool rw_document_profile_reach(rw_buffer *out, const char *clip, unsigned number)
{
    return rw_buffer_append_format(out,
                                   "{\"kind\":\"reach\",\"clip\":\"%s\",\"window\":\"attack\",\"scale_band\":"
                                   "{\"min\":0.3,\"max\":1.3},\"tags\":[\"melee\"],\"description\":\"attack %05u\"}",
                                   clip, number);
}

bool rw_document_profile_phases(rw_buffer *out, unsigned number)
{
    return rw_buffer_append_format(out,
                                   "{\"kind\":\"phases\",\"clip\":\"vault\",\"description\":\"vault %05u\",\"phases\":["
                                   "{\"name\":\"near edge\",\"start\":0,\"end\":0.3,\"rate\":{\"min\":0.5,\"max\":2}},"
                                   "{\"name\":\"far edge\",\"start\":0.3,\"end\":0.6,\"rate\":{\"min\":0.5,\"max\":2}},"
                                   "{\"name\":\"landing\",\"start\":0.6,\"end\":1}]}",
                                   number);
}

static void append_reach(rw_buffer *out, unsigned id, unsigned number)
{
    rw_buffer_append_format(out,
                            "{\"id\":%u,\"profile\":\"reach-%05u\",\"actor\":{\"position\":[1520.2537841796875,"
                            "-340.51873779296875,92.75],\"yaw\":37.52197265625,\"radius\":42},\"target\":{\"position\":"
                            "[1864.4090576171875,-76.2340087890625,92.75],\"radius\":38}",
                            id, number);
}

bool rw_document_ask_reach(rw_buffer *out, unsigned number)
{
    append_reach(out, 17, number);
    return rw_buffer_append_char(out, '}');
}

bool rw_document_ask_round(rw_buffer *out, unsigned number)
{
    return rw_buffer_append_format(out,
                                   "{\"profile\":\"reach-%05u\",\"actor\":{\"position\":[0,0,0],\"yaw\":0,"
                                   "\"radius\":40},\"target\":{\"position\":[100,0,0],\"radius\":40}}",
                                   number);
}

bool rw_document_ask_trajectory(rw_buffer *out, unsigned number)
{
    append_reach(out, 17, number);
    return rw_buffer_append_text(out, ",\"rate\":60}");
}

bool rw_document_ask_phases(rw_buffer *out, unsigned number)
{
    return rw_buffer_append_format(out,
                                   "{\"id\":17,\"profile\":\"phase-%05u\",\"actor\":{\"position\":[1520.2537841796875,"
                                   "-340.51873779296875,92.75],\"yaw\":37.52197265625},\"targets\":["
                                   "{\"position\":[1604.409057617,-276.234008789,202.75],\"yaw\":37.5},"
                                   "{\"position\":[1681.184936523,-221.608764648,204.25],\"yaw\":40.25},"
                                   "{\"position\":[1786.928466797,-141.170288086,91.5],\"yaw\":42}]}",
                                   number);
}

/* A float of a game's, widened. */
static void append_float(rw_buffer *out, double value)
{
    rw_buffer_append_number(out, (double)(float)value);
}

/* The reach of append_reach() by another actor, who stands and looks elsewhere and aims at somebody else. */
static void append_other_reach(rw_buffer *out, unsigned id, unsigned number)
{
    const double right = 1.37 * (id % 97), forward = 0.93 * (id % 89);
    rw_buffer_append_format(out, "{\"id\":%u,\"profile\":\"reach-%05u\",\"actor\":{\"position\":[", id, number);
    append_float(out, 1520.25378 + right);
    rw_buffer_append_char(out, ',');
    append_float(out, -340.51874 + forward);
    rw_buffer_append_text(out, ",92.75],\"yaw\":");
    append_float(out, 37.52197 + 0.61 * (id % 11));
    rw_buffer_append_text(out, ",\"radius\":42},\"target\":{\"position\":[");
    append_float(out, 1864.40906 + right + 1.19 * (id % 7));
    rw_buffer_append_char(out, ',');
    append_float(out, -76.23401 + forward - 2.23 * (id % 5));
    rw_buffer_append_text(out, ",92.75],\"radius\":38}}");
}

bool rw_document_ask_batch(rw_buffer *out, unsigned items, unsigned profiles)
{
    rw_buffer_append_text(out, "{\"requests\":[");
    for (unsigned i = 0; i < items; i++) {
        rw_buffer_append_text(out, i > 0 ? "," : "");
        append_other_reach(out, i, i % profiles);
    }
    return rw_buffer_append_text(out, "]}");
}
