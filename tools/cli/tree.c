#include "tree.h"

#include "base/number.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct rw_tree_reader {
    rw_tree tree;
    size_t at;
    size_t depth;
    const char *detail;
} rw_tree_reader;

static bool fail(rw_tree_reader *reader, const char *detail)
{
    if (reader->detail == NULL)
        reader->detail = detail;
    return false;
}

static int peek(const rw_tree_reader *reader)
{
    return reader->at < reader->tree.length ? (unsigned char)reader->tree.text[reader->at] : -1;
}

static void skip_blanks(rw_tree_reader *reader)
{
    int c = peek(reader);
    while (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        reader->at++;
        c = peek(reader);
    }
}

static size_t add_value(rw_tree_reader *reader, rw_tree_kind kind)
{
    rw_tree *tree = &reader->tree;
    if (tree->value_count == tree->value_capacity) {
        size_t capacity = tree->value_capacity == 0 ? 64 : tree->value_capacity * 2;
        rw_tree_value *values = realloc(tree->values, capacity * sizeof *values);
        if (values == NULL) {
            fail(reader, "out of memory");
            return RW_TREE_NONE;
        }
        tree->values = values;
        tree->value_capacity = capacity;
    }
    tree->values[tree->value_count] = (rw_tree_value){.kind = kind, .start = reader->at};
    return tree->value_count++;
}

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool read_escape(rw_tree_reader *reader)
{
    reader->at++;
    int c = peek(reader);
    reader->at++;
    if (c == 'u') {
        for (int i = 0; i < 4; i++, reader->at++)
            if (hex_digit(peek(reader)) < 0)
                return fail(reader, "expected four hexadecimal digits after \\u");
        return true;
    }
    if (c <= 0 || strchr("\"\\/bfnrt", c) == NULL)
        return fail(reader, "unknown escape in a string");
    return true;
}

/* Moves behind the closing quote and stores where the text between the quotes lies. */
static bool read_string(rw_tree_reader *reader, size_t *start, size_t *end)
{
    reader->at++;
    *start = reader->at;
    for (;;) {
        int c = peek(reader);
        if (c < 0)
            return fail(reader, "the text ends inside a string");
        if (c < 0x20)
            return fail(reader, "a control character in a string must be escaped");
        if (c == '"')
            break;
        if (c != '\\')
            reader->at++;
        else if (!read_escape(reader))
            return false;
    }
    *end = reader->at++;
    return true;
}

static bool read_word(rw_tree_reader *reader, const char *word, rw_tree_kind kind)
{
    size_t length = strlen(word);
    if (reader->tree.length - reader->at < length || memcmp(reader->tree.text + reader->at, word, length) != 0)
        return fail(reader, "expected a value");
    size_t index = add_value(reader, kind);
    if (index == RW_TREE_NONE)
        return false;
    reader->at += length;
    reader->tree.values[index].end = reader->at;
    reader->tree.values[index].next = reader->tree.value_count;
    return true;
}

static bool read_number(rw_tree_reader *reader)
{
    size_t index = add_value(reader, RW_TREE_NUMBER);
    if (index == RW_TREE_NONE)
        return false;
    size_t start = reader->at;
    int c = peek(reader);
    while (c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E' || (c >= '0' && c <= '9')) {
        reader->at++;
        c = peek(reader);
    }
    double value;
    if (!rw_number_parse(reader->tree.text + start, reader->at - start, &value)) {
        reader->at = start;
        return fail(reader, "not a number, or one too large for a double");
    }
    reader->tree.values[index].end = reader->at;
    reader->tree.values[index].next = reader->tree.value_count;
    return true;
}

static bool read_value(rw_tree_reader *reader);

static bool read_member(rw_tree_reader *reader)
{
    size_t start, end;
    if (peek(reader) != '"')
        return fail(reader, "expected a key in quotes");
    if (!read_string(reader, &start, &end))
        return false;
    skip_blanks(reader);
    if (peek(reader) != ':')
        return fail(reader, "expected a colon after the key");
    reader->at++;
    skip_blanks(reader);
    size_t index = reader->tree.value_count;
    if (!read_value(reader))
        return false;
    reader->tree.values[index].key_start = start;
    reader->tree.values[index].key_end = end;
    return true;
}

