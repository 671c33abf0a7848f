"""Fit the weights of :mod:`hindsight.domain.rules.chance` on labelled turns, and judge them on sets left out.

    python -m benchmarks.make_chances            write src/hindsight/domain/rules/weights.py
    python -m benchmarks.make_chances --judge    for every set: fit on the others, score the extraction of this one

A logistic regression with a quadratic penalty. Words are features only if they are function words (the lists below),
so that the weights tell nothing of what the turns are about. Besides the labelled sets ``data/statements.txt`` is
read: turns with their statements in brackets. ``fifth.jsonl`` judges and is never read here.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from unicodedata import east_asian_width

import numpy as np

from benchmarks.extraction import Score, count, span_of, turns
from hindsight.domain.rules import chance, extract
from hindsight.domain.rules.clauses import Span, clauses, spoken_sentences, without_lead_in
from hindsight.domain.rules.statements import spoken_in, with_subject
from hindsight.domain.turns import substance

SETS = ("first", "second", "third", "fourth", "pool_a")
MARKED = Path(__file__).parent / "data" / "statements.txt"
TARGET = Path(__file__).parent.parent / "src/hindsight/domain/rules/weights.py"
LEAST = 3
"""Clauses that must have a feature before it gets a weight."""
PENALTY = 2.0
WIDE = 118
"""Columns of a line of the table."""
SMALL = 0.08
"""Weights nearer to 0 are left out."""
_ENGLISH_TEXT = """
    i we you he she it they me us him her them my our your his its their mine this that these those there here who whom
    which what where when why how whose a an the some any no every each all both half most one two three none other
    another such am is are was were be been being have has had do does did can could will would shall should may might
    must ought not never and or but so because since though although while if unless until whether than then as nor of
    in on at by for from to with without about into over under after before between during through against up down out
    off now today yesterday tomorrow tonight always usually often sometimes still already yet again ever just only also
    too very really quite soon later ago instead back else even please thanks thank sorry ok okay yes yeah no well oh
    hey hi lol haha wow ugh hmm maybe perhaps actually lets let gonna gotta wanna like love hate prefer want need think
    know mean guess hope wish wonder feel say said says tell told ask asked see look sounds seem seems make makes got
    get gets going go went everyone everybody someone somebody something anything nothing everything nobody people
    anyone more less much many few lot bit kind sort thing things way new old last next first same good great nice best
    better bad help
    """
_CHINESE_TEXT = """
    我 你 您 他 她 它 咱 我们 你们 他们 咱们 这 那 这个 那个 这些 哪 谁 什么 怎么 为什 多少 几 吗 呢 吧 啊 呀 哦
    嘛 啦 了 过 着 的 地 得 是 不是 有 没 没有 在 不 别 不要 要 想 会 能 可以 可能 应该 该 必须 需要 让 请 帮
    帮我 给 给我 把 被 将 跟 和 与 或 还 也 都 就 才 只 又 再 很 太 真 好 最 更 挺 比较 有点 非常 特别 现在 今天
    昨天 明天 以后 以前 之前 之后 每 每次 每天 一直 已经 刚 刚刚 正在 平时 总是 从来 如果 要是 假如 的话 因为
    所以 但 但是 不过 而且 然后 先 再说 还是 比如 一下 一个 几个 点 些 用 叫 改 换 喜欢 爱 讨厌 觉得 感觉 以为
    希望 打算 准备 考虑 也许 大概 好像 听说 据说 谢谢 哈哈 说 看 试 来 去 上 下 到 从 对 向 为 以 由 于 起 开始
    完 好了 完了 家 人 们 自己 大家 有人 别人 一般 通常 其实 反正 不再 戒 搬
    """
WORDS = frozenset(_ENGLISH_TEXT.split() + _CHINESE_TEXT.split())
_WORD_FEATURE = re.compile(r"^(?:en|zh):(?:word|first|second|last|goes on):(?P<word>[^<]*)$")

HEAD = '''"""Written by ``benchmarks/make_chances.py``: log-odds by feature of :mod:`hindsight.domain.rules.chance`."""

from __future__ import annotations

from typing import Final


def table(text: str) -> dict[str, float]:
    """Rows of ``weight feature``, parted by bars."""
    rows = (row.strip().partition(" ") for row in text.split("|") if row.strip())
    return {name: float(weight) for weight, _, name in rows}


KEEP: Final = table(
    """
