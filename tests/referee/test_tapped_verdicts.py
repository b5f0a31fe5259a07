"""Taps on a verdict: its open card, who it was that moved, who laid no card down; undo and redo."""

import pytest
from sitting import Sitting, at, free, last, played
from test_going_on import through_text

from calibration.holes import Hole, Seat
from toc_pi.effects import (
    CardSettled,
    Cleared,
    Echo,
    Effect,
    Notice,
    Repair,
    Settled,
    TakenBack,
    Turn,
    Verdict,
)
from toc_pi.events import Declared, MovedBy, NotPassed, Resumed
from toc_pi.referee.referee import Referee
from toc_pi.rules.position import Card
from toc_pi.store.records import records_of, state_of


def named(table: Sitting, n: int, seat: str, card: str) -> tuple[Effect, ...]:
    """Tap a card's key in the verdict of turn n."""
    return table.tell(Declared(table.t, Seat(seat), "card", Card(card), n=n))


def kinds(effects: tuple[Effect, ...]) -> list[str]:
    return [type(effect).__name__ for effect in effects]


def test_a_key_in_the_verdict_tells_the_card_of_its_turn_though_its_player_is_on_turn_again() -> None:
    table = free("saut", teams=False).then("a0:a*")
    for position in ("a0:a* b0:b*", "a0:a* b0:b* c0:c*", "a0:a* b0:b* c0:c* d0:d*"):
        table.move(position)
    assert table.referee.turn().seat == "a"
    effects = named(table, 1, "a", "K")
    assert [(e.n, e.card) for e in effects if isinstance(e, CardSettled)] == [(1, "K")]
    assert not table.referee.state.queue


def test_another_card_named_for_the_last_turn_is_judged_and_the_next_players_card_stays() -> None:
    table = at("a3:a b3:b").then("a11:a b3:b")
    table.card("b", "5")
    named(table, 1, "a", "6")
    table.wait(1.0)
    verdict = last(table.effects)
    assert (verdict.n, verdict.seat, verdict.legal, verdict.card) == (1, "a", False, "6")
    assert [waiting.seat for waiting in table.referee.state.queue] == ["b"]


def test_those_passed_over_are_said() -> None:
    table = at("a3:a c5:c")
    assert last(table.move("a3:a c11:c")).passed == ("a", "b")
    assert last(table.move("a3:a c11:c d0:d*")).passed == ()


def test_a_passed_over_player_who_laid_nothing_down_keeps_the_hand_and_the_turn() -> None:
    table = at("a3:a c5:c")
    before = [len(hand) for hand in table.referee.state.course.hands]
    table.move("a3:a c11:c")
    effects = table.tell(NotPassed(table.t, 1, Seat("b")))
    assert kinds(effects) == ["Turn", "Notice"]
    assert table.referee.turn().seat == "b"
    # a laid the hand down (Québec), c played a card ahead of b
    assert [len(hand) for hand in table.referee.state.course.hands] == [
        0,
        before[1],
        before[2] - 1,
        before[3],
    ]
    again = state_of(*records_of(table.referee.state))
    assert again.turns == table.referee.state.turns
    table.tap("b", "undo")
    assert table.referee.turn().seat == "a"


def test_who_played_ahead_is_not_on_turn_again_before_the_others() -> None:
    table = at("a3:a b3:b c5:c", "saut", teams=False).then("a3:a b9:b c5:c")
    table.tell(NotPassed(table.t, 1, Seat("a")))
    table.move("a0:a* a3:a b9:b c5:c")
    assert table.referee.turn().seat == "c"
    named(table, 2, "a", "K")
    assert table.referee.turn().seat == "c"
    assert last(table.move("a0:a* a3:a b9:b c11:c")).passed == ()


def test_a_passed_over_player_can_be_set_right_after_others_have_played() -> None:
    table = at("a3:a c5:c", "saut").then("a3:a c11:c", "a3:a c11:c d0:d*")
    counted = [len(hand) for hand in table.referee.state.course.hands]
    table.tell(NotPassed(table.t, 1, Seat("a")))
    assert table.referee.turn().seat == "a"
    hands = [len(hand) for hand in table.referee.state.course.hands]
    assert [now - was for now, was in zip(hands, counted, strict=True)] == [1, 1, 0, 0]
    assert table.tell(NotPassed(table.t, 1, Seat("a"))) == ()
    assert table.tell(NotPassed(table.t, 9, Seat("a"))) == ()


