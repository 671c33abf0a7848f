-- Times are microseconds since 1970 (UTC), flags 0 and 1, `data` JSON.

CREATE TABLE space (
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL CHECK (tenant <> ''),
    name TEXT NOT NULL,
    shared INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER,
    UNIQUE (tenant, name)
) STRICT;

CREATE TABLE space_reader (
    shared_space INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
    reader INTEGER NOT NULL REFERENCES space (id) ON DELETE CASCADE,
    PRIMARY KEY (shared_space, reader)
) STRICT, WITHOUT ROWID;

-- `data` holds the whole record; the columns beside it are what filters, sorting and counters need. The counters and
-- last_used_at are newer than in `data`: use moves them without a new revision.
CREATE TABLE memory (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES space (id),
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    project TEXT,
    task_type TEXT,
    stage TEXT,
    claim TEXT,
    polarity TEXT NOT NULL,
    source TEXT NOT NULL,
    source_name TEXT,
    conversation TEXT,
    ref TEXT,
    content_hash TEXT NOT NULL,
    superseded_by TEXT,
    confidence REAL NOT NULL,
    importance REAL NOT NULL,
    trust REAL NOT NULL,
    verbatim INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    occurred_at INTEGER,
    occurred_until INTEGER,
    valid_from INTEGER,
    valid_to INTEGER,
    expires_at INTEGER,
    deleted_at INTEGER,
    last_used_at INTEGER,
    retrieved INTEGER NOT NULL DEFAULT 0,
    accessed INTEGER NOT NULL DEFAULT 0,
    stated INTEGER NOT NULL DEFAULT 0,
    successes INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    data TEXT NOT NULL,
    UNIQUE (tenant, id)
) STRICT;

CREATE INDEX memory_by_space ON memory (space_id, seq);
CREATE INDEX memory_by_hash ON memory (space_id, content_hash);
CREATE INDEX memory_by_kind ON memory (space_id, kind, status, seq);
CREATE INDEX memory_by_claim ON memory (space_id, claim) WHERE claim IS NOT NULL;
CREATE INDEX memory_by_expiry ON memory (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_by_conversation ON memory (space_id, conversation, seq) WHERE verbatim = 1 AND status = 'active';
CREATE UNIQUE INDEX memory_active_once ON memory (space_id, content_hash, kind, coalesce(ref, ''))
    WHERE status = 'active' AND content_hash <> '';

-- The elements of every list field that can be filtered on: tags, entities, tools and so on.
CREATE TABLE memory_item (
    memory INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (memory, field, value)
) STRICT, WITHOUT ROWID;

-- Former revisions; the current one is in `memory`. There is no other copy of a text, so a purge leaves none.
CREATE TABLE memory_history (
    memory INTEGER NOT NULL REFERENCES memory (seq) ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (memory, revision)
) STRICT;

CREATE TABLE turn (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES space (id),
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (space_id, id)
) STRICT;

CREATE TABLE trajectory (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES space (id),
    id TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    data TEXT NOT NULL,
    UNIQUE (space_id, id)
) STRICT;

CREATE TABLE change_set (
    id TEXT NOT NULL,
    tenant TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES space (id),
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

-- Append-only. With the revisions in `memory` and `memory_history` it is the undo record too.
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    change_set TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES space (id),
    memory TEXT NOT NULL,
    action TEXT NOT NULL CHECK (action IN ('insert', 'update', 'purge')),
    content_hash TEXT NOT NULL,
    revision INTEGER NOT NULL
) STRICT;

CREATE INDEX audit_by_tenant ON audit (tenant, seq);
CREATE INDEX audit_by_change_set ON audit (tenant, change_set);
CREATE INDEX audit_of_purges ON audit (tenant, memory) WHERE action = 'purge';

CREATE TRIGGER audit_is_not_edited BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
END;

CREATE TRIGGER audit_is_not_cut BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
END;

CREATE TABLE job (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    space_id INTEGER NOT NULL REFERENCES space (id),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    lane TEXT,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    run_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    lease_until INTEGER,
    worker TEXT,
    error TEXT,
    result TEXT
) STRICT;

CREATE INDEX job_open ON job (seq) WHERE status IN ('pending', 'running');
CREATE INDEX job_lane ON job (space_id, lane, seq) WHERE status IN ('pending', 'running') AND lane IS NOT NULL;
CREATE INDEX job_done ON job (run_at) WHERE status = 'done';

-- What a well-filled database looks like, so that the planner chooses well from the first day: rows, then rows for each
-- prefix of the index. ANALYZE would take it from an empty one.
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('memory', 'memory_by_space', '1000000 10000 1'),
    ('memory', 'memory_by_hash', '1000000 10000 1'),
    ('memory', 'memory_by_kind', '1000000 10000 2000 1000 1'),
    ('memory', 'memory_by_claim', '300000 3000 2'),
    ('memory', 'memory_by_expiry', '100000 1'),
    ('memory', 'memory_by_conversation', '300000 3000 50 1'),
    ('memory', 'memory_active_once', '900000 9000 1 1 1'),
    ('memory', 'sqlite_autoindex_memory_1', '1000000 100000 1'),
    ('memory_item', 'memory_item', '4000000 4 2 1'),
    ('job', 'job_open', '1000 1'),
    ('job', 'job_lane', '1000 100 10 1'),
    ('job', 'job_done', '100000 1'),
    ('job', 'sqlite_autoindex_job_1', '100000 1'),
    ('audit', 'audit_by_tenant', '2000000 20000 1'),
    ('audit', 'audit_by_change_set', '2000000 20000 2'),
    ('audit', 'audit_of_purges', '10000 100 1'),
    ('space', 'sqlite_autoindex_space_1', '1000 10 1');
