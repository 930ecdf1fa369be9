#include "result.h"

#include <math.h>
#include <stdlib.h>

void rw_series_add(rw_series *series, double value)
{
    if (series->count < RW_ROUNDS_MAX)
        series->values[series->count++] = value;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double rw_series_median(const rw_series *series)
{
    double sorted[RW_ROUNDS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < series->count; i++)
        if (!isnan(series->values[i]))
            sorted[count++] = series->values[i];
    if (count == 0)
        return NAN;
    qsort(sorted, count, sizeof *sorted, compare);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
}

const rw_row *rw_result_row(const rw_result *result, rw_row_id id)
{
    for (size_t i = 0; i < result->row_count; i++)
        if (result->rows[i].id == id)
            return &result->rows[i];
    return NULL;
}
