-- oldest release: 0.1.0
--
-- The change log may speak of revisions that an administrator has purged: it loses its key into revisions, and gains
-- the action 3, a purge, whose revision and hash are those of the newest revision that went. Nothing else differs, so
-- a release that knows only the actions 1 and 2 can still run: it takes a purge for a delete and looks the head up.

CREATE TABLE changes_0003 (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     INTEGER NOT NULL CHECK (kind IN (1, 2)),
    name     TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    action   INTEGER NOT NULL CHECK (action IN (1, 2, 3)), -- 1 put, 2 delete, 3 purge
    revision INTEGER NOT NULL CHECK (revision >= 1),
    hash     TEXT    NOT NULL CHECK (length(hash) = 64),
    at       INTEGER NOT NULL
) STRICT;

INSERT INTO changes_0003 (sequence, kind, name, action, revision, hash, at)
    SELECT sequence, kind, name, action, revision, hash, at FROM changes ORDER BY sequence;

DROP TABLE changes;
ALTER TABLE changes_0003 RENAME TO changes;

CREATE INDEX changes_by_revision ON changes (kind, name, revision);

CREATE TRIGGER changes_never_change BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the change log never changes'); END;

CREATE TRIGGER changes_never_go BEFORE DELETE ON changes
BEGIN SELECT RAISE(ABORT, 'the change log never shrinks'); END;
