"""Boards of other games: what moved, and nothing about rules."""

from toc_pi.app.film_session import changes, standing_after, view_alone
from toc_pi.effects import State
from toc_pi.events import Seen, Tick, ViewChanged


def seen(holes: dict[str, str], *unsure: str) -> Seen:
    return Seen(1.0, holes, frozenset(unsure))  # type: ignore[arg-type]


def test_a_pawn_that_went_and_one_that_was_taken() -> None:
    before = {"x1": "red", "x5": "blue"}
    assert changes(before, seen({"x5": "red"})) == (
        ("blue", "x5", None),
        ("red", "x1", "x5"),
    )
    assert changes(before, seen(before)) == ()
    assert changes({}, seen({"x1": "red"})) == (("red", None, "x1"),)


def test_a_hole_that_is_hidden_now_lost_nothing() -> None:
    now = seen({}, "x1")
    assert changes({"x1": "red"}, now) == ()
    assert standing_after({"x1": "red", "x2": "blue"}, now) == {"x1": "red"}


def test_without_rules_only_the_view_is_reported() -> None:
    assert view_alone(ViewChanged(2.0, "hand")) == (State(2.0, "hand"),)
    assert view_alone(seen({"x1": "red"})) == ()
    assert view_alone(Tick(3.0)) == ()
