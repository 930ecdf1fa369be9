/*
 * A pointer to an immutable value that many readers use without a lock while a writer replaces it.
 *
 * Each reader is counted in one of two counters, the one that `phase` names when it enters. To replace the value the
 * writer (a) stores the new pointer, (b) turns the phase, (c) waits until the counter of the old phase is zero; then
 * nobody can hold the old value. All operations on pointer, phase and counters are sequentially consistent, so they
 * have one order that everybody sees, and in it:
 *
 *   I1  A reader counts itself, then finds the phase still to be its own, and only then loads the pointer. If the
 *       phase has turned in between it uncounts itself and starts again, having loaded nothing.
 *   I2  So a reader that holds a value is counted in the phase p that was current at some moment after it was counted
 *       and before it loaded the pointer.
 *   I3  A reader that holds the value which (a) replaced loaded the pointer before (a), hence before (b); by I2 it was
 *       counted in the phase that (b) turns away from, and stays so until it leaves. (c) waits for it.
 *   I4  A reader that enters after (b) is counted in the other phase and cannot hold (c) up; those of the old phase
 *       that lost the race of I1 leave at once. So (c) ends when the readers that were in have left.
 *
 * That a reader may sleep between reading the phase and counting itself, while the phase turns any number of times,
 * does no harm: I1 asks for the phase again.
 */
#ifndef RW_BASE_READER_GATE_H
#define RW_BASE_READER_GATE_H

#include <stdatomic.h>
#include <stdbool.h>

#define RW_READER_GATE_LINE 64 /* bytes of a cache line: the two counters do not share one */

typedef struct rw_reader_counter {
    atomic_ulong count;
    char padding[RW_READER_GATE_LINE - sizeof(atomic_ulong)];
} rw_reader_counter;

typedef struct rw_reader_gate {
    _Atomic(const void *) current;
    atomic_uint phase; /* 0 or 1 */
    char padding[RW_READER_GATE_LINE];
    rw_reader_counter readers[2];
} rw_reader_gate;

void rw_reader_gate_init(rw_reader_gate *gate, const void *first);

/* Returns the current value, valid until rw_reader_gate_leave is given the phase stored here. Any number of threads;
 * a thread may enter again while it is in. */
const void *rw_reader_gate_enter(rw_reader_gate *gate, unsigned *phase);
void rw_reader_gate_leave(rw_reader_gate *gate, unsigned phase);

/* One round of entering, for a phase that was read a moment ago: false, with nothing changed, if it has turned since
 * (I1). Apart so that a test can let the phase turn at just that moment. */
bool rw_reader_gate_try_enter(rw_reader_gate *gate, unsigned phase, const void **value);

/* Replaces the value and returns the one before it when no reader holds that any more. One writer at a time, which
 * is not itself a reader. */
const void *rw_reader_gate_publish(rw_reader_gate *gate, const void *next);

/* The current value, for the writer. */
const void *rw_reader_gate_current(rw_reader_gate *gate);

#endif
