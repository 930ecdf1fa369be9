/* Reading single FBX objects: property tables, names, models, curves. Used by fbx_document only. */
#ifndef RW_BAKE_FBX_OBJECT_H
#define RW_BAKE_FBX_OBJECT_H

#include "fbx_document.h"

/* Looks properties up in an object's own table first, in the template of its type after. record: RW_FBX_NONE for
 * none. */
typedef struct rw_fbx_table {
    const rw_fbx_container *container;
    size_t own, fallback;
} rw_fbx_table;

/* The template that the file's definitions give for an object type, or RW_FBX_NONE. */
size_t rw_fbx_template_find(const rw_fbx_container *container, const char *type);

/* The table of an object's record; fallback: the template of its type, or RW_FBX_NONE. */
rw_fbx_table rw_fbx_table_of(const rw_fbx_container *container, size_t object, size_t fallback);

/* Each returns whether the property is there, and leaves *out untouched when it is not or is not finite. */
bool rw_fbx_table_integer(const rw_fbx_table *table, const char *name, int64_t *out);
bool rw_fbx_table_double(const rw_fbx_table *table, const char *name, double *out);
bool rw_fbx_table_vector(const rw_fbx_table *table, const char *name, double out[3]);

/* The name of an object without its class, as a new string; NULL when memory is out. */
char *rw_fbx_object_name(const rw_fbx_container *container, size_t object);

/* The property name that FBX uses for a vector ("Lcl Translation", …). */
const char *rw_fbx_vector_name(rw_fbx_vector vector);

bool rw_fbx_model_read(const rw_fbx_container *container, size_t object, size_t fallback, int64_t id,
                       rw_fbx_model *out, rw_bake_error *error);

/* key_budget: keys that the file may still hold; lowered by what the curve takes. */
bool rw_fbx_curve_read(const rw_fbx_container *container, size_t object, size_t *key_budget, rw_fbx_curve *out,
                       rw_bake_error *error);

/* Axes, unit and frame rate; what the file does not say is Y up, Z front, X coord, centimetres. */
bool rw_fbx_settings_read(const rw_fbx_container *container, rw_fbx_settings *out, rw_bake_error *error);

#endif
