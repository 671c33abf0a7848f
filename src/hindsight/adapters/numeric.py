"""numpy, loaded so that its products run on one thread.

They are small here: the threads of OpenBLAS and OpenMP mostly wait for one another, on a busy machine five times as
long as one thread needs. The libraries read the environment when they are loaded, so it is put back at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["np", "one_thread"]

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


@contextmanager
def one_thread() -> Iterator[None]:
    """Inside, native libraries that are loaded start no threads, unless the user has said how many they may."""
    unset = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(unset, "1"))
    try:
        yield
    finally:
        for name in unset:
            os.environ.pop(name, None)


with one_thread():
    import numpy as np
