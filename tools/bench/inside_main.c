/* rootwarp-bench-inside FOLDER reach|round|phases|batch|trajectory COUNT: answers a body so often, without HTTP. For
 * callgrind: what a run with COUNT counts beyond one without is what the answers cost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "workload.h"

enum { FEW = 10, BATCH = 100 };

static bool find_kind(const char *name, rw_workload_kind *kind)
{
    static const struct {
        const char *name;
        rw_workload_kind kind;
    } kinds[] = {{"reach", RW_WORKLOAD_REACH},
                 {"round", RW_WORKLOAD_ROUND},
                 {"phases", RW_WORKLOAD_PHASES},
                 {"batch", RW_WORKLOAD_BATCH},
                 {"trajectory", RW_WORKLOAD_TRAJECTORY}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    rw_workload_kind kind = RW_WORKLOAD_REACH;
    if (argc != 4 || !find_kind(argv[2], &kind)) {
        fputs("usage: rootwarp-bench-inside FOLDER reach|round|phases|batch|trajectory COUNT\n", stderr);
        return 64;
    }
    const unsigned long count = strtoul(argv[3], NULL, 10);
    rw_workload workload;
    rw_inside *inside = rw_inside_open(argv[1]);
    bool sound = rw_workload_make(kind, FEW, kind == RW_WORKLOAD_BATCH ? BATCH : 1, &workload) && inside != NULL;
    rw_inside_caller caller;
    if (sound)
        rw_inside_call(inside, &caller);
    const bool called = sound;
    for (unsigned long i = 0; sound && i < count; i++) {
        const rw_workload_body *body = &workload.bodies[i % workload.count];
        sound = rw_inside_answer(&caller, rw_workload_target(kind), body->bytes, body->length);
    }
    if (called)
        rw_inside_end(&caller);
    rw_workload_free(&workload);
    rw_inside_close(inside);
    return sound ? EXIT_SUCCESS : EXIT_FAILURE;
}
