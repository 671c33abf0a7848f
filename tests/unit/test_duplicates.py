"""Duplicates (W4, W5) and what tells alike statements apart; the pure lines of "Duplicates and contradictions"."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.memories import memory

from hindsight.domain.contrast import contrast, denies
from hindsight.domain.duplicates import MAX_SOURCES, merge, relation, repeat
from hindsight.domain.experience import Adjustment, Evidence, Experience
from hindsight.domain.keyfields import canonical, key_fields_of
from hindsight.domain.memory import Claim, Counters, KeyField, Source
from hindsight.domain.policy import WritePolicy

POLICY = WritePolicy()

TWINS = [
    ("I am allergic to nuts.", "I am not allergic to nuts."),
    ("The client is v1.2.3.", "The client is v1.2.4."),
    ("The limit is 60/min.", "The limit is 100/min."),
    ("The workshop is in Room 101.", "The workshop is in Room 102."),
    ("She loves Chinese food.", "She hates Chinese food."),
    ("我对虾过敏。", "我对虾不过敏。"),
    ("限流是每分钟 60 次。", "限流是每分钟 100 次。"),
    ("会议室在 301。", "会议室在 302。"),
    ("他喜欢吃辣。", "他讨厌吃辣。"),
    ("Docs are at https://a.example/v1.", "Docs are at https://a.example/v2."),
    ("The exam is on 3 May.", "The exam is on 4 May."),
    ("My wife likes tea.", "My mother likes tea."),
    ("Anna leads the team.", "Petra leads the team."),
    ("We moved from Oslo to Rome.", "We moved from Rome to Oslo."),
    ("Deploy from the main branch.", "Deploy from the release branch."),
    ("Smith manages Jones.", "Jones manages Smith."),
    ("张三管理李四。", "李四管理张三。"),
    ("The offset is +5.", "The offset is -5."),
    ("仓库温度是零下5度。", "仓库温度是5度。"),
    ("At least 5 replicas run.", "At most 5 replicas run."),
    ("p0 item 0 is zebra-0", "p1 item 0 is zebra-0"),
    ("node3 stands in rack 3.", "node4 stands in rack 3."),
    ("机器a1等待1分钟。", "机器b1等待1分钟。"),
]


@pytest.mark.requirement("W5")
@pytest.mark.parametrize("a,b", TWINS)
def test_statements_that_differ_in_what_matters_are_never_merged(a, b) -> None:
    assert contrast(a, b) != "equal"
    assert relation(memory(b, id="new"), memory(a), 0.99) in {"conflict", "different"}


def test_the_twins_of_the_pair_set_are_told_apart() -> None:
    with (Path(__file__).parent.parent / "data" / "pairs" / "twins.tsv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]
    assert rows
    assert [pair for pair in rows if contrast(*pair) == "equal"] == []


@pytest.mark.parametrize(
    "a,b",
    [
        ("The limit is 60/min per key.", "The limit is 60 per minute per key."),
        ("I use Python v3.12.", "I use Python 3.12."),
        ("预算是四十万。", "预算是 40 万。"),
        ("周会在星期三。", "周会在周三。"),
        ("The port is 5433, not 5432.", "The port is 5433."),
        ("I like hiking a lot.", "I really like hiking."),
        ("Alice and Bob live in Oslo.", "Bob and Alice live in Oslo."),
        ("UTC-5 is my zone.", "My zone is UTC-5."),
        ("The range is 5-10 ms.", "The range is 5 - 10 ms."),
        ("我和小王在上海。", "小王和我在上海。"),
    ],
)
def test_other_ways_to_write_the_same_agree(a, b) -> None:
    assert contrast(a, b) == "equal"


@pytest.mark.requirement("W4")
@pytest.mark.parametrize("again", ["i am ALLERGIC to nuts", "Ｉ am  allergic to nuts.", "I am allergic to nuts."])
def test_the_same_text_is_the_same_memory(again) -> None:
    assert relation(memory(again, id="new"), memory("I am allergic to nuts."), 0.0) == "same"


@pytest.mark.requirement("W4")
def test_the_same_text_ten_times_is_one_memory_with_a_count() -> None:
    kept = memory("I am allergic to nuts.")
    for day in range(1, 10):
        kept = repeat(kept, memory("I am allergic to nuts.", id=f"n{day}", day=day))
    assert kept.counters.stated == 10
    assert kept.updated_at > kept.created_at
    assert len(kept.sources) == 10


@pytest.mark.requirement("W5")
@pytest.mark.parametrize(
    "kind,similarity,expected",
    [("fact", 0.95, "merge"), ("fact", 0.9, "different"), ("experience", 0.95, "merge"), ("experience", 0.88, "review"),
     ("experience", 0.8, "different")],
)  # fmt: skip
def test_similarity_opens_the_door(kind, similarity, expected) -> None:
    old = memory("Retry the upload with a smaller chunk size when it stalls.", kind=kind)
    new = memory("When an upload stalls, retry it with smaller chunks.", id="new", kind=kind)
    assert relation(new, old, similarity) == expected


def test_the_thresholds_are_settings() -> None:
    old, new = memory("I enjoy long hikes in the hills."), memory("Long walks in the hills make me happy.", id="new")
    assert relation(new, old, 0.93) == "merge"
    assert relation(new, old, 0.93, WritePolicy(duplicate=0.95)) == "different"


def test_prose_in_the_same_tone_is_not_a_duplicate() -> None:
    old = memory("The morning light fell softly over the quiet harbour.")
    assert relation(memory("The evening wind moved gently through the old orchard.", id="new"), old, 0.8) == "different"


@pytest.mark.parametrize(
    "fields",
    [{"project": "beta"}, {"kind": "episode"}, {"verbatim": True}],
)
def test_memories_of_other_projects_layers_or_kept_word_for_word_stay_two(fields) -> None:
    old = memory("We keep the logs for a fortnight.", project="alpha", verbatim=True)
    new = memory("Logs stay with us for a fortnight.", id="new", **fields)
    assert relation(new, old, 0.97) == "different"


@pytest.mark.requirement("W5")
def test_a_merge_keeps_the_newest_wording_adds_confidence_and_joins_sources() -> None:
    old = memory("I like hikes.", keywords=("hikes",), counters=Counters(retrieved=2), summary="Hikes.")
    new = memory("I enjoy hiking.", id="new", day=3, keywords=("hiking",))
    both = merge(old, new, POLICY)
    assert (both.id, both.content, both.summary) == ("old", "I enjoy hiking.", "")
    assert both.confidence == pytest.approx(0.8)
    assert both.counters == Counters(retrieved=2, stated=2)
    assert [source.messages for source in both.sources] == [("old",), ("new",)]
    assert set(both.keywords) == {"hikes", "hiking"}
    assert both.created_at == old.created_at
    assert both.updated_at == new.created_at


@pytest.mark.requirement("S3")
def test_a_less_trusted_source_does_not_reword() -> None:
    both = merge(memory("I like hikes."), memory("I enjoy hiking.", id="new", trust=0.3), POLICY)
    assert both.content == "I like hikes."
    assert both.trust == 0.7


@pytest.mark.requirement("W5")
@pytest.mark.parametrize("concreteness,content", [((0.8, 0.2), "old words"), ((0.2, 0.8), "new words")])
def test_of_two_experiences_the_more_concrete_wording_wins(concreteness, content) -> None:
    old, new = memory("old words", kind="experience"), memory("new words", id="new", kind="experience")
    assert merge(old, new, POLICY, concreteness=concreteness).content == content


def test_an_echo_of_a_memory_does_not_make_it_surer() -> None:
    kept = memory("I like hikes.")
    for turn in range(20):
        source = Source(derived_from=("old",), messages=(f"t{turn}",))
        kept = merge(kept, memory("I enjoy hikes.", id=f"e{turn}", sources=(source,)), POLICY)
    assert kept.confidence == 0.7
    assert len(kept.sources) == MAX_SOURCES


@given(st.floats(0, 1), st.floats(0, 1))
def test_confidence_stays_a_share(a: float, b: float) -> None:
    both = merge(memory("a", confidence=a), memory("b", id="new", confidence=b), POLICY)
    assert a <= both.confidence <= 1.0


@given(st.text(max_size=200), st.text(max_size=200))
def test_contrast_is_symmetric_and_total(a: str, b: str) -> None:
    assert contrast(a, b) == contrast(b, a)
    assert contrast(a, a) == "equal"


@pytest.mark.parametrize(
    "text,name,value",
    [
        ("The limit is 60/min.", "number", "60/min"),
        ("We run PostgreSQL 16.", "version", "16"),
        ("It broke in v2.4.1.", "version", "v2.4.1"),
        ("See https://a.example/x?y=1.", "url", "https://a.example/x?y=1"),
        ("It is in config/app.yaml.", "path", "config/app.yaml"),
        ("The host is 10.0.0.7:8080.", "address", "10.0.0.7:8080"),
        ("Dinner on Saturday at 7pm.", "time", "7pm"),
        ("Due on 30 September 2026.", "date", "30 September 2026"),
        ("It costs $20/month.", "number", "$20/month"),
        ("预算四十万。", "number", "四十万"),
        ("下周三下午三点开会。", "date", "下周三"),
        ("下周三下午三点开会。", "time", "下午三点"),
        ("内存 32 GB。", "number", "32 GB"),
    ],
)
def test_key_fields_are_found(text, name, value) -> None:
    assert KeyField(name, value) in key_fields_of(text)


@pytest.mark.parametrize(
    "a,b",
    [
        ("60/min", "每分钟 60 次"),
        ("四十万", "40万"),
        ("1,800 euros", "€1800"),
        ("ten days", "10 天"),
        ("$1.5k", "1500 dollars"),
    ],
)
def test_numbers_have_one_form(a, b) -> None:
    assert canonical(KeyField("number", a)) == canonical(KeyField("number", b))


@pytest.mark.parametrize(
    "text", ["I don't smoke.", "She never eats fish.", "我不喝酒。", "没有人来。", "He is no longer here."]
)
def test_denial_is_seen(text) -> None:
    assert denies(text)


@pytest.mark.parametrize(
    "text", ["He is 15, not 14.", "味道不错。", "not only fast", "我和别人住。", "不仅快，而且小。"]
)
def test_words_that_only_look_like_denial_are_none(text) -> None:
    assert not denies(text)


@pytest.mark.requirement("W5")
@pytest.mark.parametrize(
    "one,other",
    [
        (
            ("一鸣: 我叫顾一鸣。", Claim(entity="user", attribute="name", value="顾一鸣")),
            ("一鸣: 我住在武汉。", Claim(entity="user", attribute="lives_in", value="武汉")),
        ),
        (("Mei: I got up early.", None), ("Mei: We went home.", None)),
    ],
)
def test_short_statements_of_one_speaker_are_not_one_however_close_their_vectors(one, other):
    old, new = (
        memory(text, id=str(n), claim=claim, sources=(Source(name=text.partition(":")[0]),))
        for n, (text, claim) in enumerate((one, other))
    )
    assert relation(new, old, 0.99) == "different"


def test_a_lesson_told_in_other_words_keeps_the_evidence_and_situations_of_both() -> None:
    def told(run: str, text: str, concreteness: float):
        lesson = Experience(
            adjustment=Adjustment(text=text), evidence=(Evidence(trajectory_id=run),), concreteness=concreteness
        )
        return memory(text, kind="experience", body={**lesson.to_dict(), "situations": [f"task of {run}"]})

    old, new = told("a", "pass the encoding", 0.4), told("b", "set encoding to gb18030", 0.9)
    for pair, said in (((0.4, 0.9), "set encoding to gb18030"), ((0.9, 0.4), "pass the encoding")):
        body = merge(old, new, POLICY, concreteness=pair).body
        lesson = Experience.from_dict(body)
        assert [item.trajectory_id for item in lesson.evidence] == ["a", "b"]
        assert lesson.adjustment.text == said
        assert body["situations"] == ["task of a", "task of b"]
