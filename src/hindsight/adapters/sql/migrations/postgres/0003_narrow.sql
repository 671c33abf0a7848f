-- What a selective filter is looked up by, so that it does not walk the whole space: see adapters/sql/narrow.py.

CREATE INDEX memory_by_project ON memory (space_id, project) INCLUDE (seq, tenant) WHERE project IS NOT NULL;

-- Names of sources are left out: there is one for every turn, and nobody asks for one among many.
CREATE INDEX memory_item_by_value ON memory_item (field, value, memory) INCLUDE (tenant)
    WHERE field IN ('tags', 'entities', 'tools');

-- All conversations, not only those of verbatim turns.
DROP INDEX memory_by_conversation;
CREATE INDEX memory_by_conversation ON memory (space_id, conversation, verbatim, status, seq)
    WHERE conversation IS NOT NULL;
