-- Both dialects. `= ANY(:list)` takes a list, `{where}` a compiled filter.

-- name: space_ids
SELECT id FROM space WHERE tenant = :tenant AND name = ANY(:names)

-- name: space_id
SELECT id FROM space WHERE tenant = :tenant AND name = :name

-- name: add_space
INSERT INTO space (tenant, name, shared, created_at) VALUES (:tenant, :name, :shared, :created_at)
ON CONFLICT DO NOTHING

-- name: space
SELECT id, tenant, name, shared, created_at FROM space WHERE tenant = :tenant AND name = :name

-- name: spaces
SELECT id, tenant, name, shared, created_at FROM space
WHERE CAST(:tenant AS TEXT) IS NULL OR tenant = :tenant
ORDER BY id

-- name: readers
SELECT r.shared_space, s.name FROM space_reader r JOIN space s ON s.id = r.reader
WHERE CAST(:tenant AS TEXT) IS NULL OR s.tenant = :tenant
ORDER BY s.id

-- name: grant
INSERT INTO space_reader (shared_space, reader) VALUES (:shared_space, :reader) ON CONFLICT DO NOTHING

-- name: readable
SELECT s.name FROM space_reader r JOIN space s ON s.id = r.shared_space WHERE r.reader = :reader ORDER BY s.id

-- name: freshness
SELECT
    s.id, s.changes,
    (SELECT m.expires_at FROM memory m WHERE m.space_id = s.id AND m.expires_at > :now ORDER BY m.expires_at LIMIT 1),
    (SELECT m.valid_to FROM memory m WHERE m.space_id = s.id AND m.valid_to > :now ORDER BY m.valid_to LIMIT 1)
FROM space s WHERE s.tenant = :tenant AND s.name = ANY(:names)
ORDER BY s.id

-- name: changed
UPDATE space SET changes = changes + 1 WHERE id = :id

-- name: changed_by_name
UPDATE space SET changes = changes + 1 WHERE tenant = :tenant AND name = :space

-- name: counts
SELECT m.kind, m.status, count(*) FROM memory m WHERE m.space_id = ANY(:spaces) GROUP BY m.kind, m.status

-- name: get
SELECT m.id, m.seq, m.data, m.updated_at, m.last_used_at, m.retrieved, m.accessed, m.stated, m.successes, m.failures
FROM memory m
WHERE m.tenant = :tenant AND m.id = ANY(:ids) AND {where}
    AND +m.space_id IN (SELECT s.id FROM space s WHERE s.tenant = :tenant AND s.name = ANY(:names))

-- name: newest
SELECT m.id, m.seq, m.data, m.updated_at, m.last_used_at, m.retrieved, m.accessed, m.stated, m.successes, m.failures
FROM memory m
WHERE m.space_id = :space AND m.seq < :cursor AND {where}
ORDER BY m.seq DESC LIMIT :limit

-- name: oldest
SELECT m.id, m.seq, m.data, m.updated_at, m.last_used_at, m.retrieved, m.accessed, m.stated, m.successes, m.failures
FROM memory m
WHERE m.space_id = :space AND m.seq > :cursor AND {where}
ORDER BY m.seq LIMIT :limit

-- name: among
-- The plus keeps SQLite from walking the whole space by its index.
SELECT m.id, m.seq, m.data, m.updated_at, m.last_used_at, m.retrieved, m.accessed, m.stated, m.successes, m.failures
FROM memory m
WHERE m.seq = ANY(:seqs) AND +m.space_id = ANY(:spaces) AND {where}

-- name: by_seq
SELECT m.id, m.seq, m.data, m.updated_at, m.last_used_at, m.retrieved, m.accessed, m.stated, m.successes, m.failures
FROM memory m
WHERE m.seq = ANY(:seqs)
ORDER BY m.seq

-- name: former
SELECT m.id, m.seq, h.revision, h.data FROM memory_history h JOIN memory m ON m.seq = h.memory
WHERE m.tenant = :tenant AND m.id = ANY(:ids)
    AND +m.space_id IN (SELECT s.id FROM space s WHERE s.tenant = :tenant AND s.name = ANY(:names))
ORDER BY h.revision

-- name: every_revision
SELECT m.id, m.seq, m.revision, m.data FROM memory m WHERE m.tenant = :tenant AND m.id = ANY(:ids)
UNION ALL
SELECT m.id, m.seq, h.revision, h.data FROM memory_history h JOIN memory m ON m.seq = h.memory
WHERE m.tenant = :tenant AND m.id = ANY(:ids)

