#include "config/settings.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/small_file.h"
#include "base/troff.h"

#define ENVIRONMENT_PREFIX "ROOTWARP_"
#define FILE_SIZE_MAX 65536
#define NAME_SIZE 64

static const char *const origin_names[] = {"default", "file", "environment", "flag"};

static char *text_copy(const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* ---- values ---- */

typedef struct rw_unit {
    const char *name;
    int64_t factor;
} rw_unit;

static const rw_unit byte_units[] = {{"", 1}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
static const rw_unit duration_units[] = {{"", 1000}, {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}};
static const rw_unit plain_units[] = {{"", 1}};

static bool parse_scaled(const char *text, const rw_unit *units, size_t unit_count, int64_t *number)
{
    if (!isdigit((unsigned char)*text))
        return false;
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (errno != 0)
        return false;
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < unit_count; i++)
        if (strcmp(end, units[i].name) == 0) {
            if (value > INT64_MAX / units[i].factor)
                return false;
            *number = value * units[i].factor;
            return true;
        }
    return false;
}

static bool parse_flag(const char *text, int64_t *number)
{
    static const char *const words[2][4] = {{"false", "no", "off", "0"}, {"true", "yes", "on", "1"}};
    for (int value = 0; value < 2; value++)
        for (size_t i = 0; i < 4; i++)
            if (strcasecmp(text, words[value][i]) == 0) {
                *number = value;
                return true;
            }
    return false;
}

bool rw_setting_parse(const rw_setting *setting, const char *text, int64_t *number)
{
    int64_t value = 0;
    bool sound = false;
    switch (setting->type) {
    case RW_SETTING_TEXT:
    case RW_SETTING_LIST:
        return true;
    case RW_SETTING_FLAG:
        return parse_flag(text, number);
    case RW_SETTING_INTEGER:
        sound = parse_scaled(text, plain_units, sizeof plain_units / sizeof *plain_units, &value);
        break;
    case RW_SETTING_BYTES:
        sound = parse_scaled(text, byte_units, sizeof byte_units / sizeof *byte_units, &value);
        break;
    case RW_SETTING_DURATION:
        sound = parse_scaled(text, duration_units, sizeof duration_units / sizeof *duration_units, &value);
        break;
    }
    if (!sound || value < setting->minimum || value > setting->maximum)
        return false;
    *number = value;
    return true;
}

static void describe_type(const rw_setting *setting, rw_buffer *out)
{
    switch (setting->type) {
    case RW_SETTING_TEXT:
    case RW_SETTING_LIST:
        break;
    case RW_SETTING_FLAG:
        rw_buffer_append_text(out, "true or false");
        break;
    case RW_SETTING_INTEGER:
        rw_buffer_append_format(out, "a whole number from %" PRId64 " to %" PRId64, setting->minimum,
                                setting->maximum);
        break;
    case RW_SETTING_BYTES:
        rw_buffer_append_format(out, "a size from %" PRId64 " to %" PRId64 " bytes, as in 65536, 64KiB or 1MiB",
                                setting->minimum, setting->maximum);
        break;
    case RW_SETTING_DURATION:
        rw_buffer_append_format(out, "a duration from %" PRId64 "ms to %" PRId64 "ms, as in 250ms, 10s or 5m",
                                setting->minimum, setting->maximum);
        break;
    }
}

/* Stores a copy of the text (or, for a list that is added to, both joined). False with a line in errors. */
static bool value_set(rw_settings *settings, size_t index, const char *text, size_t length, rw_setting_origin origin,
                      const char *place, rw_buffer *errors)
{
    const rw_setting *setting = &settings->table[index];
    rw_setting_value *value = &settings->values[index];
    char *copy = text_copy(text, length);
    int64_t number = 0;
    if (copy != NULL && !rw_setting_parse(setting, copy, &number)) {
        rw_buffer_append_format(errors, "%s: cannot read '%s' as %s; give ", place,
                                setting->secret ? "***" : copy, setting->name);
        describe_type(setting, errors);
        rw_buffer_append_char(errors, '\n');
        free(copy);
        return false;
    }
    if (copy != NULL && setting->type == RW_SETTING_LIST && origin == RW_ORIGIN_FLAG &&
        value->origin == RW_ORIGIN_FLAG && *value->text != '\0') {
        rw_buffer joined;
        rw_buffer_init(&joined, FILE_SIZE_MAX);
        rw_buffer_append_format(&joined, "%s,%s", value->text, copy);
        size_t ignored = 0;
        free(copy);
        copy = rw_buffer_steal(&joined, &ignored);
        rw_buffer_free(&joined);
    }
    if (copy == NULL) {
        rw_buffer_append_format(errors, "%s: out of memory, or the value is too long\n", place);
        return false;
    }
    free(value->text);
    value->text = copy;
    value->number = number;
    value->origin = origin;
    return true;
}

bool rw_settings_init(rw_settings *settings, const rw_setting *table, size_t count)
{
    rw_settings made = {.table = table, .count = count, .values = calloc(count, sizeof *made.values)};
    if (made.values == NULL)
        return false;
    rw_buffer errors;
    rw_buffer_init(&errors, 0);
    for (size_t i = 0; i < count; i++)
        if (!value_set(&made, i, table[i].default_text, strlen(table[i].default_text), RW_ORIGIN_DEFAULT, "default",
                       &errors)) {
            rw_settings_free(&made);
            return false;
        }
    *settings = made;
    return true;
}

void rw_settings_free(rw_settings *settings)
{
    if (settings == NULL || settings->values == NULL)
        return;
    for (size_t i = 0; i < settings->count; i++)
        free(settings->values[i].text);
    free(settings->values);
    settings->values = NULL;
}

/* ---- names ---- */

typedef struct rw_setting_match {
    size_t index;
    bool found;
    bool from_file; /* the value is the path of a file that holds the secret */
} rw_setting_match;

static rw_setting_match find_setting(const rw_settings *settings, const char *name, size_t length)
{
    static const char suffix[] = "-file";
    const size_t tail = sizeof suffix - 1;
    for (size_t i = 0; i < settings->count; i++) {
        const rw_setting *setting = &settings->table[i];
        const size_t own = strlen(setting->name);
        if (length == own && memcmp(name, setting->name, own) == 0)
            return (rw_setting_match){.index = i, .found = true};
        if (setting->secret && length == own + tail && memcmp(name, setting->name, own) == 0 &&
            memcmp(name + own, suffix, tail) == 0)
            return (rw_setting_match){.index = i, .found = true, .from_file = true};
    }
    return (rw_setting_match){.found = false};
}

/* The whole of a small text file, ended by a zero byte, for the caller to free; NULL with a line in errors. */
static char *file_read(const char *path, const char *place, size_t *length, rw_buffer *errors)
{
    char reason[RW_SMALL_FILE_REASON_SIZE];
    char *text = NULL;
    size_t got = 0;
    if (!rw_small_file_read(path, FILE_SIZE_MAX, &text, &got, reason)) {
        rw_buffer_append_format(errors, "%s: cannot read %s: %s\n", place, path, reason);
        return NULL;
    }
    if (strlen(text) != got) {
        rw_buffer_append_format(errors, "%s: %s holds a zero byte; it must be plain text\n", place, path);
        free(text);
        return NULL;
    }
    *length = got;
    return text;
}

static bool match_set(rw_settings *settings, rw_setting_match match, const char *text, size_t length,
                      rw_setting_origin origin, const char *place, rw_buffer *errors)
{
    if (!match.from_file)
        return value_set(settings, match.index, text, length, origin, place, errors);
    char *path = text_copy(text, length);
    if (path == NULL)
        return false;
    size_t secret_length = 0;
    char *secret = file_read(path, place, &secret_length, errors);
    free(path);
    if (secret == NULL)
        return false;
    while (secret_length > 0 && (secret[secret_length - 1] == '\n' || secret[secret_length - 1] == '\r'))
        secret_length--;
    const bool set = value_set(settings, match.index, secret, secret_length, origin, place, errors);
    free(secret);
    return set;
}

/* ---- the file ---- */

static bool blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r';
}

