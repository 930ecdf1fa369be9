#include "catalogue.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 24 };

bool rw_catalogue_start(rw_catalogue *catalogue)
{
    char log[RW_FOLDER_ROOM], threads[16];
    const char *const own[] = {catalogue->program, "serve", "--listen", "127.0.0.1:0", "--data", catalogue->data,
                               "--threads", threads, NULL};
    const char *arguments[ARGUMENTS_MAX];
    size_t count = 0;
    snprintf(threads, sizeof threads, "%u", catalogue->threads);
    snprintf(log, sizeof log, "%.900s/log", catalogue->folder);
    for (size_t i = 0; catalogue->wrapper[i] != NULL; i++)
        arguments[count++] = catalogue->wrapper[i];
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        arguments[count++] = own[i];
    return rw_child_start(arguments, catalogue->processor, log, &catalogue->child);
}

static bool fill_in_child(const rw_catalogue *catalogue)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(rw_seed_folder(catalogue->data, &catalogue->seed) ? 0 : 1);
    if (child < 0)
        fputs("rootwarp-bench: cannot make a process that fills a catalogue\n", stderr);
    return child > 0;
}

static bool wait_for_one(void)
{
    int status = 0;
    pid_t ended;
    do
        ended = wait(&status);
    while (ended < 0 && errno == EINTR);
    return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool rw_catalogues_fill(const rw_catalogue *const *catalogues, size_t count)
{
    const size_t most = (size_t)rw_processor_count();
    size_t running = 0;
    bool sound = true;
    for (size_t i = 0; sound && i < count; i++) {
        if (access(catalogues[i]->data, F_OK) == 0)
            continue;
        if (running == most) {
            sound = wait_for_one();
            running--;
        }
        if (sound && fill_in_child(catalogues[i]))
            running++;
        else
            sound = false;
    }
    for (; running > 0; running--)
        sound = wait_for_one() && sound;
    return sound;
}
