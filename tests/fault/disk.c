#include "disk.h"

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IMAGES_MAX 8
#define PATH_SIZE 512

typedef struct disk_write {
    bool cuts; /* a truncation to `offset`, else `length` bytes at `offset` */
    sqlite3_int64 offset;
    int length;
    char *bytes;
} disk_write;

/* A file as the platter has it, and what is still on its way there. */
typedef struct disk_image {
    char path[PATH_SIZE];
    char *bytes;
    sqlite3_int64 length;
    disk_write *writes;
    size_t write_count;
} disk_image;

typedef struct disk_file {
    sqlite3_file base;
    disk_image *image; /* NULL for files without a name */
    sqlite3_file *real;
} disk_file;

static struct {
    sqlite3_vfs vfs;
    sqlite3_vfs *real;
    rw_disk_fault fault;
    long seen, from, until;
    bool struck, keeps;
    disk_image images[IMAGES_MAX];
    size_t image_count;
} disk;

const char *rw_disk_fault_name(rw_disk_fault fault)
{
    static const char *const names[RW_DISK_FAULTS] = {"an I/O error", "no space left", "a short write", "a failed sync",
                                                      "loss of power"};
    return names[fault];
}

/* ---- what a loss of power leaves ---- */

static void forget_writes(disk_image *image)
{
    for (size_t i = 0; i < image->write_count; i++)
        free(image->writes[i].bytes);
    free(image->writes);
    image->writes = NULL;
    image->write_count = 0;
}

static void forget_images(void)
{
    for (size_t i = 0; i < disk.image_count; i++) {
        forget_writes(&disk.images[i]);
        free(disk.images[i].bytes);
    }
    disk.image_count = 0;
}

static void apply(char **bytes, sqlite3_int64 *length, const disk_write *write)
{
    const sqlite3_int64 end = write->cuts ? write->offset : write->offset + write->length;
    if (end > *length || write->cuts) {
        char *grown = realloc(*bytes, (size_t)end + 1);
        ck_assert_ptr_nonnull(grown);
        if (end > *length)
            memset(grown + *length, 0, (size_t)(end - *length));
        *bytes = grown;
        *length = end;
    }
    if (!write->cuts && write->length > 0)
        memcpy(*bytes + write->offset, write->bytes, (size_t)write->length);
}

static void note(disk_image *image, bool cuts, const void *bytes, int length, sqlite3_int64 offset)
{
    if (image == NULL)
        return;
    disk_write *more = realloc(image->writes, (image->write_count + 1) * sizeof *more);
    ck_assert_ptr_nonnull(more);
    image->writes = more;
    disk_write *write = &more[image->write_count++];
    *write = (disk_write){.cuts = cuts, .offset = offset, .length = length, .bytes = NULL};
    if (length > 0) {
        write->bytes = malloc((size_t)length);
        ck_assert_ptr_nonnull(write->bytes);
        memcpy(write->bytes, bytes, (size_t)length);
    }
}

static void note_sync(disk_image *image)
{
    if (image == NULL)
        return;
    for (size_t i = 0; i < image->write_count; i++)
        apply(&image->bytes, &image->length, &image->writes[i]);
    forget_writes(image);
}

/* The file's image; what is there when it is first opened counts as synced. */
static disk_image *image_of(const char *path, sqlite3_file *real)
{
    for (size_t i = 0; i < disk.image_count; i++)
        if (strcmp(disk.images[i].path, path) == 0)
            return &disk.images[i];
    ck_assert_uint_lt(disk.image_count, IMAGES_MAX);
    disk_image *image = &disk.images[disk.image_count++];
    *image = (disk_image){0};
    ck_assert_int_lt(snprintf(image->path, PATH_SIZE, "%s", path), PATH_SIZE);
    ck_assert_int_eq(real->pMethods->xFileSize(real, &image->length), SQLITE_OK);
    image->bytes = malloc((size_t)image->length + 1);
    ck_assert_ptr_nonnull(image->bytes);
    if (image->length > 0)
        ck_assert_int_eq(real->pMethods->xRead(real, image->bytes, (int)image->length, 0), SQLITE_OK);
    return image;
}

static void write_image(const disk_image *image, const char *folder, uint64_t choice)
{
    char path[2 * PATH_SIZE];
    char *bytes = malloc((size_t)image->length + 1);
    sqlite3_int64 length = image->length;
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, image->bytes, (size_t)length);
    for (size_t i = 0; i < image->write_count; i++) {
        choice = choice < 2 ? choice : choice * 6364136223846793005u + 1442695040888963407u;
        if (choice == 1 || (choice > 1 && (choice >> 40) % 2 == 0))
            apply(&bytes, &length, &image->writes[i]);
    }
    snprintf(path, sizeof path, "%s%s", folder, strrchr(image->path, '/'));
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, (size_t)length, file), (size_t)length);
    ck_assert_int_eq(fclose(file), 0);
    free(bytes);
}

void rw_disk_power_loss(const char *folder, uint64_t choice)
{
    for (size_t i = 0; i < disk.image_count; i++)
        write_image(&disk.images[i], folder, choice);
}

/* ---- faults ---- */

