#include "samples.h"

#include <math.h>

void rw_sample_lunge(rw_sample_motion *motion)
{
    *motion = (rw_sample_motion){.name = "Lunge"};
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++) {
        motion->position[k][2] = 5.0 * k / RW_SAMPLE_RATE;
        motion->rotation[k][3] = 1;
    }
}

/* Where a motion that does not turn has come to by a frame. Between two of them it is even. */
typedef struct knot {
    int frame;
    double height, forward;
} knot;

/* The knots begin with the first frame and end with the last. */
static void follow(const knot *knots, rw_sample_motion *motion)
{
    for (int k = 0, i = 0; k < RW_SAMPLE_FRAMES; k++) {
        if (k > knots[i + 1].frame)
            i++;
        double w = (double)(k - knots[i].frame) / (knots[i + 1].frame - knots[i].frame);
        motion->position[k][1] = knots[i].height + w * (knots[i + 1].height - knots[i].height);
        motion->position[k][2] = knots[i].forward + w * (knots[i + 1].forward - knots[i].forward);
        motion->rotation[k][3] = 1;
    }
}

void rw_sample_slash(rw_sample_motion *motion)
{
    static const knot knots[] = {{0, 0, 0}, {6, 0, 0}, {18, 0, 2.4}, {RW_SAMPLE_FRAMES - 1, 0, 2.4}};
    *motion = (rw_sample_motion){.name = "Slash"};
    follow(knots, motion);
}

void rw_sample_vault(rw_sample_motion *motion)
{
    static const knot knots[] = {{0, 0, 0}, {9, 0.9, 1}, {18, 0.9, 1.8}, {RW_SAMPLE_FRAMES - 1, 0, 2.8}};
    *motion = (rw_sample_motion){.name = "Vault"};
    follow(knots, motion);
}

void rw_sample_mantle(rw_sample_motion *motion)
{
    static const knot knots[] = {{0, 0, 0}, {12, 0.9, 1}, {21, 0.9, 1.5}, {RW_SAMPLE_FRAMES - 1, 0.9, 1.5}};
    *motion = (rw_sample_motion){.name = "Mantle"};
    follow(knots, motion);
}

/* Every frame turns 3 degrees more. The rotation is built from the tangent of half that angle, with arithmetic and
 * square roots alone, so that no mathematics library can make a difference. */
void rw_sample_walk(rw_sample_motion *motion)
{
    const double half_tangent = 0.02618592156918693;
    const double cosine = (1 - half_tangent * half_tangent) / (1 + half_tangent * half_tangent);
    const double sine = 2 * half_tangent / (1 + half_tangent * half_tangent);
    const double step = 1.2 / RW_SAMPLE_RATE;
    double direction[2] = {half_tangent, 1}; /* x, z: the first chord points half a turn to the left */
    double half[2] = {0, 1};                 /* sine and cosine of half the yaw */
    double length = sqrt(1 + half_tangent * half_tangent);
    direction[0] /= length;
    direction[1] /= length;
    *motion = (rw_sample_motion){.name = "Walk_Turn_Left", .turns = true};
    for (int k = 0; k < RW_SAMPLE_FRAMES; k++) {
        motion->rotation[k][1] = half[0];
        motion->rotation[k][3] = half[1];
        if (k + 1 == RW_SAMPLE_FRAMES)
            break;
        motion->position[k + 1][0] = motion->position[k][0] + step * direction[0];
        motion->position[k + 1][2] = motion->position[k][2] + step * direction[1];
        double x = direction[0] * cosine + direction[1] * sine, z = direction[1] * cosine - direction[0] * sine;
        direction[0] = x;
        direction[1] = z;
        double s = (half[0] + half[1] * half_tangent) / length, c = (half[1] - half[0] * half_tangent) / length;
        half[0] = s;
        half[1] = c;
    }
}
