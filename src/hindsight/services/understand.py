"""Reading a query before it is planned: what it points at by name, a long one reduced; with a model, rewritten (R1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hindsight.domain.errors import Unavailable
from hindsight.domain.filters import Condition, all_of
from hindsight.domain.memory import Scope
from hindsight.domain.plan import question_of
from hindsight.domain.policy import Policy
from hindsight.domain.query import Reading
from hindsight.domain.reduction import LONG
from hindsight.domain.reference import named_in_full, pointers
from hindsight.domain.replies import Failure, read_reply
from hindsight.domain.text import script
from hindsight.ports.models import LanguageModel
from hindsight.services.asking import Answer, as_data, ask
from hindsight.services.parts import Parts
from hindsight.services.prompts import prompt
from hindsight.services.session import key_of

_LINES = 12
"""Lines of a session that a model is shown, and memories of the session before that are looked at."""
_SHOWN = 4000
"""Characters of a query that a model is shown: its start and its end."""
_REWRITTEN = 600
"""Characters of a rewritten query; a longer one is no question."""


async def understand(parts: Parts, scope: Scope, query: str, session: str | None) -> Reading:
    """``query`` in words that can be found. ``session`` is where it was asked: "her" and "that script" are looked up
    in its working memory, "last time" in the session before it.

    By rules; a language model, where one is configured, is asked only about queries that point at something or are
    long. When it does not answer, the rules' reading stands and ``degraded`` says so.
    """
    text = question_of(query)
    found = pointers(text)
    said: Sequence[str] = ()
    before: Sequence[str] = ()
    if found and session is not None:
        items = await parts.working.items(key_of(scope, session))
        said = [item.text for item in reversed(items)]
    if found.last:
        before = await _session_before(parts, scope, session)
    named, meant = named_in_full(text, said, before)
    read = Reading(text=named, meant=meant)
    if parts.llm is None or not parts.policy.recall.rewrite or not (said or before or len(query) > LONG):
        return read
    return await _rewritten(parts.llm, parts.policy, query, read, said=said[:_LINES], before=before[:_LINES])


async def _session_before(parts: Parts, scope: Scope, session: str | None) -> Sequence[str]:
    """What the session before came to, newest first: its episode, or what was remembered of its conversation."""
    active = Condition("status", "eq", "active")
    other = Condition("conversation", "ne", session) if session is not None else None
    ended = all_of(active, other, Condition("kind", "eq", "episode"), Condition("tags", "contains", "session"))
    episodes = (await parts.store.find(scope.private, ended, limit=1)).memories
    if episodes:
        return episodes[0].content.splitlines()[::-1]
    spoken = all_of(active, other, Condition("conversation", "exists", value=True))
    newest = (await parts.store.find(scope.private, spoken, limit=1)).memories
    if not newest:
        return ()
    same = all_of(active, Condition("conversation", "eq", newest[0].source.conversation or ""))
    return [memory.content for memory in (await parts.store.find(scope.private, same, limit=_LINES)).memories]


async def _rewritten(
    llm: LanguageModel, limits: Policy, query: str, read: Reading, *, said: Sequence[str], before: Sequence[str]
) -> Reading:
    language = script(read.text)
    shown = query if len(query) <= _SHOWN else f"{query[: _SHOWN // 2]}\n…\n{query[-_SHOWN // 2 :]}"
    blocks = {"query": shown, "this_session": "\n".join(said), "session_before": "\n".join(before)}
    policy = replace(limits.model, timeout_s=limits.recall.rewrite_s)
    try:
        answer = await ask(
            llm,
            prompt("rewrite", language).text,
            "\n".join(f"<{name}>\n{as_data(text)}\n</{name}>" for name, text in blocks.items() if text),
            _read,
            language=language,
            policy=policy,
        )
    except Unavailable as error:
        return replace(read, degraded=(f"rewrite: {error.code}: {error.message}",))
    if answer.value is None:
        return replace(read, degraded=(f"rewrite: the language model's reply cannot be used: {answer.complaint}",))
    return Reading(text=answer.value, meant=((query.strip()[:_REWRITTEN], answer.value),))


def _read(reply: str) -> Answer[str]:
    found = read_reply(reply, "queries")
    if isinstance(found, Failure):
        return Answer(None, found.reason)
    texts = [str(item.get("text") or "").strip() for item in found.items]
    if not texts or not texts[0] or len(texts[0]) > _REWRITTEN:
        return Answer(None, "wrong_shape")
    return Answer(texts[0])
