/*
 * The parts of an import that need no database.
 */
#ifndef RW_STORE_IMPORT_RULES_H
#define RW_STORE_IMPORT_RULES_H

#include "store/transfer.h"
#include "store/write_rules.h"

/* The import's entry of a name, or NULL. */
const rw_store_import_name *rw_store_import_find(const rw_store_import_request *request, rw_store_kind kind,
                                                 const char *name);

/* The change that a name's import is: a put of its head, or a delete that tells of the head that went or else of the
 * newest revision that came. False when there is nothing that anyone could have missed. */
bool rw_store_import_change(const rw_store_import_name *import, const rw_store_head *before, rw_store_change *change);

#endif
