"""Each player's level at the table: silent, when asked, the first time, everything; and how it fades."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_coach import AtOnce, move, shown
from walking import SEATS, Walk

from calibration.holes import Hole, Seat
from toc_pi.app.setup.answers import Answers
from toc_pi.app.teaching.help_levels import (
    BROKEN,
    ENOUGH,
    Helping,
    kinds_of_breach,
    kinds_of_card,
    kinds_of_play,
)
from toc_pi.rules.pawn_moves import PawnMove
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.screen.scene_panel import panel_of
from toc_pi.store.table_config import Hints

START = Position.parse("a0:a* a8:a a12:d b3:b c5:c d5:d")
A, B, C, D = SEATS

kinds = st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=3), max_size=6)
evenings = st.lists(st.tuples(st.booleans(), kinds), max_size=30)
"""Kinds of thing that occurred, and whether they were done right."""


@given(evenings, st.sampled_from(("silent", "asked", "first", "shown")), kinds)
def test_what_is_explained_unasked_fades(
    evening: list[tuple[bool, list[str]]], level: Hints, now: list[str]
) -> None:
    helping, met = Helping(Answers(hints=level)), {kind for _, what in evening for kind in what}
    times = dict.fromkeys([*met, *now], 0)
    for right, what in evening:
        helping.explain(A, what)
        if right:
            helping.did_right(A, what)
            times |= {kind: times[kind] + 1 for kind in what}
    unknown = {kind for kind in now if times[kind] < ENOUGH}
    due = {"silent": set[str](), "asked": set[str](), "first": {*now} - met, "shown": unknown}
    assert {*helping.explain(A, now)} == due[level]


def test_a_broken_rule_is_explained_to_a_newcomer_three_times() -> None:
    helping, broken = Helping(Answers(hints="shown")), kinds_of_breach(["home-left"])
    assert broken == (f"{BROKEN}home-left",)
    assert [helping.explain(A, broken) for _ in range(ENOUGH + 2)] == [broken] * ENOUGH + [()] * 2


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


def walk(helped: Answers, *, camera: bool = True) -> Walk:
    return Walk(load_ruleset("quebec"), START, camera=camera, thinker=AtOnce(), helped=helped)


def offered(table: Walk) -> set[str]:
    panel = panel_of(table.stage.scene)
    return {choice.key for choice in (*panel.orders, *([panel.may] if panel.may else []))}


def sentence(table: Walk) -> str:
    box = panel_of(table.stage.scene).box
    return "" if box is None else box.sentence


@pytest.mark.parametrize("camera", [True, False])
def test_a_silent_referee_says_right_or_wrong_and_no_more(camera: bool) -> None:
    table = walk(Answers(hints="silent"), camera=camera)
    assert "may" not in offered(table)
    table.tap("card:6")
    move(table, ("a8", "a13"))
    assert table.stage.scene.game.flagged is not None
    assert sentence(table) == "Please put the pawns back as the arrows show."
    assert "why" not in offered(table)


def test_each_player_has_his_own_level() -> None:
    table = walk(Answers(levels={A: "silent", B: "first"}))
    assert "may" not in offered(table)
    table.tap("card:4")
    assert sentence(table) == ""
    move(table, ("a8", "a4"))
    assert "may" in offered(table)
    table.tap("card:4")
    assert sentence(table) == "The 4 moves one of your pawns 4 backward."


def test_a_new_card_and_a_broken_rule_are_explained_the_first_time() -> None:
    table = walk(Answers(hints="first"))
    table.tap("card:6")
    assert sentence(table) == "The 6 moves one of your pawns 6 forward."
    move(table, ("a8", "a13"))
    assert shown(table).title == "Why?"
    table.tap("guide:close")
    move(table, ("a13", "a8"))
    move(table, ("a8", "a13"))
    assert table.stage.scene.game.flagged is not None
    assert table.glass.guided is None, "it was explained already"


def test_newcomers_are_shown_what_a_card_may_do_until_they_have_done_it_three_times() -> None:
    table = walk(Answers(hints="shown", levels={B: "asked", C: "asked", D: "asked"}))
    seen = []
    for turn in range(4):
        table.tap("card:2")
        seen.append(table.glass.guided is not None)
        table.tap("guide:close")
        at = 8 + 2 * turn
        move(table, (f"a{at}", f"a{at + 2}"))
        for seat, hole in ((B, 3), (C, 5), (D, 5)):
            table.tap("card:2")
            assert table.glass.guided is None
            move(table, (f"{seat}{hole + 2 * turn}", f"{seat}{hole + 2 * turn + 2}"))
    assert seen == [True, True, True, False]


def test_hints_are_counted_for_each_player_and_come_back_with_a_new_game() -> None:
    table = walk(Answers(hint_limit=1))
    table.tap("card:6")
    table.tap("may")
    table.tap("guide:best")
    assert "best" not in [key.key for key in shown(table).feet]
    table.tap("guide:close")
    assert table.helping.hints_left(A) == 0
    assert table.helping.hints_left(B) == 1
    table.evening.begin(table.referee.turn())
    assert table.helping.hints_left(A) == 1


def test_what_is_known_is_kept_by_name() -> None:
    kept: list[Any] = []
    wanted = Answers(hints="first", names={A: "Léa"})
    helping = Helping(wanted, {"Léa": {"back": (1, 2)}}, kept.append)
    assert helping.explain(A, ("back",)) == ()
    helping.did_right(A, ("back", "capture"))
    assert kept[-1] == {"Léa": {"back": (1, 3), "capture": (0, 1)}}
    assert Helping(Answers(hints="shown", names={A: "Léa"}), kept[-1]).explain(A, ("back", "capture")) == (
        "capture",
    )
