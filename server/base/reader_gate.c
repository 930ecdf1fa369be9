#include "base/reader_gate.h"

#include <sched.h>
#include <stddef.h>
#include <time.h>

#define SPINS_BEFORE_SLEEP 100

void rw_reader_gate_init(rw_reader_gate *gate, const void *first)
{
    atomic_init(&gate->current, first);
    atomic_init(&gate->phase, 0U);
    atomic_init(&gate->readers[0].count, 0UL);
    atomic_init(&gate->readers[1].count, 0UL);
}

bool rw_reader_gate_try_enter(rw_reader_gate *gate, unsigned phase, const void **value)
{
    atomic_fetch_add(&gate->readers[phase].count, 1UL);
    if (atomic_load(&gate->phase) == phase) {
        *value = atomic_load(&gate->current);
        return true;
    }
    atomic_fetch_sub(&gate->readers[phase].count, 1UL);
    return false;
}

const void *rw_reader_gate_enter(rw_reader_gate *gate, unsigned *phase)
{
    const void *value = NULL;
    unsigned mine = atomic_load(&gate->phase);
    while (!rw_reader_gate_try_enter(gate, mine, &value))
        mine = atomic_load(&gate->phase);
    *phase = mine;
    return value;
}

void rw_reader_gate_leave(rw_reader_gate *gate, unsigned phase)
{
    atomic_fetch_sub(&gate->readers[phase].count, 1UL);
}

static void wait_until_empty(rw_reader_counter *counter)
{
    const struct timespec pause = {.tv_nsec = 50000};
    for (unsigned turn = 0; atomic_load(&counter->count) != 0; turn++) {
        if (turn < SPINS_BEFORE_SLEEP)
            sched_yield();
        else
            nanosleep(&pause, NULL);
    }
}

const void *rw_reader_gate_publish(rw_reader_gate *gate, const void *next)
{
    const void *previous = atomic_exchange(&gate->current, next);
    const unsigned old_phase = atomic_load(&gate->phase);
    atomic_store(&gate->phase, 1U - old_phase);
    wait_until_empty(&gate->readers[old_phase]);
    return previous;
}

const void *rw_reader_gate_current(rw_reader_gate *gate)
{
    return atomic_load(&gate->current);
}
