/* librootwarp: the root motion warping solver, in one include. */
#ifndef ROOTWARP_ROOTWARP_H
#define ROOTWARP_ROOTWARP_H

#include <rootwarp/clip.h>
#include <rootwarp/findings.h>
#include <rootwarp/profile.h>
#include <rootwarp/providers.h>
#include <rootwarp/resolve.h>
#include <rootwarp/select.h>
#include <rootwarp/space.h>
#include <rootwarp/trajectory.h>
#include <rootwarp/types.h>
#include <rootwarp/verify.h>
#include <rootwarp/version.h>

#endif
