"""A knocked-over pawn that lies across a hole isn't read as one that stands in it."""

import sys
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from footage import Footage, Image, as_picture, clips, footage

sys.path.append(str(Path(__file__).parents[2] / "research"))
from painted_things import Painter, Scene

from toc_pi.vision.decision import decide
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.fallen import find_fallen
from toc_pi.vision.reading import make_reader, read_with


def with_one_lying(clip: Footage, still: int, seed: int) -> tuple[Image, Mapping[str, str]]:
    """A still picture with one more pawn, which lies across an empty hole, and what stands in the holes."""
    calibration = clip.calibration
    image, holes, _ = clip.stills[still]
    scene = Scene(image, calibration.board, calibration.pose, calibration.pawns, holes)
    cover = Painter(scene, np.random.default_rng(seed)).lying_pawn()
    assert cover is not None
    return cover.image, holes


@pytest.mark.parametrize(("still", "seed", "hole"), [(2, 17, "a9"), (3, 11, "aH1")])
def test_a_lying_pawn_stands_in_no_hole(still: int, seed: int, hole: str) -> None:
    clip = footage("jumps")
    image, truth = with_one_lying(clip, still, seed)
    reader = make_reader(clip.calibration)
    evidence, lit = compute_evidence(image, reader.model)
    # Only its colour indicates a pawn there.
    assert hole in decide(evidence, lit).holes.keys() - truth.keys()
    reading = read_with(image, reader)
    assert hole in reading.unsure
    # It may be a standing pawn after all: the hole isn't said to be empty either.
    assert 0.3 < reading.probability[hole][""] < 0.7
    sure = {*reading.holes, *truth} - reading.unsure
    assert {h: reading.holes.get(h) for h in sure} == {h: truth.get(h) for h in sure}


def noisy(image: Image, levels: float) -> Image:
    """A picture with sensor noise, spread over neighbouring pixels."""
    noise = np.random.default_rng(3).normal(0, levels, image.shape)
    spread = 2 * cv2.GaussianBlur(noise, (0, 0), 0.7) + image
    return as_picture(spread)


@pytest.mark.parametrize("levels", [0.0, 4.0, 8.0])
def test_no_standing_pawn_is_taken_for_a_lying_one(levels: float) -> None:
    for clip in clips():
        reader = make_reader(clip.calibration)
        for image, _, _ in clip.stills:
            now = noisy(image, levels) if levels else image
            evidence, lit = compute_evidence(now, reader.model)
            assert not find_fallen(evidence, decide(evidence, lit), lit).any()


def as_of_a_webcam(image: Image) -> Image:
    """A picture with half the detail, smoothed colours, and compressed as a webcam does."""
    parts = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
    parts[..., 1:] = cv2.GaussianBlur(parts[..., 1:], (0, 0), 1.5)
    small = cv2.resize(cv2.cvtColor(parts, cv2.COLOR_YCrCb2BGR), None, fx=0.5, fy=0.5)
    coarse = cv2.resize(small, image.shape[1::-1])
    coded = cv2.imencode(".jpg", coarse, [cv2.IMWRITE_JPEG_QUALITY, 50])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def test_colours_that_run_into_one_another_make_no_pawn_lie() -> None:
    """The paint of a home looks more like the pawn there than it did without one."""
    for clip in clips():
        reader = make_reader(clip.calibration)
        for image, _, _ in clip.stills:
            now = as_of_a_webcam(image)
            evidence, lit = compute_evidence(now, reader.model)
            assert not find_fallen(evidence, decide(evidence, lit), lit).any()
