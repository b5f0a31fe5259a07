"""Light that differs from the set-up's: each hole is read correctly or is unsure."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from footage import Footage, as_picture, clips, footage
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.appearance.colours import DARKEST
from toc_pi.vision.colour_transform import apply_transform
from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.reading import Reader, read_with

RESEARCH = Path(__file__).parents[2] / "research"
STRANGE = ("sodium", "sodium and day", "narrow bands, red-green", "red and blue mixed", "pale", "gamma 0.6")
COLOURED = ("yellow lamp", "candle", "magenta", "yellow left, day right", "red far, green near", "dim yellow")


@pytest.fixture(autouse=True)
def research(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RESEARCH))


@pytest.mark.parametrize("kind", [*STRANGE, *COLOURED, "hard contrast", "vivid", "pure red"])
def test_no_light_makes_a_wrong_hole(kind: str, readers: dict[str, Reader]) -> None:
    import changed_pictures

    for clip in clips():
        for image, truth, _ in clip.stills[-1:]:
            reading = read_with(changed_pictures.LIGHTS[kind](image), readers[clip.name])
            wrong = {
                hole
                for hole in ({*truth, *reading.holes} - reading.unsure)
                if reading.holes.get(hole, "") != truth.get(hole, "")
            }
            assert not wrong


@pytest.mark.parametrize("kind", ["sodium and day", "red and blue mixed", "pale", "gamma 0.6"])
def test_colours_that_run_together_are_still_distinguished(kind: str, readers: dict[str, Reader]) -> None:
    import changed_pictures

    clip = footage("jumps")
    model = readers["jumps"].model
    image, _, _ = clip.stills[-1]
    strange = changed_pictures.LIGHTS[kind](image)
    evidence, used = compute_evidence(strange, model)
    assert used is not model
    # Unmoved pawns match the tables of this light, and not those of the set-up.
    seen = np.asarray(cv2.remap(strange, *model.sample_maps, cv2.INTER_LINEAR), np.uint8)
    stood = _standing(clip, used)
    logs = np.log(seen[used.points.hole[stood], used.points.point[stood]].T + DARKEST)
    lit = np.exp(evidence.gain)[:, used.points.hole[stood]]
    off, plain = (
        np.abs(np.log(tables.pawns.unmoved.bodies[:, stood] * lit + DARKEST) - logs).mean()
        for tables in (used, model)
    )
    assert off < 0.6 * plain


@pytest.mark.parametrize("kind", ["as it is", *COLOURED])
def test_a_lamp_of_one_colour_more_needs_no_transform(kind: str, readers: dict[str, Reader]) -> None:
    import changed_pictures

    for clip in clips():
        reader = readers[clip.name]
        reading = read_with(changed_pictures.LIGHTS[kind](clip.stills[0][0]), reader)
        assert len(reading.unsure) <= 0.05 * len(reading.probability)


def test_where_too_little_looks_as_it_is_known_no_pawn_is_sure(readers: dict[str, Reader]) -> None:
    clip, model = footage("jumps"), readers["jumps"].model
    image = clip.stills[0][0].copy()
    # Paint all over the board, between the pawns as well: neither a lamp nor pawns explain it.
    image[:, (np.arange(image.shape[1]) // 40) % 2 == 0, 0] //= 3
    assert not decide(*compute_evidence(image, model)).holes


@pytest.mark.parametrize("name", ["jumps", "kitchen"])
def test_a_dim_noisy_room_is_no_strange_light(name: str, readers: dict[str, Reader]) -> None:
    """Sensor noise at night, spread over neighbouring pixels as after demosaicing."""
    clip, rng = footage(name), np.random.default_rng(5)
    image, truth, _ = clip.stills[0]
    grain = cv2.GaussianBlur(rng.normal(0.0, 14.0, image.shape), (0, 0), 0.8)
    dim = as_picture(0.2 * image.astype(np.float64) + grain)
    found = decide(*compute_evidence(dim, readers[name].model))
    sure = {hole for hole, pawn in found.holes.items() if truth.get(hole) == pawn}
    assert len(sure) >= len(truth) / 2


leaks = st.floats(-0.3, 3.0)
colours = st.lists(st.integers(0, 255), min_size=3, max_size=3)


@given(colours, st.lists(leaks, min_size=6, max_size=6), st.floats(-0.5, 1.5), st.floats(-0.3, 0.3))
@settings(max_examples=60, deadline=None)
def test_wood_keeps_its_colour_under_every_transform(
    wood: list[int], shares: list[float], steep: float, bend: float
) -> None:
    terms = np.column_stack([np.reshape(shares, (3, 2)), np.full(3, steep), np.full(3, bend)])
    levels = np.maximum(np.array(wood, np.float32), 1.0)[:, None]
    shown, _ = apply_transform(levels, levels, terms)
    assert np.exp(shown) - DARKEST == pytest.approx(levels, rel=1e-3, abs=0.05)


@given(colours, colours, st.integers(0, 2), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_what_a_term_changes_is_what_its_slope_says(
    colour: list[int], wood: list[int], own: int, term: int
) -> None:
    values = np.maximum(np.array(colour, np.float32), 8.0)[:, None]
    beside = np.maximum(np.array(wood, np.float32), 30.0)[:, None]
    terms = np.zeros((3, 4))
    terms[:, :2] = 0.3
    more, less = terms.copy(), terms.copy()
    more[own, term] += 0.01
    less[own, term] -= 0.01
    _, slope = apply_transform(values, beside, terms)
    change = (apply_transform(values, beside, more)[0] - apply_transform(values, beside, less)[0])[
        own, 0
    ] / 0.02
    assert change == pytest.approx(slope[own, term, 0], rel=0.05, abs=0.02)


def _standing(clip: Footage, model: object) -> np.ndarray:
    """The points on bodies that show a pawn unmoved since the set-up."""
    looks = clip.calibration.looks
    assert looks.standing is not None
    truth = clip.stills[-1][1]
    still = [looks.standing.holes.get(hole, "?") == truth.get(hole) for hole in model.grids.names]  # type: ignore[attr-defined]
    return np.flatnonzero(np.array(still)[model.points.hole])  # type: ignore[attr-defined]
