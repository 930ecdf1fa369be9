/* The part of the conformance suite that is about whole catalogues: export, import, purge. */
#ifndef RW_TESTS_CONFORMANCE_TRANSFER_H
#define RW_TESTS_CONFORMANCE_TRANSFER_H

#include "conformance.h"

TCase *conformance_transfer_cases(const conformance_backend *backend);

#endif
