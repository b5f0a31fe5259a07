"""Tables, positions, hands and plays as text that a person can read, write and paste (docs/notation.md)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import prod

from calibration.holes import (
    USUAL_STRETCH,
    Hole,
    Seat,
    is_camp,
    is_home,
    seat_of,
    start_hole,
)
from toc_pi.errors import BadInput
from toc_pi.messages import said
from toc_pi.rules.game import Cards, write_cards
from toc_pi.rules.position import RANKS, Card, Position
from toc_pi.rules.table import Table


@dataclass(frozen=True, slots=True)
class Setting:
    """The name of the rule set, its house rules, and the table."""

    rules: str
    house: tuple[str, ...]
    table: Table


def write_pawns(position: Position) -> str:
    """`a0:a* b12:c`; an empty board is `-`."""
    return str(position) or "-"


def read_pawns(text: str, table: Table) -> Position:
    """Read what `write_pawns` (or `str`) writes, in any order.

    Raises:
        BadInput: a word that is no pawn, a hole that this board lacks or that is a camp, or an impossible
            position.
    """
    position = Position.parse("" if text == "-" else text)
    holes = set(table.holes)
    for hole, seat in sorted(position.pawns):
        if hole not in holes or is_camp(hole):
            raise BadInput(
                said(
                    "pawn {hole}:{seat}: this board has no hole {hole2} outside its camps",
                    hole=hole,
                    seat=seat,
                    hole2=hole,
                )
            )
    return position


def write_teams(table: Table) -> str:
    """Players as their seats, mates with a plus: `a+c b+d`; two colours for one player: `ac bd`."""
    return " ".join(
        "+".join("".join(player) for player in table.players if player[0] in team) for team in table.teams
    )


def write_setting(setting: Setting) -> str:
    """`rules quebec +seven-two; board 4 16; teams a+c b+d`."""
    table = setting.table
    words = [setting.rules, *(f"+{name}" for name in setting.house)]
    board = [str(table.seats), str(table.home_entry), *(["centre"] if table.centre else [])]
    if table.stretch != USUAL_STRETCH:
        board += ["stretch", str(table.stretch)]
    return f"rules {' '.join(words)}; board {' '.join(board)}; teams {write_teams(table)}"


def write_hands(table: Table, hands: Iterable[Cards]) -> str:
    """The players' hands, each behind their first seat: `a:A,10,?3 b:?5`."""
    return " ".join(
        f"{seats[0]}:{write_cards(hand)}" for seats, hand in zip(table.players, hands, strict=True)
    )


# What is written between the holes of a play, or after them.
OUT_OF_CAMP, SWAP, CAPTURED, UNCHANGED, AFTERWARDS = "", "<>", "x", "=", "set"

# The numbers of each card in any rule set. They only choose between several descriptions of the same result,
# so a family's own cards needn't be here.
_NUMBERS: Mapping[str, tuple[int, ...]] = {
    **{str(number): (number,) for number in range(2, 11)},
    "A": (1, 11),
    "J": (11,),
    "Q": (12,),
    "K": (13,),
    "*": (18,),
}

WAYS_TRIED = 600
"""Pairings of holes that are tried to describe a result."""

_Move = tuple[Hole, Hole]


def write_play(table: Table, before: Position, card: Card, after: Position) -> str:
    """A card and what it did: `K a0`, `7 a3-a7 b2-b5 x b5:c`, `J a3<>b9`, `4 a0-d14`.

    A play is identified by its result (M15): reading it on the same board gives exactly `after`.
    """
    for change in (_describe(table, before, card, after), f"{AFTERWARDS} {write_pawns(after)}"):
        text = f"{card} {change}"
        try:
            if read_play(table, before, text) == (card, after):
                return text
        except BadInput:  # some changes made by hand can't be written as moves
            continue
    raise BadInput(said("{pawns} is no board of this table", pawns=write_pawns(after)))


