#include "fbx_curve.h"

#include <math.h>
#include <string.h>

enum {
    FLAG_CONSTANT = 0x2,
    FLAG_CUBIC = 0x8,
    FLAG_HOLD_NEXT = 0x100, /* together with constant */
    FLAG_TCB = 0x200,
    FLAG_USER = 0x400,
    FLAG_CLAMP = 0x1000,
    FLAG_TIME_INDEPENDENT = 0x2000,
    FLAG_CLAMP_PROGRESSIVE = 0x4000,
    FLAG_WEIGHTED_RIGHT = 0x1000000,
    FLAG_WEIGHTED_NEXT_LEFT = 0x2000000,
    FLAG_VELOCITY = 0x30000000,
};

static const double THIRD = 1.0 / 3.0;

static double seconds_between(const rw_fbx_key *a, const rw_fbx_key *b)
{
    return ((double)b->ticks - (double)a->ticks) / (double)RW_FBX_TICKS_PER_SECOND;
}

static double chord(const rw_fbx_key *a, const rw_fbx_key *b)
{
    return (b->value - a->value) / seconds_between(a, b);
}

/* Keeps a slope from carrying the curve beyond the value of the neighbour `rise` away, `reach` seconds off. */
static double clamp_slope(double slope, double rise, double reach)
{
    double most = reach > 0.0 ? rise / reach : 0.0;
    if (slope >= 0.0)
        return most > 0.0 ? fmin(slope, most) : 0.0;
    return most < 0.0 ? fmax(slope, most) : 0.0;
}

/* The slope that an automatic tangent takes from the neighbours. bias in percent pulls it to one side's chord. */
static double auto_slope(const rw_fbx_curve *curve, size_t i, uint32_t flags, double bias)
{
    const rw_fbx_key *key = &curve->keys[i];
    bool first = i == 0, last = i + 1 == curve->count;
    if (first && last)
        return 0.0;
    if (first || last) {
        if (flags & FLAG_CLAMP_PROGRESSIVE)
            return 0.0;
        return first ? chord(key, key + 1) : chord(key - 1, key);
    }
    if ((flags & FLAG_CLAMP) && (key[-1].value == key->value || key[1].value == key->value))
        return 0.0;

    double slope = chord(key - 1, key + 1);
    if (!(flags & FLAG_TIME_INDEPENDENT)) {
        double left = chord(key - 1, key), right = chord(key, key + 1);
        double share = seconds_between(key - 1, key) / seconds_between(key - 1, key + 1);
        slope = 0.5 * slope + 0.5 * (left * (1.0 - share) + right * share);
        double pull = fmin(fabs(bias) / 100.0, 1.0);
        if (pull > 1e-4)
            slope += pull * ((bias > 0.0 ? right : left) - slope);
    }
    if (flags & FLAG_CLAMP_PROGRESSIVE) {
        slope = clamp_slope(slope, key->value - key[-1].value, key->weight_left * seconds_between(key - 1, key));
        slope = clamp_slope(slope, key[1].value - key->value, key->weight_right * seconds_between(key, key + 1));
    }
    return slope;
}

/* Kochanek-Bartels: tension, continuity and bias. */
static void tcb_slopes(const rw_fbx_curve *curve, size_t i, const float *tcb, double *left, double *right)
{
    const rw_fbx_key *key = &curve->keys[i];
    bool first = i == 0, last = i + 1 == curve->count;
    double before = first ? 0.0 : chord(key - 1, key), after = last ? 0.0 : chord(key, key + 1);
    double tight = (first || last ? 1.0 : 0.5) * (1.0 - (double)tcb[0]);
    double continuity = tcb[1], bias = tcb[2];
    *left = tight * ((1.0 + bias) * (1.0 - continuity) * before + (1.0 - bias) * (1.0 + continuity) * after);
    *right = tight * ((1.0 + bias) * (1.0 + continuity) * before + (1.0 - bias) * (1.0 - continuity) * after);
}

/* The file packs two weights, in ten-thousandths, into the bits of the third float. */
static void read_weights(const rw_fbx_key_attribute *attribute, double *right, double *next_left)
{
    uint32_t packed;
    memcpy(&packed, &attribute->numbers[2], sizeof packed);
    if (attribute->flags & FLAG_WEIGHTED_RIGHT)
        *right = fmin((double)(packed & 0xffff) * 1e-4, 1.0);
    if (attribute->flags & FLAG_WEIGHTED_NEXT_LEFT)
        *next_left = fmin((double)(packed >> 16) * 1e-4, 1.0);
}

static double finite_or_zero(double value)
{
    return isfinite(value) ? value : 0.0;
}