-- name: duplicate
SELECT id FROM memory
WHERE space_id = :space_id AND content_hash = :content_hash AND kind = :kind AND coalesce(ref, '') = :ref_key
    AND status = 'active' AND content_hash <> '' AND id <> :id

-- name: same_lessons
SELECT data FROM memory WHERE space_id = :space_id AND claim = :claim AND kind = 'experience' AND status = 'active'

-- name: insert_memory
INSERT INTO memory (
    tenant, space_id, id, revision, kind, status, project, task_type, stage, claim, polarity, source, source_name,
    conversation, ref, content_hash, superseded_by, confidence, importance, trust, verbatim, created_at, updated_at,
    occurred_at, occurred_until, valid_from, valid_to, expires_at, deleted_at, last_used_at,
    retrieved, accessed, stated, successes, failures, data
) VALUES (
    :tenant, :space_id, :id, :revision, :kind, :status, :project, :task_type, :stage, :claim, :polarity, :source,
    :source_name, :conversation, :ref, :content_hash, :superseded_by, :confidence, :importance, :trust, :verbatim,
    :created_at, :updated_at, :occurred_at, :occurred_until, :valid_from, :valid_to, :expires_at, :deleted_at,
    :last_used_at, :retrieved, :accessed, :stated, :successes, :failures, :data
) ON CONFLICT DO NOTHING RETURNING seq

-- name: update_memory
UPDATE memory SET
    revision = :revision, kind = :kind, status = :status, project = :project, task_type = :task_type, stage = :stage,
    claim = :claim, polarity = :polarity, source = :source, source_name = :source_name, conversation = :conversation,
    ref = :ref, content_hash = :content_hash, superseded_by = :superseded_by, confidence = :confidence,
    importance = :importance, trust = :trust, verbatim = :verbatim, created_at = :created_at,
    updated_at = :updated_at, occurred_at = :occurred_at, occurred_until = :occurred_until,
    valid_from = :valid_from, valid_to = :valid_to, expires_at = :expires_at, deleted_at = :deleted_at,
    last_used_at = coalesce(CAST(:last_used_at AS BIGINT), last_used_at),
    retrieved = retrieved + :retrieved, accessed = accessed + :accessed, stated = stated + :stated,
    successes = successes + :successes, failures = failures + :failures, data = :data
WHERE tenant = :tenant AND id = :id AND space_id = :space_id AND revision = :before
RETURNING seq

-- name: keep_revision
INSERT INTO memory_history (memory, revision, tenant, data) VALUES (:memory, :revision, :tenant, :data)

-- name: purge_memory
DELETE FROM memory WHERE tenant = :tenant AND id = :id AND space_id = :space_id AND revision = :before

-- name: touch_memory
UPDATE memory SET
    retrieved = retrieved + :retrieved, accessed = accessed + :accessed, stated = stated + :stated,
    successes = successes + :successes, failures = failures + :failures,
    updated_at = CASE WHEN :stated > 0 AND updated_at < :at THEN :at ELSE updated_at END,
    last_used_at = CASE WHEN :retrieved + :accessed > 0 THEN :at ELSE last_used_at END
WHERE tenant = :tenant AND id = :id

-- name: drop_items
DELETE FROM memory_item WHERE memory = :memory

-- name: add_item
INSERT INTO memory_item (memory, field, value) VALUES (:memory, :field, :value) ON CONFLICT DO NOTHING

-- name: add_change_set
INSERT INTO change_set (id, tenant, space_id, actor, reason, at)
VALUES (:id, :tenant, :space_id, :actor, :reason, :at)

-- name: change_set
SELECT s.name, c.actor, c.reason, c.at FROM change_set c JOIN space s ON s.id = c.space_id
WHERE c.tenant = :tenant AND c.id = :id

-- name: add_audit
INSERT INTO audit (tenant, change_set, space_id, memory, action, content_hash, revision)
VALUES (:tenant, :change_set, :space_id, :memory, :action, :content_hash, :revision)

-- name: audit
SELECT a.seq, a.change_set, a.tenant, s.name, a.memory, c.actor, a.action, c.reason, a.content_hash, a.revision, c.at
FROM audit a
JOIN change_set c ON c.tenant = a.tenant AND c.id = a.change_set
JOIN space s ON s.id = a.space_id
WHERE a.tenant = :tenant AND a.seq > :after
ORDER BY a.seq LIMIT :limit

-- name: undo
SELECT a.memory, a.action, a.revision, EXISTS (
    SELECT 1 FROM audit p
    WHERE p.tenant = a.tenant AND p.memory = a.memory AND p.action = 'purge' AND p.seq >= a.seq
)
FROM audit a WHERE a.tenant = :tenant AND a.change_set = :id
ORDER BY a.seq