def read_play(table: Table, before: Position, text: str) -> tuple[Card, Position]:
    """Read what `write_play` writes; captures by landing may be left out.

    Returns:
        The card and the position after it, whether or not it is legal.

    Raises:
        BadInput: a word that isn't understood, or a move from an empty hole.
    """
    words = text.split()
    if not words or words[0] not in RANKS:
        raise BadInput(
            said(
                "play {text} begins with no card; allowed are {names}", text=repr(text), names=" ".join(RANKS)
            )
        )
    card = Card(words[0])
    if words[1:2] == [AFTERWARDS]:
        return card, read_pawns(" ".join(words[2:]), table)
    board = _Replay(table, before, text)
    taking = False
    for word in words[1:]:
        taking = taking or word == CAPTURED
        if word not in (CAPTURED, UNCHANGED):
            (board.capture if taking else board.move)(word)
    return card, board.position()


class _Replay:
    """A board on which a written play is made, word by word.

    Args:
        table: the board and its players.
        before: the position before.
        text: the play, for messages.
    """

    def __init__(self, table: Table, before: Position, text: str) -> None:
        self._at, self._fresh = dict(before.pawns), set(before.fresh)
        self._holes = {hole for hole in table.holes if not is_camp(hole)}
        self._put: dict[Hole, Seat] = {}
        self._out: list[Hole] = []
        self._play = f"play {text!r}"

    def move(self, word: str) -> None:
        """Make a move, a swap, or bring a pawn out.

        Raises:
            BadInput: the hole is empty, the target isn't free, or the word isn't understood.
        """
        one, swapped, other = word.partition(SWAP)
        start, moved, end = word.partition("-")
        if swapped:
            first = self._take(one)
            if other == first:  # with another pawn of the same seat: only the freshness changes
                self._place(one, first)
            else:
                self._place(one, self._take(other))
                self._place(other, first)
        elif moved:
            self._place(end, self._take(start))
        else:
            seat = seat_of(Hole(word))
            if seat is None or word != start_hole(seat):
                raise BadInput(
                    said(
                        "{play}: {word} is not understood; a pawn comes out on a start hole",
                        play=self._play,
                        word=repr(word),
                    )
                )
            self._place(word, seat)
            self._out.append(Hole(word))

    def capture(self, word: str) -> None:
        """`b7`, or `b7:b` with its seat.

        Raises:
            BadInput: no pawn stands there, or another seat's.
        """
        name, _, owner = word.partition(":")
        if self._take(name) != owner and owner:
            raise BadInput(
                said("{play}: the pawn on {name} isn't {owner}'s", play=self._play, name=name, owner=owner)
            )

    def position(self) -> Position:
        """The position after the play; pawns put on occupied holes have captured."""
        fresh = (self._fresh - self._put.keys()) | set(self._out)
        return Position(frozenset((self._at | self._put).items()), frozenset(fresh))

    def _take(self, name: str) -> Seat:
        hole = Hole(name)
        if hole not in self._at:
            raise BadInput(said("{play}: no pawn on {name}", play=self._play, name=name))
        self._fresh.discard(hole)
        return self._at.pop(hole)

    def _place(self, name: str, seat: Seat) -> None:
        hole = Hole(name)
        if hole not in self._holes or hole in self._put:
            raise BadInput(said("{play}: {name} is no free hole of this board", play=self._play, name=name))
        self._put[hole] = seat


