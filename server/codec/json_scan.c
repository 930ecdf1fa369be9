#include "codec/json_scan.h"

#include <stdint.h>
#include <string.h>

#include "codec/limits.h"
#include "codec/pointer.h"
#include "codec/utf8.h"

/* An open array or object. */
typedef struct frame {
    bool array;
    bool has_key;      /* object: the key of the element at hand is known */
    size_t count;      /* elements before the one at hand */
    size_t key_start;  /* between the quotes */
    size_t key_length;
} frame;

typedef enum expectation {
    EXPECT_VALUE,
    EXPECT_VALUE_OR_END, /* after [ */
    EXPECT_KEY,
    EXPECT_KEY_OR_END, /* after { */
    EXPECT_COLON,
    EXPECT_COMMA_OR_END,
    EXPECT_NOTHING, /* the value is complete */
} expectation;

typedef struct scanner {
    const char *text;
    size_t length;
    size_t at;    /* the next byte */
    size_t token; /* where the token at hand begins */
    size_t depth_max, keys_max;
    size_t stop; /* end with the token that reaches this offset */
    size_t depth;
    expectation expect;
    frame frames[RW_CODEC_DEPTH_MAX];
} scanner;

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static bool at_digit(const scanner *scan)
{
    return scan->at < scan->length && is_digit(scan->text[scan->at]);
}

static void skip_space(scanner *scan)
{
    while (scan->at < scan->length) {
        const char character = scan->text[scan->at];
        if (character != ' ' && character != '\t' && character != '\n' && character != '\r')
            return;
        scan->at++;
    }
}

