/* What SQLite can tell of a store's file: queries whose first row says what is wrong, or "ok". */
#ifndef RW_TESTS_FAULT_SOUNDNESS_H
#define RW_TESTS_FAULT_SOUNDNESS_H

static const char *const rw_soundness_queries[] = {
    "PRAGMA integrity_check",

    "SELECT coalesce((SELECT 'a row of ' || \"table\" || ' refers to nothing' FROM pragma_foreign_key_check), 'ok')",

    /* Each change and who made it are written in one transaction: the two logs tell of the same. */
    "SELECT coalesce((SELECT 'the audit log and the change log differ about ' || name FROM ("
    " SELECT * FROM (SELECT at, name, revision, CASE kind WHEN 1 THEN 'clip' ELSE 'profile' END || CASE action WHEN 1 THEN"
    "  '.put' WHEN 2 THEN '.delete' ELSE '.purge' END FROM changes EXCEPT SELECT at, subject, revision, action FROM audit)"
    " UNION ALL SELECT * FROM (SELECT at, subject, revision, action FROM audit WHERE action LIKE 'clip.%' OR action LIKE"
    "  'profile.%' EXCEPT SELECT at, name, revision, CASE kind WHEN 1 THEN 'clip' ELSE 'profile' END || CASE action WHEN 1"
    "  THEN '.put' WHEN 2 THEN '.delete' ELSE '.purge' END FROM changes))), 'ok')",
};

#endif
