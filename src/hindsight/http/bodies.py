"""What requests carry, described for OpenAPI. Values are checked by the library, so every surface refuses the same.

Only types and names are checked here: an unknown field is an error, names of other memory systems are understood (I7).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hindsight.app.inputs import ROLES
from hindsight.app.names import unaliased, unaliased_where
from hindsight.domain.errors import InvalidInput
from hindsight.domain.experience.record import POLARITIES
from hindsight.domain.memory import KINDS
from hindsight.domain.ranking import POLICIES
from hindsight.domain.trajectory import OUTCOMES
from hindsight.domain.working import WORKING_KINDS

_TIME = "ISO 8601; without an offset it is in `zone`."
_UNIT: dict[str, Any] = {"minimum": 0, "maximum": 1}
_TEXT: dict[str, Any] = {"minLength": 1, "pattern": r"\S"}

Text = Annotated[str, Field(json_schema_extra=_TEXT)]
Names = Annotated[list[str], Field(json_schema_extra={"items": {"type": "string", **_TEXT, "maxLength": 512}})]
Kind = Annotated[str, Field(json_schema_extra={"enum": list(KINDS)})]


class Body(BaseModel):
    """A request. ``user_id`` may name the space again, as other systems do; it must be the one in the address."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _our_names(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        named = unaliased(data)
        if "where" in named:
            named["where"] = unaliased_where(named["where"])
        if "kinds" in cls.model_fields and "kind" in named:
            kind = named.pop("kind")
            named["kinds"] = kind if isinstance(kind, list) else [kind]
        return named

    def given(self, space: str) -> dict[str, Any]:
        """The fields that were sent, without ``space``. InvalidInput when that is another than in the address."""
        fields = self.model_dump(exclude_unset=True)
        if fields.pop("space", space) != space:
            raise InvalidInput("user_id is the space in the address, or is left out.")
        return {name: value for name, value in fields.items() if value is not None}

    space: str | None = Field(None, description="The space again (alias: user_id); the address decides.")


