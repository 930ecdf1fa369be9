#include "documents.h"

#include <stdio.h>

/* Appends head and body of a request. */
static bool append_request(rw_buffer *out, const char *method, const char *target, const rw_buffer *body)
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

static bool put_clip(rw_buffer *out, const char *name, double positions[RW_DOCUMENT_SAMPLES][3], const char *rest)
{
    char target[64];
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    rw_buffer_append_text(&body, "{\"space\":\"unreal\",\"frame_rate\":30,\"root\":{\"positions\":[");
    for (int i = 0; i < RW_DOCUMENT_SAMPLES; i++)
        for (int axis = 0; axis < 3; axis++) {
            rw_buffer_append_text(&body, axis > 0 ? "," : i > 0 ? ",[" : "[");
            rw_buffer_append_number(&body, positions[i][axis]);
            rw_buffer_append_text(&body, axis == 2 ? "]" : "");
        }
    rw_buffer_append_format(&body, "]}%s}", rest);
    snprintf(target, sizeof target, "/v1/clips/%s", name);
    const bool made = append_request(out, "PUT", target, &body);
    rw_buffer_free(&body);
    return made;
}

bool rw_document_put_lunge(rw_buffer *out)
{
    double positions[RW_DOCUMENT_SAMPLES][3];
    rw_document_lunge(positions);
    return put_clip(out, "lunge", positions,
                    ",\"windows\":[{\"name\":\"attack\",\"start\":0.1,\"end\":0.9}],"
                    "\"events\":[{\"name\":\"hit\",\"time\":0.75}]");
}

bool rw_document_put_vault(rw_buffer *out)
{
    double positions[RW_DOCUMENT_SAMPLES][3];
    rw_document_vault(positions);
    return put_clip(out, "vault", positions, "");
}

static bool put_profile(rw_buffer *out, const char *kind, unsigned number, const char *text)
{
    char target[64];
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    rw_buffer_append_text(&body, text);
    snprintf(target, sizeof target, "/v1/profiles/%s-%05u", kind, number);
    const bool made = append_request(out, "PUT", target, &body);
    rw_buffer_free(&body);
    return made;
}

bool rw_document_put_reach(rw_buffer *out, unsigned number)
{
    return put_profile(out, "reach", number,
                       "{\"kind\":\"reach\",\"clip\":\"lunge\",\"window\":\"attack\","
                       "\"scale_band\":{\"min\":0.3,\"max\":1.3},\"tags\":[\"melee\"]}");
}

bool rw_document_put_phases(rw_buffer *out, unsigned number)
{
    return put_profile(out, "phase", number,
                       "{\"kind\":\"phases\",\"clip\":\"vault\",\"phases\":["
                       "{\"name\":\"near edge\",\"start\":0,\"end\":0.3,\"rate\":{\"min\":0.5,\"max\":2}},"
                       "{\"name\":\"far edge\",\"start\":0.3,\"end\":0.6,\"rate\":{\"min\":0.5,\"max\":2}},"
                       "{\"name\":\"landing\",\"start\":0.6,\"end\":1}]}");
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
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    append_reach(&body, 17, number);
    rw_buffer_append_char(&body, '}');
    const bool made = append_request(out, "POST", "/v1/resolve", &body);
    rw_buffer_free(&body);
    return made;
}

bool rw_document_ask_trajectory(rw_buffer *out, unsigned number)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    append_reach(&body, 17, number);
    rw_buffer_append_text(&body, ",\"rate\":60}");
    const bool made = append_request(out, "POST", "/v1/trajectory", &body);
    rw_buffer_free(&body);
    return made;
}

bool rw_document_ask_phases(rw_buffer *out, unsigned number)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    rw_buffer_append_format(&body,
                            "{\"id\":17,\"profile\":\"phase-%05u\",\"actor\":{\"position\":[1520.2537841796875,"
                            "-340.51873779296875,92.75],\"yaw\":37.52197265625},\"targets\":["
                            "{\"position\":[1604.409057617,-276.234008789,202.75],\"yaw\":37.5},"
                            "{\"position\":[1681.184936523,-221.608764648,204.25],\"yaw\":40.25},"
                            "{\"position\":[1786.928466797,-141.170288086,91.5],\"yaw\":42}]}",
                            number);
    const bool made = append_request(out, "POST", "/v1/resolve", &body);
    rw_buffer_free(&body);
    return made;
}

bool rw_document_ask_batch(rw_buffer *out, unsigned items, unsigned profiles)
{
    rw_buffer body;
    rw_buffer_init(&body, RW_DOCUMENT_MAXIMUM);
    rw_buffer_append_text(&body, "{\"requests\":[");
    for (unsigned i = 0; i < items; i++) {
        if (i > 0)
            rw_buffer_append_char(&body, ',');
        append_reach(&body, i, i % profiles);
        rw_buffer_append_char(&body, '}');
    }
    rw_buffer_append_text(&body, "]}");
    const bool made = append_request(out, "POST", "/v1/resolve", &body);
    rw_buffer_free(&body);
    return made;
}
