"""Decisions from the points' likelihoods: the evidence needed for a pawn, and what is never sure.

The likelihoods are given; the tables of a small board are real. Most tests determine the tipping point: the
log-likelihood ratio per point, pawn against empty board, at which the pawn becomes likelier.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest
from footage import footage
from given_evidence import ALONE, FULL, PAWN, HoleEvidence, alone, given, model_of, occupied, tipping

from toc_pi.vision.appearance_model import AppearanceModel
from toc_pi.vision.decision import Decision, decide
from toc_pi.vision.evidence import Evidence


def visible(decision: Decision, hole: str) -> float:
    return float(decision.visible[decision.names.index(hole)])


def test_a_pawn_is_as_rare_as_experience_says() -> None:
    assert tipping(alone(model_of())) == pytest.approx(-PAWN, abs=1e-3)


def test_a_pawn_of_another_seat_is_rarer_where_one_stood_at_set_up() -> None:
    model = model_of()
    assert model.calibration.looks.names[model.pawns.unmoved.pawn[model.grids.names.index("cC1")]] == "c"
    for hole, its, other in (("cC1", "c", "a"), ("aC1", "a", "c")):
        for pawn, prior in ((its, PAWN), (other, PAWN + math.log(0.1))):

            def decided(gap: float, hole: str = hole, pawn: str = pawn) -> Mapping[str, float]:
                return decide(given(model, **{hole: HoleEvidence({pawn: gap})}), model).probability[hole]

            assert tipping(decided, pawn) == pytest.approx(-prior, abs=1e-3)


def test_a_hole_that_shows_its_own_pattern_is_hardly_a_pawn_and_never_a_sure_one() -> None:
    model = model_of()
    assert tipping(alone(model, kept=True)) == pytest.approx(5 - PAWN, abs=1e-3)
    assert ALONE in decide(given(model, a9=HoleEvidence({"a": 8.0}, kept=True)), model).unsure
    assert ALONE not in decide(given(model, a9=HoleEvidence({"a": -8.0}, kept=True)), model).unsure


@pytest.mark.parametrize(
    ("hollow", "price"),
    [
        ((5, 1.0, 3.0), 8.0),
        ((5, 1.0, 9.0), 8.0),
        ((5, 1.0, 2.0), 4.0),
        ((5, 1.0, 1.0), 0.0),
        ((5, 2.0, 1.0), 0.0),
        ((4, 1.0, 3.0), 0.0),
        ((5, 7.4, 9.4), 8.0),
        ((5, 7.5, 9.5), 0.0),
    ],
)
def test_a_pawn_that_would_hide_a_visible_hole_is_less_likely(
    hollow: tuple[int, float, float], price: float
) -> None:
    model = model_of()
    for pawn in model.calibration.looks.names:

        def decided(gap: float, pawn: str = pawn) -> Mapping[str, float]:
            return decide(given(model, a9=HoleEvidence({pawn: gap}, hollow=hollow)), model).probability[ALONE]

        assert tipping(decided, pawn) == pytest.approx(price - PAWN, abs=1e-2)


def test_something_else_may_lie_over_a_hole_that_is_seen() -> None:
    model = model_of()
    for hollow in ((0, 0.0, 0.0), (5, 1.0, 9.0)):
        decision = decide(given(model, a9=HoleEvidence({}, other=6.0, hollow=hollow)), model)
        assert decision.maybe_unknown[model.grids.names.index(ALONE)]
        assert ALONE in decision.unsure


def size_of(model: AppearanceModel, hole: str) -> int:
    """How many points of a hole's grid are on a body."""
    return int(np.diff(model.points.first)[model.grids.names.index(hole)])


def test_points_around_speak_for_a_pawn_or_against_one() -> None:
    model = model_of()
    size = size_of(model, ALONE)
    assert tipping(alone(model, bonus=-size)) == pytest.approx(FULL - PAWN, abs=1e-3)


def test_the_evidence_of_a_point_is_limited_to_eight() -> None:
    model = model_of()
    evidence = given(model, a9=HoleEvidence({"a": 1.0}))
    count = evidence.states.shape[1] // 2

    def with_half(value: float) -> Mapping[str, float]:
        pawns = evidence.states.copy()
        pawns[0, :count] = value
        return decide(replace(evidence, states=pawns), model).probability[ALONE]

    assert with_half(8.0) == with_half(30.0)
    assert with_half(7.0) != with_half(8.0)
    assert with_half(-8.0) == with_half(-30.0)
    assert with_half(-7.0) != with_half(-8.0)


