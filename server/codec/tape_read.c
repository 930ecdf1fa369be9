#include <jansson.h>

#include "codec/json_read.h"
#include "codec/tape.h"
#include "codec/tape_keys.h"
#include "codec/tape_number.h"
#include "codec/tape_text.h"

#define BLOCK 16 /* bytes that count_marks() looks at in one go */

/* An open list. */
typedef struct frame {
    uint32_t node;
    uint32_t count; /* elements or members before the one at hand */
    uint64_t keys;  /* a bit for each key so far; see key_bit() */
    bool object;
} frame;

/* Reading functions take the place where they begin and return the one behind what they read, or NULL when it is not
 * sound. */
typedef struct reader {
    const char *body, *end;
    rw_tape_node *nodes;
    uint32_t count, capacity;
    char *unescaped;
    uint32_t unescaped_length;
    uint32_t *order; /* see rw_tape_repeats_key() */
    size_t order_size;
    rw_arena *arena;
    bool no_memory;
    size_t depth_max, keys_max;
    size_t depth;
    frame frames[RW_CODEC_DEPTH_MAX];
} reader;

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* NULL when there are more values than marks, as in a body that is not sound. */
static rw_tape_node *add_node(reader *read, const char *at, rw_tape_type type)
{
    if (read->count == read->capacity)
        return NULL;
    rw_tape_node *node = &read->nodes[read->count++];
    node->offset = (uint32_t)(at - read->body);
    node->type = (uint16_t)type;
    node->escaped = 0;
    return node;
}

/* What a text with escapes stands for is never longer than how it is written, so that as many bytes as are left hold
 * all that can come. */
static const char *read_escaped(reader *read, const char *at, rw_tape_node *node)
{
    if (read->unescaped == NULL) {
        read->unescaped = rw_arena_allocate(read->arena, (size_t)(read->end - at), 1);
        if (read->unescaped == NULL) {
            read->no_memory = true;
            return NULL;
        }
    }
    size_t length;
    at = rw_tape_unescape(at, read->end, read->unescaped + read->unescaped_length, &length);
    if (at == NULL)
        return NULL;
    node->escaped = 1;
    node->as.text.start = read->unescaped_length;
    node->as.text.length = (uint32_t)length;
    read->unescaped_length += (uint32_t)length;
    return at + 1;
}

static const char *read_text(reader *read, const char *at)
{
    rw_tape_node *node = add_node(read, at, RW_TAPE_TEXT);
    if (node == NULL)
        return NULL;
    const char *const start = at + 1;
    at = rw_tape_skip_text(start, read->end);
    if (at == read->end)
        return NULL;
    if (*at == '\\')
        return read_escaped(read, start, node);
    if (*at != '"')
        return NULL;
    node->as.text.start = (uint32_t)(start - read->body);
    node->as.text.length = (uint32_t)(at - start);
    return at + 1;
}

static const char *read_number(reader *read, const char *at)
{
    rw_tape_node *node = add_node(read, at, RW_TAPE_NUMBER);
    return node != NULL ? rw_tape_read_number(at, read->end, &node->as.number) : NULL;
}

static const char *read_word(reader *read, const char *at, const char *word, size_t length, rw_tape_type type)
{
    if ((size_t)(read->end - at) < length || memcmp(at, word, length) != 0)
        return NULL;
    return add_node(read, at, type) != NULL ? at + length : NULL;
}

/* Anything but a list. */
static const char *read_scalar(reader *read, const char *at)
{
    switch (*at) {
    case '"':
        return read_text(read, at);
    case '-':
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
        return read_number(read, at);
    case 't':
        return read_word(read, at, "true", 4, RW_TAPE_TRUE);
    case 'f':
        return read_word(read, at, "false", 5, RW_TAPE_FALSE);
    case 'n':
        return read_word(read, at, "null", 4, RW_TAPE_NULL);
    default:
        return NULL;
    }
}

/* Keys that have different bits are different. */
static uint64_t key_bit(rw_tape_string key)
{
    if (key.length == 0)
        return 1;
    const unsigned first = (unsigned char)key.data[0];
    const unsigned last = (unsigned char)key.data[key.length - 1];
    return UINT64_C(1) << ((first + last * 5 + (unsigned)key.length * 3) & 63);
}

static rw_tape view(const reader *read)
{
    return (rw_tape){.body = read->body, .unescaped = read->unescaped, .nodes = read->nodes};
}

/* Few keys are compared as they come; many when the object ends. */
static bool is_repeated(reader *read, frame *top, uint32_t key)
{
    if (top->count >= RW_TAPE_FEW_KEYS)
        return false;
    const rw_tape tape = view(read);
    const uint64_t bit = key_bit(rw_tape_text((rw_value){&tape, key}));
    if ((top->keys & bit) != 0 && rw_tape_has_key(&tape, top->node, key))
        return true;
    top->keys |= bit;
    return false;
}

/* A key and its colon. */
static const char *read_key(reader *read, const char *at)
{
    frame *top = &read->frames[read->depth - 1];
    at = skip_space(at, read->end);
    if (at == read->end || *at != '"' || top->count >= read->keys_max)
        return NULL;
    const uint32_t key = read->count;
    at = read_text(read, at);
    if (at == NULL || is_repeated(read, top, key))
        return NULL;
    at = skip_space(at, read->end);
    return at < read->end && *at == ':' ? at + 1 : NULL;
}

