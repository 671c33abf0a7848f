"""What a tool is: its canonical name, its category, and whether it reads, changes or waits."""

import itertools
import re
import shlex
from collections.abc import Mapping
from typing import Any


def named(*lines: str) -> frozenset[str]:
    """A set of names from lines of names with blanks between: a table that can be read."""
    return frozenset(name for line in lines for name in line.split())


SHELL_TOOLS = named(
    "bash shell sh zsh local_shell local_shell_call execute_command run_command terminal exec bash_tool cmd",
    "run_shell_command run_terminal_cmd shell_exec exec_command powershell",
)
COMMAND_KEYS = ("command", "cmd", "script", "action", "input", "$raw")
_SUBCOMMANDS = named(
    "git gh pip npm yarn pnpm docker kubectl helm uv poetry conda apt apt-get brew cargo go systemctl",
)
_MCP = re.compile(r"^mcp__.{1,100}?__(.{1,200})$")
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_LEAD = re.compile(
    r"(?:cd\s{1,4}(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|[^\s;&|]{1,300})\s{0,4}(?:&&|;|\n)\s{0,4}"
    r"|set\s{1,4}-[a-zA-Z]{1,8}\s{0,4}(?:&&|;|\n)\s{0,4}"
    r"|(?:sudo|env|nohup|time|command|exec)\s{1,4}(?:-[A-Za-z]{1,2}\s{1,4}){0,3}"
    r"|timeout\s{1,4}(?:-[^\s]{1,20}\s{1,4}){0,3}[0-9.]{1,8}[smhd]?\s{1,4}"
    r"|[A-Za-z_][A-Za-z0-9_]{0,60}=(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|[^\s;&|]{0,300})\s{1,4})"
)
_INNER_SHELL = re.compile(r"^(?:/bin/)?(?:bash|sh|zsh)\s{1,4}-l?c\s{1,4}(['\"])(.{0,4000})\1\s{0,4}$", re.DOTALL)

_READING = named("read cat view grep search fetch snapshot list find query open")
_PROBING = _READING | named(
    "get show describe lookup check count ls head tail status inspect screenshot stat glob peek browse retrieve load",
    "calculate think diff tree explore scan detect select extract parse ocr recognize transcribe",
)
_DERIVING = named("extract parse ocr recognize transcribe")
_CHANGING = named(
    "create update delete add set write edit remove insert save send post put patch upload book cancel move rename",
    "mkdir install execute run click type fill submit deploy commit push start stop restart navigate apply append",
    "replace drop truncate drag press login logout transfer modify pay order schedule publish enable disable",
)
_WAITING = named("wait sleep pause delay")
_TALKING = named("answer respond reply finish done final think reflect note todo ask clarify complete say message")
_SHELL_READS = named(
    "ls cat grep rg head tail find pwd which stat wc file tree ps df du less more egrep fgrep ag ack diff cmp test",
    "pgrep printenv whoami date type nl sort uniq jq awk",
) | {
    *(f"git {sub}" for sub in ("status", "log", "diff", "show", "blame", "grep", "branch")),
    *(f"{pip} {sub}" for pip in ("pip", "uv") for sub in ("list", "show", "freeze")),
    *(f"kubectl {sub}" for sub in ("get", "describe", "logs")),
    *(f"docker {sub}" for sub in ("ps", "logs", "inspect", "images")),
}
_SHELL_WAITS = named("sleep wait")

# First match wins: a narrow word stands before a broad one.
_CATEGORIES: tuple[tuple[str, frozenset[str]], ...] = (
    ("browser", named("browser page click navigate snapshot screenshot tab selenium playwright puppeteer")),
    ("sql", named("sql database db table postgres sqlite mysql duckdb")),
    ("http", named("http https api request url fetch curl rest graphql webhook")),
    ("cloud", named("aws s3 gcp azure cloud kubernetes docker bucket lambda upload deploy")),
    ("message", named("message mail email slack sms send notify answer respond reply chat calendar event")),
    ("code", named("python code execute eval repl notebook jupyter pandas lint compile pytest")),
    ("search", named("search find lookup grep query retrieve")),
    ("file", named("file read write edit dir directory folder path ls glob patch")),
)


def canonical(tool: str, args: Mapping[str, Any] | None = None) -> str:
    """The one name of a tool, whichever server or client named it.

    `mcp__files__file_read`, `files.file_read` and `file_read` are one; a shell-like tool becomes
    `shell:<program>[ <subcommand>]`, or `shell` where no command is known.
    """
    name = tool.strip()
    if name.startswith("shell:"):
        return name
    found = _MCP.match(name)
    if found:
        name = found[1]
    if "." in name.strip("."):
        name = name.strip(".").rsplit(".", 1)[-1]
    if name.lower() not in SHELL_TOOLS:
        return name
    program = program_of(command_of(args or {}))
    return f"shell:{program}" if program else "shell"


