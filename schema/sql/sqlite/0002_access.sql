-- oldest release: 0.1.0
--
-- Who may do what, and who did what. Times are milliseconds since 1970 UTC.

-- Rows stay after a token was revoked: the audit log refers to them, and a store that ever had one asks for one.
CREATE TABLE tokens (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    name         TEXT    NOT NULL CHECK (length(name) <= 128),
    scopes       INTEGER NOT NULL CHECK (scopes BETWEEN 1 AND 15), -- 1 read, 2 resolve, 4 write, 8 admin
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER, -- NULL: never
    revoked_at   INTEGER, -- NULL: not
    last_used_at INTEGER  -- written now and then, not with each use
) STRICT, WITHOUT ROWID;

CREATE TRIGGER tokens_never_go BEFORE DELETE ON tokens
BEGIN SELECT RAISE(ABORT, 'tokens are revoked, not deleted'); END;

-- What is kept of the secrets of a token that is not revoked: one, or two while it is being rotated.
CREATE TABLE token_secrets (
    token_id   TEXT    NOT NULL REFERENCES tokens (id),
    number     INTEGER NOT NULL CHECK (number >= 1),
    digest     TEXT    NOT NULL UNIQUE CHECK (length(digest) = 64), -- keyed BLAKE2b-256 of the token, hexadecimal
    created_at INTEGER NOT NULL,
    ends_at    INTEGER, -- NULL: with the token
    PRIMARY KEY (token_id, number)
) STRICT, WITHOUT ROWID;

-- Rises with every change of the two tables above that decides who may do what.
CREATE TABLE access_state (
    only    INTEGER PRIMARY KEY CHECK (only = 1),
    version INTEGER NOT NULL
) STRICT;

INSERT INTO access_state (only, version) VALUES (1, 0);

-- Written in the transaction of the change that it tells of.
CREATE TABLE audit (
    sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    actor      TEXT    NOT NULL, -- id of a token, 'anonymous' or 'local'
    action     TEXT    NOT NULL, -- 'clip.put'
    subject    TEXT    NOT NULL, -- name of a clip or profile, id of a token
    revision   INTEGER,
    remote     TEXT,
    request_id TEXT
) STRICT;

CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;

CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log never shrinks'); END;