-- name: add_turn
INSERT INTO turn (tenant, space_id, id, data) VALUES (:tenant, :space_id, :id, :data) ON CONFLICT DO NOTHING

-- name: turns
SELECT id, data FROM turn WHERE space_id = ANY(:spaces) AND id = ANY(:ids)

-- name: every_turn
SELECT seq, data FROM turn WHERE space_id = ANY(:spaces) AND seq > :after ORDER BY seq LIMIT :limit

-- name: every_trajectory
SELECT seq, recorded_at, data FROM trajectory WHERE space_id = ANY(:spaces) AND seq > :after ORDER BY seq LIMIT :limit

-- name: drop_turns
DELETE FROM turn WHERE space_id = ANY(:spaces) AND id = ANY(:ids)

-- name: add_trajectory
INSERT INTO trajectory (tenant, space_id, id, recorded_at, data)
VALUES (:tenant, :space_id, :id, :recorded_at, :data)
ON CONFLICT (space_id, id) DO UPDATE SET recorded_at = excluded.recorded_at, data = excluded.data

-- name: trajectories
SELECT id, data FROM trajectory WHERE space_id = ANY(:spaces) AND id = ANY(:ids)

-- name: drop_trajectories
DELETE FROM trajectory WHERE space_id = ANY(:spaces) AND recorded_at < :before

-- name: add_job
INSERT INTO job (
    id, tenant, space_id, kind, payload, lane, status, attempts, failures, setbacks, run_at, created_at, lease_until,
    worker, error, result
) VALUES (
    :id, :tenant, :space_id, :kind, :payload, :lane, :status, :attempts, :failures, :setbacks, :run_at, :created_at,
    :lease_until, :worker, :error, :result
)

-- name: jobs_by_seq
SELECT
    j.id, j.tenant, s.name, j.kind, j.payload, j.lane, j.status, j.attempts, j.failures, j.setbacks, j.run_at,
    j.created_at, j.lease_until, j.worker, j.error, j.result
FROM job j JOIN space s ON s.id = j.space_id
WHERE j.seq = ANY(:seqs)
ORDER BY j.seq

-- name: jobs
SELECT
    j.id, j.tenant, s.name, j.kind, j.payload, j.lane, j.status, j.attempts, j.failures, j.setbacks, j.run_at,
    j.created_at, j.lease_until, j.worker, j.error, j.result
FROM job j JOIN space s ON s.id = j.space_id
WHERE (CAST(:tenant AS TEXT) IS NULL OR j.tenant = :tenant)
    AND (CAST(:space AS TEXT) IS NULL OR s.name = :space)
    AND (:every_id = 1 OR j.id = ANY(:ids))
    AND (CAST(:status AS TEXT) IS NULL OR j.status = :status)
    AND (CAST(:kind AS TEXT) IS NULL OR j.kind = :kind)
ORDER BY j.seq LIMIT :limit

-- name: lane_of
SELECT space_id, lane FROM job WHERE seq = :seq

-- name: next_in_lane
SELECT seq, status, run_at FROM job
WHERE space_id = :space_id AND lane = :lane AND status IN ('pending', 'running') AND seq > :seq
ORDER BY seq LIMIT :limit

-- name: claim_seqs
UPDATE job SET status = 'running', attempts = attempts + 1, worker = :worker, lease_until = :lease_until
WHERE seq = ANY(:seqs) AND status = 'pending'

-- name: heartbeat
UPDATE job SET lease_until = :lease_until
WHERE id = :id AND worker = :worker AND attempts = :attempts AND status = 'running'

-- name: finish
UPDATE job SET status = 'done', lease_until = NULL, error = NULL, result = :result
WHERE id = :id AND worker = :worker AND attempts = :attempts AND status = 'running'

-- name: drop_job
DELETE FROM job WHERE id = :id AND worker = :worker AND attempts = :attempts AND status = 'running'

-- name: give_back
UPDATE job SET
    status = :status, run_at = :run_at, error = :error, failures = :failures, setbacks = :setbacks,
    lease_until = NULL, worker = NULL
WHERE id = :id AND worker = :worker AND attempts = :attempts AND status = 'running'

-- name: revive
UPDATE job SET status = 'pending', attempts = 0, failures = 0, setbacks = 0, run_at = :now, error = NULL
WHERE id = ANY(:ids) AND status = 'dead'

-- name: backlog
SELECT count(*) FROM job WHERE status IN ('pending', 'running')

-- name: forget_done_jobs
DELETE FROM job WHERE status = 'done' AND run_at < :before
