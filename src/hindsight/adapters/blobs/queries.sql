-- name: put_again
UPDATE blob SET put_at = greatest(put_at, :at) WHERE tenant = :tenant AND hash = :hash;

-- name: put
INSERT INTO blob (tenant, hash, put_at, data) VALUES (:tenant, :hash, :at, :data)
ON CONFLICT (tenant, hash) DO UPDATE SET put_at = greatest(blob.put_at, excluded.put_at);

-- name: get
SELECT data FROM blob WHERE tenant = :tenant AND hash = :hash;

-- name: delete
DELETE FROM blob WHERE tenant = :tenant AND hash = :hash AND put_at <= :until;

-- name: idle
SELECT hash FROM blob WHERE tenant = :tenant AND hash > :after AND put_at <= :until ORDER BY hash LIMIT :limit;
