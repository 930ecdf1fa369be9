#include <check.h>
#include <stdlib.h>

#include "store/filesystem.h"

START_TEST(network_name__knows_the_common_ones)
{
    ck_assert_str_eq(rw_filesystem_network_name(0x6969), "NFS");
    ck_assert_str_eq(rw_filesystem_network_name(0xFF534D42), "CIFS");
    ck_assert_str_eq(rw_filesystem_network_name(0xFE534D42), "SMB2");
    /* A 32-bit field that is signed gives the same number as a negative one. */
    ck_assert_str_eq(rw_filesystem_network_name((int64_t)0xFF534D42 - INT64_C(0x100000000)), "CIFS");
}
END_TEST

START_TEST(network_name__lets_local_ones_pass)
{
    const int64_t local[] = {0xEF53, 0x58465342, 0x9123683E, 0x01021994, 0x794C7630, 0x01021997, 0x6A656A63,
                             0x2FC12FC1, RW_FILESYSTEM_FUSE};
    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++)
        ck_assert_ptr_null(rw_filesystem_network_name(local[i]));
}
END_TEST

START_TEST(mount_type__is_read_from_the_line_of_the_device)
{
    const char line[] = "36 35 98:7 /mnt1 /mnt2 rw,noatime master:1 shared:3 - fuse.sshfs me@host:/ rw\n";
    char type[32] = "unset";
    ck_assert(!rw_filesystem_mount_type(line, 98, 8, type, sizeof type));
    ck_assert(!rw_filesystem_mount_type(line, 9, 7, type, sizeof type));
    ck_assert_str_eq(type, "unset");
    ck_assert(rw_filesystem_mount_type(line, 98, 7, type, sizeof type));
    ck_assert_str_eq(type, "fuse.sshfs");
    ck_assert(rw_filesystem_mount_type("1 1 0:5 / /x rw - ext4 dev rw", 0, 5, type, sizeof type));
    ck_assert_str_eq(type, "ext4");
}
END_TEST

START_TEST(mount_type__a_line_out_of_shape_is_none)
{
    char type[8] = "unset";
    const char *const lines[] = {"", "\n", "36 35", "36 35 98:7 /", "36 35 98:7 / / rw - ", "36 35 98:7 / / rw -",
                                 "36 35 98:7 / / rw - longer_than_the_room x y", "a b 98:7 / - ext4"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        ck_assert(!rw_filesystem_mount_type(lines[i], 98, 7, type, sizeof type));
    ck_assert_str_eq(type, "unset");
}
END_TEST

START_TEST(mount_type_is_network__tells_fuse_from_fuse)
{
    ck_assert(rw_filesystem_mount_type_is_network("fuse.sshfs"));
    ck_assert(rw_filesystem_mount_type_is_network("fuse.s3fs"));
    ck_assert(!rw_filesystem_mount_type_is_network("fuse.fuse-overlayfs"));
    ck_assert(!rw_filesystem_mount_type_is_network("fuseblk"));
    ck_assert(!rw_filesystem_mount_type_is_network(""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("filesystem");
    TCase *tcase = tcase_create("filesystem");
    tcase_add_test(tcase, network_name__knows_the_common_ones);
    tcase_add_test(tcase, network_name__lets_local_ones_pass);
    tcase_add_test(tcase, mount_type__is_read_from_the_line_of_the_device);
    tcase_add_test(tcase, mount_type__a_line_out_of_shape_is_none);
    tcase_add_test(tcase, mount_type_is_network__tells_fuse_from_fuse);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    const int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
