"""How much is explained unasked, and how it fades."""

import string

from hypothesis import given
from hypothesis import strategies as st

from calibration.holes import Hole, Seat
from toc_pi.rules.position import Card
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.teaching.levels import (
    BROKEN,
    ENOUGH,
    Learned,
    Level,
    after_right,
    after_telling,
    due_kinds,
    kinds_of_breach,
    kinds_of_card,
    kinds_of_play,
)
from toc_pi.teaching.pawn_moves import PawnMove

A = Seat("a")
kinds = st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=3), max_size=6)
levels: st.SearchStrategy[Level] = st.sampled_from(("silent", "asked", "first", "shown"))
evenings = st.lists(st.tuples(st.booleans(), kinds), max_size=30)
"""Kinds of thing that occurred, and whether they were done right."""


def after(evening: list[tuple[bool, list[str]]], level: Level) -> Learned:
    """What a player knows after an evening at a level."""
    learned = Learned()
    for right, what in evening:
        learned = after_telling(learned, due_kinds(level, learned, what))
        if right:
            learned = after_right(learned, what)
    return learned


@given(evenings, levels, kinds)
def test_what_was_done_right_three_times_is_not_explained_again(
    evening: list[tuple[bool, list[str]]], level: Level, now: list[str]
) -> None:
    learned = after(evening, level)
    for kind in due_kinds(level, learned, now):
        assert learned.times(kind).right < ENOUGH
        assert kind in now


@given(evenings, kinds)
def test_at_level_first_each_kind_of_thing_is_explained_once(
    evening: list[tuple[bool, list[str]]], now: list[str]
) -> None:
    learned = after(evening, "first")
    assert all(times.explained <= 1 for times in learned.kinds.values())
    met = {kind for _, what in evening for kind in what}
    assert {*due_kinds("first", learned, now)} == {*now} - met


@given(evenings, st.sampled_from(("silent", "asked")), kinds)
def test_at_level_asked_nothing_is_explained_unasked(
    evening: list[tuple[bool, list[str]]], level: Level, now: list[str]
) -> None:
    assert due_kinds(level, after(evening, level), now) == ()


@given(evenings, kinds)
def test_newcomers_are_shown_all_that_they_do_not_know(
    evening: list[tuple[bool, list[str]]], now: list[str]
) -> None:
    learned = after(evening, "shown")
    assert {*due_kinds("shown", learned, now)} == {kind for kind in now if not learned.is_known(kind)}


def test_a_broken_rule_is_explained_to_a_newcomer_three_times() -> None:
    learned, broken = Learned(), kinds_of_breach(["home-left"])
    assert broken == (f"{BROKEN}home-left",)
    explained = 0
    while due_kinds("shown", learned, broken):
        learned, explained = after_telling(learned, broken), explained + 1
    assert explained == ENOUGH


def test_what_a_card_may_do_and_what_was_done_with_it() -> None:
    quebec = load_ruleset("quebec")
    assert kinds_of_card(quebec, Card("K")) == ("out", "forward")
    assert kinds_of_card(quebec, Card("7")) == ("split",)
    out = PawnMove("out", A, None, Hole("a0"))
    capture = PawnMove("capture", Seat("b"), Hole("a0"))
    go = PawnMove("go", A, Hole("a0"), Hole("a13"))
    assert kinds_of_play(quebec, Card("K"), (out, capture)) == ("out", "capture")
    assert kinds_of_play(quebec, Card("K"), (go,)) == ("forward",)
    assert kinds_of_play(quebec, Card("4"), (go,)) == ("back",)
