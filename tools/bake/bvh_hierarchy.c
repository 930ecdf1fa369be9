/* The upper half of a BVH file: the tree of joints. Iterative, so that no nesting can exhaust the stack. */
#include "bvh_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_NUMBER 1e9

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

static void skip_blanks(rw_bvh_text *text)
{
    for (; text->at < text->end && is_blank(*text->at); text->at++) text->line += *text->at == '\n';
}

rw_bvh_word rw_bvh_next_word(rw_bvh_text *text)
{
    skip_blanks(text);
    rw_bvh_word word = {text->at, 0};
    if (text->at == text->end) return word;
    if (*text->at == '{' || *text->at == '}') {
        text->at++;
    } else {
        while (text->at < text->end && !is_blank(*text->at) && *text->at != '{' && *text->at != '}') text->at++;
    }
    word.length = (size_t)(text->at - word.text);
    return word;
}

bool rw_bvh_word_is(rw_bvh_word word, const char *keyword)
{
    return word.length == strlen(keyword) && strncasecmp(word.text, keyword, word.length) == 0;
}

bool rw_bvh_fail(rw_bvh_text *text, const char *format, ...)
{
    char place[40], detail[sizeof text->error->detail];
    (void)snprintf(place, sizeof place, "line %zu", text->line);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(detail, sizeof detail, format, arguments);
    va_end(arguments);
    return rw_bake_fail(text->error, place, "%s", detail);
}

/* A word as it can be shown in a message: its beginning, zero bytes made visible. */
typedef struct shown_word {
    char text[44];
} shown_word;

static shown_word show(rw_bvh_word word)
{
    shown_word out;
    size_t length = word.length < 40 ? word.length : 40;
    for (size_t i = 0; i < length; i++) out.text[i] = word.text[i] ? word.text[i] : '?';
    (void)snprintf(&out.text[length], sizeof out.text - length, "%s", length < word.length ? "..." : "");
    return out;
}

static bool fail_word(rw_bvh_text *text, rw_bvh_word word, const char *wanted)
{
    if (word.length == 0)
        return rw_bvh_fail(text, "the file ends where %s should stand; it is torn: export it again", wanted);
    return rw_bvh_fail(text, "\"%s\" stands where %s should", show(word).text, wanted);
}

bool rw_bvh_next_number(rw_bvh_text *text, const char *what, double *out)
{
    rw_bvh_word word = rw_bvh_next_word(text);
    double value = 0;
    if (word.length == 0 || !rw_bake_number(word.text, word.length, &value)) return fail_word(text, word, what);
    if (!(fabs(value) <= MAX_NUMBER)) return rw_bvh_fail(text, "%s (%s) is beyond 1e9", show(word).text, what);
    *out = value;
    return true;
}

void rw_bvh_hierarchy_free(rw_bvh_hierarchy *hierarchy)
{
    for (size_t i = 0; i < hierarchy->count; i++) free(hierarchy->joints[i].name);
    free(hierarchy->joints);
    *hierarchy = (rw_bvh_hierarchy){0};
}

/* A name is the rest of the line, so that it may hold blanks and colons; a brace on the same line ends it. */
static char *take_name(rw_bvh_text *text)
{
    const char *first = text->at;
    while (text->at < text->end && *text->at != '\n' && *text->at != '{') text->at++;
    const char *last = text->at;
    while (first < last && is_blank(*first)) first++;
    while (last > first && is_blank(last[-1])) last--;
    return rw_bake_copy_text(first, (size_t)(last - first));
}

static bool expect(rw_bvh_text *text, const char *keyword)
{
    rw_bvh_word word = rw_bvh_next_word(text);
    if (rw_bvh_word_is(word, keyword)) return true;
    char wanted[40];
    (void)snprintf(wanted, sizeof wanted, "\"%s\"", keyword);
    return fail_word(text, word, wanted);
}

static bool add_joint(rw_bvh_text *text, rw_bvh_hierarchy *out, rw_bvh_joint joint)
{
    if (out->count == RW_BAKE_MAX_NODES) return rw_bvh_fail(text, "more than %d joints", RW_BAKE_MAX_NODES);
    if (out->count == out->capacity) {
        size_t capacity = out->capacity ? out->capacity * 2 : 64;
        rw_bvh_joint *grown = realloc(out->joints, capacity * sizeof *grown);
        if (!grown) return rw_bake_fail_memory(text->error, "");
        out->joints = grown;
        out->capacity = capacity;
    }
    out->joints[out->count++] = joint;
    return true;
}

/* Where the reader stands in the tree. */
typedef struct position {
    size_t current; /* the joint whose braces are open */
    size_t depth;
} position;