static void trim(const char **text, size_t *length)
{
    while (*length > 0 && blank(**text)) {
        (*text)++;
        (*length)--;
    }
    while (*length > 0 && blank((*text)[*length - 1]))
        (*length)--;
}

static bool read_line(rw_settings *settings, const char *line, size_t length, const char *place, rw_buffer *errors)
{
    trim(&line, &length);
    if (length == 0 || *line == '#')
        return true;
    const char *equals = memchr(line, '=', length);
    if (equals == NULL) {
        rw_buffer_append_format(errors, "%s: expected 'name = value'\n", place);
        return false;
    }
    const char *value = equals + 1;
    size_t value_length = length - (size_t)(value - line), name_length = (size_t)(equals - line);
    trim(&line, &name_length);
    trim(&value, &value_length);
    const rw_setting_match match = find_setting(settings, line, name_length);
    if (!match.found) {
        rw_buffer_append_format(errors, "%s: unknown setting '%.*s'; rootwarpd --help lists those there are\n", place,
                                (int)(name_length < NAME_SIZE ? name_length : NAME_SIZE), line);
        return false;
    }
    if (settings->values[match.index].origin == RW_ORIGIN_FILE) {
        rw_buffer_append_format(errors, "%s: %s is set twice in this file\n", place, settings->table[match.index].name);
        return false;
    }
    return match_set(settings, match, value, value_length, RW_ORIGIN_FILE, place, errors);
}

