"""Requests as the command line takes them, read into the oracle's plain values and back."""

from __future__ import annotations

from typing import Any

from oracle.plays import Result
from oracle.seating import Board, Spot, Table
from oracle.tables import Rules, rules_of


def spot_of(name: str) -> Spot:
    """`a7` is 7, `b0` is 18; homes and the centre keep their names."""
    return 18 * (ord(name[0]) - 97) + int(name[1:]) if name[1:].isdigit() else name


def name_of(spot: Spot) -> str:
    return spot if isinstance(spot, str) else f"{chr(97 + spot // 18)}{spot % 18}"


def rules_asked(request: dict[str, Any]) -> Rules:
    own = request.get("ruleset") or {"base": request["rules"]}
    return rules_of(own["base"], request.get("house", ()), own.get("cards"), own.get("parameters"))


def table_asked(request: dict[str, Any]) -> Table:
    seats = "abcdefgh"[: request["seats"]]
    players = request.get("players") or [[s] for s in seats]
    return Table(
        rules_asked(request),
        seats,
        request["home_entry"],
        bool(request.get("centre", False)),
        players,
        request.get("teams") or players,
    )


def board_of(holes: dict[str, str]) -> Board:
    return {spot_of(hole): seat for hole, seat in holes.items()}


def fresh_of(request: dict[str, Any]) -> set[Spot]:
    return {spot_of(hole) for hole in request.get("fresh", ())}


def holes_of(board: Board) -> dict[str, str]:
    return {name_of(spot): seat for spot, seat in board.items()}


def as_result(holes: dict[str, str], fresh: list[str]) -> Result:
    return frozenset(board_of(holes).items()), frozenset(spot_of(h) for h in fresh)
