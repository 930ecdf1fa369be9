-- oldest release: 0.1.0
--
-- kind: 1 clip, 2 profile. Times are milliseconds since 1970 UTC. Rows of documents, revisions and changes never
-- change; heads, and the one row of counters, are the only mutable ones. Nothing here needs more than tables, keys and
-- row locks, so that any server that speaks the protocol will do; names sort byte by byte, as everywhere else.

CREATE TABLE documents (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64), -- SHA-256 of body, hexadecimal
    body TEXT NOT NULL                                        -- canonical JSON
);

CREATE TABLE revisions (
    kind          BIGINT NOT NULL CHECK (kind IN (1, 2)),
    name          TEXT COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    revision      BIGINT NOT NULL CHECK (revision >= 1),
    hash          TEXT   NOT NULL REFERENCES documents (hash),
    clip_kind     BIGINT CHECK (clip_kind = 1), -- 1 in profiles, so that the key below can refer to a clip
    clip_name     TEXT COLLATE "C",
    clip_revision BIGINT,                       -- the clip's head when the profile was saved
    saved_at      BIGINT NOT NULL,
    PRIMARY KEY (kind, name, revision),
    FOREIGN KEY (clip_kind, clip_name, clip_revision) REFERENCES revisions (kind, name, revision),
    CHECK (CASE kind
               WHEN 1 THEN clip_kind IS NULL AND clip_name IS NULL AND clip_revision IS NULL
               ELSE clip_kind IS NOT NULL AND clip_name IS NOT NULL AND clip_revision IS NOT NULL
           END)
);

CREATE INDEX revisions_by_clip ON revisions (clip_kind, clip_name, clip_revision) WHERE clip_kind IS NOT NULL;
CREATE INDEX revisions_by_hash ON revisions (hash);

CREATE TABLE heads (
    kind          BIGINT NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    revision      BIGINT,          -- NULL once deleted
    last_revision BIGINT NOT NULL, -- numbers go on from here, also after a delete
    PRIMARY KEY (kind, name),
    FOREIGN KEY (kind, name, revision) REFERENCES revisions (kind, name, revision),
    CHECK (revision IS NULL OR revision <= last_revision)
);

-- It may speak of revisions that an administrator has purged, and so has no key into them.
CREATE TABLE changes (
    sequence BIGINT PRIMARY KEY,
    kind     BIGINT NOT NULL CHECK (kind IN (1, 2)),
    name     TEXT COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    action   BIGINT NOT NULL CHECK (action IN (1, 2, 3)), -- 1 put, 2 delete, 3 purge: the newest revision that went
    revision BIGINT NOT NULL CHECK (revision >= 1),
    hash     TEXT   NOT NULL CHECK (length(hash) = 64),
    at       BIGINT NOT NULL
);

CREATE INDEX changes_by_revision ON changes (kind, name, revision);

-- Every writing transaction locks this row first and holds it to its end: numbers are given in the order of commits,
-- without gaps, and whoever has read number n will never see a smaller one appear.
CREATE TABLE counters (
    id              BIGINT PRIMARY KEY CHECK (id = 1),
    change_sequence BIGINT NOT NULL, -- the last of changes
    audit_sequence  BIGINT NOT NULL, -- the last of audit
    access_version  BIGINT NOT NULL  -- rises with every change that decides who may do what
);

INSERT INTO counters (id, change_sequence, audit_sequence, access_version) VALUES (1, 0, 0, 0);
