#include <jansson.h>

#include "codec/json_read.h"
#include "codec/tape.h"
#include "codec/tape_keys.h"
#include "codec/tape_number.h"
#include "codec/tape_text.h"

#define BLOCK 16 /* bytes that count_marks() looks at in one go */

#define SPACES (UINT64_C(1) << ' ' | 1u << '\n' | 1u << '\r' | 1u << '\t')

/* An open list. */
typedef struct frame {
    rw_tape_node *node;
    uint64_t keys;  /* a bit for each key so far; see key_bit() */
    uint32_t count; /* elements or members before the one at hand */
    char end;       /* the bracket that ends it */
} frame;

/*
 * Reads a copy of the body with zero bytes behind it, so that nothing has to look for the end: no token goes on over
 * a zero byte. Reading functions take the place where they begin and return the one behind what they read, or NULL
 * when it is not sound.
 */
typedef struct reader {
    char *text, *end;
    rw_tape_node *nodes, *next, *last; /* last: behind all there are */
    frame *top, *highest;              /* outside of all lists `top` is before the first */
    size_t keys_max;
    uint32_t *order; /* see rw_tape_repeats_key() */
    size_t order_size;
    rw_arena *arena;
    bool no_memory;
    frame frames[RW_CODEC_DEPTH_MAX + 1]; /* the first stands for what is outside */
} reader;

static inline char *skip_space(char *at)
{
    while ((unsigned char)*at <= ' ' && (SPACES >> *at & 1) != 0)
        at++;
    return at;
}

/* NULL when there are more values than a sound body has. */
static inline rw_tape_node *add_node(reader *read, const char *at, rw_tape_type type)
{
    rw_tape_node *node = read->next;
    if (node == read->last)
        return NULL;
    read->next = node + 1;
    node->offset = (uint32_t)(at - read->text);
    node->type = type;
    return node;
}

__attribute__((always_inline)) static inline char *read_text(reader *read, char *at)
{
    rw_tape_node *node = add_node(read, at, RW_TAPE_TEXT);
    if (node == NULL)
        return NULL;
    char *const start = at + 1;
    char *stop = rw_tape_skip_plain(start);
    at = stop;
    if (*at != '"') {
        at = rw_tape_unescape(at, read->end, &stop);
        if (at == NULL)
            return NULL;
    }
    *stop = '\0';
    node->as.length = (uint32_t)(stop - start);
    return at + 1;
}

static inline char *read_number(reader *read, char *at)
{
    rw_tape_node *node = add_node(read, at, RW_TAPE_NUMBER);
    const size_t length = node != NULL ? rw_tape_read_number(at, &node->as.number) : 0;
    return length > 0 ? at + length : NULL;
}

static char *read_word(reader *read, char *at, const char *word, size_t length, rw_tape_type type)
{
    if (strncmp(at, word, length) != 0)
        return NULL;
    return add_node(read, at, type) != NULL ? at + length : NULL;
}

/* Anything but a list. */
static inline char *read_scalar(reader *read, char *at)
{
    if (*at == '"')
        return read_text(read, at);
    if ((unsigned)(unsigned char)*at - '0' <= 9 || *at == '-')
        return read_number(read, at);
    if (*at == 't')
        return read_word(read, at, "true", 4, RW_TAPE_TRUE);
    if (*at == 'f')
        return read_word(read, at, "false", 5, RW_TAPE_FALSE);
    return *at == 'n' ? read_word(read, at, "null", 4, RW_TAPE_NULL) : NULL;
}

static rw_tape view(const reader *read)
{
    return (rw_tape){.text = read->text, .nodes = read->nodes};
}

/* Keys that have different bits are different. The empty one has its quote for a last byte. */
static inline uint64_t key_bit(const char *key, size_t length)
{
    const unsigned first = (unsigned char)key[0];
    const unsigned last = (unsigned char)key[(ptrdiff_t)length - 1];
    return UINT64_C(1) << ((first + last * 5 + (unsigned)length * 3) & 63);
}

static bool has_key(const reader *read, const frame *top, const rw_tape_node *key)
{
    const rw_tape tape = view(read);
    return rw_tape_has_key(&tape, (uint32_t)(top->node - read->nodes), (uint32_t)(key - read->nodes));
}

/* A key and its colon. Few keys are compared as they come; many when the object ends. */
static inline char *read_key(reader *read, char *at)
{
    frame *top = read->top;
    at = skip_space(at);
    if (*at != '"' || top->count >= read->keys_max)
        return NULL;
    const char *const key = at + 1;
    const rw_tape_node *const node = read->next;
    at = read_text(read, at);
    if (at == NULL)
        return NULL;
    if (top->count < RW_TAPE_FEW_KEYS) {
        const uint64_t bit = key_bit(key, node->as.length);
        if ((top->keys & bit) != 0 && has_key(read, top, node))
            return NULL;
        top->keys |= bit;
    }
    at = skip_space(at);
    return *at == ':' ? at + 1 : NULL;
}

/* The bracket and the space behind it. */
static inline char *open_list(reader *read, char *at)
{
    rw_tape_node *node = add_node(read, at, *at == '{' ? RW_TAPE_OBJECT : RW_TAPE_ARRAY);
    if (node == NULL || read->top == read->highest)
        return NULL;
    frame *top = ++read->top;
    top->node = node;
    top->keys = 0;
    top->count = 0;
    top->end = (char)(*at + 2); /* as ASCII has them */
    return skip_space(at + 1);
}

