-- Images and audio by content hash, apart for each tenant. `put_at` is when they were last put.

CREATE TABLE blob (
    tenant TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    put_at BIGINT NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (tenant, hash)
);

-- Images and audio do not compress: keep PostgreSQL from trying.
ALTER TABLE blob ALTER COLUMN data SET STORAGE EXTERNAL;

-- As the store's tables: rows are visible to the tenant that the transaction names, or to maintenance.
ALTER TABLE blob ENABLE ROW LEVEL SECURITY;
ALTER TABLE blob FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON blob USING (
    tenant = current_setting('app.tenant', true) OR current_setting('app.every_tenant', true) = 'on'
);
