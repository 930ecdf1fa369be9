/* realpath() is declared with the X/Open extensions only. */
#define _XOPEN_SOURCE 700
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 65536, ATTEMPTS = 100, PATH_ROOM = 4096 };

/* Appends what one read gives; 1 for more, 0 at the end, -1 on failure (errno). */
static int read_chunk(int descriptor, char **bytes, size_t *length, size_t *capacity)
{
    if (*capacity - *length < CHUNK + 1) {
        size_t wanted = *capacity == 0 ? 2 * CHUNK : *capacity * 2;
        char *grown = realloc(*bytes, wanted);
        if (grown == NULL)
            return -1;
        *bytes = grown;
        *capacity = wanted;
    }
    ssize_t got = read(descriptor, *bytes + *length, CHUNK);
    if (got < 0)
        return errno == EINTR ? 1 : -1;
    *length += (size_t)got;
    if (*length > RW_FILE_MAX) {
        errno = EFBIG;
        return -1;
    }
    return got > 0;
}

bool rw_file_read(rw_console *console, const char *what, const char *path, char **bytes, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    int descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    char *content = NULL;
    size_t filled = 0, capacity = 0;
    int more = descriptor < 0 ? -1 : 1;
    while (more > 0)
        more = read_chunk(descriptor, &content, &filled, &capacity);
    int error = errno;
    if (descriptor >= 0 && !standard)
        close(descriptor);
    if (more < 0) {
        free(content);
        rw_console_error(console, "cannot read %s \"%s\": %s", what, standard ? "(standard input)" : path,
                         strerror(error));
        return false;
    }
    content[filled] = '\0';
    *bytes = content;
    *length = filled;
    return true;
}

static bool write_all(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* Makes a file beside `path` that did not exist before and writes its name to `name`. mkstemp would give it mode
 * 0600, where the user's umask shall decide. */
static int create_beside(const char *path, char name[PATH_ROOM])
{
    const char *slash = strrchr(path, '/');
    int folder = slash == NULL ? 0 : (int)(slash - path) + 1;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        int length = snprintf(name, PATH_ROOM, "%.*s.%s.%ld-%d.tmp", folder, path, path + folder, (long)getpid(),
                              attempt);
        if (length < 0 || length >= PATH_ROOM) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/* A rename is on the disk only once its folder is. A file system that cannot sync a folder is not held against it. */
static void sync_folder(const char *path)
{
    char folder[PATH_ROOM] = ".";
    const char *slash = strrchr(path, '/');
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash == path ? 1 : slash - path), path);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    (void)fsync(descriptor);
    close(descriptor);
}

static bool write_straight(const char *path, const char *bytes, size_t length)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool written = write_all(descriptor, bytes, length);
    int error = errno;
    if (close(descriptor) != 0 && written)
        return false;
    errno = error;
    return written;
}

static bool replace(const char *path, const struct stat *old, const char *bytes, size_t length)
{
    char temporary[PATH_ROOM];
    int descriptor = create_beside(path, temporary);
    if (descriptor < 0)
        return false;
    bool written = write_all(descriptor, bytes, length);
    if (written && old != NULL)
        written = fchmod(descriptor, old->st_mode & 07777) == 0;
    written = written && fsync(descriptor) == 0;
    int error = errno;
    if (close(descriptor) != 0 && written) {
        written = false;
        error = errno;
    }
    if (written && rename(temporary, path) != 0) {
        written = false;
        error = errno;
    }
    if (!written) {
        unlink(temporary);
        errno = error;
        return false;
    }
    sync_folder(path);
    return true;
}

bool rw_file_write(rw_console *console, const char *path, const char *bytes, size_t length)
{
    struct stat status;
    char resolved[PATH_ROOM];
    bool exists = stat(path, &status) == 0;
    bool written;
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        written = false;
    } else if (exists && !S_ISREG(status.st_mode)) {
        written = write_straight(path, bytes, length);
    } else {
        /* A symbolic link stays a link: what it points at is replaced. */
        char *target = exists ? realpath(path, NULL) : NULL;
        if (target != NULL && strlen(target) < sizeof resolved) {
            memcpy(resolved, target, strlen(target) + 1);
            path = resolved;
        }
        free(target);
        written = replace(path, exists ? &status : NULL, bytes, length);
    }
    if (!written)
        rw_console_error(console, "cannot write \"%s\": %s; nothing was changed", path, strerror(errno));
    return written;
}
