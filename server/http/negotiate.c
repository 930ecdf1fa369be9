#include "http/negotiate.h"

#include <string.h>
#include <strings.h>

static bool is_blank(char character)
{
    return character == ' ' || character == '\t';
}

typedef struct rw_span {
    const char *text;
    size_t length;
} rw_span;

static rw_span trimmed(const char *text, size_t length)
{
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    while (length > 0 && is_blank(text[length - 1]))
        length--;
    return (rw_span){text, length};
}

static bool span_is(rw_span span, const char *text)
{
    return span.length == strlen(text) && strncasecmp(span.text, text, span.length) == 0;
}

/* The next element of a list that is separated by `separator`; false at its end. *at walks. */
static bool next_element(const char **at, const char *end, char separator, rw_span *element)
{
    if (*at >= end)
        return false;
    const char *stop = memchr(*at, separator, (size_t)(end - *at));
    if (stop == NULL)
        stop = end;
    *element = trimmed(*at, (size_t)(stop - *at));
    *at = stop + 1;
    return true;
}

/* "1", "0.5", "0.333" in thousandths; anything else counts as 1. */
static int quality_parse(rw_span value)
{
    if (value.length == 0 || value.length > 5 || (value.text[0] != '0' && value.text[0] != '1') ||
        (value.length > 1 && value.text[1] != '.'))
        return 1000;
    int quality = (value.text[0] - '0') * 1000, scale = 100;
    for (size_t i = 2; i < value.length; i++, scale /= 10) {
        if (value.text[i] < '0' || value.text[i] > '9')
            return 1000;
        quality += (value.text[i] - '0') * scale;
    }
    return quality > 1000 ? 1000 : quality;
}

/* Takes an element like "text/csv;q=0.5" apart. */
static rw_span element_quality(rw_span element, int *quality)
{
    const char *at = element.text, *end = element.text + element.length;
    rw_span name = {at, 0}, parameter;
    *quality = 1000;
    if (!next_element(&at, end, ';', &name))
        return name;
    while (next_element(&at, end, ';', &parameter))
        if (parameter.length >= 2 && (parameter.text[0] == 'q' || parameter.text[0] == 'Q') && parameter.text[1] == '=')
            *quality = quality_parse((rw_span){parameter.text + 2, parameter.length - 2});
    return name;
}

/* How closely a media range names the type: 3 exactly, 2 its main type, 1 by a range of everything, 0 not at all. */
static int range_fit(rw_span range, const char *type)
{
    const size_t main_length = strcspn(type, "/");
    if (span_is(range, type))
        return 3;
    if (range.length == main_length + 2 && strncasecmp(range.text, type, main_length + 1) == 0 &&
        range.text[main_length + 1] == '*')
        return 2;
    return span_is(range, "*/*") || span_is(range, "*") ? 1 : 0;
}

static int accept_quality(const char *accept, const char *type)
{
    const char *at = accept, *end = accept + strlen(accept);
    rw_span element;
    int best_fit = 0, best_quality = 0;
    while (next_element(&at, end, ',', &element)) {
        int quality = 0;
        const rw_span range = element_quality(element, &quality);
        const int fit = range_fit(range, type);
        if (fit > best_fit) {
            best_fit = fit;
            best_quality = quality;
        }
    }
    return best_quality;
}

bool rw_http_accept_choose(const char *accept, const char *const *produces, size_t *choice)
{
    if (accept == NULL || trimmed(accept, strlen(accept)).length == 0) {
        *choice = 0;
        return true;
    }
    int best = 0;
    for (size_t i = 0; produces[i] != NULL; i++) {
        const int quality = accept_quality(accept, produces[i]);
        if (quality > best) {
            best = quality;
            *choice = i;
        }
    }
    return best > 0;
}

bool rw_http_accepts_gzip(const char *accept_encoding)
{
    if (accept_encoding == NULL)
        return false;
    const char *at = accept_encoding, *end = accept_encoding + strlen(accept_encoding);
    rw_span element;
    int named = -1, any = -1;
    while (next_element(&at, end, ',', &element)) {
        int quality = 0;
        const rw_span coding = element_quality(element, &quality);
        if (span_is(coding, "gzip") || span_is(coding, "x-gzip"))
            named = quality;
        else if (span_is(coding, "*"))
            any = quality;
    }
    return (named >= 0 ? named : any) > 0;
}

