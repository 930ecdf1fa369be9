/* A recorded request, asked anew of the revisions that answered it then. */
#ifndef RW_CLI_REPLAY_PIN_H
#define RW_CLI_REPLAY_PIN_H

#include "base/buffer.h"
#include "base/recording.h"

/* Appends the target and the body of the same request with the revisions that its answer names: `lunge` becomes `lunge@3`.
 * False, with nothing of use appended, where there is nothing to pin: the request names revisions itself, holds its
 * profile, or is of a kind whose answer would name them (select) or does not (validate). */
bool rw_replay_pin(const rw_recording_entry *entry, rw_buffer *target, rw_buffer *body);

#endif
