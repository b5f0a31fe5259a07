"""The scene after each event and effect, without drawing."""

from dataclasses import replace
from typing import get_args

import pygame
import pytest
from letters import letters
from screen_table import COLOURS, board, on_track, standing, tap, verdict

from calibration.holes import Hole, Seat
from toc_pi.effects import (
    CardSeen,
    CardsGone,
    Cleared,
    Echo,
    Effect,
    Ended,
    Notice,
    Offer,
    Question,
    Repair,
    Settled,
    State,
    TakenBack,
    Turn,
    Verdict,
    Withdrawn,
)
from toc_pi.events import Answered, CameraView, Card, Declared, Seen, ViewChanged
from toc_pi.screen import scene as scenes
from toc_pi.screen.board_face import RepairStep, doubted, repair_steps, way_back, ways_gone, ways_home
from toc_pi.screen.changes import after
from toc_pi.screen.draw import GamePage
from toc_pi.screen.layout import place_board
from toc_pi.screen.panel import Box
from toc_pi.screen.scene import Scene, lamps, opening, tapped, with_hand, with_manual_input
from toc_pi.screen.scene_panel import panel_of

A, B = Seat("a"), Seat("b")


@pytest.fixture
def start() -> Scene:
    return after(opening(board(), COLOURS), Turn(0.0, 1, A))


def test_the_board_shows_what_was_seen(start: Scene) -> None:
    seen = after(start, Seen(1.0, standing("a0:a"), frozenset({Hole("b3")})))
    assert seen.board.pawns == standing("a0:a")
    assert seen.board.unsure == {"b3"}
    assert start.board.pawns == {}


def test_what_the_screen_does_not_show_changes_nothing(start: Scene) -> None:
    assert after(start, Declared(1.0, A, "card", Card("7"))) == start


def test_a_declared_card_stays_until_the_turn_is_settled(start: Scene) -> None:
    declared = after(start, Echo(1.0, A, "card", Card("7")))
    assert declared.game.declared is not None
    judged = after(declared, verdict("a0:a", "a7:a"))
    assert judged.game.declared == declared.game.declared
    settled = after(judged, Settled(4.0, 3, A, "legal", on_track("a7:a"), frozenset()))
    assert settled.game.declared is None
    assert settled.game.verdict is not None, "the players still want to read it"
    assert after(settled, Echo(5.0, B, "card", Card("2"))).game.verdict is None


def test_a_flag_comes_down_when_the_board_is_right_again(start: Scene) -> None:
    flagged = after(start, verdict("a0:a", "a9:a", legal=False), "A 7 goes seven holes.")
    assert flagged.game.flagged is not None
    assert flagged.game.reason == "A 7 goes seven holes."
    assert after(flagged, Cleared(5.0, 3)).game.flagged is None
    accepted = after(flagged, Settled(5.0, 3, A, "accepted", on_track("a9:a"), frozenset()))
    assert accepted.game.flagged is None


def test_take_back_leaves_no_verdict_and_no_winner(start: Scene) -> None:
    over = after(after(start, verdict("aH3:a", "aH4:a")), Ended(5.0, (A,)))
    assert over.game.winners == (A,)
    again = after(over, TakenBack(6.0, 3, A))
    assert (again.game.verdict, again.game.winners) == (None, ())
    assert again.game.turn is not None
    assert (again.game.turn.seat, again.game.turn.n) == (A, 3), "it is that player's turn again"


def test_a_question_goes_with_its_answer_or_when_it_is_withdrawn(start: Scene) -> None:
    asked = after(start, Question(1.0, 7, "is-it-so", {}, ("yes", "no")), "So?", {"yes": "Yes indeed"})
    assert (asked.game.asking, asked.game.labels) == ("So?", {"yes": "Yes indeed"})
    assert after(asked, Answered(2.0, 7, "yes")).game.question is None
    assert after(asked, Withdrawn(2.0, 7)).game.question is None
    assert after(asked, Withdrawn(2.0, 6)) == asked


def test_offered_cards_go_once_a_card_is_declared(start: Scene) -> None:
    offered = after(start, Offer(1.0, A, (Card("A"), Card("K"))))
    assert offered.game.question is not None
    assert after(offered, Echo(2.0, A, "card", Card("K"))).game.question is None


def test_a_repair_that_is_done_is_gone(start: Scene) -> None:
    broken = after(start, Repair(1.0, {Hole("a3"): "a", Hole("b4"): ""}))
    assert list(broken.game.repair) == ["a3", "b4"]
    assert after(broken, Repair(2.0, {})).game.repair == {}


