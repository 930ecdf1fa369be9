#include "fbx_container.h"

#include "support.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char MAGIC[] = "Kaydara FBX Binary  ";
#define HEADER_BYTES 27
#define VERSION_OFFSET 23
#define FIRST_WIDE_VERSION 7500 /* record headers hold 64-bit numbers from here on */

bool rw_fbx_fail_at(rw_bake_error *error, size_t offset, const char *format, ...)
{
    char place[32], detail[sizeof error->detail];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    snprintf(place, sizeof place, "byte %zu", offset);
    return rw_bake_fail(error, place, "%s", detail);
}

static uint32_t read_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t read_u64(const unsigned char *at)
{
    return (uint64_t)read_u32(at) | (uint64_t)read_u32(at + 4) << 32;
}

static float read_float(const unsigned char *at)
{
    uint32_t bits = read_u32(at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double read_double(const unsigned char *at)
{
    uint64_t bits = read_u64(at);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Everything the parser carries while it walks the file. */
typedef struct reader {
    const unsigned char *bytes;
    size_t length, cursor;
    bool wide;
    rw_fbx_container *container;
    size_t record_capacity, property_capacity;
    rw_bake_error *error;
} reader;

/* Where an open record ends and which of its children came last. */
typedef struct open_record {
    size_t record, end, last_child;
} open_record;

static bool grow(void **items, size_t *capacity, size_t needed, size_t item_bytes)
{
    if (needed <= *capacity)
        return true;
    size_t wanted = *capacity ? *capacity * 2 : 1024;
    void *grown = realloc(*items, wanted * item_bytes);
    if (!grown)
        return false;
    *items = grown;
    *capacity = wanted;
    return true;
}

static size_t element_bytes(char type)
{
    switch (type) {
    case 'b': case 'c': case 'C': return 1;
    case 'Y': return 2;
    case 'i': case 'f': case 'I': case 'F': return 4;
    case 'l': case 'd': case 'L': case 'D': return 8;
    default: return 0;
    }
}

static bool read_array_header(reader *r, size_t end, rw_fbx_property *property)
{
    if (end - r->cursor < 12)
        return rw_fbx_fail_at(r->error, r->cursor, "the FBX file is cut off or damaged: an array has no header");
    uint32_t encoding = read_u32(r->bytes + r->cursor + 4);
    property->count = read_u32(r->bytes + r->cursor);
    property->stored = read_u32(r->bytes + r->cursor + 8);
    property->deflated = encoding == 1;
    if (encoding > 1)
        return rw_fbx_fail_at(r->error, r->cursor, "the FBX file is damaged: an array has the unknown encoding %u",
                              encoding);
    if (encoding == 0 && (uint64_t)property->count * element_bytes(property->type) != property->stored)
        return rw_fbx_fail_at(r->error, r->cursor,
                              "the FBX file is damaged: an array of %u elements is stored in %u bytes",
                              property->count, property->stored);
    r->cursor += 12;
    return true;
}

static bool read_property(reader *r, size_t end)
{
    rw_fbx_container *c = r->container;
    if (c->property_count >= RW_FBX_MAX_PROPERTIES)
        return rw_fbx_fail_at(r->error, r->cursor, "the FBX file has more than %d values; export the animation alone",
                              RW_FBX_MAX_PROPERTIES);
    if (r->cursor >= end)
        return rw_fbx_fail_at(r->error, r->cursor,
                              "the FBX file is damaged: a record has fewer values than it counts");
    if (!grow((void **)&c->properties, &r->property_capacity, c->property_count + 1, sizeof *c->properties))
        return rw_bake_fail_memory(r->error, NULL);

    rw_fbx_property property = {.type = (char)r->bytes[r->cursor], .count = 1};
    size_t offset = r->cursor++;
    if (strchr("CYILFD", property.type) && property.type) {
        property.stored = (uint32_t)element_bytes(property.type);
    } else if (property.type == 'S' || property.type == 'R') {
        if (end - r->cursor < 4)
            return rw_fbx_fail_at(r->error, offset, "the FBX file is cut off or damaged: a string has no length");
        property.stored = property.count = read_u32(r->bytes + r->cursor);
        r->cursor += 4;
    } else if (property.type && strchr("bcifld", property.type)) {
        if (!read_array_header(r, end, &property))
            return false;
    } else {
        return rw_fbx_fail_at(r->error, offset, "the FBX file is damaged: a value has the unknown type 0x%02x",
                              (unsigned)r->bytes[offset]);
    }
    if (property.stored > end - r->cursor)
        return rw_fbx_fail_at(r->error, offset,
                              "the FBX file is cut off or damaged: a value of %u bytes reaches beyond its record",
                              property.stored);
    property.data = r->bytes + r->cursor;
    r->cursor += property.stored;
    c->properties[c->property_count++] = property;
    return true;
}

/* Reads one header and its properties. *end: where the record ends; 0 for the empty record that closes a list. */
static bool read_record(reader *r, size_t limit, size_t *end)
{
    size_t offset = r->cursor, number = r->wide ? 8 : 4, header = 3 * number + 1;
    if (limit - r->cursor < header)
        return rw_fbx_fail_at(r->error, offset, "the FBX file is cut off: %zu bytes are left where a record must begin",
                              limit - r->cursor);
    const unsigned char *at = r->bytes + r->cursor;
    uint64_t record_end = r->wide ? read_u64(at) : read_u32(at);
    uint64_t count = r->wide ? read_u64(at + 8) : read_u32(at + 4);
    uint64_t bytes = r->wide ? read_u64(at + 16) : read_u32(at + 8);
    size_t name_length = at[header - 1];
    r->cursor += header;
    *end = 0;
    if (record_end == 0) {
        if (count || bytes || name_length)
            return rw_fbx_fail_at(r->error, offset, "the FBX file is damaged: a record does not say where it ends");
        return true;
    }
    if (record_end > limit || record_end < r->cursor + name_length ||
        bytes > record_end - r->cursor - name_length)
        return rw_fbx_fail_at(r->error, offset,
                              "the FBX file is cut off or damaged: a record claims to end at byte %llu of %zu",
                              (unsigned long long)record_end, limit);

    rw_fbx_container *c = r->container;
    if (c->record_count >= RW_FBX_MAX_RECORDS)
        return rw_fbx_fail_at(r->error, offset, "the FBX file has more than %d records; export the animation alone",
                              RW_FBX_MAX_RECORDS);
    if (!grow((void **)&c->records, &r->record_capacity, c->record_count + 1, sizeof *c->records))
        return rw_bake_fail_memory(r->error, NULL);
    c->records[c->record_count++] = (rw_fbx_record){
        .name = (const char *)r->bytes + r->cursor, .name_length = name_length, .offset = offset,
        .property_first = c->property_count, .property_count = (size_t)count,
        .child = RW_FBX_NONE, .next = RW_FBX_NONE};
    r->cursor += name_length;

    size_t properties_end = r->cursor + (size_t)bytes;
    for (uint64_t i = 0; i < count; i++)
        if (!read_property(r, properties_end))
            return false;
    if (r->cursor != properties_end)
        return rw_fbx_fail_at(r->error, offset, "the FBX file is damaged: %zu bytes of a record's values are left over",
                              properties_end - r->cursor);
    *end = (size_t)record_end;
    return true;
}

/* Hangs the newest record under the open one and remembers it as that one's last child. */
static void link_child(rw_fbx_container *c, open_record *parent)
{
    size_t record = c->record_count - 1;
    if (parent->last_child == RW_FBX_NONE)
        c->records[parent->record].child = record;
    else
        c->records[parent->last_child].next = record;
    parent->last_child = record;
}

static bool read_tree(reader *r)
{
    open_record stack[RW_FBX_MAX_DEPTH];
    size_t depth = 0;
    stack[0] = (open_record){0, r->length, RW_FBX_NONE};
    for (;;) {
        open_record *top = &stack[depth];
        if (depth > 0 && r->cursor == top->end) {
            depth--;
            continue;
        }
        size_t end = 0;
        if (!read_record(r, top->end, &end))
            return false;
        if (end == 0) {
            if (depth == 0)
                return true; /* what follows is a footer without content */
            if (r->cursor != top->end)
                return rw_fbx_fail_at(r->error, r->cursor,
                                      "the FBX file is damaged: a record's list closes before its end");
            depth--;
            continue;
        }
        link_child(r->container, top);
        if (r->cursor == end)
            continue;
        if (depth + 1 == RW_FBX_MAX_DEPTH)
            return rw_fbx_fail_at(r->error, r->cursor, "the FBX file nests records more than %d deep",
                                  RW_FBX_MAX_DEPTH);
        stack[++depth] = (open_record){r->container->record_count - 1, end, RW_FBX_NONE};
    }
}

static bool check_header(const unsigned char *bytes, size_t length, unsigned *version, rw_bake_error *error)
{
    if (length < HEADER_BYTES || memcmp(bytes, MAGIC, sizeof MAGIC) != 0) {
        static const char text_start[] = "; FBX";
        if (length >= sizeof text_start - 1 && memcmp(bytes, text_start, sizeof text_start - 1) == 0)
            return rw_bake_fail(error, "byte 0", "this is a text (ASCII) FBX file, which is not read; export it again "
                                                "as binary FBX 2014 or later");
        return rw_bake_fail(error, "byte 0", "this is not a binary FBX file: it does not begin with \"%s\"", MAGIC);
    }
    *version = read_u32(bytes + VERSION_OFFSET);
    if (*version < 7000 || *version >= 9000)
        return rw_bake_fail(error, "byte 23", "FBX version %u is not read, only 7000 to 8999; export it again "
                                               "as binary FBX 2014 or later", *version);
    return true;
}

bool rw_fbx_container_parse(const unsigned char *bytes, size_t length, rw_fbx_container *out, rw_bake_error *error)
{
    rw_fbx_container container = {0};
    if (!check_header(bytes, length, &container.version, error))
        return false;
    reader r = {.bytes = bytes, .length = length, .cursor = HEADER_BYTES, .container = &container, .error = error,
                .wide = container.version >= FIRST_WIDE_VERSION};
    if (!grow((void **)&container.records, &r.record_capacity, 1, sizeof *container.records))
        return rw_bake_fail_memory(error, NULL);
    container.records[container.record_count++] = (rw_fbx_record){
        .name = "", .child = RW_FBX_NONE, .next = RW_FBX_NONE};
    if (!read_tree(&r)) {
        rw_fbx_container_free(&container);
        return false;
    }
    *out = container;
    return true;
}

void rw_fbx_container_free(rw_fbx_container *container)
{
    if (!container)
        return;
    free(container->records);
    free(container->properties);
    *container = (rw_fbx_container){0};
}

bool rw_fbx_record_is(const rw_fbx_record *record, const char *name)
{
    return record->name_length == strlen(name) && memcmp(record->name, name, record->name_length) == 0;
}

size_t rw_fbx_container_find(const rw_fbx_container *container, size_t record, const char *name)
{
    size_t child = container->records[record].child;
    while (child != RW_FBX_NONE && !rw_fbx_record_is(&container->records[child], name))
        child = container->records[child].next;
    return child;
}

const rw_fbx_property *rw_fbx_container_property(const rw_fbx_container *container, size_t record, size_t index)
{
    const rw_fbx_record *r = &container->records[record];
    return index < r->property_count ? &container->properties[r->property_first + index] : NULL;
}

bool rw_fbx_property_integer(const rw_fbx_property *property, int64_t *out)
{
    if (!property)
        return false;
    const unsigned char *at = property->data;
    switch (property->type) {
    case 'C': *out = at[0]; return true;
    case 'Y': *out = (int16_t)(uint16_t)(at[0] | at[1] << 8); return true;
    case 'I': *out = (int32_t)read_u32(at); return true;
    case 'L': *out = (int64_t)read_u64(at); return true;
    default: return false;
    }
}

bool rw_fbx_property_double(const rw_fbx_property *property, double *out)
{
    int64_t whole;
    double value;
    if (!property)
        return false;
    if (property->type == 'F')
        value = read_float(property->data);
    else if (property->type == 'D')
        value = read_double(property->data);
    else if (rw_fbx_property_integer(property, &whole))
        value = (double)whole;
    else
        return false;
    if (!isfinite(value))
        return false;
    *out = value;
    return true;
}

bool rw_fbx_property_is(const rw_fbx_property *property, const char *text)
{
    return property && property->type == 'S' && property->count == strlen(text) &&
           memcmp(property->data, text, property->count) == 0;
}

/* Turns little-endian elements into the machine's own order, in place. */
static void order_bytes(unsigned char *data, size_t count, size_t width)
{
    for (size_t i = 0; i < count; i++, data += width) {
        if (width == 4) {
            uint32_t value = read_u32(data);
            memcpy(data, &value, sizeof value);
        } else if (width == 8) {
            uint64_t value = read_u64(data);
            memcpy(data, &value, sizeof value);
        }
    }
}

bool rw_fbx_property_array(const rw_fbx_property *property, const char *types, size_t limit, size_t place_offset,
                           void **out, size_t *count, rw_bake_error *error)
{
    if (!property || !property->type || !strchr(types, property->type))
        return rw_fbx_fail_at(error, place_offset, "the FBX file is damaged: a list of numbers is missing or has "
                                                   "another type than \"%s\"", types);
    if (property->count > limit)
        return rw_fbx_fail_at(error, place_offset, "a list of %u numbers is longer than the %zu that are read",
                              property->count, limit);
    size_t width = element_bytes(property->type), bytes = property->count * width;
    unsigned char *data = malloc(bytes ? bytes : 1);
    if (!data)
        return rw_bake_fail_memory(error, NULL);
    if (property->deflated) {
        uLongf inflated = bytes;
        int result = uncompress(data, &inflated, property->data, property->stored);
        if (result != Z_OK || inflated != bytes) {
            free(data);
            if (result == Z_MEM_ERROR)
                return rw_bake_fail_memory(error, NULL);
            return rw_fbx_fail_at(error, place_offset, "the FBX file is damaged: a packed list does not unpack to "
                                                       "the %u numbers it counts", property->count);
        }
    } else {
        memcpy(data, property->data, bytes);
    }
    order_bytes(data, property->count, width);
    *out = data;
    *count = property->count;
    return true;
}
