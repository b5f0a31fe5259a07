"""Hints: legal, independent of hidden cards, and better than greedy."""

import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.holes import Seat
from toc_pi.errors import BadInput
from toc_pi.rules.engine import engine_of
from toc_pi.rules.game import pack_of
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import NAMES, load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.evaluation import Holding, Unseen, Worth
from toc_pi.teaching.hint import MAX_PLAYS, STRENGTHS, Advice, advise, load_weights
from toc_pi.teaching.options import Moment

sys.path.append(str(Path(__file__).parents[2] / "research"))
from whole_games import TABLES, greedy, hint, won

TEAMS = Table(teams=(("a", "c"), ("b", "d")))  # type: ignore[arg-type]
BOARD = "a0:a* a8:a b3:b d12:d c2:c d17:b aH3:a"


def asked(
    hand: str, board: str = BOARD, rules: str = "quebec", table: Table = TEAMS
) -> tuple[Moment, tuple[Card, ...]]:
    return Moment(load_ruleset(rules), table, 1, Position.parse(board), Seat("a")), cards(hand)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card, text.split()))


def best(question: tuple[Moment, tuple[Card, ...]], strength: int = 2) -> Advice:
    return advise(*question, strength, Random(1))[0]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.sampled_from(STRENGTHS))
def test_every_hint_is_legal_and_none_is_missing(name: str, seed: int, strength: int) -> None:
    random, rules = Random(seed), load_ruleset(name)
    hand = tuple(random.sample(pack_of(rules), 4))
    moment = Moment(rules, TEAMS, 1, Position.parse(BOARD), Seat("a"))
    found = advise(moment, hand, strength, random)
    legal = {
        (card, result)
        for card in set(hand)
        for result in legal_moves(rules, TEAMS, moment.position, Seat("a"), card)
    }
    assert {(one.card, one.result) for one in found if one.do in ("card", "pass")} == legal
    assert all(one.do == "card" for one in found) or not any(one.do == "card" for one in found)
    assert all(0.0 <= one.win <= 1.0 for one in found)


def test_a_play_that_wins_is_the_best_and_wins_every_game() -> None:
    question = asked("3 9 7", "aH2:a aH3:a aH4:a d10:a b4:b", table=Table())  # 7 to the first place
    for strength in (2, 3):
        found = best(question, strength)
        assert (found.card, found.win) == (Card("7"), 1.0)


def test_who_can_capture_and_gains_nothing_by_waiting_captures() -> None:
    found = best(asked("6 9", "a8:a a14:b b5:a", table=Table()))
    assert found.card == Card("6")
    assert Seat("b") not in dict(found.result.pawns).values()


def test_an_ace_is_not_discarded_while_pawns_wait() -> None:
    found = advise(*asked("2 9 A", "b0:b*", "quebec", Table()), 2, Random(1))
    assert found[0].card == Card("A")  # it brings a pawn out
    stuck = advise(*asked("4 9 Q 7", "", "toc", Table()), 2, Random(1))
    assert stuck[0].do == "discard"
    assert stuck[0].card in cards("9 Q")  # a 7 and a 4 are worth keeping


def test_a_discard_is_offered_only_where_nothing_must_be_played() -> None:
    assert {one.do for one in advise(*asked("9 Q", "", "toc"), 2, Random(1))} == {"discard"}
    assert {one.do for one in advise(*asked("9 Q", "", "quebec"), 2, Random(1))} == {"throw"}
    assert {one.do for one in advise(*asked("9 Q"), 2, Random(1))} == {"card"}


def test_the_same_seed_gives_the_same_hints() -> None:
    deals = [iter([True] * 400 + [False] * 100) for _ in range(2)]
    one, other = (advise(*asked("4 7 K A"), 3, Random(7), lambda d=d: next(d)) for d in deals)  # type: ignore[misc]
    assert one == other


def test_without_time_to_look_ahead_an_answer_comes_all_the_same() -> None:
    assert best(asked("4 7 K A"), 3).card in cards("4 7 K A")


