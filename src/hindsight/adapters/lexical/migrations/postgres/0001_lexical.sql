-- A keyword index over the store's `memory`: derived, disposable, rebuilt from the memories.

CREATE TABLE lex_meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    analyser TEXT NOT NULL
);

CREATE TABLE lex_space (
    space_id BIGINT PRIMARY KEY,
    docs BIGINT NOT NULL,
    length BIGINT NOT NULL
) WITH (fillfactor = 50);

-- `terms` holds what was indexed, {term: frequency}, so that a purged memory can be taken out again.
CREATE TABLE lex_doc (
    memory BIGINT PRIMARY KEY,
    space_id BIGINT NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    length BIGINT NOT NULL,
    terms TEXT NOT NULL
);

CREATE INDEX lex_doc_by_id ON lex_doc USING hash (id);
CREATE INDEX lex_doc_by_space ON lex_doc (space_id, memory);

CREATE TABLE lex_term (
    space_id BIGINT NOT NULL,
    term TEXT COLLATE "C" NOT NULL,
    memory BIGINT NOT NULL,
    tf DOUBLE PRECISION NOT NULL,
    length BIGINT NOT NULL,
    PRIMARY KEY (space_id, term, memory) INCLUDE (tf, length)
);

CREATE TABLE lex_frequency (
    space_id BIGINT NOT NULL,
    term TEXT COLLATE "C" NOT NULL,
    docs BIGINT NOT NULL,
    PRIMARY KEY (space_id, term)
) WITH (fillfactor = 70);

-- As the store's tables: rows are visible to the tenant that the transaction names, or to maintenance. The terms are only
-- reached through a space, and `space` is guarded.
ALTER TABLE lex_doc ENABLE ROW LEVEL SECURITY;
ALTER TABLE lex_doc FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON lex_doc USING (
    tenant = current_setting('app.tenant', true) OR current_setting('app.every_tenant', true) = 'on'
);
