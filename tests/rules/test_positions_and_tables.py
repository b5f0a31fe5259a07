"""Positions, written down or decoded late, and tables: impossible ones are rejected; whose pawns may move."""

import copy
import pickle

import pytest

from calibration.holes import Seat
from toc_pi.errors import BadInput
from toc_pi.rules.engine import engine_of
from toc_pi.rules.legal import legal_moves, movable_seats, nearest_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.ruleset import load_ruleset, ruleset_from
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


BEFORE = Position.parse("a2:a a8:b b3:c")


def made(before: Position = BEFORE, table: Table | None = None) -> Position:
    """The one result of a 6."""
    (after,) = legal_moves(load_ruleset("toc"), table or Table(), before, Seat("a"), Card("6"))
    return after


def test_a_result_is_equal_to_the_same_position_written_down() -> None:
    expected = Position.parse("a8:a b3:c")
    assert made() == expected
    assert hash(made()) == hash(expected)
    assert str(made()) == str(expected)
    assert {made(), expected} == {expected}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_is_a_position_by_itself(copied) -> None:  # type: ignore[no-untyped-def]
    assert copied(made()) == made()
    assert len(pickle.dumps(copied(made()))) < 1_000, "no table goes along"


def test_a_result_of_one_table_is_asked_about_at_another() -> None:
    large = Table(seats=6)
    engine = engine_of(load_ruleset("toc"), large)
    assert engine.encode(made()) == engine.encode(Position.parse("a8:a b3:c"))


def test_a_long_game_of_results_can_be_read_at_its_end() -> None:
    rules, table, position = load_ruleset("toc"), Table(), Position.parse("a1:a")
    for _ in range(3_000):
        position = next(
            iter(legal_moves(rules, table, position, Seat("a"), Card("6"))), Position.parse("a1:a")
        )
    assert len(position.pawns) == 1


@pytest.mark.parametrize("uses", [["6", "18"], ["-18", "18"], ["6", "6 !"]])
def test_a_number_that_goes_as_far_as_another_with_its_jump_gives_one_result(uses: list[str]) -> None:
    rules = ruleset_from({"base": "saut", "cards": {"6": uses}, "parameters": {"jump": "may"}})
    table = Table(stretch=12, home_entry=10)
    for hole in table.holes:
        if hole[1:].isdigit():
            before = Position(frozenset({(hole, Seat("a"))}))
            found = legal_moves(rules, table, before, Seat("a"), Card("6"))
            assert len(found) == len(set(found)), hole


def test_whether_a_seat_is_home_is_known_before_its_pawns_are_read() -> None:
    table, rules = Table(), load_ruleset("toc")
    before = Position.parse("aH1:a aH2:a aH3:a aH4:a c2:c")
    (after,) = legal_moves(rules, Table(teams=(("a", "c"), ("b", "d"))), before, Seat("a"), Card("6"))  # type: ignore[arg-type]
    assert table.is_home(after, (Seat("a"),))
    assert not table.is_home(after, (Seat("a"), Seat("c")))
    assert not table.is_home(after, (Seat("h"),)), "no seat of that board"


def test_a_name_that_a_position_lacks_is_an_error() -> None:
    with pytest.raises(AttributeError, match="pawn"):
        made().pawn  # type: ignore[attr-defined]  # noqa: B018


def test_a_pass_is_among_the_nearest_results() -> None:
    rules = ruleset_from({"base": "toc", "cards": {"6": ["6", "pass"]}})
    assert BEFORE in nearest_moves(rules, Table(), BEFORE, Seat("a"), Card("6"), BEFORE.pawns, 5)
