/*
 * embed_assets MANIFEST OUT: turns the files that a manifest lists into the C table of server/http/assets.h, each with
 * its media type, its SHA-256 and its gzip form. Runs on the machine that builds.
 *
 * A line of the manifest is four fields between tabs: path, content type, "immutable" or "revalidate", file. A file
 * that is not named from the root lies beside the manifest.
 */
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LINE_ROOM = 8192, FIELDS = 4, COLUMNS = 24, WINDOW_BITS_GZIP = 15 + 16, MEMORY_LEVEL = 9 };
/* Below this a gzip member is hardly shorter than what it holds. */
#define GZIP_MINIMUM 1024

typedef struct rw_bytes {
    unsigned char *data;
    size_t length;
} rw_bytes;

static bool read_file(const char *path, rw_bytes *out)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    size_t capacity = 1 << 16;
    size_t length = 0;
    unsigned char *data = malloc(capacity);
    while (data != NULL) {
        length += fread(data + length, 1, capacity - length, file);
        if (length < capacity)
            break;
        capacity *= 2;
        unsigned char *grown = realloc(data, capacity);
        if (grown == NULL)
            free(data);
        data = grown;
    }
    const bool sound = data != NULL && ferror(file) == 0;
    fclose(file);
    if (!sound) {
        free(data);
        return false;
    }
    *out = (rw_bytes){data, length};
    return true;
}

/* An empty result where compressing does not pay. */
static bool compress_bytes(rw_bytes bytes, rw_bytes *out)
{
    *out = (rw_bytes){0};
    if (bytes.length < GZIP_MINIMUM)
        return true;
    z_stream stream = {0};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW_BITS_GZIP, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    const uLong bound = deflateBound(&stream, (uLong)bytes.length);
    unsigned char *data = malloc(bound);
    if (data != NULL) {
        stream.next_in = bytes.data;
        stream.avail_in = (uInt)bytes.length;
        stream.next_out = data;
        stream.avail_out = (uInt)bound;
    }
    const bool done = data != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    const size_t made = stream.total_out;
    deflateEnd(&stream);
    if (done && made < bytes.length)
        *out = (rw_bytes){data, made};
    else
        free(data);
    return done;
}

static void write_array(FILE *out, const char *prefix, size_t index, rw_bytes bytes)
{
    fprintf(out, "static const char %s_%zu[] = {", prefix, index);
    for (size_t i = 0; i < bytes.length; i++) {
        const int byte = bytes.data[i];
        /* char may be signed: bytes above 127 are written as what they become. */
        fprintf(out, "%s%d,", i % COLUMNS == 0 ? "\n    " : "", byte > 127 ? byte - 256 : byte);
    }
    fputs("\n    0};\n", out);
}

/* A C string; paths and media types hold nothing that would need more than this. */
static void write_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* Splits in place; false unless there are exactly FIELDS fields, none of them empty. */
static bool split(char *line, char *fields[FIELDS])
{
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = line;
        const size_t length = strcspn(line, "\t");
        const bool last = line[length] == '\0';
        if (length == 0 || last != (i == FIELDS - 1))
            return false;
        line[length] = '\0';
        line += length + 1;
    }
    return true;
}

static bool beside(const char *manifest, const char *file, char path[LINE_ROOM])
{
    const char *slash = strrchr(manifest, '/');
    const int folder = file[0] == '/' || slash == NULL ? 0 : (int)(slash - manifest) + 1;
    const int length = snprintf(path, LINE_ROOM, "%.*s%s", folder, manifest, file);
    return length > 0 && length < LINE_ROOM;
}

/* Writes the arrays of one file to `out` and its row to `table`. */
static bool embed(char *fields[FIELDS], const char *manifest, size_t index, FILE *out, FILE *table)
{
    char path[LINE_ROOM];
    rw_bytes bytes = {0};
    rw_bytes zipped = {0};
    const bool immutable = strcmp(fields[2], "immutable") == 0;
    if (!immutable && strcmp(fields[2], "revalidate") != 0) {
        fprintf(stderr, "embed_assets: %s: \"%s\" is neither immutable nor revalidate\n", fields[0], fields[2]);
        return false;
    }
    if (!beside(manifest, fields[3], path) || !read_file(path, &bytes) || !compress_bytes(bytes, &zipped)) {
        fprintf(stderr, "embed_assets: cannot read or compress %s\n", path);
        free(bytes.data);
        return false;
    }
    unsigned char hash[crypto_hash_sha256_BYTES];
    char hash_text[2 * crypto_hash_sha256_BYTES + 1];
    crypto_hash_sha256(hash, bytes.data, bytes.length);
    sodium_bin2hex(hash_text, sizeof hash_text, hash, sizeof hash);
    write_array(out, "bytes", index, bytes);
    if (zipped.data != NULL)
        write_array(out, "gzip", index, zipped);
    fputs("    {", table);
    write_text(table, fields[0]);
    fputs(", ", table);
    write_text(table, fields[1]);
    fprintf(table, ", \"%s\", %s, bytes_%zu, %zu, ", hash_text, immutable ? "true" : "false", index, bytes.length);
    if (zipped.data != NULL)
        fprintf(table, "gzip_%zu, %zu},\n", index, zipped.length);
    else
        fputs("NULL, 0},\n", table);
    free(bytes.data);
    free(zipped.data);
    return true;
}

static bool copy(FILE *from, FILE *to)
{
    char block[4096];
    rewind(from);
    for (size_t length; (length = fread(block, 1, sizeof block, from)) > 0;)
        fwrite(block, 1, length, to);
    return ferror(from) == 0 && ferror(to) == 0;
}

static bool embed_all(FILE *in, const char *manifest, FILE *out, FILE *table)
{
    char line[LINE_ROOM];
    char *fields[FIELDS];
    size_t count = 0;
    fputs("#include \"http/assets.h\"\n\n", out);
    for (; fgets(line, sizeof line, in) != NULL; count++) {
        if (!split(line, fields)) {
            fprintf(stderr, "embed_assets: %s:%zu: expected path, content type, caching and file, between tabs\n",
                    manifest, count + 1);
            return false;
        }
        if (!embed(fields, manifest, count, out, table))
            return false;
    }
    if (count == 0) {
        fprintf(stderr, "embed_assets: %s lists no file\n", manifest);
        return false;
    }
    fputs("\nconst rw_http_asset rw_http_assets[] = {\n", out);
    if (ferror(in) != 0 || !copy(table, out))
        return false;
    fprintf(out, "};\nconst size_t rw_http_asset_count = %zu;\n", count);
    return ferror(out) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: embed_assets MANIFEST OUT\n");
        return 2;
    }
    FILE *in = fopen(argv[1], "rb");
    FILE *out = in == NULL ? NULL : fopen(argv[2], "wb");
    FILE *table = out == NULL ? NULL : tmpfile();
    bool done = table != NULL && sodium_init() >= 0 && embed_all(in, argv[1], out, table);
    if (table != NULL)
        fclose(table);
    if (in != NULL)
        fclose(in);
    if (out != NULL && fclose(out) != 0)
        done = false;
    if (done)
        return EXIT_SUCCESS;
    fprintf(stderr, "embed_assets: cannot turn %s into %s\n", argv[1], argv[2]);
    if (out != NULL)
        remove(argv[2]);
    return EXIT_FAILURE;
}
