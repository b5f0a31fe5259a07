"""A hole keeps its pattern in any light, and no pawn in it has that pattern."""

import numpy as np
import pytest
from footage import FOLDER, as_picture, clips
from hypothesis import given
from hypothesis import strategies as st

from calibration.appearance.sampling_grid import COLUMNS, POINTS, ROWS
from toc_pi.vision.appearance_model import make_appearance_model
from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.planes import find_pattern, shows_pattern

ROW, COLUMN = np.divmod(np.arange(POINTS), COLUMNS)
BODY = ((COLUMN > 3) & (COLUMN < COLUMNS - 4))[None]


def hole(wood: float, dark: float) -> np.ndarray:
    """(3, 1, POINTS) an empty hole in the lower part of its grid, grey levels."""
    away = np.hypot((COLUMN - COLUMNS / 2) * 1.2, ROW - ROWS / 4)
    grey = np.where(away < 3.5, dark, wood).astype(np.float32)
    return np.stack([grey * 0.6, grey * 0.8, grey])[:, None]


@given(
    strength=st.floats(0.3, 3.0),
    slope=st.tuples(st.floats(-0.04, 0.04), st.floats(-0.04, 0.04)),
    gain=st.floats(-2.0, 1.0),
    noise=st.floats(0.0, 0.05),
)
def test_another_light_keeps_a_pattern(
    strength: float, slope: tuple[float, float], gain: float, noise: float
) -> None:
    pattern = find_pattern(hole(180, 30))
    grain = np.random.default_rng(1).normal(0, noise, pattern.shape)
    seen = gain + strength * pattern + slope[0] * ROW + slope[1] * COLUMN + grain
    assert shows_pattern(seen.astype(np.float32), pattern, BODY).all()


@given(body=st.floats(10, 250), shade=st.floats(-0.05, 0.05), noise=st.floats(0.0, 0.1))
def test_what_stands_in_a_hole_takes_its_pattern_away(body: float, shade: float, noise: float) -> None:
    empty = hole(180, 30)
    pattern = find_pattern(empty)
    grain = np.random.default_rng(2).normal(0, noise, POINTS)
    seen = np.where(BODY, np.log(body) + shade * ROW, np.log(empty[1])) + grain
    assert not shows_pattern(seen.astype(np.float32), pattern, BODY).any()


def test_wood_without_a_hole_has_no_pattern_to_keep() -> None:
    plain = find_pattern(hole(180, 180))
    assert not shows_pattern(plain, plain, BODY).any()


@pytest.mark.parametrize("veil", [(0.0, 60.0, 0.0), (70.0, 0.0, 70.0)])
def test_empty_holes_are_sure_behind_a_coloured_veil(veil: tuple[float, float, float]) -> None:
    for clip in clips():
        model = make_appearance_model(clip.calibration)
        seen_empty = {
            hole for hole, unseen in zip(model.grids.names, model.never_seen, strict=True) if not unseen
        }
        for image, holes, _ in clip.stills:
            decision = decide(
                compute_evidence(as_picture(0.8 * image + np.array(veil)), model)[0],
                model,
            )
            empty = seen_empty - set(holes)
            assert len(empty - decision.unsure) > 0.8 * len(empty), clip.name
            assert not {hole for hole in holes if hole not in decision.holes} - decision.unsure, clip.name


def test_a_fresh_black_pawn_in_a_black_ring_is_not_the_empty_hole() -> None:
    # Log brightness over the grid of a start hole, as filmed: empty, and with a pawn whose head is white.
    pattern, empty, pawn, inside = np.load(FOLDER / "fresh-black-pawn.npy").astype(np.float32)[:, None]
    body = np.asarray(inside > 0, np.bool_)
    assert shows_pattern(empty, pattern, body).all()
    assert not shows_pattern(pawn, pattern, body).any()