class KeyFieldBody(BaseModel):
    """A short name → value pair that must not be mixed up, such as rate_limit → 60/min."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: Text = Field(description="Name.", max_length=512)
    value: str = Field(description="Value.")


class SourceBody(BaseModel):
    """Who said it. Its type decides how far it is trusted."""

    model_config = ConfigDict(extra="forbid", strict=True)
    type: str = Field("user", description="user, agent, tool, web, document, email, import, operator or system.")
    name: str | None = Field(None, description="Speaker or author.")
    conversation: str | None = Field(None, description="Conversation it is from.")
    url: str | None = Field(None, description="Where it can be read.")


class AttachmentBody(BaseModel):
    """An image or audio beside the text. What its caption or transcript says is what is searched."""

    model_config = ConfigDict(extra="forbid", strict=True)
    data: Text = Field(description="The bytes in base64; at most 10 MB of them.")
    media_type: Text = Field(description="Such as image/png or audio/mpeg.")
    caption: Text = Field(description="What is to be seen, or what is said.")


class RememberBody(Body):
    """Something to remember: text, or messages of a conversation."""

    content: Text | list[dict[str, Any]] = Field(
        description="Text, or messages `[{role, content, name?, id?, time?}]`; at most 1,000,000 characters in all."
    )
    kind: Kind | None = Field(None, description="Store it as one memory of this kind (alias: memory_type).")
    verbatim: bool = Field(default=False, description="Store it as it is, without extraction.")
    occurred_at: str | None = Field(None, description=f"When it happened. {_TIME}")
    zone: str | None = Field(None, description="The caller's time zone, an IANA name.")
    key_fields: list[KeyFieldBody] | None = Field(None, description="Values that must not be mixed up.")
    entities: Names | None = Field(None, description="People, things and places it is about.")
    project: Text | None = Field(None, description="Project it belongs to.", max_length=512)
    tags: Names | None = Field(None, description="Tags.")
    source: SourceBody | Text | None = Field(
        None, description="Who said it: a type of source, a conversation's name, or an object."
    )
    ref: Text | None = Field(None, description="Your own id; it comes back on the hit.", max_length=512)
    summary: str | None = Field(None, description="One line that says the same.")
    keywords: Names | None = Field(None, description="Other words it should be found by.")
    confidence: float | None = Field(None, description="How sure, 0–1.", json_schema_extra=_UNIT)
    importance: float | None = Field(None, description="How important, 0–1.", json_schema_extra=_UNIT)
    attachments: list[AttachmentBody] | None = Field(None, description="Images or audio for one text, at most 16.")
    wait: bool = Field(default=True, description="False: answer once it is stored durably, with status 202.")


class PrefetchBody(Body):
    """A question; its answer is fetched later."""

    query: Text = Field(description="What to find, as one would ask a person.")
    limit: int = Field(8, description="At most so many (alias: top_k).", json_schema_extra={"minimum": 1})
    now: str | None = Field(None, description=f"The caller's time: 'yesterday' is theirs. {_TIME}")
    zone: str | None = Field(None, description="The caller's time zone, an IANA name.")
    kinds: list[Kind] | None = Field(None, description="Only these kinds (alias: memory_type).")
    where: dict[str, Any] | None = Field(
        None, description='Filter such as `{"project": "web", "created_at": {"gte": "2026-03-01"}}` (alias: filters).'
    )
    as_of: str | None = Field(None, description=f"What was true at that time. {_TIME}")
    known_at: str | None = Field(None, description=f"What was believed at that time. {_TIME}")
    session: Text | None = Field(
        None, description="Session where it is asked: 'her' and 'that script' are looked up in it.", max_length=512
    )
    policy: str | None = Field(None, description="Ranking policy.", json_schema_extra={"enum": [*POLICIES, None]})
    explain: bool = Field(default=False, description="Also say how the answer came about.")
    why_not: Names | None = Field(None, description="Ids of memories: why is each not in the answer?")
    include_archived: bool = Field(default=False, description="Also what is archived.")
    include_untrusted: bool = Field(default=False, description="Also what is of low trust.")
    action: bool = Field(default=False, description="The answer will drive an action: leave low trust out.")


class RecallBody(PrefetchBody):
    """A question."""

    context_tokens: int = Field(
        0,
        description="Also render the hits for a prompt within so many tokens; 0: do not.",
        ge=0,
        le=100_000,
    )


class TraceBody(Body):
    """A thing that was told."""

    text: Text = Field(description="What was told, in its words.")
    query: Text | None = Field(None, description="The question that should have brought it; the text when left out.")
    now: str | None = Field(None, description=f"The caller's time. {_TIME}")
    zone: str | None = Field(None, description="The caller's time zone, an IANA name.")


class ExperienceBody(Body):
    """A task that is about to be done."""

    task: Text = Field(description="What is to be done.")
    task_type: str | None = Field(None, description="Kind of task.")
    tools: Names | None = Field(None, description="Tools at hand; advice that needs another is left out.")
    stage: str | None = Field(None, description="Stage of the task.")
    error: str | None = Field(None, description="The error there is right now.")
    limit: int = Field(3, description="At most so many, up to 10 (alias: top_k).", json_schema_extra={"minimum": 1})
    include_archived: bool = Field(default=False, description="Also what is archived.")
    include_untrusted: bool = Field(default=False, description="With action: also what only quotes a tool's hint.")
    action: bool = Field(default=False, description="The advice will be carried out: leave low trust out.")


class RecordBody(Body):
    """A run: what was done for a task, step by step."""

    goal: str = Field("", description="What was to be done.")
    steps: list[dict[str, Any]] = Field(
        description="`[{tool, args, result?, error?, status?, exit_code?, …}]` in order."
    )
    outcome: str | None = Field(
        None, description="How it ended.", json_schema_extra={"enum": [*sorted(OUTCOMES), None]}
    )
    task_type: str | None = Field(None, description="Kind of task.")
    tools: list[str] | None = Field(None, description="Tools that were at hand.")
    stage: str | None = Field(None, description="Stage of the task.")
    id: str | None = Field(None, description="The run's own id; the same one twice adds nothing.")
    session_id: str | None = Field(None, description="Conversation it belongs to.")
    started_at: str | None = Field(None, description="When it began, ISO 8601.")
    ended_at: str | None = Field(None, description="When it ended, ISO 8601.")
    marks: list[str] | None = Field(None, description='What the user said of it: "wrong", "remember", "pinned".')
    shown: Names | None = Field(None, description="Ids of experiences the run was shown; they are credited.")
    wait: bool = Field(default=True, description="False: do not wait for the debrief; answer with status 202.")


class LearnBody(Body):
    """A lesson that the caller drew: it must name something to act on."""

    situation: Text = Field(description="When it applies.")
    adjustment: Text = Field(description="What to do then, exactly: parameters, values, steps.")
    counter_example: str | None = Field(None, description="The wrong way.")
    tools: Names | None = Field(None, description="Tools it needs, the one it is about first.")
    error: str | None = Field(None, description="The error it answers, verbatim.")
    task_type: str | None = Field(None, description="Kind of task.")
    stage: str | None = Field(None, description="Stage of the task.")
    polarity: str = Field("positive", description="Do it, or avoid it.", json_schema_extra={"enum": list(POLARITIES)})
    source: str = Field("agent", description="Who drew it.", json_schema_extra={"enum": ["agent", "user", "operator"]})
    ops: list[dict[str, Any]] | None = Field(
        None, description='Executable changes such as `{"op": "set", "path": "encoding", "new": "gb18030"}`.'
    )


class ReplayBody(Body):
    """Values for the parameters of a recorded path."""

    values: dict[str, Any] | None = Field(None, description="By parameter; the recorded value where left out.")


class FeedbackBody(Body):
    """What became of recalled memories."""

    ids: Names = Field(description="The memories concerned.")
    used: bool = Field(description="Whether they were used.")
    outcome: str | None = Field(
        None, description="How it went.", json_schema_extra={"enum": ["success", "failure", None]}
    )
    note: str | None = Field(None, description="wrong: it misleads; pinned: keep it.")


class ForgetBody(Body):
    """What to forget: by ids, by what a query finds, by source, or everything about a subject."""

    ids: Names | None = Field(None, description="These memories.")
    query: Text | None = Field(None, description="What this query finds.")
    source: Text | None = Field(None, description="From this conversation, speaker, URL, ref or type of source.")
    subject: Text | None = Field(None, description="Everything about this person or thing.")
    mode: str = Field("delete", description="How.", json_schema_extra={"enum": ["delete", "demote", "expire"]})
    preview: bool = Field(default=False, description="Change nothing, say what would go.")
    purge: bool = Field(default=False, description="Remove the text for good, now.")


class AliasBody(Body):
    """Other names of an entity."""

    names: Names = Field(description="Its other names.")


class MergeBody(Body):
    """Names that are another entity's."""

    others: Names = Field(description="The names that go; they stay known as aliases.")


