-- Embeddings of the store's `memory`: derived, disposable, rebuilt from the memories.

CREATE TABLE vec_meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL
) STRICT;

-- `change` numbers every row that is written or emptied, in the order of the commits: what is in memory follows it.
-- Another `epoch` means: forget what you hold of this space.
CREATE TABLE vec_space (
    space_id INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    change INTEGER NOT NULL
) STRICT;

-- `vectors` holds `parts` vectors of little-endian float16, end to end. A deleted memory stays as a row of 0 parts until
-- the space gets another epoch.
CREATE TABLE vec_memory (
    memory INTEGER PRIMARY KEY,
    space_id INTEGER NOT NULL,
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    change INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    vectors BLOB NOT NULL
) STRICT;

CREATE INDEX vec_memory_by_change ON vec_memory (space_id, change, parts);
CREATE INDEX vec_memory_by_id ON vec_memory (id);
CREATE INDEX vec_memory_gone ON vec_memory (space_id) WHERE parts = 0;
