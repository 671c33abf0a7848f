-- A keyword index over the store's `memory`: derived, disposable, rebuilt from the memories.

CREATE TABLE lex_meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    analyser TEXT NOT NULL
) STRICT;

CREATE TABLE lex_space (
    space_id INTEGER PRIMARY KEY,
    docs INTEGER NOT NULL,
    length INTEGER NOT NULL
) STRICT;

-- `terms` holds what was indexed, {term: frequency}, so that a purged memory can be taken out again.
CREATE TABLE lex_doc (
    memory INTEGER PRIMARY KEY,
    space_id INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    length INTEGER NOT NULL,
    terms TEXT NOT NULL
) STRICT;

CREATE INDEX lex_doc_by_id ON lex_doc (id);
CREATE INDEX lex_doc_by_space ON lex_doc (space_id, memory);

CREATE TABLE lex_term (
    space_id INTEGER NOT NULL,
    term TEXT NOT NULL,
    memory INTEGER NOT NULL,
    tf REAL NOT NULL,
    length INTEGER NOT NULL,
    PRIMARY KEY (space_id, term, memory)
) STRICT, WITHOUT ROWID;

CREATE TABLE lex_frequency (
    space_id INTEGER NOT NULL,
    term TEXT NOT NULL,
    docs INTEGER NOT NULL,
    PRIMARY KEY (space_id, term)
) STRICT, WITHOUT ROWID;
