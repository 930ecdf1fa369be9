#include "store/filesystem.h"

#include <stdio.h>
#include <string.h>

typedef struct network_magic {
    uint32_t magic;
    const char *name;
} network_magic;

/*
 * 9p (0x01021997) and virtiofs (0x6a656a63) are left out on purpose: they share a folder of the machine's own host
 * with a virtual machine or a sandbox, where this process is the only writer and locks are kept by the local kernel.
 */
static const network_magic network_magics[] = {
    {0x00006969U, "NFS"},   {0x0000517BU, "SMB"},    {0xFF534D42U, "CIFS"},  {0xFE534D42U, "SMB2"},
    {0x00C36400U, "Ceph"},  {0x5346414FU, "AFS"},    {0x6B414653U, "AFS"},   {0x73757245U, "Coda"},
    {0x0BD00BD0U, "Lustre"}, {0x0000564CU, "NCP"},   {0x47504653U, "GPFS"},  {0x19830326U, "BeeGFS"},
    {0xAAD7AAEAU, "PanFS"}, {0x20030528U, "OrangeFS"},
};

static const char *const network_mount_types[] = {
    "fuse.sshfs",    "fuse.s3fs",      "fuse.gcsfuse",   "fuse.goofys",   "fuse.rclone",  "fuse.glusterfs",
    "fuse.ceph",     "fuse.ceph-fuse", "fuse.cephfs",    "fuse.davfs",    "fuse.davfs2",  "fuse.curlftpfs",
    "fuse.smbnetfs", "fuse.juicefs",   "fuse.blobfuse",  "fuse.blobfuse2", "fuse.mfs",    "fuse.moosefs",
    "fuse.lizardfs", "fuse.seaweedfs", "fuse.mount-s3",
};

const char *rw_filesystem_network_name(int64_t magic)
{
    /* The kernel's type of the field is signed on some machines: compare 32 bits. */
    const uint32_t low = (uint32_t)((uint64_t)magic & UINT32_MAX);
    for (size_t i = 0; i < sizeof network_magics / sizeof network_magics[0]; i++) {
        if (network_magics[i].magic == low)
            return network_magics[i].name;
    }
    return NULL;
}

bool rw_filesystem_mount_type_is_network(const char *mount_type)
{
    for (size_t i = 0; i < sizeof network_mount_types / sizeof network_mount_types[0]; i++) {
        if (strcmp(network_mount_types[i], mount_type) == 0)
            return true;
    }
    return false;
}

/* Fields of a line: id, parent id, major:minor, root, mount point, options, tags …, "-", type, source, options. */
bool rw_filesystem_mount_type(const char *line, unsigned major_number, unsigned minor_number, char *mount_type,
                              size_t size)
{
    unsigned major_found = 0;
    unsigned minor_found = 0;
    if (sscanf(line, "%*u %*u %u:%u ", &major_found, &minor_found) != 2 || major_found != major_number ||
        minor_found != minor_number)
        return false;
    const char *separator = strstr(line, " - ");
    if (separator == NULL)
        return false;
    const char *type = separator + 3;
    const size_t length = strcspn(type, " \n");
    if (length == 0 || length >= size)
        return false;
    memcpy(mount_type, type, length);
    mount_type[length] = '\0';
    return true;
}
