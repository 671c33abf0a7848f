"""The analyser of the keyword indexes: the same terms in every back end, in every script.

Unspaced scripts (Chinese, Japanese, Korean, Thai …) become single characters and pairs; words are folded and, in
English, stemmed; identifiers, paths, URLs and versions are kept whole and split; an emoji is one term.
"""

from hindsight.domain.analysis.query import LONG, MAX_QUERY_CHARACTERS, MAX_QUERY_TERMS, QueryTerm, query_terms
from hindsight.domain.analysis.terms import tokens

ANALYSER = "terms-1"
"""Names how text is cut. Changes whenever the terms of a text change, so that an index knows that it is outdated."""

__all__ = ["ANALYSER", "LONG", "MAX_QUERY_CHARACTERS", "MAX_QUERY_TERMS", "QueryTerm", "query_terms", "tokens"]
