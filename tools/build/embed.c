/*
 * embed SYMBOL IN OUT: turns a file into a C array `SYMBOL`, its size `SYMBOL_size` and `SYMBOL_hash`, 16 hexadecimal
 * digits that change with the content. Runs on the machine that builds.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define COLUMNS 20

/* FNV-1a, 64 bits. */
static uint64_t hash_add(uint64_t hash, unsigned char byte)
{
    return (hash ^ byte) * UINT64_C(1099511628211);
}

static int embed(const char *symbol, FILE *in, FILE *out)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    size_t size = 0;
    fprintf(out, "#include <stddef.h>\n\nextern const char %s[], %s_hash[];\nextern const size_t %s_size;\n\n"
                 "const char %s[] = {", symbol, symbol, symbol, symbol);
    for (int byte = fgetc(in); byte != EOF; byte = fgetc(in), size++) {
        hash = hash_add(hash, (unsigned char)byte);
        /* char may be signed: bytes above 127 are written as what they become. */
        fprintf(out, "%s%d,", size % COLUMNS == 0 ? "\n    " : " ", byte > 127 ? byte - 256 : byte);
    }
    fprintf(out, "\n    0};\nconst size_t %s_size = %zu;\nconst char %s_hash[] = \"%016" PRIx64 "\";\n", symbol, size,
            symbol, hash);
    return ferror(in) == 0 && ferror(out) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: embed SYMBOL IN OUT\n");
        return 2;
    }
    FILE *in = fopen(argv[2], "rb");
    FILE *out = in == NULL ? NULL : fopen(argv[3], "wb");
    int result = out == NULL ? EXIT_FAILURE : embed(argv[1], in, out);
    if (in != NULL)
        fclose(in);
    if (out != NULL && fclose(out) != 0)
        result = EXIT_FAILURE;
    if (result != EXIT_SUCCESS) {
        fprintf(stderr, "embed: cannot turn %s into %s\n", argv[2], argv[3]);
        if (out != NULL)
            remove(argv[3]);
    }
    return result;
}
