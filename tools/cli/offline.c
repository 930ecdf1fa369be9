#include "offline.h"

#include "file.h"

#include "base/buffer.h"
#include "base/hash.h"
#include "base/name.h"
#include "codec/codec.h"

#include <stdlib.h>
#include <string.h>

void rw_offline_close(rw_offline *offline)
{
    if (offline == NULL)
        return;
    for (size_t i = 0; i < offline->clip_count; i++)
        free(offline->clips[i].name);
    for (size_t i = 0; i < offline->profile_count; i++)
        free(offline->profiles[i].name);
    free(offline->clips);
    free(offline->profiles);
    rw_arena_free(&offline->arena);
    *offline = (rw_offline){0};
}

/* Splits "[NAME=]FILE". The name is owned; NULL, with a message, when it is none. */
static char *split_name(rw_console *console, const char *option, const char *text, const char **file)
{
    const char *equals = strchr(text, '=');
    const char *start = text, *end = equals;
    *file = equals != NULL ? equals + 1 : text;
    if (equals == NULL) {
        const char *slash = strrchr(text, '/');
        start = slash != NULL ? slash + 1 : text;
        end = start + strcspn(start, ".");
    }
    size_t length = (size_t)(end - start);
    if (!rw_name_valid(start, length)) {
        rw_console_error(console, "--%s \"%s\" gives the name \"%.*s\", which is none: %s; write --%s NAME=FILE",
                         option, text, (int)length, start, RW_NAME_RULE, option);
        return NULL;
    }
    char *name = malloc(length + 1);
    if (name == NULL) {
        rw_console_error(console, "out of memory");
        return NULL;
    }
    memcpy(name, start, length);
    name[length] = '\0';
    return name;
}

int rw_offline_refuse(rw_console *console, const char *what, const rw_problem *problem)
{
    if (problem->code == RW_PROBLEM_OUT_OF_MEMORY) {
        rw_console_error(console, "out of memory while reading %s", what);
        return RW_EXIT_INTERNAL;
    }
    rw_buffer text;
    rw_json_writer writer;
    rw_buffer_init(&text, RW_FILE_MAX);
    rw_json_writer_init(&writer, &text);
    rw_problem_write_json(&writer, problem, NULL);
    if (rw_buffer_ok(&text))
        rw_answer_print_problem(console, what, text.data, text.length);
    else
        rw_console_error(console, "%s was refused: %s", what, problem->detail);
    rw_buffer_free(&text);
    return RW_EXIT_BAD_INPUT;
}

int rw_offline_clip_read(rw_console *console, const char *what, const char *body, size_t length, rw_arena *arena,
                         rw_offline_clip *clip)
{
    rw_problem problem;
    rw_clip_document document;
    rw_problem_init(&problem);
    if (rw_codec_clip_decode(body, length, NULL, arena, &document, &problem))
        clip->clip = rw_codec_clip_compile(&document, "", arena, &problem);
    int code = RW_EXIT_OK;
    if (rw_problem_conclude(&problem) || clip->clip == NULL)
        code = rw_offline_refuse(console, what, &problem);
    else
        memcpy(clip->hash, rw_hash_bytes(document.canonical, document.canonical_length).text, sizeof clip->hash);
    rw_problem_free(&problem);
    return code;
}

static int load_clip(rw_console *console, const char *text, rw_offline *offline)
{
    const char *file;
    char *body;
    size_t length;
    char *name = split_name(console, "clip", text, &file);
    if (name == NULL)
        return RW_EXIT_USAGE;
    rw_offline_clip *clip = &offline->clips[offline->clip_count++];
    clip->name = name;
    if (!rw_file_read(console, "the clip", file, &body, &length))
        return RW_EXIT_BAD_INPUT;
    int code = rw_offline_clip_read(console, file, body, length, &offline->arena, clip);
    free(body);
    return code;
}

static const rw_offline_clip *find_clip(const rw_offline *offline, const char *name)
{
    for (size_t i = 0; i < offline->clip_count; i++)
        if (strcmp(offline->clips[i].name, name) == 0)
            return &offline->clips[i];
    return NULL;
}

static int load_profile(rw_console *console, const char *text, rw_offline *offline)
{
    const char *file;
    char *body;
    size_t length;
    char *name = split_name(console, "profile", text, &file);
    if (name == NULL)
        return RW_EXIT_USAGE;
    rw_offline_profile *profile = &offline->profiles[offline->profile_count++];
    profile->name = name;
    if (!rw_file_read(console, "the profile", file, &body, &length))
        return RW_EXIT_BAD_INPUT;
    rw_problem problem;
    rw_profile_document document;
    rw_problem_init(&problem);
    bool read = rw_codec_profile_decode(body, length, NULL, &offline->arena, &document, &problem);
    free(body);
    profile->clip = read ? find_clip(offline, document.clip) : NULL;
    if (read && profile->clip == NULL && document.clip[0] != '\0')
        rw_problem_add_field(&problem, "/clip", RW_FIELD_UNKNOWN_NAME,
                             "clip \"%s\" is not among those that --clip names; add --clip %s=FILE", document.clip,
                             document.clip);
    if (profile->clip != NULL)
        profile->plan = rw_codec_plan_compile(&document, profile->clip->clip, "", &offline->arena, &problem);
    int code = RW_EXIT_OK;
    if (rw_problem_conclude(&problem) || profile->plan == NULL)
        code = rw_offline_refuse(console, file, &problem);
    else
        memcpy(profile->hash, rw_hash_bytes(document.canonical, document.canonical_length).text, sizeof profile->hash);
    rw_problem_free(&problem);
    return code;
}

static size_t count_option(const rw_arguments *arguments, const char *name)
{
    size_t count = 0;
    while (rw_arguments_text_at(arguments, name, count) != NULL)
        count++;
    return count;
}

int rw_offline_open(rw_console *console, const rw_arguments *arguments, rw_offline *offline)
{
    size_t clips = count_option(arguments, "clip"), profiles = count_option(arguments, "profile");
    rw_offline opened = {0};
    rw_arena_init(&opened.arena);
    if (clips == 0 || profiles == 0) {
        rw_console_error(console, "--offline needs the documents: --clip FILE and --profile FILE");
        return RW_EXIT_USAGE;
    }
    int code = RW_EXIT_OK;
    opened.clips = calloc(clips, sizeof *opened.clips);
    opened.profiles = calloc(profiles, sizeof *opened.profiles);
    if (opened.clips == NULL || opened.profiles == NULL || !rw_hash_start()) {
        rw_console_error(console, "out of memory");
        code = RW_EXIT_INTERNAL;
    }
    for (size_t i = 0; code == RW_EXIT_OK && i < clips; i++)
        code = load_clip(console, rw_arguments_text_at(arguments, "clip", i), &opened);
    for (size_t i = 0; code == RW_EXIT_OK && i < profiles; i++)
        code = load_profile(console, rw_arguments_text_at(arguments, "profile", i), &opened);
    if (code == RW_EXIT_OK)
        *offline = opened;
    else
        rw_offline_close(&opened);
    return code;
}
