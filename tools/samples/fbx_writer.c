#include "fbx_writer.h"

#include <stdlib.h>
#include <string.h>

void rw_fbxw_raw(rw_fbx_writer *w, const void *bytes, size_t length)
{
    if (w->length + length > w->capacity) {
        const size_t capacity = 2 * (w->length + length) + 1024;
        unsigned char *data = realloc(w->data, capacity);
        if (data == NULL) {
            w->failed = true;
            return;
        }
        w->data = data;
        w->capacity = capacity;
    }
    if (length > 0)
        memcpy(w->data + w->length, bytes, length);
    w->length += length;
}

static void put_u32(rw_fbx_writer *w, uint32_t value)
{
    unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8), (unsigned char)(value >> 16),
                              (unsigned char)(value >> 24)};
    rw_fbxw_raw(w, bytes, sizeof bytes);
}

static void put_u64(rw_fbx_writer *w, uint64_t value)
{
    put_u32(w, (uint32_t)value);
    put_u32(w, (uint32_t)(value >> 32));
}

static void put_number(rw_fbx_writer *w, size_t value)
{
    if (w->wide)
        put_u64(w, value);
    else
        put_u32(w, (uint32_t)value);
}

static void patch(rw_fbx_writer *w, size_t at, size_t value)
{
    for (size_t i = 0; i < (w->wide ? 8u : 4u) && !w->failed; i++)
        w->data[at + i] = (unsigned char)((uint64_t)value >> (8 * i));
}

void rw_fbxw_start(rw_fbx_writer *w, unsigned version)
{
    static const unsigned char magic[23] = "Kaydara FBX Binary  \0\x1a";
    *w = (rw_fbx_writer){.wide = version >= 7500};
    rw_fbxw_raw(w, magic, sizeof magic);
    put_u32(w, version);
}

static void sentinel(rw_fbx_writer *w)
{
    static const unsigned char zeros[25];
    rw_fbxw_raw(w, zeros, w->wide ? 25 : 13);
}

void rw_fbxw_finish(rw_fbx_writer *w)
{
    sentinel(w);
    rw_fbxw_raw(w, "footer", 6);
}

void rw_fbxw_free(rw_fbx_writer *w)
{
    free(w->data);
    *w = (rw_fbx_writer){0};
}

/* Writes the count and length of the open record's properties, once it is known that no more come. */
static void close_properties(rw_fbx_writer *w)
{
    if (w->depth == 0 || w->open[w->depth - 1].closed)
        return;
    size_t number = w->wide ? 8 : 4, header = w->open[w->depth - 1].header;
    patch(w, header + number, w->open[w->depth - 1].count);
    patch(w, header + 2 * number, w->length - w->open[w->depth - 1].properties);
    w->open[w->depth - 1].closed = true;
}

void rw_fbxw_begin(rw_fbx_writer *w, const char *name)
{
    close_properties(w);
    if (w->depth)
        w->open[w->depth - 1].children = true;
    size_t header = w->length;
    for (int i = 0; i < 3; i++)
        put_number(w, 0);
    unsigned char length = (unsigned char)strlen(name);
    rw_fbxw_raw(w, &length, 1);
    rw_fbxw_raw(w, name, length);
    w->open[w->depth].header = header;
    w->open[w->depth].properties = w->length;
    w->open[w->depth].count = 0;
    w->open[w->depth].closed = w->open[w->depth].children = false;
    w->depth++;
}

void rw_fbxw_end(rw_fbx_writer *w)
{
    close_properties(w);
    w->depth--;
    if (w->open[w->depth].children)
        sentinel(w);
    patch(w, w->open[w->depth].header, w->length);
}

static void property(rw_fbx_writer *w, char type)
{
    rw_fbxw_raw(w, &type, 1);
    w->open[w->depth - 1].count++;
}

void rw_fbxw_i64(rw_fbx_writer *w, int64_t value)
{
    property(w, 'L');
    put_u64(w, (uint64_t)value);
}

void rw_fbxw_i32(rw_fbx_writer *w, int32_t value)
{
    property(w, 'I');
    put_u32(w, (uint32_t)value);
}

void rw_fbxw_f64(rw_fbx_writer *w, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    property(w, 'D');
    put_u64(w, bits);
}

void rw_fbxw_text(rw_fbx_writer *w, const char *text, size_t length)
{
    property(w, 'S');
    put_u32(w, (uint32_t)length);
    rw_fbxw_raw(w, text, length);
}

static void string(rw_fbx_writer *w, const char *text)
{
    rw_fbxw_text(w, text, strlen(text));
}

void rw_fbxw_array(rw_fbx_writer *w, char type, uint32_t count, uint32_t encoding, const void *stored, uint32_t bytes)
{
    property(w, type);
    put_u32(w, count);
    put_u32(w, encoding);
    put_u32(w, bytes);
    rw_fbxw_raw(w, stored, bytes);
}

static void begin_p(rw_fbx_writer *w, const char *name)
{
    rw_fbxw_begin(w, "P");
    string(w, name);
    string(w, "type");
    string(w, "");
    string(w, "A");
}

void rw_fbxw_p_i32(rw_fbx_writer *w, const char *name, int32_t value)
{
    begin_p(w, name);
    rw_fbxw_i32(w, value);
    rw_fbxw_end(w);
}

void rw_fbxw_p_i64(rw_fbx_writer *w, const char *name, int64_t value)
{
    begin_p(w, name);
    rw_fbxw_i64(w, value);
    rw_fbxw_end(w);
}

void rw_fbxw_p_f64(rw_fbx_writer *w, const char *name, double value)
{
    begin_p(w, name);
    rw_fbxw_f64(w, value);
    rw_fbxw_end(w);
}

void rw_fbxw_p_vector(rw_fbx_writer *w, const char *name, double x, double y, double z)
{
    begin_p(w, name);
    rw_fbxw_f64(w, x);
    rw_fbxw_f64(w, y);
    rw_fbxw_f64(w, z);
    rw_fbxw_end(w);
}

void rw_fbxw_object(rw_fbx_writer *w, const char *type, int64_t id, const char *name, const char *class, const char *sub)
{
    const size_t length = strlen(name), class_length = strlen(class);
    rw_fbxw_begin(w, type);
    rw_fbxw_i64(w, id);
    property(w, 'S');
    put_u32(w, (uint32_t)(length + 2 + class_length));
    rw_fbxw_raw(w, name, length);
    rw_fbxw_raw(w, "\0\1", 2);
    rw_fbxw_raw(w, class, class_length);
    string(w, sub);
}

void rw_fbxw_connect(rw_fbx_writer *w, int64_t child, int64_t parent, const char *name)
{
    rw_fbxw_begin(w, "C");
    string(w, name ? "OP" : "OO");
    rw_fbxw_i64(w, child);
    rw_fbxw_i64(w, parent);
    if (name)
        string(w, name);
    rw_fbxw_end(w);
}
