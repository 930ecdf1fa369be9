#include "measure.h"

#include <stdio.h>

#define WARM_PART 0.1 /* of the time measured, before it */

bool rw_measure_run(const rw_load_job *job, const rw_child *server, rw_measure *measured)
{
    rw_load_job warm = *job;
    rw_usage before, after;
    rw_measure made;
    warm.seconds *= WARM_PART;
    const char *broken = rw_load_run(&warm, &made.load);
    bool known = rw_child_usage(server, &before);
    if (broken == NULL)
        broken = rw_load_run(job, &made.load);
    known = rw_child_usage(server, &after) && known;
    if (broken != NULL || !known) {
        fprintf(stderr, "rootwarp-bench: %s\n", broken != NULL ? broken : "the kernel does not say what a server used");
        return false;
    }
    const double hundred_thousands = (double)made.load.answers / 1e5;
    made.cpu = (after.cpu - before.cpu) / hundred_thousands;
    made.user = (after.user - before.user) / hundred_thousands;
    *measured = made;
    return true;
}
