"""Who plays on what board: RULES.md section 1 over a plain dict {hole: seat}.

A track hole is its index (0 for `a0`, 18 for `b0` …), home holes and the centre keep their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from oracle.tables import Rules

Spot = int | str  # a track hole's index, or the name of a home hole or of the centre
Board = dict[Spot, str]


@dataclass
class Table:
    """Who plays, and on what board."""

    rules: Rules
    seats: str  # "abcd"
    home_entry: int
    centre: bool
    players: Sequence[Sequence[str]]
    teams: Sequence[Sequence[str]]
    stretch: int = 18
    length: int = field(init=False)
    sevens: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.length = self.stretch * len(self.seats)
        self.sevens = [self.stretch * i + 7 for i in range(len(self.seats))]

    def start(self, seat: str) -> int:
        return self.stretch * self.seats.index(seat)

    def entry(self, seat: str) -> int:
        return (self.start(seat) + self.home_entry - self.stretch) % self.length

    def player(self, seat: str) -> list[str]:
        return next((list(p) for p in self.players if seat in p), [seat])

    def team(self, seat: str) -> list[str]:
        return next((list(t) for t in self.teams if seat in t), self.player(seat))

    def walk(self, spot: int, steps: int, way: int) -> list[int]:
        """The holes that a pawn touches, the last one included."""
        return [(spot + way * i) % self.length for i in range(1, steps + 1)]

    # section 1
    def is_home(self, board: Board, seat: str) -> bool:
        return all(board.get(f"{seat}H{r}") == seat for r in (1, 2, 3, 4))

    def mates(self, board: Board, seat: str) -> list[list[str]]:
        """The team-mates (each the seats of a player) with pawns out of their homes, clockwise."""
        here = self.seats.index(seat)
        found: list[list[str]] = []
        for i in range(1, len(self.seats)):
            other = self.seats[(here + i) % len(self.seats)]
            owner = self.player(other)
            if other not in self.team(seat) or other in self.player(seat) or owner in found:
                continue
            if not all(self.is_home(board, s) for s in owner):
                found.append(owner)
        return found

    def acting(self, board: Board, seat: str) -> list[str]:
        """The seats whose pawns are "own"; none where nobody in the team has pawns out."""
        own = self.player(seat)
        if not all(self.is_home(board, s) for s in own):
            return own
        mates = self.mates(board, seat)
        return mates[0] if mates else []

    def protected(self, board: Board, fresh: set[Spot], spot: Spot) -> bool:
        if spot not in board or not isinstance(spot, int) or spot % self.stretch:
            return False
        if self.rules.protected == "fresh":
            return spot in fresh
        if self.rules.protected == "own-start":
            return spot == self.start(board[spot])
        return True
