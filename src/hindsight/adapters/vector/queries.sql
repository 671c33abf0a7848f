-- name: meta
SELECT model, dimension FROM vec_meta WHERE one = 1;

-- name: claim
INSERT INTO vec_meta (one, model, dimension) VALUES (1, :model, :dimension) ON CONFLICT (one) DO NOTHING;

-- name: stored
SELECT id, seq, space_id FROM memory WHERE tenant = :tenant AND id = ANY(:ids);

-- name: held
SELECT memory, space_id FROM vec_memory WHERE tenant = :tenant AND id = ANY(:ids) AND parts > 0;

-- name: number
-- Locks the space until the commit, so that changes become visible in the order of their numbers.
INSERT INTO vec_space (space_id, epoch, change) VALUES (:space, :epoch, :count)
ON CONFLICT (space_id) DO UPDATE SET change = vec_space.change + :count
RETURNING change;

-- name: put
INSERT INTO vec_memory (memory, space_id, tenant, id, change, parts, vectors)
VALUES (:memory, :space, :tenant, :id, :change, :parts, :vectors)
ON CONFLICT (memory) DO UPDATE SET change = excluded.change, parts = excluded.parts, vectors = excluded.vectors
WHERE vec_memory.vectors <> excluded.vectors;

-- name: empty
UPDATE vec_memory SET change = :change, parts = 0, vectors = :nothing WHERE memory = :memory;

-- name: gone
SELECT count(*) FROM vec_memory WHERE space_id = :space AND parts = 0;

-- name: drop_gone
DELETE FROM vec_memory WHERE space_id = :space AND parts = 0;

-- name: renew
UPDATE vec_space SET epoch = :epoch WHERE space_id = :space;

-- name: spaces
SELECT s.id, v.epoch, v.change FROM space s JOIN vec_space v ON v.space_id = s.id
WHERE s.tenant = :tenant AND s.name = ANY(:names);

-- name: size
SELECT coalesce(sum(parts), 0) FROM vec_memory WHERE space_id = :space;

-- name: changes
SELECT memory, change, parts, vectors FROM vec_memory
WHERE space_id = :space AND change > :after ORDER BY change LIMIT :limit;

-- name: vectors
SELECT memory, vectors FROM vec_memory WHERE memory = ANY(:memories) AND parts > 0;

-- name: passing
-- The plus keeps SQLite from walking the whole space by its index.
SELECT m.seq, m.id FROM memory m
WHERE m.seq = ANY(:memories) AND +m.space_id = ANY(:spaces) AND {where};

-- name: allowed
SELECT m.seq FROM memory m WHERE m.space_id = ANY(:spaces) AND {where};

-- name: count
SELECT count(*) FROM vec_memory WHERE parts > 0;

-- name: ids
SELECT v.change, v.id FROM space s JOIN vec_memory v ON v.space_id = s.id
WHERE s.tenant = :tenant AND s.name = :space AND v.parts > 0 AND v.change > :after ORDER BY v.change LIMIT :limit;

-- name: clear_memories
DELETE FROM vec_memory;

-- name: clear_spaces
DELETE FROM vec_space;

-- name: clear_meta
DELETE FROM vec_meta;
