/*
 * Telling a service manager how far the daemon is: the datagrams of sd_notify(3), to the socket that NOTIFY_SOCKET
 * names. Without the variable nothing is sent.
 */
#ifndef RW_APP_NOTIFY_H
#define RW_APP_NOTIFY_H

/* "READY=1" and the like; lines joined by newlines. What cannot be sent is lost: a manager that is gone is no reason to
 * stop serving. */
void rw_notify(const char *state);

/* Reloading begins; end it with "READY=1". The manager wants the monotonic clock with it. */
void rw_notify_reloading(void);

#endif
