"""Interpretations of ambiguous rules, as problems in a text file (decision 5)."""

import json
import re
from pathlib import Path

import pytest

from calibration.holes import Hole, Seat, seats_of
from toc_pi.rules.legal import legal_moves
from toc_pi.rules.position import Card, Position
from toc_pi.rules.reasons.explain import explain
from toc_pi.rules.ruleset import RuleSet, load_ruleset, ruleset_from
from toc_pi.rules.table import Table

LINES = (Path(__file__).parent / "readings.txt").read_text(encoding="utf-8").splitlines()
READINGS = [line for line in LINES if line and not line.startswith("#")]


def read_game(text: str) -> tuple[RuleSet, Table]:
    """Rules and table: `quebec+seven-two s4 e16 Tac/bd`, or `RS{a family's own} s4 e16`."""
    own = re.match(r"RS(\{.*\})", text)
    first, *words = text[own.end() :].split() if own else text.split()
    if own:
        first, words = "", [first, *words]
    found = {word[0]: word[1:] for word in words}
    base, _, house = first.partition("+")
    named = tuple((found.get("+") or house).split(",")) if found.get("+") or house else ()
    players = tuple(tuple(map(Seat, group)) for group in found.get("P", "").split("/") if group)
    seats = int(found["s"])
    teams = tuple(tuple(map(Seat, group)) for group in found.get("T", "").split("/") if group)
    if teams:  # players not named play for themselves
        named_seats = {seat for team in teams for seat in team}
        everybody = players or tuple((seat,) for seat in seats_of(seats))
        teams += tuple(player for player in everybody if player[0] not in named_seats)
    entry = found["e"]
    rules = ruleset_from(json.loads(own[1]), named) if own else load_ruleset(base, named)
    return rules, Table(seats, int(entry[:2]), entry.endswith("X"), players, teams)


def change(before: Position, text: str) -> Position:
    """The position after: `-a2 +a8:a ~a0`."""
    pawns, fresh = dict(before.pawns), set(before.fresh)
    words = [] if text in ("=", "-") else text.replace("= ", "").split()
    for word in words:
        if word[0] == "-":
            del pawns[Hole(word[1:])]
        if word[0] in "-~":
            fresh.discard(Hole(word[1:]))
    for word in words:
        if word[0] == "+":
            hole, _, seat = word[1:].partition(":")
            pawns[Hole(hole)] = Seat(seat[0])
            if seat.endswith("*"):
                fresh.add(Hole(hole))
    return Position(frozenset(pawns.items()), frozenset(fresh))


@pytest.mark.parametrize("reading", READINGS)
def test_a_reading(reading: str) -> None:
    what, game, turn, standing, *rest = (part.strip() for part in reading.split("|"))
    rules, table = read_game(game)
    seat, _, card = turn.partition(":")
    before = Position.parse("" if standing == "-" else standing)
    if what == "legal":
        expected = {change(before, text.strip()) for text in rest[0].split(";")} if rest[0] != "-" else set()
        assert set(legal_moves(rules, table, before, Seat(seat), Card(card))) == expected
    else:
        after = dict(change(before, rest[0]).pawns)
        judged = explain(rules, table, before, Seat(seat), Card(card), after)
        assert (",".join(judged.reasons) or "legal") == rest[1]
        assert judged.legal is (rest[1] == "legal")


def test_there_are_readings_of_every_kind() -> None:
    assert len(READINGS) > 290
    assert {reading.split()[0] for reading in READINGS} == {"legal", "explain"}
