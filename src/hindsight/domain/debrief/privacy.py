"""What of a call may be kept: values under secret names are masked, everything else passes the redactor."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from hindsight.domain.experience.record import Op
from hindsight.domain.tools import named

Redact = Callable[[str], str]

MASK = "[redacted]"
_MASKED = re.compile(r"\[redacted\]|\[[a-z_]{2,40} …\w{2,4}\]|\[[a-z_]{2,40}\] #[0-9]")
_SECRET_NAME = re.compile(
    r"(?:^|[_.\-\s])(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?key|apikey|access_?key|private_?key"
    r"|authorization|auth|cookie"
    r"|credentials?|pin|cvv|密码|口令|密钥|令牌)(?:$|[_.\-\s\d])|password|secret|apikey|api_key|密码",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"(?:page|next|max|num|total|count|limit)[_-]?tokens?|tokens?_(?:count|limit|used)"
    r"|(?:[_.\-\s]|(?<=[a-z]))(?:type|mode|method|scheme|kind|format|algorithm|policy|ttl|expiry|expires_in|lifetime|length"
    r"|size|version|url|uri|endpoint|name|provider|required|enabled|ref|store|backend|file|path|engine|scope|audience"
    r"|region|location)$"
    r"|(?:类型|模式|方式|方法|算法|名称|名字|策略|格式|有效期|时长|长度|位数|版本|路径|地址|文件)$",
    re.IGNORECASE,
)
"""Names that speak of a secret without being one: its kind, its place, how long it holds."""
_SCHEMES = named(
    "basic bearer digest oauth oauth2 ntlm kerberos negotiate mtls jwt saml sso ldap iam oidc none anonymous password",
    "publickey public_key key keyfile certificate cert token api_key apikey header query cookie session agent plain",
    "login cram-md5 scram-sha-256 hmac sigv4 aws4 default interactive keyboard-interactive",
)
"""Ways to log in: no secret, though they stand under names such as `auth`."""
_TELLING = re.compile(r"(?=.{0,200}[0-9])(?=.{0,200}[A-Za-z])\S{3,200}|\S{16,200}")
"""Secrets that can be found again in a text: a short word or number may stand there by chance."""
_MOST_SECRETS = 50
_ARGS_SHOWN = 600
_DEEPEST = 8
"""Levels of arguments that are kept as they are; what lies deeper becomes text, so that it can be redacted as such."""
_WHOLE = re.compile(r"\[[^\[\]\n]{2,60}\]")


def secret_name(name: str) -> bool:
    """The name of an argument whose value is nobody's business."""
    return bool(_SECRET_NAME.search(name)) and not _HARMLESS.search(name)


def secret_value(name: str, value: Any) -> bool:
    """The value under this name is a secret; a way to log in (`auth`: `basic`) is none."""
    if value in (None, "") or not secret_name(name):
        return False
    return not (isinstance(value, str) and "auth" in name.lower() and value.lower() in _SCHEMES)


def scrub(value: Any, name: str = "", depth: int = 0) -> Any:
    """A copy of JSON-like data with the values under secret names masked."""
    if isinstance(value, Mapping) and depth < _DEEPEST:
        return {key: scrub(item, str(key), depth + 1) for key, item in value.items()}
    if name and secret_value(name, value):
        return MASK
    if isinstance(value, list) and depth < _DEEPEST:
        return [scrub(item, "", depth + 1) for item in value]
    return value


def masked(value: Any) -> bool:
    """The value is, or holds, what a redactor put in place of a secret: nothing that can be passed to a tool."""
    return isinstance(value, str) and _MASKED.search(value) is not None


class Masks:
    """Redacts one run so that its values can still be compared: masks are numbered by the value they stand for
    (`[redacted] #1`, `[redacted] #2`). Nothing of a value leaks but whether two are the same.
    """

    def __init__(self, redact: Redact) -> None:
        self._redact = redact
        self._seen: dict[str, dict[str, int]] = {}
        self._secrets: dict[str, str] = {}

    def text(self, value: str) -> str:
        """Prose: what the redactor makes of it, with the secrets of the arguments seen so far under their masks.

        So a token that one call brought and the next one passed is kept nowhere, and can still be told to be the same.
        """
        redacted = self._redact(value) if value else value
        for secret in sorted(self._secrets, key=len, reverse=True):
            if secret in redacted:
                redacted = re.sub(
                    rf"(?<![A-Za-z0-9_]){re.escape(secret)}(?![A-Za-z0-9_])", self._secrets[secret], redacted
                )
        return redacted

    def args(self, value: Any, name: str = "", depth: int = 0) -> Any:
        """Arguments: values under secret names are masked, the rest passes the redactor, deep values as JSON text."""
        if isinstance(value, Mapping | list | tuple) and depth >= _DEEPEST:
            value = json.dumps(value, ensure_ascii=False, default=str)
        if isinstance(value, Mapping):
            return {key: self.args(item, str(key), depth + 1) for key, item in value.items()}
        if name and secret_value(name, value):
            mask = self._numbered(MASK, json.dumps(value, ensure_ascii=False, default=str, sort_keys=True))
            if isinstance(value, str) and _TELLING.fullmatch(value) and len(self._secrets) < _MOST_SECRETS:
                self._secrets[value] = mask
            return mask
        if isinstance(value, list | tuple):
            return [self.args(item, "", depth + 1) for item in value]
        if not isinstance(value, str):
            return value
        redacted = self._redact(value) if value else value
        return redacted if redacted == value else self._numbered(redacted, value)

    def _numbered(self, mask: str, value: str) -> str:
        known = self._seen.setdefault(mask, {})
        number = known.setdefault(value, len(known) + 1)
        whole = _WHOLE.fullmatch(mask) is not None
        return f"{mask} #{number}" if whole or number > 1 else mask


def show_args(args: Mapping[str, Any], redact: Redact) -> str:
    """Arguments as redacted JSON, cut at 600 characters with a mark."""
    text = redact(json.dumps(scrub(args), ensure_ascii=False, default=str))
    return text if len(text) <= _ARGS_SHOWN else f"{text[: _ARGS_SHOWN - 1]}…"


def clean_op(op: Op, redact: Redact) -> Op:
    """An operation without secrets; where the new value was one, any value satisfies it."""
    name = op.path.rsplit(".", 1)[-1]
    if secret_value(name, op.old) or secret_value(name, op.new):
        old = None if op.old is None else MASK
        return replace(op, old=old, new=None if op.new is None else MASK, rule="present")
    old, new = _clean(op.old, redact), _clean(op.new, redact)
    changed = (new != op.new or masked(new)) and op.op in ("set", "add")
    return replace(op, old=old, new=new, rule="present" if changed and op.rule not in ("token", "part") else op.rule)


def _clean(value: Any, redact: Redact) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, Mapping):
        return {key: _clean(item, redact) for key, item in scrub(value).items()}
    if isinstance(value, list):
        return [_clean(item, redact) for item in value]
    return value
