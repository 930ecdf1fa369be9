/* Two answers to one request: where they first differ. */
#ifndef RW_CLI_REPLAY_COMPARE_H
#define RW_CLI_REPLAY_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RW_REPLAY_POINTER_SIZE 512
#define RW_REPLAY_VALUE_SIZE 96

/* One side of a difference. */
typedef struct rw_replay_value {
    char text[RW_REPLAY_VALUE_SIZE]; /* as it stands in the answer, cut where it is long; "" where there is none */
    bool number;
    uint64_t bits; /* of the double that the number is */
} rw_replay_value;

typedef struct rw_replay_difference {
    size_t byte; /* the first that differs */
    bool json;   /* both are JSON, and the rest holds */
    char pointer[RW_REPLAY_POINTER_SIZE]; /* JSON pointer to the first value that differs */
    rw_replay_value then, now;
} rw_replay_difference;

typedef enum rw_replay_verdict {
    RW_REPLAY_EQUAL,  /* the same bytes */
    RW_REPLAY_ALIKE,  /* the same but for solver_version, which every answer of another solver differs in */
    RW_REPLAY_DIFFERS
} rw_replay_verdict;

/* Fills *difference when they differ. */
rw_replay_verdict rw_replay_compare(const char *then, size_t then_length, const char *now, size_t now_length,
                                    rw_replay_difference *difference);

/* How many doubles lie between two: 1 for neighbours. 0 and -0 are the same. Meant for finite ones. */
uint64_t rw_replay_distance(uint64_t one, uint64_t other);

#endif
