"""Clock times: "half past three", "3-5pm", 下午三点, "8 in the morning"."""

from collections.abc import Sequence
from typing import cast

from hindsight.domain.temporal.clock import Now
from hindsight.domain.temporal.nodes import Grammar, Node, Rule, every, find, node, pick
from hindsight.domain.temporal.numeric import clock_time
from hindsight.domain.temporal.periods import TimeOfDay, at_clock
from hindsight.domain.temporal.settle import fit, shifted

HOUR = 3600


def _reading(found: Node) -> TimeOfDay | None:
    """A number, clock or noon as a clock time."""
    if found.kind == "N":
        value = float(found.value)
        return clock_time(int(value), None, None) if value == int(value) and 0 <= value <= 24 else None
    tod = cast(TimeOfDay, found.value)
    return tod if found.kind == "T" or tod.half == "noon" else None


def _offset(_: Now, ns: Sequence[Node]) -> Node | None:
    """Minutes past or to an hour; only "past" (L, -1) and "to" (t), with half, quarter or a count."""
    sign_node, hour = pick(ns, "Lt"), _reading(ns[-1])
    if hour is None or sign_node.value == 1:
        return None
    first = next(each for each in ns if each.kind in "hUN")
    if first.kind == "U" and first.value != "quarter":
        return None
    if first.kind == "N" and not 1 <= float(first.value) <= 29:
        return None
    minutes = {"h": 30, "U": 15}.get(first.kind) or int(first.value)
    start = hour.start + (minutes if sign_node.kind == "L" else -minutes) * 60
    half = hour.half if hour.half == "?" else ""
    return node("T", TimeOfDay(start % (24 * HOUR), start % (24 * HOUR) + 60, "minute", half))


def _oclock(_: Now, ns: Sequence[Node]) -> Node | None:
    tod = _reading(ns[0])
    return node("T", tod) if tod else None


def _with_meridiem(_: Now, ns: Sequence[Node]) -> Node | None:
    tod = _reading(ns[0])
    if tod is None or tod.half != "?":
        return None
    return node("T", fit(tod, "am" if ns[-1].value == "a" else "pm"))


def _twelve(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "12 noon", "12 midnight"."""
    tod = _reading(ns[1])
    if tod is None or ns[0].value != 12 or tod.start % (12 * HOUR):
        return None
    return node("T", tod._replace(half=""))


def _spelled(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "seven thirty pm", "at seven thirty"."""
    hour, minute = every(ns, "N")
    meridiem = find(ns, "m")
    spelled = hour.flag != "digits" and minute.flag != "digits" and 10 <= float(minute.value) <= 59
    if not spelled or not 1 <= float(hour.value) <= 12 or not (meridiem or ns[0].flag == "at"):
        return None
    tod = clock_time(int(hour.value), int(minute.value), None, str(meridiem.value) if meridiem else "")
    return node("T", tod)


def _at_number(_: Now, ns: Sequence[Node]) -> Node | None:
    if ns[0].flag != "at" or (ns[1].value == 1 and ns[1].flag != "digits"):  # "at one with"
        return None
    tod = _reading(ns[-1])
    return node("T", tod, weak="led", confidence=0.6) if tod else None


def _in_part(_: Now, ns: Sequence[Node]) -> Node | None:
    clock, part = pick(ns, "TN"), cast(TimeOfDay, pick(ns, "P").value)
    tod = _reading(clock)
    if tod is None:
        return None
    if tod.half != "?":
        return node("T", tod)
    return node("T", fit(tod, part.half, late=part.start >= 21 * HOUR or part.end <= 6 * HOUR))


def _part_at_number(now: Now, ns: Sequence[Node]) -> Node | None:
    """As in "In the morning at 7"."""
    return _in_part(now, ns) if ns[1].flag == "at" else None


def _edge_of_part(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "late afternoon": the first, middle or last third."""
    part = cast(TimeOfDay, ns[-1].value)
    third = (part.end - part.start) // 3
    start = part.start + third * {"start": 0, "mid": 1, "end": 2}[str(ns[0].value)]
    return node("P", part._replace(start=start, end=start + third), weak=ns[-1].weak, confidence=0.7)


def _in_part_of_day(_: Now, ns: Sequence[Node]) -> Node | None:
    """As in "8 tonight"."""
    clock = _in_part(_, [pick(ns, "N"), ns[-1]])
    return node("D", at_clock(pick(ns, "D").value.start, clock.value)) if clock else None


def _range(_: Now, ns: Sequence[Node]) -> Node | None:
    """Two clocks; the half of the day said once holds for both."""
    left, right = (_reading(each) for each in every(ns, "TNP"))
    if left is None or right is None or (find(ns, "&") and not find(ns, "K")):
        return None
    if left.half == "?" and right.half != "?":
        later = shifted(left, 12)
        left = later if later.start < right.start else left
    elif right.half == "?" and right.start <= left.start:
        right = shifted(right, 12)
    end = right.start
    if end <= left.start:
        end += 24 * HOUR
    half = "?" if left.half == right.half == "?" else ""
    return node("T", TimeOfDay(left.start, end, "range", half))


def _parted_range(_: Now, ns: Sequence[Node]) -> Node | None:
    """下午三点到五点: both clocks lie in the part of the day that the first one names."""
    part = cast(TimeOfDay, ns[0].value)
    left, right = (_reading(each) for each in every(ns, "TN"))
    if left is None or right is None:
        return None
    first, last = fit(left, part.half), fit(right, part.half) if right.half == "?" else right
    return node("T", TimeOfDay(first.start, max(last.start, first.start + 60), "range"))


CLOCKS = Grammar(
    Rule("half past", "hL[NTP]", _offset),
    Rule("quarter past or to", "a?U[Lt][NTP]", _offset),
    Rule("minutes past", "NU?L[NT]", _offset),
    Rule("minutes to", "Nt[P]", _offset),
    Rule("o'clock", "Nc", _oclock),
    Rule("spelled clock", "n?NNm?", _spelled),
    Rule("clock and meridiem", "[NT]m", _with_meridiem),
)
PARTS = Grammar(
    Rule("clock range in part", "P[nF]?[NT][tu-][NT](?![UQMoWO%])", _parted_range),
    Rule("clock range", "[FK]?[NTP][tu&-][TP]", _range),
    Rule("clock range", "[FK]T[tu&-]N", _range),
    Rule("clock and meridiem", "Tm", _with_meridiem),
    Rule("twelve", "N[TP]", _twelve),
    Rule("part and clock", "P[n,]?T", _in_part),
    Rule("clock range before a part", "[FK]N[tu&-]N(?=[nI]?[DR]?P)", _range),
    Rule("clock range before a day", "[FK]N[tu&-]N(?=[nI]?D)", _range),
    Rule("part and number", "PnN", _part_at_number),
    Rule("edge of part", "E-?P", _edge_of_part),
    Rule("clock in part", "TI?P", _in_part),
    Rule("number in part", "NIP", _in_part),
    Rule("number in part of day", "n?NDP", _in_part_of_day),
    Rule("at number in part", "nNIP", _in_part),
    Rule("at number", "nN(?![UQMoWO%-])", _at_number),
)
