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
from given_evidence import ALONE, FULL, PAWN, HoleEvidence, alone, eye_of, given, tipping

from toc_pi.vision.decision import Decision, decide
from toc_pi.vision.evidence import Evidence
from toc_pi.vision.eye import Eye


def test_a_pawn_is_as_rare_as_experience_says() -> None:
    assert tipping(alone(eye_of())) == pytest.approx(-PAWN, abs=1e-3)


def test_a_pawn_of_another_seat_is_rarer_where_one_stood_at_set_up() -> None:
    eye = eye_of()
    assert eye.calibration.looks.names[eye.unmoved.kind[eye.places.names.index("cC1")]] == "c"
    for hole, its, other in (("cC1", "c", "a"), ("aC1", "a", "c")):
        for pawn, prior in ((its, PAWN), (other, PAWN + math.log(0.1))):

            def decided(gap: float, hole: str = hole, pawn: str = pawn) -> Mapping[str, float]:
                return decide(given(eye, **{hole: HoleEvidence({pawn: gap})}), eye).probability[hole]

            assert tipping(decided, pawn) == pytest.approx(-prior, abs=1e-3)


def test_a_hole_that_shows_its_own_pattern_is_hardly_a_pawn_and_never_a_sure_one() -> None:
    eye = eye_of()
    assert tipping(alone(eye, kept=True)) == pytest.approx(5 - PAWN, abs=1e-3)
    assert ALONE in decide(given(eye, a9=HoleEvidence({"a": 8.0}, kept=True)), eye).unsure
    assert ALONE not in decide(given(eye, a9=HoleEvidence({"a": -8.0}, kept=True)), eye).unsure


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
    assert tipping(alone(eye_of(), hollow=hollow)) == pytest.approx(price - PAWN, abs=1e-2)


def test_something_else_may_lie_over_a_hole_that_is_seen() -> None:
    eye = eye_of()
    for hollow in ((0, 0.0, 0.0), (5, 1.0, 9.0)):
        told = decide(given(eye, a9=HoleEvidence({}, other=6.0, hollow=hollow)), eye)
        assert ALONE in told.strange
        assert ALONE in told.unsure


def test_points_around_speak_for_a_pawn_or_against_one() -> None:
    eye = eye_of()
    size = int(eye.first[eye.places.names.index(ALONE) + 1] - eye.first[eye.places.names.index(ALONE)])
    assert tipping(alone(eye, bonus=-size)) == pytest.approx(FULL - PAWN, abs=1e-3)


def test_the_evidence_of_a_point_is_limited_to_eight() -> None:
    eye = eye_of()
    evidence = given(eye, a9=HoleEvidence({"a": 1.0}))
    count = evidence.pawns.shape[1] // 2

    def with_half(value: float) -> Mapping[str, float]:
        pawns = evidence.pawns.copy()
        pawns[0, :count] = value
        return decide(replace(evidence, pawns=pawns), eye).probability[ALONE]

    assert with_half(8.0) == with_half(30.0)
    assert with_half(7.0) != with_half(8.0)
    assert with_half(-8.0) == with_half(-30.0)
    assert with_half(-7.0) != with_half(-8.0)


def test_a_white_top_is_rarer_and_rarer_still_in_patchy_light_or_where_a_pawn_stood() -> None:
    eye = eye_of("kitchen")
    index, seen = eye.places.names.index(ALONE), footage("kitchen").calibration.looks.names[0]

    def white_at(hole: str, step: float) -> Callable[[float], Mapping[str, float]]:
        def decided(gap: float) -> Mapping[str, float]:
            evidence = given(eye, **{hole: HoleEvidence({}, white={seen: gap})})
            evidence.gain[:, eye.near[eye.places.names.index(hole)][-1]] = step
            return decide(evidence, eye).probability[hole]

        return decided

    assert index in eye.near[index]
    assert tipping(white_at(ALONE, 0.0)) == pytest.approx(-PAWN - math.log(0.3), abs=1e-3)
    assert tipping(white_at(ALONE, 0.24)) == pytest.approx(-PAWN - math.log(0.3), abs=1e-3)
    assert tipping(white_at(ALONE, 0.26)) == pytest.approx(3 - PAWN - math.log(0.3), abs=1e-3)
    assert tipping(white_at("aC1", 0.0)) == pytest.approx(-PAWN - math.log(0.03), abs=1e-3)


