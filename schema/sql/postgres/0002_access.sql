-- oldest release: 0.1.0
--
-- Who may do what, and who did what. Times are milliseconds since 1970 UTC.

-- Rows stay after a token was revoked: the audit log refers to them, and a store that ever had one asks for one.
CREATE TABLE tokens (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    name         TEXT   NOT NULL CHECK (length(name) <= 128),
    scopes       BIGINT NOT NULL CHECK (scopes BETWEEN 1 AND 15), -- 1 read, 2 resolve, 4 write, 8 admin
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT, -- NULL: never
    revoked_at   BIGINT, -- NULL: not
    last_used_at BIGINT  -- written now and then, not with each use
);

-- What is kept of the secrets of a token that is not revoked: one, or two while it is being rotated.
CREATE TABLE token_secrets (
    token_id   TEXT COLLATE "C" NOT NULL REFERENCES tokens (id),
    number     BIGINT NOT NULL CHECK (number >= 1),
    digest     TEXT   NOT NULL UNIQUE CHECK (length(digest) = 64), -- keyed BLAKE2b-256 of the token, hexadecimal
    created_at BIGINT NOT NULL,
    ends_at    BIGINT, -- NULL: with the token
    PRIMARY KEY (token_id, number)
);

-- Written in the transaction of the change that it tells of. The nonce is that transaction's own: who lost the
-- connection during a commit looks for it to learn whether the commit was done.
CREATE TABLE audit (
    sequence   BIGINT PRIMARY KEY,
    at         BIGINT NOT NULL,
    actor      TEXT   NOT NULL, -- id of a token, 'anonymous' or 'local'
    action     TEXT   NOT NULL, -- 'clip.put'
    subject    TEXT   NOT NULL, -- name of a clip or profile, id of a token
    revision   BIGINT,
    remote     TEXT,
    request_id TEXT,
    nonce      TEXT   NOT NULL
);