/* The bracket and the space behind it. */
static const char *open_list(reader *read, const char *at)
{
    if (read->depth == read->depth_max)
        return NULL;
    const bool object = *at == '{';
    frame *top = &read->frames[read->depth++];
    top->node = read->count;
    top->count = 0;
    top->keys = 0;
    top->object = object;
    if (add_node(read, at, object ? RW_TAPE_OBJECT : RW_TAPE_ARRAY) == NULL)
        return NULL;
    return skip_space(at + 1, read->end);
}

/* Room for the keys of one object, kept for the next. */
static uint32_t *make_order(reader *read, size_t count)
{
    if (count > read->order_size) {
        const size_t size = count > 2 * read->order_size ? count : 2 * read->order_size;
        uint32_t *order = rw_arena_allocate(read->arena, size, sizeof *order);
        if (order == NULL)
            return NULL;
        read->order = order;
        read->order_size = size;
    }
    return read->order;
}

static bool close_list(reader *read)
{
    const frame *top = &read->frames[--read->depth];
    rw_tape_node *node = &read->nodes[top->node];
    node->as.list.count = top->count;
    node->as.list.end = read->count;
    if (!top->object || top->count <= RW_TAPE_FEW_KEYS)
        return true;
    uint32_t *order = make_order(read, top->count);
    if (order == NULL) {
        read->no_memory = true;
        return false;
    }
    const rw_tape tape = view(read);
    return !rw_tape_repeats_key((rw_value){&tape, top->node}, order);
}

/* What follows a value: closes the lists that end with it and goes on to the next value, or to the end of the
 * outermost. */
static const char *end_value(reader *read, const char *at)
{
    while (read->depth > 0) {
        frame *top = &read->frames[read->depth - 1];
        top->count++;
        at = skip_space(at, read->end);
        if (at == read->end)
            return NULL;
        if (*at == ',')
            return top->object ? read_key(read, at + 1) : at + 1;
        if (*at != (top->object ? '}' : ']') || !close_list(read))
            return NULL;
        at++;
    }
    return at;
}

static const char *read_value(reader *read, const char *at)
{
    do {
        at = skip_space(at, read->end);
        if (at == read->end)
            return NULL;
        if (*at == '{' || *at == '[') {
            const bool object = *at == '{';
            at = open_list(read, at);
            if (at == NULL || at == read->end)
                return NULL;
            if (*at != (object ? '}' : ']')) {
                if (object)
                    at = read_key(read, at);
                continue;
            }
            if (!close_list(read))
                return NULL;
            at++;
        } else {
            at = read_scalar(read, at);
            if (at == NULL)
                return NULL;
        }
        at = end_value(read, at);
    } while (at != NULL && read->depth > 0);
    return at;
}

static unsigned char is_mark(char character)
{
    return (character == ',') | (character == ':') | ((character | 0x20) == '{');
}

/* The bytes that a value or key follows. Laid out for compilers to take a block at once; a lane is emptied before it
 * is full. */
static size_t count_marks(const char *text, size_t length)
{
    size_t count = 0;
    while (length >= BLOCK) {
        unsigned char lanes[BLOCK] = {0};
        for (int round = 0; round < 255 && length >= BLOCK; round++) {
            for (int i = 0; i < BLOCK; i++)
                lanes[i] = (unsigned char)(lanes[i] + is_mark(text[i]));
            text += BLOCK;
            length -= BLOCK;
        }
        for (int i = 0; i < BLOCK; i++)
            count += lanes[i];
    }
    for (size_t i = 0; i < length; i++)
        count += is_mark(text[i]);
    return count;
}

/* The most nodes that a sound body has: each but the first follows a mark, and needs a byte besides. */
static uint32_t bound_nodes(const char *body, size_t length)
{
    const size_t marks = count_marks(body, length) + 1;
    const size_t pairs = length / 2 + 1;
    return (uint32_t)(marks < pairs ? marks : pairs);
}

/* Says what is wrong with a body that was refused. */
static void explain(const char *body, size_t length, const rw_codec_limits *limits, rw_problem *problem)
{
    json_t *root = rw_json_read(body, length, limits, problem);
    if (root == NULL)
        return;
    json_decref(root);
    rw_problem_set(problem, RW_PROBLEM_INTERNAL, "the body is sound, but it could not be read");
}

bool rw_tape_read(const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena, rw_tape *tape,
                  rw_problem *problem)
{
    if (length > RW_TAPE_LENGTH_MAX) {
        rw_problem_set(problem, RW_PROBLEM_BODY_TOO_LARGE, "a body has at most %d bytes", RW_TAPE_LENGTH_MAX);
        return false;
    }
    /* Field by field: the frames need no beginning. */
    reader read;
    read.capacity = bound_nodes(body, length);
    read.nodes = rw_arena_allocate(arena, read.capacity, sizeof *read.nodes);
    read.no_memory = read.nodes == NULL;
    read.body = body;
    read.end = body != NULL ? body + length : NULL;
    read.count = 0;
    read.unescaped = NULL;
    read.unescaped_length = 0;
    read.order = NULL;
    read.order_size = 0;
    read.arena = arena;
    read.depth_max = limits->depth < RW_CODEC_DEPTH_MAX ? limits->depth : RW_CODEC_DEPTH_MAX;
    read.keys_max = limits->keys;
    read.depth = 0;
    const char *at = read.no_memory ? NULL : read_value(&read, body);
    if (at != NULL && skip_space(at, read.end) == read.end) {
        *tape = view(&read);
        return true;
    }
    if (read.no_memory)
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to read the body");
    else
        explain(body, length, limits, problem);
    return false;
}
