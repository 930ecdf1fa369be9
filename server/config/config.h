/*
 * The daemon's configuration: the rows of settings.def, read from default, file, environment and flags.
 */
#ifndef RW_CONFIG_CONFIG_H
#define RW_CONFIG_CONFIG_H

#include "config/settings.h"

#define RW_CONFIG_TYPE_TEXT const char *
#define RW_CONFIG_TYPE_LIST const char *
#define RW_CONFIG_TYPE_INTEGER int64_t
#define RW_CONFIG_TYPE_BYTES int64_t
#define RW_CONFIG_TYPE_DURATION int64_t
#define RW_CONFIG_TYPE_FLAG bool

/* One field a row, named as there; texts are owned by the settings. Durations in milliseconds. */
typedef struct rw_config {
#define RW_SETTING(field, type, name, default_text, minimum, maximum, secret, value_name, doc)                       \
    RW_CONFIG_TYPE_##type field;
#include "config/settings.def"
    rw_settings settings;
} rw_config;

/* Where settings are read from: flags and variables, NULL after the last of these. Borrowed. */
typedef struct rw_config_source {
    size_t count;
    const char *const *arguments;
    const char *const *environment;
} rw_config_source;

/*
 * Reads everything: --config FILE among the flags, or ROOTWARP_CONFIG, names the file, and
 * without either none is read. Returns false, with a line in `errors` for each thing that is wrong and nothing to
 * free, when any source is bad or memory is short.
 */
bool rw_config_load(const rw_config_source *source, rw_config *config, rw_buffer *errors);

/* Takes NULL. */
void rw_config_free(rw_config *config);

/* The settings' part of --help. */
bool rw_config_write_help(rw_buffer *out);

/* The same as a list in the macros of man(7). */
bool rw_config_write_manual(rw_buffer *out);

#endif
