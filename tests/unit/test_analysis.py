"""The analyser: what finds what, in every script; bounded queries; linear time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.analysis import MAX_QUERY_TERMS, query_terms, tokens
from hindsight.domain.analysis.stem import stem


def finds(query: str, text: str) -> bool:
    return not {term.term for term in query_terms(query)}.isdisjoint(tokens(text))


def weights(query: str) -> dict[str, float]:
    return {term.term: term.weight for term in query_terms(query)}


ITSELF = [
    "我对花生过敏",
    "每日复盘 cron 备份",
    "レッサーパンダ",
    "パンダ",
    "한국어",
    "สวัสดีครับ",
    "Привет",
    "ёлка",
    "Ελλάδα",
    "مرحبا بالعالم",
    "שָׁלוֹם",
    "हिन्दी",
    "Tiếng Việt",
    "Straße",
    r"C:\repo\src\main.py",
    "some/path/file",
    "/etc/hosts",
    "v2.3.1",
    "3.11.7",
    "2026-03-01",
    "snake_case",
    "kebab-case",
    "camelCase",
    "HTTPServer",
    "dotted.path.name",
    "@decorator",
    "#hashtag",
    "--dry-run",
    "C++",
    "C#",
    "Node.js",
    "60/min",
    "5kg",
    "$5.99",
    "50%",
    "3:30pm",
    "192.168.1.1",
    "bob.smith@example.com",
    "https://docs.example.com/a/b?page=2#top",
    "550e8400-e29b-41d4-a716-446655440000",
    "15307015790",
    "😀",
    "👨‍👩‍👧",
    "👍🏽",
    "🇫🇷",
    "❤️",
    "ＡＰＩ",
    "café",
    "don't",
    "the",
    "什么",
    "的",
    "→",
]


@pytest.mark.parametrize("text", ITSELF)
def test_a_text_finds_itself_alone_and_within_a_sentence(text: str) -> None:
    assert finds(text, text)
    assert finds(text, f"We spoke of {text} yesterday")
    assert finds(text, f"昨天我们谈到 {text} 这件事")


FOUND = [
    ("花生", "我对花生过敏"),
    ("过敏", "我对花生过敏"),
    ("花", "花"),
    ("cron", "每日复盘cron备份"),
    ("复盘", "每日复盘cron备份"),
    ("パンダ", "レッサーパンダ"),
    ("cafe", "a café"),
    ("café", "cafe\u0301"),
    ("CAFE\u0301", "café"),
    ("resume", "résumé"),
    ("elka", "elka"),
    ("елка", "ёлка"),
    ("API", "ＡＰＩ"),
    ("ｱﾊﾟｰﾄ", "アパート"),
    ("strasse", "Straße"),
    ("istanbul", "İstanbul"),
    ("main.py", r"C:\repo\src\main.py"),
    ("src/main.py", r"C:\repo\src\main.py"),
    ("main", "src/main.py"),
    ("snake_case", "snakeCase"),
    ("snakeCase", "snake-case"),
    ("snake", "snake_case"),
    ("server", "HTTPServer"),
    ("decorator", "@decorator"),
    ("@decorator", "the decorator"),
    ("2.3.1", "v2.3.1"),
    ("v2.3.1", "release 2.3.1"),
    ("2.3", "v2.3.1"),
    ("v2", "v2.3.1"),
    ("python 3.11", "python-3.11.7"),
    ("gpt4", "GPT-4"),
    ("example.com", "mail bob@example.com"),
    ("bob", "bob@example.com"),
    ("docs.example.com", "https://docs.example.com/a"),
    ("60", "60/min"),
    ("kg", "5kg"),
    ("2026-03-01", "2026/3/1"),
    ("2026", "2026-03-01"),
    ("1234567", "1,234,567"),
    ("email", "e-mail"),
    ("Caroline", "Caroline's"),
    ("Caroline’s", "caroline"),
    ("O'Brien", "obrien"),
    ("👍", "👍🏽"),
    ("❤", "❤️"),
    ("running", "she runs"),
    ("painted", "paints"),
    ("studies", "study"),
    ("bought", "she buys"),
    ("children", "a child"),
    ("hiking", "a hike"),
    ("٣٤", "34"),
]


@pytest.mark.parametrize("query, text", FOUND)
def test_a_query_finds(query: str, text: str) -> None:
    assert finds(query, text)


NOT_FOUND = [
    ("花生", "花园"),
    ("花生", "生日"),
    ("过敏", "过去"),
    ("パンダ", "アンパサンド"),
    ("v2.3.1", "v2.3.2"),
    ("v1.2.3", "v1.2.4"),
    ("v2.3.1", "v2.3"),
    ("60/min", "100/min"),
    ("101", "102"),
    ("101", "1012"),
    ("2026-03-01", "2026-03-02"),
    ("3:30", "3:45"),
    ("192.168.1.1", "192.168.1.2"),
    ("5kg", "7kg"),
    ("C++", "C#"),
    ("C++", "vitamin C"),
    ("car", "care"),
    ("care", "car"),
    ("university", "universe"),
    ("news", "new"),
    ("новый", "новыи"),
    ("か", "が"),
    ("👨‍👩‍👧", "👨"),
    ("👨‍👩‍👧", "👨‍👩‍👦"),
    ("🇫🇷", "🇩🇪"),
    ("cat", "concatenate"),
    ("don't", "Don Quixote"),
    ("550e8400-e29b-41d4-a716-446655440000", "446655440000"),
    ("gpt-4", "chapter 4"),
]


@pytest.mark.parametrize("query, text", NOT_FOUND)
def test_a_query_does_not_find_its_neighbours(query: str, text: str) -> None:
    assert not finds(query, text)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "...", "，。！", "\u200b", "\x00", "\ud800"])
def test_nothing_to_index_is_an_empty_list(text: str) -> None:
    assert tokens(text) == []
    assert query_terms(text) == []


def test_stop_words_are_dropped_when_something_else_is_asked() -> None:
    assert set(weights("What is the name of the dog?")) == {"name", "dog"}
    assert set(weights("你喜欢什么颜色")) == {"你喜", "喜欢", "欢什", "么颜", "颜色"}


def test_stop_words_alone_are_still_looked_up() -> None:
    assert set(weights("to be or not to be")) == {"to", "be", "or", "not"}


def test_an_identifier_counts_more_than_its_parts() -> None:
    found = weights("snake_case")
    assert found[stem("snakecase")] > found["snake"]


@pytest.mark.parametrize(
    "query", ['about "peanut"', "about “peanut”", "about 「peanut」", "about 《peanut》", "about `peanut`"]
)
def test_quoted_words_count_more(query: str) -> None:
    assert weights(query)["peanut"] > weights("about peanut")["peanut"]


def test_a_rare_word_among_300_is_still_a_term() -> None:
    words = [f"word{number}x" for number in range(300)]
    words.insert(150, "axolotl")
    assert "axolotl" in weights(" ".join(words))


@pytest.mark.parametrize("question", ["Where does Alice keep the axolotl?", "爱丽丝把蝾螈养在哪里？"])
def test_a_question_after_a_pasted_prompt_counts_more_than_the_prompt(question: str) -> None:
    prompt = "You are a careful assistant. " + "Follow every instruction about tools and style. " * 45
    pasted, asked = weights(prompt + "\n" + question), weights(question)
    assert pasted["tool"] < min(pasted[term] for term, weight in asked.items() if weight == 1)


def test_terms_are_bounded_and_each_comes_once() -> None:
    terms = [term.term for term in query_terms(" ".join(f"w{number}" for number in range(50_000)))]
    assert len(terms) == len(set(terms)) <= MAX_QUERY_TERMS


def test_the_end_of_an_endless_query_is_read() -> None:
    assert "axolotl" in weights("filler " * 50_000 + "Where is the axolotl?")


HOSTILE = ["a", "a-", "a.b/", "/", "'", "1,111", "@#$", "👨‍", "花", "\u0301", "aA", "x1", "://", "É-", '"a', "1/", "é"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_is_linear_in_hostile_text(piece: str) -> None:
    assert dearer(lambda text: (tokens(text), query_terms(text)), piece, 200_000) < LINEAR


@given(st.text())
def test_any_text_gives_terms_without_blanks(text: str) -> None:
    for term in tokens(text):
        assert term
        assert not any(character.isspace() for character in term)


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=1))
def test_letters_and_digits_of_any_script_find_themselves(text: str) -> None:
    assert finds(text, text)


@given(st.text(min_size=1), st.text(min_size=1))
def test_blanks_separate(left: str, right: str) -> None:
    assert sorted(tokens(left) + tokens(right)) == sorted(tokens(f"{left}\n\n{right}"))


@pytest.mark.parametrize(
    "words",
    [
        "paint paints painted painting",
        "study studies studied studying",
        "make makes making made",
        "run runs running ran",
        "plan plans planned planning",
        "hope hopes hoped hoping",
        "watch watches watched watching",
        "city cities",
        "box boxes",
        "wife wives",
        "create creates created creating",
        "agree agrees agreed agreeing",
    ],
)
def test_inflections_share_a_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize("pair", ["hope hop", "plan plane", "car care", "new news", "bus bu", "red reed"])
def test_other_words_do_not(pair: str) -> None:
    left, right = pair.split()
    assert stem(left) != stem(right)


@pytest.mark.parametrize(
    "question,terms",
    [
        ("Which editor does she use these days?", {"editor", "use"}),
        ("who is on call at the moment", {"call"}),
        ("how many days of rain", {"day", "rain"}),
    ],
)
def test_a_phrase_of_time_in_passing_is_not_looked_up(question: str, terms: set[str]) -> None:
    assert {term.term for term in query_terms(question)} == terms
