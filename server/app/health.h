/*
 * rootwarpd health: asks a running daemon whether it is ready, for container health checks.
 */
#ifndef RW_APP_HEALTH_H
#define RW_APP_HEALTH_H

/* GETs http://ADDRESS:PORT[/path]; without a path, /readyz. Returns 0 when the answer is a 200, else 1, with one
 * sentence on standard error, and 2 when the URL cannot be read. Waits at most 5 seconds. */
int rw_health_check(const char *url);

#endif
