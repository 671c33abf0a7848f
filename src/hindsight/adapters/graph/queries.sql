-- name: spaces
SELECT name, id FROM space WHERE tenant = :tenant AND name = ANY(:names);

-- name: spaces_of
SELECT DISTINCT space_id FROM graph_memory WHERE tenant = :tenant AND id = ANY(:ids);

-- name: lock_space
-- Writers of one space queue here: nobody mentions an entity that another is taking out.
INSERT INTO graph_space (space_id, memories) VALUES (:space, 0)
ON CONFLICT (space_id) DO UPDATE SET memories = graph_space.memories;

-- name: entities_of
SELECT DISTINCT n.entity FROM graph_memory g JOIN graph_mention n ON n.memory = g.memory
WHERE g.tenant = :tenant AND g.id = ANY(:ids);

-- name: edges_of
SELECT count(*) FROM graph_memory g JOIN graph_relation r ON r.memory = g.memory
WHERE g.tenant = :tenant AND g.id = ANY(:ids);

-- name: drop_memories
DELETE FROM graph_memory WHERE tenant = :tenant AND id = ANY(:ids);

-- name: drop_unmentioned
DELETE FROM graph_entity
WHERE id = ANY(:entities) AND NOT EXISTS (SELECT 1 FROM graph_mention n WHERE n.entity = graph_entity.id);

-- name: add_memory
INSERT INTO graph_memory (memory, space_id, tenant, id) VALUES (:memory, :space, :tenant, :id);

-- name: add_entity
INSERT INTO graph_entity (space_id, norm, name) VALUES (:space, :norm, :name) ON CONFLICT (space_id, norm) DO NOTHING;

-- name: add_mention
INSERT INTO graph_mention (entity, memory)
SELECT e.id, :memory FROM graph_entity e WHERE e.space_id = :space AND e.norm = :norm;

-- name: add_relation
INSERT INTO graph_relation (memory, subject, predicate, object)
SELECT :memory, s.id, :predicate, o.id FROM graph_entity s JOIN graph_entity o ON o.space_id = s.space_id
WHERE s.space_id = :space AND s.norm = :subject AND o.norm = :object
ON CONFLICT (memory, subject, predicate, object) DO NOTHING;

-- name: add_alias
INSERT INTO graph_alias (entity, memory, other)
SELECT s.id, :memory, o.id FROM graph_entity s JOIN graph_entity o ON o.space_id = s.space_id
WHERE s.space_id = :space AND s.norm = :subject AND o.norm = :object
ON CONFLICT (entity, memory, other) DO NOTHING;

-- name: named
SELECT e.id, e.norm FROM space s CROSS JOIN graph_entity e
WHERE s.tenant = :tenant AND s.name = ANY(:names) AND e.space_id = s.id AND e.norm = ANY(:norms);

-- name: name_of
SELECT name FROM graph_entity WHERE id = :entity;

-- name: norm_of
SELECT norm FROM graph_entity WHERE id = :entity;

-- name: mentions
SELECT e.id, (SELECT count(*) FROM (SELECT 1 FROM graph_mention n WHERE n.entity = e.id LIMIT :limit) AS counted)
FROM graph_entity e WHERE e.id = ANY(:entities);

-- name: mentioning
-- CROSS JOIN keeps SQLite to this order: along one entity's mentions, newest first, until there are enough.
SELECT m.seq, m.id FROM graph_mention n CROSS JOIN memory m
WHERE n.entity = :entity AND m.seq = n.memory AND +m.space_id = ANY(:spaces) AND {where}
    AND n.memory >= (SELECT min(o.memory) FROM (
        SELECT memory FROM graph_mention WHERE entity = :entity ORDER BY memory DESC LIMIT :most
    ) AS o)
ORDER BY n.memory DESC LIMIT :limit;

-- name: relations_outward
SELECT s.name, r.predicate, o.name, m.id, o.norm
FROM graph_relation r CROSS JOIN memory m CROSS JOIN graph_entity s CROSS JOIN graph_entity o
WHERE r.subject = :entity AND m.seq = r.memory AND s.id = r.subject AND o.id = r.object
    AND +m.space_id = ANY(:spaces) AND {where} AND (:every = 1 OR r.predicate = ANY(:predicates))
ORDER BY r.memory DESC LIMIT :limit;

-- name: relations_inward
SELECT s.name, r.predicate, o.name, m.id, s.norm
FROM graph_relation r CROSS JOIN memory m CROSS JOIN graph_entity s CROSS JOIN graph_entity o
WHERE r.object = :entity AND m.seq = r.memory AND s.id = r.subject AND o.id = r.object
    AND +m.space_id = ANY(:spaces) AND {where} AND (:every = 1 OR r.predicate = ANY(:predicates))
ORDER BY r.memory DESC LIMIT :limit;

-- name: other_names
SELECT DISTINCT o.norm, o.name FROM graph_alias a CROSS JOIN memory m CROSS JOIN graph_entity o
WHERE a.entity = :entity AND m.seq = a.memory AND o.id = a.other AND +m.space_id = ANY(:spaces) AND {where}
ORDER BY o.norm LIMIT :limit;

-- name: ids
SELECT g.memory, g.id FROM space s JOIN graph_memory g ON g.space_id = s.id
WHERE s.tenant = :tenant AND s.name = :space AND g.memory > :after ORDER BY g.memory LIMIT :limit;

-- name: clear_memories
DELETE FROM graph_memory;

-- name: clear_entities
DELETE FROM graph_entity;

-- name: clear_spaces
DELETE FROM graph_space;