def test_a_flagged_move_is_judged_again_as_that_of_the_player_who_made_it() -> None:
    table = at("a3:a b7:b c5:c")
    table.play("a", "J", "a3:a b7:c c5:b")
    assert table.verdicts()[-1][1] is False
    effects = table.tell(MovedBy(table.t, 1, Seat("c")))
    assert kinds(effects)[0] == "Cleared"
    verdict = last(list(effects))
    assert (verdict.n, verdict.seat, verdict.legal) == (1, "c", True)
    assert table.referee.turn().seat == "d"


def test_a_move_that_was_judged_right_may_be_another_players_wrong_one() -> None:
    table = at("a3:a b3:b", "tock")
    table.move("a8:a b3:b")  # a five moves anybody's pawn
    effects = table.tell(MovedBy(table.t, 1, Seat("b")))
    assert kinds(effects)[0] == "TakenBack"
    verdict = last(list(effects))
    assert (verdict.seat, verdict.legal, verdict.cards, verdict.passed) == ("b", True, ("5",), ("a",))
    table.move("a8:a b9:b")
    effects = table.tell(MovedBy(table.t, 2, Seat("d")))
    verdict = last(list(effects))
    assert (verdict.n, verdict.seat, verdict.legal) == (2, "d", False)
    table.move("a8:a b3:b")
    assert table.effects_of(Cleared)


@pytest.mark.parametrize("seat", ["a", "z"])
def test_who_moved_is_not_asked_twice_nor_of_a_seat_without_a_player(seat: str) -> None:
    table = at("a3:a b3:b").then("a8:a b3:b")
    state = table.referee.state
    assert table.tell(MovedBy(table.t, 1, Seat(seat))) == ()
    assert table.referee.state == state


def went_on(rules: str = "quebec") -> Sitting:
    """A table at which a's pawn was moved twice: read as one move, a seven."""
    table = at("a3:a b9:b", rules).then("a5:a b9:b")
    assert last(table.move("a10:a b9:b")).cards == ("7",)
    assert [e.n for e in table.effects_of(TakenBack) if isinstance(e, TakenBack)] == [1]
    return table


def test_a_player_who_taps_the_card_of_the_second_of_two_moves_read_as_one_has_moved_twice() -> None:
    table = went_on()
    effects = [*table.card("a", "5"), *table.wait(0.5)]
    said = [(e.n, e.seat, e.legal, e.card) for e in effects if isinstance(e, Verdict)]
    assert said == [(1, "a", True, "2"), (2, "a", True, "5")]


def test_a_player_who_made_the_second_of_two_moves_read_as_one_leaves_the_first_as_it_was() -> None:
    table = went_on("tock")  # a five moves anybody's pawn
    effects = table.tell(MovedBy(table.t, 1, Seat("b")))
    said = [(e.n, e.seat, e.legal, e.card) for e in effects if isinstance(e, Verdict)]
    assert said == [(1, "a", True, "2"), (2, "b", True, "5")]
    assert table.referee.turn().seat == "c"


def test_who_moved_may_be_tapped_twice_where_the_second_of_two_moves_read_as_one_was_wrong() -> None:
    table = went_on()
    table.tell(MovedBy(table.t, 1, Seat("b")))
    assert table.verdicts()[-1][:2] == (2, False)
    assert table.tell(MovedBy(table.t, 1, Seat("b"))) == ()
    assert table.verdicts()[-1][:2] == (2, False)


def test_an_undone_turn_is_done_again_by_another_tap() -> None:
    table = free().then("a0:a*", "a0:a* b0:b*")
    record = table.referee.state.record
    effects = table.tap("c", "undo")
    assert kinds(effects) == ["Echo", "TakenBack", "Repair"]
    assert table.referee.turn().seat == "b"
    effects = table.tap("b", "undo")
    assert [e.n for e in effects if isinstance(e, TakenBack)] == [1]
    for n, seat in ((1, "b"), (2, "c")):
        effects = table.tap("", "redo")
        assert [(e.n, e.legal) for e in effects if isinstance(e, Verdict)] == [(n, True)]
        assert [e.n for e in effects if isinstance(e, Settled)] == [n]
        assert [e.seat for e in effects if isinstance(e, Turn)] == [seat]
    assert table.referee.state.record == record
    assert [e.n for e in table.effects if isinstance(e, Echo)] == [1, 2, 1, 0]
    table.wait(2.0)
    assert (table.state, len(table.referee.state.turns)) == ("at-rest", 2)
    assert [e.code for e in table.tap("", "redo") if isinstance(e, Notice)] == ["nothing-to-redo"]


