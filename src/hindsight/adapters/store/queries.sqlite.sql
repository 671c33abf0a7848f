-- name: one_writer
SELECT 1

-- name: one_claimer
SELECT 1

-- name: nearby
SELECT
    a.id,
    (SELECT json_group_array(seq) FROM (
        SELECT p.seq FROM memory p
        WHERE p.space_id = a.space_id AND p.conversation = a.conversation AND p.verbatim = 1 AND p.status = 'active'
            AND p.seq < a.seq
        ORDER BY p.seq DESC LIMIT :reach
    )),
    (SELECT json_group_array(seq) FROM (
        SELECT n.seq FROM memory n
        WHERE n.space_id = a.space_id AND n.conversation = a.conversation AND n.verbatim = 1 AND n.status = 'active'
            AND n.seq > a.seq
        ORDER BY n.seq LIMIT :reach
    ))
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
)
RETURNING seq
