"""Results and orders: what surely belongs to a match counts, anything else is put before the arbiter."""

import pytest
from brokers import extra
from tournaments import SEATS, finished, obey, with_teams

from toc_pi.errors import BadInput
from toc_pi.hall.core.decisions import resulted, taken_back
from toc_pi.hall.core.facts import Decided, GamePlayed, Unplaced
from toc_pi.hall.core.tournament import Tournament, folded

pytestmark = extra

GAME = GamePlayed("t01", "s.1", 1)


@pytest.fixture
def now() -> Tournament:
    return obey(with_teams(4), "pair")


def told(now: Tournament, **changed: object) -> tuple[object, ...]:
    """What follows when the first table's first game ends, changed so."""
    result = {"game": GAME, "match": "1-1", "teams": SEATS, "winners": SEATS[0]} | changed
    return resulted(now, **result)  # type: ignore[arg-type]


def test_a_result_counts_for_the_match_at_its_table(now: Tournament) -> None:
    assert told(now) == (Decided("1-1", (2, 0), GAME),)
    assert told(now, winners=SEATS[1]) == (Decided("1-1", (0, 2), GAME),)
    assert told(now, winners=("d",)) == (Decided("1-1", (0, 2), GAME),)


def test_the_same_result_again_changes_nothing(now: Tournament) -> None:
    now = folded(now, finished(now, "1-1", (2, 0)))
    assert finished(now, "1-1", (2, 0)) == ()


def test_a_game_that_went_on_after_its_end_replaces_its_result(now: Tournament) -> None:
    now = folded(now, finished(now, "1-1", (2, 0)))
    now = folded(now, taken_back(now, GAME))
    assert now.matches["1-1"].points is None
    assert taken_back(now, GAME) == ()
    now = folded(now, finished(now, "1-1", (0, 2)))
    assert now.matches["1-1"].points == (0, 2)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"match": ""}, "no-match"),
        ({"match": "9-9"}, "no-match"),
        ({"match": "1-2"}, "other-table"),
        ({"game": GamePlayed("t02", "s.1", 1)}, "other-table"),
        ({"winners": ()}, "teams"),
        ({"winners": ("a", "b")}, "teams"),
        ({"teams": (("a",), ("b",), ("c",), ("d",)), "winners": ("a",)}, "teams"),
    ],
)
def test_a_result_that_is_not_sure_is_put_before_the_arbiter(
    now: Tournament, changed: dict[str, object], why: str
) -> None:
    facts = told(now, **changed)
    assert [fact.why for fact in facts if isinstance(fact, Unplaced)] == [why]
    assert len(facts) == 1
    after = folded(now, facts)  # type: ignore[arg-type]
    assert after.matches == now.matches
    assert told(after, **changed) == ()


def test_a_second_game_for_a_match_is_put_before_the_arbiter(now: Tournament) -> None:
    now = folded(now, finished(now, "1-1", (2, 0)))
    assert told(now, game=GamePlayed("t01", "s.1", 2))[0].why == "has-result"  # type: ignore[attr-defined]


def test_a_late_result_does_not_change_a_round_after_the_next_was_paired(now: Tournament) -> None:
    now = folded(now, finished(now, "1-1", (2, 0)))
    now = obey(obey(now, "decide", match="1-2", points=(2, 0)), "pair")
    assert [fact.why for fact in taken_back(now, GAME) if isinstance(fact, Unplaced)] == ["taken-back"]
    late = told(now, game=GamePlayed("t02", "s.1", 4), match="1-2")
    assert [fact.why for fact in late if isinstance(fact, Unplaced)] == ["closed"]


def test_an_unplaced_result_is_gone_once_the_arbiter_has_decided_the_match(now: Tournament) -> None:
    now = folded(now, told(now, match=""))  # type: ignore[arg-type]
    assert now.unplaced
    now = obey(now, "decide", match="1-2", points=(1, 1))
    assert now.unplaced
    assert not obey(now, "decide", match="1-1", points=(2, 0)).unplaced


def test_an_arbiters_decision_is_not_undone_by_a_table(now: Tournament) -> None:
    now = obey(now, "decide", match="1-1", points=(0, 2), why="time")
    facts = told(now)
    assert [fact.why for fact in facts if isinstance(fact, Unplaced)] == ["has-result"]
    assert taken_back(now, GAME) == ()


def test_a_table_that_drops_out_hands_its_match_to_a_free_one() -> None:
    now = obey(with_teams(4, tables=3), "pair")
    assert [match.table for match in now.current] == ["t01", "t02"]
    now = obey(now, "table", table="t01", works=False)
    assert [match.table for match in now.current] == ["t03", "t02"]
    now = obey(now, "table", table="t02", works=False)
    assert [match.table for match in now.current] == ["t03", ""]
    now = obey(obey(now, "table", table="t02", works=True), "move", match="1-2", table="t02")
    assert [match.table for match in now.current] == ["t03", "t02"]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"do": "enter", "name": "Team 1", "players": ["x"]}, "there is a team Team 1"),
        ({"do": "enter", "name": "New"}, "players is missing"),
        ({"do": "leave", "team": 9}, "there is no team 9"),
        ({"do": "decide", "match": "7-1", "points": (2, 0)}, "there is no match 7-1"),
        ({"do": "decide", "match": "1-1", "points": (2, 2)}, "1–1"),
        ({"do": "move", "match": "1-1", "table": "t02"}, "t02"),
        ({"do": "set-up", "system": "round-robin"}, "the first round is paired"),
        ({"do": "set-up", "rounds": 0}, "1 rounds are paired"),
    ],
)
def test_an_order_that_cannot_be_carried_out_changes_nothing(
    now: Tournament, order: dict[str, object], why: str
) -> None:
    with pytest.raises(BadInput, match=why):
        obey(now, **order)  # type: ignore[arg-type]


def test_a_round_is_unpaired_only_before_anything_is_decided(now: Tournament) -> None:
    assert obey(now, "unpair").rounds == ()
    now = obey(now, "decide", match="1-1", points=(0, 0))
    with pytest.raises(BadInput, match="1-1"):
        obey(now, "unpair")
