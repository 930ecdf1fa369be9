/*
 * Settings from a table: one row gives a setting its name, type, default, bounds and sentence, and from the rows come
 * the reader of files, environment and flags, the help text and the printed configuration.
 *
 * A setting `max-body-bytes` is the key `max-body-bytes` of the file, ROOTWARP_MAX_BODY_BYTES of the environment and
 * the flag --max-body-bytes. A later source wins: default, file, environment, flag. A secret can also be given as the
 * name of a file that holds it: `token-file`, ROOTWARP_TOKEN_FILE, --token-file.
 */
#ifndef RW_CONFIG_SETTINGS_H
#define RW_CONFIG_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef enum rw_setting_type {
    RW_SETTING_TEXT,
    RW_SETTING_LIST,     /* comma-separated; a flag given again adds to it */
    RW_SETTING_INTEGER,  /* decimal */
    RW_SETTING_BYTES,    /* decimal, may end in KiB, MiB or GiB; value in bytes */
    RW_SETTING_DURATION, /* decimal and ms, s, m or h; a bare number is seconds; value in milliseconds */
    RW_SETTING_FLAG      /* true or false, also yes, no, on, off, 1, 0; the flag alone means true */
} rw_setting_type;

typedef enum rw_setting_origin {
    RW_ORIGIN_DEFAULT,
    RW_ORIGIN_FILE,
    RW_ORIGIN_ENVIRONMENT,
    RW_ORIGIN_FLAG
} rw_setting_origin;

typedef struct rw_setting {
    const char *name; /* lower case, words joined by - */
    rw_setting_type type;
    const char *default_text; /* must be valid for the type */
    int64_t minimum, maximum; /* of INTEGER, BYTES, DURATION; in bytes and milliseconds */
    bool secret;              /* never printed */
    const char *value_name;  /* what --help shows for the value */
    const char *doc;          /* one sentence */
} rw_setting;

typedef struct rw_setting_value {
    rw_setting_origin origin;
    char *text;     /* as given, without surrounding blanks; owned */
    int64_t number; /* INTEGER, BYTES, DURATION; FLAG: 0 or 1 */
} rw_setting_value;

/* A table and its values. The table is borrowed. */
typedef struct rw_settings {
    const rw_setting *table;
    size_t count;
    rw_setting_value *values; /* count of them; owned */
} rw_settings;

/* Fills in the defaults. False without memory. */
bool rw_settings_init(rw_settings *settings, const rw_setting *table, size_t count);

/* Takes NULL. */
void rw_settings_free(rw_settings *settings);

/*
 * Each source: returns whether everything in it was valid. For each thing that is wrong one line is appended to
 * `errors`, which names the place and what is accepted; a wrong value leaves the setting as it was.
 */

/* `key = value` lines, blank lines, and comments that begin with #. */
bool rw_settings_read_file(rw_settings *settings, const char *path, rw_buffer *errors);

/* environment: NAME=value texts, NULL at the end. Variables that name no setting are left alone. */
bool rw_settings_read_environment(rw_settings *settings, const char *const *environment, rw_buffer *errors);

/* --name value, --name=value, and --name for a FLAG. Everything else is an error. */
bool rw_settings_read_flags(rw_settings *settings, size_t count, const char *const *arguments, rw_buffer *errors);

/* What --help says about the settings. */
bool rw_settings_write_help(const rw_setting *table, size_t count, rw_buffer *out);

/* The same as a list in the macros of man(7). */
bool rw_settings_write_manual(const rw_setting *table, size_t count, rw_buffer *out);

/* A comment with the origin and `name = value` for each; readable again as a file, except for secrets, which show
 * as ***. */
bool rw_settings_write_values(const rw_settings *settings, rw_buffer *out);

/* Reads a value of this type; false, with *number untouched, when the text is none or is out of bounds. */
bool rw_setting_parse(const rw_setting *setting, const char *text, int64_t *number);

#endif
