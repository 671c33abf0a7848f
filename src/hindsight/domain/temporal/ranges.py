"""Intervals between two times, and open ones: "from Monday to Friday", "since 2014", 三月五日之前."""

from collections.abc import Sequence
from datetime import datetime

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.nodes import Grammar, Node, Outcome, Rule, every, find, node, pick
from hindsight.domain.temporal.periods import Period
from hindsight.domain.temporal.settle import BIASED, PERIODS, RECURRING, candidates, settle
from hindsight.domain.temporal.span import OPEN_END, OPEN_START

_X = f"[{PERIODS}]"
_CLOCK_GRAINS = ("hour", "minute", "second")


def _between(now: Now, ns: Sequence[Node]) -> Node | None:
    """Both ends belong to the interval; an end that recurs is the one that suits the other end."""
    left, right = every(ns, PERIODS)
    if find(ns, "&") and not find(ns, "Kk"):
        return None
    first, last = _pair(now, left, right)
    if last.start <= first.start:
        return None
    end = last.start if last.grain in _CLOCK_GRAINS else last.end
    outcome = Outcome(first.start, end, last.grain, "between")
    others = [Period(first.start, last.start, last.grain)] if end != last.start else []
    if last.grain == "hour":
        others = [Period(first.start, last.end, last.grain)]
    return node("X", outcome, others=others, confidence=min(left.confidence, right.confidence, 0.9))


def _pair(now: Now, left: Node, right: Node) -> tuple[Period, Period]:
    if left.kind in RECURRING and right.kind not in RECURRING:
        last = settle(now, right)[0]
        before = [p for p in _near(now, left, last.start) if p.start <= last.start]
        return (before[-1] if before else settle(now, left)[0]), last
    if left.kind in "TP" and right.kind == "D":
        last = settle(now, right)[0]
        return settle(Now(last.start, now.zone, now.week_first), left)[0], last
    first, others = settle(now, left)
    if right.kind == "D" and settle(now, right)[0].start <= first.start:
        last = settle(now, right)[0]
        return next((p for p in others if p.start < last.start), first), last
    if right.kind in RECURRING:
        after = [p for p in _near(now, right, first.start) if p.start > first.start]
        return first, (after[0] if after else settle(now, right)[0])
    if right.kind in "TP" and left.kind == "D":
        base = Now(first.start, now.zone, now.week_first)
        return first, min((settle(base, right)[0], *settle(base, right)[1]), key=lambda p: (p.start <= first.start, p))
    return first, settle(now, right)[0]


def _near(now: Now, found: Node, moment: datetime) -> Sequence[Period]:
    return candidates(Now(moment, now.zone, now.week_first), found)


def _before(now: Now, found: Node) -> Node:
    main, others = settle(now, found)
    outcome = Outcome(OPEN_START, main.start, main.grain, "before")
    return node(
        "X", outcome, others=[Period(OPEN_START, p.start, p.grain) for p in others], confidence=BIASED, weak=found.weak
    )


def _after(now: Now, found: Node) -> Node:
    main, others = settle(now, found)
    begin = [p.start if p.grain in _CLOCK_GRAINS else p.end for p in (main, *others)]
    made = [Period(start, OPEN_END, main.grain) for start in begin[1:]]
    if begin[0] < now.local:
        made.insert(0, Period(begin[0], now.local, main.grain))
    return node("X", Outcome(begin[0], OPEN_END, main.grain, "after"), others=made, confidence=BIASED, weak=found.weak)


def _side(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "Before March", 三月之前, "after 2018"."""
    found, word = pick(ns, PERIODS), pick(ns, "BA")
    if word.kind == "A" and word.flag != "zh":
        return None
    if found.weak == "whole" or found.flag == "window":
        return None
    return _before(now, found) if word.value == -1 else _after(now, found)


def _since(now: Now, ns: Sequence[Node]) -> Node | None:
    """From the start of a time until now; open when that time lies ahead."""
    found, word = pick(ns, PERIODS), next((each for each in ns if each.kind in "Ss"), ns[0])
    if word.flag == "end" or (word.kind == "s" and word.flag == "begin" and ns[0].kind != "F"):  # 上周开始跑步
        return None
    main, others = settle(now, found)
    if found.kind in "TP" and main.start > now.local:
        main = next((p for p in others if p.start <= now.local), main)
    end = now.local if main.start < now.local else OPEN_END
    made = [Period(main.start, OPEN_END, main.grain)] if end != OPEN_END else []
    made += [Period(p.start, now.local, p.grain) for p in others if p.start < now.local]
    return node("X", Outcome(main.start, end, main.grain, "after"), others=made, confidence=0.9, weak=found.weak)


def _until(now: Now, ns: Sequence[Node]) -> Node | None:
    """Up to the end of a day or longer time, up to the start of a clock time."""
    found = pick(ns, PERIODS)
    main = settle(now, found)[0]
    end, other = main.end, main.start
    if main.grain in _CLOCK_GRAINS:
        end, other = other, end
    outcome = Outcome(OPEN_START, end, main.grain, "before")
    return node("X", outcome, others=[Period(OPEN_START, other, main.grain)], confidence=BIASED, weak=found.weak)


def _during(now: Now, ns: Sequence[Node]) -> Node | None:
    main, others = settle(now, ns[0])
    return node("D", main, others=others, confidence=ns[0].confidence)


RANGES = Grammar(
    Rule("between", f"[FKS]?[,nI]?{_X}[,n]?[tu-]n?{_X}k?", _between),
    Rule("between", f"[FK]{_X}&{_X}k?", _between),
    Rule("between", f"{_X}&{_X}k", _between),
)
OPEN = Grammar(
    Rule("before or after", f"Bn?{_X}", _side),
    Rule("before or after", f"{_X}A", _side),
    Rule("since", f"S[nI]?{_X}s?", _since),
    Rule("since", f"F?{_X}s", _since),
    Rule("until", f"u[nI]?{_X}", _until),
    Rule("during", f"I?{_X}k", lambda now, ns: _during(now, [pick(ns, PERIODS)])),
)
