-- name: analyser
SELECT analyser FROM lex_meta WHERE one = 1;

-- name: set_analyser
INSERT INTO lex_meta (one, analyser) VALUES (1, :analyser) ON CONFLICT (one) DO NOTHING;

-- name: spaces
SELECT name, id FROM space WHERE tenant = :tenant AND name = ANY(:names);

-- name: stored
SELECT memory, space_id, id, length, terms FROM lex_doc WHERE tenant = :tenant AND id = ANY(:ids);

-- name: spaces_of
SELECT DISTINCT space_id FROM lex_doc WHERE tenant = :tenant AND id = ANY(:ids);

-- name: count_space
-- Adding nothing locks it: writers of one space queue here and never meet crosswise at its term frequencies.
INSERT INTO lex_space (space_id, docs, length) VALUES (:space, :docs, :length)
ON CONFLICT (space_id) DO UPDATE SET docs = lex_space.docs + excluded.docs, length = lex_space.length + excluded.length;

-- name: add_doc
INSERT INTO lex_doc (memory, space_id, tenant, id, length, terms)
VALUES (:memory, :space, :tenant, :id, :length, :terms);

-- name: drop_docs
DELETE FROM lex_doc WHERE memory = ANY(:memories);

-- name: add_posting
INSERT INTO lex_term (space_id, term, memory, tf, length) VALUES (:space, :term, :memory, :tf, :length);

-- name: drop_posting
DELETE FROM lex_term WHERE space_id = :space AND term = :term AND memory = :memory;

-- name: add_frequency
INSERT INTO lex_frequency (space_id, term, docs) VALUES (:space, :term, :docs)
ON CONFLICT (space_id, term) DO UPDATE SET docs = lex_frequency.docs + excluded.docs;

-- name: drop_unused
DELETE FROM lex_frequency WHERE space_id = :space AND term = ANY(:terms) AND docs <= 0;

-- name: totals
SELECT l.space_id, l.docs, l.length FROM space s JOIN lex_space l ON l.space_id = s.id
WHERE s.tenant = :tenant AND s.name = ANY(:names);

-- name: frequencies
SELECT term, sum(docs) FROM lex_frequency WHERE space_id = ANY(:spaces) AND term = ANY(:terms) GROUP BY term;

-- name: postings
SELECT term, memory, tf, length FROM lex_term WHERE space_id = ANY(:spaces) AND term = ANY(:terms);

-- name: postings_of
SELECT term, memory, tf, length FROM lex_term
WHERE space_id = ANY(:spaces) AND term = ANY(:terms) AND memory = ANY(:memories);

-- name: postings_where
-- CROSS JOIN keeps SQLite to this order: along one term's postings, newest first, until there are enough.
SELECT p.term, p.memory, p.tf, p.length FROM lex_term p CROSS JOIN memory m
WHERE p.space_id = :space AND p.term = :term AND m.seq = p.memory AND {where}
ORDER BY p.memory DESC LIMIT :limit;

-- name: passing
-- The plus keeps SQLite from walking the whole space by its index.
SELECT m.seq, m.id, m.source_name FROM memory m
WHERE m.seq = ANY(:memories) AND +m.space_id = ANY(:spaces) AND {where};

-- name: count
SELECT count(*) FROM lex_doc;

-- name: ids
SELECT d.memory, d.id FROM space s JOIN lex_doc d ON d.space_id = s.id
WHERE s.tenant = :tenant AND s.name = :space AND d.memory > :after ORDER BY d.memory LIMIT :limit;

-- name: clear_terms
DELETE FROM lex_term;

-- name: clear_frequencies
DELETE FROM lex_frequency;

-- name: clear_docs
DELETE FROM lex_doc;

-- name: clear_spaces
DELETE FROM lex_space;

-- name: clear_meta
DELETE FROM lex_meta;