typedef enum disk_call { CALL_OTHER, CALL_WRITE, CALL_SYNC } disk_call;

static bool strikes(disk_call call)
{
    const bool concerned = disk.fault == RW_DISK_BROKEN || disk.fault == RW_DISK_POWER ||
                           (call == CALL_WRITE && (disk.fault == RW_DISK_FULL || disk.fault == RW_DISK_SHORT)) ||
                           (call == CALL_SYNC && disk.fault == RW_DISK_UNSYNCED);
    if (!concerned)
        return false;
    disk.seen++;
    const bool hit = disk.from > 0 && disk.seen >= disk.from && disk.seen < disk.until;
    disk.struck = disk.struck || hit;
    return hit;
}

void rw_disk_arm(rw_disk_fault fault, long from, long until)
{
    forget_images();
    disk.fault = fault;
    disk.seen = 0;
    disk.from = from;
    disk.until = until;
    disk.struck = false;
    disk.keeps = true;
}

void rw_disk_mend(void)
{
    disk.from = 0;
    disk.keeps = false;
}

long rw_disk_seen(void)
{
    return disk.seen;
}

bool rw_disk_struck(void)
{
    return disk.struck;
}

/* ---- the methods of a file ---- */

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((disk_file *)file)->real;
}

static int disk_close(sqlite3_file *file)
{
    sqlite3_file *real = real_of(file);
    return real->pMethods == NULL ? SQLITE_OK : real->pMethods->xClose(real);
}

static int disk_read(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset)
{
    return strikes(CALL_OTHER) ? SQLITE_IOERR_READ : real_of(file)->pMethods->xRead(real_of(file), bytes, length, offset);
}

static int disk_write_bytes(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset)
{
    disk_image *image = ((disk_file *)file)->image;
    if (strikes(CALL_WRITE)) {
        if (disk.fault == RW_DISK_SHORT) {
            real_of(file)->pMethods->xWrite(real_of(file), bytes, length / 2, offset);
            note(image, false, bytes, length / 2, offset);
        }
        return disk.fault == RW_DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    note(image, false, bytes, length, offset);
    return real_of(file)->pMethods->xWrite(real_of(file), bytes, length, offset);
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (strikes(CALL_OTHER))
        return SQLITE_IOERR_TRUNCATE;
    note(((disk_file *)file)->image, true, NULL, 0, size);
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int disk_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (strikes(CALL_SYNC))
        return SQLITE_IOERR_FSYNC;
    note_sync(((disk_file *)file)->image);
    return SQLITE_OK;
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return strikes(CALL_OTHER) ? SQLITE_IOERR_FSTAT : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int disk_lock(sqlite3_file *file, int level)
{
    return strikes(CALL_OTHER) ? SQLITE_IOERR_LOCK : real_of(file)->pMethods->xLock(real_of(file), level);
}

static int disk_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int disk_reserved(sqlite3_file *file, int *reserved)
{
    return strikes(CALL_OTHER) ? SQLITE_IOERR_CHECKRESERVEDLOCK
                               : real_of(file)->pMethods->xCheckReservedLock(real_of(file), reserved);
}

static int disk_control(sqlite3_file *file, int operation, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), operation, argument);
}

static int disk_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int disk_traits(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write_bytes,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_reserved,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = disk_traits,
};

/* ---- the methods of the disk ---- */

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    disk_file *self = (disk_file *)file;
    (void)vfs;
    self->base.pMethods = NULL;
    self->real = (sqlite3_file *)(self + 1);
    self->real->pMethods = NULL;
    self->image = NULL;
    if (strikes(CALL_OTHER))
        return SQLITE_CANTOPEN;
    const int result = disk.real->xOpen(disk.real, path, self->real, flags, out);
    if (result != SQLITE_OK)
        return result;
    if (path != NULL && disk.keeps)
        self->image = image_of(path, self->real);
    self->base.pMethods = &methods;
    return SQLITE_OK;
}

/* The store never deletes a file on purpose; SQLite does with a journal of an earlier mode. */
static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs;
    if (strikes(CALL_OTHER))
        return SQLITE_IOERR_DELETE;
    for (size_t i = 0; i < disk.image_count; i++)
        if (strcmp(disk.images[i].path, path) == 0) {
            forget_writes(&disk.images[i]);
            disk.images[i].length = 0;
        }
    return disk.real->xDelete(disk.real, path, sync);
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    (void)vfs;
    return strikes(CALL_OTHER) ? SQLITE_IOERR_ACCESS : disk.real->xAccess(disk.real, path, flags, out);
}

void rw_disk_install(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    ck_assert_ptr_nonnull(disk.real);
    disk.vfs = *disk.real;
    disk.vfs.szOsFile = (int)sizeof(disk_file) + disk.real->szOsFile;
    disk.vfs.zName = "failing";
    disk.vfs.pNext = NULL;
    disk.vfs.xOpen = disk_open;
    disk.vfs.xDelete = disk_delete;
    disk.vfs.xAccess = disk_access;
    ck_assert_int_eq(sqlite3_vfs_register(&disk.vfs, 1), SQLITE_OK);
}
