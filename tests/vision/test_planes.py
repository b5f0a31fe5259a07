"""Likelihoods of a picture's values under a model, and if no model explains them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.vision.planes import CAP, limit_above, log_variance, pick, to_likelihood


@given(
    st.floats(0.0, 2 * CAP),
    st.tuples(*[st.floats(0.05, 0.4)] * 3),
    st.floats(1.0, 3.0),
)
def test_what_nothing_explains_is_never_likelier_by_a_narrow_spread(
    misfit: float, spread: tuple[float, float, float], wider: float
) -> None:
    def likelihood(squared: float, factor: float) -> float:
        one = np.array([squared], np.float32)
        wide = (factor * np.array(spread, np.float32)[:, None]) ** 2
        return float(to_likelihood(one, log_variance(wide))[0])

    assert likelihood(misfit, 1.0) <= likelihood(0.0, 1.0)
    gap = likelihood(0.0, 1.0) - likelihood(0.0, wider)
    assert likelihood(2 * CAP, 1.0) - likelihood(2 * CAP, wider) <= gap + 1e-4
    narrow = likelihood(2 * CAP, 0.1 / max(spread)), likelihood(2 * CAP, 0.05 / max(spread))
    assert abs(narrow[0] - narrow[1]) < 1e-4


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 5), min_size=1, max_size=3))
def test_fast_clipping_and_selection_equal_the_plain_ones_for_any_shape(seed: int, shape: list[int]) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(CAP, CAP, (4, *shape)).astype(np.float32)
    chosen = rng.integers(0, 4, shape)
    np.testing.assert_array_equal(pick(values, chosen), np.take_along_axis(values, chosen[None], axis=0)[0])
    capped = np.minimum(values, np.float32(CAP))
    assert limit_above(values) is values
    np.testing.assert_array_equal(values, capped)
    assert limit_above(np.zeros((0, *shape), np.float32)).size == 0