def test_coloured_pawns_are_no_rarer_in_patchy_light() -> None:
    eye = eye_of("kitchen")

    def decided(gap: float) -> Mapping[str, float]:
        evidence = given(eye, a9=HoleEvidence({"a": gap}))
        evidence.gain[:, ::2] = 1.0
        return decide(evidence, eye).probability[ALONE]

    assert tipping(decided) == pytest.approx(-PAWN, abs=1e-3)


def test_the_probability_of_a_white_face_is_that_of_the_likeliest_pawn() -> None:
    eye = eye_of("kitchen")
    fresh = decide(given(eye, a9=HoleEvidence({}, white={"b": 6.0})), eye)
    assert fresh.holes == {ALONE: "b"}
    assert fresh.white[ALONE] == pytest.approx(1.0, abs=1e-3)
    plain = decide(given(eye, a9=HoleEvidence({"b": 6.0})), eye)
    assert plain.holes == {ALONE: "b"}
    assert plain.white[ALONE] == pytest.approx(0.0, abs=1e-3)
    assert decide(given(eye, a9=HoleEvidence({})), eye).white == {}
    assert decide(given(eye_of(), a9=HoleEvidence({"b": 6.0})), eye_of()).white == {}


def test_a_sure_pawn_of_an_unsure_seat_is_some_pawn() -> None:
    eye = eye_of()
    told = decide(given(eye, a9=HoleEvidence({"a": 6.0, "b": 6.0})), eye)
    assert ALONE in told.unsure
    assert told.some == {ALONE}
    assert told.probability[ALONE]["a"] == pytest.approx(0.5, abs=0.01)
    assert decide(given(eye, a9=HoleEvidence({"a": -8.0})), eye).some == frozenset()


@pytest.mark.parametrize(("clear", "sure"), [(0.5, True), (0.49, False)])
def test_what_is_half_blown_out_is_unsure(clear: float, sure: bool) -> None:
    eye = eye_of()
    told = decide(given(eye, a9=HoleEvidence({"a": 8.0}, clear=clear)), eye)
    assert (ALONE not in told.unsure) == sure
    assert told.seen[ALONE] == pytest.approx(clear)
    assert told.seen["a5"] == 1.0
    assert "a5" not in told.unsure
    assert (ALONE in told.some) == sure


@pytest.mark.parametrize(
    ("share", "blur", "known"),
    [(0.099, 0.0, True), (0.101, 0.0, False), (0.29, 1.0, True), (0.31, 1.0, False)],
)
def test_no_pawn_is_sure_where_much_of_the_board_looks_otherwise(
    share: float, blur: float, known: bool
) -> None:
    eye = eye_of()
    evidence = given(eye, a9=HoleEvidence({"a": 8.0}), b9=HoleEvidence({"a": -8.0}, kept=True))
    hidden = set(eye.known.behind[eye.places.names.index(ALONE)].tolist())
    shown = np.flatnonzero([which not in hidden for which in eye.known.few.which.tolist()])
    assert len(shown) < len(eye.known.few.which)
    odd = np.ones(len(eye.known.few.which), np.bool_)  # behind the pawn that stands there
    odd[shown] = np.arange(len(shown)) < share * len(shown)
    told = decide(replace(evidence, odd=odd, blur=blur), eye)
    assert (ALONE not in told.unsure) == known
    assert "b9" not in told.unsure


def overlapping(eye: Eye, least: int = 20) -> tuple[str, str, int]:
    """A hole, one that is nearer to the camera and hides much of it, and how many points that hides."""
    for index, links in enumerate(eye.overlaps):
        for link in links:
            if link.nearer and len(link.points) >= least and len(links) == 2:
                return eye.places.names[index], eye.places.names[link.other], len(link.points)
    raise AssertionError


def test_a_near_pawn_hides_what_is_behind_it() -> None:
    eye = eye_of("kitchen")
    far, near, hidden = overlapping(eye)
    size = int(eye.first[eye.places.names.index(far) + 1] - eye.first[eye.places.names.index(far)])
    evidence = given(eye, **{far: HoleEvidence({"b": 8.0}), near: HoleEvidence({"a": 8.0})})
    told = decide(evidence, eye)
    assert told.holes == {far: "b", near: "a"}
    assert told.seen[far] == pytest.approx(1 - hidden / size)
    assert told.seen[near] == 1.0
    nothing = decide(given(eye, **{far: HoleEvidence({"b": 8.0}), near: HoleEvidence({"a": -8.0})}), eye)
    assert nothing.seen[far] == 1.0


