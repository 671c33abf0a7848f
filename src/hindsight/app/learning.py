"""What a space does with experience: record runs, learn from them, ask, and say how it went (X1–X15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from hindsight.app import inputs, starter
from hindsight.app.part import SpacePart
from hindsight.app.recording import AsyncTask
from hindsight.app.upkeep import flush_uses
from hindsight.app.writing import WAIT_S
from hindsight.domain.errors import InvalidInput
from hindsight.domain.experience.record import POLARITIES
from hindsight.domain.memory import Memory
from hindsight.domain.text import require_text
from hindsight.domain.trajectory import Trajectory, trajectory_from_dict
from hindsight.services import resume
from hindsight.services.consult import Consultation, consult
from hindsight.services.credit import credited_of
from hindsight.services.feedback import feed_back
from hindsight.services.learn import Learnt, Lesson, learn
from hindsight.services.patterns import FailurePattern, failure_patterns
from hindsight.services.reflect import Recorded, outcomes_of, record
from hindsight.services.resume import Procedure, Unfinished

_LESSON_SOURCES = ("agent", "user", "operator")
_MOST_SHOWN = 100


class AsyncLearning(SpacePart):
    """The part of a space that is about experience."""

    def task(
        self,
        goal: str,
        *,
        task_type: str | None = None,
        tools: Iterable[str] = (),
        stage: str | None = None,
        id: str | None = None,
    ) -> AsyncTask:
        """Record a task step by step: an async context manager that ends with ``finish()`` or with its block."""
        return AsyncTask(
            self,
            goal=require_text(goal, "goal"),
            task_type=task_type or "",
            tools=inputs.names(tools, "tools"),
            stage=stage or "",
            id=id or "",
        )

    async def record(
        self, trajectory: Trajectory | Mapping[str, Any], *, shown: Iterable[str] = (), wait: bool = True
    ) -> Recorded:
        """Record a whole run: a Trajectory, or ``{"goal", "steps": [{"tool", "args", "result"?, "error"?}]}``.

        It is kept without secrets and debriefed when it failed, was long, looped or was marked. ``shown`` are ids of
        the experiences that the run was shown: they are credited with how it went; so are those about a failure that
        it had. The same run twice adds nothing. Raises InvalidInput.
        """
        try:
            run = trajectory if isinstance(trajectory, Trajectory) else trajectory_from_dict(trajectory)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise InvalidInput(f"This is not a trajectory: {error}.") from None
        ids = inputs.names(shown, "shown")
        if len(ids) > _MOST_SHOWN:
            raise InvalidInput(f"At most {_MOST_SHOWN} experiences are shown to a run, not {len(ids)}.")
        scope = await self._scope(write=True)
        parts = self._hindsight.parts
        if parts.policy.reflect.starter:
            await starter.load(parts, scope)
        recorded = await record(parts, scope, run, actor=self._actor, shown=ids)
        await flush_uses(self._hindsight)
        if not recorded.jobs:
            return recorded
        self._hindsight.worker.wake()
        return await self._settled(recorded) if wait else recorded

    async def _settled(self, recorded: Recorded) -> Recorded:
        """What became of it, once its jobs are done."""
        ids = list(recorded.jobs)
        finished = await self._hindsight.worker.finish(ids, WAIT_S)
        jobs = await self._hindsight.parts.store.jobs(tenant=self.tenant, ids=ids)
        for job in jobs if finished else ():
            await self._hindsight.worker.settled(job)
        dead = any(job.status == "dead" for job in jobs)
        return replace(
            recorded,
            status="done" if finished else "failed" if dead else "queued",
            outcomes=tuple(outcome for job in jobs if job.kind == "reflect" for outcome in outcomes_of(job)),
            credited=tuple(told for job in jobs if job.kind == "credit" for told in credited_of(job)),
        )

    async def experience(
        self,
        task: str,
        *,
        task_type: str | None = None,
        tools: Iterable[str] | None = None,
        stage: str | None = None,
        error: str | None = None,
        limit: int = 3,
        include_archived: bool = False,
        include_untrusted: bool = False,
        action: bool = False,
    ) -> Consultation:
        """What was learnt about doing ``task``: at most ``limit`` pieces of advice, positive first.

        ``tools`` are those at hand: advice that needs another is never returned; None: not known. ``error`` is the
        one the agent has right now. ``action``: leave out advice that only quotes a tool's hint (trust ≤ 0.3), unless
        ``include_untrusted``. Raises InvalidInput.
        """
        scope = await self._scope()
        found = await consult(
            self._hindsight.parts,
            scope,
            require_text(task, "task"),
            task_type=inputs.text(task_type or "", "task_type"),
            tools=None if tools is None else inputs.names(tools, "tools"),
            stage=inputs.text(stage or "", "stage"),
            error=inputs.text(error or "", "error"),
            limit=inputs.limit(limit, 10),
            include_archived=include_archived,
            include_untrusted=include_untrusted,
            action=action,
        )
        self._hindsight.uses.saw(scope, (advice.id for advice in found), self._hindsight.parts.now())
        return found

    async def feedback(
        self, ids: str | Iterable[str], *, used: bool, outcome: str | None = None, note: str | None = None
    ) -> tuple[Memory, ...]:
        """Say whether memories were used, and how it went: ``outcome`` is "success", "failure" or None.

        An experience moves through its lifecycle; ``note="wrong"`` makes it suspect at once, ``note="pinned"`` keeps
        it. Returns the memories as they are now. Raises NotFound and InvalidInput.
        """
        if outcome not in (None, "success", "failure"):
            raise InvalidInput(f"outcome is 'success', 'failure' or None, not {inputs.shown(outcome)}.")
        scope = await self._scope()
        wanted = inputs.names(ids, "ids")
        if not isinstance(used, bool):
            raise InvalidInput(f"used is true or false, not {inputs.shown(used)}.")
        return await feed_back(
            self._hindsight.parts, scope, wanted, used=used, outcome=outcome, note=note, actor=self._actor
        )

    async def learn(
        self,
        situation: str,
        adjustment: str,
        *,
        tools: Iterable[str] = (),
        counter_example: str | None = None,
        error: str | None = None,
        ops: Iterable[Mapping[str, Any]] = (),
        task_type: str | None = None,
        stage: str | None = None,
        polarity: str = "positive",
        source: str = "agent",
    ) -> Learnt:
        """Hand in a lesson: in which ``situation`` to do what (``adjustment``), and what went wrong otherwise.

        ``tools`` are those it needs, the one it is about first; ``error`` the one it answers, verbatim; ``ops`` its
        executable changes (``{"op": "set", "path": "encoding", "old": "utf-8", "new": "gb18030"}``). ``source`` is
        agent, user or operator. Raises Refused with the reason when it names nothing to act on ("be careful"), or when
        the guard holds it; InvalidInput on malformed values.
        """
        if polarity not in POLARITIES:
            raise InvalidInput(f"polarity is one of {', '.join(POLARITIES)}, not {inputs.shown(polarity)}.")
        if source not in _LESSON_SOURCES:
            raise InvalidInput(f"source is one of {', '.join(_LESSON_SOURCES)}, not {inputs.shown(source)}.")
        lesson = Lesson(
            situation=require_text(situation, "situation"),
            adjustment=require_text(adjustment, "adjustment"),
            tools=inputs.names(tools, "tools"),
            counter_example=inputs.text(counter_example or "", "counter_example"),
            error=inputs.text(error or "", "error"),
            task_type=inputs.text(task_type or "", "task_type"),
            stage=inputs.text(stage or "", "stage"),
            polarity=polarity,
            ops=inputs.operations(ops),
        )
        scope = await self._scope(write=True)
        return await learn(self._hindsight.parts, scope, lesson, inputs.source(source), actor=self._actor)

    async def failure_patterns(
        self, *, limit: int = 20, since: datetime | str | None = None
    ) -> tuple[FailurePattern, ...]:
        """Failures that keep coming back in this space, most frequent first, with trend, example and known cure.

        Counted since a time (default: 30 days ago) and compared with the same span before it. Raises InvalidInput.
        """
        parts = self._hindsight.parts
        start = inputs.moment(since, "since", self._zone)
        start = start or parts.now() - timedelta(days=parts.policy.reflect.pattern_days)
        return await failure_patterns(parts, await self._scope(), since=start, limit=inputs.limit(limit))

    async def unfinished(self, *, limit: int = 5) -> tuple[Unfinished, ...]:
        """Interrupted tasks that no later run finished, newest first: what is done and where to go on."""
        return await resume.unfinished(self._hindsight.parts, await self._scope(), limit=inputs.limit(limit))

    async def procedure(self, id: str, values: Mapping[str, Any] | None = None) -> Procedure:
        """A recorded successful path (an experience of kind ``minimal_path``) as calls to make, in order.

        ``values`` replace the recorded ones of its parameters. Raises NotFound; InvalidInput for what is no path and
        for a value of no parameter.
        """
        return await resume.procedure(self._hindsight.parts, await self._scope(), inputs.name(id, "id"), values)

    async def load_starter(self) -> int:
        """Load the starter pack of general experiences into a cold space; how many came, 0 when it is not cold.

        They carry the tag ``starter`` and go again in one call: ``forget(source="starter")``.
        """
        return await starter.load(self._hindsight.parts, await self._scope(write=True))
