-- Embeddings of the store's `memory`: derived, disposable, rebuilt from the memories.

CREATE TABLE vec_meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    model TEXT NOT NULL,
    dimension BIGINT NOT NULL
);

-- `change` numbers every row that is written or emptied, in the order of the commits: what is in memory follows it.
-- Another `epoch` means: forget what you hold of this space.
CREATE TABLE vec_space (
    space_id BIGINT PRIMARY KEY,
    epoch BIGINT NOT NULL,
    change BIGINT NOT NULL
) WITH (fillfactor = 50);

-- `vectors` holds `parts` vectors of little-endian float16, end to end. A deleted memory stays as a row of 0 parts until
-- the space gets another epoch.
CREATE TABLE vec_memory (
    memory BIGINT PRIMARY KEY,
    space_id BIGINT NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    change BIGINT NOT NULL,
    parts BIGINT NOT NULL,
    vectors BYTEA NOT NULL
);

-- Vectors do not compress: keep PostgreSQL from trying.
ALTER TABLE vec_memory ALTER COLUMN vectors SET STORAGE EXTERNAL;

CREATE INDEX vec_memory_by_change ON vec_memory (space_id, change, parts);
CREATE INDEX vec_memory_by_id ON vec_memory USING hash (id);
CREATE INDEX vec_memory_gone ON vec_memory (space_id) WHERE parts = 0;

-- As the store's tables: rows are visible to the tenant that the transaction names, or to maintenance.
ALTER TABLE vec_memory ENABLE ROW LEVEL SECURITY;
ALTER TABLE vec_memory FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON vec_memory USING (
    tenant = current_setting('app.tenant', true) OR current_setting('app.every_tenant', true) = 'on'
);
