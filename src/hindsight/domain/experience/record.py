"""The experience record (X4): what to do differently next time, under which conditions, and why we think so."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from hindsight.domain import tools as toolbox

KINDS = (
    "changed_arguments",
    "precondition",
    "refreshed_value",
    "tool_switch",
    "plain_retry",
    "tool_hint",
    "unrepaired",
    "loop",
    "minimal_path",
    "human",
    "llm",
)
OPERATIONS = ("set", "add", "del", "line+", "line-", "before", "instead", "retry", "refresh")
STATES = ("new", "active", "suspect", "archived", "quarantined")
POLARITIES = ("positive", "negative", "neutral")
NATURES = ("transient", "permanent", "unknown")
TRANSIENT_TTL_H = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Op:
    """One executable change.

    `tool` is the canonical name of the call it is about, `path` the dotted argument path. `rule` names the
    general form of the change (see `hindsight.domain.debrief.generalise`); "token" means that old and new
    are words of the command at `path`, "part" that they are parts of a long line, "present" that any value
    will do.
    """

    tool: str
    op: str
    path: str = ""
    old: Any = None
    new: Any = None
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """When the experience applies. The first of `tools` is the tool it is about; all are needed.

    `stage_stated` tells a stage that the recorder named from one inferred by the tool: only the former filters.
    """

    task_type: str = ""
    tools: tuple[str, ...] = ()
    stage: str = ""
    stage_stated: bool = False
    failure_type: str = ""
    categories: tuple[str, ...] = ()
    preconditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """What to do: the sentence and the operations it stands for."""

    text: str = ""
    ops: tuple[Op, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterExample:
    """The wrong way: `args_redacted` is JSON, `tried` names other variants that failed too."""

    text: str = ""
    args_redacted: str = ""
    tried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A redacted copy of one cited step; it outlives the raw trajectory (X15)."""

    step: int
    tool: str
    args: str
    status: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where it was seen: the failed steps, the step that repaired them, or the steps of a path."""

    trajectory_id: str = ""
    failed: tuple[int, ...] = ()
    repaired_by: int | None = None
    path: tuple[int, ...] = ()
    fingerprint: str = ""
    excerpts: tuple[Excerpt, ...] = ()

    @property
    def steps(self) -> tuple[int, ...]:
        repaired = () if self.repaired_by is None else (self.repaired_by,)
        return self.path or (*self.failed, *repaired)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """Outcome record (X9). `streak` counts uses since the last change of luck: +n successes, -n failures; `unneeded`
    runs in which what the lesson warns of went well.
    """

    shown: int = 0
    applied: int = 0
    ok_after: int = 0
    fail_after: int = 0
    recurred: int = 0
    streak: int = 0
    unneeded: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """An immutable lesson; a change makes a new version with `supersedes`. Id, tenant and space are the caller's."""

    id: str = ""
    tenant: str = ""
    space: str = ""
    agent: str = ""
    scope: str = "private"
    context: Context = field(default_factory=Context)
    decision_point: str = ""
    adjustment: Adjustment = field(default_factory=Adjustment)
    counter_example: CounterExample = field(default_factory=CounterExample)
    polarity: str = "neutral"
    nature: str = "unknown"
    kind: str = "llm"
    evidence: tuple[Evidence, ...] = ()
    fingerprint: str = ""
    coarse_key: str = ""
    concreteness: float = 0.0
    confidence: float = 0.5
    trust_tier: str = "agent"
    author: str = "rule"
    state: str = "new"
    counters: Counters = field(default_factory=Counters)
    pinned: bool = False
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    expires_at: datetime | None = None
    supersedes: str = ""
    version: int = 1
    content_hash: str = ""
    prev_hash: str = ""

    @property
    def tool(self) -> str:
        """The tool the lesson is about."""
        return self.context.tools[0] if self.context.tools else ""

    @property
    def steps(self) -> tuple[tuple[int, ...], int | None]:
        """(failed steps, step that repaired them) of the first evidence."""
        return (self.evidence[0].failed, self.evidence[0].repaired_by) if self.evidence else ((), None)

    @property
    def ttl_h(self) -> int | None:
        """Hours until it is down-weighted; None for a lasting one."""
        return TRANSIENT_TTL_H if self.nature == "transient" else None

    @property
    def layer(self) -> str:
        """A transient or unrepaired failure stays an episode, the rest is experience (X7)."""
        return "episodic" if self.nature == "transient" or self.kind == "unrepaired" else "experience"

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready; `from_dict` reads it back to an equal record."""
        data: dict[str, Any] = _jsonable(asdict(self))
        return data

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> "Experience":
        """Read what `to_dict` wrote; unknown keys are ignored.

        Raises:
            ValueError: a state, polarity, nature, kind or operation that does not exist, or a malformed part.
        """
        try:
            return _from_dict(data)
        except (TypeError, KeyError, AttributeError) as problem:
            raise ValueError(f"not an experience: {problem}") from problem


def context_of(tools: tuple[str, ...], **axes: Any) -> Context:
    """A context whose categories follow from its tools."""
    return Context(tools=tools, categories=tuple(dict.fromkeys(toolbox.category(tool) for tool in tools)), **axes)


def content_hash(experience: Experience) -> str:
    """SHA-256 over what the experience says, without ids, counters, state and times."""
    said = (
        _parts(experience.context),
        experience.decision_point,
        {"text": experience.adjustment.text, "ops": [_parts(op) for op in experience.adjustment.ops]},
        experience.counter_example.text,
        experience.polarity,
        experience.nature,
        experience.kind,
        experience.fingerprint,
    )
    return hashlib.sha256(json.dumps(said, ensure_ascii=False, sort_keys=True).encode(errors="replace")).hexdigest()


def sealed(experience: Experience) -> Experience:
    """The experience with its content hash filled in."""
    return replace(experience, content_hash=content_hash(experience))


def next_version(old: Experience, **changes: Any) -> Experience:
    """A new version of `old`: it supersedes the old id and chains the hashes. The caller sets the new id."""
    changed = replace(old, **{"id": "", "supersedes": old.id, "version": old.version + 1, **changes})
    return replace(sealed(changed), prev_hash=old.content_hash or content_hash(old))


def _parts(record: Context | Op) -> Any:
    """As `asdict` would have it, without its deep copies."""
    return _jsonable({name: getattr(record, name) for name in record.__slots__})


def _jsonable(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return value.isoformat() if isinstance(value, datetime) else value


def _known(cls: Any, data: Mapping[str, Any], **parsed: Any) -> Any:
    plain = {
        key: tuple(value) if isinstance(value, list) else value for key, value in data.items() if key in cls.__slots__
    }
    return cls(**{**plain, **parsed})


def _from_dict(data: Mapping[str, Any]) -> Experience:
    adjustment = data.get("adjustment") or {}
    ops = tuple(Op(**{k: v for k, v in op.items() if k in Op.__slots__}) for op in adjustment.get("ops") or ())
    times = {
        name: datetime.fromisoformat(data[name]) for name in ("first_seen", "last_seen", "expires_at") if data.get(name)
    }
    experience: Experience = _known(
        Experience,
        data,
        context=_known(Context, data.get("context") or {}),
        adjustment=Adjustment(text=adjustment.get("text", ""), ops=ops),
        counter_example=_known(CounterExample, data.get("counter_example") or {}),
        evidence=tuple(
            _known(Evidence, item, excerpts=tuple(_known(Excerpt, copy) for copy in item.get("excerpts") or ()))
            for item in data.get("evidence") or ()
        ),
        counters=_known(Counters, data.get("counters") or {}),
        **times,
    )
    for name, value, allowed in (
        ("kind", experience.kind, KINDS),
        ("state", experience.state, STATES),
        ("polarity", experience.polarity, POLARITIES),
        ("nature", experience.nature, NATURES),
        *(("operation", op.op, OPERATIONS) for op in ops),
    ):
        if value not in allowed:
            raise ValueError(f"unknown {name} {value!r}")
    return experience