static rw_fbx_stretch stretch_of(uint32_t flags)
{
    if (flags & FLAG_CONSTANT)
        return flags & FLAG_HOLD_NEXT ? RW_FBX_STRETCH_HOLD_NEXT : RW_FBX_STRETCH_HOLD;
    return flags & FLAG_CUBIC ? RW_FBX_STRETCH_CUBIC : RW_FBX_STRETCH_LINEAR;
}

/* Sets what a key's own attribute says about the key: both slopes of automatic and TCB tangents, the right slope of
 * a user's one. `given_left`: the left slope that the key before carries for this one. */
static void shape_key(rw_fbx_curve *curve, size_t i, const rw_fbx_key_attribute *attribute, double given_left,
                      bool left_is_bias)
{
    rw_fbx_key *key = &curve->keys[i];
    double number = finite_or_zero(attribute->numbers[0]);
    key->slope_left = given_left;
    if (key->stretch == RW_FBX_STRETCH_LINEAR) {
        key->slope_right = i + 1 < curve->count ? chord(key, key + 1) : given_left;
    } else if (key->stretch != RW_FBX_STRETCH_CUBIC) {
        key->slope_right = 0.0;
    } else if (attribute->flags & FLAG_TCB) {
        tcb_slopes(curve, i, attribute->numbers, &key->slope_left, &key->slope_right);
    } else if (attribute->flags & FLAG_USER) {
        key->slope_right = number;
    } else {
        key->slope_left = auto_slope(curve, i, attribute->flags, left_is_bias ? -given_left : 0.0);
        key->slope_right = auto_slope(curve, i, attribute->flags, number);
    }
}

void rw_fbx_curve_shape(rw_fbx_curve *curve, const rw_fbx_key_attribute *attributes)
{
    for (size_t i = 0; i < curve->count; i++) {
        rw_fbx_key *key = &curve->keys[i];
        key->stretch = stretch_of(attributes[i].flags);
        key->weight_right = THIRD;
        if (i == 0)
            key->weight_left = THIRD;
        double next_left = THIRD;
        if (key->stretch == RW_FBX_STRETCH_CUBIC && !(attributes[i].flags & FLAG_TCB))
            read_weights(&attributes[i], &key->weight_right, &next_left);
        if (i + 1 < curve->count)
            key[1].weight_left = next_left;
        if (key->stretch == RW_FBX_STRETCH_CUBIC && (attributes[i].flags & FLAG_VELOCITY) && i + 1 < curve->count &&
            key[1].ticks - key->ticks > RW_FBX_DENSE_TICKS)
            curve->velocity = true;
    }
    for (size_t i = 0; i < curve->count; i++) {
        double given_left = 0.0;
        bool left_is_bias = false;
        if (i > 0 && curve->keys[i - 1].stretch == RW_FBX_STRETCH_LINEAR) {
            given_left = chord(&curve->keys[i - 1], &curve->keys[i]);
        } else if (i > 0 && curve->keys[i - 1].stretch == RW_FBX_STRETCH_CUBIC) {
            given_left = finite_or_zero(attributes[i - 1].numbers[1]);
            left_is_bias = !(attributes[i - 1].flags & (FLAG_USER | FLAG_TCB));
            if (attributes[i - 1].flags & FLAG_TCB)
                given_left = 0.0;
        }
        shape_key(curve, i, &attributes[i], given_left, left_is_bias);
    }
}

