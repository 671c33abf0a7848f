-- The entity graph over the store's `memory`: derived, disposable, rebuilt from the memories.

CREATE TABLE graph_space (
    space_id INTEGER PRIMARY KEY,
    memories INTEGER NOT NULL
) STRICT;

CREATE TABLE graph_memory (
    memory INTEGER PRIMARY KEY,
    space_id INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL
) STRICT;

CREATE INDEX graph_memory_by_id ON graph_memory (id);
CREATE INDEX graph_memory_by_space ON graph_memory (space_id, memory);

-- `norm` is the name as it is compared (adapters/graph/names.py), `name` as it was first written.
CREATE TABLE graph_entity (
    id INTEGER PRIMARY KEY,
    space_id INTEGER NOT NULL,
    norm TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (space_id, norm)
) STRICT;

CREATE TABLE graph_mention (
    entity INTEGER NOT NULL REFERENCES graph_entity (id),
    memory INTEGER NOT NULL REFERENCES graph_memory (memory) ON DELETE CASCADE,
    PRIMARY KEY (entity, memory)
) STRICT, WITHOUT ROWID;

CREATE INDEX graph_mention_by_memory ON graph_mention (memory);

CREATE TABLE graph_relation (
    memory INTEGER PRIMARY KEY REFERENCES graph_memory (memory) ON DELETE CASCADE,
    subject INTEGER NOT NULL REFERENCES graph_entity (id),
    predicate TEXT NOT NULL,
    object INTEGER NOT NULL REFERENCES graph_entity (id)
) STRICT;

CREATE INDEX graph_relation_by_subject ON graph_relation (subject, memory);
CREATE INDEX graph_relation_by_object ON graph_relation (object, memory);