@pytest.mark.parametrize("view", get_args(CameraView))
def test_the_view_is_known_from_either_side(start: Scene, view: CameraView) -> None:
    assert after(start, ViewChanged(1.0, view)).board.view == view
    assert after(start, State(1.0, view)).board.view == view


def test_a_notice_goes_with_the_next_turn(start: Scene) -> None:
    noticed = after(start, Notice(1.0, "not-your-turn", {"seat": "b"}), "It isn't Yellow's turn.")
    assert noticed.game.notice is not None
    assert after(noticed, Turn(2.0, 2, B)).game.notice is None


@pytest.mark.parametrize(
    ("effects", "shining"),
    [
        ((), {"seat-a": "on"}),
        ((verdict("a0:a", "a9:a", legal=False),), {"seat-a": "on", "wrong": "on"}),
        ((verdict("a0:a", "a9:a", legal=False), Cleared(5.0, 3)), {"seat-a": "on"}),
        (
            (verdict("a0:a a7:b", "a7:a", captured="b"), Turn(4.0, 4, Seat("c"))),
            {"good": "flash", "seat-b": "blink", "seat-c": "on"},
        ),
        ((Ended(9.0, (A, Seat("c"))),), {"seat-a": "blink", "seat-c": "blink"}),
        *(((State(1.0, view),), {"seat-a": "on"}) for view in get_args(CameraView)),
    ],
)
def test_lamps_show_whose_turn_it_is_captures_and_what_is_right_or_wrong(
    start: Scene, effects: tuple[Effect, ...], shining: dict[str, str]
) -> None:
    scene = start
    for effect in effects:
        scene = after(scene, effect)
    off = dict.fromkeys(("seat-a", "seat-b", "seat-c", "seat-d", "good", "wrong"), "off")
    assert lamps(scene) == off | shining
    assert scene.game.pulse == sum(isinstance(effect, Verdict) for effect in effects)


@pytest.mark.parametrize(
    ("before", "now", "way"),
    [
        ("a0:a b3:b", "a9:a b3:b", ("a9", "a0", "a")),
        ("a0:a a9:b", "a9:a", ("a9", "a0", "a")),
        ("a0:a a9:b", "a9:a", ("bC1", "a9", "b")),
        ("", "a3:a", ("a3", "aC1", "a")),
    ],
)
def test_the_way_back_is_from_where_a_pawn_stands_or_its_camp_to_where_it_stood(
    before: str, now: str, way: tuple[str, str, str]
) -> None:
    assert way in way_back(verdict(before, now, legal=False), standing(now))


def test_the_ways_of_a_right_move_and_of_its_captures_are_apart() -> None:
    right, face = verdict("a0:a a7:b b2:b", "a7:a b2:b", captured="b"), opening(board(), COLOURS).board.face
    assert [(start, seat) for start, _, seat in ways_home(right, face)] == [("a7", "b")]
    assert ways_gone(right) == ((Hole("a0"), Hole("a7"), A),)
    assert ways_gone(verdict("", "a0:a")) == ((Hole("aC1"), Hole("a0"), A),)


def test_a_hint_stands_until_it_is_changed(start: Scene) -> None:
    hinted = scenes.with_hint(start, "no camera")
    assert after(hinted, Turn(2.0, 2, B)).game.hint == "no camera"


def test_a_notice_that_came_with_the_end_of_a_turn_can_still_be_read(start: Scene) -> None:
    noticed = after(start, Notice(2.0, "new-deal", {}), "Time for a new deal.")
    turned = after(noticed, Turn(2.0, 2, B))
    assert (turned.game.notice, turned.game.noted) == (noticed.game.notice, "Time for a new deal.")
    assert after(turned, Echo(3.0, B, "card", Card("2"))).game.notice is None


def test_a_notice_leaves_the_reason_of_a_flag_alone(start: Scene) -> None:
    flagged = after(start, verdict("a0:a", "a9:a", legal=False), "A 7 goes seven holes.")
    noticed = after(flagged, Notice(5.0, "flag-stands"), "The last move isn't settled yet.")
    assert noticed.game.reason == "A 7 goes seven holes."
    assert noticed.game.noted == "The last move isn't settled yet."


def test_a_hand_is_laid_down_card_by_card(start: Scene) -> None:
    scene = tap(start, "throw", "card:2", "card:2", "card:K")
    assert scene.dialog.thrown == ("2", "2", "K")
    assert tapped(scene, "throw-done") is None, "that is for the referee"
    assert after(scene, Echo(3.0, A, "throw", cards=scene.dialog.thrown)).dialog.thrown is None
    assert tap(scene, "throw-none").dialog.thrown is None


def test_a_discard_is_a_switch(start: Scene) -> None:
    pressed = tap(start, "discard")
    assert pressed.dialog.discarding
    assert tapped(pressed, "card:7") is None, "that is for the referee"
    assert tapped(pressed, "discard") == start


