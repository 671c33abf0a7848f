-- A memory may state several relations: its claim, and that two names are one. `graph_alias` holds the latter both ways
-- round, so that the other names of an entity are found without walking all its relations.

CREATE TABLE graph_edge (
    memory INTEGER NOT NULL REFERENCES graph_memory (memory) ON DELETE CASCADE,
    subject INTEGER NOT NULL REFERENCES graph_entity (id),
    predicate TEXT NOT NULL,
    object INTEGER NOT NULL REFERENCES graph_entity (id),
    PRIMARY KEY (memory, subject, predicate, object)
) STRICT, WITHOUT ROWID;

INSERT INTO graph_edge (memory, subject, predicate, object)
SELECT memory, subject, predicate, object FROM graph_relation;

DROP TABLE graph_relation;
ALTER TABLE graph_edge RENAME TO graph_relation;

CREATE INDEX graph_relation_by_subject ON graph_relation (subject, memory);
CREATE INDEX graph_relation_by_object ON graph_relation (object, memory);

CREATE TABLE graph_alias (
    entity INTEGER NOT NULL REFERENCES graph_entity (id),
    memory INTEGER NOT NULL REFERENCES graph_memory (memory) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES graph_entity (id),
    PRIMARY KEY (entity, memory, other)
) STRICT, WITHOUT ROWID;

CREATE INDEX graph_alias_by_memory ON graph_alias (memory);
CREATE INDEX graph_alias_by_other ON graph_alias (other);
