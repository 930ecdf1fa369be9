#include "bake_worker.h"
#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the process works on. */
typedef struct work {
    const rw_motion_file *file;
    const char *folder;
    const rw_bake_options *options;
    const rw_scene *scene;
    FILE *report;
} work;

/* A field: what would end it becomes a blank. */
static void put_field(const work *w, const char *text)
{
    putc('\t', w->report);
    for (; *text != '\0'; text++)
        putc(*text == '\t' || *text == '\n' ? ' ' : *text, w->report);
}

static void put_sentence(const work *w, const char *kind, const char *animation, const char *text)
{
    fputs(kind, w->report);
    put_field(w, animation);
    put_field(w, text);
    putc('\n', w->report);
}

static void put_failure(const work *w, const char *animation, const rw_bake_error *error)
{
    char text[sizeof error->place + sizeof error->detail + 4];
    snprintf(text, sizeof text, "%s%s%s", error->place, error->place[0] != '\0' ? ": " : "", error->detail);
    put_sentence(w, "failure", animation, text);
}

typedef struct animation_part {
    char text[192]; /* "-" and the animation's name, fit for a file's name */
} animation_part;

static animation_part part_of(const work *w, size_t animation)
{
    animation_part part;
    snprintf(part.text, sizeof part.text - 24, "-%s", w->scene->animations[animation].name);
    rw_motion_name_clean(part.text);
    for (char *slash = part.text; (slash = strchr(slash, '/')) != NULL;)
        *slash = '_';
    return part;
}

/* Where an animation's clip goes: with the animation's name where there are several, and with its number too where it
 * has no name or shares it. */
static bool clip_path(const work *w, size_t animation, char *path, size_t size)
{
    animation_part part = {""};
    if (w->scene->animation_count > 1) {
        part = part_of(w, animation);
        bool shared = part.text[1] == '\0';
        for (size_t i = 0; i < w->scene->animation_count && !shared; i++)
            shared = i != animation && strcmp(part.text, part_of(w, i).text) == 0;
        size_t used = strlen(part.text);
        if (shared)
            snprintf(part.text + used, sizeof part.text - used, "-%zu", animation);
    }
    int length = snprintf(path, size, "%s/%s%s.clip.json", w->folder, w->file->name, part.text);
    return length >= 0 && (size_t)length < size;
}

static bool make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0777) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

/* Writes a clip; what goes wrong is told in the report. */
static bool write_clip(const work *w, const char *animation, char *path, const rw_baked *baked)
{
    char *said = NULL, *text = NULL;
    size_t said_length = 0, length = 0;
    FILE *err = open_memstream(&said, &said_length);
    bool written = err != NULL && rw_baked_write_json(baked, &text, &length);
    if (written && !make_parents(path)) {
        fprintf(err, "cannot make the folder of \"%s\": %s", path, strerror(errno));
        written = false;
    } else if (written) {
        rw_console console = {.out = w->report, .err = err, .command = ""};
        written = rw_file_write(&console, path, text, length);
    }
    bool told = err != NULL && fclose(err) == 0 && said_length > 0;
    if (!written)
        put_sentence(w, "failure", animation, told ? said : "out of memory");
    free(said);
    free(text);
    return written;
}

static void bake_animation(const work *w, size_t animation)
{
    rw_bake_options options = *w->options;
    rw_bake_error error = {0};
    rw_baked baked;
    char number[24], path[4096];
    const char *name = w->scene->animations[animation].name;
    snprintf(number, sizeof number, "%zu", animation);
    options.animation = w->scene->animation_count > 1 ? number : NULL;
    options.file = w->file->path;
    if (!clip_path(w, animation, path, sizeof path)) {
        put_sentence(w, "failure", name, "the path of its clip would be too long");
        return;
    }
    if (!rw_bake(w->scene, &options, &baked, &error)) {
        put_failure(w, name, &error);
        return;
    }
    if (write_clip(w, name, path, &baked)) {
        fputs("clip", w->report);
        put_field(w, name);
        put_field(w, path);
        fprintf(w->report, "\t%zu\t%.17g\t%.17g\t%.17g\n", baked.sample_count, baked.frame_rate,
                baked.summary.duration, baked.summary.travel);
        for (size_t i = 0; i < baked.warning_count; i++)
            put_sentence(w, "warning", name, baked.warnings[i]);
    }
    rw_baked_free(&baked);
}

static void bake_file(work *w)
{
    rw_scene scene;
    rw_bake_error error = {0};
    if (!rw_scene_read(w->file->path, &scene, &error)) {
        put_failure(w, "", &error);
        return;
    }
    w->scene = &scene;
    if (scene.animation_count == 0)
        put_sentence(w, "warning", "", "the file holds no animation");
    for (size_t i = 0; i < scene.animation_count; i++)
        bake_animation(w, i);
    rw_scene_free(&scene);
}

bool rw_bake_worker_start(rw_console *console, const rw_motion_file *file, const char *folder,
                          const rw_bake_options *options, rw_bake_worker *out)
{
    int ends[2];
    fflush(console->out);
    fflush(console->err);
    if (pipe(ends) != 0) {
        rw_console_error(console, "cannot make a pipe: %s", strerror(errno));
        return false;
    }
    pid_t process = fork();
    if (process < 0) {
        rw_console_error(console, "cannot start a process: %s", strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    if (process == 0) {
        close(ends[0]);
        work w = {.file = file, .folder = folder, .options = options, .report = fdopen(ends[1], "w")};
        if (w.report != NULL)
            bake_file(&w);
        _exit(w.report != NULL && fclose(w.report) == 0 ? RW_EXIT_OK : RW_EXIT_INTERNAL);
    }
    close(ends[1]);
    *out = (rw_bake_worker){process, ends[0]};
    return true;
}

size_t rw_bake_report_next(char **at, char *fields[], size_t most)
{
    size_t count = 0;
    char *line = *at;
    if (*line == '\0')
        return 0;
    size_t length = strcspn(line, "\n");
    *at = line + length + (line[length] == '\n');
    line[length] = '\0';
    for (char *field = line; field != NULL && count < most; count++) {
        fields[count] = field;
        field = strchr(field, '\t');
        if (field != NULL)
            *field++ = '\0';
    }
    return count;
}
