#include "interval.h"

#include "vec.h"

bool rw_check_interval(rw_check *check, rw_path path, const rw_timebase *base, rw_interval *interval)
{
    rw_path start_path = rw_path_add(path, "/start");
    rw_path end_path = rw_path_add(path, "/end");
    const double start_given = interval->start;
    const double end_given = interval->end;
    size_t before = check->faults;
    if (!rw_is_finite(start_given))
        rw_check_fail(check, start_path, RW_FAULT_NOT_FINITE, "must be a finite number", RW_NO_VALUE);
    if (!rw_is_finite(end_given))
        rw_check_fail(check, end_path, RW_FAULT_NOT_FINITE, "must be a finite number", RW_NO_VALUE);
    if (check->faults != before)
        return false;

    double unit = base->normalised ? base->duration : 1.0;
    double last = base->loop ? base->duration * RW_MAX_LOOPS : base->duration;
    double start = start_given * unit;
    double end = end_given * unit;
    if (!base->loop && end > base->duration && end <= base->duration + RW_END_TOLERANCE)
        end = base->duration;
    if (start < 0.0 || start > last)
        rw_check_fail(check, start_path, RW_FAULT_OUTSIDE_CLIP,
                      "starts outside the clip; times run from the clip's first sample to its last", start_given);
    if (end > last || end < 0.0)
        rw_check_fail(check, end_path, RW_FAULT_OUTSIDE_CLIP, "ends outside the clip; shorten it or bake more frames",
                      end_given);
    if (check->faults != before)
        return false;
    if (end < start)
        rw_check_fail(check, end_path, RW_FAULT_REVERSED, "ends before it starts; swap the two times", end_given);
    else if (end == start)
        rw_check_fail(check, end_path, RW_FAULT_EMPTY, "is empty; its end must be after its start", end_given);
    else if ((end - start) * base->frame_rate > RW_MAX_SPAN_SAMPLES && base->loop)
        rw_check_fail(check, end_path, RW_FAULT_OUT_OF_RANGE,
                      "runs over more than 100,000 samples of the looping clip; shorten it", end_given);
    interval->start = start;
    interval->end = end;
    return check->faults == before;
}

size_t rw_intervals_merge(rw_interval *intervals, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && intervals[i].start <= intervals[kept - 1].end) {
            if (intervals[i].end > intervals[kept - 1].end)
                intervals[kept - 1].end = intervals[i].end;
        } else {
            intervals[kept++] = intervals[i];
        }
    }
    return kept;
}
