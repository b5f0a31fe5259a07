"""Everything that has happened in a tournament, as frozen values in the order they were written.

A tournament is nothing but its facts. Pairings are stored, too: another version of a library may pair
differently. Points are halves: 2 for a win, 1 for a draw.
"""

from dataclasses import dataclass
from typing import Literal

System = Literal["swiss", "round-robin"]
HalfPoints = tuple[int, int]
"""Half points of the first and the second team of a match."""

WIN, LOSS = 2, 0  # a draw is 1


@dataclass(frozen=True, slots=True)
class Announced:
    """The title of the tournament, and its number of rounds."""

    title: str
    system: System
    rounds: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A team takes part from the next round on."""

    team: int
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Away:
    """A team leaves the pairing, or comes back."""

    team: int
    away: bool


@dataclass(frozen=True, slots=True)
class TableWorks:
    """A table becomes usable or unusable."""

    table: str
    works: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match of a round.

    Attributes:
        match: its name, `3-12` for the twelfth of the third round.
        table: where it is played; "" where none is free.
        teams: the first one sits at the first seat.
    """

    match: str
    table: str
    teams: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Paired:
    """A round was paired; `bye` has no opponent and gets a win, 0 for nobody."""

    round: int
    pairings: tuple[Pairing, ...]
    bye: int = 0


@dataclass(frozen=True, slots=True)
class Unpaired:
    """The newest round is cancelled, before anything was decided in it."""

    round: int


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game at a table: the journal's stream, and the game's number in it."""

    table: str
    stream: str
    game: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A match has a result, or a corrected one.

    Attributes:
        points: None if the match is open again.
        game: the source of the result; None if the arbiter decided.
        why: the arbiter's reason.
    """

    match: str
    points: HalfPoints | None
    game: GamePlayed | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A match is moved to another table; "" for none."""

    match: str
    table: str


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A result that can't be assigned to a match with certainty; the arbiter may use it to decide one.

    Attributes:
        match: the match that the table named.
        winners: the seats that won; empty if a result that counts was taken back.
        why: a code: `other-table`, `no-match`, `has-result`, `teams`, `closed`, `taken-back`.
    """

    game: GamePlayed
    match: str
    winners: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class PutAside:
    """The arbiter has dismissed a table's unassigned results."""

    table: str


Fact = Announced | Entered | Away | TableWorks | Paired | Unpaired | Decided | Moved | Unplaced | PutAside
