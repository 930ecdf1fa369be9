#include "upkeep.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "codec/export_write.h"
#include "store/maintenance.h"

void rw_upkeep_make(rw_upkeep *place)
{
    rw_test_folder_make(place->folder);
    snprintf(place->data, sizeof place->data, "%.480s/data", place->folder);
    snprintf(place->backup, sizeof place->backup, "%.480s/backup.db", place->folder);
    snprintf(place->made, sizeof place->made, "%.480s/made", place->folder);
    ck_assert_int_eq(mkdir(place->data, 0700), 0);
}

void rw_upkeep_copy_file(const char *from, const char *to)
{
    size_t length = 0;
    if (access(from, F_OK) != 0)
        return;
    char *bytes = rw_test_file_read(from, &length);
    FILE *file = fopen(to, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
    free(bytes);
}

void rw_upkeep_copy(const rw_upkeep *from, rw_upkeep *to)
{
    static const char *const files[] = {"data/rootwarp.db", "data/rootwarp.db-journal", "backup.db"};
    rw_upkeep_make(to);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char source[RW_TEST_PATH_SIZE + 64], target[RW_TEST_PATH_SIZE + 64];
        snprintf(source, sizeof source, "%s/%s", from->folder, files[i]);
        snprintf(target, sizeof target, "%s/%s", to->folder, files[i]);
        rw_upkeep_copy_file(source, target);
    }
}

void rw_upkeep_remove(rw_upkeep *place)
{
    rw_test_folder_remove(place->folder);
}

bool rw_upkeep_export(rw_store *store, rw_hash *hash, rw_problem *problem)
{
    int file = -1;
    int64_t version = 0;
    if (rw_store_scratch_file(store, &file, problem) != RW_STORE_OK)
        return false;
    rw_export_writer writer;
    rw_export_writer_init(&writer, file);
    const rw_store_export_sink sink = rw_export_writer_sink(&writer);
    const bool done = rw_store_export(store, &sink, &version, problem) == RW_STORE_OK &&
                      rw_export_writer_end(&writer, hash, problem);
    rw_export_writer_free(&writer);
    close(file);
    return done;
}

rw_hash rw_upkeep_content(const char *data, const char *when)
{
    rw_store *store = NULL;
    rw_hash hash = {.text = ""};
    rw_problem problem;
    rw_problem_init(&problem);
    ck_assert_msg(rw_store_open_sqlite(data, NULL, &store, &problem) == RW_STORE_OK, "%s: %s", when, problem.detail);
    ck_assert_msg(rw_upkeep_export(store, &hash, &problem), "%s: %s", when, problem.detail);
    rw_store_close(store);
    return hash;
}

bool rw_upkeep_same(const rw_hash *a, const rw_hash *b)
{
    return strcmp(a->text, b->text) == 0;
}

void rw_upkeep_complain(void *context, const char *fault)
{
    ck_abort_msg("%s: %s", (const char *)context, fault);
}

void rw_upkeep_check_sound(const char *path, const char *when)
{
    rw_store_verification counts;
    rw_problem problem;
    rw_problem_init(&problem);
    const rw_store_status status =
        rw_store_verify_sqlite(path, rw_upkeep_complain, (void *)(uintptr_t)when, &counts, &problem);
    ck_assert_msg(status == RW_STORE_OK && counts.faults == 0, "%s: %s: %s", when, path, problem.detail);
}

static void put_clip(const char *data, const char *name, unsigned frames)
{
    rw_store *store = NULL;
    rw_store_put_result result;
    rw_buffer body;
    rw_problem problem;
    rw_problem_init(&problem);
    rw_buffer_init(&body, 1 << 20);
    rw_buffer_append_text(&body, "{\"frame_rate\":30,\"root\":{\"positions\":[[0,0,0]");
    for (unsigned i = 1; i <= frames; i++)
        rw_buffer_append_format(&body, ",[%u,%u.25,0]", i, frames + i % 7);
    rw_buffer_append_text(&body, "]},\"space\":\"unreal\"}");
    ck_assert(rw_buffer_ok(&body));
    ck_assert_msg(rw_store_open_sqlite(data, NULL, &store, &problem) == RW_STORE_OK, "%s", problem.detail);
    const rw_store_put_request request = {.kind = RW_STORE_CLIP,
                                          .name = name,
                                          .document = body.data,
                                          .document_length = body.length,
                                          .hash = rw_hash_bytes(body.data, body.length)};
    ck_assert_msg(rw_store_put(store, &request, &result, &problem) == RW_STORE_OK, "%s", problem.detail);
    rw_store_close(store);
    rw_buffer_free(&body);
}

void rw_upkeep_fill(const rw_upkeep *place)
{
    rw_upkeep other;
    rw_store_verification counts;
    rw_problem problem;
    rw_problem_init(&problem);
    put_clip(place->data, "lunge", 60);
    put_clip(place->data, "lunge", 400);
    put_clip(place->data, "lunge", 900);
    rw_upkeep_copy(place, &other);
    put_clip(other.data, "spare", 60);
    ck_assert_msg(rw_store_backup_sqlite(other.data, place->backup, false, &counts, &problem) == RW_STORE_OK, "%s",
                  problem.detail);
    rw_upkeep_remove(&other);
}
