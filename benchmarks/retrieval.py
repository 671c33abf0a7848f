"""Retrieval quality on conversations with questions whose evidence turns are known.

    python -m benchmarks.retrieval DATA.jsonl[.gz] ... [--modes verbatim,extracted] [--limit-namespaces N]
        [--home FOLDER] [--ablate] [--policies] [--foreign]

DATA: one JSON object per namespace, ``{"ns", "turns": [{"id", "session", "time", "speaker", "text", "caption"?}],
"queries": [{"qid", "q", "gold": [turn ids], "cat", "now"}]}``. Nothing is shipped: give a path to data you may use.

Prints recall@5/10/20, MRR and recall within 500 to 2,000 tokens of ``context()`` over the questions that have
evidence, by mode, language and category, beside a plain BM25 over the same turns; for questions without evidence the
share that was answered all the same. ``--foreign`` also asks every namespace the questions of the next one of its file,
which it cannot answer. Verbatim: every turn is one memory. Extracted: a memory counts as the turns it links to.

``--home`` keeps the stores, so that a second run only asks. ``--ablate`` repeats the questions with each route and each
factor off in turn, and without a model; ``--policies`` with every ranking policy. ``HINDSIGHT_RERANK_URL`` and the
other settings of the environment hold here too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from benchmarks.baseline import Bm25
from benchmarks.conversations import Namespace, load, remember, text_of
from benchmarks.scores import BUDGETS, KS, Answer, Score, judge, table
from hindsight import Hindsight, Space
from hindsight.domain.answer import Recall
from hindsight.domain.guard import escape_frame
from hindsight.domain.policy import Policy
from hindsight.domain.ranking import POLICIES

HITS = 50
"""Hits asked for: what a budget of 2,000 tokens of short turns holds."""
OFF: Mapping[str, Mapping[str, Any]] = {
    "keywords": {"lexical": 0.0},
    "vectors": {"dense": 0.0},
    "entities": {"graph": 0.0},
    "time": {"time": 0.0},
    "speaker": {"speaker": 0.0},
    "conversation": {"conversation": 0.0},
    "asking turns": {"asking": 0.0},
    "other words": {"wording": 0.0},
    "turns beside": {"after": 0.0, "before": 0.0, "reply": 0.0},
}
"""What ``--ablate`` sets to nothing, by name."""

Results = dict[str, dict[str, Score]]


def evidence(recalled: Recall, mode: str) -> Answer:
    """The turns that the hits stand for, in order and within each budget."""
    turns: list[frozenset[str]] = []
    for hit in recalled.hits:
        named = [id_ for source in hit.memory.sources for id_ in source.messages]
        turns.append(frozenset([*named, hit.memory.ref] if mode == "verbatim" and hit.memory.ref else named))
    within: dict[int, frozenset[str]] = {}
    for budget in BUDGETS:
        shown = recalled.context(budget)
        fits = [escape_frame(" ".join(hit.memory.content.split())) in shown for hit in recalled.hits]
        within[budget] = frozenset().union(*(found for found, fit in zip(turns, fits, strict=True) if fit))
    return Answer(turns, within)


def ask(
    space: Space, namespace: Namespace, foreign: Sequence[dict[str, Any]], scores: Any, *, mode: str, ranking: str
) -> float:
    """Put every question; seconds that recall took."""
    known = {turn["id"] for turn in namespace["turns"]}
    spent = 0.0
    for query in [*namespace["queries"], *foreign]:
        start = time.perf_counter()
        recalled = space.recall(query["q"], limit=HITS, now=query["now"], policy=ranking)
        spent += time.perf_counter() - start
        judge(query, known, evidence(recalled, mode), scores)
    return spent


def variants(mode: str, ablate: bool, policies: bool) -> Iterator[tuple[str, str, Policy | None, dict[str, Any]]]:
    """The systems to measure: name, ranking policy, weights and settings."""
    yield mode, "default", None, {}
    if policies:
        for ranking in POLICIES[1:]:
            yield f"{mode}, {ranking}", ranking, None, {}
    if ablate:
        yield f"{mode}, no model", "default", None, {"embedder_url": "none:"}
        for name, weights in OFF.items():
            policy = Policy()
            yield f"{mode} − {name}", "default", replace(policy, recall=replace(policy.recall, **weights)), {}


def fill(home: Path, namespace: Namespace, mode: str) -> float:
    """Store a namespace unless that was done before; seconds it took."""
    done = home / "complete"
    if done.exists():
        return 0.0
    start = time.perf_counter()
    with Hindsight(home) as hindsight:
        remember(hindsight.space("bench"), namespace, mode)
    done.touch()
    return time.perf_counter() - start


def run(
    namespaces: Sequence[Namespace],
    modes: Sequence[str],
    homes: Path,
    *,
    ablate: bool = False,
    policies: bool = False,
    foreign: bool = False,
) -> Results:
    results: Results = defaultdict(lambda: defaultdict(Score))
    spent: dict[str, float] = defaultdict(float)
    for place, namespace in enumerate(namespaces):
        plain = Bm25({turn["id"]: f"{turn['speaker']}: {text_of(turn)}" for turn in namespace["turns"]})
        for query in namespace["queries"]:
            known = {turn["id"] for turn in namespace["turns"]}
            judge(query, known, Answer(plain.search(query["q"], max(KS))), results["plain BM25"])
        other = namespaces[(place + 1) % len(namespaces)]["queries"] if foreign and len(namespaces) > 1 else []
        strangers = [{**query, "gold": []} for query in other]
        digest = hashlib.sha256(json.dumps(namespace, sort_keys=True).encode()).hexdigest()[:12]
        for mode in modes:
            home = homes / f"{mode}-{digest}"
            spent[f"{mode}: write, ms a turn"] += fill(home, namespace, mode) / len(namespace["turns"])
            for name, ranking, policy, settings in variants(mode, ablate, policies):
                with Hindsight(home, policy=policy, **settings) as hindsight:
                    seconds = ask(
                        hindsight.space("bench"), namespace, strangers, results[name], mode=mode, ranking=ranking
                    )
                spent[f"{name}: recall, ms a question"] += seconds / (len(namespace["queries"]) + len(strangers))
    for name, seconds in spent.items():
        Console().print(f"{name}: {1000 * seconds / len(namespaces):.1f}")
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--modes", default="verbatim,extracted")
    parser.add_argument("--limit-namespaces", type=int)
    parser.add_argument("--home", type=Path, help="keep the stores here and use those that are there")
    parser.add_argument("--ablate", action="store_true", help="each route and factor off in turn")
    parser.add_argument("--policies", action="store_true", help="every ranking policy")
    parser.add_argument("--foreign", action="store_true", help="ask the questions of other namespaces too")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        homes = arguments.home or Path(stack.enter_context(TemporaryDirectory()))
        namespaces = list(load(arguments.data, arguments.limit_namespaces))
        modes = arguments.modes.split(",")
        chosen = {"ablate": arguments.ablate, "policies": arguments.policies, "foreign": arguments.foreign}
        results = run(namespaces, modes, homes, **chosen)
    Console(width=140).print(table(results, categories=not (arguments.ablate or arguments.policies)))


if __name__ == "__main__":
    main()