EIGHT_IN_TWO = Table(8, players=(tuple("aceg"), tuple("bdfh")))  # type: ignore[arg-type]
ALL_OUT = " ".join(
    f"{EIGHT_IN_TWO.track_hole(1 + 9 * place // 2)}:{'abcdefgh'[place % 8]}" for place in range(32)
)


@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_many_pawns_and_a_seven_take_no_more_than_the_time_given(seconds: float) -> None:
    """The 16 pawns of one player have 171,000 plays; so have the other's, who plays next in a simulation."""
    end = time.process_time() + seconds
    found = advise(
        *asked("7 K", ALL_OUT, "tock", EIGHT_IN_TWO), 3, Random(1), lambda: time.process_time() < end
    )
    assert time.process_time() < end + 2.0
    assert {one.card for one in found} == {"7", "K"}
    assert sum(one.card == "7" for one in found) == MAX_PLAYS
    assert [one.win for one in found] == sorted((one.win for one in found), reverse=True)


def test_a_simulation_that_has_no_time_to_end_counts_for_nothing() -> None:
    question = asked("4 7 K A")
    short = iter([True] * 20 + [False] * 1000)  # less than one deal
    assert advise(*question, 3, Random(7), lambda: next(short)) == advise(*question, 3, Random(7))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hand": "A A A A A"}, "card A"),
        ({"hand": "*"}, r"card \*"),
        ({"board": "a19:a"}, "a19"),
        ({"strength": 4}, "strength"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, object], said: str) -> None:
    question = {"hand": "A 7", "board": BOARD, "strength": 2} | change
    with pytest.raises(BadInput, match=said):
        best(asked(str(question["hand"]), str(question["board"])), int(str(question["strength"])))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(NAMES))
def test_the_worth_of_a_board_turns_with_the_board(seed: int, name: str) -> None:
    random, table = Random(seed), Table()
    holes = random.sample([f"{s}{n}" for s in "abcd" for n in range(18)] + [f"{s}H2" for s in "abcd"], 6)
    turned = str.maketrans("abcd", "bcda")
    pawns = [(hole, hole[0] if "H" in hole else random.choice("abcd")) for hole in holes]
    board = " ".join(f"{hole}:{seat}" for hole, seat in pawns)
    engine = engine_of(load_ruleset(name), table)
    worth = Worth(engine, load_weights())
    hands, unseen = [Holding(frozenset(), 3)] * 4, Unseen((4,) * len(worth.rank), 4 * len(worth.rank))
    try:
        positions = [Position.parse(board), Position.parse(board.translate(turned))]
    except BadInput:  # five pawns of a seat
        return
    one, other = (worth.chances(engine.encode(position), hands, unseen) for position in positions)
    assert other == pytest.approx([one[3], *one[:3]])
    assert sum(one) == pytest.approx(1.0)


def test_danger_lowers_and_a_pawn_at_home_raises_the_worth() -> None:
    table = Table()
    engine = engine_of(load_ruleset("quebec"), table)
    worth = Worth(engine, load_weights())
    hands, unseen = [Holding(frozenset(), 4)] * 4, Unseen((4,) * len(worth.rank), 4 * len(worth.rank))

    def chance(board: str) -> float:
        return worth.chances(engine.encode(Position.parse(board)), hands, unseen)[0]

    assert chance("a8:a aH4:a") > chance("a8:a d15:a") > chance("a8:a a9:a") > chance("a8:a")
    assert chance("b8:a b9:b") > chance("b8:a b2:b")  # b is six holes behind


def test_hints_beat_the_greedy_player_in_two_of_three_games() -> None:
    for table, games in (("2", 16), ("4", 10)):
        wins, ended = won(load_ruleset("quebec"), TABLES[table], hint(2, 0.0), greedy, games, Random(4))
        assert ended == games
        assert 3 * wins >= 2 * games