def test_a_pawn_that_stands_wrong_goes_where_one_is_missing() -> None:
    repair = {Hole("b0"): "b", Hole("b13"): "", Hole("a3"): "a", Hole("c5"): ""}
    pawns = on_track("b13:b c5:d")
    assert repair_steps(repair, pawns) == (
        RepairStep(B, Hole("b13"), Hole("b0")),
        RepairStep(A, None, Hole("a3")),
        RepairStep(None, Hole("c5"), None),
    )


def test_two_pawns_that_stand_in_each_others_place_are_both_named() -> None:
    swapped = repair_steps({Hole("a1"): "a", Hole("a2"): "b"}, on_track("a1:b a2:a"))
    assert swapped == (RepairStep(A, Hole("a2"), Hole("a1")), RepairStep(B, Hole("a1"), Hole("a2")))


@pytest.mark.parametrize(
    ("taps", "pawns", "picked", "former"),
    [
        ("a0 a7", "a7:a", None, "a0:a"),
        ("a0 a7 restore", "a0:a", None, None),
        ("b5", "a0:a", None, None),
        ("a0", "a0:a", "a0", None),
        ("a0 a0", "a0:a", None, None),
        ("a0 a3 a3 a0", "a0:a", None, None),
    ],
)
def test_without_a_camera_a_pawn_goes_where_the_second_tap_is(
    start: Scene, taps: str, pawns: str, picked: str | None, former: str | None
) -> None:
    keys = (key if key == "restore" else f"hole:{key}" for key in taps.split())
    scene = tap(with_manual_input(start, standing("a0:a")), *keys)
    assert (scene.board.pawns, scene.board.picked) == (standing(pawns), picked)
    assert scene.board.former == (None if former is None else standing(former))
    assert tapped(scene, "done") is None, "that is for the referee"
    assert tapped(start, "hole:a0") is None, "where a camera sees, no finger moves a pawn"


def test_what_stood_there_goes_to_its_camp(start: Scene) -> None:
    scene = tap(with_manual_input(start, standing("a0:a a7:b")), "hole:a0", "hole:a7")
    assert sorted(scene.board.pawns.values()) == sorted(standing("").values())
    assert scene.board.pawns[Hole("a7")] == "a"
    assert Hole("bC1") in scene.board.pawns


def test_holes_that_a_question_is_about_are_marked_unsure() -> None:
    moves = {"m1": "b:b3>b13", "m2": "b:b3>b13 a:a0>camp"}
    asked = Question(1.0, 1, "what-happened", moves, (*moves, "none"))
    assert doubted(asked) == ("b3", "b13", "a0")
    assert doubted(None) == ()


def test_what_only_changes_the_look_is_switched_by_a_tap(start: Scene) -> None:
    for key in ("names", "night", "page"):
        switched = tap(start, key)
        assert switched != start
        assert tapped(switched, key) == start
    other = tap(start, "page")
    assert not after(other, Turn(2.0, 2, B)).dialog.turned, "what comes next begins on its own page"


@pytest.fixture
def table() -> Scene:
    """A table with a screen to tap on, whose board is seen."""
    scene = after(opening(board(), COLOURS, taps=True), Seen(0.0, standing("a0:a")))
    return after(scene, Turn(0.0, 1, A))


SEVEN = CardSeen(1.0, 4, {Card("7"): 0.9996}, Card("7"))


def box(scene: Scene) -> Box:
    """The message of a scene."""
    found = panel_of(scene).box
    assert found is not None
    return found


def test_a_card_on_the_pile_is_shown_large_and_takes_the_keys_room(table: Scene) -> None:
    seen = panel_of(after(table, SEVEN))
    assert (seen.card, seen.keys) == ("", ())
    assert box(after(table, SEVEN)).cards == ("7",)
    assert "keypad" in [order.key for order in seen.orders], "another card can be tapped"
    assert panel_of(tap(after(table, SEVEN), "keypad")).keys


def test_a_doubtful_card_is_told_with_what_it_may_be_and_never_per_cent(table: Scene) -> None:
    seen = after(table, CardSeen(1.0, 4, {Card("J"): 0.3, Card("7"): 0.614, Card("2"): 0.01}, None))
    assert box(seen).headline == "7 or J?"
    assert [key.key for key in panel_of(seen).keys] == ["card:7", "card:J"]
    again = after(seen, replace(SEVEN, t=2.0))
    assert (box(again).cards, panel_of(again).keys) == (("7",), ())
    older = after(again, CardSeen(3.0, 3, {Card("2"): 0.9}, None))
    assert box(older).cards == ("2", "7"), "in the order in which they lie there"


