"""basic-memory's notes: Markdown with front matter, observations and relations anywhere in the text.

    - [category] what was observed #tag (context)
    - relation_type [[Other Note]] (context)

Each of them is a memory about the note's title; the prose around them is kept by sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from hindsight.adapters.importers.fields import memory, related, texts
from hindsight.adapters.importers.markdown import common_fields, front_matter, sections
from hindsight.domain.entries import Entry
from hindsight.domain.memory import Kind

NAME = "basic-memory"

_OBSERVATION = re.compile(r"^[ \t]{0,8}[-*][ \t]{1,8}\[([^\[\]()\n]{1,60})\][ \t]{1,8}(.{1,4000})$")
_RELATION = re.compile(
    r"^[ \t]{0,8}[-*][ \t]{1,8}(?:\"([^\"\n]{1,80})\"|([^\[\]\n]{1,80}?))[ \t]{0,8}\[\[([^\[\]\n]{1,300})\]\]"
)
_LINK = re.compile(r"\[\[([^\[\]\n]{1,300})\]\]")
_TAG = re.compile(r"(?<!\S)#([^\s#,;.!?()\[\]]{1,80})")
_TASKS = frozenset({"", "x", "-", "?", "!", "/", ">"})
_KINDS: Mapping[str, Kind] = {"preference": "preference", "insight": "insight", "idea": "insight", "偏好": "preference"}


def detect(lines: list[str]) -> bool:
    """Front matter with a permalink, or front matter and a line that only this format has."""
    front, body = front_matter(lines)
    if "permalink" in front:
        return True
    return bool(front) and any(_observed(line) or _RELATION.match(line) for line in body[:2000])


def read_lines(lines: list[str], name: str) -> Iterator[Entry]:
    front, body = front_matter(lines)
    title = str(front.get("title") or PurePath(name).stem)
    common = common_fields(front, name)
    if front.get("permalink"):
        common["ref"] = str(front["permalink"])
    prose: list[str] = []
    for number, line in enumerate(body, len(lines) - len(body) + 1):
        place = f"{name}:{number}"
        if found := _observed(line):
            yield _observation(title, found[0], found[1], place, common)
        elif relation := _RELATION.match(line):
            words = (relation.group(1) or relation.group(2)).strip() or "relates_to"
            yield related(place, title, words, _target(relation.group(3)), **common)
        else:
            prose.append(line)
    links = [_target(link) for link in _LINK.findall("\n".join(prose))]
    yield from sections(prose, name, {**common, "entities": texts([title, *links])})


def _observed(line: str) -> tuple[str, str] | None:
    match = _OBSERVATION.match(line)
    if match is None or match.group(1).strip().lower() in _TASKS:
        return None
    return match.group(1).strip(), match.group(2).strip()


def _observation(title: str, category: str, text: str, place: str, common: Mapping[str, Any]) -> Entry:
    tags = [*common["tags"], category, *_TAG.findall(text)]
    fields = {**common, "tags": list(dict.fromkeys(tags))}
    kind = _KINDS.get(category.lower(), "fact")
    links = [_target(link) for link in _LINK.findall(text)]
    return memory(place, content=f"{title}: {text}", kind=kind, entities=texts([title, *links]), **fields)


def _target(link: str) -> str:
    """``[[note|shown]]`` is a link to ``note``."""
    return link.partition("|")[0].strip()