/* An array or an object; recursion is bounded by RW_TREE_DEPTH. */
static bool read_container(rw_tree_reader *reader, rw_tree_kind kind)
{
    char close = kind == RW_TREE_OBJECT ? '}' : ']';
    size_t index = add_value(reader, kind);
    if (index == RW_TREE_NONE)
        return false;
    if (++reader->depth > RW_TREE_DEPTH)
        return fail(reader, "nested too deeply");
    reader->at++;
    skip_blanks(reader);
    size_t count = 0;
    while (peek(reader) != close || count > 0) {
        if (!(kind == RW_TREE_OBJECT ? read_member(reader) : read_value(reader)))
            return false;
        count++;
        skip_blanks(reader);
        if (peek(reader) == close)
            break;
        if (peek(reader) != ',')
            return fail(reader, kind == RW_TREE_OBJECT ? "expected a comma or }" : "expected a comma or ]");
        reader->at++;
        skip_blanks(reader);
    }
    reader->at++;
    reader->depth--;
    rw_tree_value *value = &reader->tree.values[index];
    value->end = reader->at;
    value->count = count;
    value->next = reader->tree.value_count;
    return true;
}

static bool read_value(rw_tree_reader *reader)
{
    int c = peek(reader);
    if (c == '{')
        return read_container(reader, RW_TREE_OBJECT);
    if (c == '[')
        return read_container(reader, RW_TREE_ARRAY);
    if (c == '"') {
        size_t index = add_value(reader, RW_TREE_STRING), start, end;
        if (index == RW_TREE_NONE || !read_string(reader, &start, &end))
            return false;
        reader->tree.values[index].start = start;
        reader->tree.values[index].end = end;
        reader->tree.values[index].next = reader->tree.value_count;
        return true;
    }
    if (c == 't')
        return read_word(reader, "true", RW_TREE_TRUE);
    if (c == 'f')
        return read_word(reader, "false", RW_TREE_FALSE);
    if (c == 'n')
        return read_word(reader, "null", RW_TREE_NULL);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(reader);
    return fail(reader, c < 0 ? "the text ends where a value is expected" : "expected a value");
}

static void locate(const rw_tree_reader *reader, rw_tree_error *error)
{
    size_t line = 1, line_start = 0;
    for (size_t i = 0; i < reader->at && i < reader->tree.length; i++)
        if (reader->tree.text[i] == '\n') {
            line++;
            line_start = i + 1;
        }
    *error = (rw_tree_error){.line = line, .column = reader->at - line_start + 1, .detail = reader->detail};
}

bool rw_tree_parse(const char *text, size_t length, rw_tree *out, rw_tree_error *error)
{
    rw_tree_reader reader = {.tree = {.text = text, .length = length}};
    skip_blanks(&reader);
    bool read = read_value(&reader);
    if (read) {
        skip_blanks(&reader);
        if (reader.at < length)
            read = fail(&reader, "text after the end of the document");
    }
    if (!read) {
        locate(&reader, error);
        rw_tree_free(&reader.tree);
        return false;
    }
    *out = reader.tree;
    return true;
}

void rw_tree_free(rw_tree *tree)
{
    if (tree == NULL)
        return;
    free(tree->values);
    *tree = (rw_tree){0};
}

size_t rw_tree_first(const rw_tree *tree, size_t at)
{
    if (at == RW_TREE_NONE || tree->values[at].count == 0)
        return RW_TREE_NONE;
    return at + 1;
}

size_t rw_tree_after(const rw_tree *tree, size_t parent, size_t at)
{
    size_t next = tree->values[at].next;
    return next < tree->values[parent].next ? next : RW_TREE_NONE;
}

static size_t find_step(const rw_tree *tree, size_t at, const char *step, size_t length)
{
    const rw_tree_value *parent = &tree->values[at];
    size_t wanted = 0, index = 0;
    if (parent->kind != RW_TREE_OBJECT && parent->kind != RW_TREE_ARRAY)
        return RW_TREE_NONE;
    for (size_t i = 0; i < length && parent->kind == RW_TREE_ARRAY; i++) {
        if (step[i] < '0' || step[i] > '9' || wanted > SIZE_MAX / 16)
            return RW_TREE_NONE;
        wanted = wanted * 10 + (size_t)(step[i] - '0');
    }
    for (size_t child = rw_tree_first(tree, at); child != RW_TREE_NONE; child = rw_tree_after(tree, at, child)) {
        const rw_tree_value *value = &tree->values[child];
        bool same = parent->kind == RW_TREE_ARRAY
                        ? index++ == wanted
                        : value->key_end - value->key_start == length &&
                              memcmp(tree->text + value->key_start, step, length) == 0;
        if (same)
            return child;
    }
    return RW_TREE_NONE;
}

