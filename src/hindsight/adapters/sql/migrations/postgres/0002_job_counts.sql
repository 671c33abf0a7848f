-- What a job fails by itself is counted apart from what befalls it: a worker that dies, a conflict.
ALTER TABLE job ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN setbacks INTEGER NOT NULL DEFAULT 0;
