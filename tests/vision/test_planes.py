"""What the numbers of a picture say of a model, and what they say where none explains them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from toc_pi.vision.planes import CAP, to_likelihood


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
        return float(to_likelihood(one, wide)[0])

    assert likelihood(misfit, 1.0) <= likelihood(0.0, 1.0)
    gap = likelihood(0.0, 1.0) - likelihood(0.0, wider)
    assert likelihood(2 * CAP, 1.0) - likelihood(2 * CAP, wider) <= gap + 1e-4
    narrow = likelihood(2 * CAP, 0.1 / max(spread)), likelihood(2 * CAP, 0.05 / max(spread))
    assert abs(narrow[0] - narrow[1]) < 1e-4
