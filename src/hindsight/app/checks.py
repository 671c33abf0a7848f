"""Is everything there and does it work: one check per component, each with how to mend it (I3, I4, D7).

``readiness`` is cheap enough for a probe; ``examine`` also asks the machine; ``walk_through`` runs both real paths.
"""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from hindsight.adapters.sql.sqlite import OLDEST
from hindsight.app.client import AsyncHindsight
from hindsight.app.settings import Settings
from hindsight.domain.errors import ConfigError, HindsightError
from hindsight.domain.memory import Scope
from hindsight.services.indexes import REBUILD
from hindsight.services.project import misfit

State = Literal["ok", "warning", "failed"]

SCRATCH = "hindsight-doctor"
"""Tenant and space that ``walk_through`` works in and leaves empty: no caller's list of spaces has it."""

_LOW_DISK = 500 * 1024 * 1024
_DEEP_BACKLOG = 1000
_MODEL_S = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One component: ``ok``, ``warning`` (works, but see ``hint``) or ``failed``."""

    name: str
    state: State
    detail: str
    hint: str = ""


async def readiness(hindsight: AsyncHindsight) -> tuple[Check, ...]:
    """Whether requests can be served: the store answers, the queue moves, the indexes fit the embedder."""
    checks = [
        await _guarded("store", _store, hindsight),
        await _guarded("queue", _queue, hindsight),
        await _guarded("lexical", _lexical, hindsight, down="warning"),
        await _guarded("vector", _vector, hindsight, down="warning"),
    ]
    return tuple(checks)


async def examine(hindsight: AsyncHindsight) -> tuple[Check, ...]:
    """Every component of an open Hindsight: what :func:`readiness` sees, models, graph, working memory, attachments.

    One that is configured and dead has failed here, though requests are served without it.
    """
    first = [
        await _guarded("store", _store, hindsight),
        await _guarded("queue", _queue, hindsight),
        await _guarded("lexical", _lexical, hindsight),
        await _guarded("vector", _vector, hindsight),
    ]
    more = [
        await _guarded("embedder", _embedder, hindsight, setting="HINDSIGHT_EMBEDDER_URL"),
        await _guarded("language model", _language_model, hindsight, setting="HINDSIGHT_LLM_URL"),
        await _guarded("graph", _graph, hindsight, setting="HINDSIGHT_GRAPH_URL"),
        await _guarded("working memory", _working, hindsight, setting="HINDSIGHT_WORKING_URL"),
        await _guarded("attachments", _attachments, hindsight, setting="HINDSIGHT_BLOB_URL"),
    ]
    return (*first, *more)


def surroundings(settings: Settings) -> tuple[Check, ...]:
    """The machine: the folder and its rights, room on the disk, SQLite, the port, the address inside a container."""
    return (_folder(settings.home), _disk(settings.home), _sqlite(), _port(settings), _address(settings))


async def walk_through(hindsight: AsyncHindsight) -> tuple[Check, ...]:
    """Run remember → recall and reflect → query through the real path, in a scratch space, emptied afterwards."""
    try:
        return (
            await _guarded("remember → recall", _remember_recall, hindsight),
            await _guarded("reflect → query", _reflect_query, hindsight),
        )
    finally:
        await _empty_scratch(hindsight)


async def _guarded(
    name: str,
    look: Callable[[AsyncHindsight], Awaitable[Check]],
    hindsight: AsyncHindsight,
    *,
    down: State = "failed",
    setting: str = "",
) -> Check:
    """``look``, with an error of ours turned into what it says. Recall works without ``down="warning"`` parts."""
    try:
        return await look(hindsight)
    except HindsightError as error:
        hint = error.hint or (f"See what {setting} names." if setting else "")
        return Check(name=name, state=down, detail=error.message, hint=hint)


async def _store(hindsight: AsyncHindsight) -> Check:
    start = time.perf_counter()
    spaces = [space for space in await hindsight.parts.store.spaces() if space.tenant != SCRATCH]
    took = (time.perf_counter() - start) * 1000
    return Check(name="store", state="ok", detail=f"answers in {took:.0f} ms, {len(spaces)} spaces")


async def _queue(hindsight: AsyncHindsight) -> Check:
    store = hindsight.parts.store
    waiting = await store.backlog()
    dead = len(await store.jobs(status="dead", limit=1000))
    detail = f"{waiting} waiting, {dead} dead"
    if dead:
        return Check(
            name="queue", state="warning", detail=detail, hint="See `hindsight jobs --dead`, then `--retry all`."
        )
    if waiting > _DEEP_BACKLOG:
        return Check(name="queue", state="warning", detail=detail, hint="Start more workers: `hindsight serve`.")
    return Check(name="queue", state="ok", detail=detail)


async def _lexical(hindsight: AsyncHindsight) -> Check:
    index = hindsight.parts.lexical
    if index is None:
        return Check(name="lexical", state="warning", detail="switched off", hint="Unset HINDSIGHT_LEXICAL_URL.")
    return Check(name="lexical", state="ok", detail=f"{(await index.state()).count} memories")


async def _vector(hindsight: AsyncHindsight) -> Check:
    index, embedder = hindsight.parts.vectors, hindsight.parts.embedder
    if index is None or embedder is None:
        hint = "Set HINDSIGHT_EMBEDDER_URL; keyword recall works without."
        return Check(name="vector", state="warning", detail="switched off", hint=hint)
    state = await index.state()
    if wrong := await misfit(hindsight.parts):
        return Check(name="vector", state="warning", detail=wrong, hint=REBUILD)
    return Check(name="vector", state="ok", detail=f"{state.count} memories, {state.model or 'no model yet'}")


async def _embedder(hindsight: AsyncHindsight) -> Check:
    embedder = hindsight.parts.embedder
    if embedder is None:
        return Check(name="embedder", state="warning", detail="switched off", hint="Set HINDSIGHT_EMBEDDER_URL.")
    start = time.perf_counter()
    await embedder.embed(["Is anybody there?"], "query")
    took = (time.perf_counter() - start) * 1000
    return Check(
        name="embedder", state="ok", detail=f"{embedder.model}, {embedder.dimension} dimensions, {took:.0f} ms"
    )


async def _language_model(hindsight: AsyncHindsight) -> Check:
    models = {model.model: model for model in (hindsight.parts.llm, hindsight.parts.reflector) if model}
    if not models:
        return Check(name="language model", state="ok", detail="none: rules extract, judge and debrief")
    told: list[str] = []
    for name, model in models.items():
        begun = time.perf_counter()
        await model.complete('Reply with the JSON object {"ok": true}.', "ping", max_tokens=500, timeout_s=_MODEL_S)
        told.append(f"{name} answered in {time.perf_counter() - begun:.1f} s")
    return Check(name="language model", state="ok", detail=", ".join(told))


async def _graph(hindsight: AsyncHindsight) -> Check:
    graph = hindsight.parts.graph
    if graph is None:
        return Check(name="graph", state="warning", detail="switched off", hint="Unset HINDSIGHT_GRAPH_URL.")
    scope = Scope(tenant=hindsight.settings.tenant, spaces=(SCRATCH,))
    await graph.relations(scope, "user", limit=1)
    return Check(name="graph", state="ok", detail="answers")


async def _working(hindsight: AsyncHindsight) -> Check:
    await hindsight.parts.working.items((hindsight.settings.tenant, SCRATCH, "doctor"))
    return Check(name="working memory", state="ok", detail="answers")


async def _attachments(hindsight: AsyncHindsight) -> Check:
    blobs, now = hindsight.parts.blobs, hindsight.parts.now()
    if blobs is None:
        return Check(name="attachments", state="warning", detail="switched off", hint="Unset HINDSIGHT_BLOB_URL.")
    hash_ = await blobs.put(SCRATCH, b"doctor", now=now)
    kept = await blobs.get(SCRATCH, hash_) == b"doctor"
    await blobs.delete(SCRATCH, hash_, until=now)
    if not kept:
        hint = "See what HINDSIGHT_BLOB_URL names."
        return Check(name="attachments", state="failed", detail="what is kept does not come back", hint=hint)
    return Check(name="attachments", state="ok", detail="kept and read")


async def _remember_recall(hindsight: AsyncHindsight) -> Check:
    space = hindsight.space(SCRATCH, tenant=SCRATCH)
    start = time.perf_counter()
    receipt = await space.remember("The doctor keeps a blue stethoscope in drawer seven.", verbatim=True)
    found = await space.recall("Where is the stethoscope?", limit=3)
    took = (time.perf_counter() - start) * 1000
    name = "remember → recall"
    if not set(receipt.ids) & {hit.memory.id for hit in found}:
        degraded = "; ".join((*receipt.degraded, *found.degraded)) or "no route found it"
        hint = "Run `hindsight index verify`."
        return Check(name=name, state="failed", detail=f"what was stored was not found: {degraded}", hint=hint)
    if found.degraded:
        return Check(name=name, state="warning", detail=f"found without {'; '.join(found.degraded)}")
    return Check(name=name, state="ok", detail=f"stored and found in {took:.0f} ms")


async def _reflect_query(hindsight: AsyncHindsight) -> Check:
    space = hindsight.space(SCRATCH, tenant=SCRATCH)
    start = time.perf_counter()
    async with space.task("Read the ward list", tools=["file_read"], task_type="doctor") as task:
        call = {"path": "ward.csv", "encoding": "utf-8"}
        task.step("file_read", call, error="UnicodeDecodeError: 'utf-8' codec can't decode byte 0xb2 in position 0")
        task.step("file_read", {**call, "encoding": "gb18030"}, result="bed,name")
        recorded = await task.finish("success")
    advice = await space.experience("Read the ward list", tools=["file_read"], task_type="doctor")
    took = (time.perf_counter() - start) * 1000
    name = "reflect → query"
    if not advice.hits:
        detail = f"the recorded run taught nothing that is found ({recorded.status}: {recorded.reason})"
        return Check(name=name, state="failed", detail=detail, hint="See `hindsight jobs --dead`.")
    return Check(name=name, state="ok", detail=f"learnt and advised in {took:.0f} ms: {advice.hits[0].text}")


async def _empty_scratch(hindsight: AsyncHindsight) -> None:
    space = hindsight.space(SCRATCH, tenant=SCRATCH)
    while ids := [memory.id for memory in (await space.list(limit=1000)).memories]:
        await space.forget(ids, purge=True)
    parts = hindsight.parts
    scope = Scope(tenant=space.tenant, spaces=(SCRATCH,))
    await parts.store.drop_evidence(scope, trajectories_before=parts.now())


def _folder(home: Path) -> Check:
    there = next(path for path in (home, *home.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        hint = f"Give the user {_user()} the right to write {there}, or set HINDSIGHT_HOME."
        return Check(name="folder", state="failed", detail=f"{home} cannot be written", hint=hint)
    return Check(name="folder", state="ok", detail=str(home) if there == home else f"{home} will be made")


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("USERNAME") or (str(os.getuid()) if hasattr(os, "getuid") else "")


def _disk(home: Path) -> Check:
    there = next(path for path in (home, *home.parents) if path.exists())
    free = shutil.disk_usage(there).free
    detail = f"{free / 1024**3:.1f} GB free"
    if free < _LOW_DISK:
        return Check(name="disk", state="warning", detail=detail, hint="Make room: a full disk stops every write.")
    return Check(name="disk", state="ok", detail=detail)


def _sqlite() -> Check:
    version = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < OLDEST:
        hint = f"SQLite {'.'.join(map(str, OLDEST[:2]))} or newer is needed."
        return Check(name="sqlite", state="failed", detail=version, hint=hint)
    return Check(name="sqlite", state="ok", detail=version)


def _port(settings: Settings) -> Check:
    problem = _taken(settings)
    if problem:
        hint = "Perhaps a server is running already; otherwise set HINDSIGHT_PORT."
        return Check(name="port", state="warning", detail=problem, hint=hint)
    return Check(name="port", state="ok", detail=f"{settings.host}:{settings.port} is free")


def require_port(settings: Settings) -> None:
    """ConfigError when the port to serve on is taken or may not be used."""
    problem = _taken(settings)
    if problem:
        raise ConfigError(f"Cannot serve on {problem}.", hint="Set HINDSIGHT_PORT, or stop what is running there.")


def _taken(settings: Settings) -> str:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            return f"{settings.host}:{settings.port}: {error.strerror or error}"
    return ""


def _address(settings: Settings) -> Check:
    inside = Path("/.dockerenv").exists() or Path("/run/.containerenv").exists()
    if inside and is_loopback(settings.host):
        hint = "In a container set HINDSIGHT_HOST=0.0.0.0 and HINDSIGHT_API_KEY, or nothing outside reaches it."
        return Check(name="address", state="warning", detail=f"{settings.host} inside a container", hint=hint)
    if not is_loopback(settings.host) and settings.api_key is None:
        hint = "Set HINDSIGHT_API_KEY; `hindsight serve` refuses to start without."
        return Check(name="address", state="failed", detail=f"{settings.host} is open to the network", hint=hint)
    return Check(name="address", state="ok", detail=settings.host)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches ``host``."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
