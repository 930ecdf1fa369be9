/* The container of FBX: a tree of named records with typed properties, in the binary form of versions 7000 and later.
 * Only the shape is read here; what the records mean is the business of fbx_document. Every length and count of the
 * file is checked against the bytes that are there before it is used. */
#ifndef RW_BAKE_FBX_CONTAINER_H
#define RW_BAKE_FBX_CONTAINER_H

#include "scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_FBX_MAX_DEPTH 64
#define RW_FBX_MAX_RECORDS 4000000
#define RW_FBX_MAX_PROPERTIES 8000000
#define RW_FBX_NONE ((size_t)-1)

/* One property. Scalars: C (one byte), Y, I, L (16, 32, 64-bit integers), F, D (floats); S and R: bytes; f, d, i, l, b:
 * arrays. data borrows from the file's bytes. */
typedef struct rw_fbx_property {
    char type;
    bool deflated;             /* arrays only */
    uint32_t count;            /* arrays: elements; S and R: bytes; scalars: 1 */
    uint32_t stored;           /* bytes at data */
    const unsigned char *data;
} rw_fbx_property;

typedef struct rw_fbx_record {
    const char *name; /* not terminated; borrows from the file's bytes */
    size_t name_length;
    size_t offset; /* of the record in the file, for messages */
    size_t property_first, property_count;
    size_t child, next; /* indices of records, or RW_FBX_NONE */
} rw_fbx_record;

/* records[0] is a nameless root whose children are the file's top-level records. Borrows the bytes it was read from. */
typedef struct rw_fbx_container {
    unsigned version;
    size_t record_count, property_count;
    rw_fbx_record *records;
    rw_fbx_property *properties;
} rw_fbx_container;

/* Reads the tree. Refuses text files, versions before 7000 and anything whose lengths do not fit; error names the
 * byte. bytes must outlive *out. Thread-safe. */
bool rw_fbx_container_parse(const unsigned char *bytes, size_t length, rw_fbx_container *out, rw_bake_error *error);

/* Takes NULL and zeroed containers. */
void rw_fbx_container_free(rw_fbx_container *container);

/* First child of a record with that name, or RW_FBX_NONE. */
size_t rw_fbx_container_find(const rw_fbx_container *container, size_t record, const char *name);

/* Whether the record has that name. */
bool rw_fbx_record_is(const rw_fbx_record *record, const char *name);

/* The record's property at index, or NULL when it has fewer. */
const rw_fbx_property *rw_fbx_container_property(const rw_fbx_container *container, size_t record, size_t index);

/* Scalars, of any numeric type. False when the property is NULL, no number, or (double) not finite. */
bool rw_fbx_property_integer(const rw_fbx_property *property, int64_t *out);
bool rw_fbx_property_double(const rw_fbx_property *property, double *out);

/* Whether the property is a string equal to text. */
bool rw_fbx_property_is(const rw_fbx_property *property, const char *text);

/* Inflates (when needed) an array of one of the types of `types` with at most `limit` elements; the caller frees
 * *out. place_offset stands in the error. Elements come in the machine's byte order with the width of the type. */
bool rw_fbx_property_array(const rw_fbx_property *property, const char *types, size_t limit, size_t place_offset,
                           void **out, size_t *count, rw_bake_error *error);

/* rw_bake_fail with a byte of the file as the place. */
bool rw_fbx_fail_at(rw_bake_error *error, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
