"""Requests as the command line takes them, read into the oracle's plain values and back."""

from __future__ import annotations

from typing import Any

from oracle.plays import Result
from oracle.seating import Board, Spot, Table
from oracle.tables import Rules, rules_of


def spot_of(name: str, stretch: int = 18) -> Spot:
    """`a7` is 7, `b0` is 18; homes and the centre keep their names."""
    return stretch * (ord(name[0]) - 97) + int(name[1:]) if name[1:].isdigit() else name


def name_of(spot: Spot, stretch: int = 18) -> str:
    return spot if isinstance(spot, str) else f"{chr(97 + spot // stretch)}{spot % stretch}"


def rules_asked(request: dict[str, Any]) -> Rules:
    own = request.get("ruleset") or {"base": request["rules"]}
    return rules_of(own["base"], request.get("house", ()), own.get("cards"), own.get("parameters"))


def table_asked(request: dict[str, Any]) -> Table:
    seats = "abcdefgh"[: request["seats"]]
    players = request.get("players") or [[s] for s in seats]
    return Table(
        rules_asked(request),
        seats,
        request.get("home_entry", request.get("stretch", 18) - 2),
        bool(request.get("centre", False)),
        players,
        request.get("teams") or players,
        request.get("stretch", 18),
    )


def board_of(holes: dict[str, str], stretch: int = 18) -> Board:
    return {spot_of(hole, stretch): seat for hole, seat in holes.items()}


def fresh_of(request: dict[str, Any]) -> set[Spot]:
    return {spot_of(hole, request.get("stretch", 18)) for hole in request.get("fresh", ())}


def holes_of(board: Board, stretch: int = 18) -> dict[str, str]:
    return {name_of(spot, stretch): seat for spot, seat in board.items()}


def as_result(holes: dict[str, str], fresh: list[str], stretch: int = 18) -> Result:
    return frozenset(board_of(holes, stretch).items()), frozenset(spot_of(h, stretch) for h in fresh)