static bool open_joint(rw_bvh_text *text, rw_bvh_hierarchy *out, position *here, bool end_site)
{
    if (here->depth == RW_BAKE_MAX_DEPTH)
        return rw_bvh_fail(text, "joints are nested more than %d deep", RW_BAKE_MAX_DEPTH);
    rw_bvh_joint joint = {.parent = here->current, .end_site = end_site};
    char *name = take_name(text);
    if (!name) return rw_bake_fail_memory(text->error, "");
    if (end_site)
        free(name);
    else
        joint.name = name;
    if (!add_joint(text, out, joint)) {
        free(joint.name);
        return false;
    }
    here->current = out->count - 1;
    here->depth++;
    return expect(text, "{");
}

static bool read_offset(rw_bvh_text *text, rw_bvh_joint *joint)
{
    if (joint->has_offset) return rw_bvh_fail(text, "a second OFFSET for one joint; keep one");
    joint->has_offset = true;
    for (size_t i = 0; i < 3; i++)
        if (!rw_bvh_next_number(text, "a number of OFFSET", &joint->offset[i])) return false;
    return true;
}

static bool channel_of_word(rw_bvh_word word, rw_bvh_channel *out)
{
    static const char *const names[] = {"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (rw_bvh_word_is(word, names[i])) {
            *out = (rw_bvh_channel)i;
            return true;
        }
    }
    return false;
}

static bool read_channels(rw_bvh_text *text, rw_bvh_joint *joint)
{
    if (joint->has_channels) return rw_bvh_fail(text, "a second CHANNELS for one joint; keep one");
    if (joint->end_site) return rw_bvh_fail(text, "an End Site has no channels; remove its CHANNELS");
    joint->has_channels = true;
    rw_bvh_word word = rw_bvh_next_word(text);
    double count = 0;
    if (word.length == 0 || !rw_bake_number(word.text, word.length, &count))
        return fail_word(text, word, "the number of channels");
    if (!(count >= 0 && count <= RW_BVH_MAX_CHANNELS && count == floor(count)))
        return rw_bvh_fail(text, "%s channels; a joint has 0 to %d", show(word).text, RW_BVH_MAX_CHANNELS);
    unsigned seen = 0;
    for (size_t i = 0; i < (size_t)count; i++) {
        word = rw_bvh_next_word(text);
        rw_bvh_channel channel = RW_BVH_X_POSITION;
        if (!channel_of_word(word, &channel))
            return fail_word(text, word,
                             "a channel (Xposition, Yposition, Zposition, Xrotation, Yrotation, "
                             "Zrotation)");
        if (seen & (1u << channel))
            return rw_bvh_fail(text, "channel %s stands twice in one joint; keep one", show(word).text);
        seen |= 1u << channel;
        joint->channels[joint->channel_count++] = channel;
    }
    return true;
}

static bool close_joint(rw_bvh_text *text, const rw_bvh_hierarchy *out, position *here)
{
    if (here->current == RW_SCENE_NO_NODE) return rw_bvh_fail(text, "a closing brace without an open joint");
    here->current = out->joints[here->current].parent;
    here->depth--;
    return true;
}

static bool inside_joint(const rw_bvh_hierarchy *out, const position *here)
{
    return here->current != RW_SCENE_NO_NODE && !out->joints[here->current].end_site;
}

static bool read_entry(rw_bvh_text *text, rw_bvh_word word, rw_bvh_hierarchy *out, position *here)
{
    if (rw_bvh_word_is(word, "ROOT")) {
        if (here->current != RW_SCENE_NO_NODE)
            return rw_bvh_fail(text, "ROOT inside a joint; use JOINT, or close the braces before it");
        return open_joint(text, out, here, false);
    }
    if (rw_bvh_word_is(word, "JOINT")) {
        if (!inside_joint(out, here)) return rw_bvh_fail(text, "JOINT outside a ROOT or inside an End Site");
        return open_joint(text, out, here, false);
    }
    if (rw_bvh_word_is(word, "End")) {
        if (!inside_joint(out, here)) return rw_bvh_fail(text, "End Site outside a joint");
        return expect(text, "Site") && open_joint(text, out, here, true);
    }
    if (here->current == RW_SCENE_NO_NODE) return fail_word(text, word, "ROOT or MOTION");
    if (rw_bvh_word_is(word, "OFFSET")) return read_offset(text, &out->joints[here->current]);
    if (rw_bvh_word_is(word, "CHANNELS")) return read_channels(text, &out->joints[here->current]);
    return fail_word(text, word, "OFFSET, CHANNELS, JOINT, End Site or a brace");
}

bool rw_bvh_read_hierarchy(rw_bvh_text *text, rw_bvh_hierarchy *out)
{
    if (!expect(text, "HIERARCHY")) return false;
    position here = {RW_SCENE_NO_NODE, 0};
    for (;;) {
        rw_bvh_word word = rw_bvh_next_word(text);
        bool read = true;
        if (rw_bvh_word_is(word, "}"))
            read = close_joint(text, out, &here);
        else if (here.current == RW_SCENE_NO_NODE && rw_bvh_word_is(word, "MOTION"))
            return out->count > 0 || rw_bvh_fail(text, "MOTION without a ROOT before it");
        else
            read = read_entry(text, word, out, &here);
        if (!read) return false;
    }
}
