#include "samples.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    TIMES_SIZE = RW_SAMPLE_FRAMES * 4,
    POSITIONS_SIZE = RW_SAMPLE_FRAMES * 12,
    ROTATIONS_SIZE = RW_SAMPLE_FRAMES * 16,
    BINARY_SIZE = TIMES_SIZE + POSITIONS_SIZE + ROTATIONS_SIZE,
    JSON_ROOM = 4096
};

static void put_u32(unsigned char *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(value >> (8 * i));
}

static void put_float(unsigned char **out, double value)
{
    float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    put_u32(*out, bits);
    *out += 4;
}

static void make_binary(const rw_sample_motion *motion, unsigned char binary[BINARY_SIZE])
{
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++)
        put_float(&binary, (double)k / RW_SAMPLE_RATE);
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++)
        for (int i = 0; i < 3; i++)
            put_float(&binary, motion->position[k][i]);
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++)
        for (int i = 0; i < 4; i++)
            put_float(&binary, motion->rotation[k][i]);
}

/* The length, padded with blanks to a multiple of four as a chunk wants it. */
static int make_json(const rw_sample_motion *motion, char json[JSON_ROOM])
{
    int length = snprintf(
        json, JSON_ROOM,
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"rootwarp-samples\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
        "\"nodes\":[{\"name\":\"Armature\",\"children\":[1]},{\"name\":\"root\",\"children\":[2]},"
        "{\"name\":\"hips\",\"translation\":[0,0.95,0],\"children\":[3]},{\"name\":\"spine\",\"translation\":[0,0.25,0]}],"
        "\"skins\":[{\"joints\":[1,2,3],\"skeleton\":1}],"
        "\"animations\":[{\"name\":\"%s\",\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":2}],"
        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"translation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"rotation\"}}]}],"
        "\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":%d,\"type\":\"VEC4\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":%d},"
        "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d},{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}],"
        "\"buffers\":[{\"byteLength\":%d}]}",
        motion->name, RW_SAMPLE_FRAMES, RW_SAMPLE_FRAMES, RW_SAMPLE_FRAMES, TIMES_SIZE, TIMES_SIZE, POSITIONS_SIZE,
        TIMES_SIZE + POSITIONS_SIZE, ROTATIONS_SIZE, BINARY_SIZE);
    if (length < 0 || length >= JSON_ROOM - 4)
        return -1;
    while (length % 4 != 0)
        json[length++] = ' ';
    return length;
}

static void write_chunk(FILE *file, uint32_t type, const void *bytes, size_t length)
{
    unsigned char head[8];
    put_u32(head, (uint32_t)length);
    put_u32(head + 4, type);
    fwrite(head, 1, sizeof head, file);
    fwrite(bytes, 1, length, file);
}

bool rw_sample_write_glb(const char *path, const rw_sample_motion *motion)
{
    unsigned char binary[BINARY_SIZE], head[12];
    char json[JSON_ROOM];
    int json_length = make_json(motion, json);
    if (json_length < 0) {
        errno = EOVERFLOW;
        return false;
    }
    make_binary(motion, binary);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    put_u32(head, 0x46546C67);
    put_u32(head + 4, 2);
    put_u32(head + 8, (uint32_t)(12 + 8 + json_length + 8 + BINARY_SIZE));
    fwrite(head, 1, sizeof head, file);
    write_chunk(file, 0x4E4F534A, json, (size_t)json_length);
    write_chunk(file, 0x004E4942, binary, sizeof binary);
    bool written = ferror(file) == 0;
    int error = errno;
    if (fclose(file) != 0)
        return false;
    errno = error;
    return written;
}
