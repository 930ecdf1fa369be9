/* A library to be loaded before a program (LD_PRELOAD): counts what it allocates, and apart from it what libmicrohttpd
 * allocates in it. The counters are the two 64-bit numbers at the front of the file that ROOTWARP_BENCH_ALLOCATIONS
 * names, the program's and the library's, so that another process reads them while the program runs. Whose an allocation
 * is says the address that it returns to; what the C library allocates by itself counts as the program's, but for
 * strdup(), which is here for that reason. An allocator of its own process has nowhere but variables of the file to keep
 * where all this is. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { OF_PROGRAM, OF_LIBRARY, COUNTERS };

static atomic_uint_fast64_t *counters;
static uintptr_t library_begin, library_end; /* the code of libmicrohttpd; empty where it is part of the program */

/* The C library's own, under the names that it keeps for those who replace the others. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static int note_library(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (strstr(object->dlpi_name, "/libmicrohttpd.so") == NULL)
        return 0;
    for (size_t i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0) {
            library_begin = object->dlpi_addr + part->p_vaddr;
            library_end = library_begin + part->p_memsz;
        }
    }
    return 1;
}

__attribute__((constructor)) static void find_counters(void)
{
    const char *path = getenv("ROOTWARP_BENCH_ALLOCATIONS");
    const int fd = path == NULL ? -1 : open(path, O_RDWR);
    if (fd < 0)
        return;
    void *mapped = mmap(NULL, COUNTERS * sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    dl_iterate_phdr(note_library, NULL);
    if (mapped != MAP_FAILED)
        counters = mapped;
}

static void count(const void *caller)
{
    const uintptr_t address = (uintptr_t)caller;
    const int whose = address >= library_begin && address < library_end ? OF_LIBRARY : OF_PROGRAM;
    if (counters != NULL)
        atomic_fetch_add_explicit(&counters[whose], 1, memory_order_relaxed);
}

void *malloc(size_t size)
{
    count(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count(__builtin_return_address(0));
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    count(__builtin_return_address(0));
    return __libc_realloc(memory, size);
}

char *strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    count(__builtin_return_address(0));
    char *copy = __libc_malloc(size);
    return copy == NULL ? NULL : memcpy(copy, text, size);
}
