"""A sentence that puts itself right: "my gate code is 4471, no wait, 4417" claims 4417 (W2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hindsight.domain.keyfields import key_fields_of
from hindsight.domain.patterns import pattern
from hindsight.domain.rules.claims import Found, find_claim, find_general_claim
from hindsight.domain.text import Script

_MISSPOKE: Final = pattern(
    r"""
    ^(?P<head>[^,，?？]{4,120})[,，]\s?(?:(?:no,? wait|wait,? no|i mean|sorry|er+m?|uh+|scratch that|make that|actually
    |or rather)[,，]?\s
    |(?:啊|哦|噢|哎|呃)?(?:不对不对|不对|不是|不|说错了)[,，]\s?(?:应该)?是?)(?P<new>[^,，。.!！?？]{1,24}?)
    (?: actually| sorry|[,，]\s?(?:sorry|抱歉|说错了|不好意思))?[。.!！\s]{0,3}$
    """
)


def misspoken(text: str, language: Script) -> Found | None:
    """The claim of a sentence that puts itself right: "my gate code is 4471, no wait, 4417" claims 4417."""
    match = _MISSPOKE.match(text)
    found = find_claim(match["head"], language) or find_general_claim(match["head"], language) if match else None
    if match is None or found is None:
        return None
    old, new = found.claim.value, match["new"].strip(" 。.!！")
    same_kind = {field.name for field in key_fields_of(old)} == {field.name for field in key_fields_of(new)}
    if not same_kind or old[:1].isupper() != new[:1].isupper() or new.count(" ") > old.count(" ") + 1:
        return None
    return replace(found, claim=replace(found.claim, value=new), replaces=old)
