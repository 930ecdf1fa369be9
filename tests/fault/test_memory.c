/* The daemon when memory runs out: the n-th allocation of a request fails, alone or with all later ones. */
#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "endurance.h"
#include "injected.h"
#include "support/suite.h"

#define SHORT_SAMPLES 6 /* of each request's allocations, in both modes */
#define IDLE_LOOKS 100     /* the client is gone, the daemon soon knows */
#define PATIENT_LOOKS 50000
#define TIMES_MAX 3
#define GROWTH_MAX 600 /* blocks: what SQLite may keep of pages that it has read */

enum { MEMORY_FAILED, MEMORY_REFUSED, MEMORY_CLOSED, MEMORY_ANSWERED };

static rw_injected daemon_at;

static void start(void)
{
    static const char *const arguments[] = {"--threads=1", NULL};
    rw_injected_start(&daemon_at, arguments);
    rw_script_documents(daemon_at.server.port);
}

static void stop(void)
{
    rw_injected_end(&daemon_at);
}

static rw_call_end ask(const rw_scripted *scripted, rw_call_answer *answer)
{
    rw_caller caller = RW_CALLER(daemon_at.server.port);
    const rw_call_end end =
        rw_caller_ask(&caller, scripted->method, scripted->target, scripted->headers, scripted->body, answer);
    rw_caller_hang_up(&caller);
    return end;
}

/* Whether the answer is what the request gets when nothing fails. A repeated write may find that it has been done. */
static bool is_right(const rw_scripted *scripted, const rw_call_answer *answer)
{
    if (answer->status == scripted->status)
        return true;
    return rw_scripted_writes(scripted) && (answer->status == 200 || answer->status == 412 || answer->status == 404);
}

/* The fewest blocks that are in use during so many looks, or until there are no more than wanted. */
static long settle(long wanted, int looks)
{
    long fewest = atomic_load(&daemon_at.control->blocks);
    for (int look = 0; look < looks && fewest > wanted; look++) {
        const struct timespec pause = {.tv_nsec = 100000};
        nanosleep(&pause, NULL);
        const long blocks = atomic_load(&daemon_at.control->blocks);
        fewest = blocks < fewest ? blocks : fewest;
    }
    return fewest;
}

/* How many allocations a request makes. */
static long count_allocations(const rw_scripted *scripted, rw_call_answer *answer)
{
    rw_fault_arm(daemon_at.control, RW_FAULT_MEMORY, LONG_MAX, LONG_MAX, ENOMEM);
    ck_assert_int_eq(ask(scripted, answer), RW_CALL_ANSWERED);
    return atomic_load(&daemon_at.control->plans[RW_FAULT_MEMORY].seen);
}

static void fail_once(const rw_scripted *scripted, long number, bool for_good, rw_endurance *endurance)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    rw_fault_arm(daemon_at.control, RW_FAULT_MEMORY, number, for_good ? LONG_MAX : number + 1, ENOMEM);
    const rw_call_end end = ask(scripted, &answer);
    rw_fault_disarm(daemon_at.control, RW_FAULT_MEMORY);
    const char *mode = for_good ? "and all later ones" : "alone";
    ck_assert_msg(end == RW_CALL_ANSWERED || end == RW_CALL_CLOSED, "%s %s, allocation %ld %s: ended as %d: %s",
                  scripted->method, scripted->target, number, mode, end, answer.received.data);
    const bool refused = end == RW_CALL_ANSWERED && answer.status == 503;
    ck_assert_msg(end == RW_CALL_CLOSED || refused || is_right(scripted, &answer), "%s %s, allocation %ld %s: %d %s",
                  scripted->method, scripted->target, number, mode, answer.status, answer.received.data);
    /* Who cannot ask the store is not ready, and says that. */
    if (refused && strcmp(scripted->method, "HEAD") != 0 && strncmp(scripted->target, "/readyz", 7) != 0)
        ck_assert_msg(strstr(rw_call_body(&answer), "\"code\":\"out_of_memory\"") != NULL, "%s %s: %s", scripted->method,
                      scripted->target, rw_call_body(&answer));
    endurance->figures[MEMORY_FAILED]++;
    endurance->figures[refused ? MEMORY_REFUSED : end == RW_CALL_CLOSED ? MEMORY_CLOSED : MEMORY_ANSWERED]++;
    ck_assert_int_eq(ask(scripted, &answer), RW_CALL_ANSWERED);
    ck_assert_msg(is_right(scripted, &answer), "%s %s after allocation %ld failed %s: %d %s", scripted->method,
                  scripted->target, number, mode, answer.status, answer.received.data);
    rw_call_answer_free(&answer);
}

static void fail_some(const rw_scripted *scripted, long count, long step, rw_endurance *endurance)
{
    for (long number = 1 + count % step; number <= count; number += step) {
        fail_once(scripted, number, false, endurance);
        fail_once(scripted, number, true, endurance);
    }
}

/* Both modes for a sample of the allocations, or for each; then memory is as before. */
static void exhaust(const rw_scripted *scripted, rw_endurance *endurance)
{
    rw_call_answer answer;
    rw_call_answer_init(&answer);
    for (int warm = 0; warm < 3; warm++)
        ck_assert_int_eq(ask(scripted, &answer), RW_CALL_ANSWERED);
    ck_assert_msg(is_right(scripted, &answer), "%s %s: %d %s", scripted->method, scripted->target, answer.status,
                  rw_call_body(&answer));
    const long count = count_allocations(scripted, &answer);
    const long step = endurance->is_long || count <= SHORT_SAMPLES ? 1 : count / SHORT_SAMPLES;
    /* The first time makes what is made once and kept, such as the metrics of a status. Which statuses there are hangs on
     * what other threads allocate in between; but what leaks leaks each time. */
    fail_some(scripted, count, step, endurance);
    long before = 0, after = 0, limit = 0;
    for (int time = 0; time < TIMES_MAX && (time == 0 || after > limit); time++) {
        before = settle(0, IDLE_LOOKS);
        fail_some(scripted, count, step, endurance);
        limit = before + (rw_scripted_writes(scripted) ? GROWTH_MAX : 0);
        after = settle(limit, PATIENT_LOOKS);
    }
    ck_assert_msg(after <= limit, "%s %s: %ld blocks before, %ld after", scripted->method, scripted->target, before,
                  after);
    rw_call_answer_free(&answer);
}

START_TEST(request__whose_memory_fails_is_refused_and_leaves_nothing)
{
    rw_endurance endurance;
    size_t count;
    rw_scripted *script = rw_script_load(&count);
    rw_endurance_begin(&endurance, "memory", (long)count, (long)count);
    for (; endurance.done < endurance.total; endurance.done++, rw_endurance_keep(&endurance))
        exhaust(&script[endurance.done], &endurance);
    rw_endurance_end(&endurance, "%ld requests, %ld failed allocations: %ld times 503, %ld closed, %ld answered all the same",
                     endurance.done, endurance.figures[MEMORY_FAILED], endurance.figures[MEMORY_REFUSED],
                     endurance.figures[MEMORY_CLOSED], endurance.figures[MEMORY_ANSWERED]);
    rw_script_free(script, count);
}
END_TEST

int main(void)
{
    TCase *cases = tcase_create("memory");
    tcase_add_checked_fixture(cases, start, stop);
    tcase_add_test(cases, request__whose_memory_fails_is_refused_and_leaves_nothing);
    return rw_test_suite_run(cases);
}
