"""A play's actions, pawn by pawn, and who can reach a pawn afterwards."""

import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.holes import Hole, Seat
from toc_pi.phrases import Phrases
from toc_pi.rules.game import JOKER
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.pawn_moves import PawnMove, pawn_moves_of
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table
from toc_pi.teaching.options import threats
from toc_pi.teaching.play_phrases import COLOURS, PlayPhrases

sys.path.append(str(Path(__file__).parents[1] / "rules"))
from tables_at_random import draw_situation

TABLE = Table()


def moves(before: str, card: str, after: str) -> tuple[PawnMove, ...]:
    return pawn_moves_of(TABLE, Position.parse(before), Card(card), Position.parse(after))


@pytest.mark.parametrize(
    ("before", "card", "after", "english", "french"),
    [
        ("", "A", "a0:a*", "red comes out on a0", "rouge sort en a0"),
        ("a3:a", "6", "a9:a", "red goes from a3 to a9", "rouge va de a3 à a9"),
        ("d13:a", "6", "aH3:a", "red goes home, to place 3", "rouge rentre, à la place 3"),
        (
            "a3:a a9:c",
            "6",
            "a9:a",
            "red goes from a3 to a9 and captures green on a9",
            "rouge va de a3 à a9 et prend vert en a9",
        ),
        (
            "a4:a d14:b",
            "J",
            "a4:b d14:a",
            "red on a4 and blue on d14 change places",
            "rouge en a4 et bleu en d14 changent de place",
        ),
        (
            "b4:a d14:a",
            "7",
            "b5:a aH4:a",
            "red goes from b4 to b5 and red goes home, to place 4",
            "rouge va de b4 à b5 et rouge rentre, à la place 4",
        ),
        ("a3:a", "J", "a3:a", "", ""),
    ],
)
def test_a_play_is_described_pawn_by_pawn(
    before: str, card: str, after: str, english: str, french: str
) -> None:
    done = moves(before, card, after)
    assert PlayPhrases(Phrases("en", COLOURS)).moves(done) == english
    assert PlayPhrases(Phrases("fr", COLOURS)).moves(done) == french


def test_every_result_of_every_card_is_taken_apart_into_moves_that_lead_to_it() -> None:
    rules, before = load_ruleset("saut"), Position.parse("a0:a* a8:a b3:b d12:d b1:c d17:b aH3:a")
    for card in rules.cards:
        for after in legal_moves(rules, TABLE, before, Seat("a"), card):
            board = dict(before.pawns)
            done = pawn_moves_of(TABLE, before, card, after)
            for move in done:
                if move.start is not None:
                    board.pop(move.start, None)
            for move in done:
                if move.kind == "swap":
                    assert move.start is not None
                    assert move.other is not None
                    board[move.start] = move.other
                if move.end is not None:
                    board[move.end] = move.seat
            assert board == dict(after.pawns)


def test_who_can_reach_a_pawn_is_listed_with_the_cards_for_it() -> None:
    board = Position.parse("a9:a a3:b d16:d c0:c*")
    found = threats(load_ruleset("quebec"), TABLE, board, Seat("a"), [Hole("a9")])
    assert [(one.seat, one.cards) for one in found] == [("b", ("6", "7"))]
    assert PlayPhrases(Phrases("en", COLOURS)).threat(found[0]) == "on a9 blue can reach it with 6 or 7"


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_those_who_can_reach_a_pawn_are_those_with_a_play_that_takes_it(seed: int) -> None:
    asked = draw_situation(Random(seed))
    rules, table, board, seat = asked.rules, asked.table, asked.position, asked.seat
    holes = sorted(hole for hole, owner in board.pawns if owner in table.team_of(seat))
    found = {(one.hole, one.seat): set(one.cards) for one in threats(rules, table, board, seat, holes)}
    for (player, *_), card in product(table.players, rules.cards):
        if player in table.team_of(seat) or card == JOKER:
            continue
        results = legal_moves(rules, table, board, player, card)
        for hole in holes:
            owner = dict(board.pawns)[hole]
            left = sum(seat == owner for _, seat in board.pawns)
            taken = any(
                hole not in {hole for hole, seat in after.pawns if seat == owner}
                and sum(seat == owner for _, seat in after.pawns) < left
                and any(seat != owner for _, seat in after.pawns - board.pawns)
                for after in results
            )
            assert (card in found.get((hole, player), ())) == taken


def test_a_protected_pawn_and_one_at_home_are_reached_by_nobody() -> None:
    board = Position.parse("a0:a* aH1:a d14:b d12:d")
    assert threats(load_ruleset("quebec"), TABLE, board, Seat("a"), [Hole("a0"), Hole("aH1")]) == ()


def test_partners_are_no_threat() -> None:
    partners = Table(teams=(("a", "c"), ("b", "d")))  # type: ignore[arg-type]
    board = Position.parse("a9:a a3:c")
    assert threats(load_ruleset("quebec"), partners, board, Seat("a"), [Hole("a9")]) == ()


def test_a_pawn_that_is_moved_onto_one_of_its_own_is_in_no_danger_itself() -> None:
    """A 5 of an opponent takes it from its hole, and sends the other one back."""
    table = Table(teams=((Seat("a"), Seat("c")), (Seat("b"), Seat("d"))))
    fadoq, holes = load_ruleset("fadoq"), [Hole("c6")]
    pushed = Position.parse("c6:c c11:c d0:d*")
    assert threats(fadoq, table, pushed, Seat("c"), holes) == ()
    reached = Position.parse("c6:c c11:c c4:d")
    assert [(one.seat, one.cards) for one in threats(fadoq, table, reached, Seat("c"), holes)] == [
        ("d", ("2", "K"))
    ]