def test_a_white_top_is_rarer_and_rarer_still_in_patchy_light_or_where_a_pawn_stood() -> None:
    model = model_of("kitchen")
    index, seen = model.grids.names.index(ALONE), footage("kitchen").calibration.looks.names[0]

    def white_at(hole: str, step: float) -> Callable[[float], Mapping[str, float]]:
        def decided(gap: float) -> Mapping[str, float]:
            evidence = given(model, **{hole: HoleEvidence({}, white={seen: gap})})
            evidence.gain[:, model.neighbours[model.grids.names.index(hole)][-1]] = step
            return decide(evidence, model).probability[hole]

        return decided

    assert index in model.neighbours[index]
    assert tipping(white_at(ALONE, 0.0)) == pytest.approx(-PAWN - math.log(0.3), abs=1e-3)
    assert tipping(white_at(ALONE, 0.24)) == pytest.approx(-PAWN - math.log(0.3), abs=1e-3)
    assert tipping(white_at(ALONE, 0.26)) == pytest.approx(3 - PAWN - math.log(0.3), abs=1e-3)
    assert tipping(white_at("aC1", 0.0)) == pytest.approx(-PAWN - math.log(0.03), abs=1e-3)


def test_coloured_pawns_are_no_rarer_in_patchy_light() -> None:
    model = model_of("kitchen")

    def decided(gap: float) -> Mapping[str, float]:
        evidence = given(model, a9=HoleEvidence({"a": gap}))
        evidence.gain[:, ::2] = 1.0
        return decide(evidence, model).probability[ALONE]

    assert tipping(decided) == pytest.approx(-PAWN, abs=1e-3)


def test_the_probability_of_a_white_face_is_that_of_the_likeliest_pawn() -> None:
    model = model_of("kitchen")
    fresh = decide(given(model, a9=HoleEvidence({}, white={"b": 6.0})), model)
    assert fresh.holes == {ALONE: "b"}
    assert fresh.white[ALONE] == pytest.approx(1.0, abs=1e-3)
    plain = decide(given(model, a9=HoleEvidence({"b": 6.0})), model)
    assert plain.holes == {ALONE: "b"}
    assert plain.white[ALONE] == pytest.approx(0.0, abs=1e-3)
    assert decide(given(model, a9=HoleEvidence({})), model).white == {}
    assert decide(given(model_of(), a9=HoleEvidence({"b": 6.0})), model_of()).white == {}


def test_a_sure_pawn_of_an_unsure_seat_is_some_pawn() -> None:
    model = model_of()
    decision = decide(given(model, a9=HoleEvidence({"a": 6.0, "b": 6.0})), model)
    assert ALONE in decision.unsure
    assert occupied(decision) == {ALONE}
    assert decision.probability[ALONE]["a"] == pytest.approx(0.5, abs=0.01)
    assert not decide(given(model, a9=HoleEvidence({"a": -8.0})), model).occupied.any()


@pytest.mark.parametrize(("clear", "sure"), [(0.5, True), (0.49, False)])
def test_what_is_half_blown_out_is_unsure(clear: float, sure: bool) -> None:
    model = model_of()
    decision = decide(given(model, a9=HoleEvidence({"a": 8.0}, clear=clear)), model)
    assert (ALONE not in decision.unsure) == sure
    assert visible(decision, ALONE) == pytest.approx(clear)
    assert visible(decision, "a5") == 1.0
    assert "a5" not in decision.unsure
    assert (ALONE in occupied(decision)) == sure


@pytest.mark.parametrize(
    ("share", "blur", "known"),
    [(0.099, 0.0, True), (0.101, 0.0, False), (0.29, 1.0, True), (0.31, 1.0, False)],
)
def test_no_pawn_is_sure_where_much_of_the_board_looks_otherwise(
    share: float, blur: float, known: bool
) -> None:
    model = model_of()
    evidence = given(model, a9=HoleEvidence({"a": 8.0}), b9=HoleEvidence({"a": -8.0}, kept=True))
    hidden = set(model.reference_colours.hidden_by[model.grids.names.index(ALONE)].tolist())
    shown = np.flatnonzero([which not in hidden for which in model.reference_colours.subset.which.tolist()])
    assert len(shown) < len(model.reference_colours.subset.which)
    odd = np.ones(len(model.reference_colours.subset.which), np.bool_)  # behind the pawn that stands there
    odd[shown] = np.arange(len(shown)) < share * len(shown)
    decision = decide(replace(evidence, outliers=odd, blur=blur), model)
    assert (ALONE not in decision.unsure) == known
    assert "b9" not in decision.unsure


def overlapping(model: AppearanceModel, least: int = 20) -> tuple[str, str, int]:
    """A hole, one that is nearer to the camera and hides much of it, and how many points that hides."""
    for index, links in enumerate(model.overlaps):
        for link in links:
            if link.nearer and len(link.points) >= least and len(links) == 2:
                return model.grids.names[index], model.grids.names[link.hole], len(link.points)
    raise AssertionError


def test_a_near_pawn_hides_what_is_behind_it() -> None:
    model = model_of("kitchen")
    far, near, hidden = overlapping(model)
    size = size_of(model, far)
    evidence = given(model, **{far: HoleEvidence({"b": 8.0}), near: HoleEvidence({"a": 8.0})})
    decision = decide(evidence, model)
    assert decision.holes == {far: "b", near: "a"}
    assert visible(decision, far) == pytest.approx(1 - hidden / size)
    assert visible(decision, near) == 1.0
    nothing = decide(given(model, **{far: HoleEvidence({"b": 8.0}), near: HoleEvidence({"a": -8.0})}), model)
    assert visible(nothing, far) == 1.0


