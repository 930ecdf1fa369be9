/* Which build this is. Link the target rw_build_id. */
#ifndef RW_BUILD_ID_H
#define RW_BUILD_ID_H

#ifdef __cplusplus
extern "C" {
#endif

/* The release, as in "0.1.0". Static storage; any thread. */
const char *rw_build_version(void);

/*
 * The commit it was built from: twelve hexadecimal digits, with "-dirty" behind them when tracked
 * files had been changed, or "unknown" outside a checkout and a release archive. Static storage;
 * any thread.
 */
const char *rw_build_commit(void);

#ifdef __cplusplus
}
#endif

#endif
