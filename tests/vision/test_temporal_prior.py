"""Earlier observations count only as far as a hole is hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.vision.priors import apply_temporal_prior

PAWNS = ("", "a", "b", "c")


@st.composite
def odds(draw: st.DrawFn) -> dict[str, float]:
    parts = [draw(st.floats(0.001, 1.0)) for _ in PAWNS]
    return {pawn: part / sum(parts) for pawn, part in zip(PAWNS, parts, strict=True)}


@given(odds(), odds(), st.floats(0, 1))
def test_every_row_adds_up(now: dict[str, float], before: dict[str, float], seen: float) -> None:
    row = apply_temporal_prior({"a0": now}, {"a0": seen}, {"a0"}, {"a0": before})["a0"]
    assert set(row) == set(PAWNS)
    assert sum(row.values()) == pytest.approx(1.0)


@given(odds(), odds())
def test_sure_holes_and_holes_without_a_memory_stay(now: dict[str, float], before: dict[str, float]) -> None:
    both = {"a0": now, "a1": now}
    assert apply_temporal_prior(both, {"a0": 0.0, "a1": 0.0}, {"a1"}, {"a0": before}) == both


@pytest.mark.parametrize(
    ("before", "believed"), [(0.99, 0.9), (0.9, 0.9), (0.6, 0.6), (0.02, 0.02), (0.001, 0.02), (0.0, 0.02)]
)
@pytest.mark.parametrize("seen", [0.0, 0.25, 0.7, 1.0])
def test_a_memory_weighs_as_much_as_is_hidden_and_is_never_certain(
    before: float, believed: float, seen: float
) -> None:
    now = {"": 0.3, "a": 0.7}
    row = apply_temporal_prior({"a0": now}, {"a0": seen}, {"a0"}, {"a0": {"": 0.5, "a": before}})["a0"]
    empty = 0.3**seen * 0.5 ** (1 - seen)
    assert row["a"] / row[""] == pytest.approx((0.7**seen * believed ** (1 - seen)) / empty, rel=1e-6)
