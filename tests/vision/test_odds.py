"""The weight of evidence: little if nothing explains the picture; a pawn counts only for its own name."""

import cv2
import numpy as np
import pytest
from footage import as_picture, clips, footage

from toc_pi.vision import board_likelihood
from toc_pi.vision.decision import SURE, Decision, decide
from toc_pi.vision.evidence import compute_evidence
from toc_pi.vision.planes import measure_fine_detail
from toc_pi.vision.priors import condition_on_counts
from toc_pi.vision.reading import make_reader


def test_what_is_blown_out_is_unsure_not_empty() -> None:
    clip = footage("kitchen")
    model = make_reader(clip.calibration).model
    image, truth, _ = clip.stills[2]
    blown = image.copy()
    spots = [hole for hole in truth if hole[1] != "C"] + ["a5", "b9"]
    for hole in spots:
        x, y = model.grids.foot[model.grids.names.index(hole)]
        cv2.circle(blown, (round(x), round(y) - 8), 22, (255, 255, 255), -1)
    decision = decide(compute_evidence(blown, model)[0], model)
    assert set(spots) <= decision.unsure
    assert (decision.visible[np.isin(decision.names, spots)] < 0.5).all()


def test_what_nothing_explains_is_unsure() -> None:
    clip = footage("jumps")
    model = make_reader(clip.calibration).model
    image, truth, _ = clip.stills[0]
    hole = next(hole for hole in model.grids.names if hole not in truth and hole[1] != "C")
    points = model.grids.points[model.grids.names.index(hole)][
        model.grids.inside[model.grids.names.index(hole)]
    ]
    strange = cv2.fillConvexPoly(
        image.copy(), cv2.convexHull(points.round().astype(np.int32)), (255, 0, 255), cv2.LINE_AA
    )
    assert hole in decide(compute_evidence(strange, model)[0], model).unsure


@pytest.mark.parametrize("veil", [(0.0, 110.0, 0.0), (90.0, 0.0, 90.0)])
def test_no_pawn_is_sure_behind_a_coloured_veil(veil: tuple[float, float, float]) -> None:
    clip = footage("kitchen")
    model = make_reader(clip.calibration).model
    for image, truth, _ in clip.stills:
        seen = decide(compute_evidence(as_picture(0.6 * image + np.array(veil)), model)[0], model)
        for hole in {*seen.holes, *truth} - seen.unsure:
            assert seen.holes.get(hole) == truth.get(hole)


@pytest.mark.parametrize("quality", [8, 20])
def test_holes_where_no_pawn_can_be_likely_are_read_the_same_without_asking_about_pawns(
    quality: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out = 0
    for clip in clips():
        model = make_reader(clip.calibration).model
        for image, _, _ in clip.stills:
            # Strong compression: the empty board explains few holes, although they show their own pattern.
            coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            pressed = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
            some = compute_evidence(pressed, model)[0]
            with monkeypatch.context() as patch:
                patch.setattr(board_likelihood, "_RULED_OUT", -np.inf)
                every = compute_evidence(pressed, model)[0]
            assert set(some.candidates) <= set(every.candidates)
            left_out += len(every.candidates) - len(some.candidates)
            decision, wanted = decide(some, model), decide(every, model)
            assert (decision.holes, decision.unsure) == (wanted.holes, wanted.unsure)
            for hole, row in wanted.probability.items():
                assert decision.probability[hole] == pytest.approx(row, abs=1e-3)
    assert left_out >= 40


@pytest.mark.parametrize("level", [3.0, 6.0])
def test_noise_is_distinguished_from_texture_in_any_light(level: float) -> None:
    image = footage("kitchen").setup
    plain = measure_fine_detail(image)[0]
    noisy = measure_fine_detail(as_picture(image + np.random.default_rng(1).normal(0, level, image.shape)))[0]
    more = np.sqrt(np.maximum(np.quantile(noisy**2 - plain**2, 0.3), 0))
    assert more == pytest.approx(level, rel=0.25)


def test_a_hole_that_counts_for_a_full_seat_is_not_given_to_another() -> None:
    odds = {
        "b0": (0.0, 0.011, 0.989),
        "a0": (0.0, 0.6, 0.4),
        **{f"aC{n}": (0.001, 0.999, 0.0) for n in (1, 2, 3)},
        **{f"bC{n}": (0.001, 0.0, 0.999) for n in (1, 2, 3)},
        "a5": (0.98, 0.02, 0.0),
    }
    log = np.log(np.maximum(list(odds.values()), 1e-26))
    none, sure = np.zeros(len(odds), np.bool_), np.exp(log.max(axis=1)) >= SURE
    seen = Decision(tuple(odds), ("", "a", "b"), log, sure, none, none, np.ones(len(odds)), {})
    assert len(seen.holes) == len(odds) - 2
    decision = condition_on_counts(seen, {"a": 4, "b": 4}, none)
    assert {hole: decision.holes.get(hole) for hole in seen.holes} == seen.holes