'''
Labelled = tuple[str, list[Span]]
Example = tuple[frozenset[str], bool]


def marked() -> Iterator[Labelled]:
    """The turns of ``statements.txt``, without their brackets."""
    for line in MARKED.read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        text, spans = "", list[Span]()
        for piece in re.split(r"(\[[^\]]*\])", line):
            said = piece[1:-1] if piece.startswith("[") else piece
            if piece.startswith("["):
                spans.append((len(text), len(text) + len(said)))
            text += said
        yield text, spans


def labelled(name: str) -> Iterator[Labelled]:
    for turn, row in turns(f"{name}.jsonl"):
        if turn.role == "user":
            yield turn.text, [span_of(row, label) for label in row["memories"]]


def named(features: Iterator[str]) -> frozenset[str]:
    """``features`` without the words that are no function words."""
    return frozenset(
        name
        for name in features
        if (match := _WORD_FEATURE.match(name)) is None or match["word"] in WORDS or "'" in match["word"]
    )


def examples(source: Iterator[Labelled]) -> list[Example]:
    """Clauses that state something or not."""
    known: list[Example] = []
    for text, spans in source:
        if not substance(text).keep:
            continue
        for sentence in spoken_sentences(text):
            for piece in clauses(text, without_lead_in(text, sentence)):
                place = without_lead_in(text, piece)
                said = text[slice(*place)]
                language = spoken_in(said)
                words = with_subject(said, None, None, language)
                home = any(2 * (min(place[1], b) - max(place[0], a)) >= place[1] - place[0] for a, b in spans)
                features = chain(chance.clause_features(words, language), chance.place_features(text, place, language))
                known.append((named(features), home))
    return known


def fitted(known: Sequence[Example]) -> dict[str, float]:
    """Weights of a logistic regression, by Adam on all examples at once."""
    counts = Counter(name for features, _ in known for name in features)
    names = [name for name, n in sorted(counts.items()) if n >= LEAST]
    column = {name: at for at, name in enumerate(names)}
    matrix = np.zeros((len(known), len(names)))
    for row, (features, _) in enumerate(known):
        matrix[row, [column[name] for name in features if name in column]] = 1
    wanted = np.array([float(label) for _, label in known])
    weights, mean, square = (np.zeros(len(names)) for _ in range(3))
    for step in range(1, 401):
        slope = matrix.T @ (1 / (1 + np.exp(-matrix @ weights)) - wanted) + PENALTY * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return {name: round(float(weights[column[name]]), 2) for name in names if abs(weights[column[name]]) >= SMALL}


def judge() -> None:
    known = {name: examples(labelled(name)) for name in SETS} | {"marked": examples(marked())}
    for name in SETS:
        chance.KEEP = fitted([one for other in known if other != name for one in known[other]])
        score = Score()
        for turn, row in turns(f"{name}.jsonl"):
            count(score, row, list(extract([turn]).candidates))
        print(f"{name:8} {score.line()}  idle {score.idle}  told apart {told_apart(known[name]):.3f}")


def told_apart(known: Sequence[Example]) -> float:
    """How often a clause that states something gets better odds than one that does not, 0.5–1."""
    scores = [(chance.odds(chance.KEEP, iter(features)), label) for features, label in known]
    right, wrong = [s for s, label in scores if label], [s for s, label in scores if not label]
    return sum((a > b) + (a == b) / 2 for a in right for b in wrong) / max(1, len(right) * len(wrong))


def main() -> None:
    if "--judge" in sys.argv:
        judge()
        return
    known = [one for name in SETS for one in examples(labelled(name))] + examples(marked())
    TARGET.write_text(HEAD + _rows(fitted(known)) + '"""\n)\n', "utf-8")


def _rows(weights: dict[str, float]) -> str:
    lines, line = [], "   "
    for name, weight in sorted(weights.items()):
        item = f" {weight:g} {name} |"
        if _width(line + item) > WIDE:
            lines.append(line)
            line = "   "
        line += item
    return "\n".join([*lines, line]) + "\n    "


def _width(text: str) -> int:
    return sum(2 if east_asian_width(sign) in {"W", "F"} else 1 for sign in text)


if __name__ == "__main__":
    main()
