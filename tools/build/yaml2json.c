/*
 * yaml2json IN OUT: writes a YAML document as compact JSON. Runs on the machine that builds.
 *
 * Plain scalars get the type that YAML 1.2's core schema gives them: null, true and false, decimal numbers (in the text
 * of the source, so that 0.1 stays 0.1); everything else, and everything quoted, is a string. Keys are strings and
 * must be unique. Anchors, aliases, tags, other number forms and more than one document are errors: the contract
 * does without, and so reads the same everywhere.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define DEPTH_MAX 64

typedef struct rw_yaml_converter {
    yaml_document_t document;
    const char *path;
    FILE *out;
} rw_yaml_converter;

static bool fail(const rw_yaml_converter *converter, const yaml_node_t *node, const char *what)
{
    fprintf(stderr, "%s:%zu:%zu: %s\n", converter->path, node->start_mark.line + 1, node->start_mark.column + 1, what);
    return false;
}

/* JSON's number grammar. */
static bool is_number(const char *text)
{
    if (*text == '-')
        text++;
    const size_t whole = strspn(text, "0123456789");
    if (whole == 0 || (whole > 1 && *text == '0'))
        return false;
    text += whole;
    if (*text == '.') {
        const size_t fraction = strspn(text + 1, "0123456789");
        if (fraction == 0)
            return false;
        text += 1 + fraction;
    }
    if (*text == 'e' || *text == 'E') {
        text++;
        if (*text == '+' || *text == '-')
            text++;
        const size_t exponent = strspn(text, "0123456789");
        if (exponent == 0)
            return false;
        text += exponent;
    }
    return *text == '\0';
}

/* What other YAML readers might take for a number, a truth value or nothing, and we would print as a string. */
static bool is_doubtful(const char *text)
{
    static const char *const words[] = {"yes",  "no",   "on",   "off",  "Yes",  "No",    "On",    "Off",  "YES", "NO",
                                        "ON",   "OFF",  "True", "TRUE", "False", "FALSE", "Null",  "NULL", "~",  ".inf",
                                        "-.inf", ".nan", ".Inf", "-.Inf", ".NaN", "y", "n", "Y", "N"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    const char *digits = *text == '+' || *text == '-' ? text + 1 : text;
    if (*digits == '\0' || strspn(digits, "0123456789abcdefABCDEFxob._") != strlen(digits))
        return false;
    return *text == '+' || strncmp(digits, "0x", 2) == 0 || strncmp(digits, "0o", 2) == 0 ||
           (strspn(digits, "0123456789_.") == strlen(digits) && strchr(digits, '.') == strrchr(digits, '.'));
}

static void write_string(FILE *out, const char *text, size_t length)
{
    fputc('"', out);
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte == '\n')
            fputs("\\n", out);
        else if (byte < 0x20)
            fprintf(out, "\\u%04x", byte);
        else
            fputc(byte, out);
    }
    fputc('"', out);
}

static bool write_scalar(rw_yaml_converter *converter, const yaml_node_t *node, bool is_key)
{
    const char *text = (const char *)node->data.scalar.value;
    const bool plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (plain && !is_key) {
        if (*text == '\0') {
            fputs("null", converter->out);
            return true;
        }
        if (strcmp(text, "null") == 0 || strcmp(text, "true") == 0 || strcmp(text, "false") == 0 || is_number(text)) {
            fputs(text, converter->out);
            return true;
        }
        if (is_doubtful(text))
            return fail(converter, node, "readers of YAML disagree about this value; quote it or write it as JSON would");
    }
    write_string(converter->out, text, node->data.scalar.length);
    return true;
}

static bool write_node(rw_yaml_converter *converter, const yaml_node_t *node, unsigned depth);

static bool write_sequence(rw_yaml_converter *converter, const yaml_node_t *node, unsigned depth)
{
    fputc('[', converter->out);
    for (const yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
        if (item != node->data.sequence.items.start)
            fputc(',', converter->out);
        if (!write_node(converter, yaml_document_get_node(&converter->document, *item), depth + 1))
            return false;
    }
    fputc(']', converter->out);
    return true;
}

static bool key_repeats(rw_yaml_converter *converter, const yaml_node_pair_t *start, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = yaml_document_get_node(&converter->document, pair->key);
    for (const yaml_node_pair_t *at = start; at < pair; at++) {
        const yaml_node_t *other = yaml_document_get_node(&converter->document, at->key);
        if (strcmp((const char *)key->data.scalar.value, (const char *)other->data.scalar.value) == 0)
            return true;
    }
    return false;
}

