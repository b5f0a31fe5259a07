"""Limits seldom reached in games: number of questions, guesses at freshness, messages given once."""

from dataclasses import replace

import pytest
from sitting import LEGAL, Sitting, at_position, game_of, played, standing_at

from calibration.holes import Hole, Seat
from toc_pi.belief.game import Game, Play
from toc_pi.belief.look import look_of
from toc_pi.belief.match import Match
from toc_pi.effects import Notice, Question, TakenBack, Verdict
from toc_pi.events import Declared
from toc_pi.referee.asking import ask
from toc_pi.referee.lost_sight import FAR, ONE_PAWN, candidate_positions
from toc_pi.referee.phases import LOST_FAR_S
from toc_pi.referee.referee import Referee
from toc_pi.referee.states import StepResult
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset

HERE, THERE = (Position.parse(text).pawns for text in ("a3:a", "a8:a"))


def asking(*earlier: int, n: int = 120) -> StepResult:
    """A question at turn n, after others at earlier turns."""
    table = at_position("a3:a")
    for seat in "abcd":
        table.card(seat, "2", "discard")
    state = table.referee.state
    turns = (state.turns * n)[: n - 1]
    state = replace(state, turns=turns, asked_at=earlier)
    assert state.n == n
    doubt = Match("doubt", HERE, others=(HERE, THERE, Position.parse("a9:a").pawns))
    return ask(state, Play(Seat("a"), Card("5")), doubt)


def test_at_most_four_questions_are_asked_in_a_hundred_turns() -> None:
    asked, (question,) = asking(20, 21, 22, 23)
    assert isinstance(question, Question)
    assert asked.asked_at == (20, 21, 22, 23, 120)
    assert question.id == 5
    after, (notice,) = asking(21, 22, 23, 24)
    assert isinstance(notice, Notice)
    assert notice.code == "unsure"
    assert after.open.asked is None
    assert isinstance(asking(21, 22, 23)[1][0], Question)


def test_a_question_names_what_each_choice_would_mean() -> None:
    asked, (question,) = asking()
    assert isinstance(question, Question)
    assert question.choices == ("as-before-0", "legal-1", "other-2", "none")
    assert dict(question.values) == {
        "seat": "a",
        "card": "5",
        "as-before-0": "",
        "legal-1": "a:a3>a8",
        "other-2": "a:a3>a9",
    }
    assert asked.open.asked is not None
    assert dict(asked.open.asked.options)["none"] == frozenset()
    again = ask(asked, Play(Seat("a"), Card("5")), Match("doubt", HERE, others=(HERE,)))
    assert again == (asked, ())


def freshness(pawns: str, fresh: str = "", **white: float) -> list[set[str]]:
    """The fresh holes of every possible position of a board without history."""
    board = Position.parse(pawns).pawns
    known = Position(board, frozenset(map(Hole, fresh.split())))
    state = at_position("a3:a").referee.state.with_record((known,))
    look = look_of(dict(board), (), {}, {Hole(hole): chance for hole, chance in white.items()})
    return [set(position.fresh) for position in candidate_positions(state, look, board)]


def test_a_pawn_on_its_start_may_be_fresh_or_not_and_is_likelier_as_recorded() -> None:
    assert freshness("a0:a b5:b") == [set(), {"a0"}]
    assert freshness("a0:a b5:b", "a0") == [{"a0"}, set()]
    assert freshness("a0:b b5:b") == [set()]
    four = freshness("a0:a b0:b", "b0")
    assert four[0] == {"b0"}
    assert len(four) == 4
    assert four[-1] == {"a0"}
    assert freshness("a0:a b0:b", a0=0.99, b0=0.01) == [{"a0"}]


def test_of_more_than_three_pawns_on_their_starts_the_last_ones_are_as_recorded() -> None:
    found = freshness("a0:a b0:b c0:c d0:d", "d0")
    assert len(found) == 8
    assert all("d0" in fresh for fresh in found)
    assert not any("d0" in fresh for fresh in freshness("a0:a b0:b c0:c d0:d", "a0"))


def test_an_unconfirmed_board_is_seen_again_in_a_later_clear_view() -> None:
    table = at_position("a3:a")
    state = table.referee.state.at(10.0).note_unconfirmed(THERE)
    assert state.situation.unconfirmed == (THERE, 10.0)
    assert state.at(11.0).note_unconfirmed(THERE) == state
    assert state.at(11.0).note_unconfirmed(HERE).situation.unconfirmed == (HERE, 11.0)
    later = replace(state, episode=state.episode.with_view(10.2, "watching"))
    assert later.at(10.5).is_seen_again(THERE, 0.5)
    assert not later.at(10.49).is_seen_again(THERE, 0.5)
    assert not later.at(10.5).is_seen_again(HERE, 0.5)
    assert not state.at(10.5).is_seen_again(THERE, 0.5)  # the same view
    same = replace(state, episode=state.episode.with_view(10.0, "watching"))
    assert not same.at(10.5).is_seen_again(THERE, 0.5)