def _describe(table: Table, before: Position, card: Card, after: Position) -> str:
    was, now = dict(before.pawns), dict(after.pawns)
    stale = {hole for hole in before.fresh - after.fresh if now.get(hole) == was[hole]}
    out = sorted(after.fresh - before.fresh)
    gone = [hole for hole in was if now.get(hole) != was[hole] or hole in stale or hole in out]
    come = [hole for hole in now if (was.get(hole) != now[hole] or hole in stale) and hole not in out]
    if len(gone) == len(come) == 2 and set(gone) == set(come) and was[gone[0]] != was[gone[1]]:
        one, other = sorted(gone, key=_place)
        return f"{one}{SWAP}{other}"
    if gone == come and len(gone) == 1:
        return f"{gone[0]}{SWAP}{was[gone[0]]}"
    moves: tuple[_Move, ...] = ()
    if gone:
        # A pawn that captured one of its own seat makes that hole look unchanged.
        short = {was[hole] for hole in gone} if len(gone) > len(come) and not out else set()
        kept = {*gone, *come, *after.fresh}
        stood = [hole for hole in was if was[hole] in short and hole not in kept]
        landed = min(
            (extra for count in range(min(len(stood), 2) + 1) for extra in combinations(stood, count)),
            key=lambda extra: (
                _misfit(table, card, _pair(table, card, was, now, gone, come, extra)),
                len(extra),
            ),
        )
        moves = _pair(table, card, was, now, gone, come, landed) or ()
        gone += landed
    taken = sorted((hole for hole in gone if hole not in dict(moves)), key=_place)
    words = [*out, *(f"{start}-{end}" for start, end in moves)]
    if taken:
        words += [CAPTURED, *(f"{hole}:{was[hole]}" for hole in taken)]
    return " ".join(words) or UNCHANGED


def _pair(
    table: Table,
    card: Card,
    was: Mapping[Hole, Seat],
    now: Mapping[Hole, Seat],
    gone: Iterable[Hole],
    come: Iterable[Hole],
    landed: Iterable[Hole],
) -> tuple[_Move, ...] | None:
    """Which pawn went where, so that the distances fit the card if possible; None if no pairing exists."""
    ways: list[list[tuple[_Move, ...]]] = []
    for seat in sorted({now[hole] for hole in (*come, *landed)}):
        ends = sorted((hole for hole in (*come, *landed) if now[hole] == seat), key=_place)
        starts = sorted((hole for hole in gone if was[hole] == seat), key=_place)
        found = [tuple(zip(way, ends, strict=True)) for way in permutations(starts, len(ends))]
        ways.append([way for way in found if all(start != end for start, end in way)])
    if prod(map(len, ways)) > WAYS_TRIED:  # changed by hand, not by a card
        ways = [found[:1] for found in ways]
    pairings = [tuple(move for part in way for move in part) for way in product(*ways)]
    if not pairings:
        return None
    best = min(pairings, key=lambda moves: _misfit(table, card, moves))
    return tuple(sorted(best, key=lambda move: _place(move[0])))


def _misfit(table: Table, card: Card, moves: tuple[_Move, ...] | None) -> int:
    """How far the steps of some moves are from a number of the card."""
    if moves is None:
        return table.track_length
    steps = sum(_distance(table, start, end, card) for start, end in moves)
    return min(abs(steps - number) for number in _NUMBERS[card])


def _distance(table: Table, start: Hole, end: Hole, card: Card) -> int:
    """Steps from hole to hole in the direction of the card; a jump (M8) counts as 0."""
    if is_home(start) and is_home(end):
        return abs(int(end[-1]) - int(start[-1]))
    here, there = table.track_index(start), table.track_index(end)
    more = 0
    if here is None:
        return 0
    if there is None:
        owner = seat_of(end)
        entry = table.track_index(start_hole(owner)) if owner else None
        if entry is None:
            return 0
        there, more = entry + table.home_entry - table.stretch, int(end[-1])
    around = table.track_length
    ways = [(there - here) % around + more]
    if ways[0] > table.stretch:
        ways.append(ways[0] - table.stretch)
    if card == "4" and not more:
        ways += [(here - there) % around, (here - there) % around - table.stretch]
    return min(ways, key=lambda way: min(abs(way - number) for number in _NUMBERS[card]))


def _place(hole: Hole) -> tuple[str, bool, int]:
    return hole[0], is_home(hole), int(hole[2:] if is_home(hole) else hole[1:] or 0)
