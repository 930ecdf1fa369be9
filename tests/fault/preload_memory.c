/* Stands before the allocator of the C library, for every library of the process alike. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

#include "preload.h"

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static bool refused(void)
{
    if (!rw_fault_strikes(&rw_fault_current()->plans[RW_FAULT_MEMORY]))
        return false;
    errno = ENOMEM;
    return true;
}

static void *counted(void *block)
{
    if (block != NULL)
        atomic_fetch_add(&rw_fault_current()->blocks, 1);
    return block;
}

void *malloc(size_t size)
{
    return refused() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return refused() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *block, size_t size)
{
    if (block == NULL)
        return malloc(size);
    if (size == 0) {
        free(block);
        return NULL;
    }
    return refused() ? NULL : __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size)
{
    return refused() ? NULL : counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made = memalign(alignment, size);
    if (made == NULL)
        return ENOMEM;
    *block = made;
    return 0;
}

void free(void *block)
{
    const int error = errno;
    if (block != NULL)
        atomic_fetch_sub(&rw_fault_current()->blocks, 1);
    __libc_free(block);
    errno = error;
}
