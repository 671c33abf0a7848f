"""Programs that the fault tests run in processes of their own, and how they are run and killed."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from typing import IO, cast

HEAD = """
import sys
import time
from hindsight import Hindsight
from hindsight.domain.policy import Policy, WorkPolicy

home, name, number, embedder = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
policy = Policy(work=WorkPolicy(lease_s=1.0, poll_s=0.05, backoff_s=0.1))
"""

VERBATIM = (
    HEAD
    + """
with Hindsight(home, embedder_url=embedder) as hs:
    space = hs.space("alice")
    for n in range(number):
        receipt = space.remember(f"{name}x{n} is the word of parcel {n} from {name}.", verbatim=True, ref=f"{name}x{n}")
        assert receipt.status == "done" and not receipt.degraded, receipt
"""
)

SAID = (
    HEAD
    + """
with Hindsight(home, embedder_url=embedder) as hs:
    space = hs.space("alice")
    for n in range(number):
        receipt = space.remember(f"My friend {name.title()}{n} lives in Porto {n}.")
        assert receipt.status == "done" and not receipt.degraded, receipt
"""
)

SAME = (
    HEAD
    + """
with Hindsight(home, embedder_url=embedder) as hs:
    for n in range(number):
        receipt = hs.space("alice").remember("The office is on the fourth floor.", kind="fact")
        assert receipt.status == "done" and len(receipt.ids) == 1, receipt
"""
)

KILLED = (
    HEAD
    + """
wait = sys.argv[5] == "wait"
with Hindsight(home, embedder_url=embedder, policy=policy) as hs:
    space = hs.space("alice")
    for n in range(number):
        ref = f"{name}x{n}"
        space.remember(f"{ref} is the word of parcel {n} from {name}.", verbatim=True, ref=ref, wait=wait)
        print(ref, flush=True)
        said = f"{name}y{n}"
        space.remember(f"My dog {said.title()} weighs {n + 5} kg.", ref=said, wait=wait)
        print(said, flush=True)
    time.sleep(60)
"""
)


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def side_by_side(program: str, calls: Sequence[Sequence[object]], timeout_s: float = 150) -> list[str]:
    """Run the program once for each list of arguments, all at once; what each wrote to stderr or failed with."""
    running = [start(program, *arguments) for arguments in calls]
    try:
        errors = [process.communicate(timeout=timeout_s)[1] for process in running]
    finally:
        for process in running:
            process.kill()
    codes = [process.returncode for process in running]
    return [error or (f"exit {code}" if code else "") for error, code in zip(errors, codes, strict=True)]


def kill_after_output(process: subprocess.Popen[str], delay_s: float) -> list[str]:
    """Let it print once, then kill it hard ``delay_s`` seconds later; the lines that it got out whole."""
    with process:
        stdout, stderr = cast("IO[str]", process.stdout), cast("IO[str]", process.stderr)
        first = stdout.readline()
        time.sleep(delay_s)
        process.kill()
        # communicate() would lose what readline() read ahead.
        lines = (first + stdout.read()).splitlines(keepends=True)
        complaints = stderr.read()
        assert complaints == "", complaints
    return [line.strip() for line in lines if line.endswith("\n")]
