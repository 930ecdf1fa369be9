/* GET /backup: a copy of the whole database, as `rootwarp backup` makes it. */
#include <sys/stat.h>
#include <unistd.h>

#include "http/handlers/support.h"
#include "http/handlers/system.h"

const char *const rw_backup_media[] = {"application/vnd.sqlite3", NULL};

static void make_backup(rw_http_context *context, rw_http_response *response, rw_problem *problem)
{
    struct stat status;
    int file = -1;
    if (!rw_service_backup_file(context->service, &file, problem))
        return;
    if (fstat(file, &status) != 0) {
        rw_problem_set(problem, RW_PROBLEM_INTERNAL, "cannot tell the length of the backup");
        close(file);
        return;
    }
    rw_http_response_file(response, 200, rw_backup_media[0], file, (size_t)status.st_size);
    rw_http_response_add_header(response, "Content-Disposition", "attachment; filename=\"rootwarp.db\"");
    rw_http_response_add_header(response, "Cache-Control", "no-store");
}

void rw_handle_backup(rw_http_context *context, const rw_http_request *request, rw_http_response *response)
{
    rw_problem problem;
    rw_problem_init(&problem);
    if (rw_handler_turn_begin(context, response, &problem)) {
        make_backup(context, response, &problem);
        rw_handler_turn_end(context);
    }
    if (rw_problem_failed(&problem))
        rw_handler_fail(response, request, &problem);
}
