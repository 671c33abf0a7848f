"""How the cost of a call grows with its input, told as a ratio: machines differ, the shape of a curve does not."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

TIMES = 8
"""How much longer the long input is."""
LINEAR = 3.0
"""A quadratic call is ``TIMES`` times dearer a character on the long input; a linear one about as dear."""


def dearer(call: Callable[[str], object], unit: str, size: int, tries: int = 3) -> float:
    """How many times more a character costs in ``size`` characters of ``unit`` than in an eighth of them.

    CPU time of this process, the best of ``tries``, without the collector, whose share is that of all tests before.
    Every try has a text of its own, so that no cache answers.
    """
    return cost(call, unit, size, tries) / cost(call, unit, size // TIMES, tries) / TIMES


def cost(call: Callable[[str], object], unit: str, size: int, tries: int = 3) -> float:
    """Seconds of CPU for about ``size`` characters of ``unit``, the best of ``tries``."""
    texts = [(unit * (size // len(unit) + tries))[: size + n] for n in range(tries)]
    return min(seconds(call, text) for text in texts)


def seconds(call: Callable[[str], object], text: str) -> float:
    """Seconds of CPU for one call, without the collector."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        begun = time.process_time()
        call(text)
        return time.process_time() - begun
    finally:
        if collecting:
            gc.enable()
