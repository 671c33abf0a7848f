"""The words of a command line: what joins its commands (`;`, `&&`, `|`, `>`) is a word of its own."""

import re
import shlex

LONGEST = 4000
JOINTS = frozenset({"&&", "||", "|", ";", ";;", "&", ">", ">>", "<", "&>", "&>>"})
_PIECE = re.compile(
    r"(?P<kept>\\.|'[^']{0,4000}'|\"(?:[^\"\\]|\\.){0,4000}\")"
    r"|(?<!\S)(?P<alone>(?:[0-9]>{1,2}|&>{1,2}|[0-9]?>&)\S{1,200})"
    r"|(?P<joint>&&|&>{1,2}|\|\|?|;;?|&(?=\s|$)|>>|>(?![=>])|(?<![<=])<(?![<=]))",
    re.ASCII | re.DOTALL,
)
_RAW = re.compile(r"(?:\\.|'[^']{0,4000}'|\"(?:[^\"\\]|\\.){0,4000}\"|\S){1,4000}", re.DOTALL)


def words(command: str) -> list[str]:
    """The words of a command line, without quotes; unbalanced quotes fall back to blanks."""
    return _plain(_PIECE.sub(_set_apart, command[:LONGEST]))


def quoted_words(command: str) -> list[str]:
    """What stands between blanks, quotes and all."""
    return [found[0] for found in _RAW.finditer(command[:LONGEST])]


def same_but_for_quotes(old: str, new: str) -> bool:
    """Two command lines have the same words once their quotes are taken off."""
    return old != new and _plain(old[:LONGEST]) == _plain(new[:LONGEST])


def _set_apart(found: re.Match[str]) -> str:
    return f" {found['joint']} " if found["joint"] else found[0]


def _plain(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
