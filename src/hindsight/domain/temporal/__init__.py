"""Time expressions in English and Chinese text, resolved to intervals.

`resolve(text, now, zone, week_start)` lexes the text into typed tokens (`lexer`, fed by the word tables
`lexicon_en` and `lexicon_zh`), folds the tokens by a cascade of small grammars shared by both languages
(`quantities`, `clocks`, `dates`, `offsets`, `windows`, `ordinals`, `compose`, `ranges`) and hands back spans.
"""

from hindsight.domain.temporal.resolve import resolve
from hindsight.domain.temporal.span import OPEN_END, OPEN_START, Op, Span

__all__ = ["OPEN_END", "OPEN_START", "Op", "Span", "resolve"]
