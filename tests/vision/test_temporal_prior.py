"""Earlier observations count only as far as a hole is hidden."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.vision.priors import apply_temporal_prior


@st.composite
def odds(draw: st.DrawFn) -> list[float]:
    parts = draw(st.lists(st.floats(0.001, 1.0), min_size=4, max_size=4))
    return [part / sum(parts) for part in parts]


def remembered(now: list[float], seen: float, before: list[float]) -> np.ndarray:
    """The probabilities of one hole, of which a share is seen."""
    return np.exp(apply_temporal_prior(np.log([now]), np.array([seen]), np.log([before])))[0]


@given(odds(), odds(), st.floats(0, 1))
def test_every_row_adds_up(now: list[float], before: list[float], seen: float) -> None:
    assert remembered(now, seen, before).sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("before", "believed"), [(0.99, 0.9), (0.9, 0.9), (0.6, 0.6), (0.02, 0.02), (0.001, 0.02), (0.0, 0.02)]
)
@pytest.mark.parametrize("seen", [0.0, 0.25, 0.7, 1.0])
def test_a_memory_weighs_as_much_as_is_hidden_and_is_never_certain(
    before: float, believed: float, seen: float
) -> None:
    empty, pawn = remembered([0.3, 0.7], seen, [0.5, max(before, 1e-9)])
    was_empty = 0.3**seen * 0.5 ** (1 - seen)
    assert pawn / empty == pytest.approx((0.7**seen * believed ** (1 - seen)) / was_empty, rel=1e-6)
