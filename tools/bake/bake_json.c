/* A baked clip as the API's JSON. */
#include "bake.h"
#include "support.h"

#include <base/buffer.h>
#include <rootwarp/version.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TEXT 1024 /* bytes of a text of the source that the API keeps */

/* A name out of a file may hold anything: what is no UTF-8, and control characters, become U+FFFD. */
static void put_text(rw_buffer *json, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    rw_buffer_append_char(json, '"');
    for (size_t wrote = 0; *at && wrote + 6 < MOST_TEXT;) {
        size_t length = rw_bake_utf8_length(at);
        if (length == 0 || *at < 0x20 || *at == 0x7f) {
            rw_buffer_append_text(json, "\xef\xbf\xbd");
            wrote += 3;
            at++;
            continue;
        }
        if (*at == '"' || *at == '\\') rw_buffer_append_char(json, '\\');
        rw_buffer_append(json, at, length);
        wrote += length;
        at += length;
    }
    rw_buffer_append_char(json, '"');
}

static void put_space(rw_buffer *json, const rw_space *space)
{
    const char *name = rw_space_name(space);
    if (name) {
        put_text(json, name);
        return;
    }
    rw_buffer_append_text(json, "{\"forward\": \"");
    rw_buffer_append_text(json, rw_axis_name(space->forward));
    rw_buffer_append_text(json, "\", \"right\": \"");
    rw_buffer_append_text(json, rw_axis_name(space->right));
    rw_buffer_append_text(json, "\", \"up\": \"");
    rw_buffer_append_text(json, rw_axis_name(space->up));
    rw_buffer_append_text(json, "\", \"metres_per_unit\": ");
    rw_buffer_append_number(json, space->metres_per_unit);
    rw_buffer_append_char(json, '}');
}

static void put_numbers(rw_buffer *json, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rw_buffer_append_text(json, i == 0 ? "[" : ", ");
        rw_buffer_append_number(json, values[i]);
    }
    rw_buffer_append_char(json, ']');
}

static void put_samples(rw_buffer *json, const rw_baked *baked)
{
    rw_buffer_append_text(json, "  \"root\": {\n    \"positions\": [");
    for (size_t k = 0; k < baked->sample_count; k++) {
        const rw_vec3 *p = &baked->positions[k];
        rw_buffer_append_text(json, k == 0 ? "\n      " : ",\n      ");
        put_numbers(json, (const double[]){p->x, p->y, p->z}, 3);
    }
    rw_buffer_append_text(json, "\n    ]");
    for (size_t k = 0; baked->rotations && k < baked->sample_count; k++) {
        const rw_quat *q = &baked->rotations[k];
        rw_buffer_append_text(json, k == 0 ? ",\n    \"rotations\": [\n      " : ",\n      ");
        put_numbers(json, (const double[]){q->x, q->y, q->z, q->w}, 4);
    }
    rw_buffer_append_text(json, baked->rotations ? "\n    ]\n  },\n" : "\n  },\n");
}

static void put_windows(rw_buffer *json, const rw_baked *baked)
{
    rw_buffer_append_text(json, "  \"windows\": [");
    for (size_t i = 0; i < baked->window_count; i++) {
        rw_buffer_append_text(json, i == 0 ? "\n    {\"name\": " : ",\n    {\"name\": ");
        put_text(json, baked->windows[i].name);
        rw_buffer_append_text(json, ", \"start\": ");
        rw_buffer_append_number(json, baked->windows[i].start);
        rw_buffer_append_text(json, ", \"end\": ");
        rw_buffer_append_number(json, baked->windows[i].end);
        rw_buffer_append_char(json, '}');
    }
    rw_buffer_append_text(json, baked->window_count ? "\n  ],\n  \"events\": [" : "],\n  \"events\": [");
    for (size_t i = 0; i < baked->event_count; i++) {
        rw_buffer_append_text(json, i == 0 ? "\n    {\"name\": " : ",\n    {\"name\": ");
        put_text(json, baked->events[i].name);
        rw_buffer_append_text(json, ", \"time\": ");
        rw_buffer_append_number(json, baked->events[i].time);
        rw_buffer_append_char(json, '}');
    }
    rw_buffer_append_text(json, baked->event_count ? "\n  ],\n" : "],\n");
}

/* An empty text says nothing, so it is left out. */
static void put_source_text(rw_buffer *json, const char *key, const char *text)
{
    if (!text || !*text) return;
    rw_buffer_append_char(json, '"');
    rw_buffer_append_text(json, key);
    rw_buffer_append_text(json, "\": ");
    put_text(json, text);
    rw_buffer_append_text(json, ", ");
}

static void put_source(rw_buffer *json, const rw_baked *baked)
{
    rw_buffer_append_text(json, "  \"source\": {");
    put_source_text(json, "file", baked->file);
    put_source_text(json, "format", baked->format);
    put_source_text(json, "animation", baked->animation);
    put_source_text(json, "root", baked->root);
    rw_buffer_append_text(json, "\"tool\": \"rootwarp " RW_VERSION "\"}\n");
}

bool rw_baked_write_json(const rw_baked *baked, char **text, size_t *length)
{
    rw_buffer json;
    rw_buffer_init(&json, (size_t)1 << 30);
    rw_buffer_append_text(&json, "{\n  \"space\": ");
    put_space(&json, &baked->space);
    rw_buffer_append_text(&json, ",\n  \"frame_rate\": ");
    rw_buffer_append_number(&json, baked->frame_rate);
    rw_buffer_append_text(&json, baked->loop ? ",\n  \"loop\": true,\n" : ",\n  \"loop\": false,\n");
    put_samples(&json, baked);
    put_windows(&json, baked);
    put_source(&json, baked);
    rw_buffer_append_text(&json, "}\n");
    char *out = rw_buffer_steal(&json, length);
    rw_buffer_free(&json);
    if (!out) return false;
    *text = out;
    return true;
}
