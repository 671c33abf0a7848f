from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight.domain.errors import InvalidInput
from hindsight.domain.text import content_hash, count_tokens, normalise, require_text, script, sentences, split_long


@pytest.mark.parametrize(
    "one,other",
    [
        ("café", "cafe\u0301"),
        ("ＡＰＩ", "api"),
        ("I  like\n tea.", "i like tea"),
        ("我对花生过敏。", "我对花生过敏"),
        ("Straße", "STRASSE"),
    ],
)
@pytest.mark.requirement("W4")
def test_the_same_words_written_otherwise_have_the_same_hash(one: str, other: str) -> None:
    assert content_hash(one) == content_hash(other)


@pytest.mark.parametrize(
    "one,other", [("v1.2.3", "v1.2.4"), ("60/min", "100/min"), ("Room 101", "Room 102"), ("a", "b")]
)
def test_different_words_have_different_hashes(one: str, other: str) -> None:
    assert content_hash(one) != content_hash(other)


@given(st.text())
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize(
    "value,says", [("", "empty"), (" \n\t", "empty"), (7, "int"), (None, "NoneType"), ("\x00", "empty")]
)
def test_what_is_no_text_is_refused_with_the_reason(value: object, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        require_text(value)


def test_a_lone_surrogate_is_a_clear_error_with_its_place() -> None:
    with pytest.raises(InvalidInput, match="position 2"):
        require_text("ab\ud83dc")


def test_nul_bytes_do_not_cut_a_text() -> None:
    assert require_text("before\x00after") == "before after"


def test_sentences_are_found_in_both_languages() -> None:
    text = "I met Dr. Li at 3.5 p.m. today. It went well!  我很高兴。你呢？"
    assert [text[a:b] for a, b in sentences(text)][-2:] == ["我很高兴。", "你呢？"]
    assert [text[a:b] for a, b in sentences("One. Two? Three")] != []


@given(st.text(alphabet="ab。. \n中", max_size=300), st.integers(5, 50))
def test_a_long_text_is_split_without_losing_a_word(text: str, limit: int) -> None:
    parts = split_long(text, limit)
    assert all(len(part) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_the_script_of_a_text_is_that_of_most_of_its_words() -> None:
    assert [script(t) for t in ("我用 Python 写代码已经三年了", "I like 花生", "123", "")] == ["zh", "en", "en", "en"]


def test_a_token_count_grows_with_the_text_and_counts_wide_characters_singly() -> None:
    assert count_tokens("") == 0
    assert count_tokens("我对花生过敏") == 8
    assert count_tokens("0123456789abcdef") == 8
    assert count_tokens("ภาษาไทย") >= 7
    assert 8 <= count_tokens("The quick brown fox jumps over the dog") <= 14
