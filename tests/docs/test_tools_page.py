"""docs/mcp-tools.md is the table of every tool's parameters (I7); it is written from the same table as the schemas.

``HINDSIGHT_WRITE_DOCS=1 pytest tests/docs`` writes it anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hindsight.app.names import ALIASES
from hindsight.mcp.parameters import Param
from hindsight.mcp.tools import INSTRUCTIONS, SETS

PAGE = Path(__file__).parents[2] / "docs" / "mcp-tools.md"
HEAD = """\
# MCP tools

Written from `hindsight.mcp.tools`; a test keeps it true. An agent is offered the set `agent`; `HINDSIGHT_TOOLS` or
`--tools` chooses others: `operator`, `session`, `all`, or names of tools.

Every parameter that is not required may be left out, or be an empty text, an empty list or null. A wrong value is
answered with `code: message hint`, where the code is the same as in the library, over HTTP and on the command line.

Over HTTP the headers `X-Hindsight-Space` and `X-Hindsight-Tenant` (percent-encoded) name the space and tenant of a
connection; a `space` argument comes first.
"""


def page() -> str:
    parts = [HEAD, "## What the server tells an agent\n", "```text", INSTRUCTIONS.rstrip(), "```\n", "## Aliases\n"]
    parts += [
        "| also accepted | ours |",
        "|---|---|",
        *(f"| `{alias}` | `{name}` |" for alias, name in ALIASES.items()),
    ]
    parts.append(
        "\n`filters` takes plain values for a tool's own parameters, or a filter as `Space.recall(where=…)` does."
    )
    for name, specs in SETS.items():
        parts.append(f"\n## Set `{name}`")
        for spec in specs:
            parts += [
                f"\n### {spec.name}\n",
                spec.text,
                "",
                "| parameter | type | required | meaning |",
                "|---|---|---|---|",
            ]
            parts += [row for param in spec.params for row in _rows(param)]
    return "\n".join(parts) + "\n"


def _rows(param: Param, above: str = "") -> Iterator[str]:
    kinds = {"strings": "list of text", "objects": "list of objects", "string": "text"}
    choice = f" One of: {', '.join(param.one_of)}." if param.one_of else ""
    default = f" Default {param.default}." if param.default is not None else ""
    required = "yes" if param.required else ""
    kind = kinds.get(param.type, param.type)
    yield f"| `{above}{param.name}` | {kind} | {required} | {param.text}{choice}{default} |"
    for field in param.fields:
        yield from _rows(field, f"{param.name}[].")


@pytest.mark.requirement("I7")
def test_the_page_says_what_the_tools_take() -> None:
    if os.environ.get("HINDSIGHT_WRITE_DOCS"):
        PAGE.write_text(page(), "utf-8")
    assert PAGE.read_text("utf-8") == page()