class SplitBody(Body):
    """Memories in which a name means something else."""

    ids: Names = Field(description="The memories concerned.")
    new: Text = Field(description="What it is called in them.", max_length=512)


class ItemBody(Body):
    """An item of working memory."""

    kind: str = Field(description="What it is.", json_schema_extra={"enum": list(WORKING_KINDS)})
    text: Text = Field(description="Its words.")
    role: str = Field("user", description="Who said it.", json_schema_extra={"enum": list(ROLES)})
    importance: float | None = Field(None, description="0–1; the kind's own when left out.", json_schema_extra=_UNIT)


class EndBody(Body):
    """How a session ends."""

    flush: bool = Field(default=True, description="False: what it holds is let go.")


class UpdateBody(Body):
    """A correction: only the fields that are sent are changed."""

    content: Text | None = Field(None, description="New text.")
    summary: str | None = Field(None, description="New summary.")
    kind: Kind | None = Field(None, description="New kind (alias: memory_type).")
    key_fields: list[KeyFieldBody] | None = Field(None, description="New key fields.")
    confidence: float | None = Field(None, description="0–1.", json_schema_extra=_UNIT)
    importance: float | None = Field(None, description="0–1.", json_schema_extra=_UNIT)
    tags: Names | None = Field(None, description="New tags.")
    project: Text | None = Field(None, description="New project.", max_length=512)
    entities: Names | None = Field(None, description="New entities.")
    occurred_at: str | None = Field(None, description="When it happened, ISO 8601.")
    valid_from: str | None = Field(None, description="Since when it is true, ISO 8601.")
    valid_to: str | None = Field(None, description="Since when it is no longer true, ISO 8601.")
    expires_at: str | None = Field(None, description="When it expires, ISO 8601.")
