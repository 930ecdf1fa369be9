/* Runs the binaries as a user would, each test in a folder of its own. Every helper fails the test by itself. */
#ifndef RW_TESTS_CLI_HARNESS_H
#define RW_TESTS_CLI_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define RW_TEST_PATH 1024
#define RW_TEST_ARGUMENTS 40

typedef struct rw_place {
    char folder[RW_TEST_PATH]; /* of this test alone */
    char bin[RW_TEST_PATH];    /* where rootwarp, rootwarpd and rootwarp-samples are */
    char server[256];          /* URL of the daemon; "" while none runs */
    pid_t daemon;
    int daemon_out; /* reads what the daemon prints; held open as long as it runs */
} rw_place;

/* A fresh folder; removed, and the daemon stopped, by rw_place_close. */
void rw_place_open(rw_place *place);
void rw_place_close(rw_place *place);

/* Whether a program of the build is there. May be called outside of a test. */
bool rw_program_exists(const char *program);

/* The path of a file in the folder, written to `path`. */
const char *rw_place_path(rw_place *place, const char *name, char path[RW_TEST_PATH]);

/* Writes a file into the folder, or reads one whole (to free()); rw_place_exists looks. */
void rw_place_write(rw_place *place, const char *name, const char *text);
void rw_place_write_bytes(rw_place *place, const char *name, const void *bytes, size_t length);
char *rw_place_read(rw_place *place, const char *name);
bool rw_place_exists(rw_place *place, const char *name);

/* How many files are in the folder; the ones that rw_run makes for itself do not count. */
size_t rw_place_count(rw_place *place);

/* Makes the project's samples in the folder. */
void rw_place_samples(rw_place *place);

/* Writes lunge.clip.json, a lunge of 500 cm in a second, lunge.profile.json, which scales it by 0.3 to 1.3, and
 * request.json, which asks for a target 900 cm away. */
void rw_place_lunge(rw_place *place);

/* Starts a daemon on a free port with a data folder in `folder`; sets `server`. */
void rw_place_serve(rw_place *place);

typedef struct rw_result {
    int code; /* exit code; 128 and the signal when one ended it */
    char *out, *err;
} rw_result;

typedef struct rw_how {
    const char *input;     /* a file in the folder for standard input; NULL: nothing */
    const char *output;    /* an absolute path that takes standard output; NULL: captured */
    size_t file_limit;     /* bytes that a file written may grow to; 0: any */
    const char *variable;  /* "NAME=value" set besides; NULL: none */
} rw_how;

/* Runs `rootwarp arguments…` in the folder; the list ends with NULL. how may be NULL. The environment holds neither
 * ROOTWARP_SERVER nor NO_COLOR unless `how` sets it, or a daemon runs: then ROOTWARP_SERVER is its URL. */
rw_result rw_run(rw_place *place, const rw_how *how, const char *const *arguments);
void rw_result_free(rw_result *result);

/* The list of arguments of one command line. */
#define RW_ARGS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Runs and checks the exit code; prints what the program said when it is another. */
rw_result rw_run_expect(rw_place *place, const rw_how *how, int code, const char *const *arguments);

/* The same, when all that matters is the code and a text that err must hold (NULL: any). */
void rw_run_check(rw_place *place, int code, const char *in_err, const char *const *arguments);

#endif
