"""What was fitted for an embedder and ships with it: centring means and the calibration of its cosines.

The files in ``data/`` are made by ``benchmarks/make_centring.py`` from sentences written for this project.
"""

from __future__ import annotations

import base64
import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Literal, TypeAlias

from hindsight.domain.text import Script, script

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Purpose: TypeAlias = Literal["query", "passage"]
Knots: TypeAlias = tuple[tuple[float, float], ...]
"""A monotone piecewise linear map as ``(cosine, similarity)`` corners, cosines rising from −1 to 1."""


def interpolate(knots: Knots, cosine: float) -> float:
    """The similarity, 0–1, at ``cosine``; outside the corners the nearest one holds."""
    place = bisect_right([x for x, _ in knots], cosine)
    if place == 0:
        return knots[0][1]
    if place == len(knots):
        return knots[-1][1]
    (x0, y0), (x1, y1) = knots[place - 1], knots[place]
    return y0 + (y1 - y0) * (cosine - x0) / (x1 - x0)


def corners(unrelated: float, same: float) -> Knots:
    """The map with ``unrelated`` (a high quantile of unrelated cosines) at 0.5 and ``same`` (a low one of
    paraphrases) at 0.92. Their order is kept even where a weak model mixes them up.
    """
    low = min(max(unrelated, -0.98), 0.96)
    high = min(max(same, low + 0.01), 0.99)
    return ((-1.0, 0.0), (low, 0.5), (high, 0.92), (1.0, 1.0))


def probed(paraphrases: NDArray[np.float32], related: NDArray[np.float32]) -> Knots:
    """Corners from measured cosines: nearly all unrelated pairs lie below 0.5, nearly no merely related one above 0.92.

    ``paraphrases``: square, each text against each paraphrase, so unrelated off the diagonal. ``related``: pairs about
    one thing that say something different. The median paraphrase is the ceiling, so that half pass in a weak model.
    """
    from hindsight.adapters.numeric import np

    unrelated = paraphrases[~np.eye(len(paraphrases), dtype=bool)]
    same = min(float(np.quantile(related, 0.99)), float(np.median(np.diagonal(paraphrases))))
    return corners(float(np.quantile(unrelated, 0.98)), same)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Centring (``strength`` × the mean of the text's language and purpose is subtracted) and calibration."""

    version: str
    strength: float
    means: Mapping[tuple[Script, Purpose], NDArray[np.float32]]
    knots: Knots

    def centre(self, raw: NDArray[np.float32], texts: Sequence[str], purpose: Purpose) -> NDArray[np.float32]:
        """Unit rows of shape ``(len(texts), dimension)``, each moved by the mean of its language.

        Sentence encoders share one large common direction per language, which hides what a text says and keeps
        languages apart (Mu & Viswanath 2018, "All-but-the-Top").
        """
        from hindsight.adapters.numeric import np

        shifts = np.stack([self.means[script(text), purpose] for text in texts])
        return unit(raw - self.strength * shifts)


def unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows scaled to length one; a row of zeros stays."""
    from hindsight.adapters.numeric import np

    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(norms, 1e-12), dtype="<f4")


@lru_cache(maxsize=4)
def load_fit(name: str) -> Fit:
    """The shipped fit of an embedder by the name of its file."""
    from hindsight.adapters.numeric import np

    stored = json.loads(resources.files(__package__).joinpath("data", f"{name}.json").read_text(encoding="utf-8"))
    means: dict[tuple[Script, Purpose], NDArray[np.float32]] = {
        (language, purpose): np.frombuffer(base64.b64decode(stored["means"][f"{language}/{purpose}"]), dtype="<f4")
        for language in ("en", "zh")
        for purpose in ("query", "passage")
    }
    knots = tuple((float(x), float(y)) for x, y in stored["knots"])
    return Fit(version=stored["version"], strength=float(stored["strength"]), means=means, knots=knots)
