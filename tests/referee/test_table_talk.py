"""Turns, hands, pauses and cards without a move: effects besides verdicts."""

from sitting import LEGAL, Sitting, game_of, put, sit

from toc_pi.effects import Echo, Ended, Notice, Offer, Turn
from toc_pi.events import Declared, LeftTable, Paused, Resumed, Tick


def test_a_move_without_a_card_is_offered_the_cards_that_explain_it() -> None:
    table = sit(("a", "K", "a0:a"))
    table.move("a0:a b0:b", seconds=3.0)
    offer = table.effects_of(Offer)[-1]
    assert offer.seat == "b"
    assert set(offer.cards) == {"A", "K"}
    table.card("b", "A")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_card_out_of_turn_gets_a_kind_notice_and_is_believed() -> None:
    table = sit(("a", "K", "a0:a"))
    table.card("c", "K")
    notice = table.effects_of(Notice)[-1]
    assert (notice.code, dict(notice.values)) == ("not-your-turn", {"seat": "c", "turn": "b"})
    table.move("a0:a c0:c")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_fifth_ace_is_questioned() -> None:
    table = Sitting(game_of("toc", teams=False))
    position = ""
    for seat in "abcd":
        position += f" {seat}0:{seat}"
        table.play(seat, "A", position)
    assert not table.effects_of(Notice)
    table.card("a", "A")
    assert table.effects_of(Notice)[-1].code == "too-many-cards"


def test_an_unknown_card_and_an_unknown_seat_change_nothing() -> None:
    table = Sitting()
    table.card("a", "*")
    assert table.effects_of(Notice)[-1].code == "not-in-pack"
    table.card("h", "K")
    assert table.effects_of(Notice)[-1].code == "unknown-seat"
    assert table.state == "at-rest"


def test_a_pause_stops_everything_until_the_players_go_on() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tell(Paused(table.t))
    assert table.state == "paused"
    assert table.tell(Declared(table.t, "b", "card", "K")) == ()
    assert table.tell(Tick(table.t + 1)) == ()
    table.tell(Resumed(table.t))
    table.wait(1.0)
    table.play("b", "K", "a0:a b0:b")
    assert table.verdicts()[-1] == (2, *LEGAL)


def test_a_player_who_leaves_is_passed_over() -> None:
    table = sit(("a", "K", "a0:a"))
    table.tell(LeftTable(table.t, "b"))
    assert table.effects_of(Turn)[-1].seat == "c"


def test_a_thrown_hand_is_out_until_the_next_deal() -> None:
    table = Sitting()
    for seat in "abcd":
        table.throw(seat, "2 3 5 6 8")
    assert table.effects_of(Notice)[-1].code == "new-deal"
    assert table.effects_of(Turn)[-1].seat == "a"


def test_everything_declared_is_echoed() -> None:
    table = Sitting()
    table.card("a", "K")
    echo = table.effects_of(Echo)[-1]
    assert (echo.seat, echo.do, echo.card) == ("a", "card", "K")


def test_the_end_is_announced() -> None:
    table = Sitting(game_of("tock", teams=False))
    assert not table.effects_of(Ended)
    put(table, "aH2:a aH3:a aH4:a d15:a").play("a", "2", "aH1:a aH2:a aH3:a aH4:a")
    assert table.effects_of(Ended)[-1].winners == ("a",)
    assert table.state == "over"
