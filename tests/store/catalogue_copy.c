#include "catalogue_copy.h"

#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 256, REVISIONS_MAX = 4096 };

static char *copy_text(const char *text, size_t length)
{
    char *copy = calloc(1, length + 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, length);
    return copy;
}

static bool take_name(void *context, const rw_store_name *name, rw_problem *problem)
{
    catalogue_copy *copy = context;
    (void)problem;
    ck_assert_uint_lt(copy->name_count, NAMES_MAX);
    copy->names[copy->name_count] = (rw_store_import_name){.name = *name,
                                                           .revisions = &copy->revisions[copy->revision_count],
                                                           .line = copy->name_count + copy->revision_count + 1};
    copy->name_count++;
    rw_buffer_append_format(&copy->text, "%d %s head %" PRId64 " of %" PRId64 "\n", (int)name->kind, name->name,
                            name->head, name->last_revision);
    return true;
}

static bool take_revision(void *context, const rw_store_revision *revision, rw_problem *problem)
{
    catalogue_copy *copy = context;
    (void)problem;
    ck_assert_uint_lt(copy->revision_count, REVISIONS_MAX);
    rw_store_import_revision *to = &copy->revisions[copy->revision_count++];
    *to = (rw_store_import_revision){
        .revision = revision->revision,
        .hash = revision->hash,
        .document = copy_text(revision->document, revision->document_length),
        .document_length = revision->document_length,
        .clip_name = revision->kind == RW_STORE_PROFILE
                         ? copy_text(revision->clip_name, strlen(revision->clip_name))
                         : NULL,
        .clip_revision = revision->clip_revision,
        .saved_at_ms = revision->saved_at_ms,
        .line = copy->name_count + copy->revision_count,
    };
    copy->names[copy->name_count - 1].revision_count++;
    rw_buffer_append_format(&copy->text, "  @%" PRId64 " %s %s@%" PRId64 " at %" PRId64 " %s\n", revision->revision,
                            revision->hash.text, revision->clip_name, revision->clip_revision, revision->saved_at_ms,
                            to->document);
    return true;
}

void catalogue_copy_take(rw_store *store, catalogue_copy *copy)
{
    *copy = (catalogue_copy){.name_count = 0};
    rw_buffer_init(&copy->text, (size_t)1 << 26);
    copy->names = calloc(NAMES_MAX, sizeof *copy->names);
    copy->revisions = calloc(REVISIONS_MAX, sizeof *copy->revisions);
    ck_assert_ptr_nonnull(copy->names);
    ck_assert_ptr_nonnull(copy->revisions);
    const rw_store_export_sink sink = {.name = take_name, .revision = take_revision, .context = copy};
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_store_export(store, &sink, &copy->sequence, &problem) != RW_STORE_OK)
        ck_abort_msg("export: %s", problem.detail);
    ck_assert(rw_buffer_append_text(&copy->text, "end\n"));
    rw_problem_free(&problem);
}

void catalogue_copy_free(catalogue_copy *copy)
{
    for (size_t i = 0; i < copy->revision_count; i++) {
        free((void *)copy->revisions[i].document);
        free((void *)copy->revisions[i].clip_name);
    }
    free(copy->revisions);
    free(copy->names);
    rw_buffer_free(&copy->text);
}

rw_store_status catalogue_copy_import(const catalogue_copy *copy, rw_store *store, bool dry_run,
                                      rw_store_import_result *result, rw_problem *problem)
{
    const rw_store_import_request request = {.names = copy->names, .name_count = copy->name_count, .dry_run = dry_run};
    rw_problem_free(problem);
    return rw_store_import(store, &request, result, problem);
}