/* Room for the keys of one object, kept for the next. */
static uint32_t *make_order(reader *read, size_t count)
{
    if (count > read->order_size) {
        const size_t size = count > 2 * read->order_size ? count : 2 * read->order_size;
        uint32_t *order = rw_arena_take(read->arena, size, sizeof *order);
        if (order == NULL)
            return NULL;
        read->order = order;
        read->order_size = size;
    }
    return read->order;
}

/* Whether a key stands twice, or no memory is left to tell. */
static bool repeats_key(reader *read, const frame *top)
{
    uint32_t *order = make_order(read, top->count);
    if (order == NULL) {
        read->no_memory = true;
        return true;
    }
    const rw_tape tape = view(read);
    return rw_tape_repeats_key((rw_value){&tape, (uint32_t)(top->node - read->nodes)}, order);
}

static inline bool close_list(reader *read)
{
    const frame *top = read->top--;
    top->node->as.list.count = top->count;
    top->node->as.list.end = (uint32_t)(read->next - read->nodes);
    return top->end == ']' || top->count <= RW_TAPE_FEW_KEYS || !repeats_key(read, top);
}

/* What follows a value: closes the lists that end with it. Returns where the comma before the next value is, or the
 * end of the outermost. */
static inline char *end_value(reader *read, char *at)
{
    for (frame *top = read->top; top > read->frames; top--) {
        top->count++;
        at = skip_space(at);
        if (*at == ',')
            return at;
        if (*at != top->end || !close_list(read))
            return NULL;
        at++;
    }
    return at;
}

static char *read_value(reader *read, char *at)
{
    for (;;) {
        if (read->top->end == '}') {
            at = read_key(read, at);
            if (at == NULL)
                return NULL;
        }
        at = skip_space(at);
        if (*at == '{' || *at == '[') {
            at = open_list(read, at);
            if (at == NULL)
                return NULL;
            if (*at != read->top->end)
                continue;
            if (!close_list(read))
                return NULL;
            at++;
        } else {
            at = read_scalar(read, at);
            if (at == NULL)
                return NULL;
        }
        at = end_value(read, at);
        if (at == NULL || *at != ',' || read->top == read->frames)
            return at;
        at++;
    }
}

static inline unsigned char is_mark(char character)
{
    return (unsigned char)((character == ',') + (character == ':') + ((character | 0x20) == '{'));
}

/* At least the bytes that a value or key can follow; the rest that fills no block is taken for such. Laid out for
 * compilers to take a block at once; the lanes are emptied before they are full. */
static size_t count_marks(const char *text, size_t length)
{
    size_t count = length % BLOCK;
    length -= count;
    while (length > 0) {
        unsigned char lanes[BLOCK] = {0};
        const size_t step = length < 255 * BLOCK ? length : 255 * BLOCK;
        for (const char *end = text + step; text < end; text += BLOCK) {
            for (int i = 0; i < BLOCK; i++)
                lanes[i] = (unsigned char)(lanes[i] + is_mark(text[i]));
        }
        for (int i = 0; i < BLOCK; i++)
            count += lanes[i];
        length -= step;
    }
    return count;
}

/* The most nodes that a sound body has: each but the first follows a mark, and needs a byte besides. */
static size_t bound_nodes(const char *body, size_t length)
{
    const size_t marks = count_marks(body, length) + 1;
    const size_t pairs = length / 2 + 1;
    return marks < pairs ? marks : pairs;
}

/* Makes room for the nodes and, behind them, the copy. Field by field: the frames need no beginning. */
static bool begin(reader *read, const char *body, size_t length, const rw_codec_limits *limits, rw_arena *arena)
{
    const size_t capacity = bound_nodes(body, length);
    const size_t copy = (length + RW_TAPE_PADDING + sizeof(rw_tape_node) - 1) / sizeof(rw_tape_node);
    read->nodes = rw_arena_take(arena, capacity + copy, sizeof *read->nodes);
    if (read->nodes == NULL)
        return false;
    read->next = read->nodes;
    read->last = read->nodes + capacity;
    read->text = (char *)read->last;
    read->end = read->text + length;
    if (length > 0)
        memcpy(read->text, body, length);
    memset(read->end, 0, RW_TAPE_PADDING);
    read->top = read->frames;
    read->top->end = '\0';
    read->highest = read->frames + (limits->depth < RW_CODEC_DEPTH_MAX ? limits->depth : RW_CODEC_DEPTH_MAX);
    read->keys_max = limits->keys;
    read->order = NULL;
    read->order_size = 0;
    read->arena = arena;
    read->no_memory = false;
    return true;
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
    if (!rw_json_few_values(body, length, limits, problem))
        return false;
    reader read;
    bool no_memory = !begin(&read, body, length, limits, arena);
    if (!no_memory) {
        char *at = read_value(&read, read.text);
        if (at != NULL && skip_space(at) == read.end) {
            *tape = view(&read);
            return true;
        }
        no_memory = read.no_memory;
    }
    if (no_memory)
        rw_problem_set(problem, RW_PROBLEM_OUT_OF_MEMORY, "no memory was left to read the body");
    else
        explain(body, length, limits, problem);
    return false;
}
