/* Writes binary FBX, record by record, into memory. When memory does not suffice `failed` is set and the rest is nothing. */
#ifndef RW_SAMPLES_FBX_WRITER_H
#define RW_SAMPLES_FBX_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_FBX_WRITER_DEPTH 256          /* of records within records */
#define RW_FBX_TICKS INT64_C(46186158000) /* a second */

typedef struct rw_fbx_writer {
    unsigned char *data;
    size_t length, capacity;
    bool failed;
    bool wide; /* 64-bit record headers, as from version 7500 on */
    size_t depth;
    struct {
        size_t header, properties, count;
        bool closed, children;
    } open[RW_FBX_WRITER_DEPTH];
} rw_fbx_writer;

void rw_fbxw_start(rw_fbx_writer *w, unsigned version);
void rw_fbxw_finish(rw_fbx_writer *w); /* the record that ends the file, and a footer */
void rw_fbxw_free(rw_fbx_writer *w);

/* A record: its properties first, then the records within it. */
void rw_fbxw_begin(rw_fbx_writer *w, const char *name);
void rw_fbxw_end(rw_fbx_writer *w);

void rw_fbxw_raw(rw_fbx_writer *w, const void *bytes, size_t length);
void rw_fbxw_i64(rw_fbx_writer *w, int64_t value);
void rw_fbxw_i32(rw_fbx_writer *w, int32_t value);
void rw_fbxw_f64(rw_fbx_writer *w, double value);
void rw_fbxw_text(rw_fbx_writer *w, const char *text, size_t length);
void rw_fbxw_array(rw_fbx_writer *w, char type, uint32_t count, uint32_t encoding, const void *stored, uint32_t bytes);

/* A whole record `P` of a property table. */
void rw_fbxw_p_i32(rw_fbx_writer *w, const char *name, int32_t value);
void rw_fbxw_p_i64(rw_fbx_writer *w, const char *name, int64_t value);
void rw_fbxw_p_f64(rw_fbx_writer *w, const char *name, double value);
void rw_fbxw_p_vector(rw_fbx_writer *w, const char *name, double x, double y, double z);

/* Objects: type is the record's name, name and class what stands before and after the zero byte. */
void rw_fbxw_object(rw_fbx_writer *w, const char *type, int64_t id, const char *name, const char *class,
                    const char *sub);
void rw_fbxw_connect(rw_fbx_writer *w, int64_t child, int64_t parent, const char *property); /* NULL: object to object */

#endif