static bool is_media(const char *content_type, const char *media)
{
    if (content_type == NULL)
        return true;
    const char *at = content_type, *end = content_type + strlen(content_type);
    rw_span element = {at, 0};
    if (!next_element(&at, end, ';', &element) || !span_is(element, media))
        return false;
    while (next_element(&at, end, ';', &element))
        if (element.length > 8 && strncasecmp(element.text, "charset=", 8) == 0) {
            const rw_span charset = {element.text + 8, element.length - 8};
            if (!span_is(charset, "utf-8") && !span_is(charset, "\"utf-8\""))
                return false;
        }
    return true;
}

bool rw_http_is_json(const char *content_type)
{
    return is_media(content_type, RW_HTTP_JSON);
}

bool rw_http_is_ndjson(const char *content_type)
{
    return is_media(content_type, RW_HTTP_NDJSON);
}

bool rw_http_is_identity(const char *content_encoding)
{
    if (content_encoding == NULL)
        return true;
    const char *at = content_encoding, *end = content_encoding + strlen(content_encoding);
    rw_span coding;
    while (next_element(&at, end, ',', &coding))
        if (coding.length > 0 && !span_is(coding, "identity"))
            return false;
    return true;
}

/* ---- entity tags ---- */

static const char gzip_suffix[] = "-gzip";

static bool tag_parse(rw_span element, rw_http_tag *tag)
{
    tag->weak = element.length > 2 && strncmp(element.text, "W/", 2) == 0;
    if (tag->weak) {
        element.text += 2;
        element.length -= 2;
    }
    if (element.length < 2 || element.text[0] != '"' || element.text[element.length - 1] != '"')
        return false;
    tag->text = element.text + 1;
    tag->length = element.length - 2;
    for (size_t i = 0; i < tag->length; i++)
        if ((unsigned char)tag->text[i] <= 0x20 || tag->text[i] == '"')
            return false;
    const size_t suffix = sizeof gzip_suffix - 1;
    if (tag->length > suffix && memcmp(tag->text + tag->length - suffix, gzip_suffix, suffix) == 0)
        tag->length -= suffix;
    return true;
}

/* A tag may hold commas inside its quotes. */
static const char *tag_end(const char *at)
{
    bool quoted = false;
    for (; *at != '\0' && (quoted || *at != ','); at++)
        if (*at == '"')
            quoted = !quoted;
    return at;
}

bool rw_http_tag_list_read(const rw_http_request *request, const char *header, rw_http_tag_list *list,
                           rw_problem *problem)
{
    rw_http_tag_list made = {0};
    const char *value = NULL;
    for (size_t i = 0; i < request->header_count; i++)
        if (strcasecmp(request->headers[i].name, header) == 0) {
            if (value != NULL) {
                rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "%s is given twice; join the tags with commas", header);
                return false;
            }
            value = request->headers[i].value;
        }
    if (value != NULL) {
        made.given = true;
        made.any = span_is(trimmed(value, strlen(value)), "*");
        for (const char *at = value; !made.any && *at != '\0';) {
            const char *end = tag_end(at);
            const rw_span element = trimmed(at, (size_t)(end - at));
            at = *end == ',' ? end + 1 : end;
            if (element.length == 0)
                continue;
            if (made.count == RW_HTTP_TAGS_MAX || !tag_parse(element, &made.tags[made.count])) {
                rw_problem_set(problem, RW_PROBLEM_BAD_HEADER,
                               "%s must be * or up to %d entity tags in double quotes, as ETag gave them", header,
                               RW_HTTP_TAGS_MAX);
                return false;
            }
            made.count++;
        }
        if (!made.any && made.count == 0) {
            rw_problem_set(problem, RW_PROBLEM_BAD_HEADER, "%s is empty", header);
            return false;
        }
    }
    *list = made;
    return true;
}

bool rw_http_tag_list_has(const rw_http_tag_list *list, const char *tag, bool weak)
{
    if (list->any)
        return true;
    const size_t length = strlen(tag);
    for (size_t i = 0; i < list->count; i++)
        if ((weak || !list->tags[i].weak) && list->tags[i].length == length &&
            memcmp(list->tags[i].text, tag, length) == 0)
            return true;
    return false;
}
