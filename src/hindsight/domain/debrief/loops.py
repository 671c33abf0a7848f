"""S8: the same calls over and over."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from hindsight.domain.debrief.diff import signature
from hindsight.domain.debrief.errors import Seen

# Period -> repetitions from which it counts as a loop.
LEAST_TIMES = {1: 3, 2: 3, 3: 2, 4: 2}


@dataclass(frozen=True, slots=True)
class Loop:
    """`times` repetitions of `period` calls from step `start` on; `same_result`: nothing changed meanwhile."""

    start: int
    period: int
    times: int
    same_result: bool

    @property
    def steps(self) -> tuple[int, ...]:
        return tuple(range(self.start, self.start + self.period * self.times))


def find_loops(seen: Sequence[Seen]) -> tuple[Loop, ...]:
    """Loops in order, none overlapping; the shortest period that fits wins. Linear in the steps."""
    calls = [signature(item.family, item.flat) for item in seen]
    results = [hashlib.sha1(item.step.text.encode(errors="replace"), usedforsecurity=False).digest() for item in seen]
    runs = {period: _runs(calls, period) for period in LEAST_TIMES}
    loops, at = [], 0
    while at < len(calls):
        loop = next((found for period in LEAST_TIMES if (found := _loop_at(seen, results, runs, at, period))), None)
        if loop:
            loops.append(loop)
            at += loop.period * loop.times
        else:
            at += 1
    return tuple(loops)


def _runs(calls: Sequence[str], period: int) -> list[int]:
    """For each position: for how many steps on each call equals the one `period` later."""
    run = [0] * (len(calls) + 1)
    for at in range(len(calls) - period - 1, -1, -1):
        run[at] = run[at + 1] + 1 if calls[at] == calls[at + period] else 0
    return run


def _loop_at(
    seen: Sequence[Seen], results: Sequence[bytes], runs: dict[int, list[int]], at: int, period: int
) -> Loop | None:
    times = runs[period][at] // period + 1
    if times < LEAST_TIMES[period]:
        return None
    last = at + period * times
    same = all(results[k] == results[k + period] for k in range(at, last - period))
    return Loop(start=seen[at].i, period=period, times=times, same_result=same)
