/* A library to be loaded before a program (LD_PRELOAD): counts what it allocates. The counter is the 64-bit number at
 * the front of the file that ROOTWARP_BENCH_ALLOCATIONS names, so that another process reads it while the program runs.
 * An allocator of its own process has nowhere but a variable of the file to keep where that is. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static atomic_uint_fast64_t *counter;

/* The C library's own, under the names that it keeps for those who replace the others. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

__attribute__((constructor)) static void find_counter(void)
{
    const char *path = getenv("ROOTWARP_BENCH_ALLOCATIONS");
    const int fd = path == NULL ? -1 : open(path, O_RDWR);
    if (fd < 0)
        return;
    void *mapped = mmap(NULL, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped != MAP_FAILED)
        counter = mapped;
}

static void count(void)
{
    if (counter != NULL)
        atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    count();
    return __libc_realloc(memory, size);
}