def test_points_hidden_by_a_near_pawn_are_no_evidence_for_what_is_behind_it() -> None:
    model = model_of("kitchen")
    far, near, _ = overlapping(model)
    index = model.grids.names.index(far)
    (link,) = (link for link in model.overlaps[index] if link.nearer)
    evidence = given(model, **{far: HoleEvidence({"b": -3.0}), near: HoleEvidence({"a": 8.0})})
    start = int(evidence.first[int(np.flatnonzero(evidence.candidates == index)[0])])
    loud = evidence.states.copy()
    loud[1, start + link.points] = 8.0
    decision, quiet = decide(replace(evidence, states=loud), model), decide(evidence, model)
    assert decision.probability[far]["b"] == pytest.approx(quiet.probability[far]["b"], abs=1e-9)
    assert far not in decision.holes
    row = quiet.probability[far]
    assert math.log(row["b"] / row[""]) == pytest.approx(-3.0 * FULL + PAWN, rel=1e-3)
    # Surrounding points count in full; the penalty of a visible hole only if all of it is visible.
    lone = given(
        model,
        **{far: HoleEvidence({"b": -3.0}, bonus=50.0, hollow=(5, 1.0, 8.0)), near: HoleEvidence({"a": 8.0})},
    )
    size = int(lone.first[1])
    row = decide(lone, model).probability[far]
    assert set(link.points.tolist()).isdisjoint(range(5))
    assert math.log(row["b"] / row[""]) == pytest.approx((-3.0 + 50.0 / size) * FULL + PAWN - 8.0, rel=0.02)


def test_a_pawn_explains_the_points_that_it_shows_behind_an_empty_hole() -> None:
    """The far pawn is seen over the near hole: its points are no sign of a pawn there."""
    model = model_of("kitchen")
    far, near, _ = overlapping(model)
    index = model.grids.names.index(near)
    (link,) = (
        link for link in model.overlaps[index] if not link.nearer and model.grids.names[link.hole] == far
    )
    evidence = given(model, **{far: HoleEvidence({"a": 8.0}), near: HoleEvidence({"a": -2.0})})
    start = int(evidence.first[int(np.flatnonzero(evidence.candidates == index)[0])])
    pawns = evidence.states.copy()
    pawns[0, start + link.points] = 8.0
    with_it = decide(replace(evidence, states=pawns), model)
    alone_evidence = given(model, **{far: HoleEvidence({"a": -8.0}), near: HoleEvidence({"a": -2.0})})
    without = decide(replace(alone_evidence, states=pawns_like(alone_evidence, start, link.points)), model)
    assert with_it.probability[near]["a"] < without.probability[near]["a"]
    # The pawn behind explains these points nearly as well as one in this hole: each gives 0.5, not 8.
    size, hidden = evidence.states.shape[1] // 2, len(link.points)
    row = with_it.probability[near]
    assert math.log(row["a"] / row[""]) == pytest.approx(
        (0.5 * hidden - 2.0 * (size - hidden)) / size * FULL + PAWN, rel=0.02
    )
    # If the pawn behind explains a point badly, the empty board is used, with a penalty of 1.
    unlike = pawns.copy()
    unlike[0, start + link.points] = -5.0
    row = decide(replace(evidence, states=unlike), model).probability[near]
    assert math.log(row["a"] / row[""]) == pytest.approx(
        (-4.0 * hidden - 2.0 * (size - hidden)) / size * FULL + PAWN, rel=0.02
    )
    # The misfits of the pawn behind count only where it explains the points better than the board.
    misfit = evidence.state_misfit.copy()
    misfit[0, start + link.points] = 60.0
    for gap, is_board in ((-0.6, True), (-0.4, False)):
        pawns[0, start + link.points] = gap
        row = decide(replace(evidence, states=pawns, state_misfit=misfit), model).probability[near]
        says = gap - max(gap - 0.5, -1.0)
        plain = (says * hidden - 2.0 * (size - hidden)) / size * FULL + PAWN
        assert (math.log(row["a"] / row[""]) == pytest.approx(plain, rel=0.02)) == is_board


def pawns_like(evidence: Evidence, start: int, points: np.ndarray) -> np.ndarray:
    """The likelihoods with these points of one hole speaking for the first pawn."""
    pawns = evidence.states.copy()
    pawns[0, start + points] = 8.0
    return pawns


def test_holes_without_candidates_are_empty() -> None:
    model = model_of()
    decision: Decision = decide(given(model), model)
    assert decision.holes == {}
    assert decision.unsure == frozenset()
    assert all(row[""] == 1.0 and sum(row.values()) == 1.0 for row in decision.probability.values())
    assert set(decision.probability) == set(model.grids.names)