size_t rw_fbx_curve_index(const rw_fbx_curve *curve, int64_t ticks)
{
    size_t low = 0, high = curve->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (curve->keys[middle].ticks <= ticks)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The parameter at which a Bezier curve from 0 over x1 and x2 to 1 stands at x; x1 and x2 lie in 0..1, so it rises. */
static double bezier_parameter(double x1, double x2, double x)
{
    double low = 0.0, high = 1.0, u = x;
    for (int i = 0; i < 80 && high - low > 1e-15; i++) {
        double v = 1.0 - u;
        double at = u * (3.0 * v * v * x1 + 3.0 * v * u * x2 + u * u);
        if (at < x)
            low = u;
        else
            high = u;
        double rate = 3.0 * (v * v * x1 + 2.0 * v * u * (x2 - x1) + u * u * (1.0 - x2));
        double guess = rate > 1e-9 ? u - (at - x) / rate : -1.0;
        if (fabs(at - x) < 1e-15)
            return u;
        u = guess > low && guess < high ? guess : 0.5 * (low + high);
    }
    return u;
}

static double cubic_value(const rw_fbx_key *from, const rw_fbx_key *to, double share)
{
    double seconds = seconds_between(from, to);
    double y1 = from->value + from->slope_right * from->weight_right * seconds;
    double y2 = to->value - to->slope_left * to->weight_left * seconds;
    bool even = from->weight_right == THIRD && to->weight_left == THIRD; /* time runs evenly along the curve */
    double u = even ? share : bezier_parameter(from->weight_right, 1.0 - to->weight_left, share);
    double v = 1.0 - u;
    return v * v * v * from->value + 3.0 * u * v * (v * y1 + u * y2) + u * u * u * to->value;
}

/* Value between the first and the last key; outside, the nearer of the two. */
static double evaluate_inside(const rw_fbx_curve *curve, int64_t ticks)
{
    size_t i = rw_fbx_curve_index(curve, ticks);
    const rw_fbx_key *from = &curve->keys[i];
    if (ticks <= from->ticks || i + 1 == curve->count)
        return from->value;
    const rw_fbx_key *to = from + 1;
    double share = ((double)ticks - (double)from->ticks) / ((double)to->ticks - (double)from->ticks);
    switch (from->stretch) {
    case RW_FBX_STRETCH_HOLD: return from->value;
    case RW_FBX_STRETCH_HOLD_NEXT: return to->value;
    case RW_FBX_STRETCH_CUBIC: return cubic_value(from, to, share);
    case RW_FBX_STRETCH_LINEAR: break;
    }
    return from->value + (to->value - from->value) * share;
}

bool rw_fbx_curve_goes_on(const rw_fbx_curve *curve, bool after)
{
    char mode = after ? curve->after : curve->before;
    if (mode == 'C' || curve->count < 2)
        return false;
    const rw_fbx_key *last = &curve->keys[curve->count - 1];
    if (mode == 'K')
        return after ? last->slope_left != 0.0 : curve->keys[0].slope_right != 0.0;
    for (size_t i = 1; i < curve->count; i++)
        if (curve->keys[i].value != curve->keys[0].value || curve->keys[i].slope_left != 0.0 ||
            curve->keys[i - 1].slope_right != 0.0)
            return true;
    return false;
}

int64_t rw_fbx_curve_repeated(const rw_fbx_curve *curve, bool after, int64_t repetition, size_t index)
{
    const rw_fbx_key *first = &curve->keys[0], *last = &curve->keys[curve->count - 1];
    char mode = after ? curve->after : curve->before;
    bool turned = mode == 'M' && repetition % 2 == 1;
    /* Keys that run away from the curve's end: forward after it, backward before it, the other way when mirrored. */
    const rw_fbx_key *key = after == turned ? last - index : first + index;
    int64_t from = after == turned ? last->ticks : first->ticks;
    int64_t way = key->ticks > from ? key->ticks - from : from - key->ticks;
    int64_t offset = (repetition - 1) * (last->ticks - first->ticks) + way;
    return after ? last->ticks + offset : first->ticks - offset;
}

/* Value `past` ticks (above 0) beyond an end of a curve that repeats. A whole number of repetitions still shows the
 * end of the last of them. */
static double evaluate_repeated(const rw_fbx_curve *curve, bool after, int64_t past)
{
    const rw_fbx_key *first = &curve->keys[0], *last = &curve->keys[curve->count - 1];
    char mode = after ? curve->after : curve->before;
    int64_t most = after ? curve->after_count : curve->before_count, period = last->ticks - first->ticks;
    int64_t cycle = (past - 1) / period + 1, offset = past - (cycle - 1) * period;
    if (most >= 0 && cycle > most) {
        cycle = most;
        offset = period;
        if (cycle == 0)
            return after ? last->value : first->value;
    }
    bool turned = mode == 'M' && cycle % 2 == 1;
    double value = evaluate_inside(curve, after == turned ? last->ticks - offset : first->ticks + offset);
    if (mode == 'A')
        value += (after ? 1.0 : -1.0) * (double)cycle * (last->value - first->value);
    return value;
}

double rw_fbx_curve_evaluate(const rw_fbx_curve *curve, int64_t ticks)
{
    const rw_fbx_key *first = &curve->keys[0], *last = &curve->keys[curve->count - 1];
    bool after = ticks > last->ticks;
    char mode = after ? curve->after : curve->before;
    if ((!after && ticks >= first->ticks) || mode == 'C' || curve->count < 2)
        return evaluate_inside(curve, ticks);
    if (mode != 'K')
        return evaluate_repeated(curve, after, after ? ticks - last->ticks : first->ticks - ticks);
    const rw_fbx_key *end = after ? last : first;
    double seconds = ((double)ticks - (double)end->ticks) / (double)RW_FBX_TICKS_PER_SECOND;
    return end->value + (after ? end->slope_left : end->slope_right) * seconds;
}
