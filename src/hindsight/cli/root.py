"""The command ``hindsight``: its subcommands by name, loaded when they are called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import click

from hindsight import __version__
from hindsight.cli.exits import EPILOG
from hindsight.cli.session import global_options

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "remember": ("verbs", "Remember text, or what comes on standard input."),
        "recall": ("verbs", "Find what is remembered."),
        "experience": ("verbs", "What was learnt about doing a task."),
        "record": ("verbs", "Record a run of an agent and learn from it."),
        "learn": ("learning", "Hand in a lesson: when to do what."),
        "procedure": ("learning", "A recorded path as calls to make again."),
        "failures": ("learning", "Failures that keep coming back, and their cures."),
        "unfinished": ("learning", "Interrupted tasks, and where to go on."),
        "forget": ("forgetting", "Forget memories: by id, query, source or subject."),
        "import": ("imports", "Import files: exports of chats and memories, Markdown, agent transcripts."),
        "export": ("imports", "Export a whole space to a file."),
        "history": ("looking", "Every version of what a memory says."),
        "why": ("entities", "What was given as the reason of a memory."),
        "relations": ("entities", "What is claimed about a person or thing."),
        "entity": ("entities", "Other names of an entity; merge and split."),
        "attachment": ("attaching", "Look at an image or audio of a memory."),
        "session": ("working", "Working memory of a session, where processes share it."),
        "trace": ("looking", "Where a thing that was told got lost."),
        "rollback": ("looking", "Take a change back."),
        "stats": ("operating", "How many memories there are."),
        "index": ("operating", "Verify or rebuild the derived indexes."),
        "jobs": ("operating", "List background jobs; retry dead ones."),
        "doctor": ("doctoring", "Check every component and say how to mend it."),
        "serve": ("serving", "Serve HTTP and MCP on one port."),
        "mcp": ("serving", "Serve MCP over standard input and output."),
    }
)


class _Lazy(click.Group):
    """A group that imports a command's module only to run it: the overview comes from the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"hindsight.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(module, f"{cmd_name}_command")
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=_Lazy, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@global_options
@click.version_option(__version__, "--version", message="hindsight %(version)s")
def root() -> None:
    """Long-term memory for LLM agents that looks back.

    What happened, what is true now, what failed and why, what to do differently. Settings come from HINDSIGHT_*
    variables or .env; global options may stand before or after the command.
    """
