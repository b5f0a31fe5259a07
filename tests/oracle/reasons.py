"""Whether a board is legal after a card, and if not, which rules it breaks (RULES.md section 7)."""

from __future__ import annotations

from oracle.breach_search import BreachSearch, Found, sort_key
from oracle.breaches import ORDER, Scene
from oracle.plays import must_play, plays_with, uses_of
from oracle.seating import Board, Spot, Table
from oracle.tables import Use


def explain(
    table: Table, before: Board, fresh: set[Spot], seat: str, card: str, after: Board, limit: int = 10**9
) -> list[str] | None:
    """None for a legal board, else the reasons in the table's order.

    Raises:
        Undecided: one reading of the card had more than `limit` moves to try.
    """
    readings = plays_with(table, before, fresh, seat, card)
    found = [play for _, some in readings for play in some]
    if any(dict(play.board) == after for play in found):
        return None
    asked = must_play(table, found, card)
    if before == after:
        return ["must-play"] if asked else None
    best: Found | None = None
    if all(before.get(spot) == who for spot, who in after.items()):  # merely taken off
        unseen = any(dict(play.board) == before for play in found)
        best = frozenset({"sent-back", "must-play"} if asked and not unseen else {"sent-back"}), 0
    scene = Scene(frozenset(before.items()), frozenset(fresh))
    for one in searches_of(table, seat, card, after, [own for own, _ in readings], limit):
        best = one.search(scene, best)
    return ["unexplained"] if best is None else [ORDER[place] for place in sort_key(best)[2]]


def searches_of(
    table: Table, seat: str, card: str, after: Board, owners: list[list[str]], limit: int = 10**9
) -> list[BreachSearch]:
    """A search for each reading of whose pawns are own and each rank as which the card is played."""
    by_rank: dict[str, list[Use]] = {}
    for played_as, use in uses_of(table.rules, card):
        by_rank.setdefault(played_as, []).append(use)
    return [
        BreachSearch(table, seat, rank, uses, own, index == 0, after, limit)
        for index, own in enumerate(owners)
        for rank, uses in by_rank.items()
    ]
