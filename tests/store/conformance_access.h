/* The part of the conformance suite that is about tokens and the audit log. */
#ifndef RW_TESTS_CONFORMANCE_ACCESS_H
#define RW_TESTS_CONFORMANCE_ACCESS_H

#include "conformance.h"

TCase *conformance_access_cases(conformance_open open);

#endif
