"""Pawns hardly visible on their paint: recognized while unmoved, and empty when gone."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from footage import Image, as_picture, footage, learned_in

from calibration.appearance.looks import PawnPictures
from toc_pi.vision.appearance_model import make_appearance_model
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.reading import make_reader, read_with

FAINT = 0.3  # share of a pawn's look that is left


def faded(image: Image, bare: Image, where: np.ndarray) -> Image:
    """A picture whose pawns are nearly as the board below them."""
    share = np.where(where[..., None], FAINT, 1.0)
    return as_picture(image * share + bare * (1 - share))


@pytest.fixture(scope="module")
def scene() -> tuple[Image, Image, Image]:
    """The set-up with a faint camp, a later look at it, and the same with one of its pawns gone."""
    clip = footage("kitchen")
    model = make_appearance_model(clip.calibration)
    bare = clip.calibration.looks.empty
    camp, one = np.zeros((2, *bare.shape[:2]), np.uint8)
    for index, name in enumerate(model.grids.names):
        if name[:2] == "bC":
            hull = cv2.convexHull(model.grids.points[index][model.grids.inside[index]])
            for mask in [camp] + [one] * (name == "bC1"):
                cv2.fillConvexPoly(mask, hull.round().astype(np.int32), 1)
    setup = faded(clip.setup, bare, cv2.dilate(camp, np.ones((5, 5), np.uint8)) > 0)
    noise = np.random.default_rng(3).normal(0, 1.0, setup.shape)
    later = as_picture(setup + noise)
    gone = np.where(cv2.dilate(one, np.ones((5, 5), np.uint8))[..., None] > 0, bare, later)
    return setup, later, gone


def test_an_unmoved_pawn_is_known_by_itself(scene: tuple[Image, Image, Image]) -> None:
    setup, later, _ = scene
    calibration = learned_in(setup, footage("kitchen"))
    reading = read_with(later, make_reader(calibration))
    assert {hole for hole, pawn in reading.holes.items() if pawn == "b"} == {"bC1", "bC2", "bC3", "bC4"}
    alone = read_with(
        later, make_reader(replace(calibration, looks=replace(calibration.looks, standing=None)))
    )
    assert len(alone.unsure) > len(reading.unsure)


def test_a_pawn_that_has_gone_isnt_remembered(scene: tuple[Image, Image, Image]) -> None:
    setup, _, gone = scene
    reading = read_with(gone, make_reader(learned_in(setup, footage("kitchen"))))
    assert "bC1" not in reading.holes


def test_a_pawn_unlike_the_one_at_set_up_is_less_likely() -> None:
    clip = footage("kitchen")
    bare, standing = clip.calibration.looks.empty, clip.calibration.looks.standing
    assert standing is not None

    def weight_of_pawns(stood: PawnPictures | None) -> float:
        model = make_appearance_model(
            replace(clip.calibration, looks=replace(clip.calibration.looks, standing=stood))
        )
        seen = compute_evidence(clip.setup, model)[0]
        row = int(np.flatnonzero(seen.candidates == model.grids.names.index("bC1"))[0])
        points = slice(seen.first[row], seen.first[row + 1])
        return float(seen.states[clip.calibration.looks.names.index("b"), points].mean())

    without = weight_of_pawns(None)
    assert weight_of_pawns(replace(standing, picture=bare)) < without < weight_of_pawns(standing)
