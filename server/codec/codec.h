/*
 * The codec: JSON to and from the domain's types. It is the only room that knows Jansson.
 *
 * Reading never stops at the first mistake: every wrong field is collected in an rw_problem with a JSON pointer, the
 * field is given a harmless value, and reading goes on. What is read lives in an arena of the caller's and holds no
 * pointer into the body. Writing streams into an rw_buffer; nothing is built in between. No function here keeps
 * state: all may run on any thread, each arena, buffer and problem on one at a time.
 *
 * codec/compiler.h, which ties the codec to the catalogue, is not among these: only who opens a service needs it.
 */
#ifndef RW_CODEC_CODEC_H
#define RW_CODEC_CODEC_H

#include "codec/answer.h"
#include "codec/arena.h"
#include "codec/diagnostics.h"
#include "codec/document.h"
#include "codec/findings.h"
#include "codec/json_write.h"
#include "codec/limits.h"
#include "codec/problem_json.h"
#include "codec/request.h"

#endif
