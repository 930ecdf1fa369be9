/*
 * The handlers of the catalogue and the solver, one file an endpoint. Each decodes, calls the service, encodes; none
 * knows the store. Their rows are in the route table.
 */
#ifndef RW_HTTP_HANDLERS_HANDLERS_H
#define RW_HTTP_HANDLERS_HANDLERS_H

#include "http/http.h"

/* clips.c */
rw_http_handler rw_handle_clip_list;         /* GET /v1/clips */
rw_http_handler rw_handle_clip_get; /* GET /v1/clips/{name}, GET /v1/clips/{name}/revisions/{revision} */
rw_http_handler rw_handle_clip_put;          /* PUT /v1/clips/{name} */
rw_http_handler rw_handle_clip_delete;       /* DELETE /v1/clips/{name} */
rw_http_handler rw_handle_clip_revisions;    /* GET /v1/clips/{name}/revisions */

/* curve.c */
rw_http_handler rw_handle_clip_curve; /* GET /v1/clips/{name}/curve */

/* motion.c */
rw_http_handler rw_handle_clip_motion; /* GET /v1/clips/{name}/motion */

/* profiles.c */
rw_http_handler rw_handle_profile_list;         /* GET /v1/profiles */
rw_http_handler rw_handle_profile_get; /* GET /v1/profiles/{name}, GET /v1/profiles/{name}/revisions/{revision} */
rw_http_handler rw_handle_profile_put;          /* PUT /v1/profiles/{name} */
rw_http_handler rw_handle_profile_delete;       /* DELETE /v1/profiles/{name} */
rw_http_handler rw_handle_profile_revisions;    /* GET /v1/profiles/{name}/revisions */

/* findings.c */
rw_http_handler rw_handle_profile_findings; /* GET /v1/profiles/{name}/findings */

/* reach.c */
rw_http_handler rw_handle_profile_difference; /* GET /v1/profiles/{name}/difference */
rw_http_handler rw_handle_profile_reach; /* GET /v1/profiles/{name}/reach */
rw_http_handler rw_handle_reach;         /* POST /v1/reach */

/* purge.c */
rw_http_handler rw_handle_clip_purge;    /* POST /v1/clips/{name}/purge */
rw_http_handler rw_handle_profile_purge; /* POST /v1/profiles/{name}/purge */

/* changes.c, export.c, import.c */
rw_http_handler rw_handle_changes; /* GET /v1/changes */
rw_http_handler rw_handle_export;  /* GET /v1/export */
rw_http_handler rw_handle_import;  /* POST /v1/import */

/* resolve.c, trajectory.c, step.c, verify.c, select.c, validate.c */
rw_http_handler rw_handle_resolve;    /* POST /v1/resolve */
rw_http_handler rw_handle_trajectory; /* POST /v1/trajectory */
rw_http_handler rw_handle_step;       /* POST /v1/step */
rw_http_handler rw_handle_verify;     /* POST /v1/verify */
rw_http_handler rw_handle_select;     /* POST /v1/select */
rw_http_handler rw_handle_validate;   /* POST /v1/validate */

/* audit.c, tokens.c */
rw_http_handler rw_handle_audit;      /* GET /v1/audit */
rw_http_handler rw_handle_token_list; /* GET /v1/tokens */

/* Query parameters and media types of those that have any, for the route table; NULL at the end. */
extern const char *const rw_clip_list_query[];    /* prefix, tag, limit, cursor */
extern const char *const rw_profile_list_query[]; /* prefix, tag, clip, severity, limit, cursor */
extern const char *const rw_revisions_query[];    /* limit, cursor */
extern const char *const rw_clip_curve_query[];   /* rate, format */
extern const char *const rw_clip_motion_query[];  /* from, to, scale */
extern const char *const rw_profile_difference_query[]; /* from, to */
extern const char *const rw_profile_reach_query[]; /* actor_radius, target_radius, scale */
extern const char *const rw_audit_query[];        /* since, limit */
extern const char *const rw_token_list_query[];   /* limit, cursor */
extern const char *const rw_changes_query[];      /* since, limit, wait */
extern const char *const rw_import_query[];       /* dry_run */
extern const char *const rw_export_media[];       /* application/x-ndjson */
extern const char *const rw_clip_curve_media[];   /* application/json, text/csv */

#endif
