/*
 * Which file systems a database file may lie on. Locks and the order of writes are not to be trusted across a
 * network, and a database file on one is damaged sooner or later.
 */
#ifndef RW_STORE_FILESYSTEM_H
#define RW_STORE_FILESYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_FILESYSTEM_FUSE INT64_C(0x65735546)

/* Name of the network file system that has this statfs() magic number, or NULL when it is none. FUSE is none: what
 * is behind it only its mount type tells. */
const char *rw_filesystem_network_name(int64_t magic);

/* Whether a mount type, as /proc/self/mountinfo has it ("fuse.sshfs"), reaches over a network. */
bool rw_filesystem_mount_type_is_network(const char *mount_type);

/* If a line of /proc/self/mountinfo is about the device major:minor, copies its mount type and returns true. */
bool rw_filesystem_mount_type(const char *line, unsigned major_number, unsigned minor_number, char *mount_type,
                              size_t size);

#endif
