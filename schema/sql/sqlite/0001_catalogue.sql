-- oldest release: 0.1.0
--
-- kind: 1 clip, 2 profile. Times are milliseconds since 1970 UTC. Rows of documents, revisions and changes never
-- change; heads are the only mutable rows.

CREATE TABLE documents (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64), -- SHA-256 of body, hexadecimal
    body TEXT NOT NULL                                        -- canonical JSON
) STRICT;

CREATE TABLE revisions (
    kind          INTEGER NOT NULL CHECK (kind IN (1, 2)),
    name          TEXT    NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    revision      INTEGER NOT NULL CHECK (revision >= 1),
    hash          TEXT    NOT NULL REFERENCES documents (hash),
    clip_kind     INTEGER CHECK (clip_kind = 1), -- 1 in profiles, so that the key below can refer to a clip
    clip_name     TEXT,
    clip_revision INTEGER,                       -- the clip's head when the profile was saved
    saved_at      INTEGER NOT NULL,
    PRIMARY KEY (kind, name, revision),
    FOREIGN KEY (clip_kind, clip_name, clip_revision) REFERENCES revisions (kind, name, revision),
    CHECK (CASE kind
               WHEN 1 THEN clip_kind IS NULL AND clip_name IS NULL AND clip_revision IS NULL
               ELSE clip_kind IS NOT NULL AND clip_name IS NOT NULL AND clip_revision IS NOT NULL
           END)
) STRICT, WITHOUT ROWID;

CREATE INDEX revisions_by_clip ON revisions (clip_kind, clip_name, clip_revision) WHERE clip_kind IS NOT NULL;
CREATE INDEX revisions_by_hash ON revisions (hash);

CREATE TABLE heads (
    kind          INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    revision      INTEGER,          -- NULL once deleted
    last_revision INTEGER NOT NULL, -- numbers go on from here, also after a delete
    PRIMARY KEY (kind, name),
    FOREIGN KEY (kind, name, revision) REFERENCES revisions (kind, name, revision),
    CHECK (revision IS NULL OR revision <= last_revision)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT: a sequence number is never given twice, even if the end of the log is lost.
CREATE TABLE changes (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    action   INTEGER NOT NULL CHECK (action IN (1, 2)), -- 1 put, 2 delete
    revision INTEGER NOT NULL,
    hash     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    FOREIGN KEY (kind, name, revision) REFERENCES revisions (kind, name, revision)
) STRICT;

CREATE INDEX changes_by_revision ON changes (kind, name, revision);

CREATE TRIGGER documents_never_change BEFORE UPDATE ON documents
BEGIN SELECT RAISE(ABORT, 'documents never change'); END;

CREATE TRIGGER revisions_never_change BEFORE UPDATE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions never change'); END;

CREATE TRIGGER changes_never_change BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the change log never changes'); END;
