"""Figures written in groups are one number, in claims, in key fields and where values are compared (M1, W5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import LINEAR, dearer

from hindsight.domain.attributes import same_value
from hindsight.domain.figures import inside_figures, joined
from hindsight.domain.keyfields import canonical, key_fields_of
from hindsight.domain.memory import KeyField
from hindsight.domain.rules.claims import find_claim
from hindsight.domain.rules.clauses import clauses
from hindsight.domain.text import script

JOINED = [
    ("The rent is 2,150 euros a month.", "The rent is 2150 euros a month."),
    ("It cost 12,500.50 in all", "It cost 12500.50 in all"),
    ("1.250,00 €", "1250.00 €"),
    ("€1.250,50", "€1250.50"),
    ("€ 1.250 a month", "€ 1250 a month"),
    ("1.250.000 euros", "1250000 euros"),
    ("it was 12,50 €", "it was 12.50 €"),
    ("2 150 euros", "2150 euros"),
    ("2 150,50 €", "2150.50 €"),
    ("2\u202f150 and 3\u00a0000", "2150 and 3000"),
    ("CHF 12'500", "CHF 12500"),
    ("1,00,000 rupees", "100000 rupees"),
    ("1,250,000 people", "1250000 people"),
    ("2,150, 3,200 and 4", "2150, 3200 and 4"),
    ("房租是1,200元", "房租是1200元"),
    ("房租2，150元，押金4，300元。", "房租2150元，押金4300元。"),
    ("一共12，500人报名", "一共12500人报名"),
    ("预算是1 200元", "预算是1200元"),
]


@pytest.mark.parametrize("text, plain", JOINED)
def test_a_figure_in_groups_is_one_number_and_its_writing_is_kept(text: str, plain: str) -> None:
    found = joined(text)
    assert found.text == plain
    assert found.as_written(0, len(found.text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "60, 70 and 80",
        "60,70 and 80",
        "In 2020, 150 people came",
        "In 2020 150 people came",
        "2020年，150人参加了会议",
        "身高180，体重140斤",
        "身高180，140斤",
        "192.168.100.200",
        "version 1.250.300",
        "PostgreSQL 16.250 is out",
        "call (555) 123 456",
        "2,150,30",
        "rooms 101, 102, 103",
        "It is 1.5 km",
        "on 3,4 and 5 May",
    ],
)
def test_lists_dates_versions_and_addresses_are_no_figures_in_groups(text: str) -> None:
    assert joined(text).text == text
    assert inside_figures(text) == frozenset()


@pytest.mark.parametrize(
    "text, value",
    [
        ("The rent is 2,150 euros a month.", "2,150 euros a month"),
        ("The rent is now 2,240 euros a month.", "2,240 euros a month"),
        ("The rent is 1.250,00 € a month.", "1.250,00 € a month"),
        ("The rent is 2 150 euros a month.", "2 150 euros a month"),
        ("Our budget is $12,500.50.", "$12,500.50"),
        ("房租是1,200元。", "1,200元"),
        ("房租是2，150元。", "2，150元"),
        ("预算是1 200元。", "1 200元"),
        ("工资涨到12，500元了", "12，500元"),
    ],
)
def test_the_value_of_a_claim_is_the_whole_figure_as_it_was_written(text: str, value: str) -> None:
    assert clauses(text, (0, len(text))) == [(0, len(text))]
    found = find_claim(text, script(text))
    assert found is not None
    assert found.claim.value == value
    assert value in text


@pytest.mark.parametrize(
    "text, value, form",
    [
        ("The rent is 2,150 euros.", "2,150 euros", "2150eur"),
        ("The rent is 2150.00 €.", "2150.00 €", "2150eur"),
        ("The rent is 2.150,00 €.", "2.150,00 €", "2150eur"),
        ("The rent is 2 150 euros.", "2 150 euros", "2150eur"),
        ("It costs $12,500.50.", "$12,500.50", "12500.5usd"),
        ("房租是2，150元。", "2，150元", "2150cny"),
        ("房租是 2150 块。", "2150 块", "2150cny"),
    ],
)
def test_a_key_field_is_the_whole_figure_and_compares_as_a_number(text: str, value: str, form: str) -> None:
    (field,) = key_fields_of(text)
    assert (field.name, field.value) == ("number", value)
    assert canonical(field) == form


def test_a_bare_decimal_keeps_its_zeros_for_it_may_be_a_version() -> None:
    assert canonical(KeyField("number", "1.10")) != canonical(KeyField("number", "1.1"))


def test_values_compare_as_numbers() -> None:
    assert same_value("2,150 euros", "2150 euros")
    assert same_value("2，150元", "2150元")
    assert same_value("1.250 €", "1,250 €")
    assert not same_value("2,150 euros", "2,240 euros")
    assert not same_value("2,150 euros", "2 euros")


@given(st.text(alphabet="12345,.，' \u00a0€$元km", max_size=60))
def test_nothing_but_marks_between_digits_is_left_out(text: str) -> None:
    found = joined(text)
    assert found.as_written(0, len(found.text)) == text[: len(found.as_written(0, len(found.text)))]
    kept = [char for char in text if char not in ",.，' \u00a0"]
    assert [char for char in found.text if char not in ",.，' \u00a0"] == kept


@pytest.mark.parametrize("piece", ["1,000", "1 000 ", "1,00,000,", "1.000.", "１，", "€1 ", "9" * 12])
def test_hostile_repetition_takes_linear_time(piece: str) -> None:
    assert dearer(joined, piece, 16_000) < LINEAR