def test_points_hidden_by_a_near_pawn_are_no_evidence_for_what_is_behind_it() -> None:
    eye = eye_of("kitchen")
    far, near, _ = overlapping(eye)
    index = eye.places.names.index(far)
    (link,) = (link for link in eye.overlaps[index] if link.nearer)
    evidence = given(eye, **{far: HoleEvidence({"b": -3.0}), near: HoleEvidence({"a": 8.0})})
    start = int(evidence.first[int(np.flatnonzero(evidence.rows == index)[0])])
    loud = evidence.pawns.copy()
    loud[1, start + link.points] = 8.0
    told, quiet = decide(replace(evidence, pawns=loud), eye), decide(evidence, eye)
    assert told.probability[far]["b"] == pytest.approx(quiet.probability[far]["b"], abs=1e-9)
    assert far not in told.holes
    row = quiet.probability[far]
    assert math.log(row["b"] / row[""]) == pytest.approx(-3.0 * FULL + PAWN, rel=1e-3)
    # Surrounding points count in full; the penalty of a visible hole only if all of it is visible.
    lone = given(
        eye,
        **{far: HoleEvidence({"b": -3.0}, bonus=50.0, hollow=(5, 1.0, 8.0)), near: HoleEvidence({"a": 8.0})},
    )
    size = int(lone.first[1])
    row = decide(lone, eye).probability[far]
    assert set(link.points.tolist()).isdisjoint(range(5))
    assert math.log(row["b"] / row[""]) == pytest.approx((-3.0 + 50.0 / size) * FULL + PAWN - 8.0, rel=0.02)


def test_a_pawn_explains_the_points_that_it_shows_behind_an_empty_hole() -> None:
    """The far pawn is seen over the near hole: its points are no sign of a pawn there."""
    eye = eye_of("kitchen")
    far, near, _ = overlapping(eye)
    index = eye.places.names.index(near)
    (link,) = (
        link for link in eye.overlaps[index] if not link.nearer and eye.places.names[link.other] == far
    )
    evidence = given(eye, **{far: HoleEvidence({"a": 8.0}), near: HoleEvidence({"a": -2.0})})
    start = int(evidence.first[int(np.flatnonzero(evidence.rows == index)[0])])
    pawns = evidence.pawns.copy()
    pawns[0, start + link.points] = 8.0
    with_it = decide(replace(evidence, pawns=pawns), eye)
    alone_evidence = given(eye, **{far: HoleEvidence({"a": -8.0}), near: HoleEvidence({"a": -2.0})})
    without = decide(replace(alone_evidence, pawns=pawns_like(alone_evidence, start, link.points)), eye)
    assert with_it.probability[near]["a"] < without.probability[near]["a"]
    # The pawn behind explains these points nearly as well as one in this hole: each gives 0.5, not 8.
    size, hidden = evidence.pawns.shape[1] // 2, len(link.points)
    row = with_it.probability[near]
    assert math.log(row["a"] / row[""]) == pytest.approx(
        (0.5 * hidden - 2.0 * (size - hidden)) / size * FULL + PAWN, rel=0.02
    )
    # If the pawn behind explains a point badly, the empty board is used, with a penalty of 1.
    unlike = pawns.copy()
    unlike[0, start + link.points] = -5.0
    row = decide(replace(evidence, pawns=unlike), eye).probability[near]
    assert math.log(row["a"] / row[""]) == pytest.approx(
        (-4.0 * hidden - 2.0 * (size - hidden)) / size * FULL + PAWN, rel=0.02
    )
    # The misfits of the pawn behind count only where it explains the points better than the board.
    misfit = evidence.misfit.copy()
    misfit[0, start + link.points] = 60.0
    for gap, is_board in ((-0.6, True), (-0.4, False)):
        pawns[0, start + link.points] = gap
        row = decide(replace(evidence, pawns=pawns, misfit=misfit), eye).probability[near]
        says = gap - max(gap - 0.5, -1.0)
        plain = (says * hidden - 2.0 * (size - hidden)) / size * FULL + PAWN
        assert (math.log(row["a"] / row[""]) == pytest.approx(plain, rel=0.02)) == is_board


def pawns_like(evidence: Evidence, start: int, points: np.ndarray) -> np.ndarray:
    """The likelihoods with these points of one hole speaking for the first pawn."""
    pawns = evidence.pawns.copy()
    pawns[0, start + points] = 8.0
    return pawns


def test_holes_without_candidates_are_empty() -> None:
    eye = eye_of()
    told: Decision = decide(given(eye), eye)
    assert told.holes == {}
    assert told.unsure == frozenset()
    assert all(row[""] == 1.0 and sum(row.values()) == 1.0 for row in told.probability.values())
    assert set(told.probability) == set(eye.places.names)
