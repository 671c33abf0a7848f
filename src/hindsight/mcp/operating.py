"""The tools of an operator, and those of a host that keeps a session's working memory here: off unless selected."""

from __future__ import annotations

from hindsight.domain.memory import KINDS, STATUSES
from hindsight.domain.working import WORKING_KINDS
from hindsight.mcp.parameters import Param, ToolSpec

SPACE = Param(name="space", text="Whose memory (default: yours).")
PROJECT = Param(name="project", text="Project it belongs to.")
_ID = Param(name="id", text="Its id.", required=True)
_ENTITY = Param(name="entity", text="Name of a person or thing.", required=True)
_SESSION = Param(name="session", text="Id of the session.", required=True)

_LIST = ToolSpec(
    name="memory_list",
    title="List memories",
    text="Memories by order of arrival, newest first.",
    reads=True,
    also=("where",),
    params=(
        Param(name="kind", text="Only this kind.", one_of=KINDS),
        Param(name="status", text="Only with this status.", one_of=STATUSES),
        PROJECT,
        Param(name="tags", type="strings", text="Only with all of these tags."),
        Param(name="limit", type="integer", text="At most so many, 1–1000.", default=20),
        Param(name="cursor", text="Where the last page ended."),
        SPACE,
    ),
)
_HISTORY = ToolSpec(
    name="memory_history",
    title="History of a memory",
    text="Every version of a memory, oldest first.",
    reads=True,
    params=(_ID, SPACE),
)
_TRACE = ToolSpec(
    name="memory_trace",
    title="Where a told thing got lost",
    text="Follow a thing that was told: filter, guard, extraction, status, indexes, routes, rank.",
    reads=True,
    params=(
        Param(name="text", text="What was told, in its words.", required=True),
        Param(name="query", text="The question that should have brought it (default: the text)."),
        Param(name="zone", text="The user's time zone."),
        SPACE,
    ),
)
_WHY = ToolSpec(
    name="memory_why",
    title="Reasons of a memory",
    text="What was given as the reason of a memory, then the reasons of those.",
    reads=True,
    params=(_ID, SPACE),
)
_STATS = ToolSpec(
    name="memory_stats",
    title="Statistics",
    text="How many memories there are, by kind and by status, and how many jobs wait.",
    reads=True,
    params=(SPACE,),
)
_RELATIONS = ToolSpec(
    name="memory_relations",
    title="Relations of an entity",
    text="What is claimed about a person or thing, under all its names, and about its neighbours.",
    reads=True,
    params=(
        _ENTITY,
        Param(name="hops", type="integer", text="How far, 1–3.", default=1),
        Param(name="predicate", type="strings", text="Only relations of these kinds, e.g. works_at."),
        Param(name="as_of", text="Those that held then, ISO 8601."),
        Param(name="limit", type="integer", text="At most so many.", default=50),
        SPACE,
    ),
)
_ALIAS = ToolSpec(
    name="memory_alias",
    title="Another name",
    text="Say that an entity has other names: what is stored under one is found by the others.",
    repeats=True,
    params=(_ENTITY, Param(name="names", type="strings", text="Its other names.", required=True), SPACE),
)
_MERGE = ToolSpec(
    name="memory_merge_entities",
    title="Two names that are one",
    text="Memories that name one of the others name this entity instead. memory_rollback takes it back.",
    repeats=True,
    params=(_ENTITY, Param(name="others", type="strings", text="The names that go.", required=True), SPACE),
)
_SPLIT = ToolSpec(
    name="memory_split_entity",
    title="One name that is two",
    text="In some memories an entity is another one. memory_rollback takes it back.",
    repeats=True,
    params=(
        _ENTITY,
        Param(name="ids", type="strings", text="The memories concerned.", required=True),
        Param(name="new", text="What it is called in them.", required=True),
        SPACE,
    ),
)
_ROLLBACK = ToolSpec(
    name="memory_rollback",
    title="Take a change back",
    text="Take back a change that forget, merge or split named. A purge cannot be taken back.",
    params=(Param(name="change_set", text="Its id.", required=True), SPACE),
)
_ATTACHMENT = ToolSpec(
    name="memory_attachment",
    title="Look at an attachment",
    text="An image or audio that belongs to a memory.",
    reads=True,
    params=(Param(name="hash", text="Its hash, as memory_search gives it.", required=True), SPACE),
)
_ADD = ToolSpec(
    name="session_add",
    title="Note for this session",
    text="Keep something for this session only. Goals, constraints and facts stay when room is short, small talk goes.",
    params=(
        _SESSION,
        Param(name="kind", text="What it is.", one_of=WORKING_KINDS, required=True),
        Param(name="text", text="Its words.", required=True),
        Param(name="role", text="Who said it (default user).", one_of=("user", "assistant", "system", "tool")),
        Param(name="importance", type="number", text="0–1; the kind's own when left out.", quiet=True),
        SPACE,
    ),
)
_CONTEXT = ToolSpec(
    name="session_context",
    title="What matters in this session",
    text="What a session holds, the most important first, within a number of tokens.",
    reads=True,
    params=(_SESSION, Param(name="tokens", type="integer", text="Size of the answer.", default=2000), SPACE),
)
_END = ToolSpec(
    name="session_end",
    title="End a session",
    text="End a session; what it came to is kept as an episode.",
    destroys=True,
    repeats=True,
    params=(_SESSION, Param(name="flush", type="boolean", text="false: let it go instead."), SPACE),
)

OPERATOR = (
    _LIST,
    _HISTORY,
    _TRACE,
    _WHY,
    _STATS,
    _RELATIONS,
    _ALIAS,
    _MERGE,
    _SPLIT,
    _ROLLBACK,
    _ATTACHMENT,
)
SESSION = (_ADD, _CONTEXT, _END)