/* Four hexadecimal digits at `at`; -1 when they are not. */
static long read_hex(const scanner *scan, size_t at)
{
    if (scan->length - at < 4)
        return -1;
    long value = 0;
    for (size_t i = at; i < at + 4; i++) {
        const char c = scan->text[i];
        if (is_digit(c))
            value = value * 16 + (c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (c - 'a' + 10);
        else if (c >= 'A' && c <= 'F')
            value = value * 16 + (c - 'A' + 10);
        else
            return -1;
    }
    return value;
}

/* At the u of \u. */
static rw_json_fault scan_unicode_escape(scanner *scan)
{
    const long unit = read_hex(scan, scan->at + 1);
    if (unit < 0)
        return RW_JSON_BAD_ESCAPE;
    if (unit == 0)
        return RW_JSON_NUL;
    scan->at += 5;
    if (unit < 0xD800 || unit > 0xDFFF)
        return RW_JSON_SOUND;
    const bool pair = unit < 0xDC00 && scan->length - scan->at >= 6 && scan->text[scan->at] == '\\' &&
                      scan->text[scan->at + 1] == 'u';
    const long low = pair ? read_hex(scan, scan->at + 2) : -1;
    if (low < 0xDC00 || low > 0xDFFF) {
        scan->at -= 6;
        return RW_JSON_SURROGATE;
    }
    scan->at += 6;
    return RW_JSON_SOUND;
}

static rw_json_fault scan_escape(scanner *scan)
{
    scan->at++;
    if (scan->at == scan->length)
        return RW_JSON_CUT_SHORT;
    const char letter = scan->text[scan->at];
    if (letter == 'u')
        return scan_unicode_escape(scan);
    if (letter == '\0' || strchr("\"\\/bfnrt", letter) == NULL)
        return RW_JSON_BAD_ESCAPE;
    scan->at++;
    return RW_JSON_SOUND;
}

/* At the opening quote; ends after the closing one. A fault inside moves the token to where it is. */
static rw_json_fault scan_text(scanner *scan)
{
    scan->at++;
    while (scan->at < scan->length) {
        const unsigned char character = (unsigned char)scan->text[scan->at];
        rw_json_fault fault = RW_JSON_SOUND;
        const size_t start = scan->at;
        if (character == '"') {
            scan->at++;
            return RW_JSON_SOUND;
        }
        if (character == '\\') {
            fault = scan_escape(scan);
        } else if (character < 0x20) {
            fault = RW_JSON_CONTROL;
        } else if (character < 0x80) {
            scan->at++;
        } else {
            const size_t size = rw_utf8_character(scan->text + start, scan->length - start);
            if (size == 0)
                fault = RW_JSON_BAD_UTF8;
            scan->at += size;
        }
        if (fault != RW_JSON_SOUND) {
            scan->token = start;
            return fault;
        }
    }
    scan->token = scan->length;
    return RW_JSON_CUT_SHORT;
}

static bool is_word(char character)
{
    return is_digit(character) || (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           character == '_' || character == '+' || character == '-' || character == '.';
}

/* The run of letters, digits and signs that begins at the token. */
static size_t word_length(const scanner *scan)
{
    size_t end = scan->token;
    while (end < scan->length && is_word(scan->text[end]))
        end++;
    return end - scan->token;
}

static bool is_one_of(const char *word, size_t length, const char *const *list)
{
    for (; *list != NULL; list++) {
        if (strlen(*list) == length && memcmp(*list, word, length) == 0)
            return true;
    }
    return false;
}

static rw_json_fault wrong_word(const scanner *scan)
{
    static const char *const numbers_no_one_can_read[] = {"NaN",       "nan",  "NAN",       "Infinity", "infinity",
                                                          "inf",       "Inf",  "INF",       "+inf",     "-inf",
                                                          "-Infinity", "-NaN", "+Infinity", "-nan",     NULL};
    const char *word = scan->text + scan->token;
    const size_t length = word_length(scan);
    if (is_one_of(word, length, numbers_no_one_can_read))
        return RW_JSON_NOT_A_VALUE;
    if (length > 0 && (is_digit(word[0]) || word[0] == '-' || word[0] == '+' || word[0] == '.'))
        return RW_JSON_BAD_NUMBER;
    return RW_JSON_SYNTAX;
}

static bool skip_digits(scanner *scan)
{
    if (!at_digit(scan))
        return false;
    while (at_digit(scan))
        scan->at++;
    return true;
}

static rw_json_fault scan_number(scanner *scan)
{
    if (scan->text[scan->at] == '-')
        scan->at++;
    if (!at_digit(scan))
        return wrong_word(scan);
    if (scan->text[scan->at] == '0')
        scan->at++;
    else
        skip_digits(scan);
    if (scan->at < scan->length && scan->text[scan->at] == '.') {
        scan->at++;
        if (!skip_digits(scan))
            return wrong_word(scan);
    }
    if (scan->at < scan->length && (scan->text[scan->at] == 'e' || scan->text[scan->at] == 'E')) {
        scan->at++;
        if (scan->at < scan->length && (scan->text[scan->at] == '+' || scan->text[scan->at] == '-'))
            scan->at++;
        if (!skip_digits(scan))
            return wrong_word(scan);
    }
    return scan->at - scan->token == word_length(scan) ? RW_JSON_SOUND : wrong_word(scan);
}

static rw_json_fault scan_literal(scanner *scan)
{
    static const char *const literals[] = {"true", "false", "null", NULL};
    const size_t length = word_length(scan);
    if (!is_one_of(scan->text + scan->token, length, literals))
        return wrong_word(scan);
    scan->at += length;
    return RW_JSON_SOUND;
}

static void end_value(scanner *scan)
{
    scan->expect = scan->depth > 0 ? EXPECT_COMMA_OR_END : EXPECT_NOTHING;
}

static rw_json_fault open_frame(scanner *scan, bool array)
{
    if (scan->depth == scan->depth_max)
        return RW_JSON_TOO_DEEP;
    scan->frames[scan->depth++] = (frame){.array = array};
    scan->at++;
    scan->expect = array ? EXPECT_VALUE_OR_END : EXPECT_KEY_OR_END;
    return RW_JSON_SOUND;
}

static void close_frame(scanner *scan)
{
    scan->depth--;
    scan->at++;
    end_value(scan);
}

static rw_json_fault scan_value(scanner *scan)
{
    const char character = scan->text[scan->at];
    if (character == '{' || character == '[')
        return open_frame(scan, character == '[');
    rw_json_fault fault;
    if (character == '"')
        fault = scan_text(scan);
    else if (character == '-' || is_digit(character))
        fault = scan_number(scan);
    else
        fault = scan_literal(scan);
    if (fault == RW_JSON_SOUND)
        end_value(scan);
    return fault;
}

static rw_json_fault scan_key(scanner *scan)
{
    frame *top = &scan->frames[scan->depth - 1];
    if (scan->text[scan->at] != '"')
        return RW_JSON_SYNTAX;
    if (top->count >= scan->keys_max)
        return RW_JSON_TOO_MANY_KEYS;
    const size_t start = scan->at + 1;
    const rw_json_fault fault = scan_text(scan);
    if (fault != RW_JSON_SOUND)
        return fault;
    top->has_key = true;
    top->key_start = start;
    top->key_length = scan->at - 1 - start;
    scan->expect = EXPECT_COLON;
    return RW_JSON_SOUND;
}

static rw_json_fault scan_after_element(scanner *scan)
{
    frame *top = &scan->frames[scan->depth - 1];
    const char character = scan->text[scan->at];
    if (character == (top->array ? ']' : '}')) {
        close_frame(scan);
        return RW_JSON_SOUND;
    }
    if (character != ',')
        return RW_JSON_SYNTAX;
    scan->at++;
    top->count++;
    top->has_key = false;
    scan->expect = top->array ? EXPECT_VALUE : EXPECT_KEY;
    return RW_JSON_SOUND;
}

static rw_json_fault scan_token(scanner *scan)
{
    const char character = scan->text[scan->at];
    switch (scan->expect) {
    case EXPECT_VALUE_OR_END:
        if (character == ']') {
            close_frame(scan);
            return RW_JSON_SOUND;
        }
        return scan_value(scan);
    case EXPECT_VALUE:
        return scan_value(scan);
    case EXPECT_KEY_OR_END:
        if (character == '}') {
            close_frame(scan);
            return RW_JSON_SOUND;
        }
        return scan_key(scan);
    case EXPECT_KEY:
        return scan_key(scan);
    case EXPECT_COLON:
        if (character != ':')
            return RW_JSON_SYNTAX;
        scan->at++;
        scan->expect = EXPECT_VALUE;
        return RW_JSON_SOUND;
    case EXPECT_COMMA_OR_END:
        return scan_after_element(scan);
    case EXPECT_NOTHING:
        return RW_JSON_TRAILING;
    }
    return RW_JSON_SYNTAX;
}

/* Bytes that no token can begin with tell better by themselves what is wrong. */
static rw_json_fault refine(const scanner *scan, rw_json_fault fault)
{
    if (fault != RW_JSON_SYNTAX && fault != RW_JSON_TRAILING)
        return fault;
    const char *at = scan->text + scan->token;
    if ((unsigned char)*at >= 0x80 && rw_utf8_character(at, scan->length - scan->token) == 0)
        return RW_JSON_BAD_UTF8;
    return fault;
}

static rw_json_fault run(scanner *scan)
{
    if (scan->length >= 3 && memcmp(scan->text, "\xEF\xBB\xBF", 3) == 0)
        return RW_JSON_BOM;
    for (bool first = true;; first = false) {
        skip_space(scan);
        scan->token = scan->at;
        if (scan->at == scan->length) {
            if (scan->expect == EXPECT_NOTHING)
                return RW_JSON_SOUND;
            return first ? RW_JSON_EMPTY : RW_JSON_CUT_SHORT;
        }
        const rw_json_fault fault = scan_token(scan);
        if (fault != RW_JSON_SOUND)
            return refine(scan, fault);
        if (scan->at >= scan->stop)
            return RW_JSON_SOUND;
    }
}

/* Appends the key as the text it stands for. It is sound, so its escapes can be trusted. */
static void append_key(const scanner *scan, const frame *open, rw_pointer *pointer)
{
    rw_pointer_begin(pointer);
    const char *key = scan->text + open->key_start;
    size_t i = 0;
    while (i < open->key_length) {
        if (key[i] != '\\') {
            rw_pointer_put(pointer, key + i, 1);
            i++;
            continue;
        }
        static const char letters[] = "\"\\/bfnrt";
        static const char meanings[] = "\"\\/\b\f\n\r\t";
        if (key[i + 1] != 'u') {
            rw_pointer_put(pointer, &meanings[strchr(letters, key[i + 1]) - letters], 1);
            i += 2;
            continue;
        }
        unsigned long character = (unsigned long)read_hex(scan, open->key_start + i + 2);
        i += 6;
        if (character >= 0xD800 && character <= 0xDBFF) {
            const unsigned long low = (unsigned long)read_hex(scan, open->key_start + i + 2);
            character = 0x10000 + ((character - 0xD800) << 10) + (low - 0xDC00);
            i += 6;
        }
        char bytes[4];
        rw_pointer_put(pointer, bytes, rw_utf8_put(character, bytes));
    }
}

static void describe_place(const scanner *scan, rw_json_place *place)
{
    place->offset = scan->token;
    place->line = 1;
    place->column = 1;
    for (size_t i = 0; i < scan->token; i++) {
        if (scan->text[i] == '\n') {
            place->line++;
            place->column = 1;
        } else if (((unsigned char)scan->text[i] & 0xC0) != 0x80) {
            place->column++;
        }
    }
    rw_pointer pointer;
    rw_pointer_init(&pointer, place->pointer, sizeof place->pointer);
    for (size_t i = 0; i < scan->depth; i++) {
        const frame *open = &scan->frames[i];
        if (open->array)
            rw_pointer_index(&pointer, open->count);
        else if (open->has_key)
            append_key(scan, open, &pointer);
    }
}

rw_json_fault rw_json_scan(const char *text, size_t length, size_t depth, size_t keys, rw_json_place *place)
{
    scanner scan = {.text = text, .length = length, .depth_max = depth, .keys_max = keys, .stop = SIZE_MAX};
    if (scan.depth_max > RW_CODEC_DEPTH_MAX)
        scan.depth_max = RW_CODEC_DEPTH_MAX;
    const rw_json_fault fault = run(&scan);
    if (fault != RW_JSON_SOUND)
        describe_place(&scan, place);
    return fault;
}

void rw_json_locate(const char *text, size_t length, size_t offset, rw_json_place *place)
{
    scanner scan = {
        .text = text, .length = length, .depth_max = RW_CODEC_DEPTH_MAX, .keys_max = SIZE_MAX, .stop = offset};
    run(&scan);
    describe_place(&scan, place);
}
