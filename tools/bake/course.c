/* What a row of places adds up to: one measure for the baker and for the report on a file. */
#include "linear.h"
#include "measure.h"

#include <math.h>

#define STIRS 0.05         /* of the peak speed: slower counts as standing */
#define SHORTEST_PATH 0.01 /* metres: less is no motion that a window could hold */

static double flat_length(rw_vec3 v, rw_vec3 up)
{
    return rw_bake_vec_length(rw_bake_vec_sub(v, rw_bake_vec_scale(up, rw_bake_vec_dot(up, v))));
}

static void find_stretch(const rw_vec3 *positions, size_t count, double metres, double rate, rw_course *course)
{
    bool started = false;
    if (course->path < SHORTEST_PATH) return;
    for (size_t k = 1; k < count; k++) {
        double speed = rw_bake_vec_length(rw_bake_vec_sub(positions[k], positions[k - 1])) * metres * rate;
        if (!(speed > STIRS * course->peak_speed)) continue;
        if (!started) course->moves_from = (double)(k - 1) / rate;
        course->moves_to = (double)k / rate;
        started = true;
    }
}

rw_course rw_course_of(const rw_vec3 *positions, size_t count, rw_vec3 up, double metres, double rate)
{
    rw_course course = {0};
    for (size_t k = 1; k < count; k++) {
        double height = rw_bake_vec_dot(up, rw_bake_vec_sub(positions[k], positions[0])) * metres;
        course.height_min = fmin(course.height_min, height);
        course.height_max = fmax(course.height_max, height);
        rw_vec3 step = rw_bake_vec_sub(positions[k], positions[k - 1]);
        double length = rw_bake_vec_length(step) * metres;
        course.path += length;
        course.path_horizontal += flat_length(step, up) * metres;
        course.peak_speed = fmax(course.peak_speed, length * rate);
    }
    if (count > 1) course.travel = flat_length(rw_bake_vec_sub(positions[count - 1], positions[0]), up) * metres;
    find_stretch(positions, count, metres, rate, &course);
    return course;
}
