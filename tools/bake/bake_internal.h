/* The steps of the baker. Private to bake*.c. */
#ifndef RW_BAKE_BAKE_INTERNAL_H
#define RW_BAKE_BAKE_INTERNAL_H

#include "bake.h"
#include "choose.h"
#include "support.h"

/* A bake in the making. */
typedef struct rw_bake_work {
    const rw_scene *scene;
    const rw_bake_options *options;
    const rw_animation *animation;
    rw_evaluator evaluator;
    rw_space file_space; /* the file's axes as overridden, and metres of one of its units */
    rw_root_choice choice;
    size_t node; /* what is baked: the root, or the hips */
    rw_key_times keys;
    size_t first_key, last_key; /* of keys, after start_frame and end_frame */
    double start, end;          /* seconds of the file */
    bool keys_cut;              /* keys beyond the declared stretch were left out */
    rw_baked *out;
    rw_bake_error *error;
} rw_bake_work;

/* --- bake_select.c: what is baked --- */
bool rw_bake_take_axes(rw_bake_work *work);
bool rw_bake_find_animation(rw_bake_work *work);
bool rw_bake_find_root(rw_bake_work *work);
bool rw_bake_find_range(rw_bake_work *work);

/* --- bake_sample.c: the samples and what they add up to --- */
bool rw_bake_take_samples(rw_bake_work *work);

/* --- bake_findings.c: what the person who bakes should know --- */
void rw_bake_warn(rw_baked *baked, const char *format, ...) __attribute__((format(printf, 2, 3)));
void rw_bake_find_faults(rw_bake_work *work);

/* What to call a node in a message: its name, or "#12" where it has none. */
typedef struct rw_bake_label {
    char text[96];
} rw_bake_label;

rw_bake_label rw_bake_label_of(const rw_scene *scene, size_t node);

#endif
