-- A catalogue as release 0.1.0 stored it at step 2 of the schema: clips and profiles of schema/examples, lunge changed once,
-- hurdle's profile deleted. Read by stored.py; never changed.
PRAGMA user_version=0;
PRAGMA application_id=1381454416;
BEGIN TRANSACTION;
CREATE TABLE access_state (
    only    INTEGER PRIMARY KEY CHECK (only = 1),
    version INTEGER NOT NULL
) STRICT;
INSERT INTO "access_state" VALUES(1,0);
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
INSERT INTO "audit" VALUES(1,1796011178414,'anonymous','clip.put','lunge',1,'127.0.0.1','ab23d09f9c4f-00000000');
INSERT INTO "audit" VALUES(2,1796011178520,'anonymous','profile.put','lunge',1,'127.0.0.1','ab23d09f9c4f-00000001');
INSERT INTO "audit" VALUES(3,1796011178663,'anonymous','clip.put','vault',1,'127.0.0.1','ab23d09f9c4f-00000002');
INSERT INTO "audit" VALUES(4,1796011178744,'anonymous','profile.put','vault',1,'127.0.0.1','ab23d09f9c4f-00000003');
INSERT INTO "audit" VALUES(5,1796011178836,'anonymous','clip.put','hurdle',1,'127.0.0.1','ab23d09f9c4f-00000004');
INSERT INTO "audit" VALUES(6,1796011178967,'anonymous','profile.put','hurdle',1,'127.0.0.1','ab23d09f9c4f-00000005');
INSERT INTO "audit" VALUES(7,1796011178993,'anonymous','profile.put','lunge',2,'127.0.0.1','ab23d09f9c4f-00000006');
INSERT INTO "audit" VALUES(8,1796011179056,'anonymous','profile.delete','hurdle',1,'127.0.0.1','ab23d09f9c4f-00000007');
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
INSERT INTO "changes" VALUES(1,1,'lunge',1,1,'616d1d36fb21a2cad81e44ad76d2a71a07ea78c961b98cf368c216dcab9d2f58',1796011178414);
INSERT INTO "changes" VALUES(2,2,'lunge',1,1,'1575ed786fd8fe895468c8b46602f11a14d9eb7b2a2c56745990a8c693f63ad8',1796011178520);
INSERT INTO "changes" VALUES(3,1,'vault',1,1,'96c8f509849443e617b803bd9fea544d9bc731ae736b38aaa91f96051abf2a09',1796011178663);
INSERT INTO "changes" VALUES(4,2,'vault',1,1,'ad095c9d5c4010e757fa54733980d5dcc0f15b944d1691c654c821edab81db3d',1796011178744);
INSERT INTO "changes" VALUES(5,1,'hurdle',1,1,'96c8f509849443e617b803bd9fea544d9bc731ae736b38aaa91f96051abf2a09',1796011178836);
INSERT INTO "changes" VALUES(6,2,'hurdle',1,1,'6f9b638803ce4851cec087570521545d39fb05ec1ce8473af2d170ad8a40e4a3',1796011178967);
INSERT INTO "changes" VALUES(7,2,'lunge',1,2,'c356ea0a73f837a937d24d13f96c708cc32f45c8d77c92a5cb118e1326d6393a',1796011178993);
INSERT INTO "changes" VALUES(8,2,'hurdle',2,1,'6f9b638803ce4851cec087570521545d39fb05ec1ce8473af2d170ad8a40e4a3',1796011179056);
CREATE TABLE documents (
    hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64), -- SHA-256 of body, hexadecimal
    body TEXT NOT NULL                                        -- canonical JSON
) STRICT;
INSERT INTO "documents" VALUES('616d1d36fb21a2cad81e44ad76d2a71a07ea78c961b98cf368c216dcab9d2f58','{"events":[{"name":"hit","time":0.75}],"frame_rate":4,"root":{"positions":[[0,0,0],[125,0,0],[250,0,0],[375,0,0],[500,0,0]]},"space":"unreal","tags":["melee"],"windows":[{"end":1,"name":"attack","start":0}]}');
INSERT INTO "documents" VALUES('1575ed786fd8fe895468c8b46602f11a14d9eb7b2a2c56745990a8c693f63ad8','{"clip":"lunge","kind":"reach","scale_band":{"max":1.3,"min":0.3},"tags":["melee"],"window":"attack"}');
INSERT INTO "documents" VALUES('96c8f509849443e617b803bd9fea544d9bc731ae736b38aaa91f96051abf2a09','{"frame_rate":10,"root":{"positions":[[0,0,0],[0,0.4,0.4],[0,0.8,0.8],[0,1,1],[0,1,1.2],[0,1,1.4],[0,1,1.6],[0,0.8,1.9],[0,0.5,2.2],[0,0.2,2.5],[0,0,2.8]]},"space":"unity"}');
INSERT INTO "documents" VALUES('ad095c9d5c4010e757fa54733980d5dcc0f15b944d1691c654c821edab81db3d','{"clip":"vault","kind":"phases","phases":[{"end":0.3,"name":"near edge","rate":{"max":2,"min":0.5},"start":0},{"end":0.6,"name":"far edge","rate":{"max":2,"min":0.5},"start":0.3},{"end":1,"name":"landing","start":0.6}]}');
INSERT INTO "documents" VALUES('6f9b638803ce4851cec087570521545d39fb05ec1ce8473af2d170ad8a40e4a3','{"clip":"hurdle","kind":"phases","phases":[{"end":0.3,"name":"near edge","rate":{"max":2,"min":0.5},"start":0},{"end":0.6,"name":"far edge","rate":{"max":2,"min":0.5},"start":0.3},{"end":1,"name":"landing","rate":{"max":2,"min":0.5},"start":0.6}],"provider":{"crossing":"vault","kind":"obstacle","landing_offset":0.8,"max_height":1.5}}');
INSERT INTO "documents" VALUES('c356ea0a73f837a937d24d13f96c708cc32f45c8d77c92a5cb118e1326d6393a','{"clip":"lunge","kind":"reach","scale_band":{"max":1.4,"min":0.3},"tags":["melee"],"window":"attack"}');
CREATE TABLE heads (
    kind          INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    revision      INTEGER,          -- NULL once deleted
    last_revision INTEGER NOT NULL, -- numbers go on from here, also after a delete
    PRIMARY KEY (kind, name),
    FOREIGN KEY (kind, name, revision) REFERENCES revisions (kind, name, revision),
    CHECK (revision IS NULL OR revision <= last_revision)
) STRICT, WITHOUT ROWID;
INSERT INTO "heads" VALUES(1,'hurdle',1,1);
INSERT INTO "heads" VALUES(1,'lunge',1,1);
INSERT INTO "heads" VALUES(1,'vault',1,1);
INSERT INTO "heads" VALUES(2,'hurdle',NULL,1);
INSERT INTO "heads" VALUES(2,'lunge',2,2);
INSERT INTO "heads" VALUES(2,'vault',1,1);
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
INSERT INTO "revisions" VALUES(1,'hurdle',1,'96c8f509849443e617b803bd9fea544d9bc731ae736b38aaa91f96051abf2a09',NULL,NULL,NULL,1796011178836);
INSERT INTO "revisions" VALUES(1,'lunge',1,'616d1d36fb21a2cad81e44ad76d2a71a07ea78c961b98cf368c216dcab9d2f58',NULL,NULL,NULL,1796011178414);
INSERT INTO "revisions" VALUES(1,'vault',1,'96c8f509849443e617b803bd9fea544d9bc731ae736b38aaa91f96051abf2a09',NULL,NULL,NULL,1796011178663);
INSERT INTO "revisions" VALUES(2,'hurdle',1,'6f9b638803ce4851cec087570521545d39fb05ec1ce8473af2d170ad8a40e4a3',1,'hurdle',1,1796011178967);
INSERT INTO "revisions" VALUES(2,'lunge',1,'1575ed786fd8fe895468c8b46602f11a14d9eb7b2a2c56745990a8c693f63ad8',1,'lunge',1,1796011178520);
INSERT INTO "revisions" VALUES(2,'lunge',2,'c356ea0a73f837a937d24d13f96c708cc32f45c8d77c92a5cb118e1326d6393a',1,'lunge',1,1796011178993);
INSERT INTO "revisions" VALUES(2,'vault',1,'ad095c9d5c4010e757fa54733980d5dcc0f15b944d1691c654c821edab81db3d',1,'vault',1,1796011178744);
CREATE TABLE schema_migrations ( number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, oldest_release TEXT NOT NULL, applied_at INTEGER NOT NULL, applied_by TEXT NOT NULL) STRICT;
INSERT INTO "schema_migrations" VALUES(1,'catalogue','671b030d524cf8b6449b07dc4c063e5b93e47ec985b5f773e6c0e6f80af05c2e','0.1.0',1796011178276,'0.1.0');
INSERT INTO "schema_migrations" VALUES(2,'access','2fa8cc5cc0ccab0af13f1a9a5746547afeb6de5acfa3985e2cdfca8398d65e10','0.1.0',1796011178276,'0.1.0');
CREATE TABLE token_secrets (
    token_id   TEXT    NOT NULL REFERENCES tokens (id),
    number     INTEGER NOT NULL CHECK (number >= 1),
    digest     TEXT    NOT NULL UNIQUE CHECK (length(digest) = 64), -- keyed BLAKE2b-256 of the token, hexadecimal
    created_at INTEGER NOT NULL,
    ends_at    INTEGER, -- NULL: with the token
    PRIMARY KEY (token_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE tokens (
    id           TEXT    NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 32),
    name         TEXT    NOT NULL CHECK (length(name) <= 128),
    scopes       INTEGER NOT NULL CHECK (scopes BETWEEN 1 AND 15), -- 1 read, 2 resolve, 4 write, 8 admin
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER, -- NULL: never
    revoked_at   INTEGER, -- NULL: not
    last_used_at INTEGER  -- written now and then, not with each use
) STRICT, WITHOUT ROWID;
CREATE INDEX revisions_by_clip ON revisions (clip_kind, clip_name, clip_revision) WHERE clip_kind IS NOT NULL;
CREATE INDEX revisions_by_hash ON revisions (hash);
CREATE INDEX changes_by_revision ON changes (kind, name, revision);
CREATE TRIGGER documents_never_change BEFORE UPDATE ON documents
BEGIN SELECT RAISE(ABORT, 'documents never change'); END;
CREATE TRIGGER revisions_never_change BEFORE UPDATE ON revisions
BEGIN SELECT RAISE(ABORT, 'revisions never change'); END;
CREATE TRIGGER changes_never_change BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the change log never changes'); END;
CREATE TRIGGER tokens_never_go BEFORE DELETE ON tokens
BEGIN SELECT RAISE(ABORT, 'tokens are revoked, not deleted'); END;
CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log never changes'); END;
CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log never shrinks'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('changes',8);
INSERT INTO "sqlite_sequence" VALUES('audit',8);
COMMIT;