size_t rw_tree_find(const rw_tree *tree, size_t at, const char *path)
{
    while (at != RW_TREE_NONE && *path != '\0') {
        size_t length = strcspn(path, ".");
        at = find_step(tree, at, path, length);
        path += length + (path[length] == '.');
    }
    return at;
}

bool rw_tree_is(const rw_tree *tree, size_t at, rw_tree_kind kind)
{
    return at != RW_TREE_NONE && tree->values[at].kind == kind;
}

double rw_tree_number(const rw_tree *tree, size_t at, double otherwise)
{
    double value = otherwise;
    if (rw_tree_is(tree, at, RW_TREE_NUMBER))
        (void)rw_number_parse(tree->text + tree->values[at].start, tree->values[at].end - tree->values[at].start,
                              &value);
    return value;
}

static uint32_t read_unit(const char *digits)
{
    uint32_t unit = 0;
    for (int i = 0; i < 4; i++)
        unit = unit * 16 + (uint32_t)hex_digit((unsigned char)digits[i]);
    return unit;
}

static size_t put_utf8(char *out, uint32_t point)
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (char)(0xC0 | (point >> 6));
        out[1] = (char)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (char)(0xE0 | (point >> 12));
        out[1] = (char)(0x80 | ((point >> 6) & 0x3F));
        out[2] = (char)(0x80 | (point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | (point >> 18));
    out[1] = (char)(0x80 | ((point >> 12) & 0x3F));
    out[2] = (char)(0x80 | ((point >> 6) & 0x3F));
    out[3] = (char)(0x80 | (point & 0x3F));
    return 4;
}

/* Resolves the escape at text[at], stores its bytes, and returns how many characters of the text it took. A lone
 * surrogate, and NUL, which a C text cannot hold, become U+FFFD. */
static size_t resolve_escape(const char *text, size_t at, size_t end, char *out, size_t *written)
{
    static const char letters[] = "bfnrt", controls[] = "\b\f\n\r\t";
    char c = text[at + 1];
    if (c != 'u') {
        const char *letter = strchr(letters, c);
        out[0] = letter != NULL ? controls[letter - letters] : c;
        *written = 1;
        return 2;
    }
    uint32_t point = read_unit(text + at + 2);
    size_t taken = 6;
    bool pair = point >= 0xD800 && point <= 0xDBFF && end - at >= 12 && text[at + 6] == '\\' && text[at + 7] == 'u';
    uint32_t low = pair ? read_unit(text + at + 8) : 0;
    if (pair && low >= 0xDC00 && low <= 0xDFFF) {
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        taken = 12;
    }
    if (point == 0 || (point >= 0xD800 && point <= 0xDFFF))
        point = 0xFFFD;
    *written = put_utf8(out, point);
    return taken;
}

char *rw_tree_text(const rw_tree *tree, size_t at)
{
    if (at == RW_TREE_NONE)
        return NULL;
    const rw_tree_value *value = &tree->values[at];
    char *copy = malloc(value->end - value->start + 1);
    if (copy == NULL)
        return NULL;
    size_t used = 0;
    for (size_t i = value->start; i < value->end;) {
        if (value->kind == RW_TREE_STRING && tree->text[i] == '\\') {
            size_t written;
            i += resolve_escape(tree->text, i, value->end, copy + used, &written);
            used += written;
        } else
            copy[used++] = tree->text[i++];
    }
    copy[used] = '\0';
    return copy;
}

bool rw_tree_text_equal(const rw_tree *tree, size_t at, const char *text)
{
    if (!rw_tree_is(tree, at, RW_TREE_STRING))
        return false;
    size_t length = tree->values[at].end - tree->values[at].start;
    return strlen(text) == length && memcmp(tree->text + tree->values[at].start, text, length) == 0;
}
