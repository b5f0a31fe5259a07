"""Impossible positions and tables are rejected with fault and place; also whose pawns a player moves."""

import pytest

from calibration.holes import Seat
from toc_pi.errors import BadInput
from toc_pi.rules.legal import movable_seats
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset
from toc_pi.rules.table import Table

A, C, E = Seat("a"), Seat("c"), Seat("e")
HOME_A = "aH1:a aH2:a aH3:a aH4:a"
THREES = Table(6, teams=(("a", "c", "e"), ("b", "d", "f")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a5:a a5:b", "two pawns stand in a5"),
        ("a1:a a2:a a3:a a4:a a5:a", "seat a has 5 pawns; 4 are allowed"),
        ("a5:a*", "fresh pawn at a5"),
        ("b0:a*", "fresh pawn at b0"),
        ("a5", "no pawn"),
    ],
)
def test_an_impossible_position_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Position.parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a18:a", "a18: unknown hole"),
        ("e0:a", "e0: unknown hole"),
        ("X:a", "no centre hole"),
        ("bH1:a", "another seat's home"),
        ("aC1:a", "camps"),
        ("e3:e", "nobody plays"),
    ],
)
def test_a_position_that_cannot_stand_on_the_table_is_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Table().check(Position.parse(text))


def test_a_position_is_written_as_it_is_read() -> None:
    text = "a0:a* aH2:a b12:c"
    assert str(Position.parse(text)) == text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seats": 5}, "seats = 5; allowed are 4, 6 and 8"),
        ({"home_entry": 15}, "home_entry = 15; allowed are 16, 17 and 18"),
        ({"home_entry": 18, "stretch": 16}, "home_entry = 18; allowed are 14, 15 and 16"),
        ({"stretch": 11}, "stretch = 11; allowed are 12 to 24"),
        ({"players": (("a",), ("e",))}, "name seat e"),
        ({"players": (("a",), ("a",))}, "2 times"),
        ({"players": (("a", "c"), ("b",)), "teams": (("a", "b"), ("c",))}, "part the player"),
        ({"players": (("a",), ("b",)), "teams": (("a", "b"), ("c",))}, "nobody plays"),
        ({"teams": (("a", "c"),)}, "leave out b"),
    ],
)
def test_an_impossible_table_is_refused(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        Table(**arguments)  # type: ignore[arg-type]


def moved(table: Table, position: str, seat: Seat) -> frozenset[Seat]:
    """The seats whose pawns an ace moves or brings out."""
    return movable_seats(load_ruleset("quebec"), table, Position.parse(position), seat, Card("A"))


def test_section_1_own_pawns_first_then_the_next_mate_clockwise() -> None:
    assert moved(THREES, "a3:a e3:e", A) == {A}
    assert moved(THREES, f"{HOME_A} e3:e", A) == {C}  # in a camp counts
    mate_home = HOME_A.replace("a", "c")
    assert moved(THREES, f"{HOME_A} {mate_home}", A) == {E}
    assert moved(THREES, HOME_A.replace("a", "e"), E) == {A}


def test_section_1_a_team_that_is_home_has_nobody_to_move() -> None:
    both = f"{HOME_A} {HOME_A.replace('a', 'c')} b3:b"
    assert moved(Table(teams=(("a", "c"), ("b", "d"))), both, A) == frozenset()


def test_a_player_of_two_colours_comes_once_a_round() -> None:
    table = Table(players=(("a", "c"), ("b", "d")))
    assert table.next_player(A) == ("b", "d")
    assert table.next_player(Seat("b")) == ("a", "c")
