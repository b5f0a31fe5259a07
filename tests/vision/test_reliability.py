"""Warnings about unreliable readings: small holes, a noisy sensor."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest
from footage import Footage, Image, as_picture, clips, footage

from calibration.appearance.looks import learn_looks
from calibration.camera import make_pose, measure_noise, noise_table
from calibration.setup.calibration_file import Calibration
from toc_pi.app.setup.finding import warnings_of
from toc_pi.languages import LANGUAGES
from toc_pi.phrases import Phrases
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.reading import make_reader, read_with
from toc_pi.vision.reliability import MIN_PX, NOISIEST, hole_px, reliability_warnings

UNSURE = 0.06  # share of the holes


@pytest.mark.parametrize("times", [0.9, 1.1])
def test_holes_too_small_are_reported(times: float) -> None:
    for clip in clips():
        calibration = clip.calibration
        nearer = times * MIN_PX / hole_px(calibration)
        board = replace(calibration.board, hole_diameter=calibration.board.hole_diameter * nearer)
        assert ("small" in reliability_warnings(replace(calibration, board=board))) == (times < 1)


@pytest.mark.parametrize("times", [0.9, 1.1])
def test_too_much_noise_is_reported(times: float) -> None:
    calibration = footage("kitchen").calibration
    noisy = replace(calibration, looks=replace(calibration.looks, noise=times * NOISIEST))
    assert ("grainy" in reliability_warnings(noisy)) == (times > 1)


def test_doubts_are_worded_in_every_language() -> None:
    calibration = footage("kitchen").calibration
    noisy = replace(calibration, looks=replace(calibration.looks, noise=2 * NOISIEST))
    said = {warnings_of(noisy, (), Phrases(language, {}))[-1] for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "research"))
    import changed_pictures

    return changed_pictures


def learned(clip: Footage, change: Callable[[Image], Image], scale: float = 1.0) -> Calibration:
    """The clip's calibration on changed pictures of its set-up; of fewer pixels with a pose for these."""
    calibration = clip.calibration
    width, height = round(scale * calibration.size[0]), round(scale * calibration.size[1])
    centre = ((width - 1) / 2, (height - 1) / 2)
    was = calibration.pose
    pose = make_pose(was.rvec, was.translation, was.focal * scale, centre, was.k1)
    camps = {hole: hole[0] for hole in calibration.board.holes if hole[1] == "C"}
    setup = [change(clip.setup) for _ in range(3)]
    looks = learn_looks(setup, calibration.board, pose, calibration.pawns, camps)
    return replace(calibration, pose=pose, looks=looks, size=(width, height))


@pytest.mark.parametrize("doubt", ["grainy", "small"])
def test_as_far_as_pictures_are_trusted_no_hole_is_wrong_and_few_are_unsure(
    doubt: str, limits: ModuleType
) -> None:
    for clip in clips():
        scale = 1.05 * MIN_PX / hole_px(clip.calibration) if doubt == "small" else 1.0
        change = limits.smaller(scale) if doubt == "small" else limits.noisy(0.95 * NOISIEST, 3)
        found = learned(clip, change, scale)
        assert not reliability_warnings(found)
        reader, unsure = make_reader(found), 0
        for image, truth, _ in clip.stills:
            reading = read_with(change(image), reader)
            assert reading.state == "clear"
            certain = found.board.holes.keys() - reading.unsure
            assert not {hole for hole in certain if reading.holes.get(hole) != truth.get(hole)}
            unsure += len(reading.unsure)
        assert unsure <= UNSURE * len(clip.stills) * len(found.board.holes)


def test_noise_is_measured_for_each_brightness() -> None:
    """There is more noise in the dark; each part of a grey wedge has its own."""
    rng = np.random.default_rng(4)
    wedge = np.repeat(np.linspace(5, 250, 640)[None], 360, axis=0)[..., None] * np.ones(3)
    spread = 12.0 - 8.0 * wedge / 255
    films = [as_picture(wedge + rng.standard_normal(wedge.shape) * spread) for _ in range(6)]
    whole, by_grey = measure_noise(films)
    table = noise_table(whole, by_grey)
    for grey in (40, 128, 224):
        assert table[grey] == pytest.approx(12.0 - 8.0 * grey / 255, rel=0.1)
    assert measure_noise(films[:1])[1] == ()


def test_noise_that_is_greater_in_the_dark_makes_no_light_strange() -> None:
    """As in a room with one lamp; with a single noise figure the dark parts would look strange."""
    rng = np.random.default_rng(6)

    def dim(image: Image) -> Image:
        grain = cv2.GaussianBlur(rng.standard_normal(image.shape), (0, 0), 0.8)
        spread = np.interp(image, (20, 140, 255), (13.0, 5.0, 4.0))
        return as_picture(image + grain / grain.std() * spread)

    clip = footage("jumps")
    found = learned(clip, dim)
    image, truth, _ = clip.stills[-1]
    reading = read_with(dim(image), make_reader(found))
    assert all(truth.get(hole) == pawn for hole, pawn in reading.holes.items())
    assert len(reading.holes) >= 0.6 * len(truth)
    blunt = replace(found, looks=replace(found.looks, noise_by_grey=()))
    strange, without = (
        compute_evidence(dim(image), make_reader(one).model)[0].outliers.mean() for one in (found, blunt)
    )
    assert strange < 0.5 * without
