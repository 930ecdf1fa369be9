#include "config/config.h"

#include <stdlib.h>
#include <string.h>

static const rw_setting table[] = {
#define RW_SETTING(field, type, name, default_text, minimum, maximum, secret, value_name, doc)                       \
    {name, RW_SETTING_##type, default_text, minimum, maximum, secret, value_name, doc},
#include "config/settings.def"
};

#define TABLE_COUNT (sizeof table / sizeof *table)

enum {
#define RW_SETTING(field, type, name, default_text, minimum, maximum, secret, value_name, doc) INDEX_##field,
#include "config/settings.def"
};

#define VALUE_TEXT(value) ((value)->text)
#define VALUE_LIST(value) ((value)->text)
#define VALUE_INTEGER(value) ((value)->number)
#define VALUE_BYTES(value) ((value)->number)
#define VALUE_DURATION(value) ((value)->number)
#define VALUE_FLAG(value) ((value)->number != 0)

static void fill_fields(rw_config *config)
{
#define RW_SETTING(field, type, name, default_text, minimum, maximum, secret, value_name, doc)                       \
    config->field = VALUE_##type(&config->settings.values[INDEX_##field]);
#include "config/settings.def"
}

/* Takes --config FILE or --config=FILE out of the arguments. *path stays as it was when there is none. */
static bool take_path(size_t *count, const char **arguments, const char **path, rw_buffer *errors)
{
    size_t kept = 0;
    bool sound = true;
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(arguments[i], "--config") == 0 && i + 1 < *count) {
            *path = arguments[++i];
        } else if (strcmp(arguments[i], "--config") == 0) {
            rw_buffer_append_text(errors, "option '--config' needs a value\n");
            sound = false;
        } else if (strncmp(arguments[i], "--config=", 9) == 0) {
            *path = arguments[i] + 9;
        } else {
            arguments[kept++] = arguments[i];
        }
    }
    *count = kept;
    return sound;
}

/* A browser names an origin without a path; an entry that is none would never match. */
static bool check_origins(const char *list, rw_buffer *errors)
{
    bool sound = true;
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        at += strspn(at, " \t");
        const size_t length = strcspn(at, ", \t");
        const size_t scheme = strncmp(at, "https://", 8) == 0 ? 8 : strncmp(at, "http://", 7) == 0 ? 7 : 0;
        if (length > 0 && (scheme == 0 || length == scheme || memchr(at + scheme, '/', length - scheme) != NULL)) {
            rw_buffer_append_format(errors,
                                    "cors-origin: '%.*s' is no origin; write scheme, host and port only, as in "
                                    "https://tools.example\n",
                                    (int)length, at);
            sound = false;
        }
        at += strcspn(at, ",");
    }
    return sound;
}

bool rw_config_load(const rw_config_source *source, rw_config *config, rw_buffer *errors)
{
    static const char variable[] = "ROOTWARP_CONFIG=";
    const char *path = NULL;
    size_t count = source->count;
    for (const char *const *at = source->environment; *at != NULL; at++)
        if (strncmp(*at, variable, sizeof variable - 1) == 0)
            path = *at + sizeof variable - 1;
    rw_config made = {0};
    const char **flags = malloc((count + 1) * sizeof *flags);
    bool sound = flags != NULL && rw_settings_init(&made.settings, table, TABLE_COUNT);
    if (!sound) {
        rw_buffer_append_text(errors, "out of memory\n");
        free(flags);
        return false;
    }
    if (count > 0)
        memcpy(flags, source->arguments, count * sizeof *flags);
    sound = take_path(&count, flags, &path, errors);
    if (path != NULL && *path != '\0')
        sound = rw_settings_read_file(&made.settings, path, errors) && sound;
    sound = rw_settings_read_environment(&made.settings, source->environment, errors) && sound;
    sound = rw_settings_read_flags(&made.settings, count, flags, errors) && sound;
    sound = check_origins(made.settings.values[INDEX_cors_origin].text, errors) && sound;
    free(flags);
    if (!sound) {
        rw_config_free(&made);
        return false;
    }
    fill_fields(&made);
    *config = made;
    return true;
}

void rw_config_free(rw_config *config)
{
    if (config != NULL)
        rw_settings_free(&config->settings);
}

bool rw_config_write_help(rw_buffer *out)
{
    rw_buffer_append_text(out, "  --config FILE\n      Read settings from this file: lines of 'name = value'.\n"
                               "      ROOTWARP_CONFIG\n");
    return rw_settings_write_help(table, TABLE_COUNT, out);
}

bool rw_config_write_manual(rw_buffer *out)
{
    rw_buffer_append_text(out, ".TP\n\\fB\\-\\-config\\fR \\fIFILE\\fR\nRead settings from this file.\n"
                               ".br\nROOTWARP_CONFIG\n");
    return rw_settings_write_manual(table, TABLE_COUNT, out);
}
