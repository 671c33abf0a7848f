"""Retrieval quality on conversations with questions whose evidence turns are known.

    python -m benchmarks.retrieval DATA.jsonl[.gz] ... [--modes verbatim,extracted] [--limit-namespaces N] [--json FILE]

DATA: one JSON object per namespace, ``{"ns", "turns": [{"id", "session", "time", "speaker", "text", "caption"?}],
"queries": [{"qid", "q", "gold": [turn ids], "cat", "now"}]}``. Nothing is shipped: give a path to data you may use.

Prints recall@5/10/20 and MRR over the questions that have evidence, by mode and by category, beside a plain BM25 over the same
turns, and for questions without evidence the share that was answered all the same. Verbatim: every turn is one memory.
Extracted: sessions go through extraction by rules; a memory counts as the turns it links to.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.baseline import Bm25
from hindsight import Hindsight, Space

KS = (5, 10, 20)
Ranked = Sequence[frozenset[str]]
Search = Callable[[dict[str, Any]], Ranked]


@dataclass
class Score:
    """Sums over questions."""

    questions: int = 0
    recall: dict[int, float] = field(default_factory=lambda: dict.fromkeys(KS, 0.0))
    reciprocal: float = 0.0
    answered_without_evidence: int = 0
    without_evidence: int = 0

    def add(self, gold: set[str], ranked: Ranked) -> None:
        self.questions += 1
        for k in KS:
            found = gold & frozenset().union(*ranked[:k])
            self.recall[k] += len(found) / len(gold)
        first = next((place for place, turns in enumerate(ranked, start=1) if turns & gold), None)
        self.reciprocal += 1 / first if first else 0.0


def load(paths: Sequence[Path], most: int | None) -> Iterator[dict[str, Any]]:
    for path in paths:
        opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
        with opened as lines:
            for number, line in enumerate(lines):
                if most is not None and number >= most:
                    break
                yield json.loads(line)


def text_of(turn: dict[str, Any]) -> str:
    return f"{turn['text']} [{turn['caption']}]" if turn.get("caption") else str(turn["text"])


def remember_verbatim(space: Space, namespace: dict[str, Any]) -> None:
    for turn in namespace["turns"]:
        source = {"conversation": turn["session"], "name": turn["speaker"]}
        space.remember(text_of(turn), verbatim=True, occurred_at=turn["time"], ref=turn["id"], source=source)


def remember_extracted(space: Space, namespace: dict[str, Any]) -> None:
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for turn in namespace["turns"]:
        message = {"role": "user", "name": turn["speaker"], "content": text_of(turn), "id": turn["id"]}
        sessions[turn["session"]].append({**message, "time": turn["time"]})
    for session, messages in sessions.items():
        space.remember(messages, source={"conversation": session})


def searcher(space: Space, mode: str) -> Search:
    def search(query: dict[str, Any]) -> Ranked:
        hits = space.recall(query["q"], limit=max(KS), now=query["now"]).hits
        if mode == "verbatim":
            return [frozenset(name for name in (hit.memory.ref, *hit.memory.source.messages) if name) for hit in hits]
        return [frozenset(id_ for source in hit.memory.sources for id_ in source.messages) for hit in hits]

    return search


def judge(namespace: dict[str, Any], search: Search, scores: dict[str, Score]) -> None:
    known = {turn["id"] for turn in namespace["turns"]}
    for query in namespace["queries"]:
        ranked = search(query)
        gold = set(query["gold"]) & known
        if gold:
            for name in ("all", str(query["cat"])):
                scores[name].add(gold, ranked)
        else:
            scores["all"].without_evidence += 1
            scores["all"].answered_without_evidence += bool(ranked)


def run(namespaces: list[dict[str, Any]], modes: Sequence[str]) -> dict[str, dict[str, Score]]:
    results: dict[str, dict[str, Score]] = {mode: defaultdict(Score) for mode in ("bm25", *modes)}
    timings: dict[str, float] = defaultdict(float)
    for namespace in namespaces:
        baseline = Bm25({turn["id"]: f"{turn['speaker']}: {text_of(turn)}" for turn in namespace["turns"]})
        judge(namespace, lambda query, plain=baseline: plain.search(query["q"], max(KS)), results["bm25"])
        for mode in modes:
            with tempfile.TemporaryDirectory() as home, Hindsight(home) as hindsight:
                space = hindsight.space("bench")
                start = time.perf_counter()
                (remember_verbatim if mode == "verbatim" else remember_extracted)(space, namespace)
                timings[f"{mode} write"] += time.perf_counter() - start
                start = time.perf_counter()
                judge(namespace, searcher(space, mode), results[mode])
                timings[f"{mode} recall"] += time.perf_counter() - start
    turns = sum(len(namespace["turns"]) for namespace in namespaces)
    queries = sum(len(namespace["queries"]) for namespace in namespaces)
    for name, seconds in timings.items():
        per = turns if name.endswith("write") else queries
        Console().print(f"{name}: {seconds:.1f} s, {1000 * seconds / per:.1f} ms each")
    return results


def show(results: dict[str, dict[str, Score]]) -> None:
    table = Table(title="Recall of evidence turns")
    for column in ("system", "questions", *(f"R@{k}" for k in KS), "MRR", "false answers"):
        table.add_column(column, justify="right" if column != "system" else "left")
    for mode, scores in results.items():
        for name in sorted(scores, key=lambda name: (name != "all", name)):
            score = scores[name]
            if not score.questions:
                continue
            label = mode if name == "all" else f"  {mode}: {name}"
            wrong = f"{score.answered_without_evidence}/{score.without_evidence}" if score.without_evidence else ""
            table.add_row(
                label,
                str(score.questions),
                *(f"{score.recall[k] / score.questions:.3f}" for k in KS),
                f"{score.reciprocal / score.questions:.3f}",
                wrong,
            )
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--modes", default="verbatim,extracted")
    parser.add_argument("--limit-namespaces", type=int)
    arguments = parser.parse_args()
    show(run(list(load(arguments.data, arguments.limit_namespaces)), arguments.modes.split(",")))


if __name__ == "__main__":
    main()
