-- A memory may state several relations: its claim, and that two names are one. `graph_alias` holds the latter both ways
-- round, so that the other names of an entity are found without walking all its relations.

ALTER TABLE graph_relation DROP CONSTRAINT graph_relation_pkey;
ALTER TABLE graph_relation ADD PRIMARY KEY (memory, subject, predicate, object);

CREATE TABLE graph_alias (
    entity BIGINT NOT NULL REFERENCES graph_entity (id),
    memory BIGINT NOT NULL REFERENCES graph_memory (memory) ON DELETE CASCADE,
    other BIGINT NOT NULL REFERENCES graph_entity (id),
    PRIMARY KEY (entity, memory, other)
);

CREATE INDEX graph_alias_by_memory ON graph_alias (memory);
CREATE INDEX graph_alias_by_other ON graph_alias (other);
