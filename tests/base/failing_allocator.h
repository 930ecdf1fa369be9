/* Makes the n-th allocation of the program fail, Check's own included: assert only while it is disarmed. */
#ifndef RW_TESTS_FAILING_ALLOCATOR_H
#define RW_TESTS_FAILING_ALLOCATOR_H

/* The count-th allocation from now on, counted from 1, fails, and every one after it; 0 lets all succeed. */
void failing_allocator_arm(unsigned long count);

/* The same, but the later ones succeed again. */
void failing_allocator_arm_once(unsigned long count);

/* Allocations asked for since the last arm. */
unsigned long failing_allocator_seen(void);

#endif
