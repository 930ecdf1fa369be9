/* Recorded requests: which may be asked, and how they are asked of the revisions that answered them then. */
#ifndef RW_CLI_REPLAY_REQUEST_H
#define RW_CLI_REPLAY_REQUEST_H

#include "base/buffer.h"
#include "base/recording.h"

/* Whether it is what a daemon records. Nothing else is asked: a file from elsewhere must not make this program send, with
 * the caller's token, what writes. */
bool rw_replay_may_ask(const rw_recording_entry *entry);

/* Appends the target and the body of the same request with the revisions that its answer names: `lunge` becomes `lunge@3`.
 * False, with nothing of use appended, where there is nothing to pin: the request names revisions itself, holds its
 * profile, or is of a kind whose answer would name them (select) or does not (validate). */
bool rw_replay_pin(const rw_recording_entry *entry, rw_buffer *target, rw_buffer *body);

#endif
