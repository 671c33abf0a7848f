-- What tells whether a cached answer still holds: writes are counted by space, and what ends of itself is found by when.

ALTER TABLE space ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;

CREATE INDEX memory_by_space_expiry ON memory (space_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_by_end ON memory (space_id, valid_to) WHERE valid_to IS NOT NULL;
