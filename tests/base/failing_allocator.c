#include "failing_allocator.h"

#include <limits.h>
#include <stdatomic.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static atomic_ulong fail_from;
static atomic_ulong fail_last;
static atomic_ulong seen;

static void arm(unsigned long from, unsigned long last)
{
    atomic_store(&seen, 0);
    atomic_store(&fail_last, last);
    atomic_store(&fail_from, from);
}

void failing_allocator_arm(unsigned long count)
{
    arm(count, ULONG_MAX);
}

void failing_allocator_arm_once(unsigned long count)
{
    arm(count, count);
}

unsigned long failing_allocator_seen(void)
{
    return atomic_load(&seen);
}

static int refused(void)
{
    const unsigned long number = atomic_fetch_add(&seen, 1) + 1;
    const unsigned long from = atomic_load(&fail_from);
    return from != 0 && number >= from && number <= atomic_load(&fail_last);
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refused() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return refused() ? NULL : __real_realloc(block, size);
}
