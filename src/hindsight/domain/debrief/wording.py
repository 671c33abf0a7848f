"""The sentences of lessons, in English and Chinese, as data."""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

from hindsight.domain.debrief.generalise import RULES
from hindsight.domain.debrief.privacy import masked
from hindsight.domain.experience.record import Op

Language = Literal["en", "zh"]

_CJK = re.compile(r"[㐀-鿿]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")

TEXT: Mapping[str, Mapping[Language, str]] = {
    "set": {"en": "set {path} to `{new}` instead of `{old}`", "zh": "把 {path} 设为 `{new}`，而不是 `{old}`"},
    "set_text": {"en": "rewrite {path} as `{new}`", "zh": "把 {path} 改写为 `{new}`"},
    "secret": {"en": "pass another {path} (its value is not kept)", "zh": "换一个 {path}（它的值不保留）"},
    "add": {"en": "add the argument {path}=`{new}`", "zh": "补上参数 {path}=`{new}`"},
    "add_any": {"en": "add the argument {path}", "zh": "补上参数 {path}"},
    "del": {"en": "remove the argument {path}", "zh": "去掉参数 {path}"},
    "part": {"en": "in {path} put `{new}` instead of `{old}`", "zh": "{path} 里用 `{new}` 而不是 `{old}`"},
    "part_add": {"en": "in {path} add `{new}`", "zh": "{path} 里加上 `{new}`"},
    "part_del": {"en": "from {path} remove `{old}`", "zh": "{path} 里去掉 `{old}`"},
    "token_set": {"en": "use `{new}` instead of `{old}` in the command", "zh": "命令里用 `{new}` 而不是 `{old}`"},
    "token_add": {"en": "add `{new}` to the command", "zh": "命令里加上 `{new}`"},
    "token_del": {"en": "remove `{old}` from the command", "zh": "命令里去掉 `{old}`"},
    "line+": {"en": "add line `{new}`", "zh": "加上这一行 `{new}`"},
    "line-": {"en": "remove line `{old}`", "zh": "去掉这一行 `{old}`"},
    "before": {
        "en": "first run {calls}, then repeat the call unchanged",
        "zh": "先执行 {calls}，再原样重复这次调用",
    },
    "refresh": {
        "en": "call {tool} again right before {target}, and take {paths} from its result instead of reusing `{old}`",
        "zh": "在 {target} 之前重新调用 {tool}，从它的结果里取 {paths}，不要沿用 `{old}`",
    },
    "refresh_new": {
        "en": "call {tool} right before {target}, and take {paths} from its result",
        "zh": "在 {target} 之前先调用 {tool}，从它的结果里取 {paths}",
    },
    "instead": {"en": "use {new} instead of {old}: {call}", "zh": "改用 {new}，不要用 {old}：{call}"},
    "retry": {
        "en": "retry the same call ({times} failure(s) before it worked)",
        "zh": "原样重试这次调用（失败 {times} 次后成功）",
    },
    "retry_wait": {
        "en": "wait ({wait}), then retry the same call ({times} failure(s) before it worked)",
        "zh": "先等待（{wait}），再原样重试这次调用（失败 {times} 次后成功）",
    },
    "hint": {"en": "tool hint: {hint}", "zh": "工具提示：{hint}"},
    "loop": {
        "en": "do not repeat {call} more than once when the result is unchanged",
        "zh": "结果没有变化时，不要把 {call} 重复一次以上",
    },
    "fails": {"en": "{call} fails with {error}", "zh": "{call} 失败：{error}"},
    "tried": {"en": "; also tried: {tried}", "zh": "；还试过：{tried}"},
    "looped": {"en": "{call} was made {times} times with the same result", "zh": "{call} 调用了 {times} 次，结果相同"},
    "point": {"en": "step {step}: {call} -> {cls}", "zh": "第 {step} 步：{call} -> {cls}"},
    "corrected": {"en": "step {step}: {call} -> corrected by the user", "zh": "第 {step} 步：{call} -> 被用户纠正"},
    "path": {"en": "{goal}: the {count} steps that were needed", "zh": "{goal}：真正需要的 {count} 步"},
    "parameters": {"en": "parameters: {named}", "zh": "参数：{named}"},
    "join": {"en": "; ", "zh": "；"},
}


def language(goal: str) -> Language:
    """Chinese when the goal has at least as many Chinese characters as Latin words."""
    chinese = len(_CJK.findall(goal[:2000]))
    return "zh" if chinese and chinese >= len(_LATIN_WORD.findall(goal[:2000])) else "en"


def say(key: str, lang: Language, **values: Any) -> str:
    """The sentence of that key; braces in the values stay as they are."""
    return TEXT[key][lang].format(**values)


def say_op(op: Op, lang: Language) -> str:
    """One argument operation in words."""
    values = {"path": op.path or op.tool, "old": show(op.old), "new": show(op.new)}
    if op.rule != "token" and masked(op.new):
        return say("secret", lang, **values)
    if op.rule in RULES:
        rule = RULES[op.rule]
        if op.rule == "present" and op.op == "set":
            return say("set_text", lang, **values)
        return (rule.zh if lang == "zh" else rule.en).format(**values)
    if op.rule == "part":
        return say("part" if op.old and op.new else "part_add" if op.new else "part_del", lang, **values)
    return say(f"token_{op.op}" if op.rule == "token" else op.op, lang, **values)


def show(value: Any, limit: int = 160) -> str:
    """A value inside a sentence: text as it is, the rest as JSON, cut at `limit` characters with a mark."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