bool rw_settings_read_file(rw_settings *settings, const char *path, rw_buffer *errors)
{
    size_t length = 0;
    char *text = file_read(path, "config", &length, errors);
    if (text == NULL)
        return false;
    bool sound = true;
    const char *at = text, *end = text + length;
    for (unsigned number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline == NULL ? end : newline;
        char place[512];
        snprintf(place, sizeof place, "%.480s:%u", path, number);
        sound = read_line(settings, at, (size_t)(stop - at), place, errors) && sound;
        at = stop + 1;
    }
    free(text);
    return sound;
}

/* ---- the environment ---- */

bool rw_settings_read_environment(rw_settings *settings, const char *const *environment, rw_buffer *errors)
{
    const size_t prefix = sizeof ENVIRONMENT_PREFIX - 1;
    bool sound = true;
    for (; *environment != NULL; environment++) {
        const char *equals = strchr(*environment, '=');
        if (equals == NULL || strncmp(*environment, ENVIRONMENT_PREFIX, prefix) != 0)
            continue;
        const char *variable = *environment + prefix;
        const size_t length = (size_t)(equals - variable);
        char name[NAME_SIZE], place[NAME_SIZE + sizeof ENVIRONMENT_PREFIX];
        if (length >= sizeof name)
            continue;
        for (size_t i = 0; i < length; i++)
            name[i] = variable[i] == '_' ? '-' : (char)tolower((unsigned char)variable[i]);
        const rw_setting_match match = find_setting(settings, name, length);
        if (!match.found)
            continue;
        snprintf(place, sizeof place, "%.*s", (int)(equals - *environment), *environment);
        sound = match_set(settings, match, equals + 1, strlen(equals + 1), RW_ORIGIN_ENVIRONMENT, place, errors) &&
                sound;
    }
    return sound;
}

/* ---- flags ---- */

