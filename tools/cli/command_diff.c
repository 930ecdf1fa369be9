#include "command.h"
#include "file.h"
#include "offline.h"
#include "table.h"

#include "base/name.h"
#include "codec/difference.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 60 };

static bool is_file(const char *text)
{
    size_t length = strlen(text);
    return strchr(text, '/') != NULL || (length >= 5 && strcmp(text + length - 5, ".json") == 0);
}

/* Reads a document into its canonical text, which lies in the arena. */
static int read_document(rw_console *console, const char *kind, const char *what, const char *text, size_t length,
                         rw_arena *arena, rw_codec_document_text *out)
{
    rw_problem problem;
    rw_clip_document clip = {0};
    rw_profile_document profile = {0};
    rw_problem_init(&problem);
    if (strcmp(kind, "clips") == 0) {
        rw_codec_clip_decode(text, length, NULL, arena, &clip, &problem);
        *out = (rw_codec_document_text){clip.canonical, clip.canonical_length};
    } else {
        rw_codec_profile_decode(text, length, NULL, arena, &profile, &problem);
        *out = (rw_codec_document_text){profile.canonical, profile.canonical_length};
    }
    int code = rw_problem_conclude(&problem) ? rw_offline_refuse(console, what, &problem) : RW_EXIT_OK;
    rw_problem_free(&problem);
    return code;
}

/* What is stored under NAME or NAME@REVISION. */
static int fetch(rw_console *console, const rw_arguments *arguments, const char *kind, const char *name,
                 rw_arena *arena, rw_codec_document_text *out)
{
    char path[RW_ANSWER_PATH_SIZE];
    rw_answer answer = {0};
    int code = rw_answer_fetch(console, arguments, kind, name, path, &answer);
    if (code == RW_EXIT_OK)
        code = read_document(console, kind, path, answer.text, answer.length, arena, out);
    rw_answer_free(&answer);
    return code;
}

static int load(rw_console *console, const rw_arguments *arguments, const char *kind, const char *side,
                rw_arena *arena, rw_codec_document_text *out)
{
    char *text;
    size_t length;
    if (!is_file(side))
        return fetch(console, arguments, kind, side, arena, out);
    if (!rw_file_read(console, "the document", side, &text, &length))
        return RW_EXIT_BAD_INPUT;
    int code = read_document(console, kind, side, text, length, arena, out);
    free(text);
    return code;
}

/* The text of a value, cut where it is long; "-" where there is none. */
static void put_value(rw_table *table, const rw_tree *tree, size_t at)
{
    char shown[SHOWN + 8] = "-";
    if (at != RW_TREE_NONE) {
        const rw_tree_value *value = &tree->values[at];
        bool quoted = value->kind == RW_TREE_STRING;
        size_t start = value->start - quoted, length = value->end + quoted - start;
        snprintf(shown, sizeof shown, "%.*s%s", (int)(length < SHOWN ? length : SHOWN), tree->text + start,
                 length > SHOWN ? "…" : "");
    }
    rw_table_text(table, shown, RW_COLOUR_NONE);
}

static int print_table(rw_console *console, const rw_tree *tree)
{
    rw_table table;
    rw_table_init(&table, (const char *const[]){"where", "before", "after"}, 3);
    for (size_t at = rw_tree_first(tree, 0); at != RW_TREE_NONE; at = rw_tree_after(tree, 0, at)) {
        char *pointer = rw_tree_text(tree, rw_tree_find(tree, at, "pointer"));
        rw_table_text(&table, pointer != NULL ? pointer : "?", RW_COLOUR_BOLD);
        free(pointer);
        put_value(&table, tree, rw_tree_find(tree, at, "before"));
        put_value(&table, tree, rw_tree_find(tree, at, "after"));
    }
    bool printed = rw_table_print(&table, console->out, console->colour_out, true);
    if (!printed)
        rw_console_error(console, "out of memory while printing the differences");
    rw_table_free(&table);
    return printed ? RW_EXIT_NO : RW_EXIT_INTERNAL;
}

static int compare(rw_console *console, const rw_arguments *arguments, const rw_codec_document_text *before,
                   const rw_codec_document_text *after, rw_arena *arena)
{
    rw_buffer text;
    rw_json_writer writer;
    rw_problem problem;
    rw_tree tree;
    rw_tree_error error;
    rw_buffer_init(&text, RW_FILE_MAX);
    rw_json_writer_init(&writer, &text);
    rw_problem_init(&problem);
    int code = RW_EXIT_INTERNAL;
    if (!rw_codec_write_differences(&writer, before, after, arena, &problem)) {
        rw_offline_refuse(console, "a document", &problem);
    } else if (!rw_buffer_ok(&text) || !rw_tree_parse(text.data, text.length, &tree, &error)) {
        rw_console_error(console, "out of memory");
    } else {
        bool same = tree.values[0].count == 0;
        code = same ? RW_EXIT_OK : RW_EXIT_NO;
        if (rw_arguments_has(arguments, "json"))
            rw_answer_print_text(console, text.data, text.length);
        else if (same)
            rw_console_note(console, "nothing differs");
        else
            code = print_table(console, &tree);
        rw_tree_free(&tree);
    }
    rw_problem_free(&problem);
    rw_buffer_free(&text);
    return code;
}

int rw_command_diff(rw_console *console, const rw_arguments *arguments)
{
    rw_codec_document_text before, after;
    rw_arena arena;
    char name[RW_NAME_SIZE] = "";
    const char *kind = rw_answer_kind(console, rw_arguments_operand(arguments, 0));
    const char *from = rw_arguments_operand(arguments, 1), *to = rw_arguments_operand(arguments, 2);
    if (kind == NULL)
        return RW_EXIT_USAGE;
    if (to == NULL && (is_file(from) || strchr(from, '@') == NULL)) {
        rw_console_error(console, "compare \"%s\" with what? give a second document", from);
        return RW_EXIT_USAGE;
    }
    if (to == NULL) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(from, "@"), from);
        to = name;
    }
    rw_arena_init(&arena);
    int code = load(console, arguments, kind, from, &arena, &before);
    if (code == RW_EXIT_OK)
        code = load(console, arguments, kind, to, &arena, &after);
    if (code == RW_EXIT_OK)
        code = compare(console, arguments, &before, &after, &arena);
    rw_arena_free(&arena);
    return code;
}
