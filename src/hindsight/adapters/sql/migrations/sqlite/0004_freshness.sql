-- What tells whether a cached answer still holds: writes are counted by space, and what ends of itself is found by when.

ALTER TABLE space ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;

CREATE INDEX memory_by_space_expiry ON memory (space_id, expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memory_by_end ON memory (space_id, valid_to) WHERE valid_to IS NOT NULL;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('memory', 'memory_by_space_expiry', '100000 1000 1'),
    ('memory', 'memory_by_end', '100000 1000 1');