@pytest.mark.parametrize("taps", [1, 2])
def test_what_was_undone_can_be_done_again_after_a_restart(taps: int) -> None:
    table = free().then("a0:a*", "a0:a* b0:b*")
    before = table.referee.state
    for _ in range(taps):
        table.tap("c", "undo")
    table.referee = Referee(table.referee.rules.game, through_text(table.referee.state))
    table.tell(Resumed(table.t))
    table.show()
    for _ in range(taps):
        table.tap("c", "redo")
    again = table.referee.state
    assert (again.turns, again.record, again.course) == (before.turns, before.record, before.course)
    table.wait(2.0)
    assert (table.state, again.undone) == ("at-rest", None)


def test_a_card_that_is_undone_is_said_and_done_again() -> None:
    table = free().then("a0:a*")
    table.card("b", "K")
    effects = table.tap("b", "undo")
    assert [e.code for e in effects if isinstance(e, Notice)] == ["card-undone"]
    assert table.referee.state.n == 2
    effects = table.tap("b", "redo")
    assert table.referee.state.queue[0].card == "K"
    assert kinds(effects) == ["Echo", "Echo"]


def test_a_move_that_is_not_judged_yet_is_what_undo_means() -> None:
    table = free().then("a0:a*")
    table.move("a0:a* b0:b*", seconds=0.1)
    effects = table.tap("b", "undo")
    assert [dict(e.holes) for e in effects if isinstance(e, Repair)] == [{"b0": ""}]
    assert table.referee.state.n == 2
    assert table.referee.turn().seat == "b"
    table.wait(3.0)
    assert len(table.verdicts()) == 1
    table.move("a0:a*")
    table.move("a0:a* b0:b*")
    assert len(table.verdicts()) == 2


def test_a_pawn_misread_at_the_moment_of_an_undo_is_not_what_it_means() -> None:
    table = played("a3:a", "a", "8", "a11:a")
    table.lay({Hole("a11"): Seat("a"), Hole("b3"): Seat("b")})
    table.show()
    table.tap("a", "undo")
    assert [one.n for one in table.effects_of(TakenBack)] == [1]


def test_an_undone_flag_is_up_again() -> None:
    table = at("a3:a b0:b*").then("b1:a b0:b*")
    flag = table.referee.state.open.flag
    table.tap("a", "undo")
    assert table.referee.state.open.flag is None
    effects = table.tap("a", "redo")
    assert last(list(effects)).legal is False
    assert table.referee.state.open.flag == flag


def test_pawns_put_back_after_an_undo_are_shown_the_way_again() -> None:
    table = free().then("a0:a*")
    table.tap("b", "undo")
    table.move("")
    effects = table.tap("", "redo")
    assert [dict(e.holes) for e in effects if isinstance(e, Repair)] == [{"a0": "a"}]
    table.wait(4.0)
    assert table.referee.state.n == 2
    table.move("a0:a*")
    assert (table.state, table.referee.state.n) == ("at-rest", 2)


def test_whatever_is_played_after_an_undo_leaves_nothing_to_do_again() -> None:
    table = free().then("a0:a*")
    table.tap("b", "undo")
    table.card("a", "K")
    assert table.referee.state.undone is None


def test_another_card_of_those_left_open_corrects_a_slip_though_the_others_may_have_laid_cards_down() -> None:
    table = at("a3:a b7:b").then("a3:a b7:b c0:c")
    verdict = last(table.effects)
    assert verdict.card is None
    one, other = verdict.cards[:2]
    table.card(verdict.seat, str(one))
    table.wait(20.0)  # long enough for everybody's next turn
    table.card(verdict.seat, str(other))
    assert last(table.effects).card == other
    assert (last(table.effects).n, table.referee.state.queue) == (1, ())