static bool write_mapping(rw_yaml_converter *converter, const yaml_node_t *node, unsigned depth)
{
    const yaml_node_pair_t *start = node->data.mapping.pairs.start;
    fputc('{', converter->out);
    for (const yaml_node_pair_t *pair = start; pair < node->data.mapping.pairs.top; pair++) {
        const yaml_node_t *key = yaml_document_get_node(&converter->document, pair->key);
        if (key->type != YAML_SCALAR_NODE)
            return fail(converter, key, "a key must be a string");
        if (key_repeats(converter, start, pair))
            return fail(converter, key, "this key stands twice in its mapping");
        if (pair != start)
            fputc(',', converter->out);
        write_scalar(converter, key, true);
        fputc(':', converter->out);
        if (!write_node(converter, yaml_document_get_node(&converter->document, pair->value), depth + 1))
            return false;
    }
    fputc('}', converter->out);
    return true;
}

static bool write_node(rw_yaml_converter *converter, const yaml_node_t *node, unsigned depth)
{
    if (depth > DEPTH_MAX)
        return fail(converter, node, "nested too deeply");
    switch (node->type) {
    case YAML_SCALAR_NODE:
        return write_scalar(converter, node, false);
    case YAML_SEQUENCE_NODE:
        return write_sequence(converter, node, depth);
    case YAML_MAPPING_NODE:
        return write_mapping(converter, node, depth);
    case YAML_NO_NODE:
        break;
    }
    return fail(converter, node, "an empty node");
}

/* The loader resolves aliases silently; the events still show them. */
static bool check_plain(const char *path, FILE *in)
{
    yaml_parser_t parser;
    bool sound = true, done = false;
    unsigned documents = 0;
    if (yaml_parser_initialize(&parser) == 0)
        return false;
    yaml_parser_set_input_file(&parser, in);
    while (sound && !done) {
        yaml_event_t event;
        if (yaml_parser_parse(&parser, &event) == 0) {
            fprintf(stderr, "%s:%zu:%zu: %s\n", path, parser.problem_mark.line + 1, parser.problem_mark.column + 1,
                    parser.problem == NULL ? "cannot be read" : parser.problem);
            sound = false;
            break;
        }
        const bool anchored = (event.type == YAML_SCALAR_EVENT && event.data.scalar.anchor != NULL) ||
                              (event.type == YAML_SEQUENCE_START_EVENT && event.data.sequence_start.anchor != NULL) ||
                              (event.type == YAML_MAPPING_START_EVENT && event.data.mapping_start.anchor != NULL) ||
                              event.type == YAML_ALIAS_EVENT;
        const bool tagged = (event.type == YAML_SCALAR_EVENT && event.data.scalar.tag != NULL) ||
                            (event.type == YAML_SEQUENCE_START_EVENT && event.data.sequence_start.tag != NULL) ||
                            (event.type == YAML_MAPPING_START_EVENT && event.data.mapping_start.tag != NULL);
        if (event.type == YAML_DOCUMENT_START_EVENT)
            documents++;
        sound = !anchored && !tagged && documents <= 1;
        if (!sound)
            fprintf(stderr, "%s:%zu:%zu: anchors, aliases, tags and further documents are not read\n", path,
                    event.start_mark.line + 1, event.start_mark.column + 1);
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    rewind(in);
    return sound;
}

static bool convert(const char *path, FILE *in, FILE *out)
{
    yaml_parser_t parser;
    rw_yaml_converter converter = {.path = path, .out = out};
    if (!check_plain(path, in) || yaml_parser_initialize(&parser) == 0)
        return false;
    yaml_parser_set_input_file(&parser, in);
    bool sound = yaml_parser_load(&parser, &converter.document) != 0;
    if (sound) {
        const yaml_node_t *root = yaml_document_get_root_node(&converter.document);
        sound = root != NULL && write_node(&converter, root, 0);
        if (root == NULL)
            fprintf(stderr, "%s: holds no document\n", path);
        yaml_document_delete(&converter.document);
    }
    yaml_parser_delete(&parser);
    return sound && fputc('\n', out) != EOF;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: yaml2json IN OUT\n");
        return 2;
    }
    FILE *in = fopen(argv[1], "rb");
    if (in == NULL) {
        fprintf(stderr, "yaml2json: cannot open %s\n", argv[1]);
        return EXIT_FAILURE;
    }
    FILE *out = fopen(argv[2], "wb");
    bool sound = out != NULL && convert(argv[1], in, out);
    fclose(in);
    if (out != NULL && fclose(out) != 0)
        sound = false;
    if (!sound) {
        fprintf(stderr, "yaml2json: %s was not written\n", argv[2]);
        remove(argv[2]);
    }
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