def same_place(tool: str) -> str:
    """The name by which availability is checked: every shell program needs just a shell."""
    name = canonical(tool)
    return "shell" if name == "shell" or name.startswith("shell:") else name.casefold()


def command_of(args: Mapping[str, Any]) -> str:
    """The command line of a shell call, "" when there is none."""
    for key in COMMAND_KEYS:
        value = args.get(key)
        if isinstance(value, Mapping):
            value = value.get("command")
        if isinstance(value, list) and value:
            parts = [str(part) for part in value]
            wrapped = len(parts) == 3 and parts[0].rsplit("/", 1)[-1] in SHELL_TOOLS and parts[1] in ("-c", "-lc")
            return parts[2] if wrapped else shlex.join(parts)
        if isinstance(value, str) and value.strip():
            inner = _INNER_SHELL.match(value)
            return inner[2] if inner else value
    return ""


def program_of(command: str) -> str:
    """Program and subcommand after leading cd, sudo, env, timeout and assignments were dropped."""
    words = strip_lead(command[:1000]).replace("|", " | ").replace(";", " ; ").split(maxsplit=12)
    if not words:
        return ""
    program = words[0].rsplit("/", 1)[-1]
    program = {"python3": "python", "pip3": "pip"}.get(program, program)
    if program == "python" and len(words) > 2 and words[1] == "-m":
        return f"python -m {words[2]}"
    if program in _SUBCOMMANDS:
        # A short option in front of the subcommand takes the next word: `git -C folder status`.
        free = (word for before, word in itertools.pairwise(words) if not re.fullmatch(r"-[A-Za-z]", before))
        sub = next((word for word in free if re.fullmatch(r"[A-Za-z][\w-]{0,30}", word, re.ASCII)), "")
        return f"{program} {sub}".strip()
    return program


def strip_lead(command: str) -> str:
    text = command.strip()
    for _ in range(8):
        found = _LEAD.match(text)
        if not found:
            break
        text = text[found.end() :]
    return text


def last_program(command: str) -> str:
    """The program whose exit code a pipeline gives back."""
    return program_of(re.split(r"\||&&|;", command[:2000])[-1])


def is_shell(family: str) -> bool:
    return family == "shell" or family.startswith("shell:")


def words_of(family: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORDS.findall(family))


def reads_content(family: str) -> bool:
    """The result of this tool is somebody else's text: error words in it are not its own."""
    if is_shell(family):
        return family.removeprefix("shell:") in _SHELL_READS
    return _verb(family) in _READING


def probes(family: str) -> bool:
    """The tool looks and leaves the world as it was."""
    if is_shell(family):
        return family.removeprefix("shell:") in _SHELL_READS
    if "open" in words_of(family) and {"page", "url", "browser", "tab", "app"}.intersection(words_of(family)):
        return False
    return _verb(family) in _PROBING


def derives(family: str) -> bool:
    """The tool makes something of what it is given (text of a scan), where another one that looks only shows it."""
    return not is_shell(family) and _verb(family) in _DERIVING


def says_change(family: str) -> bool:
    """The name itself says that the tool changes the world; of an unknown name :func:`changes` supposes it."""
    return not is_shell(family) and _verb(family) in _CHANGING


def _verb(family: str) -> str:
    """The first word of the name that tells what the tool does: `get_order` gets, `browser_type` types."""
    return next((word for word in words_of(family) if word in _PROBING or word in _CHANGING), "")


def waits(family: str) -> bool:
    if is_shell(family):
        return family.removeprefix("shell:") in _SHELL_WAITS
    return bool(_WAITING.intersection(words_of(family)))


def talks(family: str) -> bool:
    """The tool speaks to somebody or to itself; it neither looks nor changes."""
    words = words_of(family)
    return bool(_TALKING.intersection(words[:1])) or family == "user_message"


def changes(family: str) -> bool:
    """The tool may change the world: everything that does not look, wait or talk."""
    return not (probes(family) or waits(family) or talks(family))


def category(family: str) -> str:
    """file, http, sql, browser, shell, search, code, message, cloud or other."""
    if is_shell(family):
        return "shell"
    words = set(words_of(family))
    return next((name for name, marks in _CATEGORIES if marks & words), "other")


def stage_of(family: str) -> str:
    """The task stage that a call belongs to by its tool: plan, locate, act or verify."""
    words = set(words_of(family))
    if words & {"test", "pytest", "verify", "validate", "assert", "check", "lint"}:
        return "verify"
    if words & {"plan", "think", "todo"}:
        return "plan"
    return "locate" if probes(family) else "act"
