/*
 * What every store has to do, whatever database is behind it. A backend's test program gives a way to open an empty
 * store in a folder, or to open again what a former store left there.
 */
#ifndef RW_TESTS_CONFORMANCE_H
#define RW_TESTS_CONFORMANCE_H

#include <check.h>

#include "store/store.h"

typedef rw_store_status (*conformance_open)(const char *folder, rw_store **store, rw_problem *problem);

typedef struct conformance_backend {
    conformance_open open;
    /* Aborts the test when what lies in a folder is not sound, while a store has it open. */
    void (*expect_sound)(const char *folder);
} conformance_backend;

Suite *conformance_suite(const char *name, const conformance_backend *backend);

#endif
