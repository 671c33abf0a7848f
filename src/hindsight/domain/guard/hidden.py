"""Text that a reader does not see and a model does: tags, selectors, bidi overrides, mixed alphabets."""

from __future__ import annotations

import re

from hindsight.domain.guard.folding import LOOKALIKES
from hindsight.domain.guard.model import Hit

_SUSPECT = re.compile("[\u00ad\u034f\u200b-\u200d\u202d\u202e\u2060\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef]")
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f\u0578-\u0585]")

_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{1,8}\U000e007f")
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_SELECTOR = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SELECTOR_RUN = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}")
_INVISIBLE = re.compile("[\u200b\u2060\ufeff\u00ad\u034f]")
_OVERRIDE = re.compile("[\u202d\u202e]")
_JOINER = re.compile("(?<=[A-Za-z])[\u200c\u200d](?=[A-Za-z])")
_MIXED = re.compile("[A-Za-z\u0370-\u03ff\u0400-\u052f\u0578-\u0585]{3,64}")
_CYRILLIC_OR_CAPITAL = re.compile("[\u0391-\u03a9\u03bf\u0400-\u052f\u0578-\u0585]")


def find_hidden(text: str) -> list[Hit]:
    """Hits in the ORIGINAL text (folding would remove what is looked for)."""
    if text.isascii():
        return []
    hits: list[Hit] = []
    if _SUSPECT.search(text):
        hits += _invisible(text)
    if _FOREIGN.search(text):
        hits += [Hit("mixed_alphabet", *m.span()) for m in _MIXED.finditer(text) if _is_mixed(m[0])]
    return hits


def _invisible(text: str) -> list[Hit]:
    hits: list[Hit] = []
    # Flags of regions are spelt with tag characters; blanked out so that positions stay.
    without_flags = _FLAG.sub(lambda m: " " * len(m[0]), text)
    hits += [Hit("tag_characters", *m.span()) for m in _TAGS.finditer(without_flags)]
    if len(_SELECTOR.findall(text)) >= 4:
        hits += [Hit("variation_selectors", *m.span()) for m in _SELECTOR_RUN.finditer(text)]
    invisible = [m.start() for m in _INVISIBLE.finditer(text)]
    if len(invisible) >= 3:
        hits.append(Hit("zero_width", invisible[0], invisible[-1] + 1))
    hits += [Hit("bidi_override", *m.span()) for m in _OVERRIDE.finditer(text)]
    hits += [Hit("joiner_in_latin", *m.span()) for m in _JOINER.finditer(text)]
    return hits


def _is_mixed(word: str) -> bool:
    """Latin letters and, for the rest, only look-alikes of them. A lone Greek small letter is science (αSyn)."""
    foreign = [c for c in word if not c.isascii()]
    if not foreign or len(foreign) == len(word) or any(c not in LOOKALIKES for c in foreign):
        return False
    return len(foreign) >= 2 or _CYRILLIC_OR_CAPITAL.match(foreign[0]) is not None