bool rw_settings_read_flags(rw_settings *settings, size_t count, const char *const *arguments, rw_buffer *errors)
{
    bool sound = true;
    for (size_t i = 0; i < count; i++) {
        const char *argument = arguments[i];
        if (strncmp(argument, "--", 2) != 0 || argument[2] == '\0') {
            rw_buffer_append_format(errors, "unexpected argument '%.200s'; see rootwarpd --help\n", argument);
            sound = false;
            continue;
        }
        const char *name = argument + 2;
        const size_t length = strcspn(name, "=");
        const rw_setting_match match = find_setting(settings, name, length);
        if (!match.found) {
            rw_buffer_append_format(errors, "unknown option '--%.*s'; rootwarpd --help lists those there are\n",
                                    (int)(length < NAME_SIZE ? length : NAME_SIZE), name);
            sound = false;
            continue;
        }
        const char *value = name[length] == '=' ? name + length + 1 : NULL;
        if (value == NULL && settings->table[match.index].type == RW_SETTING_FLAG)
            value = "true";
        if (value == NULL && i + 1 < count)
            value = arguments[++i];
        if (value == NULL) {
            rw_buffer_append_format(errors, "option '--%.*s' needs a value\n", (int)length, name);
            sound = false;
            continue;
        }
        char place[NAME_SIZE + 8];
        snprintf(place, sizeof place, "--%.*s", (int)length, name);
        sound = match_set(settings, match, value, strlen(value), RW_ORIGIN_FLAG, place, errors) && sound;
    }
    return sound;
}

/* ---- texts ---- */

/* As it is called in the environment. */
static void append_variable(const rw_setting *setting, rw_buffer *out)
{
    rw_buffer_append_text(out, ENVIRONMENT_PREFIX);
    for (const char *at = setting->name; *at != '\0'; at++)
        rw_buffer_append_char(out, *at == '-' ? '_' : (char)toupper((unsigned char)*at));
}

bool rw_settings_write_help(const rw_setting *table, size_t count, rw_buffer *out)
{
    for (size_t i = 0; i < count; i++) {
        const rw_setting *setting = &table[i];
        rw_buffer_append_format(out, "  --%s%s%s\n      %s", setting->name,
                                setting->type == RW_SETTING_FLAG ? "" : " ",
                                setting->type == RW_SETTING_FLAG ? "" : setting->value_name, setting->doc);
        if (*setting->default_text != '\0')
            rw_buffer_append_format(out, " Default: %s.", setting->default_text);
        rw_buffer_append_text(out, "\n      ");
        append_variable(setting, out);
        rw_buffer_append_char(out, '\n');
    }
    return rw_buffer_ok(out);
}

bool rw_settings_write_manual(const rw_setting *table, size_t count, rw_buffer *out)
{
    for (size_t i = 0; i < count; i++) {
        const rw_setting *setting = &table[i];
        rw_buffer_append_text(out, ".TP\n\\fB\\-\\-");
        rw_troff_append(out, setting->name);
        rw_buffer_append_text(out, "\\fR");
        if (setting->type != RW_SETTING_FLAG) {
            rw_buffer_append_text(out, " \\fI");
            rw_troff_append(out, setting->value_name);
            rw_buffer_append_text(out, "\\fR");
        }
        rw_buffer_append_char(out, '\n');
        rw_troff_lines(out, setting->doc);
        if (*setting->default_text != '\0') {
            rw_buffer_append_text(out, "Default:\n");
            rw_troff_append(out, setting->default_text);
            rw_buffer_append_text(out, ".\n");
        }
        rw_buffer_append_text(out, ".br\n");
        append_variable(setting, out);
        rw_buffer_append_char(out, '\n');
    }
    return rw_buffer_ok(out);
}

bool rw_settings_write_values(const rw_settings *settings, rw_buffer *out)
{
    for (size_t i = 0; i < settings->count; i++) {
        const rw_setting_value *value = &settings->values[i];
        const bool hide = settings->table[i].secret && *value->text != '\0';
        rw_buffer_append_format(out, "# %s\n%s = %s\n", origin_names[value->origin], settings->table[i].name,
                                hide ? "***" : value->text);
    }
    return rw_buffer_ok(out);
}
