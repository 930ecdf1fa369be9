/* What the law tests share: how many cases, and how far apart two things are. */
#ifndef RW_TEST_LAW_H
#define RW_TEST_LAW_H

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "random_case.h"
#include "vec.h"

/* RW_LAW_CASES, or so many. */
static inline uint64_t rw_law_cases(uint64_t quick)
{
    const char *text = getenv("RW_LAW_CASES");
    uint64_t count = text != NULL ? strtoull(text, NULL, 10) : 0;
    return count > 0 ? count : quick;
}

static inline double rw_law_apart(rw_vec3 a, rw_vec3 b)
{
    return rw_length(rw_sub(a, b));
}

/* 0 for the same rotation; about half the angle for near ones. */
static inline double rw_law_turned(rw_quat a, rw_quat b)
{
    rw_quat q = rw_qdot(a, b) < 0.0 ? rw_neg(b) : b;
    rw_quat d = {q.x - a.x, q.y - a.y, q.z - a.z, q.w - a.w};
    return sqrt(rw_qdot(d, d));
}

static inline rw_quat rw_law_rotation(const rw_placement *p, const rw_space *space)
{
    if (p->has_yaw)
        return rw_space_yaw(space, p->yaw);
    double n = sqrt(rw_qdot(p->rotation, p->rotation));
    return rw_q(p->rotation.x / n, p->rotation.y / n, p->rotation.z / n, p->rotation.w / n);
}

static inline rw_pose rw_law_pose(const rw_placement *p, const rw_space *space)
{
    return rw_pose_of(p->position, rw_law_rotation(p, space));
}

static inline rw_placement rw_law_placement(rw_pose pose)
{
    rw_placement p = {.position = pose.position, .rotation = pose.rotation};
    return p;
}

/* Finite, no -0, and a rotation of unit length on the side that answers are on. */
static inline bool rw_law_number(double value)
{
    return isfinite(value) && !(value == 0.0 && signbit(value));
}

static inline bool rw_law_answer(const rw_placement *p)
{
    rw_quat q = p->rotation;
    double first = q.x != 0.0 ? q.x : q.y != 0.0 ? q.y : q.z;
    return rw_law_number(p->position.x) && rw_law_number(p->position.y) && rw_law_number(p->position.z) &&
           rw_law_number(q.x) && rw_law_number(q.y) && rw_law_number(q.z) && rw_law_number(q.w) &&
           fabs(rw_qdot(q, q) - 1.0) < 1e-12 && (q.w > 0.0 || (q.w == 0.0 && first > 0.0)) && !p->has_yaw;
}

#endif