def test_a_notice_is_given_once_in_a_situation() -> None:
    state = at_position("a3:a").referee.state
    after, (notice,) = state.say("unsure", seat="a")
    assert notice == Notice(state.t, "unsure", {"seat": "a"})
    assert after.say("unsure", seat="a") == (after, ())
    assert after.say("not-understood")[1] != ()


@pytest.mark.parametrize(("seconds", "verdicts"), [(0.3, 0), (0.5, 1)])
def test_an_illegal_move_must_be_stable_for_a_moment_before_it_is_flagged(
    seconds: float, verdicts: int
) -> None:
    table: Sitting = at_position("a3:a")
    table.play("a", "5", "a9:a", seconds=seconds)
    assert len(table.verdicts()) == verdicts


def test_a_legal_move_gets_its_verdict_at_once() -> None:
    table = played("a3:a", "a", "5", "a8:a", seconds=0.1)
    assert table.verdicts() == [(1, *LEGAL)]


def test_a_move_accepted_without_a_card_counts_as_it_stands_and_can_be_put_back() -> None:
    table = at_position("a3:a b5:b")
    table.move("a8:a b5:b", seconds=4.0)
    table.tap("a", "accept")
    assert table.state == "at-rest"
    assert table.record == "a8:a b5:b"
    table.move("a3:a b5:b", seconds=4.0)
    assert len(table.effects_of(TakenBack)) == 1
    assert table.record == "a3:a b5:b"
    table.move("a9:a b5:b", seconds=4.0)
    assert table.verdicts() == []


def test_a_card_may_be_passed_with_before_the_board_was_ever_seen() -> None:
    table = game_of().table
    referee = Referee(Game(load_ruleset("quebec", ("jack-pass",)), table, Seat("a")))
    referee.state = standing_at(referee.state, Position.parse("a3:a"))
    said = referee.step(Declared(1.0, Seat("a"), "pass"))
    assert [(v.card, v.legal) for v in said if isinstance(v, Verdict)] == [("J", True)]


@pytest.mark.parametrize(("seconds", "missing"), [(5.0, 0), (7.0, 1)])
def test_a_pawn_that_is_not_in_its_camp_is_missing_after_a_while(seconds: float, missing: int) -> None:
    table = at_position("a3:a d3:d")
    del table.board[Hole("dC1")]
    table.wait(seconds)
    assert table.referee.state.belief.missing[Seat("d")] == missing


def test_a_captured_pawn_beside_the_board_is_missing_at_once() -> None:
    table = played("a3:a a8:c", "a", "5", "a8:a", away=1, seconds=5.0)
    assert table.verdicts() == [(1, *LEGAL)]
    assert table.referee.state.belief.missing == {"c": 1}
    # Where it was counted for its camp at first, and isn't there, a moment is enough.
    table = played("a3:a a8:c", "a", "5", "a8:a", seconds=1.0)
    table.board = {hole: seat for hole, seat in table.board.items() if hole != "cC1"}
    table.wait(1.0)
    assert table.referee.state.belief.missing == {"c": 1}


@pytest.mark.parametrize(("seconds", "lost"), [(0.9, False), (1.3, True)])
def test_a_completely_different_board_is_reported_after_a_second(seconds: float, lost: bool) -> None:
    table = at_position("a3:a a8:a b3:b b8:b c3:c")
    table.view("blind")
    table.wait(1.0)
    table.lay(dict(Position.parse("a4:a a12:a b5:b b12:b c9:c").pawns))
    table.clear(seconds)
    assert ("lost-sight" in {notice.code for notice in table.effects_of(Notice)}) == lost


@pytest.mark.parametrize("far", [False, True])
def test_one_hand_that_moves_more_pawns_than_a_card_is_reported_as_a_different_board(far: bool) -> None:
    before, after = ["a3:a", "a11:a", "b3:b", "c3:c", "d3:d"], ["a8:a", "a14:a", "b8:b", "c9:c", "d9:d"]
    moved = FAR // ONE_PAWN + far
    table = at_position(" ".join(before))
    table.move(" ".join([*after[:moved], *before[moved:]]), seconds=LOST_FAR_S + 0.3)
    assert (table.state == "lost") == far
