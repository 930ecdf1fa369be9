/* What the files of this room share. */
#ifndef RW_SERVICE_INTERNAL_H
#define RW_SERVICE_INTERNAL_H

#include "service/service.h"

struct rw_service {
    rw_store *store;
    rw_catalog *catalog;
};

rw_store_kind rw_service_store_kind(rw_service_kind kind);

#endif
