#include "base/small_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

#define NS_PER_MS INT64_C(1000000)

static bool fail(int error, char reason[RW_SMALL_FILE_REASON_SIZE])
{
    if (strerror_r(error, reason, RW_SMALL_FILE_REASON_SIZE) != 0)
        snprintf(reason, RW_SMALL_FILE_REASON_SIZE, "error %d", error);
    return false;
}

/* A pipe that nobody writes to has an end at once, or nothing for ever, depending on who had it open before. */
static bool wait_readable(int file, int64_t give_up_ns, char reason[RW_SMALL_FILE_REASON_SIZE])
{
    struct pollfd wanted = {.fd = file, .events = POLLIN};
    for (;;) {
        const int64_t left_ms = (give_up_ns - rw_clock_monotonic_ns()) / NS_PER_MS;
        const int ready = left_ms <= 0 ? 0 : poll(&wanted, 1, (int)left_ms);
        if (ready > 0)
            return true;
        if (ready == 0) {
            snprintf(reason, RW_SMALL_FILE_REASON_SIZE, "it is not all there within %d seconds",
                     RW_SMALL_FILE_PATIENCE_MS / 1000);
            return false;
        }
        if (errno != EINTR)
            return fail(errno, reason);
    }
}

/* Up to room bytes; as many as there are. */
static bool read_all(int file, char *text, size_t room, size_t *length, char reason[RW_SMALL_FILE_REASON_SIZE])
{
    const int64_t give_up_ns = rw_clock_monotonic_ns() + RW_SMALL_FILE_PATIENCE_MS * NS_PER_MS;
    size_t done = 0;
    while (done < room) {
        if (!wait_readable(file, give_up_ns, reason))
            return false;
        const ssize_t got = read(file, text + done, room - done);
        if (got == 0)
            break;
        if (got > 0)
            done += (size_t)got;
        else if (errno != EINTR && errno != EAGAIN)
            return fail(errno, reason);
    }
    *length = done;
    return true;
}

static bool read_file(int file, size_t maximum, char **text, size_t *length, char reason[RW_SMALL_FILE_REASON_SIZE])
{
    size_t got = 0;
    char *made = malloc(maximum + 1);
    bool sound = made == NULL ? fail(ENOMEM, reason) : read_all(file, made, maximum + 1, &got, reason);
    if (sound && got > maximum) {
        snprintf(reason, RW_SMALL_FILE_REASON_SIZE, "it is longer than %zu KiB", maximum / 1024);
        sound = false;
    }
    if (!sound) {
        free(made);
        return false;
    }
    made[got] = '\0';
    *text = made;
    *length = got;
    return true;
}

bool rw_small_file_read(const char *path, size_t maximum, char **text, size_t *length,
                        char reason[RW_SMALL_FILE_REASON_SIZE])
{
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return fail(errno, reason);
    const bool sound = read_file(file, maximum, text, length, reason);
    close(file);
    return sound;
}
