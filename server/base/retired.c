#include "base/retired.h"

#include <stddef.h>

/* They are sorted: behind one that is old enough, all are. */
static void free_from(rw_retired_list *list, rw_retired **link)
{
    rw_retired *at = *link;
    *link = NULL;
    while (at != NULL) {
        rw_retired *older = at->older;
        list->free(at);
        at = older;
    }
}

void rw_retired_add(rw_retired_list *list, rw_retired *one, int64_t now_ns)
{
    if (one != NULL) {
        one->since_ns = now_ns;
        one->older = list->newest;
        list->newest = one;
    }
    rw_retired **link = &list->newest;
    while (*link != NULL && now_ns - (*link)->since_ns <= list->patience_ns)
        link = &(*link)->older;
    free_from(list, link);
}

void rw_retired_clear(rw_retired_list *list)
{
    free_from(list, &list->newest);
}
