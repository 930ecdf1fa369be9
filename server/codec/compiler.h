/* How the catalogue's documents become objects of the solver. */
#ifndef RW_CODEC_COMPILER_H
#define RW_CODEC_COMPILER_H

#include "catalog/catalog.h"

/*
 * The functions that a catalogue, and so a service, is to be opened with. They keep no state. A clip object is an
 * rw_clip, a profile object an rw_plan, each in one allocation that also holds its names; they borrow nothing of the
 * catalogue's document. The document's tags are reported to the catalogue.
 */
rw_catalog_compiler rw_codec_compiler(void);

#endif