def test_a_card_that_cannot_be_read_is_asked_for(table: Scene) -> None:
    seen = after(table, CardSeen(1.0, 4, {}, None))
    assert "read" in box(seen).headline
    assert len(panel_of(seen).keys) > 3


def test_a_tapped_card_counts_as_the_one_on_the_pile(table: Scene) -> None:
    seen = after(table, CardSeen(1.0, 4, {Card("7"): 0.6}, None))
    told = after(seen, Echo(2.0, A, "card", Card("9")))
    assert (panel_of(told).card, told.game.pile) == ("9", ())
    assert after(told, replace(SEVEN, t=3.0)).game.pile == (), "the same card, read again"


@pytest.mark.parametrize(("gone", "cards"), [(4, 0), (0, 0), (3, 1)])
def test_a_card_taken_back_is_no_longer_shown(table: Scene, gone: int, cards: int) -> None:
    assert len(after(after(table, SEVEN), CardsGone(2.0, gone)).game.pile) == cards


def thrown(n: int, seat: Seat, cards: str, laid: tuple[int, ...]) -> Verdict:
    """A verdict on a hand that was laid down."""
    holes = verdict("a0:a", "a0:a")
    ranks = tuple(map(Card, cards))
    return replace(holes, n=n, seat=seat, do="throw", card=None, cards=ranks, laid=laid, captured=())


def test_while_hands_are_laid_down_each_is_told_by_name(table: Scene) -> None:
    judged = after(table, replace(verdict("a0:a", "a9:a"), card=Card("9"), laid=(3,)))
    assert box(judged).headline == "Right!"
    laying = judged
    for number, card in enumerate("8J5J", 4):
        laying = after(laying, CardSeen(2.0, number, {Card(card): 0.99}, Card(card)))
        assert box(laying).headline != "Right!", "the last mover's verdict isn't about these cards"
    assert box(laying).cards == ("8", "J", "5", "J")
    told = after(laying, thrown(2, B, "8J5J", (4, 5, 6, 7)))
    assert box(told).headline == "Yellow: 8 J 5 J"
    assert told.unanswered is None, "nobody asks which card of a hand was played"
    for number, card in enumerate("26", 8):
        told = after(told, CardSeen(4.0, number, {Card(card): 0.99}, Card(card)))
    told = after(told, thrown(3, A, "2", (8,)))
    assert box(told).cards == ("6",), "the next card is the next player's"
    told = after(told, thrown(4, B, "6", (9,)))
    assert box(told).headline == "Yellow: 6"
    assert [line.text for line in box(told).lines] == ["Black: 2", "Yellow: 8 J 5 J"]
    assert "undo" in [order.key for order in panel_of(told).orders]


def test_a_throw_is_still_told_beside_the_move_after_it(table: Scene) -> None:
    told = after(table, thrown(2, B, "8J5J", (4, 5, 6, 7)))
    told = after(told, replace(verdict("a0:a", "a9:a"), n=3, card=Card("9"), laid=(8,)))
    assert box(told).lines[0].text == "Yellow: 8 J 5 J"
    assert box(after(told, replace(verdict("a9:a", "a10:a"), n=4, card=Card("A")))).lines[0].seat == A


def test_after_an_undo_an_arrow_leads_each_pawn_back_until_it_is_there(table: Scene) -> None:
    move = replace(verdict("a0:a", "a7:a"), n=1, card=Card("7"), laid=(4,))
    judged = after(after(table, Seen(1.0, standing("a7:a"))), move)
    undone = after(judged, TakenBack(3.0, 1, A))
    pictures = []
    for scene in (undone, replace(undone, game=replace(undone.game, taken=None))):
        surface = pygame.Surface((800, 480))
        GamePage(scene).draw(surface, letters())
        pictures.append(pygame.surfarray.array3d(surface))
    there = place_board(undone.board.face).point(undone.board.face.holes[Hole("a3")])
    x, y = map(round, there)
    part = (slice(x - 4, x + 5), slice(y - 4, y + 5))
    assert (pictures[0][part] != pictures[1][part]).any(), "an arrow from a7 to a0 passes a3"
    assert after(undone, Turn(5.0, 1, A)).game.taken is None


def test_a_hand_that_is_laid_down_says_how_many_cards_are_still_to_be_tapped(table: Scene) -> None:
    hand = tap(with_hand(table, 4), "throw")
    assert box(hand).sentence == "Tap 4 cards."
    assert box(tap(hand, "card:9")).sentence == "9 · Tap 3 cards."
    assert box(tap(hand, "card:9", "card:9", "card:K")).sentence == "9 9 K · Tap one card."
    assert box(tap(table, "throw")).sentence == "Tap every card of the hand."
