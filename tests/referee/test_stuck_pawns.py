"""A pawn let stand in somebody else's home: impossible in the rules, handled by the referee."""

from dataclasses import replace

from sitting import Sitting, game_of

from toc_pi.belief.game import Play
from toc_pi.belief.game_rules import GameRules
from toc_pi.rules.position import Position


def game_rules(rules: str = "tock") -> GameRules:
    return GameRules(game_of(rules, teams=False))


def results(before: str, seat: str, card: str) -> set[str]:
    position = Position.parse(before)
    return {str(result) for result in game_rules().results(position, Play(seat, card))}


def test_it_is_neither_taken_nor_passed_by_the_owner_of_the_home() -> None:
    assert results("bH2:a b15:b", "b", "2") == {"b17:b bH2:a"}
    assert results("bH2:a a16:b", "b", "2") == {"b0:b bH2:a"}
    assert "bH1:b bH2:a" in results("bH2:a a16:b", "b", "A")
    assert not any("bH3:b" in result for result in results("bH2:a a16:b", "b", "3"))


def test_no_pawn_comes_out_of_a_camp_that_is_empty() -> None:
    assert results("bH2:a a3:a a4:a aH4:a", "a", "K") == {"a16:a aH4:a bH2:a", "a17:a a3:a aH4:a bH2:a"}


def test_a_card_that_only_such_a_pawn_could_have_used_may_be_discarded() -> None:
    rules = game_rules()
    before = Position.parse("bH2:a aH2:a aH3:a aH4:a")
    course = Sitting(game_of("tock", teams=False)).referee.state.course
    assert not rules.must_play(replace(course, position=before), before, ["K"])
    assert rules.ruling(before, Play("a", "K"), before.pawns).legal


def test_when_it_leaves_it_has_left_a_home() -> None:
    rules = game_rules()
    before = Position.parse("bH2:a a3:a")
    assert rules.ruling(before, Play("a", "5"), Position.parse("b8:a a3:a").pawns).reasons == ("home-left",)
    landed = Position.parse("bH2:b a3:a").pawns
    assert rules.ruling(before, Play("b", "5"), landed).reasons == ("took-protected",)
    assert rules.ruling(before, Play("a", "5"), Position.parse("bH2:a a8:a").pawns).legal


def test_an_evening_goes_on_with_it() -> None:
    table = Sitting(game_of("tock", teams=False))
    table.play("a", "K", "a0:a")
    table.card("b", "3", "discard")
    table.card("c", "3", "discard")
    table.card("d", "3", "discard")
    table.play("a", "Q", "bH1:a")
    assert table.verdicts()[-1][1:] == (False, ("home-not-yours",))
    table.tap("a", "accept")
    assert table.record == "bH1:a"
    table.play("b", "A", "b0:b bH1:a")
    assert table.verdicts()[-1][1:] == (True, ())
    table.card("c", "3", "discard")
    table.card("d", "3", "discard")
    table.play("a", "A", "bH1:a b0:b a0:a")
    assert table.verdicts()[-1][1:] == (True, ())
