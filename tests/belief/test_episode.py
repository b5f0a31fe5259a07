"""Several observations of a still board: which one is valid, and since when the board is at rest."""

from collections import Counter

import pytest
from looks import look

from calibration.holes import Seat
from toc_pi.belief.episode import MAX_FORMER, Episode
from toc_pi.belief.game import Belief
from toc_pi.belief.look import Look
from toc_pi.rules.position import Position

SEATS = [Seat("a")]
BELIEF = Belief((Position.parse("a3:a"),))
HERE, MOVED = look("a3:a", "aaa"), look("a8:a", "aaa")
GONE = look("", "aaa")
"""A pawn is on no hole."""


def seen(*looks: tuple[float, Look], belief: Belief = BELIEF, episode: Episode | None = None) -> Episode:
    """An episode with these observations, after the view became clear at 0."""
    episode = episode or Episode().with_view(0.0, "watching")
    for t, one in looks:
        episode = episode.with_look(t, one, belief, SEATS)
    return episode


def test_equal_looks_extend_the_time_at_rest() -> None:
    episode = seen((1.0, HERE), (1.2, HERE), (1.4, HERE))
    assert episode.stood(3.0) == 2.0
    assert episode.rested(3.0) == 2.0
    assert episode.look == HERE
    assert episode == seen((1.0, HERE))


def test_a_board_that_changed_restarts_its_time_at_rest() -> None:
    episode = seen((1.0, HERE), (2.0, MOVED))
    assert episode.look == MOVED
    assert episode.stood(2.5) == 0.5
    assert episode.rested(2.2) == pytest.approx(0.2)


def test_a_view_that_became_clear_later_counts_from_then() -> None:
    episode = seen((1.0, HERE)).with_view(2.0, "hand").with_view(5.0, "watching")
    assert episode.stood(6.0) == 1.0
    assert not seen((1.0, HERE)).with_view(2.0, "hand").is_clear
    assert not seen((1.0, HERE)).with_view(2.0, "hand").is_known(9.0)


def test_what_a_hand_has_left_as_it_was_is_known_after_a_moment_without_a_look() -> None:
    episode = seen((1.0, HERE)).with_view(2.0, "hand").with_view(5.0, "watching")
    assert not episode.is_known(5.69)
    assert episode.is_known(5.71)
    assert seen((5.1, HERE), episode=episode).is_known(5.1)


@pytest.mark.parametrize(("back", "since"), [(1.25, 1.0), (1.89, 1.0), (1.91, 1.91)])
def test_what_came_between_two_equal_looks_was_misread_if_it_was_short(back: float, since: float) -> None:
    """The board was seen for a moment only, then misread for a moment, then seen again."""
    assert seen((1.0, HERE), (1.2, GONE), (back, HERE)).since == since


def test_a_misreading_costs_no_time() -> None:
    for back in (1.4, 1.8):
        episode = seen((0.0, HERE), (1.0, HERE), (1.2, GONE), (back, HERE))
        assert episode.stood(2.0) == 2.0


def test_a_whole_board_seen_between_costs_its_time() -> None:
    """Another board without a pawn missing was no misreading: what it lasted doesn't count."""
    episode = seen((0.0, HERE), (1.0, MOVED), (1.2, HERE))
    assert episode.stood(2.0) == pytest.approx(1.8)


@pytest.mark.parametrize(
    ("odd", "lasted", "kept"),
    [(MOVED, 0.29, True), (MOVED, 0.31, False), (GONE, 0.31, True), (GONE, 0.69, True), (GONE, 0.71, False)],
)
def test_a_look_that_lasted_was_not_misread_and_a_strange_one_must_last_longer(
    odd: Look, lasted: float, kept: bool
) -> None:
    episode = seen((0.0, HERE), (1.0, odd), (1.0 + lasted, look("a9:a", "aaa")))
    assert {one.look for one in episode.former} == ({HERE, odd} if kept else {odd})


