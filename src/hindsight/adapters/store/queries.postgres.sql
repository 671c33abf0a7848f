-- Sequence numbers are drawn before the commit; one writer of a tenant at a time makes them the order of arrival.
-- name: one_writer
SELECT pg_advisory_xact_lock(710348, hashtext(:tenant))

-- One claimer at a time keeps lanes strict. The planner, which guesses that few jobs are due, would sort all of them to
-- take the first; without sorting it walks the index and stops at once.
-- name: one_claimer
SELECT
    pg_advisory_xact_lock(710348, 0), set_config('enable_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true)

-- name: nearby
SELECT
    a.id,
    array_to_json(ARRAY(
        SELECT p.seq FROM memory p
        WHERE p.space_id = a.space_id AND p.conversation = a.conversation AND p.verbatim = 1 AND p.status = 'active'
            AND p.seq < a.seq
        ORDER BY p.seq DESC LIMIT :reach
    ))::text,
    array_to_json(ARRAY(
        SELECT n.seq FROM memory n
        WHERE n.space_id = a.space_id AND n.conversation = a.conversation AND n.verbatim = 1 AND n.status = 'active'
            AND n.seq > a.seq
        ORDER BY n.seq LIMIT :reach
    ))::text
FROM memory a
WHERE a.tenant = :tenant AND a.id = ANY(:ids)
    AND +a.space_id IN (SELECT s.id FROM space s WHERE s.tenant = :tenant AND s.name = ANY(:names))

-- name: claim
UPDATE job SET
    status = 'running', attempts = attempts + 1, worker = :worker, lease_until = :lease_until,
    setbacks = setbacks + CASE status WHEN 'running' THEN 1 ELSE 0 END,
    error = CASE status WHEN 'running' THEN :ran_out ELSE error END
WHERE seq IN (
    SELECT j.seq FROM job j
    WHERE j.status IN ('pending', 'running')
        AND CASE j.status WHEN 'pending' THEN j.run_at ELSE j.lease_until END <= :now
        AND (:every_id = 1 OR j.id = ANY(:ids))
        AND NOT EXISTS (
            SELECT 1 FROM job e
            WHERE e.space_id = j.space_id AND e.lane = j.lane AND e.status IN ('pending', 'running')
                AND (e.seq < j.seq OR (e.seq > j.seq AND e.status = 'running' AND e.lease_until > :now))
        )
    ORDER BY j.seq LIMIT :limit
    FOR UPDATE SKIP LOCKED
)
RETURNING seq
