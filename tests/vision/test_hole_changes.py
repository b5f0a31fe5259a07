"""Changes since a hole was last read surely: what they say about a doubtful hole, and what isn't compared.

The likelihoods and colours are given; the tables of a small board are real.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
from given_evidence import ALONE, FULL, PAWN, HoleEvidence, given, model_of, occupied

from calibration.appearance.sampling_grid import POINTS
from calibration.arrays import Indices
from toc_pi.vision.appearance_model import AppearanceModel, Overlap
from toc_pi.vision.decision import Decision, decide
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.planes import ROUGH
from toc_pi.vision.priors import ReferenceAppearance, apply_hole_changes, update_last_sure


def plain(model: AppearanceModel, **holes: HoleEvidence) -> Evidence:
    """Evidence of a noiseless picture of one colour."""
    count = len(model.grids.names)
    return replace(
        given(model, **holes),
        ratios=np.zeros((3, count, POINTS), np.float32),
        noise_variance=np.zeros((count, POINTS), np.float32),
    )


def doubtful(odds: float = 0.0, pawn: str = "a") -> HoleEvidence:
    """The evidence of a hole that holds a pawn with these log odds."""
    return HoleEvidence({pawn: (odds - PAWN) / FULL})


def empty_before(model: AppearanceModel) -> ReferenceAppearance:
    return update_last_sure(None, plain(model), model, contents(model))


def contents(model: AppearanceModel, **holes: str) -> Indices:
    """The content of all holes: empty ones but for these, "?" for an unsure one."""
    pawns = ["?", "", *model.calibration.looks.names]
    return np.array([pawns.index(holes.get(name, "")) - 1 for name in model.grids.names])


def shifted(evidence: Evidence, hole: int, points: np.ndarray, by: float, plane: int = 0) -> Evidence:
    """The same with some points of a hole brighter (or of another colour)."""
    ratios = evidence.ratios.copy()
    ratios[plane, hole, points] += by
    return replace(evidence, ratios=ratios)


def log_odds(decision: Decision, hole: str, pawn: str = "a") -> float:
    row = decision.probability[hole]
    return math.log(row[pawn] / row[""])


def test_a_doubtful_hole_that_looks_as_before_holds_what_it_did() -> None:
    model = model_of()
    evidence = plain(model, a9=doubtful())
    decision = decide(evidence, model)
    assert ALONE in decision.unsure
    weighed = apply_hole_changes(decision, evidence, model, empty_before(model))
    assert log_odds(weighed, ALONE) - log_odds(decision, ALONE) == pytest.approx(-2.5)
    likely_empty = plain(model, a9=replace(doubtful(-1.0), fits=(1.0, 9.0, 9.0)))
    decision = decide(likely_empty, model)
    assert ALONE in decision.unsure
    weighed = apply_hole_changes(decision, likely_empty, model, empty_before(model))
    assert ALONE not in weighed.unsure | weighed.holes.keys()
    pawns = update_last_sure(None, evidence, model, contents(model, **{ALONE: "a"}))
    likely_pawn = plain(model, a9=doubtful(1.0))
    weighed = apply_hole_changes(decide(likely_pawn, model), likely_pawn, model, pawns)
    assert weighed.holes == {ALONE: "a"}
    assert occupied(weighed) == {ALONE}


def test_a_doubtful_hole_that_looks_otherwise_has_changed() -> None:
    model = model_of()
    index = model.grids.names.index(ALONE)
    evidence = shifted(plain(model, a9=doubtful(2.0)), index, np.arange(POINTS), 1.0)
    decision = decide(evidence, model)
    weighed = apply_hole_changes(decision, evidence, model, empty_before(model))
    assert log_odds(weighed, ALONE) - log_odds(decision, ALONE) == pytest.approx(1.5)
    assert weighed.holes == {ALONE: "a"}
    assert ALONE in decision.unsure
    less = shifted(plain(model, a9=doubtful(0.0)), index, np.arange(POINTS), 1.0)
    weighed = apply_hole_changes(decide(less, model), less, model, empty_before(model))
    assert ALONE in weighed.unsure - occupied(weighed)
    # Whose pawn it is may still be unsure.
    likely = (1.5 - PAWN) / FULL
    either = shifted(plain(model, a9=HoleEvidence({"a": likely, "b": likely})), index, np.arange(POINTS), 1.0)
    assert ALONE not in occupied(decide(either, model))
    weighed = apply_hole_changes(decide(either, model), either, model, empty_before(model))
    assert ALONE in weighed.unsure
    assert occupied(weighed) == {ALONE}


@pytest.mark.parametrize(("plane", "spread"), [(0, 0.12), (1, 0.09), (2, 0.09)])
def test_how_large_a_change_speaks_neither_for_one_nor_against_it(plane: int, spread: float) -> None:
    model = model_of()
    index = model.grids.names.index(ALONE)
    decision = decide(plain(model, a9=doubtful()), model)
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        evidence = shifted(plain(model, a9=doubtful()), index, np.arange(POINTS), middle, plane)
        weighed = apply_hole_changes(decision, evidence, model, empty_before(model))
        low, high = (middle, high) if log_odds(weighed, ALONE) < log_odds(decision, ALONE) else (low, middle)
    points = model.points.flat[model.points.first[index] : model.points.first[index + 1]]
    wide = spread**2 + ROUGH**2 * model.roughness.reshape(3, -1)[plane, points]
    assert np.minimum(low**2 / wide, 9.0).mean() == pytest.approx(4.8 / 2.64, rel=0.01)


def test_a_change_is_smaller_evidence_where_unchanged_holes_differ_as_well() -> None:
    model = model_of()
    index = model.grids.names.index(ALONE)
    decision = decide(plain(model, a9=doubtful()), model)
    quiet = shifted(plain(model, a9=doubtful()), index, np.arange(POINTS), 0.25)
    others = np.delete(np.arange(len(model.grids.names)), index)
    ratios = quiet.ratios.copy()
    ratios[0, others] += 0.15
    restless = replace(quiet, ratios=ratios)
    noisy = replace(quiet, noise_variance=np.full_like(quiet.noise_variance, 0.02))
    odds = [
        log_odds(apply_hole_changes(decision, one, model, empty_before(model)), ALONE)
        for one in (quiet, restless, noisy)
    ]
    assert odds[1] < odds[0] - 0.5
    assert odds[2] < odds[0] - 0.5


def test_a_change_of_light_is_no_change_of_a_hole() -> None:
    model = model_of()
    evidence = plain(model, a9=doubtful())
    decision = decide(evidence, model)
    blue, green, red = -0.5, -0.9, 0.2
    relit = replace(evidence, ratios=evidence.ratios.copy())
    relit.ratios[0] += (blue + green + red) / 3
    relit.ratios[1] += red - green
    relit.ratios[2] += blue - green
    factors = np.array([blue, green, red], np.float32)[:, None]
    as_gain = replace(relit, gain=evidence.gain + factors)
    logs = model.empty.surrounding_logs + factors[..., None]
    learned = replace(model, empty=replace(model.empty, surrounding_logs=logs))
    last = empty_before(model)
    row = apply_hole_changes(decision, evidence, model, last).probability[ALONE]
    assert apply_hole_changes(decision, as_gain, model, last).probability[ALONE] == pytest.approx(row)
    assert apply_hole_changes(decision, relit, learned, last).probability[ALONE] == pytest.approx(row)
    assert apply_hole_changes(decision, relit, model, last).probability[ALONE] != pytest.approx(row)


@pytest.mark.parametrize(("shown", "compared"), [(7, False), (8, True)])
def test_a_hole_is_compared_if_enough_of_its_points_can_be(shown: int, compared: bool) -> None:
    model = model_of()
    index, near = (model.grids.names.index(hole) for hole in (ALONE, "a5"))
    size = int(model.points.first[index + 1] - model.points.first[index])
    overlaps = list(model.overlaps)
    overlaps[index] = (Overlap(near, True, np.arange(size - shown)),)
    model = replace(model, overlaps=tuple(overlaps))
    evidence = plain(model, a9=doubtful())
    decision = decide(evidence, model)
    decision.log[near] = np.where(np.array(decision.contents) == "b", 0.0, -60.0)
    last = update_last_sure(None, evidence, model, contents(model, a5="b"))
    weighed = apply_hole_changes(decision, evidence, model, last)
    assert (weighed.probability[ALONE] != decision.probability[ALONE]) == compared


def test_points_behind_a_pawn_or_beside_a_change_are_not_compared() -> None:
    model = model_of("kitchen")
    names = model.grids.names
    far, link = max(
        (
            (index, link)
            for index, links in enumerate(model.overlaps)
            for link in links
            if link.nearer
            and len(link.points) <= model.points.first[index + 1] - model.points.first[index] - 8
        ),
        key=lambda pair: len(pair[1].points),
    )
    sharing = [one for one in model.overlaps[far] if one.hole == link.hole]
    points = model.points.point[model.points.first[far] : model.points.first[far + 1]][
        np.concatenate([one.points for one in sharing])
    ]
    evidence = shifted(plain(model, **{names[far]: doubtful(pawn="b")}), far, points, 2.0)
    decision = decide(evidence, model)
    assert names[far] in decision.unsure

    def odds(near_now: str, near_then: str) -> float:
        now = replace(decision, log=decision.log.copy())
        now.log[link.hole] = np.where(np.array(now.contents) == near_now, 0.0, -60.0)
        then = contents(model, **{names[link.hole]: near_then})
        last = update_last_sure(None, plain(model), model, then)
        return log_odds(apply_hole_changes(now, evidence, model, last), names[far], "b")

    was = log_odds(decision, names[far], "b")
    assert odds("", "") > was
    for near in (("a", "a"), ("", "a"), ("a", ""), ("a", "b")):
        assert odds(*near) == pytest.approx(was - 2.5)


def test_a_doubtful_hole_is_compared_with_its_last_sure_look() -> None:
    model = model_of()
    index = model.grids.names.index(ALONE)
    changed = shifted(plain(model, a9=doubtful()), index, np.arange(POINTS), 1.0)
    unsure = update_last_sure(empty_before(model), changed, model, contents(model, **{ALONE: "?"}))
    decision = decide(changed, model)
    assert log_odds(apply_hole_changes(decision, changed, model, unsure), ALONE) == pytest.approx(
        log_odds(decision, ALONE) + 1.5
    )
    sure = update_last_sure(unsure, changed, model, contents(model, **{ALONE: "a"}))
    weighed = apply_hole_changes(decision, changed, model, sure)
    assert log_odds(weighed, ALONE) == pytest.approx(log_odds(decision, ALONE) + 2.5)
    assert sure.content[index] != unsure.content[index]


@pytest.mark.parametrize(("known", "weighed"), [(5, False), (6, True)])
def test_holes_are_compared_only_if_enough_others_are_unchanged(known: int, weighed: bool) -> None:
    model = model_of()
    evidence = plain(model, a9=doubtful())
    decision = decide(evidence, model)
    others = [hole for hole in model.grids.names if hole != ALONE][known:]
    last = update_last_sure(None, evidence, model, contents(model, **dict.fromkeys(others, "?")))
    assert (apply_hole_changes(decision, evidence, model, last) is not decision) == weighed


def test_nothing_is_known_before_a_first_picture_or_from_another_place() -> None:
    model = model_of()
    evidence = plain(model, a9=doubtful())
    decision = decide(evidence, model)
    assert apply_hole_changes(decision, evidence, model, None) is decision
    elsewhere = replace(empty_before(model), grids=replace(model.grids))
    assert apply_hole_changes(decision, evidence, model, elsewhere) is decision
    unsure = dict.fromkeys(set(model.grids.names) - {"a5"}, "?")
    known = update_last_sure(elsewhere, evidence, model, contents(model, **unsure))
    assert known.grids is model.grids
    assert (known.content >= 0).sum() == 1


def test_a_hole_that_is_hardly_in_view_is_not_compared() -> None:
    model = model_of()
    evidence = plain(model, a9=doubtful(1.0))
    decision = decide(evidence, model)
    for seen, compared in ((0.29, False), (0.31, True)):
        hidden = replace(decision, visible=np.full(len(decision.names), seen))
        weighed = apply_hole_changes(hidden, evidence, model, empty_before(model))
        assert (weighed.probability[ALONE] != decision.probability[ALONE]) == compared