@pytest.mark.parametrize(("lasted", "rests"), [(1.09, False), (1.11, True)])
def test_a_board_with_a_pawn_missing_must_stand_for_longer_to_be_at_rest(lasted: float, rests: bool) -> None:
    episode = seen((0.0, HERE), (1.0, GONE), (1.0 + lasted, look("", "aaa", b5={})))
    assert episode.rest is not None
    assert (episode.rest.look == GONE) == rests


def test_only_looks_of_the_last_moment_and_few_of_them_are_kept() -> None:
    boards = [look(f"a{n}:a", "aaa") for n in range(10)]
    episode = seen(*((0.05 * n, one) for n, one in enumerate(boards)))
    assert len(episode.former) == MAX_FORMER == 5
    assert episode.former[0].look == boards[8]
    slow = seen(*((0.25 * n, one) for n, one in enumerate(boards)))
    assert [one.look for one in slow.former] == boards[8:5:-1]


def test_a_board_rests_though_other_holes_become_unsure() -> None:
    dim = look("a3:a", "aaa", b5={"b": 0.3, "": 0.7})
    other = look("a3:a", "aaa", b6={"b": 0.3, "": 0.7})
    episode = seen((0.0, HERE), (1.0, dim), (2.0, other))
    assert episode.rested(2.29) == pytest.approx(episode.stood(2.29))
    assert episode.rested(2.31) == pytest.approx(2.31)


def test_a_board_that_speaks_against_what_rested_begins_another_rest() -> None:
    episode = seen((0.0, HERE), (1.0, MOVED))
    assert episode.rest is not None
    assert episode.rest.contradicted == 1.0
    assert episode.rested(1.9) == pytest.approx(episode.stood(1.9)) == pytest.approx(0.9)
    short = seen((1.69, look("a8:a", "aaa", b5={})), episode=episode)
    assert short.rest is not None
    assert short.rest.look == HERE
    long = seen((1.71, look("a8:a", "aaa", b5={})), episode=episode)
    assert long.rest is not None
    assert long.rest.look == MOVED
    assert long.rest.since == 1.0


def test_small_changes_of_probability_are_no_news() -> None:
    def doubtful(chance: float) -> Look:
        return look("a3:a", "aaa", b5={"b": chance, "": 0.5})

    episode = seen((0.0, doubtful(0.3)))
    assert seen((1.0, doubtful(0.49)), episode=episode) is episode
    changed = seen((1.0, doubtful(0.51)), episode=episode)
    assert changed is not episode
    assert changed.look is not None
    assert changed.look.chances["b5"]["b"] == 0.51
    assert changed.since == 0.0
    gone = seen((1.0, look("a3:a", "aaa", b5={"": 0.5, "c": 0.21})), episode=seen((0.0, doubtful(0.1))))
    assert gone.look is not None
    assert "c" in gone.look.chances["b5"]


def test_a_changed_white_face_is_news() -> None:
    def faced(chance: float) -> Look:
        return look("a3:a", "aaa", white={"a3": chance})

    episode = seen((0.0, faced(0.5)))
    assert seen((1.0, faced(0.69)), episode=episode) is episode
    assert seen((1.0, faced(0.71)), episode=episode) is not episode
    assert seen((1.0, faced(0.71)), episode=seen((0.0, HERE))).look is not None
    assert seen((1.0, faced(0.69)), episode=seen((0.0, HERE))).look == HERE


def test_pawns_long_missing_are_no_misreading() -> None:
    absent = Belief(BELIEF.record, ((Seat("a"), 1),))
    assert absent.missing == Counter(a=1)
    third = look("a9:a", "aaa")
    for belief, kept in ((BELIEF, True), (absent, False)):
        episode = seen((0.0, HERE), (1.0, GONE), (1.5, third), belief=belief)
        assert (HERE in {one.look for one in episode.former}) == kept
