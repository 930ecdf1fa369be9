#include "codec/import_read.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "codec/canonical.h"
#include "codec/decode.h"
#include "codec/document.h"
#include "codec/export_write.h"

/* Documents were within the bounds when they were put; other settings may not lock them out. */
static const rw_codec_limits limits = {.depth = RW_CODEC_DEPTH_MAX,
                                       .keys = SIZE_MAX,
                                       .items = SIZE_MAX,
                                       .samples = SIZE_MAX,
                                       .clip_samples = RW_MAX_SAMPLES};

/* No more lines are looked at once so many were wrong. */
enum { WRONG_LINES_MAX = 10000 };

typedef struct reader {
    rw_import *import;
    size_t *firsts; /* of each name: the index of its first revision */
    size_t first_capacity;
    rw_problem *problem;
    const char *text;
    size_t length;
    size_t line;       /* the one at hand, from 1 */
    size_t line_start; /* where it begins */
    size_t wrong_lines;
    bool line_wrong;
    bool begun, ended, no_memory;
    /* The line at hand. */
    rw_arena arena;
    const rw_tape *tape;
    char prefix[32]; /* "/17" */
} reader;

__attribute__((format(printf, 4, 5))) static void report(reader *read, const char *member, rw_field_code code,
                                                         const char *format, ...)
{
    char pointer[64];
    char detail[RW_NAME_SIZE + 256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    snprintf(pointer, sizeof pointer, "%s%s%s", read->prefix, *member == '\0' ? "" : "/", member);
    rw_problem_add_field(read->problem, pointer, code, "%s", detail);
    read->line_wrong = true;
}

/* ---- members of a line ---- */

static rw_value member(const reader *read, const char *key)
{
    return rw_tape_get(rw_tape_root(read->tape), key);
}

static const char *text_member(reader *read, const char *key)
{
    const rw_value value = member(read, key);
    if (rw_tape_is(value, RW_TAPE_TEXT))
        return rw_tape_text(value).data;
    report(read, key, rw_tape_present(value) ? RW_FIELD_WRONG_TYPE : RW_FIELD_MISSING, "%s must be a text", key);
    return NULL;
}

/* A whole number from 1 that a revision may have; 0 when it is none. */
static int64_t revision_member(reader *read, const char *key)
{
    const rw_value value = member(read, key);
    const double number = rw_tape_number(value);
    if (rw_tape_is(value, RW_TAPE_NUMBER) && number >= 1 && number <= (double)RW_REVISION_MAX &&
        number == (double)(int64_t)number)
        return (int64_t)number;
    report(read, key, rw_tape_present(value) ? RW_FIELD_OUT_OF_RANGE : RW_FIELD_MISSING,
           "%s must be a revision, a whole number from 1", key);
    return 0;
}

static bool kind_member(reader *read, rw_store_kind *kind)
{
    const char *text = text_member(read, "kind");
    if (text == NULL)
        return false;
    *kind = strcmp(text, "clip") == 0 ? RW_STORE_CLIP : RW_STORE_PROFILE;
    if (*kind == RW_STORE_CLIP || strcmp(text, "profile") == 0)
        return true;
    report(read, "kind", RW_FIELD_UNKNOWN_VALUE, "kind must be \"clip\" or \"profile\"");
    return false;
}

static bool name_member(reader *read, char name[RW_NAME_SIZE])
{
    const char *text = text_member(read, "name");
    if (text == NULL)
        return false;
    if (rw_name_valid(text, strlen(text))) {
        memcpy(name, text, strlen(text) + 1);
        return true;
    }
    report(read, "name", RW_FIELD_BAD_NAME, "\"%.40s\" is no name: %s", text, RW_NAME_RULE);
    return false;
}

static bool hash_member(reader *read, rw_hash *hash)
{
    const char *text = text_member(read, "content_hash");
    if (text == NULL)
        return false;
    if (rw_hash_parse(text, strlen(text), hash))
        return true;
    report(read, "content_hash", RW_FIELD_BAD_TEXT, "content_hash must be 64 hexadecimal digits, in lower case");
    return false;
}

/* Whether the line has no members but these; NULL ends the list. */
static void check_members(reader *read, const char *const *known)
{
    rw_tape_iterator at = rw_tape_iterate(rw_tape_root(read->tape));
    while (rw_tape_next(&at)) {
        const rw_tape_string key = rw_tape_text(at.key);
        size_t i = 0;
        while (known[i] != NULL && strcmp(known[i], key.data) != 0)
            i++;
        if (known[i] == NULL)
            report(read, "", RW_FIELD_UNKNOWN_FIELD, "a line of this type has no \"%.60s\"", key.data);
    }
}

/* ---- what was read before ---- */

static bool grow(void *list, size_t *capacity, size_t count, size_t size)
{
    void **items = list;
    if (count < *capacity)
        return true;
    const size_t wider = *capacity == 0 ? 64 : *capacity * 2;
    void *moved = wider > SIZE_MAX / size ? NULL : realloc(*items, wider * size);
    if (moved == NULL)
        return false;
    *items = moved;
    *capacity = wider;
    return true;
}

static int compare(rw_store_kind kind, const char *name, const rw_store_name *other)
{
    return kind != other->kind ? (kind < other->kind ? -1 : 1) : strcmp(name, other->name);
}

static rw_store_import_name *last_name(const reader *read)
{
    return read->import->name_count > 0 ? &read->import->names[read->import->name_count - 1] : NULL;
}

/* The clip's entry; `index` is where it stands. NULL when there is none so far. */
static const rw_store_import_name *find_clip(const reader *read, const char *name, size_t *index)
{
    size_t low = 0;
    size_t high = read->import->name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare(RW_STORE_CLIP, name, &read->import->names[middle].name);
        if (order == 0) {
            *index = middle;
            return &read->import->names[middle];
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static const rw_store_import_revision *find_clip_revision(const reader *read, const char *name, int64_t revision)
{
    size_t index = 0;
    const rw_store_import_name *clip = find_clip(read, name, &index);
    const rw_store_import_revision *found =
        clip == NULL || clip->revision_count == 0 ? NULL : &read->import->revisions[read->firsts[index]];
    for (size_t i = 0; found != NULL && i < clip->revision_count; i++)
        if (found[i].revision == revision)
            return &found[i];
    return NULL;
}

/* ---- lines ---- */

static void read_header(reader *read)
{
    static const char *const known[] = {"format", "type", "version", NULL};
    const char *format = text_member(read, "format");
    check_members(read, known);
    if (format != NULL && strcmp(format, RW_EXPORT_FORMAT) != 0)
        report(read, "format", RW_FIELD_UNKNOWN_VALUE, "the format must be \"" RW_EXPORT_FORMAT "\"");
    if (rw_tape_number(member(read, "version")) != RW_EXPORT_VERSION)
        report(read, "version", RW_FIELD_UNKNOWN_VALUE, "this release reads version %d of the format",
               RW_EXPORT_VERSION);
    if (read->begun)
        report(read, "type", RW_FIELD_NOT_ALLOWED, "the first line only is of the type \"catalogue\"");
    read->begun = true;
}

/* Whether the name before has the revision that it says is its head. */
static void end_name(reader *read)
{
    const rw_store_import_name *name = last_name(read);
    if (name == NULL || name->name.head == 0)
        return;
    const size_t first = read->firsts[read->import->name_count - 1];
    for (size_t i = 0; i < name->revision_count; i++)
        if (read->import->revisions[first + i].revision == name->name.head)
            return;
    char at[sizeof read->prefix];
    memcpy(at, read->prefix, sizeof at);
    snprintf(read->prefix, sizeof read->prefix, "/%zu", name->line);
    report(read, "head", RW_FIELD_INCONSISTENT, "revision %" PRId64 ", the head, is not among those that follow",
           name->name.head);
    memcpy(read->prefix, at, sizeof at);
}

static void read_name(reader *read)
{
    static const char *const known[] = {"head", "kind", "last_revision", "name", "type", NULL};
    rw_store_import_name name = {.line = read->line};
    rw_import *import = read->import;
    end_name(read);
    check_members(read, known);
    const bool named = kind_member(read, &name.name.kind) && name_member(read, name.name.name);
    name.name.last_revision = revision_member(read, "last_revision");
    if (!rw_tape_is(member(read, "head"), RW_TAPE_NULL))
        name.name.head = revision_member(read, "head");
    if (name.name.head > name.name.last_revision)
        report(read, "head", RW_FIELD_INCONSISTENT, "the head may not be above the last revision");
    const rw_store_import_name *before = last_name(read);
    if (named && before != NULL && compare(name.name.kind, name.name.name, &before->name) <= 0)
        report(read, "name", RW_FIELD_NOT_SORTED,
               "clips come before profiles, each by the bytes of its name; this one belongs before line %zu",
               before->line);
    if (!named)
        return;
    if (!grow(&import->names, &import->name_capacity, import->name_count, sizeof *import->names) ||
        !grow(&read->firsts, &read->first_capacity, import->name_count, sizeof *read->firsts)) {
        read->no_memory = true;
        return;
    }
    read->firsts[import->name_count] = import->revision_count;
    import->names[import->name_count++] = name;
}

/* Compiles a profile with the clip revision that it records. */
static void check_profile(reader *read, rw_profile_document *document, const rw_store_import_revision *clip,
                          const char *prefix)
{
    rw_arena arena;
    rw_arena_init(&arena);
    rw_problem apart;
    rw_problem_init(&apart);
    rw_clip_document clip_document;
    const rw_clip *compiled = NULL;
    if (rw_codec_clip_decode(clip->document, clip->document_length, &limits, &arena, &clip_document, &apart) &&
        !rw_problem_failed(&apart))
        compiled = rw_codec_clip_compile(&clip_document, "", &arena, &apart);
    if (compiled != NULL)
        rw_codec_profile_compile(document, compiled, prefix, &arena, read->problem);
    else if (apart.code == RW_PROBLEM_OUT_OF_MEMORY)
        read->no_memory = true;
    else
        report(read, "clip_revision", RW_FIELD_UNSUPPORTED,
               "that revision of clip \"%s\" cannot be used by this release, and this profile is a head", document->clip);
    rw_problem_free(&apart);
    rw_arena_free(&arena);
}

/* Keeps the canonical text: the bytes of the line, where they are it. */
static void keep_document(reader *read, rw_value value, rw_store_import_revision *revision)
{
    rw_buffer canonical;
    rw_buffer_init(&canonical, SIZE_MAX - 1);
    if (!rw_canonical_write(&canonical, value)) {
        read->no_memory = true;
        rw_buffer_free(&canonical);
        return;
    }
    const char *given = read->text + read->line_start + rw_tape_offset(value);
    const size_t left = read->length - read->line_start - rw_tape_offset(value);
    const rw_hash hash = rw_hash_bytes(canonical.data, canonical.length);
    if (canonical.length > left || memcmp(given, canonical.data, canonical.length) != 0)
        report(read, "document", RW_FIELD_INCONSISTENT,
               "the document is not canonical: its keys sorted, no spaces, the shortest numbers");
    else if (!rw_hash_equal(&hash, &revision->hash))
        report(read, "content_hash", RW_FIELD_INCONSISTENT, "the document's hash is %s", hash.text);
    revision->document = given;
    revision->document_length = canonical.length;
    rw_buffer_free(&canonical);
}

static void read_clip_document(reader *read, rw_decoder *decoder, rw_value value, bool head)
{
    rw_clip_document document;
    rw_decode_clip(decoder, NULL, value, &document);
    if (head && !rw_problem_failed(read->problem) && !decoder->no_memory)
        rw_codec_clip_compile(&document, decoder->prefix, &read->arena, read->problem);
}

static void read_profile_document(reader *read, rw_decoder *decoder, rw_value value, bool head,
                                  rw_store_import_revision *revision)
{
    rw_profile_document document;
    size_t index = 0;
    rw_decode_profile(decoder, NULL, value, true, &document);
    if (decoder->no_memory || document.clip[0] == '\0')
        return;
    revision->clip_name = rw_arena_text(&read->import->arena, document.clip, strlen(document.clip));
    read->no_memory = read->no_memory || revision->clip_name == NULL;
    const rw_store_import_name *clip = find_clip(read, document.clip, &index);
    const rw_store_import_revision *recorded = find_clip_revision(read, document.clip, revision->clip_revision);
    if (recorded == NULL)
        report(read, "clip_revision", RW_FIELD_UNKNOWN_NAME, "no line before this has revision %" PRId64
               " of clip \"%s\"", revision->clip_revision, document.clip);
    else if (head && clip->name.head == 0)
        report(read, "document", RW_FIELD_INCONSISTENT, "this profile is a head, and its clip \"%s\" is deleted",
               document.clip);
    else if (head && !rw_problem_failed(read->problem))
        check_profile(read, &document, recorded, decoder->prefix);
}

static void read_document(reader *read, const rw_store_name *name, rw_store_import_revision *revision)
{
    char prefix[sizeof read->prefix + 16];
    const rw_value value = member(read, "document");
    if (!rw_tape_is(value, RW_TAPE_OBJECT)) {
        report(read, "document", rw_tape_present(value) ? RW_FIELD_WRONG_TYPE : RW_FIELD_MISSING,
               "document must be an object");
        return;
    }
    snprintf(prefix, sizeof prefix, "%s/document", read->prefix);
    rw_decoder decoder = {.arena = &read->arena, .problem = read->problem, .limits = &limits, .prefix = prefix};
    const bool head = revision->revision == name->head;
    if (name->kind == RW_STORE_CLIP)
        read_clip_document(read, &decoder, value, head);
    else
        read_profile_document(read, &decoder, value, head, revision);
    read->no_memory = read->no_memory || decoder.no_memory;
    if (!read->no_memory)
        keep_document(read, value, revision);
}

/* Whether the revision belongs to the name before it, and comes after the one before. */
static bool check_order(reader *read, rw_store_kind kind, const char *name, int64_t revision)
{
    const rw_store_import_name *owner = last_name(read);
    if (owner == NULL || compare(kind, name, &owner->name) != 0) {
        report(read, "name", RW_FIELD_NOT_SORTED, "a revision comes after the line of its name and the revisions "
                                                  "before it");
        return false;
    }
    const rw_store_import_revision *before =
        owner->revision_count > 0 ? &read->import->revisions[read->import->revision_count - 1] : NULL;
    if (before != NULL && before->revision >= revision)
        report(read, "revision", RW_FIELD_NOT_SORTED, "revisions must ascend; line %zu has %" PRId64, before->line,
               before->revision);
    if (revision > owner->name.last_revision)
        report(read, "revision", RW_FIELD_INCONSISTENT, "line %zu says that the last revision is %" PRId64,
               owner->line, owner->name.last_revision);
    return true;
}

static void read_revision(reader *read)
{
    static const char *const known[] = {"content_hash", "created_at", "document", "kind", "name", "revision", "type",
                                        "clip_revision", NULL};
    static const char *const known_of_clips[] = {"content_hash", "created_at", "document", "kind", "name", "revision",
                                                 "type", NULL};
    rw_store_kind kind;
    char name[RW_NAME_SIZE];
    rw_import *import = read->import;
    rw_store_import_revision revision = {.line = read->line};
    if (!kind_member(read, &kind) || !name_member(read, name))
        return;
    check_members(read, kind == RW_STORE_CLIP ? known_of_clips : known);
    const bool hashed = hash_member(read, &revision.hash);
    const char *created_at = text_member(read, "created_at");
    if (created_at != NULL && !rw_clock_parse_utc(created_at, strlen(created_at), &revision.saved_at_ms))
        report(read, "created_at", RW_FIELD_BAD_TEXT, "created_at must be a time as in 2026-01-02T03:04:05.678Z");
    revision.revision = revision_member(read, "revision");
    if (kind == RW_STORE_PROFILE)
        revision.clip_revision = revision_member(read, "clip_revision");
    if (revision.revision == 0 || !check_order(read, kind, name, revision.revision))
        return;
    if (hashed)
        read_document(read, &last_name(read)->name, &revision);
    if (!grow(&import->revisions, &import->revision_capacity, import->revision_count, sizeof *import->revisions)) {
        read->no_memory = true;
        return;
    }
    import->revisions[import->revision_count++] = revision;
    last_name(read)->revision_count++;
}

static void read_end(reader *read)
{
    static const char *const known[] = {"content_hash", "names", "revisions", "type", NULL};
    rw_import *import = read->import;
    rw_hash stated;
    end_name(read);
    check_members(read, known);
    read->ended = true;
    if (rw_tape_number(member(read, "names")) != (double)import->name_count ||
        rw_tape_number(member(read, "revisions")) != (double)import->revision_count)
        report(read, "", RW_FIELD_COUNT_MISMATCH, "%zu names and %zu revisions come before this line",
               import->name_count, import->revision_count);
    import->content_hash = rw_hash_bytes(read->text, read->line_start);
    if (hash_member(read, &stated) && !rw_hash_equal(&stated, &import->content_hash))
        report(read, "content_hash", RW_FIELD_INCONSISTENT, "the hash of all lines before this one is %s",
               import->content_hash.text);
}

static void read_typed_line(reader *read)
{
    const char *type = text_member(read, "type");
    if (type == NULL)
        return;
    if (!read->begun && strcmp(type, "catalogue") != 0) {
        report(read, "type", RW_FIELD_NOT_SORTED, "the first line must be of the type \"catalogue\"");
        read->begun = true;
    }
    if (read->ended)
        report(read, "", RW_FIELD_NOT_ALLOWED, "nothing may follow the line of the type \"end\"");
    else if (strcmp(type, "catalogue") == 0)
        read_header(read);
    else if (strcmp(type, "name") == 0)
        read_name(read);
    else if (strcmp(type, "revision") == 0)
        read_revision(read);
    else if (strcmp(type, "end") == 0)
        read_end(read);
    else
        report(read, "type", RW_FIELD_UNKNOWN_VALUE,
               "type must be \"catalogue\", \"name\", \"revision\" or \"end\"");
}

static void read_line(reader *read, const char *line, size_t length)
{
    rw_tape tape;
    rw_problem apart;
    rw_problem_init(&apart);
    rw_arena_init(&read->arena);
    snprintf(read->prefix, sizeof read->prefix, "/%zu", read->line);
    const size_t fields = read->problem->field_count;
    read->line_wrong = false;
    if (rw_tape_read(line, length, &limits, &read->arena, &tape, &apart)) {
        read->tape = &tape;
        if (rw_tape_is(rw_tape_root(&tape), RW_TAPE_OBJECT))
            read_typed_line(read);
        else
            report(read, "", RW_FIELD_WRONG_TYPE, "each line must be a JSON object");
    } else if (apart.code == RW_PROBLEM_OUT_OF_MEMORY) {
        read->no_memory = true;
    } else {
        report(read, "", RW_FIELD_INVALID_JSON, "%s", apart.detail);
    }
    if (read->line_wrong || read->problem->field_count > fields || read->problem->code != RW_PROBLEM_NONE)
        read->wrong_lines++;
    rw_problem_free(&apart);
    rw_arena_free(&read->arena);
}

static void read_lines(reader *read)
{
    size_t at = 0;
    while (at < read->length && !read->no_memory && read->problem->code == RW_PROBLEM_NONE &&
           read->wrong_lines < WRONG_LINES_MAX) {
        const char *line = read->text + at;
        const char *end = memchr(line, '\n', read->length - at);
        const size_t length = end == NULL ? read->length - at : (size_t)(end - line);
        read->line++;
        read->line_start = at;
        read_line(read, line, length);
        at += length + 1;
    }
    if (!read->ended && !read->no_memory && read->wrong_lines == 0) {
        snprintf(read->prefix, sizeof read->prefix, "/%zu", read->line + 1);
        report(read, "", RW_FIELD_MISSING, "the last line must be of the type \"end\": the import was cut short");
        read->wrong_lines++;
    }
}

/* Now that the arrays do not move any more. */
static void tie(const reader *read)
{
    rw_import *import = read->import;
    for (size_t i = 0; i < import->name_count; i++)
        import->names[i].revisions = import->revisions == NULL ? NULL : &import->revisions[read->firsts[i]];
}

bool rw_import_read(const char *text, size_t length, rw_import *out, rw_problem *problem)
{
    rw_import import = {.name_count = 0};
    rw_arena_init(&import.arena);
    reader read = {.import = &import, .problem = problem, .text = text, .length = length};
    read_lines(&read);
    tie(&read);
    free(read.firsts);
    if (read.no_memory)
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to read the import");
    else if (read.wrong_lines > 0)
        rw_problem_set(problem, RW_PROBLEM_INVALID_REQUEST, "%s%zu line%s of the import %s wrong; nothing was written",
                       read.wrong_lines >= WRONG_LINES_MAX ? "at least " : "", read.wrong_lines,
                       read.wrong_lines == 1 ? "" : "s", read.wrong_lines == 1 ? "is" : "are");
    if (rw_problem_failed(problem)) {
        rw_import_free(&import);
        return false;
    }
    *out = import;
    return true;
}

void rw_import_free(rw_import *import)
{
    if (import == NULL)
        return;
    free(import->names);
    free(import->revisions);
    rw_arena_free(&import->arena);
    *import = (rw_import){.name_count = 0};
}
